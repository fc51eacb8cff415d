"""The whole list of what is taken and paid is in sight: twenty hands on every display, more by a touch at its end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_console.screens.sizes import GAP, LEAST_LETTERS, SIZES, Box, ScreenSize
from dealer_console.screens.values import Button, Overlay, Row, SideRow
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.arrangement import arranged
from dealer_console.touch.overlay.layout import BROADEST_KEY, overlay_places
from dealer_console.touch.theme.look import Look
from dealer_console.touch.widgets.side_panel import MoreRows, RowWidget
from dealer_console.touch.window import ConsoleWindow
from tests.tools.gallery.pictures import still
from tests.tools.gallery.screens import SETTLEMENT

HANDS = [f"{spot}{letter}" for spot in range(7, 0, -1) for letter in "cba"][:20]


def long_list() -> tuple[SideRow, ...]:
    return tuple(
        SideRow(
            text=hand,
            amount="pay 1,500" if at % 3 else "take 100",
            chips="1000 + 500" if at % 3 else "",
            way="pay" if at % 3 else "take",
            current=at == 0,
            touch=f"settle:{at}",
        )
        for at, hand in enumerate(HANDS)
    )


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_twenty_hands_are_taken_and_paid_without_paging(qtbot: QtBot, size: ScreenSize) -> None:
    side = replace(SETTLEMENT.side, rows=long_list(), settles=True, next="")
    window = ConsoleWindow(still(replace(SETTLEMENT, side=side)), Look(size=size))
    qtbot.addWidget(window)
    window.show()
    window.grab()
    rows = [row for row in window.list.findChildren(RowWidget) if row.isVisible()]
    assert [row.accessibleName().split()[0] for row in rows] == HANDS, "in the lawful order"
    boxes = [Box(row.x(), row.y(), row.width(), row.height()) for row in rows]
    assert all(row.height() / Look(size=size).px_per_mm >= LEAST_LETTERS for row in rows)
    assert all(window.list.rect().contains(row.geometry()) for row in rows)
    assert not any(one.overlaps(two) for at, one in enumerate(boxes) for two in boxes[:at])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_whatever_waits_to_be_paid_can_be_seen_by_touching_the_end_of_the_list(qtbot: QtBot, size: ScreenSize) -> None:
    names = [f"{spot}{letter}{number}" for spot in range(7, 0, -1) for letter in "ba" for number in "4321"]
    rows = tuple(
        SideRow(text=name, amount="pay 1,500", way="pay", current=at == 0, touch=f"settle:{at}")
        for at, name in enumerate(names)
    )
    window = ConsoleWindow(
        still(replace(SETTLEMENT, side=replace(SETTLEMENT.side, rows=rows, settles=True, next=""))), Look(size=size)
    )
    qtbot.addWidget(window)
    window.show()
    seen: list[str] = []
    while set(seen) != set(names):
        seen += [row.accessibleName().split()[0] for row in window.list.findChildren(RowWidget) if row.isVisible()]
        assert len(seen) <= len(names), "no line comes twice before all have come once"
        (more,) = window.list.findChildren(MoreRows)
        if more.isVisible():
            QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    assert seen == names, "in the lawful order"
    first = next(row for row in window.list.findChildren(RowWidget) if row.isVisible())
    assert first.accessibleName().startswith(names[0]), "then it begins again"
    targets = {target.id: target.box for target in touchables(window)}
    key = targets.pop("list-more", None)  # the largest display shows all of them
    assert key is not None or size.name == "1920x1080"
    assert key is None or all(key.gap_to(other) >= GAP for other in targets.values())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_key_that_is_left_alone_in_its_row_is_no_giant(size: ScreenSize) -> None:
    keys = tuple(Button(id=f"key:{at}", label=f"Key {at}") for at in range(7))
    overlay = Overlay(id="page", title="Page", columns=((Row(elements=keys), Row(elements=(keys[0],))),))
    density = size.closest_density
    where = arranged(size.width / density, size.height / density)
    placed = [box for element, box in overlay_places(overlay, where).elements if isinstance(element, Button)]
    assert len(placed) == len(keys) + 1
    assert all(box.width <= BROADEST_KEY for box in placed)
    assert max(box.width for box in placed) <= 4 * min(box.width for box in placed)
