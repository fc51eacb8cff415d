"""What makes a shuffle due beside the cutting card: a round that ended so, or cards that lie spread."""

from __future__ import annotations

from typing import Final

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.catalogue import ruling_for
from dealer_console.game.message import Message
from dealer_console.game.state import Round
from dealer_console.journal import Draft
from dealer_console.journal.entries.cards import ShuffleDue
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.fold_cards import SPREAD
from dealer_console.table.shift.guards import Why, during_round, not_open
from dealer_console.table.shift.state import CardsAre

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
