"""Opening the table: the tray counted by two people, the decks in, the cards fanned and checked (MA 3, CB cards)."""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.chips import Chips, why_not_chips
from dealer_console.table.shift.csm_cards import not_out_yet
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised, require, same_person
from dealer_console.table.shift.state import Acting, CardsAre, Shift, Stage

INSPECTION: Final = {"CB": "CB cards new"}
_HANDLED: Final = (CardsAre.SHUFFLING, CardsAre.CUTTING)


def inspection_clause(table: Table) -> str:
    """Only Catfish Bend speaks of the decks themselves; for all others the opening is that of MA 3."""
    return INSPECTION.get(table.rules.document, "MA 3")


def why_not_open(table: Table, shift: Shift, tray: Chips, by: Acting, verified_by: Acting) -> Why:
    if shift.stage is Stage.OPEN:
        return Refusal(f"shift {shift.number} is open already: close it first")
    return (
        during_round(shift, "a table is opened")
        or why_not_chips(table.denominations, tray)
        or same_person(by.person, verified_by.person, "counting the tray")
        or not_supervised(verified_by, "verifying the tray")
    )


def draft_open(table: Table, shift: Shift, tray: Chips, by: Acting, verified_by: Acting) -> list[Draft]:
    require(why_not_open(table, shift, tray, by, verified_by))
    return [
        Draft(
            kind="shift",
            data={
                "step": "open",
                "table": table.name,
                "table_hash": table.file_hash,
                "rules": table.rules.name,
                "denominations": list(table.denominations),
                "most_spots": table.spots_per_player,
                "verified_by": verified_by.person,
            },
            who=by.person,
        ),
        Draft(kind="money", data={"what": "opener", "cents": tray.cents, "chips": {**tray.data()}}, who=by.person),
    ]


def why_not_decks_in(table: Table, shift: Shift, decks: int, by: Acting) -> Why:
    clause = table.rules.choices["decks"].clause
    if decks != table.game.decks:
        return Refusal(f"this table plays with {table.game.decks} decks, not {decks}", clause)
    refusal = not_open(shift) or during_round(shift, "decks are changed", clause)
    if refusal is not None:
        return refusal
    if shift.cards.are in _HANDLED:
        return Refusal("the cards are being shuffled: finish that first", clause)
    if not_out_yet(shift.cards):
        return Refusal("the cards are in the continuous shuffler: take all of them out first")
    if shift.cards.are is not CardsAre.AWAY and "closing" in table.rules.procedures:
        first = table.rules.procedures["closing"][0]
        return Refusal("the decks at the table have to be checked and taken out of play first", first.clause)
    return None


def draft_decks_in(table: Table, shift: Shift, decks: int, colour: str, by: Acting) -> list[Draft]:
    require(why_not_decks_in(table, shift, decks, by))
    return [Draft(kind="shift", data={"step": "decks-in", "decks": decks, "colour": colour}, who=by.person)]


def why_not_inspected(table: Table, shift: Shift, by: Acting, witness: Acting) -> Why:
    """Fanned by one, checked by another: a supervisor looks on."""
    clause = inspection_clause(table)
    if shift.cards.are is not CardsAre.IN:
        said = "no decks are in" if shift.cards.are is CardsAre.AWAY else "these cards have been inspected already"
        return Refusal(f"{said}: inspection follows when decks come in", clause)
    return (
        not_open(shift)
        or same_person(by.person, witness.person, "inspecting the cards")
        or not_supervised(witness, "checking the fanned cards", clause)
    )


def draft_inspected(table: Table, shift: Shift, by: Acting, witness: Acting, remark: str = "") -> list[Draft]:
    require(why_not_inspected(table, shift, by, witness))
    data: dict[str, Json] = {"step": "cards-inspected", "fanned": True, "checked_by": witness.person, "remark": remark}
    return [Draft(kind="shift", data=data, who=by.person)]
