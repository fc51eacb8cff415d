"""A finger at a console in virtual time: it waits until something is there, touches it, and looks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dealer_console.demo.virtual_console import VirtualConsole
from dealer_console.screens.values import Button, Element, Screen

LONGEST_WAIT: Final = 60.0  # virtual seconds
LOOK: Final = 0.2
Seen = Callable[[str, Screen], None]


class VirtualFinger:
    """Implements `evening.Finger`. `seen` gets every picture as a frozen screen."""

    def __init__(
        self, console: VirtualConsole, seen: Callable[[str, Screen], None] = lambda _name, _screen: None
    ) -> None:
        self.console = console
        self._seen = seen

    def press(self, *touched: str) -> None:
        for name in touched:
            self.until(name)
            self.console.press(name, ready=lambda _screen: True)

    def until(self, *touched: str) -> str:
        self._wait(lambda: any(self.has(name) for name in touched), " or ".join(touched))
        return next(name for name in touched if self.has(name))

    def has(self, touched: str) -> bool:
        """Something to touch that is not refused now."""
        dim = {button.id for button in buttons_of(self.console.screen) if not button.enabled}
        return touched in self.console.console.pressable() and touched not in dim

    def operate(self, kind: str, text: str) -> None:
        answer = self.console.table.operate(kind, text)
        if not answer.startswith("ok"):
            raise RuntimeError(f"{kind} {text}: {answer}")
        self.console.settle()

    def lamp(self, kind: str, words: str) -> None:
        self._wait(lambda: self.console.table.session.state.links.get(kind) == words, f"{kind} {words}")

    def shoe(self) -> tuple[int, int]:
        return shoe_in(self.console.screen.top.shoe)

    def picture(self, name: str) -> None:
        self.console.settle()
        self._seen(name, self.console.screen)

    def _wait(self, holds: Callable[[], bool], what: str) -> None:
        end = self.console.table.now + LONGEST_WAIT
        while not holds():
            if self.console.table.now > end:
                buttons = [button.id for button in buttons_of(self.console.screen)]
                note = self.console.screen.note or getattr(self.console.screen.overlay, "note", "")
                raise RuntimeError(f"{what} does not come; {self.console.screen.prompt.big!r} {note!r} with {buttons}")
            self.console.settle(ready=lambda _screen: holds())
            if not holds():
                self.console.run(LOOK)


def shoe_in(words: str) -> tuple[int, int]:
    """Cards left and cards out, from the words of the top line."""
    left, out = (int(number) for number in re.findall(r"\d+", words)[:2])
    return left, out


def buttons_of(screen: Screen) -> tuple[Button, ...]:
    """Every button that can be pressed now, those of an open page included."""
    elements: list[Element] = [*screen.actions, *screen.side.buttons]
    if screen.last is not None and screen.last.undo is not None:
        elements.append(screen.last.undo)
    if screen.overlay is not None:
        elements += [element for column in screen.overlay.columns for row in column for element in row.elements]
        elements += [button for button in (screen.overlay.close, screen.overlay.done) if button is not None]
    return tuple(element for element in elements if isinstance(element, Button))
