"""Who may wager where: spots per player (MA 14, CB dealing 5), and spots that sat out since the shuffle (MA 5(h))."""

from __future__ import annotations

from collections.abc import Collection

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.rulebook.tables import SAT_OUT_CLAUSE, Table
from dealer_console.table.shift.guards import Why
from dealer_console.table.shift.state import Player, Shift


def why_not_spot(table: Table, spot: int | None) -> Why:
    if spot is not None and not 1 <= spot <= table.rules.spots:
        return Refusal(Message("no-such-spot-here", spot=spot, most=table.rules.spots), table.rules.cite("spots"))
    return None


def player(shift: Shift, name: str) -> Player | None:
    return next((each for each in shift.spots.players if each.name == name), None)


def first_seated(shift: Shift) -> int | None:
    """The spot of the player who came first of those who sit at the table, as far as the table knows them."""
    return next((each.spots[0] for each in shift.spots.players if each.spots), None)


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
    return Refusal(Message("spot-sat-out", spot=spot), clause)
