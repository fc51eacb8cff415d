"""A table on the floor for tests: a real journal in memory, the people, the time handed in, the folded shift."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from dealer_console.game.money import show
from dealer_console.game.round_files.report import house_net, settlement_data
from dealer_console.game.round_files.round_file import write_bet
from dealer_console.game.state import Round
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import Draft, MemoryJournal
from dealer_console.rulebook.tables import Table, load_table
from dealer_console.table import commands as c
from dealer_console.table.commands.command import CommandContext
from dealer_console.table.people.person import Person, PersonId, Role
from dealer_console.table.session.table_setup import in_force
from dealer_console.table.shift import Acting, Chips, Shift, apply, chips
from dealer_console.table.shift.guards import Why
from dealer_console.table.state.table_state import TableState
from tests.rigs.staffed_table import with_shoe_of

CONFIG: Final = Path(__file__).parents[3] / "config" / "tables"

ANA: Final = Acting(person="ana", role=Role.DEALER)
BEN: Final = Acting(person="ben", role=Role.DEALER)
SUE: Final = Acting(person="sue", role=Role.SUPERVISOR)
PAT: Final = Acting(person="pat", role=Role.PIT_MANAGER)
TED: Final = Acting(person="ted", role=Role.TECHNICIAN)

TRAY: Final[Mapping[int, int]] = {10000: 100, 2500: 200, 500: 200, 100: 200}


class JournaledShift:
    """`act` appends what a command records and folds it; `why_not` only asks; `later` lets time pass."""

    def __init__(self, name: str = "massachusetts-switch-1", table: Table | None = None) -> None:
        self.table = table or with_shoe_of(load_table(name), ())
        self.journal = MemoryJournal.create(table=self.table.name, signing_key=b"\7" * 32, log=b"\1" * 16)
        self.now = 1_794_812_400_000  # 2026-11-16 07:00 UTC
        self.shift = Shift()
        self.round = 0

    def do(self, drafts: Sequence[Draft]) -> Shift:
        self.now += 1_000
        for entry in self.journal.append(drafts, at_ms=self.now):
            self.shift = apply(self.shift, entry)
        return self.shift

    def context(self, by: Acting, approver: Acting | None = None) -> CommandContext:
        state = TableState()
        state.shift = self.shift
        person = Person(id=PersonId(by.person), name=by.person, badge="", roles=(Role(by.role),))
        return CommandContext(
            state=state,
            table=in_force(self.table, self.shift),
            by=by,
            approver=approver,
            person=person,
            now_ms=self.now + 1_000,
        )

    def why_not(self, command: c.Command, by: Acting, approver: Acting | None = None) -> Why:
        return command.why_not(self.context(by, approver))

    def drafts(self, command: c.Command, by: Acting, approver: Acting | None = None) -> list[Draft]:
        return command.entries(self.context(by, approver))

    def act(self, command: c.Command, by: Acting, approver: Acting | None = None) -> Shift:
        return self.do(self.drafts(command, by, approver))

    def later(self, milliseconds: int) -> None:
        self.now += milliseconds

    def open(self, tray: Chips | None = None) -> JournaledShift:
        held = tray or chips(TRAY)
        self.act(c.OpenTable(who="", tray=held), ANA, SUE)
        self.act(c.ComeIn(who=""), ANA)
        return self

    def bring_cards(self) -> JournaledShift:
        self.act(c.DecksIn(who="", decks=self.table.game.decks, colour="red"), ANA)
        self.act(c.CardsInspected(who=""), ANA, SUE)
        return self

    def step(self, *keys: str, by: Acting = ANA, riffles: int = 1) -> JournaledShift:
        for key in keys:
            self.act(c.CardStep(who="", step=key, riffles=riffles), by)
        return self

    def shuffle_by_hand(self, reason: str, players: Sequence[int] = (1, 2, 3)) -> JournaledShift:
        """Up to the offer of the cut, as the rule set of the table prescribes."""
        self.act(c.BeginShuffle(who="", reason=reason, way="hand"), ANA)
        if self.table.rules.shuffle_acknowledged:
            self.step("call").step("acknowledge", by=SUE).step("halve").step("riffle", riffles=6)
        else:
            self.step("plug", "riffle", "riffle", "turn", "strip")
        first = max(players, default=None)
        self.act(c.OfferCut(who="", players=tuple(players), first_player=first), ANA)
        return self

    def load_after_cut(self) -> JournaledShift:
        cut = self.shift.cards.cut
        assert cut is not None
        self.act(c.CutMade(who="", spot=cut.offered_to, cards_before=100), ANA)
        self.step("bring-to-back")
        if not self.table.rules.shuffle_acknowledged:
            self.step("align")
        return self.step("place-cutting-card", "load")

    def burn(self) -> JournaledShift:
        self.act(c.BurnCard(who=""), ANA)
        return self

    def ready(self, tray: Chips | None = None) -> JournaledShift:
        """Open, cards in, shuffled, cut, burned: the next thing is a round."""
        self.open(tray).bring_cards().shuffle_by_hand("new-cards").load_after_cut()
        return self.burn()

    def open_round(self, *bets: str) -> JournaledShift:
        self.round += 1
        self.do([Draft(kind="round-opened", data={"round": self.round, "bets": [*bets]})])
        return self

    def close_round(self, net: int = 0) -> JournaledShift:
        self.do([Draft(kind="round-closed", data={"round": self.round, "house_net": show(net)})])
        return self

    def play(self, *bets: str) -> JournaledShift:
        return self.open_round(*bets).close_round()

    def record_round(self, bets: Sequence[Bet], played: Round) -> None:
        """A round that the engine has played, with its settlements as the table journals them."""
        self.open_round(*(write_bet(bet) for bet in bets))
        for settlement in played.settlements:
            self.do([Draft(kind="settlement", data={**settlement_data(settlement)})])  # type: ignore[dict-item]
        self.close_round(house_net(played))

    def settle(self, wager: str, outcome: str, stake: str, pays: str, takes: str, **more: str) -> JournaledShift:
        kind = more.get("kind", "settlement")
        hand = more.get("hand", "1a") if wager not in ("match", "trilux", "insurance", "toke.match") else None
        self.do(
            [
                Draft(
                    kind=kind,
                    data={
                        "spot": 1,
                        "bettor": 1,
                        "hand": hand,
                        "wager": wager,
                        "stake": stake,
                        "outcome": outcome,
                        "pays": pays,
                        "takes": takes,
                        "rule": "MA 5(g)",
                    },
                )
            ]
        )
        return self

    def end_shoe(self) -> JournaledShift:
        self.open_round("1 25")
        self.act(c.CuttingCardOut(who="", spot=1), ANA)
        return self.close_round()

    def close(self, tray: Chips, approver: Acting = SUE) -> JournaledShift:
        self.act(c.CloseTable(who="", tray=tray), ANA, approver)
        return self
