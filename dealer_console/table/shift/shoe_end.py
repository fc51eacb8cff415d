"""The end of a shoe and of the cards: cutting card, last round, the count of all cards, checking them out of play."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.buy_in import why_not_spot
from dealer_console.table.shift.fold_cards import CARDS_PER_DECK
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised, require
from dealer_console.table.shift.shuffle import current_step
from dealer_console.table.shift.state import Acting, CardsAre, Shift


def why_not_cutting_card(table: Table, shift: Shift, spot: int | None) -> Why:
    """`spot` is where it came; None: on the dealer's hand, or between two rounds."""
    if shift.cards.are is CardsAre.LAST_ROUND:
        return Refusal("the cutting card has been seen already: this is the last round of the shoe")
    if shift.cards.are is not CardsAre.IN_PLAY:
        return Refusal("no cards are in play: no cutting card can come")
    if shift.cards.in_shuffler:
        return Refusal("cards out of a continuous shuffler have no cutting card")
    return why_not_spot(table, spot)


def draft_cutting_card(table: Table, shift: Shift, spot: int | None, by: Acting) -> list[Draft]:
    require(why_not_cutting_card(table, shift, spot))
    data: dict[str, Json] = {"step": "cutting-card-seen", "procedure": "end-of-shoe", "spot": spot}
    return [Draft(kind="shuffle", data=data, who=by.person)]


def cards_missing(shift: Shift, shoe_rest: int, discards: int, removed: int = 0) -> int:
    """How many of decks × 52 were not found (negative: too many)."""
    return shift.cards.decks * CARDS_PER_DECK - shoe_rest - discards - removed


def why_not_count(table: Table, shift: Shift, shoe_rest: int, discards: int, removed: int = 0) -> Why:
    due = current_step(table, shift)
    if due is None or due.key != "count":
        now = f"; now: {due.does}" if due else ""
        return Refusal(
            f"the cards are counted when the shoe has ended, or when all are out of the shuffler{now}",
            due.clause if due else None,
        )
    if min(shoe_rest, discards, removed) < 0:
        return Refusal("a number of cards cannot be below 0", due.clause)
    return None


def draft_count(
    table: Table, shift: Shift, shoe_rest: int, discards: int, by: Acting, *, removed: int = 0, why_removed: str = ""
) -> list[Draft]:
    """A count that does not come out is recorded too: it stops the shuffle until a recount or new decks."""
    require(why_not_count(table, shift, shoe_rest, discards, removed))
    if removed and not why_removed:
        require(Refusal("cards were removed: say why"))
    data: dict[str, Json] = {
        "step": "count",
        "procedure": shift.cards.procedure,
        "shoe_rest": shoe_rest,
        "discards": discards,
        "removed": removed,
        "why_removed": why_removed,
        "missing": cards_missing(shift, shoe_rest, discards, removed),
    }
    return [Draft(kind="shuffle", data=data, who=by.person)]


def why_not_order_cards_out(table: Table, shift: Shift, by: Acting) -> Why:
    """A supervisor orders it; racking, fanning and checking follow as steps (CB cards removing)."""
    steps = table.rules.procedures.get("closing")
    if steps is None:
        return Refusal("this rule set has no procedure for taking cards out of play")
    clause = steps[0].clause
    if shift.cards.are is CardsAre.AWAY:
        return Refusal("no cards are at the table", clause)
    if shift.cards.procedure not in (None, "end-of-shoe") or shift.cards.in_shuffler:
        return Refusal(f"the cards are in another procedure: {shift.cards.procedure}", clause)
    return (
        not_open(shift)
        or during_round(shift, "cards go out of play", clause)
        or not_supervised(by, "ordering the table closed", clause)
    )


def draft_order_cards_out(table: Table, shift: Shift, by: Acting) -> list[Draft]:
    require(why_not_order_cards_out(table, shift, by))
    first = table.rules.procedures["closing"][0]
    return [Draft(kind="shuffle", data={"step": first.key, "procedure": "closing"}, who=by.person)]
