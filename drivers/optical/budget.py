"""The time that there is for one picture."""

from __future__ import annotations

import time
from collections.abc import Callable

_STEP_MS, _VERDICT_MS = 4.0, 2.0
"""What one more frame, or one more way of lying laid exactly, usually takes, and the verdict after the last one."""


class Budget:
    """It runs from the beginning. `ms` None: as long as it takes.

    A step takes as long as the machine needs for it: the longest one of this picture says how long the next may take.
    """

    __slots__ = ("_asked", "_began", "_clock", "_longest", "_ms")

    def __init__(self, ms: float | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        self._ms, self._clock, self._began = ms, clock, clock()
        self._asked, self._longest = 0.0, _STEP_MS

    @property
    def spent_ms(self) -> float:
        return (self._clock() - self._began) * 1000.0

    @property
    def over(self) -> bool:
        """Would one more step end too late? Asked before each one."""
        if self._ms is None:
            return False
        spent = self.spent_ms
        self._longest = max(self._longest, spent - self._asked)
        self._asked = spent
        return spent + self._longest + _VERDICT_MS > self._ms
