"""A device whose line fell in a round and is there again: what people compare before the round goes on with it.

The line itself has proved that it is the same device, with the same key and without a gap in its events; one that has
not is distrusted and stays locked. What is left to compare is the felt: every card that people entered meanwhile must
be one that the device has counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.catalogue import ruling_for
from dealer_console.game.irregularity.late_call_choices import SHOWN, CardOfRound, cards_of_round
from dealer_console.game.message import Message, Term
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS
from dealer_console.table.shift.guards import Why
from dealer_console.table.state.table_state import TableState
from drivers.events import DeviceKind

SHOE, READER = DeviceKind.SHOE, DeviceKind.READER
CALLS: Final[dict[str, str]] = {SHOE: "shoe-fault", READER: "reader-fault", CONTINUOUS: "shuffler-fault"}
LAST_CARDS: Final = 4
ENOUGH: Final = ("CLEAR", "BLACKJACK")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedDevice:
    """`recorded`: cards of this round that the table knows; `counted`: those that the device told, if any."""

    kind: str
    serial: str
    recorded: int
    counted: int | None
    last: tuple[CardOfRound, ...] = ()  # newest first
    refusal: Refusal | None = None  # why the round cannot go on with it


def returned(state: TableState) -> ReturnedDevice | None:
    """The first device of this round that is back and not in use."""
    for kind, serial in state.dropped.items():
        if serial and kind in CALLS and state.links.get(kind) == "ready" and _left_out(state, kind):
            cards = _cards(state)
            recorded = len(cards) + state.owed_by_hand
            return ReturnedDevice(
                kind=kind,
                serial=serial,
                recorded=recorded,
                counted=None if kind == READER else recorded + _more_than_recorded(state, kind),
                last=tuple(cards[:LAST_CARDS]),
                refusal=_why_not(state, kind),
            )
    return None


def fault_call(state: TableState, kind: str) -> int | None:
    """The entry by which the table itself called the fault of this device, while it waits for its ruling."""
    dealt = state.open_round
    last = dealt.standing[-1] if dealt is not None and dealt.standing else None
    if dealt is None or last is None or last.who is not None or last.seq in dealt.late_calls:
        return None
    if state.irregularity != CALLS[kind]:
        return None
    return last.seq if isinstance(last.move, moves.IrregularityCalled) else None


def _left_out(state: TableState, kind: str) -> bool:
    """A reader that the round goes on without stays out: its check is over (MA 15(m))."""
    return fault_call(state, kind) is not None or (
        kind == SHOE and kind in state.without - state.off_table and state.irregularity is None
    )


def _cards(state: TableState) -> list[CardOfRound]:
    """Those that the moves of the open round brought, the newest first."""
    dealt = state.open_round
    if dealt is None:
        return []
    cards = cards_of_round(dealt.table, dealt.bets, dealt.moves, shoe=dealt.shoe_before)
    return [card for card in cards if card.lies_at != SHOWN]


def _more_than_recorded(state: TableState, kind: str) -> int:
    """Cards that the device has told and no hand has yet; below zero: cards that people entered and it has not told."""
    if kind == CONTINUOUS:
        left = state.shoe.left if state.shoe is not None else 0
        return left - (state.stock.inside - state.stock.put_back) if state.stock is not None else 0
    return sum(not draw.counted for draw in state.draws.values()) - state.ahead_of_shoe


def _why_not(state: TableState, kind: str) -> Why:
    clause = ruling_for(state.table.rules, CALLS[kind]).clause if state.table is not None else None
    device = Term("device-name", kind)
    if kind in state.faults:
        return Refusal(Message("device-has-fault", device=device), clause)
    if kind in state.doors:
        return Refusal(Message("device-door-open", device=device), clause)
    missed = state.ahead_of_shoe if kind == SHOE else max(0, -_more_than_recorded(state, kind))
    if kind != READER and missed:
        return Refusal(Message("device-missed-cards", device=device, count=missed), clause)
    if kind == READER and state.readings and state.reader_said not in ENOUGH:
        return Refusal(Message("reader-has-spoken"), clause)
    return None
