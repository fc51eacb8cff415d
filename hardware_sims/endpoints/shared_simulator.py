"""A simulator on wall time inside the host's process, shared by whoever opens it.

Nothing runs in the background: the machine is brought up to date whenever somebody reads, writes or looks.
"""

from __future__ import annotations

import threading
import time

from hardware_sims.devices import Simulator


class SharedSimulator:
    """One machine, its clock, and the bytes on their way to the host."""

    def __init__(self, simulator: Simulator, time_scale: float = 1.0) -> None:
        self.simulator = simulator
        self._scale = time_scale
        self._start = time.monotonic()
        self._waiting = bytearray()
        self._changed = threading.Condition()

    def _now(self) -> float:
        return (time.monotonic() - self._start) * self._scale

    def _catch_up(self) -> None:
        self._waiting += self.simulator.step(self._now())

    @property
    def connected(self) -> bool:
        with self._changed:
            self._catch_up()
            return self.simulator.connected(self._now())

    @property
    def powered(self) -> bool:
        with self._changed:
            self._catch_up()
            return self.simulator.machine.powered

    @property
    def waiting(self) -> int:
        with self._changed:
            self._catch_up()
            return len(self._waiting)

    def write(self, data: bytes) -> None:
        with self._changed:
            self.simulator.feed(data, self._now())
            self._changed.notify_all()

    def operate(self, text: str) -> str:
        with self._changed:
            answer = self.simulator.operate(text, self._now())
            self._changed.notify_all()
            return answer

    def forget_waiting(self) -> None:
        with self._changed:
            self._catch_up()
            self._waiting.clear()

    def wake(self) -> None:
        """Whoever waits in `read` looks again whether to go on."""
        with self._changed:
            self._changed.notify_all()

    def read(self, size: int, timeout: float | None, given_up: threading.Event | None = None) -> bytes:
        """`size` bytes, or fewer when time is up, the machine is unplugged or the reader gives up."""
        end = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while True:
                self._catch_up()
                left = None if end is None else end - time.monotonic()
                over = left is not None and left <= 0
                stopped = (given_up is not None and given_up.is_set()) or self.is_unplugged()
                if len(self._waiting) >= size or over or stopped:
                    taken = bytes(self._waiting[:size])
                    del self._waiting[:size]
                    return taken
                self._changed.wait(self._nap(left))

    def is_unplugged(self) -> bool:
        """Nothing can come any more until somebody plugs the line in again."""
        return not self.simulator.connected(self._now())

    def _nap(self, left: float | None) -> float | None:
        due = self.simulator.due()
        if due is None:
            return left
        until_due = max(0.0, (due - self._now()) / self._scale)
        return until_due if left is None else min(left, until_due)
