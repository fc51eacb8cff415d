"""The tray counted, and against what the books expect: by two people when the table opens and closes (MA 3), by one in
between.
"""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.money import Cents
from dealer_console.game.rules import rule_text
from dealer_console.journal import Draft
from dealer_console.journal.configuration import configuration
from dealer_console.journal.entries.money import TrayClosed, TrayCounted, TrayOpened
from dealer_console.journal.entries.people import Role
from dealer_console.journal.entries.shift import TableClosed, TableOpened
from dealer_console.rulebook.tables import Table
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.chips import Chips, why_not_chips
from dealer_console.table.shift.continuous_shuffler import HOUSE, OUT_OF, in_device
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised, same_person
from dealer_console.table.shift.state import CardsAre, Shift, Stage
from dealer_console.table.state.entry_drafts import alarm_draft


def difference(shift: Shift, counted: Chips) -> int:
    """Counted less expected: over is positive, short is negative."""
    return counted.cents - shift.till.tray


def flag(table: Table, cents: int) -> str | None:
    """What the highest threshold says that this difference reaches, over or short."""
    reached = [threshold.says for threshold in table.differences if abs(cents) >= threshold.cents]
    return reached[-1] if reached else None


def for_pit_manager(table: Table, cents: int) -> str | None:
    """What the highest of several thresholds says, when this difference reaches it."""
    highest = table.differences[-1] if len(table.differences) > 1 else None
    return highest.says if highest is not None and abs(cents) >= highest.cents else None


class OpenTable(Command):
    """The tray as counted. Becomes a request; who approves it has verified the count. Sets the rules of the table."""

    needs = Action.OPEN_TABLE
    tray: Chips

    def why_not(self, context: CommandContext) -> Why:
        shift = context.shift
        if shift.stage is Stage.OPEN:
            return Refusal(Message("shift-open-already", number=shift.number))
        return (
            during_round(shift, Message("table-opened"))
            or why_not_chips(context.table.denominations, self.tray)
            or _not_verified(context)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        table, tray = context.table, self.tray
        opened = TableOpened(
            table=table.name,
            table_hash=table.file_hash,
            rules=table.rules.name,
            denominations=tuple(table.denominations),
            most_spots=table.spots_per_player,
            verified_by=context.second.person,
        )
        return [
            rules_in_force(table, context.who),
            Draft.of(opened, who=context.who),
            Draft.of(TrayOpened(cents=tray.cents, chips=tray.counts), who=context.who),
            *_unannounced(context),
        ]


def _unannounced(context: CommandContext) -> list[Draft]:
    """The file has changed what needs a notice; one that is only older than a notice says nothing new."""
    keys = [key for key in context.table.unannounced if key not in context.shift.changes]
    return [alarm_draft(Message("alarm-file-unannounced", keys=", ".join(keys)))] if keys else []


def rules_in_force(table: Table, who: str | None) -> Draft:
    """The configuration from here on: the rule set, and the choices of the file with what notices changed."""
    return configuration(table.rules.name, table.choices, table=table.name, who=who, text=table.rules_text)


def _not_verified(context: CommandContext) -> Why:
    if context.approver is None:
        return context.why_alone
    return same_person(context.who, context.approver.person, Message("counting-tray")) or not_supervised(
        context.approver, Message("verifying-tray")
    )


def _for_the_pit_manager(context: CommandContext, counted: Chips) -> Why:
    """A tray that is off by the most that the house names is closed by nobody below the pit manager."""
    says = for_pit_manager(context.table, difference(context.shift, counted))
    if says is None or context.approver is None or context.approver.role == Role.PIT_MANAGER:
        return None
    return Refusal(Message("closing-for-pit-manager", says=rule_text(says)), HOUSE)


class CountTray(Command):
    """A count in between: recorded beside what the books expect."""

    needs = Action.COUNT_TRAY
    tray: Chips

    def why_not(self, context: CommandContext) -> Why:
        return not_open(context.shift) or why_not_chips(context.table.denominations, self.tray)

    def drafts(self, context: CommandContext) -> list[Draft]:
        counted = TrayCounted(
            cents=self.tray.cents,
            chips=self.tray.counts,
            expected=context.shift.till.tray,
            difference=Cents(difference(context.shift, self.tray)),
        )
        return [Draft.of(counted, who=context.who)]


class CloseTable(Command):
    """The tray as counted. Becomes a request; who approves it has verified the count."""

    needs = Action.CLOSE_TABLE
    tray: Chips

    def why_not(self, context: CommandContext) -> Why:
        if context.state.bets and not context.state.in_round:
            return Refusal(Message("wagers-on-layout"))
        return (
            not_open(context.shift)
            or during_round(context.shift, Message("table-closed"))
            or _unfinished(context.table, context.shift)
            or why_not_chips(context.table.denominations, self.tray)
            or _not_verified(context)
            or _for_the_pit_manager(context, self.tray)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        shift, counted = context.shift, self.tray
        off = difference(shift, counted)
        closed = TableClosed(
            expected=shift.till.tray,
            counted=counted.cents,
            difference=Cents(off),
            flag=flag(context.table, off),
            verified_by=context.second.person,
        )
        return [
            Draft.of(TrayClosed(cents=counted.cents, chips=counted.counts), who=context.who),
            Draft.of(closed, who=context.who),
        ]


def _unfinished(table: Table, shift: Shift) -> Why:
    if shift.open_slips:
        numbers = ", ".join(slip.number for slip in shift.open_slips)
        return Refusal(Message("slip-open", slip=numbers))
    if any(called.step == "called" for called in shift.called):
        return Refusal(Message("called-wager-open"), "MA 5(d)")
    if in_device(shift.cards) or shift.cards.procedure == OUT_OF:
        return Refusal(Message("take-cards-out-of-csm"), HOUSE)
    if "closing" in table.rules.procedures and shift.cards.are is not CardsAre.AWAY:
        first = table.rules.procedures["closing"][0]
        return Refusal(Message("rack-and-check-cards"), first.clause)
    return None
