"""Who plays where and for what: spots, who may wager on them, and the wagers before the first card.

Spots per player are MA 14, CB dealing 4 and 5; spots that several people wager on MA 13; spots that sat out since the
shuffle MA 5(h).
"""

from __future__ import annotations

from typing import Final

from dealer_console.game.engine import Round
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.message import Message, OneOf
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import Draft
from dealer_console.journal.entries.people import Role
from dealer_console.journal.entries.rounds import WagersLaid
from dealer_console.journal.entries.shift import SpotLetIn, SpotShared, SpotsTaken
from dealer_console.rulebook.tables import SAT_OUT_CLAUSE
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised
from dealer_console.table.shift.readiness import current_step, why_cards_wait
from dealer_console.table.shift.spots import (
    ASKED_FOR_SPOTS,
    NOT_AGAIN_IN_THIS_SHOE,
    UNKNOWN,
    asked_to_give_up,
    call_for,
    is_seated,
    player,
    why_not_bettors,
    why_not_spot,
    why_not_spots,
    why_not_wager,
)
from dealer_console.table.shift.state import Shift
from dealer_console.table.state.table_state import TableState


class SeatPlayer(Command):
    """A player plays these spots from now on. `player` is the card number; None: nobody knows who it is.

    A card plays at one table: as long as the floor knows it at another one, it is refused here, and the pit moves the
    session. Seated already, the player changes spots. Back to the most spots in the same shoe needs the shift manager
    (CB dealing 5) and becomes a request.
    """

    spots: tuple[int, ...]
    player: str | None = None

    def action(self, state: TableState) -> Action:
        cb = state.table is not None and _clause_of(state) == NOT_AGAIN_IN_THIS_SHOE
        again = self.player is not None and self._back_to_most(state.shift, state.shift.spots.most)
        return Action.ALLOW_THIRD_SPOT if again and cb else Action.TAKE_BETS

    def why_not(self, context: CommandContext) -> Why:
        if not self.spots:
            return Refusal(Message("say-which-spots"))
        table, shift = context.table, context.shift
        most, clause = table.spots_per_player, table.rules.values["spots_per_player"].clause
        refusal = _not_between_rounds(context) or self._plays_elsewhere(context)
        for spot in self.spots:
            refusal = refusal or why_not_spot(table, spot) or self._taken(context, spot)
        if refusal is None and len(set(self.spots)) > most:
            return Refusal(Message("spots-per-player", count=most, other=len(self.spots)), clause)
        manager = context.approver is not None and context.approver.role == Role.PIT_MANAGER
        if refusal is None and self._back_to_most(shift, most) and clause == NOT_AGAIN_IN_THIS_SHOE and not manager:
            return Refusal(Message("gave-up-spots", person=self._name, count=most), clause)
        return refusal

    def drafts(self, context: CommandContext) -> list[Draft]:
        allowed_by = context.approver.person if context.approver is not None else None
        spots = tuple(sorted(set(self.spots)))
        call = call_for(context.table.rules, spots)
        return [Draft.of(SpotsTaken(player=self._name, spots=spots, allowed_by=allowed_by, call=call), who=context.who)]

    def _plays_elsewhere(self, context: CommandContext) -> Why:
        table = context.elsewhere.get(self.player or "")
        if table is None or player(context.shift, self._name) is not None:
            return None
        return Refusal(Message("card-plays-elsewhere", card=self._name, table=table))

    def _taken(self, context: CommandContext, spot: int) -> Why:
        """By whom; at a full table who has more than one spot may be asked for one (CB dealing 4)."""
        shift, table = context.shift, context.table
        others = (seated for seated in shift.spots.players if spot in seated.spots and seated.name != self._name)
        holder = next(others, None)
        if holder is None:
            return None
        holders = asked_to_give_up(table.rules, shift) if player(shift, self._name) is None else ()
        if holders:
            names = OneOf(tuple(seated.name for seated in holders))
            return Refusal(Message("ask-for-spot", people=names), ASKED_FOR_SPOTS.get(table.rules.document))
        return Refusal(Message("spot-played-by", spot=spot, person=holder.name))

    @property
    def _name(self) -> str:
        return self.player or f"{UNKNOWN}{min(self.spots)}"

    def _back_to_most(self, shift: Shift, most: int) -> bool:
        before = player(shift, self._name) if self.spots else None
        return before is not None and before.gave_up_most and len(set(self.spots)) == most


def _clause_of(state: TableState) -> str | None:
    return state.table.rules.values["spots_per_player"].clause if state.table is not None else None


class PlayerLeft(Command):
    """The player gives up all spots. `player` as the view names it."""

    needs = Action.TAKE_BETS
    player: str

    def why_not(self, context: CommandContext) -> Why:
        if player(context.shift, self.player) is None:
            return Refusal(Message("does-not-sit-here", person=self.player))
        return _not_between_rounds(context)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(SpotsTaken(player=self.player, spots=()), who=context.who)]


class ShareSpot(Command):
    """The first bettor of a spot agrees to others there, or no longer (MA 13(a)); `seated`: a bettor sits there.

    Who sits there calls the hands; where nobody does, the highest wager calls (MA 13(b)).
    """

    needs = Action.TAKE_BETS
    spot: int
    agreed: bool = True
    seated: bool = True

    def why_not(self, context: CommandContext) -> Why:
        rules = context.table.rules
        clause = rules.cite("bettors")
        if rules.bettors_per_spot < 2:
            return Refusal(Message("spot-takes-bettors", most=rules.bettors_per_spot), clause)
        return (
            not_open(context.shift)
            or during_round(context.shift, Message("spots-shared"), clause)
            or why_not_spot(context.table, self.spot)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        seated = self.seated or is_seated(context.shift, self.spot)
        clause = context.table.rules.cite("bettors")
        shared = SpotShared(spot=self.spot, agreed=self.agreed, seated=seated, rule=clause)
        return [Draft.of(shared, who=context.who)]


class LetIn(Command):
    """By a supervisor: a spot that sat out since the shuffle may wager before the next one (MA 5(h))."""

    needs = Action.LET_IN
    spot: int

    def why_not(self, context: CommandContext) -> Why:
        clause = SAT_OUT_CLAUSE.get(context.table.rules.document)
        return (
            not_open(context.shift)
            or why_not_spot(context.table, self.spot)
            or not_supervised(context.by, Message("letting-player-in"), clause)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(SpotLetIn(spot=self.spot), who=context.who)]


def _not_between_rounds(context: CommandContext) -> Why:
    clause = context.table.rules.values["spots_per_player"].clause
    return not_open(context.shift) or during_round(context.shift, Message("players-change-spots"), clause)


_LOCKED: Final = {"MA": "MA 5(e)", "CB": "CB dealing 2"}


class WagersDown(Command):
    """All wagers of the next round, as they lie now; coupons are marked in the bets (MA 5(d))."""

    needs = Action.TAKE_BETS
    bets: tuple[Bet, ...]

    def why_not(self, context: CommandContext) -> Why:
        return (
            _not_taken(context, self.bets)
            or _not_lawful(context.state, self.bets)
            or why_not_bettors(context.table.rules, context.shift, self.bets)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(WagersLaid(bets=self.bets), who=context.who)]


class SameWagers(Command):
    """As in the last round."""

    needs = Action.TAKE_BETS

    def why_not(self, context: CommandContext) -> Why:
        if not context.state.last_bets:
            return _not_taken(context, ()) or Refusal(Message("no-round-before"))
        return self._wagers(context).why_not(context)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return self._wagers(context).drafts(context)

    def _wagers(self, context: CommandContext) -> WagersDown:
        return WagersDown(who=self.who, bets=context.state.last_bets)


def _not_taken(context: CommandContext, bets: tuple[Bet, ...]) -> Why:
    """Why the house takes no wager at these spots now."""
    refusal, due = not_open(context.shift), current_step(context.table, context.shift)
    if refusal is None and due is not None and due.key != "burn" and not context.state.in_round:
        return why_cards_wait(context.table, context.shift)
    spots = sorted({int(bet.spot) for bet in bets})
    for spot in spots:
        refusal = refusal or why_not_wager(context.table, context.shift, spot)
    return refusal or why_not_spots(context.table, context.shift, spots)


def _not_lawful(state: TableState, bets: tuple[Bet, ...]) -> Why:
    clause = state.table.rules.cite("wagers") if state.table is not None else None
    if state.in_round:
        locked = _LOCKED.get(state.table.rules.document, clause) if state.table is not None else clause
        return Refusal(Message("wagers-locked"), locked)
    if state.table is None or state.shoe is None:
        return Refusal(Message("table-without-rules-or-cards"))
    if state.shoe_over:
        return Refusal(Message("cutting-card-came"), clause)
    try:
        if bets:
            Round(state.table, bets, state.shoe.copy())  # the engine refuses what does not fit the rules
    except Refused as error:
        return error.refusal
    return None
