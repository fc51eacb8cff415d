"""A finger that bounces, or taps twice where once was meant, decides nothing that it cannot have seen. Pure: no Qt.

The first touch has changed what lies under the finger, or for which hand it decides; until the finger has rested for a
moment, no touch at the same point does anything: not the second tap, and not the twelfth. Touching the same thing for
the same hand again, or anything elsewhere, is never held up: dealers are fast.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Meaning: TypeAlias = tuple[str, str]  # what is touched, and the hand or phase that it decides for


@dataclass(slots=True, kw_only=True)
class BounceGuard:
    clock: Callable[[], float]
    seconds: float
    near: float  # pixels: within a finger's breadth it is the same place
    _touched: Meaning = ("", "")
    _at: Point = (0.0, 0.0)
    _when: float = float("-inf")
    _tapped: float = float("-inf")  # the last time at all, also in vain
    _covered: float = float("-inf")  # when a page came or went last

    def now(self) -> float:
        return self.clock()

    def touched(self, meaning: Meaning, at: Point) -> None:
        """Called before the touch does what it does."""
        self._touched, self._at, self._when = meaning, at, self.clock()
        self._tapped = self._when

    def covered(self) -> None:
        """A page came or went: what is at a place may be another thing, though each is what it was."""
        self._covered = self.clock()

    def is_bounce(self, meaning: Meaning, at: Point, since: float) -> bool:
        """`since`: when the thing at this place became what it is."""
        if hypot(at[0] - self._at[0], at[1] - self._at[1]) > self.near or meaning == self._touched:
            return False
        changed = max(since, self._covered)
        rested = self.clock() - max(changed, self._tapped)
        if self._when > changed or rested >= self.seconds:
            return False
        self._tapped = self.clock()
        return True
