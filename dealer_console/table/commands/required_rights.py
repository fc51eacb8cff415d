"""Which right a move needs. The matrix says who has it; the rule set says which moves want a supervisor."""

from __future__ import annotations

from typing import Final

from dealer_console.game import moves
from dealer_console.game.irregularities import needs_supervisor
from dealer_console.game.moves import Move
from dealer_console.game.rules import Rules
from dealer_console.game.state import Round
from dealer_console.table.people.actions import Action, Standing, standing_of

_CARDS: Final = (moves.CardDrawn, moves.CardBurned, moves.DoubleCardTurned, moves.HoleCardShown, moves.HoleCardChecked)
_SPOTS_ANSWER: Final = (moves.SpotLeft, moves.SpotPlaysOn, moves.ExposedCardRefused)


def action_for_move(r: Round, move: Move) -> Action:
    """Ask before the move is applied: the open irregularity decides whether its choice wants a supervisor."""
    if isinstance(move, moves.RoundVoided):
        return Action.VOID_ROUND
    if isinstance(move, moves.IrregularityCalled):
        return Action.CALL_IRREGULARITY
    if isinstance(move, _SPOTS_ANSWER):
        return Action.RESOLVE_IRREGULARITY  # a player's own answer is no ruling; the ruling that ends it may be one
    if isinstance(move, moves.Ruled | moves.ExposedCardTaken):
        wanted = r.irregularity is not None and needs_supervisor(r, r.irregularity, _choice(move))
        return Action.RULE_IRREGULARITY if wanted else Action.RESOLVE_IRREGULARITY
    return Action.DEAL if isinstance(move, _CARDS) else Action.DECIDE


def _choice(move: moves.Ruled | moves.ExposedCardTaken) -> str:
    """Taking an exposed card ends the irregularity, as a ruling does."""
    if isinstance(move, moves.Ruled):
        return move.choice
    return "dealer-accept" if move.hand is None else "hand-accept"


def action_for_burn_card_shown(rules: Rules) -> Action:
    """MA 7(c) shows it to whoever asks; CB shuffle 6 wants a supervisor."""
    return Action.SHOW_BURN_CARD if rules.burn_shown == "on-request" else Action.SHOW_BURN_CARD_APPROVED


def standing_of_round(r: Round | None, *, is_open: bool, stopped: bool) -> Standing:
    return standing_of(
        is_open=is_open,
        in_round=r is not None,
        irregularity_open=r is not None and r.irregularity is not None,
        stopped=stopped,
    )
