"""The burn after a shuffle and for a new dealer, and who may see a burned card."""

from __future__ import annotations

from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.journal.entries.cards import BurnCardShown, CardBurned, ForProcedure
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why, during_round, not_supervised
from dealer_console.table.shift.procedures import burn_clause
from dealer_console.table.shift.state import CardsAre
from dealer_console.table.state.table_state import TableState


class BurnCard(Command):
    """A card is burned by hand. With an electronic shoe the drawn card is the burn card by itself."""

    needs = Action.DEAL
    card: Card = UNSEEN  # as it is known: face down it is the unseen card

    def why_not(self, context: CommandContext) -> Why:
        """One card after each shuffle and for each new dealer; a second one only where the rules play on after it."""
        table, shift = context.table, context.shift
        if not context.state.cards_by_hand:
            return Refusal(Message("draw-burn-from-shoe"))
        clause = burn_clause(table, shift)
        if shift.cards.are not in (CardsAre.IN_PLAY, CardsAre.LAST_ROUND):
            return Refusal(Message("no-cards-in-shoe"), clause)
        refusal = during_round(shift, Message("card-burned"), clause)
        if refusal is None and shift.cards.burn_for is None and table.rules.extra_burn == "refused":
            return Refusal(Message("burn-made"), table.rules.values["extra_burn"].clause)
        return refusal

    def drafts(self, context: CommandContext) -> list[Draft]:
        why = ForProcedure(procedure=context.shift.cards.burn_for or "again")
        return [Draft.of(CardBurned(card=self.card, why=why), who=context.who)]


class ShowBurnCard(Command):
    """A player asked for it: the dealer shows it (MA 7(c)); with a supervisor's approval only in CB (shuffle 6)."""

    card: Card

    def action(self, state: TableState) -> Action:
        on_request = state.table is not None and state.table.rules.burn_shown == "on-request"
        return Action.SHOW_BURN_CARD if on_request else Action.SHOW_BURN_CARD_APPROVED

    def why_not(self, context: CommandContext) -> Why:
        rules = context.table.rules
        clause = rules.values["burn_shown"].clause
        if self.card == UNSEEN:
            return Refusal(Message("name-shown-card"))
        if not context.shift.cards.burns:
            return Refusal(Message("no-card-burned"), clause)
        if rules.burn_shown == "with-supervisor":
            return not_supervised(context.approver or context.by, Message("showing-burned-card"), clause)
        return None

    def drafts(self, context: CommandContext) -> list[Draft]:
        clause, shown_by = context.table.rules.values["burn_shown"].clause, context.approver or context.by
        return [Draft.of(BurnCardShown(card=self.card.text, rule=clause), who=shown_by.person)]
