"""The whole list of what is taken and paid is in sight: twenty hands on every display, more by a finger that drags."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_console.screens.sizes import GAP, KEY, LEAST_LETTERS, SIZES, SMALLEST, Box, ScreenSize
from dealer_console.screens.values import Button, Overlay, Row, SideRow
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.arrangement import arranged
from dealer_console.touch.overlay.layout import BROADEST_KEY, overlay_places
from dealer_console.touch.theme.look import Look
from dealer_console.touch.widgets.side_panel import RowWidget, ScrolledRows
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


EVERY_HAND_SPLIT = [f"{spot}{letter}{number}" for spot in range(7, 0, -1) for letter in "ba" for number in "4321"]


def more_than_fits(qtbot: QtBot, size: ScreenSize) -> ConsoleWindow:
    rows = tuple(
        SideRow(text=name, amount="pay 1,500", figure="1,500", way="pay", current=at == 0, touch=f"settle:{at}")
        for at, name in enumerate(EVERY_HAND_SPLIT)
    )
    window = ConsoleWindow(
        still(replace(SETTLEMENT, side=replace(SETTLEMENT.side, rows=rows, settles=True, next=""))), Look(size=size)
    )
    qtbot.addWidget(window)
    window.show()
    return window


def in_sight(window: ConsoleWindow) -> list[str]:
    rows = [row for row in window.list.findChildren(RowWidget) if row.isVisible()]
    return [row.accessibleName().split()[0] for row in rows]


def by_mouse(over: ScrolledRows, ways: list[int]) -> None:
    """Pressed in the middle, moved to each of these heights from there, let go."""
    middle = over.rect().center()
    QTest.mousePress(over, Qt.MouseButton.LeftButton, pos=middle)
    for way in ways:
        QTest.mouseMove(over, middle + QPoint(0, way))
    QTest.mouseRelease(over, Qt.MouseButton.LeftButton, pos=middle + QPoint(0, ways[-1]))


def by_touch(over: ScrolledRows, ways: list[int]) -> None:
    middle, screen = over.rect().center(), QTest.createTouchDevice()
    QTest.touchEvent(over, screen).press(0, middle, over).commit()
    for way in ways:
        QTest.touchEvent(over, screen).move(0, middle + QPoint(0, way), over).commit()
    QTest.touchEvent(over, screen).release(0, middle + QPoint(0, ways[-1]), over).commit()


@pytest.mark.parametrize("drag", [by_mouse, by_touch])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_list_of_still_more_follows_the_finger(
    qtbot: QtBot, size: ScreenSize, drag: Callable[[ScrolledRows, list[int]], None]
) -> None:
    window = more_than_fits(qtbot, size)
    window.move(-window.list.mapTo(window, QPoint(0, 0)))  # Qt drops touches beyond the display that it supposes
    first, *others = EVERY_HAND_SPLIT
    (over,) = window.list.findChildren(ScrolledRows)
    if not over.isVisible():
        assert size.name == "1920x1080", "the largest display shows all of them"
        assert in_sight(window) == EVERY_HAND_SPLIT
        return
    seen = in_sight(window)
    assert seen == EVERY_HAND_SPLIT[: len(seen)], "in the lawful order"
    assert len(seen) >= 10
    drag(over, [-20])
    shown = in_sight(window)
    assert shown[0] == first, "what is due stays"
    assert 0 < others.index(shown[1]) < 8, "a little up, a little further"
    assert shown[1:] == others[others.index(shown[1]) :][: len(shown) - 1]
    drag(over, [-5000])
    assert in_sight(window)[-1] == EVERY_HAND_SPLIT[-1], "to the end, and no further"
    assert len(in_sight(window)) >= len(seen) - 2
    drag(over, [40, -30, 5000])
    assert in_sight(window) == seen, "back at the beginning"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_tap_turns_to_the_lines_that_are_out_of_sight(qtbot: QtBot, size: ScreenSize) -> None:
    window = more_than_fits(qtbot, size)
    (over,) = window.list.findChildren(ScrolledRows)
    if not over.isVisible():
        return
    begun, seen = in_sight(window), set(in_sight(window))
    for _ in range(len(EVERY_HAND_SPLIT)):
        QTest.mouseClick(over, Qt.MouseButton.LeftButton)
        if in_sight(window) == begun:
            break
        seen |= set(in_sight(window))
    assert seen == set(EVERY_HAND_SPLIT)
    assert in_sight(window) == begun, "then it begins again"
    targets = {target.id: target.box for target in touchables(window)}
    area = targets.pop("list-more")
    assert area.shorter_side >= SMALLEST
    assert {name: area.gap_to(box) for name, box in targets.items() if area.gap_to(box) < GAP} == {}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_key_that_is_left_alone_in_its_row_is_no_giant(size: ScreenSize) -> None:
    keys = tuple(Button(id=f"key:{at}", label=f"Key {at}") for at in range(7))
    overlay = Overlay(id="page", title="Page", columns=((Row(elements=keys), Row(elements=(keys[0],))),))
    density = size.closest_density
    where = arranged(size.width / density, size.height / density)
    placed = [box for element, box in overlay_places(overlay, where).elements if isinstance(element, Button)]
    assert len(placed) == len(keys) + 1
    assert all(box.width <= BROADEST_KEY * max(1.0, where.grown) for box in placed)
    assert max(box.width for box in placed) <= 4 * min(box.width for box in placed)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
@pytest.mark.parametrize("ends", [("close",), ("done",), ("close", "done")], ids=" ".join)
def test_the_ends_of_a_pad_are_no_giants(size: ScreenSize, ends: tuple[str, ...]) -> None:
    keys = {end: Button(id=end, label=end) for end in ends}
    overlay = Overlay(id="pad", title="Pad", columns=(), covers="pad", close=keys.get("close"), done=keys.get("done"))
    density = size.closest_density
    where = arranged(size.width / density, size.height / density)
    places, broadest = overlay_places(overlay, where), BROADEST_KEY * max(1.0, where.grown)
    found = [places.close] * ("close" in ends) + [box for element, box in places.elements if element in keys.values()]
    assert len(found) == len(ends)
    assert all(KEY - 1e-6 <= box.width <= broadest for box in found)
    assert not any(one.overlaps(other) for one, other in combinations(found, 2))
