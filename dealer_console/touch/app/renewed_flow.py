"""A flow that is made again after it has failed, from the newest view of the table: same journal, same screen.

The window shows its safe screen for as long as a failure stands there; when somebody goes on it asks for the screen
again, and nothing of the failed flow is trusted any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from dealer_console.screens.values import Screen

View = TypeVar("View")
ViewIn = TypeVar("ViewIn", contravariant=True)
Answer = TypeVar("Answer")


class ShownFlow(Protocol[ViewIn]):
    """A flow that shows the views of a table."""

    @property
    def screen(self) -> Screen: ...

    def show(self, moment: ViewIn) -> None: ...

    def press(self, touched: str) -> None: ...

    def key(self, key: str) -> bool: ...

    def tick(self, clock: str) -> None: ...


class RenewedFlow(Generic[View]):
    """Every failure goes to whoever called; the next look at the screen gets a new flow from `make`."""

    def __init__(self, make: Callable[[], ShownFlow[View]]) -> None:
        self._make = make
        self._flow = make()
        self._view: View | None = None
        self._clock = ""
        self._failed = False
        self.failures = 0

    @property
    def screen(self) -> Screen:
        return self._guarded(self._look)

    def _look(self) -> Screen:
        if self._failed:
            self._flow = self._make()
            if self._view is not None:
                self._flow.show(self._view)
            self._flow.tick(self._clock)
            self._failed = False
        return self._flow.screen

    def show(self, view: View) -> None:
        self._view = view
        if not self._failed:
            self._guarded(lambda: self._flow.show(view))

    def press(self, touched: str) -> None:
        if not self._failed:
            self._guarded(lambda: self._flow.press(touched))

    def key(self, key: str) -> bool:
        return not self._failed and self._guarded(lambda: self._flow.key(key))

    def tick(self, clock: str) -> None:
        self._clock = clock
        if not self._failed:
            self._guarded(lambda: self._flow.tick(clock))

    def _guarded(self, callback: Callable[[], Answer]) -> Answer:
        try:
            return callback()
        except Exception:
            self._failed = True
            self.failures += 1
            raise
