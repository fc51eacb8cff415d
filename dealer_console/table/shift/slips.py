"""Fills and credits: numbered slips, asked for by one person, confirmed by another, cancelled only before that.

Fills and credits share one row of numbers that runs through all shifts of a journal, so that a missing slip is seen.
"""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.money import show
from dealer_console.game.suggestions import did_you_mean
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.chips import Chips, why_not_chips
from dealer_console.table.shift.guards import Why, not_open, not_supervised, require, same_person
from dealer_console.table.shift.state import Acting, Shift, Slip


def next_number(shift: Shift, what: str) -> str:
    return f"{what[0].upper()}-{shift.slips_given + 1:05d}"


def why_not_request(table: Table, shift: Shift, what: str, held: Chips, by: Acting) -> Why:
    refusal = not_open(shift) or _not_at_the_tray(by, what) or why_not_chips(table.denominations, held)
    if refusal is not None:
        return refusal
    if what not in ("fill", "credit"):
        return Refusal(f"a slip is a fill or a credit, not {what!r}{did_you_mean(what, ('fill', 'credit'))}")
    if not held.rows:
        return Refusal(f"a {what} needs chips: enter them by denomination")
    return _tray_too_small(shift, what, held)


def _tray_too_small(shift: Shift, what: str, held: Chips) -> Why:
    if what == "credit" and held.cents > shift.till.tray:
        return Refusal(f"the tray holds {show(shift.till.tray)}, less than {show(held.cents)}")
    return None


def draft_request(table: Table, shift: Shift, what: str, held: Chips, by: Acting) -> list[Draft]:
    require(why_not_request(table, shift, what, held, by))
    return [_draft(next_number(shift, what), what, held, "requested", by)]


def why_not_confirm(shift: Shift, number: str, by: Acting) -> Why:
    """Somebody else than who asked, and one of the two supervises."""
    refusal = not_open(shift) or _not_requested(shift, number, "confirmed")
    slip = shift.slip(number)
    if refusal is not None or slip is None:
        return refusal
    asked_by = Acting(person=slip.requested_by, role=slip.requested_as)
    return (
        same_person(slip.requested_by, by.person, f"a {slip.what}")
        or _not_at_the_tray(by, slip.what)
        or (None if asked_by.supervises else not_supervised(by, f"confirming a {slip.what} that the dealer asked for"))
        or _tray_too_small(shift, slip.what, slip.chips)
    )


def _not_at_the_tray(by: Acting, what: str) -> Why:
    if by.role != "dealer" and not by.supervises:
        return Refusal(f"a {what} is for dealers and supervisors, not for {by.person}")
    return None


def draft_confirm(shift: Shift, number: str, by: Acting) -> list[Draft]:
    require(why_not_confirm(shift, number, by))
    return [_settle(shift, number, "confirmed", by)]


def why_not_cancel(shift: Shift, number: str) -> Why:
    return not_open(shift) or _not_requested(shift, number, "cancelled")


def draft_cancel(shift: Shift, number: str, by: Acting, why: str) -> list[Draft]:
    require(why_not_cancel(shift, number))
    return [_settle(shift, number, "cancelled", by, why)]


def _not_requested(shift: Shift, number: str, wanted: str) -> Why:
    slip = shift.slip(number)
    if slip is None:
        return Refusal(
            f"there is no slip {number} in this shift{did_you_mean(number, [s.number for s in shift.slips])}"
        )
    if slip.step != "requested":
        return Refusal(f"slip {number} was {slip.step} by {slip.settled_by}; it cannot be {wanted} any more")
    return None


def _settle(shift: Shift, number: str, step: str, by: Acting, why: str = "") -> Draft:
    slip = _known(shift, number)
    return _draft(number, slip.what, slip.chips, step, by, why)


def _known(shift: Shift, number: str) -> Slip:
    return next(slip for slip in shift.slips if slip.number == number)


def _draft(number: str, what: str, held: Chips, step: str, by: Acting, why: str = "") -> Draft:
    data: dict[str, Json] = {
        "what": what,
        "cents": held.cents,
        "chips": {**held.data()},
        "slip": number,
        "step": step,
        "role": by.role,
        **({"why": why} if why else {}),
    }
    return Draft(kind="money", data=data, who=by.person)
