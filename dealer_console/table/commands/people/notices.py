"""Limits and options change with notice: announced first, in effect between two rounds when the time has come.

Surrender and the resplit of aces need a recorded notice by law (MA 9(c), 11(e)); limits need the notice of the house.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Final

from dealer_console.game.choices import BadChoices
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message, Quoted
from dealer_console.game.similar_names import did_you_mean
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.shift import NoticeGiven, NoticeInEffect, NoticeWithdrawn
from dealer_console.rulebook.tables import LIMITS, OPTIONS, Table
from dealer_console.table.approvals.pit_ruling import PitNotice, RulingSignature
from dealer_console.table.commands.command import Command, CommandContext, Source
from dealer_console.table.commands.money.tray import rules_in_force
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why, not_open, not_supervised
from dealer_console.table.shift.state import Shift
from dealer_console.table.state.table_state import TableState

_MINUTE_MS: Final = 60_000
SIGNED_WITHIN_MS: Final = 15 * _MINUTE_MS
"""So old or so far ahead a signature of the stand may be: the floor carries a notice for ten minutes."""


class AnnounceNotice(Command):
    """Inside `Signed`, by a supervisor: limits or options change when the time of the notice is over.

    `changes` are choices of the rule set, of `LIMITS` and `OPTIONS`. It takes effect by itself between two rounds.
    """

    changes: Mapping[str, Json] = field(default_factory=dict)

    def action(self, state: TableState) -> Action:
        return Action.LIMITS_CHANGE if any(key in LIMITS for key in self.changes) else Action.NOTICE

    def why_not(self, context: CommandContext) -> Why:
        return _not_announced(context, self.changes) or not_supervised(
            context.by, Message("changing-limits-and-options"), context.table.rules.cite("limits")
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [_given(context, self.changes, context.who)]


class AskNotice(Command):
    """The same, asked for at the table; who approves it, here or in the pit, announces it."""

    needs = Action.ASK_NOTICE
    changes: Mapping[str, Json] = field(default_factory=dict)

    def why_not(self, context: CommandContext) -> Why:
        return _not_announced(context, self.changes) or context.why_alone

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [_given(context, self.changes, context.second.person)]


class AnnounceFromPit(Command, stored=False):
    """Announced at the pit stand, where `who` has signed it by PIN. For the code of the floor only."""

    source = Source.PIT
    log: str
    order: str
    changes: Mapping[str, Json]
    place: str
    reason: str
    signature: RulingSignature

    @property
    def ruling(self) -> PitNotice:
        """What was signed."""
        return PitNotice(log=self.log, order=self.order, changes=self.changes, person=self.who, reason=self.reason)

    def action(self, state: TableState) -> Action:
        return AnnounceNotice(who=self.who, changes=self.changes).action(state)

    def why_not(self, context: CommandContext) -> Why:
        if self.log != context.state.approvals.log:
            return Refusal(Message("notice-of-another-table"))
        if any(notice.order == self.order for notice in context.shift.notices):
            return Refusal(Message("notice-known-already"))
        at_ms, opened_ms = self.signature.at_ms, context.shift.opened_ms or 0
        if at_ms < opened_ms or abs(context.now_ms - at_ms) > SIGNED_WITHIN_MS:
            return Refusal(Message("notice-signed-long-ago"))  # the orders of an earlier shift are forgotten
        return AnnounceNotice(who=self.who, changes=self.changes).why_not(context)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [_given(context, self.changes, context.who, pit=self)]


def _not_announced(context: CommandContext, changes: Mapping[str, Json]) -> Why:
    if not changes:
        return Refusal(Message("notice-says-what-changes"))
    for key in changes:
        if key not in (*LIMITS, *OPTIONS):
            hint = did_you_mean(key, (*LIMITS, *OPTIONS))
            return Refusal(Message("not-changed-in-shift", key=Quoted(key), hint=hint))
    if any(set(notice.changes) & set(changes) for notice in context.shift.open_notices):
        return Refusal(Message("notice-waiting-already"))
    try:
        context.table.with_choices(changes)
    except BadChoices as error:
        return error.problems[0].refusal
    return not_open(context.shift)


def _given(
    context: CommandContext,
    changes: Mapping[str, Json],
    who: str,
    *,
    pit: AnnounceFromPit | None = None,
) -> Draft:
    """The notice runs from the time of the append."""
    table, seal = context.table, pit.signature if pit is not None else None
    notice_given = NoticeGiven(
        notice=max((notice.number for notice in context.shift.notices), default=0) + 1,
        changes=changes,
        from_ms=context.now_ms + minutes_of(table, changes) * _MINUTE_MS,
        rule=sorted({table.rules.choices[key].clause for key in changes})[0],
        order=pit.order if pit is not None else None,
        place=pit.place if pit is not None else None,
        reason=pit.reason if pit is not None else None,
        key=seal.key if seal is not None else None,
        signed_at_ms=seal.at_ms if seal is not None else None,
        signature=seal.signature if seal is not None else None,
    )
    return Draft.of(notice_given, who=who)


def minutes_of(table: Table, changes: Iterable[str]) -> int:
    """The longer of the notices that the changes need."""
    return max(table.limits_notice_minutes if key in LIMITS else table.options_notice_minutes for key in changes)


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


def notice_due(table: Table, shift: Shift, now_ms: int) -> list[Draft]:
    """Between two rounds a notice whose time has come takes effect, with the configuration that it makes.

    `table` is the one that plays now.
    """
    due = next((notice for notice in shift.open_notices if notice.from_ms <= now_ms), None)
    if due is None or not_open(shift) is not None or shift.in_round:
        return []
    return [Draft.of(NoticeInEffect(notice=due.number)), rules_in_force(table.with_choices(due.changes), None)]
