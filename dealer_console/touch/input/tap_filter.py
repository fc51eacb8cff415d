"""A finger that bounces, or taps twice where once was meant, decides nothing that it cannot have seen. Pure: no Qt.

The first touch has changed what lies under the finger; for a moment a second touch at the same point does nothing.
Touching the same thing again, or anything elsewhere, is never held up: dealers are fast.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(slots=True, kw_only=True)
class BounceGuard:
    clock: Callable[[], float]
    seconds: float
    near: float  # pixels: within a finger's breadth it is the same place
    _touched: str = ""
    _at: Point = (0.0, 0.0)
    _when: float = float("-inf")
    _covered: float = float("-inf")  # when a page came or went last

    def now(self) -> float:
        return self.clock()

    def touched(self, name: str, at: Point) -> None:
        """Told before the touch does what it does."""
        self._touched, self._at, self._when = name, at, self.clock()

    def covered(self) -> None:
        """A page came or went: what is at a place may be another thing, though each is what it was."""
        self._covered = self.clock()

    def is_bounce(self, name: str, at: Point, since: float) -> bool:
        """`since`: when the thing at this place became what it is."""
        changed = max(since, self._covered)
        same_place = hypot(at[0] - self._at[0], at[1] - self._at[1]) <= self.near
        return same_place and name != self._touched and self._when <= changed > self.clock() - self.seconds
