"""How big things are, in millimetres: a finger is as broad on every display. And the six displays we are drawn for.

Pixels come in only through a density, because displays lie about theirs: the table's file may override it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot

MAIN_ACTION = 20.0
SECONDARY = 15.0
SMALLEST = 10.0
GAP = 3.0
LEAST_LETTERS = 3.0  # the size of the smallest type on any screen
MILLIMETRES_PER_INCH = 25.4

# What layouts use: widgets lie on whole pixels, and no rounding may take a hair off what a finger needs.
ROUNDING = 0.3
ACTION = MAIN_ACTION + ROUNDING
KEY = SECONDARY + ROUNDING
FINGER = SMALLEST + ROUNDING
SPACE = GAP + ROUNDING


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle. In millimetres or in pixels: whoever holds it knows."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def shorter_side(self) -> float:
        return min(self.width, self.height)

    def inset(self, across: float, down: float | None = None) -> Box:
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def scaled(self, factor: float) -> Box:
        return Box(self.x * factor, self.y * factor, self.width * factor, self.height * factor)

    def moved(self, right: float, down: float) -> Box:
        return Box(self.x + right, self.y + down, self.width, self.height)

    def overlaps(self, other: Box, tolerance: float = 1e-6) -> bool:
        return (
            self.x < other.right - tolerance
            and other.x < self.right - tolerance
            and self.y < other.bottom - tolerance
            and other.y < self.bottom - tolerance
        )

    def holds(self, other: Box, tolerance: float = 1e-6) -> bool:
        return (
            other.x >= self.x - tolerance
            and other.y >= self.y - tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )

    def gap_to(self, other: Box) -> float:
        """The free way between two boxes that lie side by side or one above the other; negative: they overlap."""
        across = max(other.x - self.right, self.x - other.right)
        down = max(other.y - self.bottom, self.y - other.bottom)
        return max(across, down)

    def parted(self, share: float) -> tuple[Box, Box]:
        """Its upper share, and what is below."""
        high = self.height * share
        return (
            Box(self.x, self.y, self.width, high),
            Box(self.x, self.y + high, self.width, self.height - high),
        )

    def union(self, other: Box) -> Box:
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


@lru_cache(maxsize=64)  # asked for with every millimetre that is painted
def _density(width: int, height: int, inches: float) -> float:
    return hypot(width, height) / (inches * MILLIMETRES_PER_INCH)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenSize:
    """A display as it is sold: pixels, and the diagonals in inches that occur with them."""

    name: str
    width: int
    height: int
    smallest_inches: float
    largest_inches: float

    def density(self, inches: float) -> float:
        """Pixels per millimetre on a display with this diagonal."""
        return _density(self.width, self.height, inches)

    @property
    def closest_density(self) -> float:
        """On the smallest display of this size, where a finger covers the most pixels."""
        return self.density(self.smallest_inches)


WIDE = ScreenSize(name="1280x800", width=1280, height=800, smallest_inches=10.0, largest_inches=13.0)
FULL = ScreenSize(name="1920x1080", width=1920, height=1080, smallest_inches=15.0, largest_inches=22.0)
SQUARE = ScreenSize(name="1024x768", width=1024, height=768, smallest_inches=10.4, largest_inches=15.0)
LOW = ScreenSize(name="1024x600", width=1024, height=600, smallest_inches=10.0, largest_inches=12.0)
LAPTOP = ScreenSize(name="1366x768", width=1366, height=768, smallest_inches=11.6, largest_inches=15.6)
UPRIGHT = ScreenSize(name="800x1280", width=800, height=1280, smallest_inches=10.0, largest_inches=13.0)
SIZES = (WIDE, FULL, SQUARE, LOW, LAPTOP, UPRIGHT)
