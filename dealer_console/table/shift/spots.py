"""Who may wager where: spots per player (MA 14, CB dealing 5), and spots that sat out since the shuffle (MA 5(h))."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import SAT_OUT_CLAUSE, Table
from dealer_console.table.shift.buy_in import why_not_spot
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised, require
from dealer_console.table.shift.state import Acting, Player, Shift

NOT_AGAIN_IN_THIS_SHOE: Final = "CB dealing 5"


def player(shift: Shift, name: str) -> Player | None:
    return next((each for each in shift.spots.players if each.name == name), None)


def why_not_play(
    table: Table, shift: Shift, name: str, spots: Collection[int], allowed_by: Acting | None = None
) -> Why:
    """`allowed_by` is the shift manager, who may let a player have all spots again in the same shoe."""
    rules = table.rules
    clause = rules.values["spots_per_player"].clause
    refusal = not_open(shift) or during_round(shift, "players change spots", clause)
    for spot in spots:
        refusal = refusal or why_not_spot(table, spot) or _taken(shift, name, spot)
    if refusal is not None:
        return refusal
    if len(set(spots)) > table.spots_per_player:
        most = table.spots_per_player
        return Refusal(f"a player has at most {most} spot{'s' if most != 1 else ''} here, not {len(spots)}", clause)
    before = player(shift, name)
    back_to_most = len(set(spots)) == table.spots_per_player and before is not None and before.gave_up_most
    manager = allowed_by is not None and allowed_by.role == "pit-manager"
    if back_to_most and clause == NOT_AGAIN_IN_THIS_SHOE and not manager:
        return Refusal(f"{name} gave up {table.spots_per_player} spots: not again before the next shoe", clause)
    return None


def _taken(shift: Shift, name: str, spot: int) -> Why:
    holder = next((each.name for each in shift.spots.players if spot in each.spots and each.name != name), None)
    return None if holder is None else Refusal(f"spot {spot} is played by {holder}")


def draft_play(
    table: Table, shift: Shift, name: str, spots: Collection[int], by: Acting, allowed_by: Acting | None = None
) -> list[Draft]:
    """An empty set of spots: the player leaves."""
    require(why_not_play(table, shift, name, spots, allowed_by))
    allowed = {} if allowed_by is None else {"allowed_by": allowed_by.person}
    data: dict[str, Json] = {"step": "spots", "player": name, "spots": [*sorted(set(spots))], **allowed}
    return [Draft(kind="shift", data=data, who=by.person)]


def call_for(table: Table, spots: Collection[int]) -> str | None:
    """What the dealer calls to the floor when somebody takes the most spots."""
    return table.rules.calls.get("playing_three") if len(set(spots)) == 3 else None


def asked_to_give_up(table: Table, shift: Shift) -> tuple[Player, ...]:
    """At a full table, who may be asked to give up spots when somebody new wants in (CB dealing 4)."""
    played = sum(len(each.spots) for each in shift.spots.players)
    if played < table.rules.spots:
        return ()
    return tuple(each for each in shift.spots.players if len(each.spots) > 1)


def why_not_wager(table: Table, shift: Shift, spot: int) -> Why:
    """Where the house has it so, who sat out since the shuffle waits for the next one, unless let in.

    A continuous shuffler shuffles all the time: nobody has anything to wait for.
    """
    if shift.cards.in_shuffler:
        return None
    first_round = shift.cards.rounds_of_shoe == 0
    if table.sat_out == "may-wager" or first_round or spot in shift.spots.may_wager:
        return None
    clause = SAT_OUT_CLAUSE.get(table.rules.document)
    return Refusal(f"spot {spot} sat out since the shuffle: wait for the next one, or be let in", clause)


def draft_let_in(table: Table, shift: Shift, spot: int, by: Acting) -> list[Draft]:
    """The house lets somebody begin to wager in the middle of a shoe."""
    clause = SAT_OUT_CLAUSE.get(table.rules.document)
    require(not_open(shift) or why_not_spot(table, spot) or not_supervised(by, "letting a player in", clause))
    return [Draft(kind="shift", data={"step": "let-in", "spot": spot}, who=by.person)]
