"""How entries about money change the till. Chips leave or enter the tray only here and by settlements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from dealer_console.game.errors import Bug
from dealer_console.game.money import Cents
from dealer_console.journal import Entry
from dealer_console.table.shift.chips import chips_from_data
from dealer_console.table.shift.state import Shift, Slip, Till


def into_tray(till: Till, cents: int) -> Till:
    """Chips into the tray (negative: out of it)."""
    tray = Cents(till.tray + cents)
    return replace(till, tray=tray, lowest_tray=min(till.lowest_tray, tray))


def _buy_in(shift: Shift, entry: Entry) -> Shift:
    """Cash into the box, chips out of the tray."""
    cents: Any = entry.data["cents"]
    till = into_tray(shift.till, -cents)
    return replace(shift, till=replace(till, drop=Cents(till.drop + cents), buy_ins=till.buy_ins + 1))


def _toke(shift: Shift, entry: Entry) -> Shift:
    """From the player's hand to the dealer's box: the tray does not see it."""
    cents: Any = entry.data["cents"]
    return replace(shift, till=replace(shift.till, tokes_given=Cents(shift.till.tokes_given + cents)))


def _color_up(shift: Shift, entry: Entry) -> Shift:
    """As much goes out as comes in."""
    cents: Any = entry.data["cents"]
    return replace(shift, till=replace(shift.till, coloured_up=Cents(shift.till.coloured_up + cents)))


def _closer(shift: Shift, entry: Entry) -> Shift:
    cents: Any = entry.data["cents"]
    held = chips_from_data(entry.data.get("chips", {}))
    return replace(shift, till=replace(shift.till, closer=cents, closer_chips=held))


def _slip(shift: Shift, entry: Entry) -> Shift:
    data: Any = entry.data
    step, number = data["step"], data["slip"]
    if step == "requested":
        slip = Slip(
            number=number,
            what=data["what"],
            chips=chips_from_data(data["chips"]),
            requested_by=entry.who or "",
            requested_as=data["role"],
            requested_ms=entry.at_ms,
        )
        return replace(shift, slips=(*shift.slips, slip), slips_given=shift.slips_given + 1)
    known = shift.slip(number)
    if known is None or known.step != "requested" or known.chips.cents != data["cents"]:
        raise Bug(f"entry {entry.seq}: slip {number} cannot be {step}")
    settled = replace(known, step=step, settled_by=entry.who, settled_ms=entry.at_ms)
    slips = tuple(settled if each.number == number else each for each in shift.slips)
    till = _with_slip(shift.till, known) if step == "confirmed" else shift.till
    return replace(shift, slips=slips, till=till)


def _with_slip(till: Till, slip: Slip) -> Till:
    cents = slip.chips.cents
    if slip.what == "fill":
        return into_tray(replace(till, fills=Cents(till.fills + cents)), cents)
    return into_tray(replace(till, credits=Cents(till.credits + cents)), -cents)


MONEY: Final[dict[str, Callable[[Shift, Entry], Shift]]] = {
    "buy-in": _buy_in,
    "toke": _toke,
    "color-up": _color_up,
    "closer": _closer,
    "fill": _slip,
    "credit": _slip,
}
