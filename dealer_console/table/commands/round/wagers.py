"""Wagers before the first card: all of them at once, or those of the last round again."""

from __future__ import annotations

from typing import Final

from dealer_console.game.engine import Round
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.message import Message
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import Draft
from dealer_console.journal.entries.rounds import WagersLaid
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why, not_open
from dealer_console.table.shift.procedures import current_step, why_cards_wait
from dealer_console.table.shift.spots import why_not_bettors, why_not_spots, why_not_wager
from dealer_console.table.state.table_state import TableState

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
