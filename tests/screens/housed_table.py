"""A table with a house under the console: its file, a real book of people with PINs; everything by pressing."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from dealer_console.game.errors import Refusal
from dealer_console.journal import MemoryJournal
from dealer_console.rulebook.tables import load_table
from dealer_console.screens.console_config import ConsoleConfig, config_of
from dealer_console.table import commands as c
from dealer_console.table.people import load_permissions
from dealer_console.table.session.table_setup import TableSetup
from tests.rigs.staff import PINS, book_in
from tests.screens.played_table import KEY, PlayedTable

LONGEST_WAIT = 120.0


class HousedTable(PlayedTable):
    def __init__(self, folder: Path, name: str, *, kinds: tuple[str, ...] = ()) -> None:
        file = load_table(name)
        self.book, self.people = book_in(folder)
        shown: ConsoleConfig = config_of(file, people=tuple(PINS))
        super().__init__(
            kinds=kinds,
            house=shown,
            journal=MemoryJournal.create(table=name, signing_key=KEY, log=bytes(16)),
            setup=TableSetup(table=file, people=self.book, permissions=load_permissions()),
        )

    def submit(self, touch: c.Command, answered: Callable[[Refusal | None], None]) -> None:
        """A PIN is looked at aside: the answer comes when it has been."""
        answer = self.virtual.session.submit(touch)
        end = time.monotonic() + LONGEST_WAIT
        self.virtual.session.step()
        while not answer.done():
            assert time.monotonic() < end, "the table never answered"
            time.sleep(0.0005)
            self.virtual.session.step()
        answered(answer.result(0).refusal)

    # --- fingers ---------------------------------------------------------------------------------------------------

    def typed(self, digits: str) -> None:
        for digit in digits:
            self.press(f"digit:{digit}")

    def identify_as(self, name: str, pin: str | None = None) -> None:
        self.press(f"person:{name}")
        self.typed(pin or PINS[name])

    def sign(self, name: str) -> None:
        assert self.page == "sign", self.page
        self.identify_as(name)
        self.press("sign")
        assert self.note == "", self.note

    def approve(self, name: str = "Sam") -> None:
        assert self.page == "request", (self.page, self.note)
        self.identify_as(name)
        self.press("approve")
        assert self.note == "", self.note

    def go(self, *names: str) -> None:
        """One press after the other; none may be refused."""
        for name in names:
            ids = self.console.pressable()
            assert name in ids, f"{name} is not on the screen: {sorted(ids)}"
            self.press(name)
            assert self.note == "", f"{name}: {self.note}"

    @property
    def page(self) -> str:
        return self.screen.overlay.id if self.screen.overlay is not None else ""

    @property
    def note(self) -> str:
        return self.screen.overlay.note if self.screen.overlay is not None else self.screen.note

    def count_tray(self, *counts: tuple[int, int]) -> None:
        """Denomination in cents and number of chips, or of stacks."""
        for cents, count in counts:
            self.press(f"chip:{cents}")
            self.typed(str(count))
