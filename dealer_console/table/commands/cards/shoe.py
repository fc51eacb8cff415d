"""A shoe in play: its burn, the cutting card, the count of all cards, and what makes a shuffle due.

A card is burned after a shuffle and for a new dealer, and few may see it. Beside the cutting card a shuffle is due
after a round that ended so, or when cards lie spread.
"""

from __future__ import annotations

from typing import Final

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Spot
from dealer_console.game.irregularity.catalogue import ruling_for
from dealer_console.game.message import Message
from dealer_console.game.rules import rule_text
from dealer_console.game.state import Round
from dealer_console.journal import Draft
from dealer_console.journal.entries.cards import (
    BurnCardShown,
    CardBurned,
    CardsCounted,
    CuttingCardSeen,
    ForProcedure,
    ShuffleDue,
)
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.devices.cards_by_hand import why_not_by_hand
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.fold_cards import CARDS_PER_DECK, SPREAD
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised
from dealer_console.table.shift.readiness import burn_clause, current_step
from dealer_console.table.shift.spots import why_not_spot
from dealer_console.table.shift.state import CardsAre
from dealer_console.table.state.table_state import TableState


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
        cards_counted = self.shoe_rest + self.discards + self.removed
        counted = CardsCounted(
            procedure=str(cards.procedure),
            shoe_rest=self.shoe_rest,
            discards=self.discards,
            removed=self.removed,
            why_removed=self.why_removed,
            missing=cards.decks * CARDS_PER_DECK - cards_counted,
        )
        return [Draft.of(counted, who=context.who)]


class BurnCard(Command):
    """A card is burned by hand. With an electronic shoe the drawn card is the burn card by itself."""

    needs = Action.DEAL
    card: Card = UNSEEN  # as it is known: face down it is the unseen card

    def why_not(self, context: CommandContext) -> Why:
        """One card after each shuffle and for each new dealer; a second one only where the rules play on after it."""
        table, shift = context.table, context.shift
        if not context.state.cards_by_hand:
            return Refusal(Message("draw-burn-from-shoe"))
        undecided = why_not_by_hand(context.state, table)
        if undecided is not None:
            return undecided
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


MOST_FACE_UP: Final = 1  # of a shoe, before the round is void
SPREAD_CLAUSE: Final = {"CB": "CB shuffle b"}


def after_round(r: Round) -> list[Draft]:
    """Two cards found face up in the shoe (MA 15(b)), or none left for a round that was ended for it (CB 11)."""
    if r.rules.several_face_up == "void" and r.shoe.face_up > MOST_FACE_UP:
        return [_due("face-up-cards", ruling_for(r.rules, "card-face-up-in-shoe").clause)]
    if r.ended_by is not None and _shoe_is_empty(r):
        return [_due("shoe-empty", ruling_for(r.rules, "shoe-empty").clause)]
    return []


def _shoe_is_empty(r: Round) -> bool:
    """It was called, and no card has come since: not even the burn card of the shuffled discards."""
    of_cards = (moves.IrregularityCalled, moves.CardDrawn, moves.CardBurned)
    last = next((move for move in reversed(r.moves) if isinstance(move, of_cards)), None)
    return isinstance(last, moves.IrregularityCalled) and last.code == "shoe-empty"


def _due(reason: str, clause: str | None, who: str | None = None) -> Draft:
    return Draft.of(ShuffleDue(reason=reason, rule=clause), who=who)


class SpreadCards(Command):
    """The cards lie spread on the layout until the game resumes: then they are shuffled first (CB shuffle b)."""

    needs = Action.SHUFFLE

    def why_not(self, context: CommandContext) -> Why:
        cards, clause = context.shift.cards, _spread_clause(context)
        refusal = not_open(context.shift) or during_round(context.shift, Message("cards-spread"), clause)
        if refusal is None and (cards.are is not CardsAre.IN_PLAY or cards.in_shuffler):
            return Refusal(Message("no-cards-in-shoe"), clause)
        if refusal is None and context.state.bets:
            return Refusal(Message("spread-under-wagers"), clause)
        return refusal

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [_due(SPREAD, _spread_clause(context), context.who)]


def _spread_clause(context: CommandContext) -> str:
    return SPREAD_CLAUSE.get(context.table.rules.document, "house")
