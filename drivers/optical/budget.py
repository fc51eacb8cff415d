"""The time that there is for one picture."""

from __future__ import annotations

import time
from collections.abc import Callable

_STEP_MS, _VERDICT_MS = 1.5, 6.0
"""What one more frame usually takes to be looked at; and after the last one the verdict, with the sum of the picture
that it belongs to and what a technician's view needs."""


class Budget:
    """It runs from the beginning. `ms` None: as long as it takes.

    A step takes as long as the device needs for it: the longest one of this picture says how long the next may take.
    What is known to take longer is asked for by `lacks`.
    """

    __slots__ = ("_asked", "_began", "_clock", "_long_step", "_longest", "_ms")

    def __init__(self, ms: float | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        self._ms, self._clock, self._began = ms, clock, clock()
        self._asked, self._longest, self._long_step = 0.0, _STEP_MS, False

    @property
    def spent_ms(self) -> float:
        return (self._clock() - self._began) * 1000.0

    @property
    def over(self) -> bool:
        """Would one more step end too late? Asked before each one."""
        if self._ms is None:
            return False
        spent = self.spent_ms
        if not self._long_step:
            self._longest = max(self._longest, spent - self._asked)
        self._asked, self._long_step = spent, False
        return spent + self._longest + _VERDICT_MS > self._ms

    def lacks(self, ms: float) -> bool:
        """Is there less time than this before the verdict? The first step of a picture has whatever time there is, so
        that each picture comes further than the one before."""
        if self._ms is None:
            return False
        first = self._asked == 0.0
        over = self.over
        lacking = not first and (over or self._asked + ms + _VERDICT_MS > self._ms)
        self._long_step = not lacking
        return lacking
