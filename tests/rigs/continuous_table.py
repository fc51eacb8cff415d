"""A staffed table with a continuous shuffler."""

from __future__ import annotations

from pathlib import Path

from dealer_console.game.cards import FACES
from dealer_console.game.round_files.notation import parse_move
from dealer_console.journal import AnyJournal
from dealer_console.rulebook.tables import Table
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from dealer_console.table.snapshot import CardGuide
from tests.rigs.staffed_table import EVERY, StaffedTable, from_the_first_entry

CSM = "continuous-shuffler"
TABLE = "massachusetts-switch-2"


class ContinuousTable(StaffedTable):
    """Cards are real: the device gives them, hands enter them, and they go back into it."""

    def __init__(
        self,
        folder: Path,
        table: str | Table = TABLE,
        *,
        journal: AnyJournal | None = None,
        beside: tuple[str, ...] = (),
    ) -> None:
        super().__init__(folder, table, kinds=(CSM, *beside), journal=journal, options={CSM: {"cycle_seconds": 0.2}})

    def same_after_restart(self) -> None:
        """A line records its commands between two views, so only the states are compared."""
        assert restore(self.journal).hash() == self.state.hash()
        if self.journal.seq % EVERY == 0 or self.state.shift.stage != "open":
            assert from_the_first_entry(self.journal).hash() == self.state.hash()

    def shuffler(self, text: str) -> str:
        answer = self.operate(CSM, text)
        self.run(0.3)
        return answer

    @property
    def guide(self) -> CardGuide:
        assert self.snapshot.guide is not None
        return self.snapshot.guide

    # --- the way of the cards --------------------------------------------------------------------------------------

    def insert(self, decks: int | None = None) -> None:
        faces = FACES * (decks or self.table.game.decks)
        self.shuffler("load " + " ".join(face.text for face in faces))

    def into_play(self, reason: str = "new-cards") -> None:
        """Into the device, told by it, confirmed, burned."""
        self.done(c.BeginShuffle(who=self.dealer, reason=reason, way="device"))
        self.insert()
        self.done(c.CardStep(who=self.dealer, step="load"))
        self.burn_one()

    def burn_one(self) -> None:
        self.shuffler("draw 1")
        self.done(c.BurnCard(who=self.dealer))

    def ready(self) -> None:
        self.open()
        self.bring_cards()
        self.into_play()

    def out_and_counted(self) -> None:
        self.done(c.TakeCardsOut(who=self.dealer, device=CSM))
        self.virtual.run(30, lambda: self.guide.step == "count")
        assert self.guide.step == "count", self.guide
        self.shuffler("take")
        self.count()

    def count(self) -> None:
        self.done(c.CountCards(who=self.dealer, shoe_rest=300, discards=self.table.game.decks * 52 - 300))

    # --- a round ---------------------------------------------------------------------------------------------------

    def card_out(self, shown: str | None = None) -> str:
        """One card out of the device, entered as it lies; face down it is entered when it is turned."""
        face = self.shuffler("draw 1").split()[3]
        self.play(shown or face)
        return face

    def next_card(self, face: str | None, more: list[str], *, hidden: bool) -> str:
        """The next card of a story, entered as it is told."""
        face = face or more.pop(0)
        self.card_out("??" if hidden else face)
        return face

    def deal(self) -> str:
        """Wagers, two hands, the dealer's two cards. Gives back what lies face down."""
        if self.state.last_bets:
            self.done(c.SameWagers(who=self.dealer))
        else:
            self.bet("1 25")
        for _ in range(5):
            self.card_out()
        return self.card_out("??")

    def void(self) -> None:
        self.by_two(c.Play(who=self.dealer, move=parse_move("void by nobody-yet")))
        self.done(c.WagersPaid(who=self.dealer))

    def a_round(self) -> None:
        self.deal()
        self.void()
        self.put_back()

    def put_back(self) -> None:
        out = len(self.virtual.sims[CSM].device.out)  # type: ignore[attr-defined]
        if out:
            self.shuffler(f"return {out}")

    @property
    def counts(self) -> tuple[int, int]:
        """Left by the table's count, and inside by the device's."""
        assert self.state.shoe is not None
        assert self.state.stock is not None
        return self.state.shoe.left, self.state.stock.inside
