"""A flow that cannot bring the window down: when it fails, a safe screen stands in its place until somebody goes back.

Going back makes the flow anew from the newest view of the table: the same journal, the same screen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from dealer_console.screens.safe import BACK, BACK_KEYS, safe_screen
from dealer_console.screens.values import Screen

log = logging.getLogger("dealer_console.window")
View = TypeVar("View")
ViewIn = TypeVar("ViewIn", contravariant=True)
Answer = TypeVar("Answer")


class ShownFlow(Protocol[ViewIn]):
    """A flow that shows the views of a table."""

    @property
    def screen(self) -> Screen: ...

    def show(self, view: ViewIn) -> None: ...

    def press(self, touched: str) -> None: ...

    def key(self, key: str) -> bool: ...

    def tick(self, clock: str) -> None: ...


class GuardedFlow(Generic[View]):
    """`make` builds the flow; `language` tells in which language a failure is told."""

    def __init__(self, make: Callable[[], ShownFlow[View]], language: Callable[[], str] = lambda: "en") -> None:
        self._make = make
        self._language = language
        self._flow = make()
        self._view: View | None = None
        self._good: Screen | None = None
        self._safe: Screen | None = None
        self.failures: list[str] = []

    # --- what a window drives --------------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        if self._safe is None:
            self._guarded(self._look)
        if self._safe is not None:
            return self._safe
        if self._good is None:
            self.failed("the flow has no screen")
            return self.screen
        return self._good

    def _look(self) -> None:
        self._good = self._flow.screen

    def show(self, view: View) -> None:
        self._view = view
        if self._safe is None:
            self._guarded(lambda: self._flow.show(view))

    def press(self, touched: str) -> None:
        if self._safe is None:
            self._guarded(lambda: self._flow.press(touched))
        elif touched == BACK:
            self._back()

    def key(self, key: str) -> bool:
        if self._safe is None:
            return self._guarded(lambda: self._flow.key(key)) or False
        if key in BACK_KEYS:
            self._back()
        return key in BACK_KEYS

    def tick(self, clock: str) -> None:
        if self._safe is None:
            self._guarded(lambda: self._flow.tick(clock))

    @property
    def is_safe(self) -> bool:
        """Does the safe screen stand there now?"""
        return self._safe is not None

    # --- failures --------------------------------------------------------------------------------------------------

    def failed(self, words: str) -> None:
        """Also for failures outside the flow: in the window itself, in another thread."""
        self.failures.append(words)
        self._safe = safe_screen(self._good, words, self._language())

    def _back(self) -> None:
        self._safe = None
        self._guarded(self._anew)

    def _anew(self) -> None:
        self._flow = self._make()
        if self._view is not None:
            self._flow.show(self._view)

    def _guarded(self, deed: Callable[[], Answer]) -> Answer | None:
        try:
            return deed()
        except Exception as error:  # whatever it is, the dealer must not stand before a dead screen
            log.exception("the flow of the screen failed")
            self.failed(f"{type(error).__name__}: {error}")
            return None
