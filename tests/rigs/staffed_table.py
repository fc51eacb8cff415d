"""A table with its people: its file, a real book of people with PINs, a journal, devices where they are named.

Nothing is open yet: people sign in, open it, bring the cards. After every command of a `checked` one the journal is
folded again from its snapshot and from its first entry: both must give the same state.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from dealer_console.game.errors import Refusal
from dealer_console.journal import AnyJournal, MemoryJournal
from dealer_console.rulebook.tables import Table, load_table
from dealer_console.table import commands as c
from dealer_console.table.commands.command import Outcome
from dealer_console.table.devices.shuffle_methods import why_not_deal
from dealer_console.table.people import Role, Staff, load_permissions
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.chips import Chips, chips
from dealer_console.table.shift.readiness import why_not_round
from dealer_console.table.snapshot import snapshot_of
from dealer_console.table.state.table_state import TableState
from tests.rigs.staff import PINS, book_in
from tests.rigs.table_rig import TableRig
from tests.table.pit_rulings import key_of, signed_by

TRAY: Final = chips({10000: 100, 2500: 200, 500: 200})
MA, CB = "massachusetts-switch-1", "catfish-bend-blackjack-1"
EVERY: Final = 8  # entries: so often a restart without any snapshot is compared, too
NOON: Final = 1_794_812_400.0


def with_shoe_of(table: Table, kinds: tuple[str, ...]) -> Table:
    """A table that is played by hand has no shoe in its file."""
    return table if "shoe" in kinds else replace(table, devices=tuple(d for d in table.devices if d.kind != "shoe"))


class StaffedTable(TableRig):
    """`done`: the dealer alone. `sign`: somebody with a PIN. `by_two`: what one asks for and another approves."""

    def __init__(
        self,
        folder: Path,
        table: str | Table = MA,
        *,
        kinds: tuple[str, ...] = (),
        journal: AnyJournal | None = None,
        options: dict[str, dict[str, Any]] | None = None,
    ) -> None:
        file = with_shoe_of(load_table(table) if isinstance(table, str) else table, kinds)
        self.book, self.people = book_in(folder)
        self.staff = Staff(self.book, load_permissions(), second=self.people["Sid"])
        self.checked = False  # compare with a restart after every command
        super().__init__(
            journal or MemoryJournal.create(table=file.name, signing_key=bytes(32), log=bytes(16)),
            TableSetup(table=file, people=self.book, permissions=load_permissions()),
            PINS,
            kinds=kinds,
            options=options,
            now=NOON,
        )
        if kinds:
            self.run(2.0)

    def run(self, seconds: float = 0.3) -> None:
        super().run(seconds)
        assert self.session.stopped is None

    def answer(self, command: c.Command, *, follow: bool = True) -> Outcome:
        outcome = super().answer(command, follow=follow)
        assert self.session.stopped is None, self.session.stopped
        if self.checked:
            self.same_after_restart()
        return outcome

    def same_after_restart(self) -> None:
        restored = restore(self.journal)
        assert restored.hash() == self.state.hash()
        if self.journal.seq % EVERY == 0 or self.state.shift.stage != "open":
            assert from_the_first_entry(self.journal).hash() == self.state.hash()
        r = self.state.round
        if r is not None:
            told = [(wager.spot, wager.hand, wager.wager, wager.pays, wager.takes) for wager in self.state.settled]
            assert told == [
                (settlement.spot, settlement.hand, settlement.wager, settlement.pays, settlement.takes)
                for settlement in r.settlements
            ]
        again = snapshot_of(restored, self.setup, now_ms=self.now, past=self.snapshot.past)
        assert again == self.snapshot

    def why_no_round(self) -> Refusal | None:
        """What keeps the next card from opening a round."""
        table, shift = self.setup.table(self.state.shift), self.state.shift
        refusal = why_not_round(table, shift, {int(bet.spot) for bet in self.state.bets})
        return refusal or why_not_deal(self.state, table.rules)

    def id(self, name: str) -> str:
        return self.people[name].id

    def from_pit(self, name: str, command: c.FromPit) -> c.FromPit:
        """The command in the name of this person, signed by PIN as at the stand."""
        return signed_by(key_of(self.book, self.people[name], PINS[name], self.now), command)

    # --- the evening -----------------------------------------------------------------------------------------------

    def come_in(self, name: str = "Dana") -> None:
        self.sign(name, c.ComeIn(who="", role=Role.DEALER))

    def open(self, tray: Chips = TRAY) -> None:
        self.come_in()
        self.by_two(c.OpenTable(who=self.dealer, tray=tray))

    def bring_cards(self) -> None:
        self.done(c.DecksIn(who=self.dealer, decks=self.table.game.decks, colour="blue"))
        self.by_two(c.CardsInspected(who=self.dealer))

    def shuffle(self, reason: str = "new-cards") -> None:
        who = self.dealer
        self.done(c.BeginShuffle(who=who, reason=reason, way="hand"))
        if self.table.rules.shuffle_acknowledged:
            self.done(c.CardStep(who=who, step="call"))
            self.sign("Sam", c.CardStep(who="", step="acknowledge"))
            self.done(c.CardStep(who=who, step="halve"))
            self.done(c.CardStep(who=who, step="riffle", riffles=6))
        else:
            for step in ("plug", "riffle", "riffle", "turn", "strip"):
                self.done(c.CardStep(who=who, step=step))

    def cut(self) -> None:
        who = self.dealer
        self.done(c.OfferCut(who=who, players=(1, 2, 3), first_player=3))
        cut = self.state.shift.cards.cut
        assert cut is not None
        self.done(c.CutRefused(who=who, spot=cut.offered_to))
        cut = self.state.shift.cards.cut
        assert cut is not None
        self.done(c.CutMade(who=who, spot=cut.offered_to, cards_before=100))
        self.follow_the_guide()

    def follow_the_guide(self) -> None:
        """The plain steps, as long as the guide asks for one."""
        while (guide := self.snapshot.guide) is not None and guide.command is c.CardStep:
            self.done(c.CardStep(who=self.dealer, step=guide.step))

    def burn(self) -> None:
        self.done(c.BurnCard(who=self.dealer))

    def ready(self) -> None:
        """Open, cards in, shuffled, cut, burned: the next thing is a round."""
        self.open()
        self.bring_cards()
        self.shuffle()
        self.cut()
        self.burn()


def from_the_first_entry(journal: AnyJournal) -> TableState:
    state = TableState()
    for entry in journal.entries():
        state.fold(entry)
    return state
