"""Who stands at a port: one thread that opens it, reads and writes for one device, and finds a lost port again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from drivers.errors import LineResetError, PortError
from drivers.transports.interface import LineUser, Transport

_LONGEST_READ = 0.5
REOPEN_AFTER = 1.0
# A half-open connection takes every byte and answers none: after this silence the port is opened again.
SILENCE_LIMIT = 5.0


class PortRunner:
    """`start`, and later `stop`, which returns when the thread has ended and the port is closed.

    `silence` only says that it shall end, for a thread that must not wait.
    """

    def __init__(self, *, user: LineUser, transport: Transport, clock: Callable[[], float] = time.monotonic) -> None:
        self._user = user
        self._transport = transport
        self._clock = clock
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name=f"line {transport.name}", daemon=True)
        self.last_problem = ""

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        self._transport.wake()

    def silence(self) -> None:
        """Nothing is sent any more; the device inhibits itself two seconds later. Safe from every thread."""
        self._stop.set()
        self._transport.wake()

    def stop(self) -> None:
        self.silence()
        if self._thread.ident is not None:
            self._thread.join(timeout=10)

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def _work(self) -> None:
        while not self._stop.is_set():
            # Whatever ends the turn at the port, a bug of ours included, must never leave a device that looks alive.
            text = "the driver of this port has stopped"
            try:
                self._transport.open()
                self._attend()
            except PortError as problem:
                text = self.last_problem = str(problem)
            finally:
                self._transport.close()
                self._user.line_lost(text)
            self._stop.wait(REOPEN_AFTER)

    def _attend(self) -> None:
        user, transport = self._user, self._transport
        heard = now = self._clock()
        user.line_opened(now)
        while not self._stop.is_set():
            try:
                out = user.bytes_to_send()
                if out:
                    transport.write(out)
                due = user.due()
                wait = _LONGEST_READ if due is None else due - self._clock()
                data = transport.read(min(max(wait, 0.0), _LONGEST_READ))
                now = self._clock()
            except LineResetError:
                now = self._clock()
                user.line_opened(now)
                continue
            if data:
                heard = now
                user.receive(data, now)
            elif now - heard > SILENCE_LIMIT:
                raise PortError(f"{transport.name} has been silent for {SILENCE_LIMIT:.0f} s; it is opened again")
            if not data or (due is not None and due <= now):  # a line that never falls silent is asked all the same
                user.step(now)
