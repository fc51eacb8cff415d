"""Limits and options change with notice: announced first, in effect between two rounds when the time has come.

Surrender and the resplit of aces need a recorded notice by law (MA 9(c), 11(e)); limits need the notice of the house.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from dealer_console.game.choices import BadChoices
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message, Quoted
from dealer_console.game.suggestions import did_you_mean
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.shift import NoticeGiven, NoticeInEffect, NoticeWithdrawn
from dealer_console.rulebook.tables import Table
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.commands.money.tray import rules_in_force
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.fold import ahead
from dealer_console.table.shift.guards import Why, not_open, not_supervised
from dealer_console.table.shift.state import Shift
from dealer_console.table.state.table_state import TableState

LIMITS: Final = ("minimum", "maximum", "side_bet_minimum", "side_bet_maximum")
OPTIONS: Final = ("surrender", "resplit_aces", "hands_per_split")
_MINUTE_MS: Final = 60_000


class AnnounceNotice(Command):
    """Inside `Signed`, by a supervisor: limits or options change when the time of the notice is over.

    `changes` are choices of the rule set: `minimum`, `maximum`, `side_bet_minimum`, `side_bet_maximum`, `surrender`,
    `resplit_aces`, `hands_per_split`. It takes effect by itself between two rounds.
    """

    changes: Mapping[str, Json] = field(default_factory=dict)

    def action(self, state: TableState) -> Action:
        return Action.LIMITS_CHANGE if any(key in LIMITS for key in self.changes) else Action.NOTICE

    def why_not(self, context: CommandContext) -> Why:
        table, shift = context.table, context.shift
        if not self.changes:
            return Refusal(Message("notice-says-what-changes"))
        for key in self.changes:
            if key not in (*LIMITS, *OPTIONS):
                return Refusal(
                    Message(
                        "not-changed-in-shift",
                        key=Quoted(key),
                        hint=did_you_mean(key, (*LIMITS, *OPTIONS)),
                    )
                )
        if any(notice.step == "waiting" and set(notice.changes) & set(self.changes) for notice in shift.notices):
            return Refusal(Message("notice-waiting-already"))
        try:
            table.with_choices(self.changes)
        except BadChoices as error:
            return error.problems[0].refusal
        return not_open(shift) or not_supervised(
            context.by, Message("changing-limits-and-options"), table.rules.cite("limits")
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        """The notice runs from the time of the append."""
        given = NoticeGiven(
            notice=max((notice.number for notice in context.shift.notices), default=0) + 1,
            changes=self.changes,
            from_ms=context.now_ms + self._minutes(context.table) * _MINUTE_MS,
            rule=sorted({context.table.rules.choices[key].clause for key in self.changes})[0],
        )
        return [Draft.of(given, who=context.who)]

    def _minutes(self, table: Table) -> int:
        """The longer of the notices that the changes need."""
        limits = table.limits_notice_minutes if any(key in LIMITS for key in self.changes) else 0
        options = table.options_notice_minutes if any(key in OPTIONS for key in self.changes) else 0
        return max(limits, options)


class WithdrawNotice(Command):
    """Inside `Signed`, by a supervisor, before it took effect."""

    needs = Action.NOTICE
    notice: int

    def why_not(self, context: CommandContext) -> Why:
        waiting = [notice.number for notice in context.shift.notices if notice.step == "waiting"]
        if self.notice not in waiting:
            return Refusal(Message("no-notice-waiting", number=self.notice))
        return not_supervised(context.by, Message("withdrawing-notice"))

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(NoticeWithdrawn(notice=self.notice), who=context.who)]


def notice_due(table_file: Table, shift: Shift, now_ms: int) -> list[Draft]:
    """Between two rounds a notice whose time has come takes effect, with the configuration that it makes."""
    due = next((notice for notice in shift.notices if notice.step == "waiting" and notice.from_ms <= now_ms), None)
    if due is None or not_open(shift) is not None or shift.in_round:
        return []
    in_effect = Draft.of(NoticeInEffect(notice=due.number))
    table = table_file.with_choices(ahead(shift, [in_effect], now_ms).changes)
    return [in_effect, rules_in_force(table, None)]
