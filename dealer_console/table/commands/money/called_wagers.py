"""Called wagers with cash (MA 5(d)): they count when dealer and supervisor have confirmed them before the first card.

The cash becomes chips with the second confirmation, in the same append. What is not confirmed when the round opens does
not count, and the cash goes back.
"""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.money import Cents
from dealer_console.journal import Draft
from dealer_console.journal.entries.people import Role
from dealer_console.journal.entries.shift import CalledWagerConfirmed, CalledWagerReturned, WagerCalled
from dealer_console.rulebook.table_form import CALLED_WAGERS_REFUSED
from dealer_console.rulebook.tables import Table
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.commands.money.buy_in import BuyIn, buy_in
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why, during_round
from dealer_console.table.shift.state import CalledWager, Shift


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
