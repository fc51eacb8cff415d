"""The cut: who is offered it, how deep it must be, when the dealer cuts, and the recut that a supervisor may order."""

from __future__ import annotations

from collections.abc import Sequence

from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Spot
from dealer_console.game.procedures import cut_order
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.buy_in import why_not_spot
from dealer_console.table.shift.fold_cards import CARDS_PER_DECK
from dealer_console.table.shift.guards import Why, during_round, not_supervised, require
from dealer_console.table.shift.shuffle import current_step
from dealer_console.table.shift.state import DEALER_CUTS, Acting, CardsAre, Cut, Shift


def order_of_offers(table: Table, shift: Shift, players: Sequence[int], first_player: int | None) -> list[int]:
    """Nobody where the house lets the dealer cut (MA 4(c)); `first_player` counts when the game begins or resumes."""
    if table.dealer_cuts:
        return []
    at = shift.cards.cutting_card_at
    return [
        int(spot)
        for spot in cut_order(
            table.rules,
            [Spot(each) for each in players],
            first_player=None if first_player is None else Spot(first_player),
            cutting_card_at=None if at is None else Spot(at),
        )
    ]


def why_not_offer(table: Table, shift: Shift, players: Sequence[int], by: Acting) -> Why:
    due = current_step(table, shift)
    waits = shift.cards.are is CardsAre.CUTTING and shift.cards.cut == Cut(order=()) and not table.dealer_cuts
    if due is None or not (due.key == "offer-cut" or (waits and due.key == "cut")):
        now = f"now: {due.does}" if due else "no cards wait for a cut"
        return Refusal(f"the cut is not offered yet; {now}", due.clause if due else None)
    for spot in players:
        refusal = why_not_spot(table, spot)
        if refusal is not None:
            return refusal
    return None


def draft_offer(
    table: Table, shift: Shift, players: Sequence[int], by: Acting, first_player: int | None = None
) -> list[Draft]:
    require(why_not_offer(table, shift, players, by))
    order = order_of_offers(table, shift, players, first_player)
    return [Draft(kind="shuffle", data={"step": "offer-cut", "procedure": "cut", "order": [*order]}, who=by.person)]


def _not_offered(table: Table, shift: Shift) -> Why:
    cut = shift.cards.cut
    if shift.cards.are is not CardsAre.CUTTING or cut is None:
        return Refusal("no cards wait for a cut", table.rules.values["cut_when"].clause)
    if cut.by is not None:
        return Refusal("the cards have been cut", table.rules.values["recut"].clause)
    return None


def why_not_cut(table: Table, shift: Shift, spot: int, cards_before: int | None = None) -> Why:
    """`spot` cuts (0: the dealer); `cards_before`, where somebody looked, is how deep the cutting card went in."""
    refusal = _not_offered(table, shift)
    cut = shift.cards.cut
    if refusal is not None or cut is None:
        return refusal
    if spot != cut.offered_to:
        return Refusal(
            f"the cut is for {place(cut.offered_to)} now, not for {place(spot)}",
            table.rules.values["cut_passes_to"].clause,
        )
    return _depth(table, shift, cards_before)


def place(spot: int) -> str:
    return "the dealer" if spot == DEALER_CUTS else f"spot {spot}"


def _depth(table: Table, shift: Shift, cards_before: int | None) -> Why:
    if cards_before is None:
        return None
    rules = table.rules
    least = -(-rules.cut_least_decks * CARDS_PER_DECK // 1)
    if not least <= cards_before <= shift.cards.decks * CARDS_PER_DECK - least:
        return Refusal(
            f"a cut of {cards_before} cards is too near an end: at least {least} from either",
            rules.values["cut_least_decks"].clause,
        )
    return None


def draft_cut(table: Table, shift: Shift, spot: int, by: Acting, cards_before: int | None = None) -> list[Draft]:
    require(why_not_cut(table, shift, spot, cards_before))
    depth = {} if cards_before is None else {"cards_before": cards_before}
    return [Draft(kind="shuffle", data={"step": "cut", "procedure": "cut", "by": spot, **depth}, who=by.person)]


def why_not_cut_refused(table: Table, shift: Shift, spot: int) -> Why:
    refusal = _not_offered(table, shift)
    cut = shift.cards.cut
    if refusal is not None or cut is None:
        return refusal
    clause = table.rules.values["cut_passes_to"].clause
    if cut.offered_to == DEALER_CUTS:
        return Refusal("all have refused: the dealer cuts", clause)
    if spot != cut.offered_to:
        return Refusal(f"the cut is for {place(cut.offered_to)} now, not for {place(spot)}", clause)
    return None


def draft_cut_refused(table: Table, shift: Shift, spot: int, by: Acting) -> list[Draft]:
    require(why_not_cut_refused(table, shift, spot))
    return [Draft(kind="shuffle", data={"step": "cut-refused", "procedure": "cut", "spot": spot}, who=by.person)]


def dealer_says(table: Table, shift: Shift) -> str | None:
    """What the dealer calls when everybody has refused."""
    cut = shift.cards.cut
    waits = cut is not None and cut.by is None and cut.offered_to == DEALER_CUTS
    return table.rules.calls.get("dealer_cuts") if waits else None


# --- recut ---------------------------------------------------------------------------------------------------------


def why_not_recut(table: Table, shift: Shift, by: Acting) -> Why:
    """After the cut and before the first card of a round, by order of a supervisor (MA 4(g))."""
    clause = table.rules.values["recut"].clause
    if not table.rules.recut:
        return Refusal("the cards are cut one time only", clause)
    cut = shift.cards.cut
    if cut is None or cut.by is None or shift.cards.are not in (CardsAre.CUTTING, CardsAre.IN_PLAY):
        return Refusal("no cut has been made that could be made again", clause)
    if shift.in_round or shift.cards.rounds_of_shoe:
        return Refusal("cards of this cut have been dealt: it stands", clause)
    return during_round(shift, "cards are cut", clause) or not_supervised(by, "a recut", clause)


def draft_recut(table: Table, shift: Shift, by: Acting, *, by_the_same: bool, why: str) -> list[Draft]:
    """By who cut last, or by the next person entitled; nobody left means the dealer."""
    require(why_not_recut(table, shift, by))
    cut = shift.cards.cut or Cut(order=())
    cutter = [] if cut.by in (None, DEALER_CUTS) else [int(cut.by or 0)]
    order = cutter if by_the_same else list(cut.order[cut.refused + 1 :])
    data: dict[str, Json] = {"step": "recut", "procedure": "cut", "order": [*order], "why": why}
    return [Draft(kind="shuffle", data=data, who=by.person)]
