"""Limits and options change with notice, between two rounds (MA 9(c), 11(e))."""

from __future__ import annotations

import pytest

from dealer_console.game.errors import Refused
from dealer_console.table import commands as c
from dealer_console.table.commands.people.notices import notice_due
from dealer_console.table.shift import chips
from tests.messages.codes import code
from tests.table.shift.floor import ANA, PAT, SUE, TRAY, Floor

HALF_HOUR = 30 * 60_000


def test_ma_9c_surrender_begins_with_notice_and_between_rounds() -> None:
    floor = Floor().ready()
    said = floor.now + 1_000
    floor.act(c.AnnounceNotice(who="", changes={"surrender": True}), SUE)
    notice = floor.shift.notices[0]
    assert (notice.number, notice.by, notice.said_ms, notice.from_ms) == (1, "sue", said, said + HALF_HOUR)
    assert list(floor.journal.entries())[-1].data["rule"] == "MA 9(c)"
    assert notice_due(floor.table, floor.shift, said + HALF_HOUR - 1) == []
    floor.later(HALF_HOUR)
    floor.open_round("1 25")
    assert notice_due(floor.table, floor.shift, floor.now) == []
    floor.close_round()
    floor.do(notice_due(floor.table, floor.shift, floor.now))
    assert floor.shift.changes == {"surrender": True}
    assert list(floor.journal.entries())[-1].kind == "configuration"
    assert floor.table.with_choices(floor.shift.changes).game.surrender is True
    assert notice_due(floor.table, floor.shift, floor.now) == []


def test_ma_11e_forbidding_the_resplit_of_aces_needs_notice_too() -> None:
    floor = Floor().ready()
    drafts = floor.drafts(c.AnnounceNotice(who="", changes={"resplit_aces": False, "minimum": "25"}), PAT)
    assert drafts[0].data["changes"] == {"resplit_aces": False, "minimum": "25"}
    floor.do(drafts)
    assert floor.shift.changes == {}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "notice-says-what-changes"),
        ({"decks": 8}, "not-changed-in-shift"),
        ({"minimun": "5"}, "not-changed-in-shift"),
        ({"minimum": "5000"}, "minimum-above-maximum"),
        ({"surrender": "yes"}, "true-or-false"),
    ],
)
def test_notices_that_cannot_be(changes: dict[str, str | int], told: str) -> None:
    floor = Floor().ready()
    assert code(floor.why_not(c.AnnounceNotice(who="", changes={**changes}), SUE)) == told
    with pytest.raises(Refused):
        floor.drafts(c.AnnounceNotice(who="", changes={**changes}), SUE)


def test_cb_limits_the_minimum_stays_within_25() -> None:
    floor = Floor("catfish-bend-blackjack-1").ready()
    refusal = floor.why_not(c.AnnounceNotice(who="", changes={"minimum": "30"}), SUE)
    assert refusal is not None
    assert refusal.clause == "CB limits"


def test_only_a_supervisor_gives_notice_and_withdraws_it() -> None:
    floor = Floor().ready()
    assert code(floor.why_not(c.AnnounceNotice(who="", changes={"minimum": "25"}), ANA)) == "for-a-supervisor"
    floor.act(c.AnnounceNotice(who="", changes={"minimum": "25"}), SUE)
    assert code(floor.why_not(c.AnnounceNotice(who="", changes={"minimum": "50"}), SUE)) == "notice-waiting-already"
    assert code(floor.why_not(c.WithdrawNotice(who="", notice=1), ANA)) == "for-a-supervisor"
    floor.act(c.WithdrawNotice(who="", notice=1), SUE)
    assert floor.shift.notices[0].step == "withdrawn"
    assert code(floor.why_not(c.WithdrawNotice(who="", notice=1), SUE)) == "no-notice-waiting"
    floor.act(c.AnnounceNotice(who="", changes={"minimum": "50"}), SUE)
    assert [each.number for each in floor.shift.notices] == [1, 2]


@pytest.mark.parametrize(
    ("name", "changes", "minutes"),
    [
        ("catfish-bend-blackjack-1", {"minimum": "5"}, 20),
        ("massachusetts-switch-1", {"minimum": "5", "surrender": True}, 30),
    ],
)
def test_the_longer_notice_counts(name: str, changes: dict[str, str | bool], minutes: int) -> None:
    floor = Floor(name).ready()
    floor.act(c.AnnounceNotice(who="", changes={**changes}), SUE)
    assert floor.shift.notices[0].from_ms - floor.now == minutes * 60_000


def test_ma_9c_an_announced_option_outlives_the_shift() -> None:
    """To end it needs a notice again; what is overtaken or withdrawn is not carried along."""
    floor = Floor().ready()
    for changes in ({"minimum": "20"}, {"minimum": "25"}, {"surrender": True}):
        floor.act(c.AnnounceNotice(who="", changes={**changes}), SUE)
        floor.later(HALF_HOUR)
        floor.do(notice_due(floor.table, floor.shift, floor.now))
    floor.act(c.AnnounceNotice(who="", changes={"maximum": "500"}), SUE)
    floor.act(c.WithdrawNotice(who="", notice=4), SUE)
    floor.act(c.AnnounceNotice(who="", changes={"maximum": "800"}), SUE)
    before = floor.shift.changes
    floor.close(chips(TRAY)).open()
    assert [each.number for each in floor.shift.notices] == [2, 3, 5]
    assert floor.shift.changes == before == {"minimum": "25", "surrender": True}
    floor.act(c.AnnounceNotice(who="", changes={"surrender": False}), SUE)
    assert floor.shift.notices[-1].number == 6
