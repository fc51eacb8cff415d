"""Where an electronic shoe belongs to the table, people enter cards only after a supervisor has decided so.

In a round that is the ruling on `shoe-fault`. Between rounds nobody rules: two people take the shoe off the table, and
put it back when it tells the cards again.
"""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.catalogue import ruling_for
from dealer_console.game.message import Message, Term
from dealer_console.rulebook.tables import Table
from dealer_console.table.devices.shuffle_methods import why_not_deal
from dealer_console.table.shift.guards import Why
from dealer_console.table.state.table_state import TableState
from drivers.events import DeviceKind

SHOE: Final = DeviceKind.SHOE


def why_not_by_hand(state: TableState, table: Table) -> Why:
    """Why no card can be entered now that the shoe of this table, or its continuous shuffler, should give."""
    return why_shoe_first(state, table) or (None if state.in_round else why_not_deal(state, table.rules))


def why_shoe_first(state: TableState, table: Table) -> Why:
    if not table.has_device(SHOE) or SHOE in state.off_table:
        return None
    if state.in_round and (SHOE in state.without or SHOE not in state.links):
        return None
    return Refusal(Message("shoe-decided-first"), ruling_for(table.rules, "shoe-fault").clause)


def why_not_off(state: TableState, table: Table, kind: str) -> Why:
    """Only a shoe that is switched off, or that nobody trusts, is taken off; in a round the fault is ruled on first."""
    device = Term("device-name", kind)
    if kind != SHOE or not table.has_device(kind):
        return Refusal(Message("device-not-taken-off", device=device))
    if kind in state.off_table:
        return Refusal(Message("device-off-already", device=device))
    if state.links.get(kind) == "ready":
        return Refusal(Message("device-switch-off-first", device=device))
    if state.in_round and kind not in state.without:
        return Refusal(Message("device-ruled-first", device=device), ruling_for(table.rules, "shoe-fault").clause)
    return None


def why_not_back(state: TableState, kind: str) -> Why:
    """It has told everything that it had counted, and no round is dealt by hand any more."""
    device = Term("device-name", kind)
    if kind not in state.off_table:
        return Refusal(Message("device-not-off", device=device))
    if state.in_round:
        return Refusal(Message("device-back-between-rounds", device=device))
    link = state.links.get(kind, "away")
    if link != "ready":
        code = "device-not-connected" if link == "away" else "device-not-trusted"
        return Refusal(Message(code, device=device))
    return Refusal(Message("device-has-fault", device=device)) if kind in state.faults else None
