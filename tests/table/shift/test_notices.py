"""Limits and options change with notice, between two rounds (MA 9(c), 11(e))."""

from __future__ import annotations

import pytest

from dealer_console.game.errors import Refused
from dealer_console.table.shift import chips
from dealer_console.table.shift.notices import (
    draft_in_effect,
    draft_notice,
    draft_withdraw,
    due_notices,
    notice_minutes,
    why_not_in_effect,
    why_not_notice,
    why_not_withdraw,
)
from tests.table.shift.floor import ANA, PAT, SUE, TRAY, Floor

HALF_HOUR = 30 * 60_000


def test_ma_9c_surrender_begins_with_notice_and_between_rounds() -> None:
    floor = Floor().ready()
    said = floor.now + 1_000
    floor.do(draft_notice(floor.table, floor.shift, {"surrender": True}, SUE, said))
    notice = floor.shift.notices[0]
    assert (notice.number, notice.by, notice.said_ms, notice.from_ms) == (1, "sue", said, said + HALF_HOUR)
    assert list(floor.journal.entries())[-1].data["rule"] == "MA 9(c)"
    early = why_not_in_effect(floor.table, floor.shift, 1, said + HALF_HOUR - 1)
    assert early is not None
    assert (early.reason, early.clause) == ("the notice has 1 more minute to run", "MA 9(c)")
    assert "30 more minutes" in str(why_not_in_effect(floor.table, floor.shift, 1, said))
    floor.later(HALF_HOUR)
    floor.open_round("1 25")
    assert "between rounds" in str(why_not_in_effect(floor.table, floor.shift, 1, floor.now))
    floor.close_round()
    assert due_notices(floor.shift, floor.now) == (notice,)
    floor.do(draft_in_effect(floor.table, floor.shift, 1, SUE, floor.now))
    assert floor.shift.changes == {"surrender": True}
    assert floor.table.with_choices(floor.shift.changes).game.surrender is True
    assert due_notices(floor.shift, floor.now) == ()
    assert "no notice 1 is waiting" in str(why_not_in_effect(floor.table, floor.shift, 1, floor.now))


def test_ma_11e_forbidding_the_resplit_of_aces_needs_notice_too() -> None:
    floor = Floor().ready()
    drafts = draft_notice(floor.table, floor.shift, {"resplit_aces": False, "minimum": "25"}, PAT, floor.now)
    assert drafts[0].data["changes"] == {"resplit_aces": False, "minimum": "25"}
    floor.do(drafts)
    assert floor.shift.changes == {}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "says what changes"),
        ({"decks": 8}, "'decks' does not change during a shift"),
        ({"minimun": "5"}, "did you mean 'minimum'"),
        ({"minimum": "5000"}, "above the maximum 1000.00"),
        ({"surrender": "yes"}, "surrender is true or false"),
    ],
)
def test_notices_that_cannot_be(changes: dict[str, str | int], told: str) -> None:
    floor = Floor().ready()
    assert told in str(why_not_notice(floor.table, floor.shift, {**changes}, SUE))
    with pytest.raises(Refused):
        draft_notice(floor.table, floor.shift, {**changes}, SUE, floor.now)


def test_cb_limits_the_minimum_stays_within_25() -> None:
    floor = Floor("catfish-bend-blackjack-1").ready()
    refusal = why_not_notice(floor.table, floor.shift, {"minimum": "30"}, SUE)
    assert refusal is not None
    assert refusal.clause == "CB limits"


def test_only_a_supervisor_gives_notice_and_withdraws_it() -> None:
    floor = Floor().ready()
    assert "for a supervisor" in str(why_not_notice(floor.table, floor.shift, {"minimum": "25"}, ANA))
    floor.do(draft_notice(floor.table, floor.shift, {"minimum": "25"}, SUE, floor.now))
    assert "withdraw it first" in str(why_not_notice(floor.table, floor.shift, {"minimum": "50"}, SUE))
    assert "for a supervisor" in str(why_not_withdraw(floor.shift, 1, ANA))
    floor.do(draft_withdraw(floor.shift, 1, SUE))
    assert floor.shift.notices[0].step == "withdrawn"
    assert "no notice 1" in str(why_not_withdraw(floor.shift, 1, SUE))
    floor.do(draft_notice(floor.table, floor.shift, {"minimum": "50"}, SUE, floor.now))
    assert [each.number for each in floor.shift.notices] == [1, 2]


def test_the_longer_notice_counts() -> None:
    table = Floor("catfish-bend-blackjack-1").table
    assert notice_minutes(table, {"minimum": "5"}) == 20
    assert notice_minutes(Floor().table, {"minimum": "5", "surrender": True}) == 30


def test_ma_9c_an_announced_option_outlives_the_shift() -> None:
    """To end it needs a notice again; what is overtaken or withdrawn is not carried along."""
    floor = Floor().ready()
    for changes in ({"minimum": "20"}, {"minimum": "25"}, {"surrender": True}):
        floor.do(draft_notice(floor.table, floor.shift, {**changes}, SUE, floor.now))
        floor.later(HALF_HOUR)
        floor.do(draft_in_effect(floor.table, floor.shift, len(floor.shift.notices), SUE, floor.now))
    floor.do(draft_notice(floor.table, floor.shift, {"maximum": "500"}, SUE, floor.now))
    floor.do(draft_withdraw(floor.shift, 4, SUE))
    floor.do(draft_notice(floor.table, floor.shift, {"maximum": "800"}, SUE, floor.now))
    before = floor.shift.changes
    floor.close(chips(TRAY)).open()
    assert [each.number for each in floor.shift.notices] == [2, 3, 5]
    assert floor.shift.changes == before == {"minimum": "25", "surrender": True}
    floor.do(draft_notice(floor.table, floor.shift, {"surrender": False}, SUE, floor.now))
    assert floor.shift.notices[-1].number == 6
