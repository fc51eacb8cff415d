"""Closing the table: the tray counted by two people against what the books expect."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.chips import Chips, why_not_chips
from dealer_console.table.shift.csm_cards import HOUSE, OUT_OF, in_machine
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised, require, same_person
from dealer_console.table.shift.state import Acting, CardsAre, Shift


def difference(shift: Shift, counted: Chips) -> int:
    """Counted less expected: over is positive, short is negative."""
    return counted.cents - shift.till.tray


def flag(table: Table, cents: int) -> str | None:
    """What the highest threshold says that this difference reaches, over or short."""
    reached = [each.says for each in table.differences if abs(cents) >= each.cents]
    return reached[-1] if reached else None


def why_not_close(table: Table, shift: Shift, counted: Chips, by: Acting, verified_by: Acting) -> Why:
    refusal = (
        not_open(shift)
        or during_round(shift, "a table is closed")
        or _unfinished(table, shift)
        or why_not_chips(table.denominations, counted)
        or same_person(by.person, verified_by.person, "counting the tray")
    )
    return refusal or not_supervised(verified_by, "verifying the tray")


def _unfinished(table: Table, shift: Shift) -> Why:
    if shift.open_slips:
        numbers = ", ".join(slip.number for slip in shift.open_slips)
        return Refusal(f"slip {numbers} is open: confirm or cancel it first")
    if any(called.step == "called" for called in shift.called):
        return Refusal("a called wager is open: give the cash back first", "MA 5(d)")
    if in_machine(shift.cards) or shift.cards.procedure == OUT_OF:
        return Refusal("take the cards out of the continuous shuffler, count them and put them away first", HOUSE)
    if "closing" in table.rules.procedures and shift.cards.are is not CardsAre.AWAY:
        first = table.rules.procedures["closing"][0]
        return Refusal("the cards have to be racked, fanned and checked first", first.clause)
    return None


def draft_close(table: Table, shift: Shift, counted: Chips, by: Acting, verified_by: Acting) -> list[Draft]:
    require(why_not_close(table, shift, counted, by, verified_by))
    closer = Draft(
        kind="money", data={"what": "closer", "cents": counted.cents, "chips": {**counted.data()}}, who=by.person
    )
    off = difference(shift, counted)
    data: dict[str, Json] = {
        "step": "close",
        "expected": shift.till.tray,
        "counted": counted.cents,
        "difference": off,
        "flag": flag(table, off),
        "verified_by": verified_by.person,
    }
    return [closer, Draft(kind="shift", data=data, who=by.person)]
