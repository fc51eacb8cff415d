"""Who may wager where: spots per player (MA 14, CB dealing 5), several bettors on a spot and who of them calls (MA 13),
and spots that sat out since the shuffle (MA 5(h))."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Bettor
from dealer_console.game.message import Message
from dealer_console.game.rules import Rules
from dealer_console.game.wagers.bets import Bet
from dealer_console.rulebook.tables import SAT_OUT_CLAUSE, Table
from dealer_console.table.shift.guards import Why
from dealer_console.table.shift.state import Player, SharedSpot, Shift

NOT_AGAIN_IN_THIS_SHOE: Final = "CB dealing 5"
ASKED_FOR_SPOTS: Final = {"CB": "CB dealing 4"}

UNKNOWN: Final = "unknown at "  # and the spot: whom the table seats without a card


def why_not_spot(table: Table, spot: int | None) -> Why:
    if spot is not None and not 1 <= spot <= table.rules.spots:
        return Refusal(Message("no-such-spot-here", spot=spot, most=table.rules.spots), table.rules.cite("spots"))
    return None


def player(shift: Shift, name: str) -> Player | None:
    return next((seated for seated in shift.spots.players if seated.name == name), None)


def first_seated(shift: Shift) -> int | None:
    """The spot of the player who came first of those who sit at the table, as far as the table knows them."""
    return next((seated.spots[0] for seated in shift.spots.players if seated.spots), None)


def call_for(rules: Rules, spots: Collection[int]) -> str | None:
    """What the dealer calls to the floor when somebody takes the most spots."""
    return rules.calls.get("playing_three") if len(set(spots)) == 3 else None


def calls_now(rules: Rules, shift: Shift, bets: Collection[Bet]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """What is called about these wagers before they are dealt, with the spots: once in a shoe for each player."""
    wagered = {int(bet.spot) for bet in bets}
    calls = []
    for seated in shift.spots.players:
        call = call_for(rules, wagered & set(seated.spots))
        if call is not None and not seated.played_most:
            calls.append((call, seated.spots))
    return tuple(calls)


def why_not_spots(table: Table, shift: Shift, spots: Collection[int]) -> Why:
    """Who dropped from the most spots wagers on fewer until the next shoe, unless let back (CB dealing 5)."""
    most, clause = table.spots_per_player, table.rules.values["spots_per_player"].clause
    if clause != NOT_AGAIN_IN_THIS_SHOE:
        return None
    for seated in shift.spots.players:
        if seated.gave_up_most and len(set(seated.spots) & set(spots)) == most:
            return Refusal(Message("gave-up-spots", person=seated.name, count=most), clause)
    return None


# --- several bettors on a spot -------------------------------------------------------------------------------------


def shared_spot(shift: Shift, spot: int) -> SharedSpot | None:
    return next((shared for shared in shift.spots.shared if shared.spot == spot), None)


def is_seated(shift: Shift, spot: int) -> bool:
    return any(spot in seated.spots for seated in shift.spots.players)


def why_not_bettors(rules: Rules, shift: Shift, bets: Collection[Bet]) -> Why:
    """Others wager on a spot when its first bettor agrees; without a seated one the highest wager calls (MA 13)."""
    for spot, own in _by_spot(bets).items():
        if len(own) < 2:
            continue
        shared = shared_spot(shift, spot)
        if shared is None:
            return Refusal(Message("first-bettor-agrees", spot=spot), rules.cite("bettors"))
        highest = max(own, key=lambda bet: bet.amount)
        if not _calls_seated(shift, spot) and own[0].amount < highest.amount:
            clause = rules.cite("caller")
            return Refusal(Message("highest-wager-calls", spot=spot, bettor=int(highest.bettor)), clause)
    return None


def caller_first(shift: Shift, bets: Collection[Bet]) -> tuple[Bet, ...]:
    """The wagers with the one who calls as bettor 1 of each spot: who sits there, else the highest wager."""
    ordered: list[Bet] = []
    for spot, own in _by_spot(bets).items():
        caller = _caller(shift, spot, own)
        others = [bet for bet in own if bet is not caller]
        ordered += [replace(bet, bettor=Bettor(number)) for number, bet in enumerate([caller, *others], 1)]
    return tuple(ordered)


def callers(shift: Shift, bets: Collection[Bet]) -> tuple[Bet, ...]:
    """Who calls, at the spots that several people wager on."""
    return tuple(_caller(shift, spot, own) for spot, own in _by_spot(bets).items() if len(own) > 1)


def _caller(shift: Shift, spot: int, own: list[Bet]) -> Bet:
    """Who sits there; else the highest wager, and of equal ones the first."""
    return own[0] if _calls_seated(shift, spot) else max(own, key=lambda bet: bet.amount)


def _calls_seated(shift: Shift, spot: int) -> bool:
    """Does a bettor sit there: said with the consent, or seated at the table, before it or since?"""
    shared = shared_spot(shift, spot)
    return is_seated(shift, spot) or (shared is not None and shared.seated)


def _by_spot(bets: Collection[Bet]) -> dict[int, list[Bet]]:
    by_spot: dict[int, list[Bet]] = {}
    for bet in sorted(bets, key=lambda bet: (bet.spot, bet.bettor)):
        by_spot.setdefault(int(bet.spot), []).append(bet)
    return by_spot


# --- a full table, and who sat out ---------------------------------------------------------------------------------


def asked_to_give_up(rules: Rules, shift: Shift) -> tuple[Player, ...]:
    """At a full table, who may be asked to give up spots when somebody new wants in (CB dealing 4)."""
    played = sum(len(seated.spots) for seated in shift.spots.players)
    if played < rules.spots:
        return ()
    return tuple(seated for seated in shift.spots.players if len(seated.spots) > 1)


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


def is_known(name: str) -> bool:
    """Seated by card."""
    return not name.startswith(UNKNOWN)
