"""Cash to chips, chips for the dealer, small chips for large ones."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.money import Cents, show
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.chips import Chips, colour_up, fewest, why_not_chips, why_not_made
from dealer_console.table.shift.guards import Why, not_open, require
from dealer_console.table.shift.state import Acting, Shift


def why_not_spot(table: Table, spot: int | None) -> Why:
    if spot is not None and not 1 <= spot <= table.rules.spots:
        return Refusal(f"there is no spot {spot}: the layout has 1 to {table.rules.spots}", table.rules.cite("spots"))
    return None


def why_not_buy_in(table: Table, shift: Shift, cents: int, spot: int | None = None) -> Why:
    """Chips can only be sold from what lies in the tray, and only whole chips."""
    refusal = not_open(shift) or why_not_spot(table, spot)
    if refusal is not None:
        return refusal
    if cents <= 0:
        return Refusal("a buy-in is more than 0.00: count the cash")
    if cents > shift.till.tray:
        return Refusal(f"the tray holds {show(shift.till.tray)}, less than {show(cents)}: ask for a fill first")
    return why_not_made(table.denominations, cents)


def draft_buy_in(table: Table, shift: Shift, cents: int, by: Acting, spot: int | None = None) -> list[Draft]:
    require(why_not_buy_in(table, shift, cents, spot))
    return [buy_in(table, cents, by.person, spot)]


def buy_in(table: Table, cents: int, who: str, spot: int | None) -> Draft:
    """The chips are a proposal, the fewest; how the dealer breaks the amount down changes no sum."""
    data: dict[str, Json] = {
        "what": "buy-in",
        "cents": cents,
        "chips": {**fewest(table.denominations, Cents(cents)).data()},
    }
    return Draft(kind="money", data={**data, **({} if spot is None else {"spot": spot})}, who=who)


def why_not_toke(table: Table, shift: Shift, cents: int) -> Why:
    """Handed to the dealer, not wagered: chips from the player's hand to the dealers' box."""
    if not table.rules.tokes:
        return Refusal("this game knows nothing for the dealer", table.rules.cite("tokes"))
    if cents <= 0:
        return Refusal("a toke is more than 0.00", table.rules.cite("tokes"))
    return not_open(shift)


def draft_toke(table: Table, shift: Shift, cents: int, by: Acting, spot: int | None = None) -> list[Draft]:
    require(why_not_toke(table, shift, cents) or why_not_spot(table, spot))
    data: dict[str, Json] = {"what": "toke", "cents": cents, **({} if spot is None else {"spot": spot})}
    return [Draft(kind="money", data=data, who=by.person)]


def why_not_colour_up(table: Table, shift: Shift, held: Chips) -> Why:
    refusal = not_open(shift) or why_not_chips(table.denominations, held)
    if refusal is not None:
        return refusal
    if not colour_up(table.denominations, held).comes_in.rows:
        return Refusal(f"{show(held.cents)} are the fewest chips already")
    return None


def draft_colour_up(table: Table, shift: Shift, held: Chips, by: Acting) -> list[Draft]:
    require(why_not_colour_up(table, shift, held))
    exchange = colour_up(table.denominations, held)
    data: dict[str, Json] = {
        "what": "color-up",
        "cents": exchange.comes_in.cents,
        "chips": {**exchange.goes_out.data()},
        "for": {**exchange.comes_in.data()},
    }
    return [Draft(kind="money", data=data, who=by.person)]
