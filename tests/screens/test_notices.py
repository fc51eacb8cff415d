"""Limits and options are announced by touch, here or by the pit (MA 9(c), 11(e))."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.table import commands as c
from tests.rigs.console_rig import StaffedConsole, staffed_console
from tests.rigs.staff import PINS
from tests.screens.screen_parts import texts
from tests.screens.test_evening import opened
from tests.table.pit_rulings import UNSIGNED, key_of, signed_by


@pytest.fixture
def table(tmp_path: Path) -> StaffedConsole:
    table = staffed_console(tmp_path, "massachusetts-switch-1")
    opened(table)
    table.go("menu", "menu:table", "table:limits")
    return table


def test_ma_9c_surrender_is_started_by_a_supervisor_who_signs(table: StaffedConsole) -> None:
    table.go("option:surrender:true")
    assert any("30 minutes" in text for text in texts(table.screen))
    table.go("announce")
    table.sign("Sam")
    assert table.state.shift.notices[0].changes == {"surrender": True}
    table.go(f"notice:{table.state.shift.notices[0].number}")
    table.sign("Sam")
    assert table.state.shift.notices[0].step == "withdrawn"


@pytest.mark.parametrize(
    ("button", "changes"),
    [
        ("option:resplit_aces:true", {"resplit_aces": True}),
        ("option:hands_per_split:3", {"hands_per_split": 3}),
        ("option:hands_per_split:4", {"hands_per_split": 4}),
    ],
)
def test_ma_11e_the_pit_is_asked_and_announces(table: StaffedConsole, button: str, changes: dict[str, object]) -> None:
    table.go(button, "ask-pit")
    table.approve()
    assert table.state.shift.notices[0].changes == changes
    assert table.state.shift.notices[0].by == table.rig.people["Sam"].id


def test_ma_9c_the_pit_announces_by_its_own_signature(table: StaffedConsole) -> None:
    table.go("option:surrender:true", "ask-pit")
    asked, sam = table.console.snapshot.requests[0], table.rig.people["Sam"]
    approval = c.ApproveFromPit(
        who=sam.id, request=asked.request, subject_hash=asked.subject_hash, place="pit", signature=UNSIGNED
    )
    table.done(signed_by(key_of(table.rig.book, sam, PINS["Sam"]), approval))
    notice = table.state.shift.notices[0]
    assert (notice.by, dict(notice.changes), notice.step) == (sam.id, {"surrender": True}, "waiting")


def test_what_is_in_force_already_is_not_announced(table: StaffedConsole) -> None:
    assert "option:surrender:false" not in table.console.pressable()
    assert "option:hands_per_split:2" not in table.console.pressable()
