"""What systemd hears from a running console (sd_notify): that it is ready, and that window and table are both alive.

A window that hangs sends nothing; a table whose thread hangs is not reported alive either. systemd then ends the
process and starts it again, and the table comes back from its journal.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Mapping
from typing import Final

BEATS_IN_TIME: Final = 3  # so many in the time that the watchdog waits


def notify(words: str, environment: Mapping[str, str] | None = None) -> bool:
    """Send it to whoever started us; False where nobody listens."""
    address = (os.environ if environment is None else environment).get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        try:
            line.connect("\0" + address[1:] if address.startswith("@") else address)
            line.sendall(words.encode())
        except OSError:
            return False
    return True


class Watchdog:
    """`beat` is called by the window about once a second. `turns` counts what the table's thread has done, `wake` makes
    it do another turn."""

    def __init__(
        self,
        turns: Callable[[], int],
        wake: Callable[[], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._environment = os.environ if environment is None else environment
        self._turns, self._wake, self._clock = turns, wake, clock
        self._every = int(self._environment.get("WATCHDOG_USEC", "0") or 0) / 1_000_000 / BEATS_IN_TIME
        self._seen = turns()
        self._next = clock()

    def ready(self) -> None:
        notify("READY=1\nSTATUS=the table is there", self._environment)

    def stopping(self) -> None:
        notify("STOPPING=1", self._environment)

    def beat(self) -> None:
        """Only when the table has made a turn since the last time."""
        if not self._every or self._clock() < self._next:
            return
        turns = self._turns()
        if turns != self._seen:
            self._seen, self._next = turns, self._clock() + self._every
            notify("WATCHDOG=1", self._environment)
        self._wake()
