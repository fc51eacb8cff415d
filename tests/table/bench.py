"""A table to test with: simulated devices in virtual time, a stacked shoe, commands that say what became of them."""

from __future__ import annotations

from dealer_console.game import moves, phases
from dealer_console.game.cards import FACES
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import Draft, Entry, MemoryJournal
from dealer_console.messages import recorded_refusal
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.table.state.table_state import TableState
from tests.opened_table import approval, open_table, setup_of, submitted, table_of

MA, CB, SD = "massachusetts-switch", "catfish-bend-blackjack", "south-dakota-switch"


def new_journal() -> MemoryJournal:
    return MemoryJournal.create(table="T1", signing_key=bytes(32), log=bytes(16))


class Bench:
    """Opened, shuffled and burned; `cards` leave the shoe in this order behind the burn card."""

    def __init__(
        self,
        cards: str = "",
        *,
        rules: str = MA,
        bets: tuple[str, ...] = ("1 25",),
        kinds: tuple[str, ...] = ("shoe", "reader"),
        choices: dict[str, str] | None = None,
        seed: int = 1,
        virtual: type[VirtualTable] = VirtualTable,
    ) -> None:
        self.snapshots: list[TableSnapshot] = []
        self.journal = new_journal()
        self.table = table = table_of(rules, kinds, choices)
        open_table(self.journal, table)
        self.virtual = virtual(
            self.journal, kinds=kinds, seed=seed, publish=self.snapshots.append, setup=setup_of(table)
        )
        if "shoe" in kinds:
            rest = " ".join(face.text for face in FACES * 5)
            self.operate("shoe", f"load 2c {cards} {rest}")
        self.run(2.0)
        if "shoe" in kinds:
            self.draw()
        else:
            self.play("??")
        self.ok(c.WagersDown(who="Dee", bets=tuple(parse_bet(text) for text in bets)))

    @property
    def state(self) -> TableState:
        return self.virtual.session.state

    @property
    def snapshot(self) -> TableSnapshot:
        return self.virtual.session.snapshot

    @property
    def hands(self) -> dict[str, tuple[str, ...]]:
        """The cards of every hand, as they are shown; the dealer's too."""
        return hands_of(self.snapshot)

    def run(self, seconds: float = 0.3) -> None:
        self.virtual.run(seconds)

    def operate(self, kind: str, text: str) -> str:
        answer = self.virtual.operate(kind, text)
        assert answer.startswith("ok"), answer
        return answer

    def draw(self, count: int = 1) -> None:
        for _ in range(count):
            self.operate("shoe", "draw 1")
            self.run(0.12)

    def touch(self, command: c.Command) -> str | None:
        """What needs a second person is approved by the supervisor."""
        outcome = submitted(self.virtual.session, command)
        if outcome.request is not None:
            outcome = submitted(self.virtual.session, approval(self.virtual.session, outcome.request))
        self.run(0.06)
        return recorded_refusal(outcome.refusal) if outcome.refusal is not None else None

    def ok(self, touch: c.Command) -> None:
        refusal = self.touch(touch)
        assert refusal is None, refusal

    def refused(self, touch: c.Command) -> str:
        """Refused, journaled, and nothing has changed."""
        before, entries = self.state.hash(), self.journal.seq
        refusal = submitted(self.virtual.session, touch).refusal
        assert refusal is not None, f"{touch} was not refused"
        assert self.state.hash() == before
        assert [entry.kind for entry in self.journal.entries(after=entries)] == ["refusal"]
        return recorded_refusal(refusal)

    def play(self, text: str, who: str = "Dee") -> None:
        self.ok(c.Play(who=who, move=parse_move(text)))

    def play_refused(self, text: str) -> str:
        return self.refused(c.Play(who="Dee", move=parse_move(text)))

    def deal(self, count: int = 6) -> None:
        """The first cards: one spot has two hands, so four cards of players and two of the dealer."""
        self.draw(count)

    def standing(self) -> list[str]:
        from dealer_console.game.round_files.notation import write_move

        return [write_move(move.move) for move in self.state.standing]

    def kinds(self, kind: str) -> list[Entry]:
        return [entry for entry in self.journal.entries() if entry.kind == kind]

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
                self.ok(c.WagersPaid(who="Dee"))
            elif r.due is not None:
                self.draw()
            elif r.phase is phases.INSURANCE:
                self.ok(c.Play(who="Dee", move=moves.InsuranceClosed()))
            elif r.phase is phases.SHOW:
                self.ok(c.ShowHoleCard(who="Dee"))
            elif r.hand is None:
                assert r.spot_in_turn is not None
                self.ok(c.Play(who="Dee", move=moves.SwitchDeclined(spot=r.spot_in_turn.number)))
            else:
                self.ok(c.Play(who="Dee", move=moves.Stood(hand=r.hand.id)))
        raise AssertionError(f"the round does not end: {self.snapshot}")


def note(text: str) -> Draft:
    return Draft(kind="note", data={"text": text})


def hands_of(snapshot: TableSnapshot) -> dict[str, tuple[str, ...]]:
    r = snapshot.round
    hands = (r.dealer, *r.hands.values()) if r is not None else ()
    return {hand.id: tuple(card.text for card in hand.cards) for hand in hands}
