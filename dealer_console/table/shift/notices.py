"""Limits and options change with notice: announced first, in effect between two rounds when the time has come.

Surrender and the resplit of aces need a recorded notice by law (MA 9(c), 11(e)); limits need the notice of the house.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dealer_console.game.choices import BadChoices
from dealer_console.game.errors import Refusal
from dealer_console.game.suggestions import did_you_mean
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised, require
from dealer_console.table.shift.state import Acting, Notice, Shift

LIMITS: Final = ("minimum", "maximum", "side_bet_minimum", "side_bet_maximum")
OPTIONS: Final = ("surrender", "resplit_aces", "hands_per_split")
_MINUTE_MS: Final = 60_000


def notice_minutes(table: Table, changes: Mapping[str, Json]) -> int:
    """The longer of the notices that the changes need."""
    limits = table.limits_notice_minutes if any(key in LIMITS for key in changes) else 0
    options = table.options_notice_minutes if any(key in OPTIONS for key in changes) else 0
    return max(limits, options)


def why_not_notice(table: Table, shift: Shift, changes: Mapping[str, Json], by: Acting) -> Why:
    """`table` is the table as it plays now; every change must be one that its rule set offers."""
    if not changes:
        return Refusal("a notice says what changes")
    for key in changes:
        if key not in (*LIMITS, *OPTIONS):
            return Refusal(f"{key!r} does not change during a shift{did_you_mean(key, (*LIMITS, *OPTIONS))}")
    if any(each.step == "waiting" and set(each.changes) & set(changes) for each in shift.notices):
        return Refusal("another notice about the same is waiting: withdraw it first")
    try:
        table.with_choices(changes)
    except BadChoices as error:
        return error.problems[0].refusal
    return not_open(shift) or not_supervised(by, "changing limits and options", table.rules.cite("limits"))


def draft_notice(table: Table, shift: Shift, changes: Mapping[str, Json], by: Acting, at_ms: int) -> list[Draft]:
    """`at_ms` must be the time of the append: the notice runs from there."""
    require(why_not_notice(table, shift, changes, by))
    data: dict[str, Json] = {
        "step": "notice",
        "notice": max((each.number for each in shift.notices), default=0) + 1,
        "changes": {**changes},
        "from_ms": at_ms + notice_minutes(table, changes) * _MINUTE_MS,
        "rule": sorted({table.rules.choices[key].clause for key in changes})[0],
    }
    return [Draft(kind="shift", data=data, who=by.person)]


def why_not_in_effect(table: Table, shift: Shift, number: int, at_ms: int) -> Why:
    notice = _waiting(shift, number)
    if notice is None:
        return Refusal(f"no notice {number} is waiting")
    clause = sorted({table.rules.choices[key].clause for key in notice.changes})[0]
    if at_ms < notice.from_ms:
        left = -(-(notice.from_ms - at_ms) // _MINUTE_MS)
        return Refusal(f"the notice has {left} more minute{'s' if left != 1 else ''} to run", clause)
    return during_round(shift, "a change takes effect", clause)


def draft_in_effect(table: Table, shift: Shift, number: int, by: Acting, at_ms: int) -> list[Draft]:
    """To be appended together with the new `configuration` of the table (`table.with_choices(notice.changes)`)."""
    require(why_not_in_effect(table, shift, number, at_ms))
    return [Draft(kind="shift", data={"step": "notice-in-effect", "notice": number}, who=by.person)]


def why_not_withdraw(shift: Shift, number: int, by: Acting) -> Why:
    if _waiting(shift, number) is None:
        return Refusal(f"no notice {number} is waiting")
    return not_supervised(by, "withdrawing a notice")


def draft_withdraw(shift: Shift, number: int, by: Acting) -> list[Draft]:
    require(why_not_withdraw(shift, number, by))
    return [Draft(kind="shift", data={"step": "notice-withdrawn", "notice": number}, who=by.person)]


def due_notices(shift: Shift, at_ms: int) -> tuple[Notice, ...]:
    """The notices whose time has come; between rounds they take effect, in the order in which they were said."""
    return tuple(each for each in shift.notices if each.step == "waiting" and each.from_ms <= at_ms)


def _waiting(shift: Shift, number: int) -> Notice | None:
    return next((each for each in shift.notices if each.number == number and each.step == "waiting"), None)
