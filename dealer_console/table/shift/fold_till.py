"""How entries about money change the till. Chips leave or enter the tray only here and by settlements."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from dealer_console.game.errors import Bug
from dealer_console.game.money import Cents
from dealer_console.journal import Entry
from dealer_console.journal.entries import money
from dealer_console.table.shift.chips import chips
from dealer_console.table.shift.state import Shift, Slip, Till


def into_tray(till: Till, cents: int) -> Till:
    """Chips into the tray (negative: out of it)."""
    tray = Cents(till.tray + cents)
    return replace(till, tray=tray, lowest_tray=min(till.lowest_tray, tray))


def fold_money(shift: Shift, entry: Entry, typed: money.KnownMoney) -> Shift:
    till = shift.till
    match typed:
        case money.BoughtIn(cents=cents):  # cash into the box, chips out of the tray
            till = replace(into_tray(till, -cents), drop=Cents(till.drop + cents), buy_ins=till.buy_ins + 1)
        case money.TokeGiven(cents=cents):  # from the player's hand to the dealers' box: the tray does not see it
            till = replace(till, tokes_given=Cents(till.tokes_given + cents))
        case money.ColoredUp(cents=cents):  # as much goes out as comes in
            till = replace(till, coloured_up=Cents(till.coloured_up + cents))
        case money.TrayOpened(cents=cents):
            till = Till(opener=cents, tray=cents, lowest_tray=cents, opener_chips=chips(typed.chips or {}))
        case money.TrayClosed(cents=cents):
            till = replace(till, closer=cents, closer_chips=chips(typed.chips or {}))
        case money.TrayCounted():
            return shift
        case money.SlipRequested():
            return _requested(shift, entry, typed)
        case money.SlipConfirmed() | money.SlipCancelled():
            return _settled(shift, entry, typed)
        case _:
            assert_never(typed)
    return replace(shift, till=till)


def _requested(shift: Shift, entry: Entry, request: money.SlipRequested) -> Shift:
    slip = Slip(
        number=request.slip,
        what=request.what,
        chips=chips(request.chips),
        requested_by=entry.who or "",
        requested_as=request.role,
        requested_ms=entry.at_ms,
    )
    return replace(shift, slips=(*shift.slips, slip), slips_given=shift.slips_given + 1)


def _settled(shift: Shift, entry: Entry, settled: money.SlipConfirmed | money.SlipCancelled) -> Shift:
    confirmed = isinstance(settled, money.SlipConfirmed)
    step, number, known = "confirmed" if confirmed else "cancelled", settled.slip, shift.slip(settled.slip)
    if known is None or known.step != "requested" or known.chips.cents != settled.cents:
        raise Bug(f"entry {entry.seq}: slip {number} cannot be {step}")
    slip = replace(known, step=step, settled_by=entry.who, settled_ms=entry.at_ms)
    slips = tuple(slip if other.number == number else other for other in shift.slips)
    return replace(shift, slips=slips, till=_with_slip(shift.till, known) if confirmed else shift.till)


def _with_slip(till: Till, slip: Slip) -> Till:
    cents = slip.chips.cents
    if slip.what == "fill":
        return into_tray(replace(till, fills=Cents(till.fills + cents)), cents)
    return into_tray(replace(till, credits=Cents(till.credits + cents)), -cents)
