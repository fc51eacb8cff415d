"""One verifier for the button, the check and the action: why a move is refused, with its clause, or None.

The phase table is asked first, then the rule of the move itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game import moves, phases
from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity import irregularities
from dealer_console.game.legality import cards, decisions, offers
from dealer_console.game.legality.lookup import card_first
from dealer_console.game.legality.timing import not_now
from dealer_console.game.play import flow
from dealer_console.game.state import Round

Check = Callable[[Round, Any], Refusal | None]


def why_not(r: Round, move: moves.Move) -> Refusal | None:
    """The reason and clause for refusing this move now, or None when it is lawful."""
    if r.card_waits and not moves.joins(move):
        r = r.copy()
        flow.serve_waiting_card(r)
    if r.irregularity is None:
        check = r.phase.checks.get(type(move))
        if check is not None:
            return check(r, move)
        if type(move) not in irregularities.MOVES:
            return not_now(r, move)
    return irregularities.why_not(r, move)


def _lawful_in_its_phase(r: Round, _move: moves.Move) -> Refusal | None:
    """The phase table says it all, unless a hand is still due its surplus card."""
    return None if r.due is None else card_first(r)


CHECKS: Final[dict[type, Check]] = {
    moves.CardDrawn: cards.why_not_card,
    moves.CardBurned: cards.why_not_burn,
    moves.HoleCardShown: cards.why_not_show,
    moves.DoubleCardTurned: cards.why_not_turn,
    moves.Insured: offers.why_not_insure,
    moves.EvenMoneyTaken: offers.why_not_even_money,
    moves.InsuranceClosed: _lawful_in_its_phase,
    moves.HoleCardChecked: _lawful_in_its_phase,
    moves.Switched: offers.why_not_switch,
    moves.SwitchDeclined: offers.why_not_decline,
    moves.SwitchTakenBack: offers.why_not_take_back,
    moves.Stood: decisions.why_not_stand,
    moves.HitAsked: decisions.why_not_hit,
    moves.Surrendered: decisions.why_not_surrender,
    moves.Doubled: decisions.why_not_double,
    moves.HandSplit: decisions.why_not_split,
    moves.DoubledFree: decisions.why_not_free_double,
    moves.SplitFree: decisions.why_not_free_split,
}

for _phase in phases.PHASES.values():
    _phase.checks = {kind: CHECKS[kind] for kind in _phase.moves}
