"""Long work that reports how far it is and can be stopped: handed down to whatever reads many entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock

from dealer_console.game.message import Message

Progress = Callable[[int, int, Message], None]


class Stopped(Exception):
    """Somebody stopped the work. What was committed before stays, and the next try goes on from there."""


class Work:
    """`progress` hears done, total and what is done, on the thread that works; `stop` may come from any thread."""

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress
        self._stop = Event()
        self._lock = Lock()
        self._interrupt: Callable[[], None] | None = None

    def stop(self) -> None:
        with self._lock:
            self._stop.set()
            if self._interrupt is not None:
                self._interrupt()

    @contextmanager
    def interrupting(self, interrupt: Callable[[], None]) -> Iterator[None]:
        """While this lasts, `stop` calls `interrupt`: for one long question to a database."""
        with self._lock:
            if self._stop.is_set():
                raise Stopped("stopped")
            self._interrupt = interrupt
        try:
            yield
        finally:
            with self._lock:
                self._interrupt = None

    @property
    def stopping(self) -> bool:
        return self._stop.is_set()

    def report(self, done: int, total: int, what: Message) -> None:
        """Raises `Stopped` when somebody has asked for it."""
        if self._stop.is_set():
            raise Stopped(f"stopped: {what.code}, {done} of {total}")
        if self._progress is not None:
            self._progress(done, total, what)


def unwatched() -> Work:
    """For work that nobody watches."""
    return Work()
