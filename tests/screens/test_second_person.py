"""Who asks and who approves, as the screen names them."""

from __future__ import annotations

from pathlib import Path

from dealer_console.messages import words_of
from dealer_console.table.commands.command import all_commands
from tests.rigs.console_rig import staffed_console
from tests.screens.screen_parts import texts


def test_who_asks_without_being_at_the_table_is_named_by_name_and_not_by_id(tmp_path: Path) -> None:
    table = staffed_console(tmp_path, "massachusetts-switch-1")
    table.go("menu", "menu:table", "table:open")
    table.count_tray((10000, 5))
    table.press("chips-done")
    table.sign("Drew")
    assert table.page == "request"
    person = table.rig.people["Drew"].id
    said = [text for text in texts(table.screen) if " asks" in text]
    assert said
    assert all("Drew asks" in text and f"{person} asks" not in text for text in said)


def test_everything_that_was_done_is_confirmed_until_the_next_touch(tmp_path: Path) -> None:
    table = staffed_console(tmp_path, "massachusetts-switch-1")
    table.go("menu", "menu:people", "in:dealer")
    table.sign("Dana")
    assert table.screen.done == "✓ Signed in"
    table.go("act:open")
    assert table.screen.done == ""
    table.count_tray((10000, 5))
    table.press("chips-done")
    assert table.screen.done == "", "what waits for a second person is not done"
    table.approve()
    assert table.screen.done == "✓ Approved"
    table.press("call-floor")
    assert table.screen.done == "✓ Floor called"
    assert table.screen.last is not None
    assert table.screen.last.text == "✓ Floor called"


# Said otherwise: what moves cards and wagers is seen on the felt, in the list and on the chip of the last action, as
# after a restart; the camera's picture is its own answer, the end of the program too; the rest is of the desks.
SAID_OTHERWISE = {
    "PlaceLooseCard",
    "BurnCard",
    "KeepFaceDown",
    "SameWagers",
    "WagersDown",
    "TurnDoubleCard",
    "WagersPaid",
    "ShowHoleCard",
    "SettlementDone",
    "ApproveFromPit",
    "DeclineFromPit",
    "EndCameraView",
    "LetIn",
    "LookThroughCamera",
    "Play",
    "StopConsole",
    "TakeBack",
    "SendSlip",
    "SeatRating",
    "CloseRating",
}


def test_every_command_of_a_finger_has_its_confirmation() -> None:
    ours = {name for name, kind in all_commands().items() if kind.__module__.startswith("dealer_console.")}
    said = {name for name in ours if words_of("en").has(f"done-{name}")}
    assert ours - said == SAID_OTHERWISE
