"""Cards that have no place yet after a late call.

A loose card goes where a card is due, in its order; where none is due the dealer says what it is. One that lies face
down out of a sealed shoe is then a card like any other that came without being due, and asked about in the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealer_console.game import moves, phases
from dealer_console.game.cards import Card, card
from dealer_console.game.engine import why_not
from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.catalogue import DEALER_WAS_DONE
from dealer_console.game.message import Message
from dealer_console.game.play.card_places import card_that_left
from dealer_console.game.state import HOLE_CARD
from dealer_console.table.state.card_places import hit_of_hand_in_turn
from dealer_console.table.state.late_call import UNKNOWN, other_comes_first, sealed_before
from dealer_console.table.state.table_state import NEXT

if TYPE_CHECKING:
    from dealer_console.table.state.table_state import TableState


def loose_cards(state: TableState) -> list[str]:
    """The cards without a place that nothing else counts: a sealed draw, or a card that is owed by hand."""
    loose = list(state.late.loose) if state.late is not None else []
    sealed = sum(1 for draw in state.draws.values() if draw.place == NEXT)
    if loose[:1] == [UNKNOWN] and not sealed:
        return loose[1:]
    for _ in range(min(sealed, loose.count(UNKNOWN))):
        loose.remove(UNKNOWN)
    return loose


def loose_face(state: TableState) -> Card | None:
    """The next card without a place, where its face is known and no card before it waits face down."""
    late = state.late
    if late is None or late.steps_open or not late.loose or late.loose[0] == UNKNOWN:
        return None
    if state.owed_by_hand or sealed_before(state, late):
        return None
    return card(late.loose[0])


def face_down_waits(state: TableState) -> bool:
    """The next card without a place lies face down and nobody is due one: it is spoken of before play goes on."""
    r, late = state.round, state.late
    if r is None or late is None or late.steps_open or late.loose[:1] != (UNKNOWN,):
        return False
    over = r.phase in (phases.TURN, phases.COMPLETE, phases.DISPUTE)  # after the dealer's hand it is burned unseen
    return not over and r.due is None and r.irregularity is None and r.missed is None


def due_move(state: TableState) -> moves.Move | None:
    """Where a card is due, the loose one is it."""
    r, face = state.round, loose_face(state)
    if r is None or face is None or r.due is None:
        return None
    move = moves.DRAWN[card(UNKNOWN) if r.due is HOLE_CARD else face]
    return move if why_not(r, move) is None else None


def names_face_down(state: TableState, move: moves.Move) -> bool:
    """The card that lies face down was seen after all: whoever enters the cards names it as an exposed one."""
    exposed = isinstance(move, moves.IrregularityCalled) and move.code == "card-exposed"
    return exposed and face_down_waits(state) and state.draw_at(NEXT) is None


def names_card_after_loose(state: TableState, move: moves.Move) -> bool:
    """Does this call name another card than the first one without a place, which came before it?"""
    r, late = state.round, state.late
    if r is None or late is None or not late.loose or not isinstance(move, moves.IrregularityCalled):
        return False
    named = card_that_left(r, move)
    if named is None or other_comes_first(state):
        return False
    return move.code == "card-face-up-in-shoe" if late.loose[0] == UNKNOWN else named.text != late.loose[0]


def loose_moves(state: TableState, *, asked: bool) -> list[moves.Move]:
    """What the dealer can say about the loose card: the hand in turn asked for it, or nobody did. Empty: not now."""
    r = state.round
    if r is None or state.late is None:
        return []
    face = loose_face(state)
    unseen = face is None and face_down_waits(state) and state.draw_at(NEXT) is None
    if face is None and not unseen:
        return []
    if r.due is not None or r.irregularity is not None or r.missed is not None:
        return []  # where the dealer's missed card waits for its ruling, that comes first
    if asked:
        hit = hit_of_hand_in_turn(r)
        card_of_hit = [moves.DRAWN[face]] if face is not None else []  # one that lies face down is entered when turned
        return [hit, *card_of_hit] if hit is not None else []
    done = r.phase is phases.TURN or r.phase is phases.COMPLETE
    code = "card-drawn-unexposed" if unseen else DEALER_WAS_DONE if done else "card-exposed"
    call = moves.IrregularityCalled(code=code, card=face)
    return [call] if why_not(r, call) is None else []


def loose_waits(state: TableState) -> bool:
    """Is a card loose that the dealer can speak about now? Then that comes first."""
    return any(loose_moves(state, asked=asked) for asked in (True, False))


def why_not_yet(state: TableState) -> Refusal | None:
    """What a late call has left to do comes before play goes on."""
    if state.late is None:
        return None
    if state.late.steps_open:
        return Refusal(Message("late-call-steps-first"))
    return Refusal(Message("loose-card-first")) if loose_waits(state) else None
