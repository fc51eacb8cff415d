"""What is needed seldom has its page, too: a burned card shown, a note, called cash, tokes, a shuffler emptied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.rigs.console_rig import AnyConsole, StaffedConsole, staffed_console
from tests.screens.screen_parts import buttons
from tests.screens.test_actions import dealt
from tests.screens.test_evening import opened, ready


@pytest.fixture
def table(tmp_path: Path) -> Iterator[StaffedConsole]:
    table = staffed_console(tmp_path, "south-dakota-switch-1")
    yield table
    table.rig.book.close()


def written(table: AnyConsole, kind: str) -> list[dict[str, Any]]:
    return [dict(entry.data) for entry in table.virtual.journal.entries(after=0) if entry.kind == kind]


def test_a_burned_card_is_shown_on_a_players_wish(table: StaffedConsole) -> None:
    ready(table)
    table.go("menu", "menu:shoe", "shoe:show_burn", "rank:9", "suit:c")
    if table.page == "request":
        table.approve()
    assert [data["card"] for data in written(table, "shuffle") if data["step"] == "burn-shown"] == ["9c"]


def test_a_note_is_written_letter_by_letter(table: StaffedConsole) -> None:
    opened(table)
    table.go("menu", "menu:note")
    assert not next(button for button in buttons(table.screen) if button.id == "write").enabled
    table.go(*(f"letter:{letter}" for letter in "SPOT"), "space", "figures", "letter:3", "letter:4", "back", "write")
    assert table.page == ""
    assert [data["text"] for data in written(table, "note")] == ["Spot 3"]


def test_a_keyboard_writes_the_letters_that_its_keys_show(table: StaffedConsole) -> None:
    opened(table)
    table.go("menu", "menu:settings", "language:es", "close", "menu", "menu:note")
    for key in ("S", "E", "Ñ", "A", "1"):
        table.console.key(key)
    table.go("write")
    assert [data["text"] for data in written(table, "note")] == ["Seña"]


def test_cash_that_was_called_goes_back(table: StaffedConsole) -> None:
    ready(table)
    table.go("menu", "menu:table", "table:called", "spot:3")
    table.typed("50")
    table.go("ok")
    called = table.state.shift.called[0]
    table.go(f"call-back:{called.number}")
    assert [called_wager.step for called_wager in table.state.shift.called] == ["returned"]
    assert f"call-back:{called.number}" not in table.console.pressable()


@pytest.mark.parametrize(("action", "faces"), [("double", "5c 9d 6h 6s 9s Kc"), ("split", "8c 9d 6h 8s 9s Kc")])
def test_a_toke_rides_on_a_double_or_a_split(action: str, faces: str) -> None:
    table = dealt(faces, rules="south-dakota-switch", hole_card="peek")
    table.press("menu")
    table.press("menu:toke")
    assert not next(button for button in buttons(table.screen) if button.id == f"toke:{action}").enabled
    table.press("digit:5")
    table.press(f"toke:{action}")
    move: Any = table.state.standing[-1].move
    assert (move.hand, move.toke) == ("1a", 500)


def test_where_no_toke_rides_there_is_no_button_for_it() -> None:
    table = dealt("5c 9d 6h 6s 9s Kc", rules="massachusetts-switch")
    table.press("menu")
    assert "menu:shoe" in table.console.pressable()
    assert "menu:toke" not in table.console.pressable()


def test_a_shuffler_is_emptied_from_the_page_of_the_devices(tmp_path: Path) -> None:
    table = staffed_console(tmp_path, "massachusetts-switch-1", kinds=("batch-shuffler",))
    opened(table)
    table.virtual.operate("batch-shuffler", "load 312")
    table.go("light:batch-shuffler", "cards-out")
    ordered, sent = written(table, "device-command")[-2:]
    assert (ordered["device"], ordered["command"]) == ("batch-shuffler", "eject")
    assert (sent["device"], sent["command"]) == ("batch-shuffler", "eject (sent)")
    table.rig.book.close()


def test_what_cannot_be_taken_back_is_held(tmp_path: Path) -> None:
    """Paid, void, shuffle, close: a tap is not enough."""
    table = staffed_console(tmp_path, "south-dakota-switch-1")
    opened(table)
    table.go("menu", "menu:table", "table:close")
    assert next(button for button in buttons(table.screen) if button.id == "chips-done").hold
    table.go("close", "table:fill")
    assert not next(button for button in buttons(table.screen) if button.id == "chips-done").hold
    table.go("close", "close", "menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    table.approve()
    assert all(button.hold for button in buttons(table.screen) if button.id.startswith("shoe:begin"))
    table.rig.book.close()
