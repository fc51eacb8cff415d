"""The public face of the engine: ask, play, list.

round = Round(table, bets)
why_not(round, move)        # None, or a Refusal with reason and clause
play(round, move)           # applies it, or raises Refused and changes nothing
legal_moves(round)       # the moves that `why_not` lets pass now
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from dealer_console.game.errors import Refused
from dealer_console.game.irregularity import rulings
from dealer_console.game.legality import why_not
from dealer_console.game.moves import CardDrawn, Move, joins
from dealer_console.game.phases import DEAL, PHASES
from dealer_console.game.play import effects, flow
from dealer_console.game.state import Round

_HANDLERS: Final[dict[type, Callable[[Round, Any], None]]] = {**effects.HANDLERS, **rulings.HANDLERS}
for _phase in PHASES.values():
    _phase.handlers = _HANDLERS
# Two of three cards of a round come in the deal: they have a handler of their own.
DEAL.handlers = {**_HANDLERS, CardDrawn: effects.deal_card}


def play(r: Round, move: Move) -> None:
    """One move, judged and done."""
    refusal = why_not(r, move)
    if refusal is not None:
        raise Refused(refusal)
    apply(r, move)


def apply(r: Round, move: Move) -> None:
    """A move that was judged before (the live table commits it to the journal in between)."""
    if r.card_waits and not joins(move):
        flow.serve_waiting_card(r)
    r.phase.handlers[type(move)](r, move)
    r.moves.append(move)


def play_all(r: Round, moves: Iterable[Move]) -> None:
    for move in moves:
        play(r, move)


__all__ = ["Round", "apply", "play", "play_all", "why_not"]
