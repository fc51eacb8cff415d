"""Cash at the table: buy-ins, chips for the dealer, small chips for large ones, and called wagers (MA 5(d)).

A called wager counts when dealer and supervisor have confirmed it before the first card. The cash becomes chips with
the second confirmation, in the same append. What is not confirmed when the round opens does not count, and the cash
goes back.
"""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Amount, Message
from dealer_console.game.money import Cents, show
from dealer_console.journal import Draft
from dealer_console.journal.entries import money as stored
from dealer_console.journal.entries.people import Role
from dealer_console.journal.entries.shift import CalledWagerConfirmed, CalledWagerReturned, WagerCalled
from dealer_console.rulebook.table_form import CALLED_WAGERS_REFUSED
from dealer_console.rulebook.tables import Table
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.chips import Chips, colour_up, fewest, why_not_chips, why_not_made
from dealer_console.table.shift.guards import Why, during_round, not_open
from dealer_console.table.shift.spots import why_not_spot
from dealer_console.table.shift.state import CalledWager, Shift


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


class CallWager(Command):
    """Cash called as a wager (MA 5(d)). It waits for `ConfirmCalledWager`; a round that opens before sends it back."""

    needs = Action.BUY_IN
    spot: int
    cents: int
    bettor: int = 1

    def why_not(self, context: CommandContext) -> Why:
        table, clause = context.table, _clause(context.table)
        if not table.called_wagers:
            return Refusal(Message("no-called-wagers"), clause)
        most = table.rules.bettors_per_spot
        if not 1 <= self.bettor <= most:
            return Refusal(Message("spot-bettors-most", count=most), table.rules.cite("bettors"))
        buys = BuyIn(who=self.who, cents=self.cents, spot=self.spot)
        return during_round(context.shift, Message("wager-called"), clause) or buys.why_not(context)

    def drafts(self, context: CommandContext) -> list[Draft]:
        called = WagerCalled(
            called=len(context.shift.called) + 1,
            spot=self.spot,
            bettor=self.bettor,
            cents=Cents(self.cents),
            rule=_clause(context.table),
        )
        return [Draft.of(called, who=context.who)]


class ConfirmCalledWager(Command):
    """The dealer confirms it; becomes a request, and with the supervisor's approval it counts and is bought in."""

    needs = Action.CONFIRM_CALLED_WAGER
    called: int

    def why_not(self, context: CommandContext) -> Why:
        """Both the dealer at the table and a supervisor, two people."""
        clause, shift = _clause(context.table), context.shift
        called = _open(shift, self.called)
        if called is None:
            return Refusal(Message("called-wager-counts-already", number=self.called), clause)
        if context.approver is None:
            return context.why_alone
        if context.by.role != Role.DEALER or context.who != shift.dealer or not context.approver.supervises:
            return Refusal(Message("called-wager-confirmed-by"), clause)
        if context.approver.person == context.who:
            return Refusal(Message("called-wager-two-people", person=context.who), clause)
        buys = BuyIn(who=self.who, cents=called.cents, spot=called.spot)
        return during_round(shift, Message("called-wager-confirmed"), clause) or buys.why_not(context)

    def drafts(self, context: CommandContext) -> list[Draft]:
        """Both confirmations, and the cash becomes chips."""
        called = next(wager for wager in context.shift.called if wager.number == self.called)
        second = context.second.person
        by_dealer = CalledWagerConfirmed(called=self.called, confirmed_as="dealer", counts=False)
        by_supervisor = CalledWagerConfirmed(called=self.called, confirmed_as="supervisor", counts=True)
        return [
            Draft.of(by_dealer, who=context.who),
            Draft.of(by_supervisor, who=second),
            buy_in(context.table, called.cents, second, called.spot),
        ]


class ReturnCalledWager(Command):
    """The cash goes back before both have confirmed it."""

    needs = Action.BUY_IN
    called: int

    def why_not(self, context: CommandContext) -> Why:
        waits = _open(context.shift, self.called) is not None
        return None if waits else Refusal(Message("no-called-wager-waits", number=self.called), _clause(context.table))

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(CalledWagerReturned(called=self.called), who=context.who)]


def _clause(table: Table) -> str:
    return CALLED_WAGERS_REFUSED.get(table.rules.document, "MA 5(d)")


def _open(shift: Shift, number: int) -> CalledWager | None:
    return next((wager for wager in shift.called if wager.number == number and wager.step == "called"), None)
