"""Decks come to the table, are fanned and checked, and go out of play (MA 3, CB cards)."""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.journal.entries import shift as stored
from dealer_console.journal.entries.cards import ProcedureStep
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.devices.shuffle_methods import why_no_second_decks
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.continuous_shuffler import not_out_yet
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised, same_person
from dealer_console.table.shift.readiness import inspection_clause
from dealer_console.table.shift.state import CardsAre

_HANDLED: Final = (CardsAre.SHUFFLING, CardsAre.CUTTING)


class DecksIn(Command):
    """Decks come to the table. `second`: beside those in play, for a shuffler that shuffles them in the meantime."""

    needs = Action.SHOE_CHANGE
    decks: int
    colour: str = ""
    second: bool = False

    def why_not(self, context: CommandContext) -> Why:
        table, shift = context.table, context.shift
        clause = table.rules.choices["decks"].clause
        if self.decks != table.game.decks:
            return Refusal(Message("other-number-of-decks", count=table.game.decks, other=self.decks), clause)
        refusal = not_open(shift) or during_round(shift, Message("decks-changed"), clause)
        if refusal is not None or self.second:
            return refusal or why_no_second_decks(context.state, table, self.colour)
        if shift.cards.are in _HANDLED:
            return Refusal(Message("cards-being-shuffled"), clause)
        if not_out_yet(shift.cards):
            return Refusal(Message("cards-in-csm"))
        if shift.cards.are is not CardsAre.AWAY and "closing" in table.rules.procedures:
            first = table.rules.procedures["closing"][0]
            return Refusal(Message("check-old-decks-first"), first.clause)
        return None

    def drafts(self, context: CommandContext) -> list[Draft]:
        second = True if self.second else None
        return [Draft.of(stored.DecksIn(decks=self.decks, colour=self.colour, second=second), who=context.who)]


class CardsInspected(Command):
    """Fanned and looked at. Becomes a request; the supervisor who approves it has checked them (MA 3, CB cards)."""

    needs = Action.INSPECT_CARDS
    remark: str = ""
    second: bool = False

    def why_not(self, context: CommandContext) -> Why:
        are, clause = context.shift.cards.are, inspection_clause(context.table)
        if self.second:
            second = context.shift.second
            are = CardsAre.AWAY if second is None else CardsAre.INSPECTED if second.inspected_by else CardsAre.IN
        if are is not CardsAre.IN:
            code = "inspect-no-decks" if are is CardsAre.AWAY else "inspected-already"
            return Refusal(Message(code), clause)
        if context.approver is None:
            return not_open(context.shift) or context.why_alone
        return (
            not_open(context.shift)
            or same_person(context.who, context.approver.person, Message("inspecting-cards"))
            or not_supervised(context.approver, Message("checking-fanned-cards"), clause)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        second, checked_by = True if self.second else None, context.second.person
        inspected = stored.CardsInspected(fanned=True, checked_by=checked_by, remark=self.remark, second=second)
        return [Draft.of(inspected, who=context.who)]


class OrderCardsOut(Command):
    """Inside `Signed`, by a supervisor: the cards go out of play; racking, fanning and checking follow (CB)."""

    needs = Action.CARDS_OUT

    def why_not(self, context: CommandContext) -> Why:
        steps, cards = context.table.rules.procedures.get("closing"), context.shift.cards
        if steps is None:
            return Refusal(Message("no-closing-procedure"))
        clause = steps[0].clause
        if cards.are is CardsAre.AWAY:
            return Refusal(Message("no-cards-at-table"), clause)
        if cards.procedure not in (None, "end-of-shoe") or cards.in_shuffler:
            return Refusal(Message("cards-in-another-procedure", what=cards.procedure or ""), clause)
        return (
            not_open(context.shift)
            or during_round(context.shift, Message("cards-go-out-play"), clause)
            or not_supervised(context.by, Message("ordering-table-closed"), clause)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        first = context.table.rules.procedures["closing"][0]
        return [Draft.of(ProcedureStep(step=first.key, procedure="closing"), who=context.who)]
