"""Between the threads: what the table publishes and answers arrives on the thread of the window, in order.

The table works in its own thread and never waits for a screen. Of views that follow each other faster than they can be
painted only the newest is shown: each is the whole truth.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from dealer_console.table.commands import Command

Deed = Callable[[], None]
Value = TypeVar("Value")


class Post(QObject):
    """Takes deeds from any thread and does them on the thread that made it, one after the other."""

    _arrived = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._arrived.connect(self._do, Qt.ConnectionType.QueuedConnection)

    def __call__(self, deed: Deed) -> None:
        self._arrived.emit(deed)

    @Slot(object)
    def _do(self, deed: Deed) -> None:
        deed()


class Newest(Generic[Value]):
    """A value that any thread may replace; whoever shows it gets the newest one and is never asked twice for it."""

    def __init__(self, post: Callable[[Deed], None], show: Callable[[Value], None]) -> None:
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


class Answer(Protocol):
    """What a live table gives for a touch."""

    refusal: str | None

    def wait(self, seconds: float | None = None) -> bool: ...


class Answers:
    """Waits for the answers of the table aside, in the order of the touches, and brings each to the window."""

    def __init__(self, post: Callable[[Deed], None]) -> None:
        self._post = post
        self._waiting: queue.SimpleQueue[tuple[Answer, Callable[[str | None], None]] | None] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name="answers", daemon=True)
        self._thread.start()

    def bring(self, answer: Answer, answered: Callable[[str | None], None]) -> None:
        self._waiting.put((answer, answered))

    def stop(self) -> None:
        self._ended.set()
        self._waiting.put(None)
        self._thread.join(timeout=10)

    def _work(self) -> None:
        while (item := self._waiting.get()) is not None:
            answer, answered = item
            while not answer.wait(0.2):
                if self._ended.is_set():
                    return
            self._post(lambda answered=answered, refusal=answer.refusal: answered(refusal))  # type: ignore[misc]


class PostedTable:
    """The live table as the flow of a screen uses it (`screens.ports.Table`): nothing here ever waits."""

    def __init__(self, post: Callable[[Deed], None], submit: Callable[[Command], Answer]) -> None:
        self._submit = submit
        self._answers = Answers(post)

    def submit(self, touch: Command, answered: Callable[[str | None], None]) -> None:
        self._answers.bring(self._submit(touch), answered)

    def stop(self) -> None:
        self._answers.stop()
