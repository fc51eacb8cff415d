"""A whole table in virtual time with the dealer's console on it: fingers press buttons, hands move cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from dealer_console.game import phases
from dealer_console.game.cards import FACES, Card, card
from dealer_console.game.errors import Refusal
from dealer_console.journal import AnyJournal, MemoryJournal
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.tables import load_table
from dealer_console.screens.console import Console
from dealer_console.screens.console_config import ConsoleConfig, config_of
from dealer_console.screens.values import Button, Screen
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.table.state.table_state import TableState
from tests.rigs.known_people import PEOPLE, done
from tests.rigs.opening import open_table, setup_of, table_of

KEY = bytes(32)
CHIPS = config_of(load_table("massachusetts-switch-1")).chips


class PlayedTable:
    """The session works whenever something was pressed or moved; answers come back at once, on this thread."""

    def __init__(
        self,
        *,
        kinds: tuple[str, ...],
        journal: AnyJournal,
        house: ConsoleConfig,
        setup: TableSetup,
    ) -> None:
        self.house = house
        self.faces: dict[int, Card] = {}  # what the dealer's hand holds, by the number of its draw
        self.virtual = VirtualTable(
            journal,
            kinds=kinds,
            publish=self._posted,
            setup=setup,
        )
        self.console = Console(self, self.house)
        self.follow()

    def follow(self) -> None:
        """The console shows the session as it is now: a new console, or a new session."""
        self.console.show(self.virtual.session.snapshot)

    def _posted(self, snapshot: TableSnapshot) -> None:
        self.console.show(snapshot)

    # --- ports.Table -----------------------------------------------------------------------------------------------

    def submit(self, touch: c.Command, answered: Callable[[Refusal | None], None]) -> None:
        answer = self.virtual.session.submit(touch)
        self.virtual.session.step()
        answered(answer.result(0).refusal)

    # --- what people see and do ------------------------------------------------------------------------------------

    @property
    def state(self) -> TableState:
        return self.virtual.session.state

    @property
    def screen(self) -> Screen:
        return self.console.screen

    def press(self, name: str) -> None:
        self.console.press(name)

    def identified(self, name: str, then: str) -> None:
        """Somebody whom the table knows by name signs or approves; any PIN is theirs."""
        self.press(f"person:{name}")
        for digit in "0000":
            self.press(f"digit:{digit}")
        self.press(then)

    def action(self, name: str) -> Button | None:
        return next((action for action in self.screen.actions if action.id == f"act:{name}" and action.enabled), None)

    def touch(self, command: c.Command) -> None:
        done(self.virtual.session, command)

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
        told = any(entry.data.get("draw") == number for entry in self.virtual.journal.entries(after=after))
        return told and self.state.opening is None

    def load(self, rules: str, seed: int) -> None:
        order = list(FACES) * int(load_rules(rules).choices["decks"].default)  # type: ignore[call-overload]
        Random(seed).shuffle(order)
        self.virtual.operate("shoe", "load " + " ".join(face.text for face in order))

    def bet(self, spots: range, cents: int) -> None:
        """On the bets page, chip by chip."""
        self.press("act:bets")
        self.press(f"chip:{cents}")
        for spot in spots:
            self.press(f"spot:{spot}")
        self.press("bets-down")

    # --- what the dealer's hands do; they look at the layout, never into the shoe ------------------------------------

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


def played_at(
    rules: str,
    *,
    kinds: tuple[str, ...] = ("shoe", "reader"),
    journal: AnyJournal | None = None,
    spots: int = 0,
    bet: int = 2500,
    seed: int = 1,
    order: str = "",
) -> PlayedTable:
    """Open, shuffled, burned and, on so many spots, with wagers. `order`: the cards after the burn card."""
    table = table_of(rules, kinds)
    journal = journal or MemoryJournal.create(table="T1", signing_key=KEY)
    open_table(journal, table)
    shown = replace(config_of(table, people=tuple(PEOPLE)), chips=CHIPS)
    played = PlayedTable(kinds=kinds, journal=journal, house=shown, setup=setup_of(table))
    if "shoe" in kinds:
        if order:
            played.virtual.operate("shoe", f"load 2c {order}")
        else:
            played.load(rules, seed)
        played.wait(3.0, lambda: all(device.ready for device in played.virtual.devices.values()))
        played.wait(3.0, lambda: all(device.enabled for device in played.virtual.devices.values()))
        played.draw()
    else:
        played.press("face-down")  # the burn card
    if spots:
        played.bet(range(1, spots + 1), bet)
    return played
