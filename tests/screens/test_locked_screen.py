"""A screen that locked itself asks for the dealer; a window that shall be closed asks for somebody who may."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.journal.entries.people import Role
from dealer_console.table import commands as c
from dealer_console.table.people import Pin
from tests.rigs.console_rig import StaffedConsole, staffed_console
from tests.rigs.staff import PINS
from tests.rigs.staffed_table import MA


@pytest.fixture
def table(tmp_path: Path) -> StaffedConsole:
    console = staffed_console(tmp_path, MA)
    come = c.Signed(who="console", badge="Dana", pin=Pin(PINS["Dana"]), command=c.ComeIn(who="", role=Role.DEALER))
    console.submit(come, lambda refusal: None)
    return console


def test_closing_asks_for_badge_and_pin_of_somebody_who_may(table: StaffedConsole) -> None:
    table.console.ask_to_close()
    assert table.page == "sign"
    table.sign("Sam")
    assert table.virtual.session.snapshot.console_closed_by == table.rig.people["Sam"].id


def test_a_locked_screen_asks_for_the_dealer_and_goes_on_with_the_pin(table: StaffedConsole) -> None:
    session = table.virtual.session
    session.lock_after_ms = 0
    session.step()
    session.lock_after_ms = None
    assert session.snapshot.locked
    assert table.page == "sign"
    table.sign("Dana")
    assert not session.snapshot.locked
