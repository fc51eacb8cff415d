"""Between the threads: what the table publishes and answers arrives on the thread of the window, in order.

The table works in its own thread and never waits for a screen. Of views that follow each other faster than they can be
painted only the newest is shown: each is the whole truth.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from dealer_console.game.errors import Refusal
from dealer_console.table.commands import Command
from dealer_console.table.commands.command import Outcome

Callback = Callable[[], None]
Value = TypeVar("Value")


class Post(QObject):
    """Takes callbacks from any thread and calls them on the thread that made it, one after the other."""

    _arrived = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._arrived.connect(self._do, Qt.ConnectionType.QueuedConnection)

    def __call__(self, callback: Callback) -> None:
        self._arrived.emit(callback)

    @Slot(object)
    def _do(self, callback: Callback) -> None:
        callback()


class Newest(Generic[Value]):
    """A value that any thread may replace; whoever shows it gets the newest one and is never asked twice for it."""

    def __init__(self, post: Callable[[Callback], None], show: Callable[[Value], None]) -> None:
        self._post = post
        self._show = show
        self._lock = threading.Lock()
        self._waiting: list[Value] = []

    def offer(self, value: Value) -> None:
        with self._lock:
            first = not self._waiting
            self._waiting = [value]
        if first:
            self._post(self._deliver)

    def _deliver(self) -> None:
        with self._lock:
            values, self._waiting = self._waiting, []
        for value in values:
            self._show(value)


class PostedTable:
    """The live table as the flow of a screen uses it (`screens.ports.Table`): nothing here ever waits."""

    def __init__(self, post: Callable[[Callback], None], submit: Callable[[Command], Future[Outcome]]) -> None:
        self._post = post
        self._submit = submit
        self._ended = False

    def submit(self, touch: Command, answered: Callable[[Refusal | None], None]) -> None:
        self._submit(touch).add_done_callback(lambda done: self._bring(done, answered))

    def _bring(self, done: Future[Outcome], answered: Callable[[Refusal | None], None]) -> None:
        """On the table's thread."""
        if not self._ended and not done.cancelled():
            refusal = done.result().refusal
            self._post(lambda: answered(refusal))

    def stop(self) -> None:
        self._ended = True
