"""What the committed state itself asks for next, with no new event: so a restart goes on exactly where the table stood.

The session asks after every record, and once when it is opened, until nothing more follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.engine import why_not
from dealer_console.journal import Draft
from dealer_console.table.devices.fault_policy import card_is_missing
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS
from dealer_console.table.state.card_places import (
    following,
    needs_words,
    opened,
    owed_now,
    place_now,
    placed,
    reveal,
)
from dealer_console.table.state.entry_drafts import move_drafts
from dealer_console.table.state.loose_cards import due_move, face_down_waits, loose_face
from dealer_console.table.state.table_state import (
    DOWN,
    FACE_UP,
    HOLE,
    NEXT,
    QUEUED,
    UNEXPLAINED,
    Draw,
    TableState,
)

MOST_READINGS: Final = 2  # a reader may read a hole card twice in a round


def next_drafts(state: TableState) -> list[Draft]:
    """The next thing that follows, or nothing."""
    for reaction in (_faults, _opened_cards, _waiting_cards, _reader):
        for drafts in reaction(state):
            if drafts:
                return drafts
    return []


# --- devices that the round cannot rely on -------------------------------------------------------------------------


def _faults(state: TableState) -> Iterator[list[Draft]]:
    r = state.round
    if r is None or r.irregularity is not None:
        return
    if r.phase is phases.DISPUTE and r.table.hole_card == "reader":  # the check and the turned card contradict (A9)
        yield move_drafts(state, [moves.IrregularityCalled(code="reader-disagrees")], None)
    for kind, code, needed in (("shoe", "shoe-fault", _shoe_is_needed), ("reader", "reader-fault", _check_is_due)):
        if kind in state.without or not out_of_order(state, kind) or not needed(state):
            continue
        call = moves.IrregularityCalled(code=code)
        if why_not(r, call) is None:
            yield move_drafts(state, [call], None)
    used = moves.IrregularityCalled(code="reader-fault")
    if _check_is_due(state) and _reader_has_spoken(state) and why_not(r, used) is None:
        yield move_drafts(state, [used], None)
    empty = moves.IrregularityCalled(code="shoe-empty")
    if _ran_empty(state) and card_is_missing(state) and why_not(r, empty) is None:
        yield move_drafts(state, [empty], None)


def _reader_has_spoken(state: TableState) -> bool:
    """A reader gives its one bit once in a round: where a late call has made another check due, it cannot help."""
    return (
        state.readings > 0 and state.reader_said is None and "reader" in state.links and "reader" not in state.without
    )


def _ran_empty(state: TableState) -> bool:
    """The device from which this round is dealt; an emptied continuous shuffler beside cards by hand is none."""
    beside = {CONTINUOUS} if state.has_shift and not state.shift.cards.in_shuffler else set()
    return bool(state.empty - state.without - beside)


def out_of_order(state: TableState, kind: str) -> bool:
    """Known at this table, and not to be relied on now. A double feed alone is a question to the dealer."""
    fault = state.faults.get(kind)
    return state.links.get(kind, "ready") != "ready" or (fault is not None and fault != "DOUBLE_FEED")


def _shoe_is_needed(state: TableState) -> bool:
    return state.round is not None and state.round.phase is not phases.COMPLETE


def _check_is_due(state: TableState) -> bool:
    r = state.round
    return r is not None and r.phase is phases.CHECK and r.table.hole_card == "reader"


# --- cards beside the layout ---------------------------------------------------------------------------------------


def _opened_cards(state: TableState) -> Iterator[list[Draft]]:
    for draw in state.draws.values():
        if draw.card is not None:
            yield opened(state, draw)


def _waiting_cards(state: TableState) -> Iterator[list[Draft]]:
    if state.opening is not None or owed_now(state) or state.irregularity is not None:
        return
    if state.late is not None and (state.late.steps_open or loose_face(state) is not None):
        loose = due_move(state)
        if loose is not None:
            yield move_drafts(state, [loose], None)
        return
    face_up = state.draw_at(FACE_UP)
    if face_up is not None and not (state.late is not None and state.late.loose):  # those came before it
        if not needs_words(state, face_up) and _may_be_called(state):
            yield [reveal(face_up, "IRREGULARITY")]
        return
    due_now = state.round is not None and state.round.due is not None
    held = state.draw_at(NEXT)
    if held is not None and due_now and not state.cards_by_hand:
        yield _put(state, held, *place_now(_alone(state)))
    if held is not None and face_down_waits(state):
        yield [placed(held, UNEXPLAINED)]
    if state.late is not None:
        return
    queued = state.draw_at(QUEUED)
    if queued is not None:
        yield _put(state, queued, *place_now(state))


def _may_be_called(state: TableState) -> bool:
    """Between rounds a card found face up is burned; after a round's end it waits for the next moment."""
    return state.round is None or state.round.phase not in (phases.COMPLETE, phases.DISPUTE)


def _alone(state: TableState) -> TableState:
    """The round with no card beside it: where does the one go that lies ready, whatever came after it?"""
    copied = TableState()
    copied.dealt, copied.face_down = state.dealt, state.face_down
    return copied


def _put(state: TableState, draw: Draw, place: str, implied: list[moves.Move]) -> list[Draft]:
    if place in (UNEXPLAINED, HOLE, "burn") or place.startswith(DOWN):
        return [placed(draw, place), *following(state, place, implied)]
    order = reveal(draw, "DEALT_FACE_UP", place)
    return [order, *following(state, place, implied)]


# --- the reader ----------------------------------------------------------------------------------------------------


def _reader(state: TableState) -> Iterator[list[Draft]]:
    r = state.round
    if r is None or r.check != "due" or r.irregularity is not None or state.reader_said is None:
        return
    yield reading_drafts(state, state.reader_said, state.readings)


def reading_drafts(state: TableState, result: str, readings: int) -> list[Draft]:
    """One bit, or the reader is at fault: an unknown word at once, an unreadable card the second time (A8, A9)."""
    if result in ("CLEAR", "BLACKJACK"):
        move: moves.Move = moves.HoleCardChecked(blackjack=result == "BLACKJACK")
    elif result != "UNREADABLE" or readings >= MOST_READINGS:
        move = moves.IrregularityCalled(code="reader-fault")
    else:
        return []
    if state.round is None or why_not(state.round, move) is not None:
        return []
    return move_drafts(state, [move], None)
