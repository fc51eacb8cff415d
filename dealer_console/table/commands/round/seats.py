"""Who plays where: spots per player (MA 14, CB dealing 5), and spots that sat out since the shuffle (MA 5(h))."""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.journal.entries.shift import SpotLetIn, SpotsTaken
from dealer_console.rulebook.tables import SAT_OUT_CLAUSE
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised
from dealer_console.table.shift.spots import player, why_not_spot
from dealer_console.table.shift.state import Shift
from dealer_console.table.state.table_state import TableState

NOT_AGAIN_IN_THIS_SHOE: Final = "CB dealing 5"


class SeatPlayer(Command):
    """A player plays these spots from now on. `player` is the card number; None: nobody knows who it is.

    Seated already, the player changes spots. Back to the most spots in the same shoe needs the shift manager
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
        refusal = _not_between_rounds(context)
        for spot in self.spots:
            refusal = refusal or why_not_spot(table, spot) or _taken(shift, self._name, spot)
        if refusal is None and len(set(self.spots)) > most:
            return Refusal(Message("spots-per-player", count=most, other=len(self.spots)), clause)
        manager = context.approver is not None and context.approver.role == "pit-manager"
        if refusal is None and self._back_to_most(shift, most) and clause == NOT_AGAIN_IN_THIS_SHOE and not manager:
            return Refusal(Message("gave-up-spots", person=self._name, count=most), clause)
        return refusal

    def drafts(self, context: CommandContext) -> list[Draft]:
        allowed_by = context.approver.person if context.approver is not None else None
        taken = SpotsTaken(player=self._name, spots=tuple(sorted(set(self.spots))), allowed_by=allowed_by)
        return [Draft.of(taken, who=context.who)]

    @property
    def _name(self) -> str:
        return self.player or f"unknown at {min(self.spots)}"

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


def _taken(shift: Shift, name: str, spot: int) -> Why:
    holder = next((seated.name for seated in shift.spots.players if spot in seated.spots and seated.name != name), None)
    return None if holder is None else Refusal(Message("spot-played-by", spot=spot, person=holder))
