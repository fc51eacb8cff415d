"""A mistake seen after it happened (rulesets 11): called late, led to its end at the felt, its loose cards placed."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from dealer_console.game import moves
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.irregularity.catalogue import DEALER_WAS_DONE, ruling_for
from dealer_console.game.irregularity.late_call import Amended
from dealer_console.game.message import Message
from dealer_console.game.moves import Move
from dealer_console.journal import Draft
from dealer_console.journal.entries.rounds import LateCallMade, LateCallSteps
from dealer_console.journal.late_calls import late_call_entry
from dealer_console.journal.round_fold import DealtRound
from dealer_console.journal.settlements import drafts as settlement_drafts
from dealer_console.table.commands.command import Command, CommandContext, JudgedByEntries
from dealer_console.table.commands.round.play import with_supervisor
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why
from dealer_console.table.state.entry_drafts import move_drafts
from dealer_console.table.state.late_call import cards_are_away, why_not_late, why_not_without_cards
from dealer_console.table.state.loose_cards import loose_moves
from dealer_console.table.state.table_state import TableState


class CallLate(JudgedByEntries, Command):
    """At the card of entry `place` this happened, and this is its ruling. Becomes a request: it takes a supervisor.

    Until the wagers of the next round are down. `not_asked`: the hand had not asked for that card.
    """

    needs = Action.CALL_LATE
    about_the_felt = True
    place: int
    call: Move
    rulings: tuple[Move, ...] = ()
    not_asked: bool = False

    def as_asked(self) -> Self:
        return replace(self, rulings=tuple(with_supervisor(ruling, None) for ruling in self.rulings))

    def entries(self, context: CommandContext) -> list[Draft]:
        approver = context.second.person
        entry, amended = self.outcome(context.state, approver)
        dealt = context.state.dealt
        before = dealt.felt.settlements if dealt is not None else []
        changes = settlement_drafts(before, amended.round.settlements, context.who)
        return [Draft.of(entry, who=context.who), *changes]

    def outcome(self, state: TableState, approver: str) -> tuple[LateCallMade, Amended]:
        """The entry and the amended round. Raises `Refused`; nothing has changed."""
        why_not = why_not_late(state)
        if why_not is not None or state.dealt is None:
            raise Refused(why_not or Refusal(Message("no-round-before")))
        if not isinstance(self.call, moves.IrregularityCalled):
            raise Refused(Refusal(Message("late-call-stands-nowhere")))
        if self.call.code == DEALER_WAS_DONE and not state.cards_by_hand and not self._was_booked(state.dealt):
            clause = ruling_for(state.dealt.table.rules, self.call.code).clause
            raise Refused(Refusal(Message("late-call-shoe-tells-card"), clause))
        outcome = late_call_entry(
            state.dealt,
            place=self.place,
            call=self.call,
            rulings=self.as_asked().rulings,
            approved_by=approver,
            not_asked=self.not_asked,
        )
        if isinstance(outcome, Refusal):
            raise Refused(outcome)
        refusal = why_not_without_cards(outcome[1], away=cards_are_away(state))
        if refusal is not None:
            raise Refused(refusal)
        return outcome

    def _was_booked(self, dealt: DealtRound) -> bool:
        """Is the dealer's surplus card one of the round, taken for another when it came?"""
        moved = next((move.move for move in dealt.standing if move.seq == self.place), None)
        return self.not_asked or isinstance(moved, moves.IrregularityCalled)


class TickLateSteps(Command):
    """These steps of the late call are done at the felt, counted from 1."""

    needs = Action.LATE_STEPS
    steps: tuple[int, ...]

    def why_not(self, context: CommandContext) -> Why:
        late = context.state.late
        if late is None or not self.steps:
            return Refusal(Message("no-late-call-steps"))
        if any(not 1 <= step <= len(late.steps) or late.steps[step - 1].done for step in self.steps):
            return Refusal(Message("late-call-step-done"))
        return None

    def drafts(self, context: CommandContext) -> list[Draft]:
        call = context.state.late.seq if context.state.late is not None else 0
        return [Draft.of(LateCallSteps(call=call, steps=tuple(sorted({*self.steps}))), who=context.who)]


class PlaceLooseCard(Command):
    """The card that a late call left without a place: the hand in turn asked for it, or nobody did."""

    needs = Action.CALL_IRREGULARITY
    asked: bool

    def why_not(self, context: CommandContext) -> Why:
        if loose_moves(context.state, asked=self.asked):
            return None
        return Refusal(Message("no-loose-card-now"))

    def drafts(self, context: CommandContext) -> list[Draft]:
        return move_drafts(context.state, loose_moves(context.state, asked=self.asked), context.who)
