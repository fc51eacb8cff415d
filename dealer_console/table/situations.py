"""What only the table knows about a device's fact: the situation, and with it the row of the table of meanings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.table.state import TableState
from drivers import events, meanings


def _card_due(state: TableState) -> bool:
    return state.round is not None and state.round.due is not None


def _up_card_opens(state: TableState) -> bool:
    up = state.round.up_card if state.round is not None else None
    return up is not None and up.opens_blackjack


def _check_open(state: TableState) -> bool:
    return state.round is not None and state.round.check == "due"


def _cycle(state: TableState) -> bool:
    return not state.in_round


SITUATIONS: Final[dict[str, Callable[[TableState, events.Fact], bool]]] = {
    meanings.ALWAYS: lambda _state, _fact: True,
    meanings.CARD_DUE: lambda state, _fact: _card_due(state),
    meanings.BETWEEN_ROUNDS: lambda state, _fact: not state.in_round,
    meanings.IN_A_CYCLE: lambda state, _fact: _cycle(state),
    meanings.UP_CARD_OTHER: lambda state, _fact: state.in_round and not _up_card_opens(state),
    meanings.UP_CARD_ACE_OR_TEN: lambda state, _fact: _up_card_opens(state),
    meanings.CHECK_OPEN: lambda state, _fact: _check_open(state),
    meanings.VERDICT_NOT_OK: lambda _state, fact: (
        isinstance(fact, events.ShuffleFinished) and fact.verdict is not events.ShuffleVerdict.OK
    ),
    # Whether the second card of a double feed was seen, only the dealer can say: first the careful reading.
    meanings.SECOND_CARD_UNSEEN: lambda _state, _fact: True,
}


def meaning_of(state: TableState, kind: str, fact: events.Fact) -> meanings.Meaning | None:
    for row in meanings.meanings_of(fact, kind):
        holds = SITUATIONS.get(row.situation)
        if holds is not None and holds(state, fact):
            return row
    return None


def irregularity_of(
    state: TableState, kind: str, fact: events.Fact
) -> tuple[moves.IrregularityCalled | None, str] | None:
    """The call that the fact leads to, with words for the dealer; None when nothing is irregular."""
    row = meaning_of(state, kind, fact)
    if row is None or (row.code is None and not row.next_step):
        return None
    words = row.next_step or f"{kind}: {meanings.word_of(fact) or type(fact).__name__}"
    if row.code is None:
        return None, words
    if state.round is None or state.round.phase is phases.COMPLETE:
        return None, f"{row.code}: {words}"
    return moves.IrregularityCalled(code=row.code), f"{row.code}: {words}"
