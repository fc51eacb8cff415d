"""Limits and options change with notice, between two rounds (MA 9(c), 11(e))."""

from __future__ import annotations

import pytest

from dealer_console.game.errors import Refused
from dealer_console.rulebook.tables import load_table
from dealer_console.table import commands as c
from dealer_console.table.commands.people.notices import notice_due
from dealer_console.table.session.table_setup import in_force
from dealer_console.table.shift import chips
from tests.messages.codes import code
from tests.table.shift.journaled_shift import ANA, PAT, SUE, TRAY, JournaledShift

HALF_HOUR = 30 * 60_000


def test_ma_9c_surrender_begins_with_notice_and_between_rounds() -> None:
    floor = JournaledShift().ready()
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
    floor = JournaledShift().ready()
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
    floor = JournaledShift().ready()
    assert code(floor.why_not(c.AnnounceNotice(who="", changes={**changes}), SUE)) == told
    with pytest.raises(Refused):
        floor.drafts(c.AnnounceNotice(who="", changes={**changes}), SUE)


def test_cb_limits_the_minimum_stays_within_25() -> None:
    floor = JournaledShift("catfish-bend-blackjack-1").ready()
    refusal = floor.why_not(c.AnnounceNotice(who="", changes={"minimum": "30"}), SUE)
    assert refusal is not None
    assert refusal.clause == "CB limits"


def test_only_a_supervisor_gives_notice_and_withdraws_it() -> None:
    floor = JournaledShift().ready()
    assert code(floor.why_not(c.AnnounceNotice(who="", changes={"minimum": "25"}), ANA)) == "for-a-supervisor"
    floor.act(c.AnnounceNotice(who="", changes={"minimum": "25"}), SUE)
    assert code(floor.why_not(c.AnnounceNotice(who="", changes={"minimum": "50"}), SUE)) == "notice-waiting-already"
    assert code(floor.why_not(c.WithdrawNotice(who="", notice=1), ANA)) == "for-a-supervisor"
    floor.act(c.WithdrawNotice(who="", notice=1), SUE)
    assert floor.shift.notices[0].step == "withdrawn"
    assert code(floor.why_not(c.WithdrawNotice(who="", notice=1), SUE)) == "no-notice-waiting"
    floor.act(c.AnnounceNotice(who="", changes={"minimum": "50"}), SUE)
    assert [notice.number for notice in floor.shift.notices] == [1, 2]


@pytest.mark.parametrize(
    ("name", "changes", "minutes"),
    [
        ("catfish-bend-blackjack-1", {"minimum": "5"}, 20),
        ("massachusetts-switch-1", {"minimum": "5", "surrender": True}, 30),
    ],
)
def test_the_longer_notice_counts(name: str, changes: dict[str, str | bool], minutes: int) -> None:
    floor = JournaledShift(name).ready()
    floor.act(c.AnnounceNotice(who="", changes={**changes}), SUE)
    assert floor.shift.notices[0].from_ms - floor.now == minutes * 60_000


def test_ma_9c_a_changed_file_brings_in_no_option_by_the_back_door() -> None:
    """Neither at a restart in the middle of a shift nor at the next opening; and an alarm says so there."""
    floor = JournaledShift().ready()
    changed = floor.table.with_choices({"surrender": True, "hands_per_split": 4, "minimum": "5"})
    assert (changed.game.surrender, changed.game.resplit_aces) == (True, True)
    now = in_force(changed, floor.shift)
    assert (now.game.surrender, now.game.hands_per_split, now.game.resplit_aces) == (False, 2, False)
    assert (now.game.minimum, now.unannounced) == (1500, ("surrender", "resplit_aces", "hands_per_split"))
    floor.close(chips(TRAY))
    floor.table = changed
    closed = in_force(changed, floor.shift).game
    assert (closed.surrender, closed.minimum) == (False, 500)  # limits are posted at the opening
    floor.open()
    alarms = [entry.data["alarm"] for entry in floor.journal.entries() if entry.kind == "alarm"]
    assert len(alarms) == 1
    assert "surrender" in str(alarms[0])
    assert floor.shift.configured is not None
    assert "surrender" not in floor.shift.configured.choices


def test_ma_9c_what_was_announced_counts_whatever_the_file_says() -> None:
    floor = JournaledShift().ready()
    floor.act(c.AnnounceNotice(who="", changes={"surrender": True}), SUE)
    floor.later(HALF_HOUR)
    floor.do(notice_due(in_force(floor.table, floor.shift), floor.shift, floor.now))
    assert in_force(floor.table, floor.shift).game.surrender is True
    assert in_force(floor.table.with_choices({"surrender": False}), floor.shift).game.surrender is True
    floor.close(chips(TRAY)).open()
    assert in_force(floor.table, floor.shift).game.surrender is True


def test_another_rule_set_takes_nothing_over_from_the_old_one() -> None:
    floor = JournaledShift().ready()
    other = load_table("catfish-bend-blackjack-1")
    assert in_force(other, floor.shift) is other


def test_a_file_that_contradicts_what_is_in_force_changes_nothing() -> None:
    floor = JournaledShift().ready()
    floor.act(c.AnnounceNotice(who="", changes={"minimum": "500"}), SUE)
    floor.later(HALF_HOUR)
    floor.do(notice_due(floor.table, floor.shift, floor.now))
    floor.close(chips(TRAY))
    smaller = floor.table.with_choices({"maximum": "100"})
    assert in_force(smaller, floor.shift).game.minimum == 50000


def test_ma_11e_a_notice_is_asked_for_and_announced_by_who_approves() -> None:
    floor = JournaledShift().ready()
    ask = c.AskNotice(who="", changes={"hands_per_split": 3, "resplit_aces": False})
    assert code(floor.why_not(ask, ANA)) == "one-asks-another-approves"
    floor.act(ask, ANA, PAT)
    notice = floor.shift.notices[0]
    assert (notice.by, dict(notice.changes)) == ("pat", {"hands_per_split": 3, "resplit_aces": False})
    assert list(floor.journal.entries())[-1].data["rule"] == "MA 11(e)"
    assert code(floor.why_not(ask, ANA, PAT)) == "notice-waiting-already"


def test_ma_9c_an_announced_option_outlives_the_shift() -> None:
    """To end it needs a notice again; what is overtaken or withdrawn is not carried along."""
    floor = JournaledShift().ready()
    for changes in ({"minimum": "20"}, {"minimum": "25"}, {"surrender": True}):
        floor.act(c.AnnounceNotice(who="", changes={**changes}), SUE)
        floor.later(HALF_HOUR)
        floor.do(notice_due(floor.table, floor.shift, floor.now))
    floor.act(c.AnnounceNotice(who="", changes={"maximum": "500"}), SUE)
    floor.act(c.WithdrawNotice(who="", notice=4), SUE)
    floor.act(c.AnnounceNotice(who="", changes={"maximum": "800"}), SUE)
    before = floor.shift.changes
    floor.close(chips(TRAY)).open()
    assert [notice.number for notice in floor.shift.notices] == [2, 3, 5]
    assert floor.shift.changes == before == {"minimum": "25", "surrender": True}
    floor.act(c.AnnounceNotice(who="", changes={"surrender": False}), SUE)
    assert floor.shift.notices[-1].number == 6
