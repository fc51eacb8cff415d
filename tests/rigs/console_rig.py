"""The dealer's console over any table of the rigs: fingers press its buttons, the dealer's hands move the cards.

`open_console` stands on an `OpenTable`, `staffed_console` on a `StaffedTable`, where everything goes by badge and PIN.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Generic, TypeVar

from dealer_console.game import phases
from dealer_console.game.cards import FACES, Card, card
from dealer_console.game.errors import Refusal
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.tables import load_table
from dealer_console.screens.console import Console
from dealer_console.screens.console_config import ConsoleConfig, config_of
from dealer_console.screens.values import Button, Overlay, Screen
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.table.state.table_state import TableState
from tests.rigs.open_table import OpenTable
from tests.rigs.staffed_table import StaffedTable
from tests.rigs.table_rig import TableRig

CHIPS = config_of(load_table("massachusetts-switch-1")).chips

Rig = TypeVar("Rig", bound=TableRig, covariant=True)


class Glass:
    """A console as somebody sees and touches it."""

    console: Console

    @property
    def screen(self) -> Screen:
        return self.console.screen

    def press(self, name: str) -> None:
        self.console.press(name)

    def action(self, name: str) -> Button | None:
        return next((action for action in self.screen.actions if action.id == f"act:{name}" and action.enabled), None)

    @property
    def overlay(self) -> Overlay:
        overlay = self.screen.overlay
        assert overlay is not None
        return overlay


class ConsoleRig(Glass, Generic[Rig]):
    """The session works whenever something was pressed or moved."""

    def __init__(self, rig: Rig, config: ConsoleConfig | None = None) -> None:
        self.rig = rig
        self.config = config or config_of(rig.table, people=tuple(rig.pins))
        self.faces: dict[int, Card] = {}  # what the dealer's hand holds, by the number of its draw
        self.console = Console(self, self.config)
        rig.virtual.publish = rig.session.publish = self._published
        self.follow()

    def follow(self) -> None:
        """The console shows the session as it is now: a new console, or a new session."""
        self.console.show(self.rig.snapshot)

    def _published(self, snapshot: TableSnapshot) -> None:
        self.console.show(snapshot)  # whichever console it is now

    def submit(self, command: c.Command, answered: Callable[[Refusal | None], None]) -> None:
        """`ports.Table`. A PIN is looked at aside: the answer comes when it has been."""
        answer = self.rig.session.submit(command)
        self.rig.wait(answer.done)
        answered(answer.result(0).refusal)

    @property
    def virtual(self) -> VirtualTable:
        return self.rig.virtual

    @property
    def state(self) -> TableState:
        return self.rig.state

    # --- fingers ---------------------------------------------------------------------------------------------------

    def done(self, command: c.Command) -> None:
        """What leads to the page that a test is about."""
        self.rig.done(command)

    def typed(self, digits: str) -> None:
        for digit in digits:
            self.press(f"digit:{digit}")

    def identify_as(self, name: str, pin: str | None = None) -> None:
        self.press(f"person:{name}")
        self.typed(pin or self.rig.pins[name])

    def identified(self, name: str, then: str) -> None:
        """Somebody signs or approves."""
        self.identify_as(name)
        self.press(then)

    def sign(self, name: str) -> None:
        assert self.page == "sign", self.page
        self.identified(name, "sign")
        assert self.note == "", self.note

    def approve(self, name: str = "Sam") -> None:
        assert self.page == "request", (self.page, self.note)
        self.identified(name, "approve")
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

    def bet(self, spots: range, cents: int) -> None:
        """On the bets page, chip by chip."""
        self.press("act:bets")
        self.press(f"chip:{cents}")
        for spot in spots:
            self.press(f"spot:{spot}")
        self.press("bets-down")

    # --- what the dealer's hands do; they look at the layout, never into the shoe ------------------------------------

    def wait(self, seconds: float, until: Callable[[], bool] | None = None) -> bool:
        return self.virtual.run(seconds, until)

    def draw(self) -> None:
        """The dealer draws one card; the table has taken it in when this returns."""
        before = self.state.seq
        number = self.virtual.sims["shoe"].device.kept.last_draw + 1  # type: ignore[attr-defined]
        answer = self.virtual.operate("shoe", "draw 1")
        assert answer.startswith("ok drew"), answer
        self.faces[number] = card(answer.split()[3][:2])
        assert self.wait(30.0, lambda: self._taken_in(number, before)), f"draw {number} never reached the table"

    def _taken_in(self, number: int, after: int) -> bool:
        """Told by the shoe, and opened where it lies face up."""
        told = any(entry.data.get("draw") == number for entry in self.rig.journal.entries(after=after))
        return told and self.state.opening is None

    def needs_hands(self) -> bool:
        """Does the table wait for a card, or for the hole card in the reader?"""
        state = self.state
        r = state.round
        if r is None:
            return bool(state.bets) or state.burn_due
        if r.irregularity is not None:
            return False
        return r.due is not None or state.opening is not None or self._reader_is_due()

    def _reader_is_due(self) -> bool:
        r = self.state.round
        return r is not None and r.phase is phases.CHECK and r.due is None and "reader" in self.virtual.kinds

    def hands(self) -> None:
        state = self.state
        if state.opening is not None:
            self.wait(30.0, lambda: state.opening is None)
        elif self._reader_is_due():
            self._reader()
        else:
            self.draw()

    def _reader(self) -> None:
        state, hole = self.state, self.state.hole_draw
        assert hole is not None
        self.virtual.operate("reader", f"insert {self.faces[hole.number].text}")
        self.wait(30.0, lambda: state.round is None or state.round.phase is not phases.CHECK)
        self.virtual.operate("reader", "remove")
        self.wait(0.5)


AnyConsole = ConsoleRig[TableRig]
OpenConsole = ConsoleRig[OpenTable]
StaffedConsole = ConsoleRig[StaffedTable]


def open_console(
    rules: str,
    *,
    kinds: tuple[str, ...] = ("shoe", "reader"),
    spots: int = 0,
    bet: int = 2500,
    seed: int = 1,
    order: str = "",
) -> OpenConsole:
    """Open, shuffled, burned and, on so many spots, with wagers. `order`: the cards after the burn card."""
    table = OpenTable(rules=rules, bets=(), kinds=kinds, shoe=f"2c {order}" if order else shuffled(rules, seed))
    console = OpenConsole(table, replace(config_of(table.table, people=tuple(table.pins)), chips=CHIPS))
    if spots:
        console.bet(range(1, spots + 1), bet)
    return console


def shuffled(rules: str, seed: int) -> str:
    order = list(FACES) * int(load_rules(rules).choices["decks"].default)  # type: ignore[call-overload]
    Random(seed).shuffle(order)
    return " ".join(face.text for face in order)


def staffed_console(folder: Path, name: str, *, kinds: tuple[str, ...] = ()) -> StaffedConsole:
    """Closed, with its file and its people; everything by pressing."""
    return StaffedConsole(StaffedTable(folder, name, kinds=kinds))
