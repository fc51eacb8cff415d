"""The end of a shoe: the cutting card, and the count of all cards."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Spot
from dealer_console.game.message import Message
from dealer_console.game.rules import rule_text
from dealer_console.journal import Draft
from dealer_console.journal.entries.cards import CardsCounted, CuttingCardSeen
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.fold_cards import CARDS_PER_DECK
from dealer_console.table.shift.guards import Why
from dealer_console.table.shift.procedures import current_step
from dealer_console.table.shift.spots import why_not_spot
from dealer_console.table.shift.state import CardsAre


class CuttingCardOut(Command):
    """Seen by the dealer, at this spot (None: at the dealer's hand). An electronic shoe tells it by itself."""

    needs = Action.DEAL
    spot: int | None = None

    def why_not(self, context: CommandContext) -> Why:
        cards = context.shift.cards
        if cards.are is CardsAre.LAST_ROUND:
            return Refusal(Message("cutting-card-seen"))
        if cards.are is not CardsAre.IN_PLAY:
            return Refusal(Message("no-cutting-card-without-cards"))
        if cards.in_shuffler:
            return Refusal(Message("no-cutting-card-in-csm"))
        return why_not_spot(context.table, self.spot) or self._nobody_plays_there(context)

    def _nobody_plays_there(self, context: CommandContext) -> Why:
        r = context.state.round
        if self.spot is None or r is None or r.spot(Spot(self.spot)) is not None:
            return None
        return Refusal(Message("nobody-plays-spot", spot=self.spot))

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(CuttingCardSeen(spot=self.spot), who=context.who)]


class CountCards(Command):
    """At the end of a shoe: what is left in it and the discards (MA 7(n)(2)).

    A count that does not come out is recorded too: it stops the shuffle until a recount or new decks.
    """

    needs = Action.SHUFFLE
    shoe_rest: int
    discards: int
    removed: int = 0
    why_removed: str = ""

    def why_not(self, context: CommandContext) -> Why:
        due = current_step(context.table, context.shift)
        if due is None or due.key != "count":
            if due is None:
                return Refusal(Message("count-when-shoe-ended"))
            return Refusal(Message("count-when-shoe-ended-now", step=rule_text(due.does)), due.clause)
        if min(self.shoe_rest, self.discards, self.removed) < 0:
            return Refusal(Message("cards-below-0"), due.clause)
        return Refusal(Message("say-why-removed")) if self.removed and not self.why_removed else None

    def drafts(self, context: CommandContext) -> list[Draft]:
        cards = context.shift.cards
        found = self.shoe_rest + self.discards + self.removed
        counted = CardsCounted(
            procedure=str(cards.procedure),
            shoe_rest=self.shoe_rest,
            discards=self.discards,
            removed=self.removed,
            why_removed=self.why_removed,
            missing=cards.decks * CARDS_PER_DECK - found,
        )
        return [Draft.of(counted, who=context.who)]
