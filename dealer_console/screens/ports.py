"""What the flow of a screen needs from outside, and what a window may ask of the flow.

How they come together: the `publish` of the session carries each `TableSnapshot` to the thread of the window and there
into `Console.show`. `Console.changed` is called after every new screen, on the same thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from dealer_console.game.errors import Refusal
from dealer_console.screens.values import Screen
from dealer_console.table.commands import Command


class Table(Protocol):
    """The live table, as the screen's flow uses it. All calls return at once; answers come later, on the same thread
    that calls the flow (the window sees to that)."""

    def submit(self, touch: Command, answered: Callable[[Refusal | None], None]) -> None:
        """Put a touch into the table's queue; `answered` gets None, or the refusal to show. Who somebody is stands in
        the touch itself (`touches.Signed`), and is found out aside."""
        ...


class Flow(Protocol):
    """What a window drives. `Console` is the dealer's; tests and the pictures' command use the same."""

    @property
    def screen(self) -> Screen:
        """What to show now. Equal values need no repaint."""
        ...

    def press(self, touched: str) -> None:
        """A finger on the thing with this id."""
        ...

    def key(self, key: str) -> bool:
        """A key, as Qt writes it; True when something on the screen has it."""
        ...

    def tick(self, clock: str) -> None:
        """Time passes: the clock on the top line, and times left."""
        ...
