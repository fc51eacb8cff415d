"""Cash to chips, chips for the dealer, small chips for large ones."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Amount, Message
from dealer_console.game.money import Cents, show
from dealer_console.journal import Draft
from dealer_console.journal.entries import money as stored
from dealer_console.rulebook.tables import Table
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.chips import Chips, colour_up, fewest, why_not_chips, why_not_made
from dealer_console.table.shift.guards import Why, not_open
from dealer_console.table.shift.spots import why_not_spot


class BuyIn(Command):
    """Cash into the box, chips to the player: only from what lies in the tray, and only whole chips."""

    needs = Action.BUY_IN
    cents: int
    spot: int | None = None

    def why_not(self, context: CommandContext) -> Why:
        shift = context.shift
        refusal = not_open(shift) or why_not_spot(context.table, self.spot)
        if refusal is not None:
            return refusal
        if self.cents <= 0:
            return Refusal(Message("buy-in-more-than-0"))
        if self.cents > shift.till.tray:
            tray = show(shift.till.tray)
            return Refusal(Message("tray-too-small-ask-fill", amount=tray, limit=Amount(self.cents)))
        return why_not_made(context.table.denominations, self.cents)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [buy_in(context.table, self.cents, context.who, self.spot)]


def buy_in(table: Table, cents: int, who: str, spot: int | None) -> Draft:
    """The chips are a proposal, the fewest; how the dealer breaks the amount down changes no sum."""
    chips = fewest(table.denominations, cents).counts
    return Draft.of(stored.BoughtIn(cents=Cents(cents), chips=chips, spot=spot), who=who)


class TokeGiven(Command):
    """Handed to the dealer, not wagered: chips from the player's hand to the dealers' box."""

    needs = Action.BUY_IN
    cents: int
    spot: int | None = None

    def why_not(self, context: CommandContext) -> Why:
        rules = context.table.rules
        if not rules.tokes:
            return Refusal(Message("no-tokes-here"), rules.cite("tokes"))
        if self.cents <= 0:
            return Refusal(Message("toke-more-than-0-00"), rules.cite("tokes"))
        return not_open(context.shift) or why_not_spot(context.table, self.spot)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.TokeGiven(cents=Cents(self.cents), spot=self.spot), who=context.who)]


class ColourUp(Command):
    """A player's chips for as few as possible."""

    needs = Action.BUY_IN
    held: Chips

    def why_not(self, context: CommandContext) -> Why:
        denominations = context.table.denominations
        refusal = not_open(context.shift) or why_not_chips(denominations, self.held)
        if refusal is not None:
            return refusal
        if not colour_up(denominations, self.held).comes_in.rows:
            return Refusal(Message("fewest-chips-already", amount=Amount(self.held.cents)))
        return None

    def drafts(self, context: CommandContext) -> list[Draft]:
        exchange = colour_up(context.table.denominations, self.held)
        came, went = exchange.comes_in, exchange.goes_out
        entry = stored.ColoredUp(cents=came.cents, chips=went.counts, for_chips=came.counts)
        return [Draft.of(entry, who=context.who)]
