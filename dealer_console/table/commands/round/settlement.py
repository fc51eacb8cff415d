"""The end of a round: wagers taken and paid, the round closed; afterwards nothing is undone, two people correct."""

from __future__ import annotations

from typing import TypeVar

from dealer_console.game.cards import UNSEEN, card
from dealer_console.game.errors import Bug, Refusal
from dealer_console.game.message import Message
from dealer_console.game.money import Cents
from dealer_console.game.round_files.report import house_net
from dealer_console.journal import AnyJournal, Draft, Entry
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries import rounds as stored
from dealer_console.journal.entries.cards import CardBurned, NamedNotDealt, TakenBack
from dealer_console.journal.settlements import SettledWager
from dealer_console.table.approvals.request import subject_hash
from dealer_console.table.commands.cards.shoe import after_round
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why
from dealer_console.table.state.card_places import out_of_play
from dealer_console.table.state.loose_cards import loose_cards, why_not_yet
from dealer_console.table.state.table_state import EXPLAINED, NEXT, QUEUED, TableState

_Stored = TypeVar("_Stored")


class SettlementDone(Command):
    """One settlement is taken or paid. `settlement` is its entry in the journal (`SettlementView.entry`)."""

    needs = Action.DEAL
    settlement: int

    def why_not(self, context: CommandContext) -> Why:
        wager = _settled(context.state, self.settlement)
        if wager is None or not context.state.in_round:
            return Refusal(Message("no-settlement-of-round", number=self.settlement))
        return Refusal(Message("wager-paid-already")) if wager.done else None

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.SettlementDone(settlement=self.settlement), who=context.who)]


def _settled(state: TableState, seq: int) -> SettledWager | None:
    return next((wager for wager in state.settled if wager.seq == seq), None)


class WagersPaid(Command):
    """Everything is taken and paid: the round is closed."""

    needs = Action.DEAL

    def why_not(self, context: CommandContext) -> Why:
        state, r = context.state, context.state.round
        if r is None or not r.complete:
            return Refusal(Message("round-not-complete"))
        # A card after loose ones is spoken of between rounds: they go out with the round.
        queued = state.draw_at(QUEUED) is not None and state.late is None
        if r.ended_by is None and (state.opening is not None or queued):
            return Refusal(Message("card-still-being-opened"))
        return why_not_yet(state)

    def drafts(self, context: CommandContext) -> list[Draft]:
        """The round is closed, the cards that nobody used go out of play, and a shuffle may be due."""
        state = context.state
        if state.round is None:
            raise Bug("no round is open")
        net = Cents(house_net(state.round))
        closed = stored.RoundClosed(round=state.round_number, house_net=net, complete=True)
        if state.shoe_in_play is not None:  # its cards were picked up long ago
            return [Draft.of(closed, who=context.who)]
        unused = [draw for draw in state.draws.values() if draw.dealt or draw.place in (NEXT, EXPLAINED)]
        late = "no hand was due it any more"
        uncounted = (*state.uncounted, *loose_cards(state))
        return [
            Draft.of(closed, who=context.who),
            *(out_of_play(draw, draw.card or "??", late) for draw in unused),
            *(Draft.of(CardBurned(card=card(face), why=NamedNotDealt(detail=late))) for face in uncounted),
            *[Draft.of(CardBurned(card=UNSEEN, why=TakenBack(detail=late)))] * state.owed_by_hand,
            *([] if context.shift.cards.in_shuffler else after_round(state.round)),
        ]


class CorrectSettlement(Command):
    """After the round was paid: money moves once more, by a supervisor, with a reason. Becomes a request.

    `corrects` is the entry of the settlement, `cents` what the house pays beyond it (below zero: takes).
    """

    needs = Action.CORRECT_SETTLEMENT
    corrects: int
    cents: int
    reason: str

    def why_not(self, context: CommandContext) -> Why:
        if context.approver is None:
            return context.why_alone
        journal = _journal(context)
        entry = _settlement(journal, self.corrects)
        if entry is None:
            return Refusal(Message("entry-no-settlement", number=self.corrects))
        if not _later(journal, entry.seq, stored.RoundClosed):
            return Refusal(Message("round-not-paid-yet"))
        if context.approver.person == context.who:
            return Refusal(Message("asker-cannot-approve"))
        if not self.reason.strip() or self.cents == 0:
            return Refusal(Message("correction-names-amount"))
        hash_ = self._asked_hash(entry, context)
        if any(corrected.asked_hash == hash_ for corrected in _later(journal, entry.seq, stored.SettlementCorrected)):
            return Refusal(Message("approval-used"))
        return None

    def drafts(self, context: CommandContext) -> list[Draft]:
        entry = _settlement(_journal(context), self.corrects)
        if entry is None:
            raise Bug(f"entry {self.corrects} is no settlement")
        settled = entry.typed
        if not isinstance(settled, stored.WagerSettled):
            raise Bug(f"entry {self.corrects} is no settlement")
        corrected = stored.SettlementCorrected(
            corrects=entry.seq,
            cents=Cents(self.cents),
            spot=settled.spot,
            bettor=settled.bettor,
            reason=self.reason,
            requested_by=context.who,
            approved_by=context.second.person,
            asked_hash=self._asked_hash(entry, context),
        )
        return [Draft.of(corrected, who=context.who)]

    def _asked_hash(self, entry: Entry, context: CommandContext) -> str:
        return asked_hash(entry, cents=self.cents, reason=self.reason, requested_by=context.who)


def asked_hash(entry: Entry, *, cents: int, reason: str, requested_by: str) -> str:
    """What an approval is bound to: the settlement as it stands in the journal, the money, the reason, who asks."""
    subject: dict[str, Json] = {
        "corrects": entry.seq,
        "entry": entry.hash,
        "cents": cents,
        "reason": reason,
        "requested_by": requested_by,
    }
    return subject_hash(Action.CORRECT_SETTLEMENT, subject)


def _journal(context: CommandContext) -> AnyJournal:
    if context.journal is None:
        raise Bug("a correction looks back into the journal")
    return context.journal


def _settlement(journal: AnyJournal, seq: int) -> Entry | None:
    if not 1 <= seq <= journal.seq:
        return None
    entry = next(iter(journal.entries(after=seq - 1)))
    return entry if isinstance(entry.typed, stored.WagerSettled) else None


def _later(journal: AnyJournal, seq: int, kind: type[_Stored]) -> list[_Stored]:
    return [entry.typed for entry in journal.entries(after=seq) if isinstance(entry.typed, kind)]
