"""Called wagers with cash (MA 5(d)): they count when dealer and supervisor have confirmed them before the first card.

The cash becomes chips with the second confirmation, in the same append. What is not confirmed when the round opens does
not count, and the cash goes back.
"""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import CALLED_WAGERS_REFUSED, Table
from dealer_console.table.shift.buy_in import buy_in, why_not_buy_in
from dealer_console.table.shift.guards import Why, during_round, require
from dealer_console.table.shift.state import Acting, CalledWager, Shift


def clause_of(table: Table) -> str:
    return CALLED_WAGERS_REFUSED.get(table.rules.document, "MA 5(d)")


def why_not_call(table: Table, shift: Shift, spot: int, bettor: int, cents: int) -> Why:
    clause = clause_of(table)
    if not table.called_wagers:
        return Refusal("called wagers with cash are not taken at this table: buy chips first", clause)
    if not 1 <= bettor <= table.rules.bettors_per_spot:
        return Refusal(f"a spot has at most {table.rules.bettors_per_spot} bettors here", table.rules.cite("bettors"))
    return during_round(shift, "a wager is called", clause) or why_not_buy_in(table, shift, cents, spot)


def draft_call(table: Table, shift: Shift, spot: int, bettor: int, cents: int, by: Acting) -> list[Draft]:
    require(why_not_call(table, shift, spot, bettor, cents))
    data: dict[str, Json] = {
        "step": "called-wager",
        "called": len(shift.called) + 1,
        "spot": spot,
        "bettor": bettor,
        "cents": cents,
        "rule": clause_of(table),
    }
    return [Draft(kind="shift", data=data, who=by.person)]


def _open(shift: Shift, number: int) -> CalledWager | None:
    return next((each for each in shift.called if each.number == number and each.step == "called"), None)


def why_not_confirm_call(table: Table, shift: Shift, number: int, by: Acting) -> Why:
    """Both the dealer at the table and a supervisor, two people, each once."""
    clause = clause_of(table)
    called = _open(shift, number)
    if called is None:
        return Refusal(f"no called wager {number} waits: it counts already, or the cash went back", clause)
    part = _part(by)
    if part is None or (part == "dealer" and by.person != shift.dealer):
        return Refusal("the dealer of the table and a supervisor confirm a called wager", clause)
    if getattr(called, part) is not None:
        return Refusal(f"the {part} has confirmed it already", clause)
    if by.person in (called.dealer, called.supervisor):
        return Refusal(f"two people confirm a called wager, not {by.person} twice", clause)
    return during_round(shift, "a called wager is confirmed", clause) or why_not_buy_in(
        table, shift, called.cents, called.spot
    )


def _part(by: Acting) -> str | None:
    return "supervisor" if by.supervises else "dealer" if by.role == "dealer" else None


def draft_confirm_call(table: Table, shift: Shift, number: int, by: Acting) -> list[Draft]:
    require(why_not_confirm_call(table, shift, number, by))
    called = next(each for each in shift.called if each.number == number)
    part = str(_part(by))
    counts = (called.supervisor if part == "dealer" else called.dealer) is not None
    data: dict[str, Json] = {"step": "called-wager-confirmed", "called": number, "as": part, "counts": counts}
    drafts = [Draft(kind="shift", data=data, who=by.person)]
    return [*drafts, buy_in(table, called.cents, by.person, called.spot)] if counts else drafts


def draft_return_call(table: Table, shift: Shift, number: int, by: Acting) -> list[Draft]:
    """The cash goes back before it was confirmed by both."""
    if _open(shift, number) is None:
        require(Refusal(f"no called wager {number} waits", clause_of(table)))
    return [Draft(kind="shift", data={"step": "called-wager-returned", "called": number}, who=by.person)]


def counting(shift: Shift) -> tuple[CalledWager, ...]:
    """The called wagers that count; the newest ones are wagers of the round that opens next."""
    return tuple(each for each in shift.called if each.step == "counts")
