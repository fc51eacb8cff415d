"""What only the table knows about a device's event: the situation, and with it the row of the table of meanings.

`outcome_of` is the one function that says what a fault leads to: an irregularity called with its code, an alarm with
the next step, or nothing. `docs/faults.md` is printed from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.engine import why_not
from dealer_console.game.message import Message, Term
from dealer_console.game.rules import rule_text
from dealer_console.table.state.table_state import NEXT, QUEUED, TableState
from drivers import events, fault_policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """At most one of the two; neither: nothing follows beyond the record."""

    call: moves.IrregularityCalled | None = None
    alarm: Message | None = None

    def __str__(self) -> str:
        return self.call.code if self.call is not None else "alarm" if self.alarm is not None else "-"


NOTHING: Final = Outcome()
_IN_CYCLE: Final = ("asked", "shuffling", "releasing")
CALL_SUPERVISOR: Final = "call a supervisor before the next card"


def card_is_missing(state: TableState) -> bool:
    """A card is due, and none is on its way: not being opened, not lying ready, not to be entered again."""
    if state.round is None or state.round.due is None or state.owed_by_hand:
        return False
    return state.opening is None and state.draw_at(QUEUED, NEXT) is None


def _up_card_opens(state: TableState) -> bool:
    up = state.round.up_card if state.round is not None else None
    return up is not None and up.opens_blackjack


def _check_open(state: TableState) -> bool:
    r = state.round
    return r is not None and r.check == "due" and r.phase in (phases.CHECK, phases.SWITCHES)


def _dealer_complete(state: TableState) -> bool:
    return state.round is not None and state.round.phase in (phases.TURN, phases.COMPLETE)


def _in_cycle(state: TableState, kind: str) -> bool:
    """A batch between its order and its last card; a continuous shuffler works as long as a round is dealt from it."""
    if kind == fault_policy.BATCH:
        second = state.second_batch
        return state.batch_stage in _IN_CYCLE or (second is not None and second.stage in _IN_CYCLE)
    return state.in_round and (not state.has_shift or state.shift.cards.in_shuffler)


def _of_second_cards(state: TableState, kind: str) -> bool:
    """What happens to cards that are shuffled beside the game calls for a supervisor, and stops no round."""
    return kind == fault_policy.BATCH and state.second_batch is not None and state.batch_stage is None


SITUATIONS: Final[dict[str, Callable[[TableState, events.Event, str], bool]]] = {
    fault_policy.ALWAYS: lambda _state, _fact, _kind: True,
    fault_policy.CARD_DUE: lambda state, _fact, _kind: card_is_missing(state),
    fault_policy.BETWEEN_ROUNDS: lambda state, _fact, _kind: not state.in_round,
    fault_policy.IN_A_CYCLE: lambda state, _fact, kind: _in_cycle(state, kind),
    fault_policy.UP_CARD_OTHER: lambda state, _fact, _kind: state.in_round and not _up_card_opens(state),
    fault_policy.UP_CARD_ACE_OR_TEN: lambda state, _fact, _kind: _up_card_opens(state),
    fault_policy.CHECK_OPEN: lambda state, _fact, _kind: _check_open(state),
    fault_policy.VERDICT_NOT_OK: lambda _state, event, _kind: (
        isinstance(event, events.ShuffleFinished) and event.verdict is not events.ShuffleVerdict.OK
    ),
    fault_policy.FACE_UP: lambda _state, event, _kind: isinstance(event, events.CardDrawn) and event.face_up,
    fault_policy.UNREADABLE: lambda _state, event, _kind: isinstance(event, events.CardDrawn) and event.unreadable,
    fault_policy.DEALER_COMPLETE: lambda state, _fact, _kind: _dealer_complete(state),
}

# Whether a face was seen only the dealer can say: these rows are answered by `ExplainDraw`, never by the device alone.
ASKED_OF_THE_DEALER: Final = frozenset(
    {
        fault_policy.NOT_DUE_UNSEEN,
        fault_policy.NOT_DUE_SEEN,
        fault_policy.SECOND_CARD_UNSEEN,
        fault_policy.SECOND_CARD_SEEN,
    }
)


def meaning_of(state: TableState, kind: str, event: events.Event) -> fault_policy.FaultRule | None:
    for row in fault_policy.rules_for(event, kind):
        holds = SITUATIONS.get(row.situation)
        if holds is not None and holds(state, event, kind):
            return row
    return None


def outcome_of(state: TableState, kind: str, event: events.Event) -> Outcome:
    """What this event leads to now; nothing where the device is off the table."""
    if kind in state.off_table:
        return NOTHING
    row = meaning_of(state, kind, event)
    if row is not None:
        return outcome_of_row(state, kind, row, fault_policy.kind_of(event))
    if isinstance(event, events.DeviceFaulted):
        return Outcome(
            alarm=Message("alarm-second-card", device=Term("device", kind), trouble=Term("trouble", event.fault))
        )
    return NOTHING


def outcome_of_row(state: TableState, kind: str, row: fault_policy.FaultRule, word: str = "") -> Outcome:
    name = word or row.event.__name__
    if row.event is events.CutCardSeen:
        return NOTHING  # the banner of the last round says it as long as it is true
    if row.code is None:
        step = rule_text(row.next_step)
        return (
            Outcome(alarm=Message("alarm-step", device=Term("device", kind), step=step)) if row.next_step else NOTHING
        )
    if state.irregularity == row.code:
        return NOTHING  # it has been called; the record says why
    call = moves.IrregularityCalled(code=row.code)
    if state.round is not None and not _of_second_cards(state, kind) and why_not(state.round, call) is None:
        return Outcome(call=call)
    alarm = Message(
        "alarm-fault",
        device=Term("device", kind),
        trouble=Term("trouble", name),
        code=Term("irregularity-name", row.code),
        step=rule_text(row.next_step or CALL_SUPERVISOR),
    )
    return Outcome(alarm=alarm)
