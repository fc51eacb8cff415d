"""The time of a table: the wall clock when the console started, and from then on only the monotonic one.

Whoever sets the machine's clock changes no time-out and revives no approval; that it was set is told as an alarm.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

LARGEST_STEP_MS: Final = 2000  # what a time server corrects without a jump is far below


class SteadyClock:
    """Milliseconds since 1970, never backwards."""

    def __init__(
        self, wall_ms: Callable[[], int], monotonic_ns: Callable[[], int] = time.monotonic_ns, *, not_before_ms: int = 0
    ) -> None:
        self._wall_ms = wall_ms
        self._monotonic_ns = monotonic_ns
        wall = wall_ms()
        self._began_ms = max(wall, not_before_ms)
        self._offset_ms = self._began_ms - wall  # how far the wall clock is behind, as far as it was told
        self._began_ns = monotonic_ns()
        self.behind_at_start_ms = self._offset_ms

    def __call__(self) -> int:
        return self._began_ms + (self._monotonic_ns() - self._began_ns) // 1_000_000

    def jump_ms(self) -> int:
        """How far the wall clock was set since this was asked last; 0: it goes as it should. Below 0: back."""
        offset = self() - self._wall_ms()
        jumped = self._offset_ms - offset
        if abs(jumped) < LARGEST_STEP_MS:
            return 0
        self._offset_ms = offset
        return jumped
