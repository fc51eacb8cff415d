"""A table that is open at once, shuffled and burned: people known by name, a stacked shoe, wagers down."""

from __future__ import annotations

from dealer_console.game import moves, phases
from dealer_console.game.cards import FACES
from dealer_console.game.round_files.notation import write_move
from dealer_console.journal import Draft, MemoryJournal
from dealer_console.messages import recorded_refusal
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from tests.rigs.known_people import PEOPLE, SUPERVISOR
from tests.rigs.opening import open_table, setup_of, table_of
from tests.rigs.table_rig import TableRig

MA, CB, SD = "massachusetts-switch", "catfish-bend-blackjack", "south-dakota-switch"


def new_journal() -> MemoryJournal:
    return MemoryJournal.create(table="T1", signing_key=bytes(32), log=bytes(16))


class OpenTable(TableRig):
    """`cards` leave the shoe in this order after the burn card, or it holds what `shoe` says.

    What takes two people the supervisor approves.
    """

    approver = SUPERVISOR

    def __init__(
        self,
        cards: str = "",
        *,
        rules: str = MA,
        bets: tuple[str, ...] = ("1 25",),
        kinds: tuple[str, ...] = ("shoe", "reader"),
        choices: dict[str, str] | None = None,
        seed: int = 1,
        shoe: str = "",
        virtual: type[VirtualTable] = VirtualTable,
    ) -> None:
        journal, table = new_journal(), table_of(rules, kinds, choices)
        open_table(journal, table)
        pins = dict.fromkeys(PEOPLE, "0000")
        super().__init__(journal, setup_of(table), pins, kinds=kinds, seed=seed, virtual=virtual)
        if "shoe" in kinds:
            rest = " ".join(face.text for face in FACES * 5)
            self.operate("shoe", f"load {shoe or f'2c {cards} {rest}'}")
        self.run(2.0)
        if "shoe" in kinds:
            self.draw()
        else:
            self.play("??")
        if bets:
            self.bet(*bets)

    def attempt(self, command: c.Command) -> str | None:
        """Why it was refused; None: it was done, approved where it takes two."""
        outcome = self.answer(command)
        if outcome.request is not None:
            outcome = self.answer(self.approve(SUPERVISOR, outcome.request))
        return recorded_refusal(outcome.refusal) if outcome.refusal is not None else None

    def deal(self, count: int = 6) -> None:
        """The first cards: one spot has two hands, so four cards of players and two of the dealer."""
        self.draw(count)

    def next_card(self, face: str | None, more: list[str], *, hidden: bool) -> str:
        """The next card of a story; `more` are those after it. An electronic shoe knows them itself."""
        if "shoe" not in self.virtual.kinds or self.state.cards_by_hand:
            face = face or more.pop(0)
            self.play("??" if hidden else face)
            return face
        drawn = self.operate("shoe", "draw 1").split()[3]
        self.run(0.12)
        assert face in (None, drawn)
        return drawn

    def play_refused(self, text: str) -> str:
        return self.refused(self.card(text))

    def standing(self) -> list[str]:
        return [write_move(move.move) for move in self.state.standing]

    def check(self, card: str) -> None:
        self.operate("reader", f"insert {card}")
        self.run(0.4)
        self.operate("reader", "remove")
        self.run(0.2)

    def finish(self) -> None:
        """Everybody stands, the dealer draws, everything is paid."""
        for _ in range(60):
            r = self.state.round
            if r is None:
                return
            if r.phase is phases.COMPLETE:
                self.done(c.WagersPaid(who=self.dealer))
            elif r.due is not None:
                self.draw()
            elif r.phase is phases.INSURANCE:
                self.done(c.Play(who=self.dealer, move=moves.InsuranceClosed()))
            elif r.phase is phases.SHOW:
                self.done(c.ShowHoleCard(who=self.dealer))
            elif r.hand is None:
                assert r.spot_in_turn is not None
                self.done(c.Play(who=self.dealer, move=moves.SwitchDeclined(spot=r.spot_in_turn.number)))
            else:
                self.done(c.Play(who=self.dealer, move=moves.Stood(hand=r.hand.id)))
        raise AssertionError(f"the round does not end: {self.snapshot}")


def note(text: str) -> Draft:
    return Draft(kind="note", data={"text": text})
