"""Who asks and who approves, as the screen names them."""

from __future__ import annotations

from pathlib import Path

from tests.screens.housed_table import HousedTable
from tests.screens.looking import texts


def test_who_asks_without_being_at_the_table_is_named_by_name_and_not_by_id(tmp_path: Path) -> None:
    table = HousedTable(tmp_path, "massachusetts-switch-1")
    table.go("menu", "menu:table", "table:open")
    table.count_tray((10000, 5))
    table.press("chips-done")
    table.sign("Drew")
    assert table.page == "request"
    person = table.people["Drew"].id
    said = [text for text in texts(table.screen) if " asks" in text]
    assert said
    assert all("Drew asks" in text and f"{person} asks" not in text for text in said)
