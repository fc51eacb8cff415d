"""Fingers, mice and keys: a press shows at once, acts on release inside, once, on what the finger went down on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from dealer_console.screens.values import Screen
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.input.touch_area import TouchArea
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.tools.gallery.pictures import SCREENS, StillFlow, still
from tests.tools.gallery.screens import SETTLEMENT, SWITCH
from tests.touch.conftest import OpenWindow


@pytest.fixture(scope="module")
def screen_of_glass(qapp: QApplication) -> QPointingDevice:
    return QTest.createTouchDevice()


def area(window: ConsoleWindow, touched: str) -> TouchArea:
    return next(touchable.widget for touchable in touchables(window) if touchable.id == touched)


def middle(widget: QWidget) -> QPoint:
    return widget.rect().center()


@pytest.mark.parametrize("name", ["switch", "settlement", "pin-pad", "report", "between"])
def test_every_touchable_hands_its_id_to_the_flow(opened: OpenWindow, name: str) -> None:
    window, flow = opened(SCREENS[name])
    targets = [touchable for touchable in touchables(window) if not touchable.widget.hold]
    for target in targets:
        QTest.mouseClick(target.widget, Qt.MouseButton.LeftButton, pos=middle(target.widget))
    assert flow.pressed == [target.id for target in targets]


def test_a_press_shows_at_once_and_acts_on_release(opened: OpenWindow) -> None:
    window, flow = opened(SWITCH)
    hit = area(window, "hit")
    before = hit.grab().toImage()
    QTest.mousePress(hit, Qt.MouseButton.LeftButton, pos=middle(hit))
    assert hit.isDown()
    assert hit.grab().toImage() != before
    assert flow.pressed == []
    QTest.mouseRelease(hit, Qt.MouseButton.LeftButton, pos=middle(hit))
    assert flow.pressed == ["hit"]
    assert hit.grab().toImage() == before


def test_a_release_outside_does_nothing(opened: OpenWindow) -> None:
    window, flow = opened(SWITCH)
    hit = area(window, "hit")
    QTest.mousePress(hit, Qt.MouseButton.LeftButton, pos=middle(hit))
    QTest.mouseMove(hit, QPoint(-60, -60))
    QTest.mouseRelease(hit, Qt.MouseButton.LeftButton, pos=QPoint(-60, -60))
    assert flow.pressed == []
    assert not hit.isDown()
    QTest.mouseClick(hit, Qt.MouseButton.LeftButton, pos=middle(hit))
    assert flow.pressed == ["hit"], "and the next touch works again"


def test_the_right_button_is_no_finger(opened: OpenWindow) -> None:
    window, flow = opened(SWITCH)
    QTest.mouseClick(area(window, "hit"), Qt.MouseButton.RightButton)
    assert flow.pressed == []


# --- real touches --------------------------------------------------------------------------------------------------


def test_a_touch_acts_once(opened: OpenWindow, screen_of_glass: QPointingDevice) -> None:
    window, flow = opened(SWITCH)
    stand = area(window, "stand")
    QTest.touchEvent(stand, screen_of_glass).press(0, middle(stand), stand).commit()
    assert stand.isDown()
    assert flow.pressed == []
    QTest.touchEvent(stand, screen_of_glass).release(0, middle(stand), stand).commit()
    assert flow.pressed == ["stand"]


def test_mouse_events_made_of_a_touch_are_echoes(opened: OpenWindow, screen_of_glass: QPointingDevice) -> None:
    window, flow = opened(SWITCH)
    stand = area(window, "stand")
    QTest.touchEvent(stand, screen_of_glass).press(0, middle(stand), stand).commit()
    QTest.touchEvent(stand, screen_of_glass).release(0, middle(stand), stand).commit()
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        echo = QMouseEvent(
            kind,
            QPointF(middle(stand)),
            QPointF(middle(stand)),
            QPointF(stand.mapToGlobal(middle(stand))),
            Qt.MouseButton.LeftButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.MouseEventSource.MouseEventSynthesizedBySystem,
        )
        QApplication.sendEvent(stand, echo)
    assert flow.pressed == ["stand"]


def test_a_touch_that_slides_off_does_nothing(opened: OpenWindow, screen_of_glass: QPointingDevice) -> None:
    window, flow = opened(SWITCH)
    stand = area(window, "stand")
    QTest.touchEvent(stand, screen_of_glass).press(0, middle(stand), stand).commit()
    QTest.touchEvent(stand, screen_of_glass).move(0, QPoint(-80, 0), stand).commit()
    assert not stand.isDown()
    QTest.touchEvent(stand, screen_of_glass).release(0, QPoint(-80, 0), stand).commit()
    assert flow.pressed == []


def test_a_second_finger_does_nothing(opened: OpenWindow, screen_of_glass: QPointingDevice) -> None:
    window, flow = opened(SWITCH)
    hit, stand = area(window, "hit"), area(window, "stand")
    QTest.touchEvent(window, screen_of_glass).press(0, middle(hit), hit).commit()
    QTest.touchEvent(window, screen_of_glass).stationary(0).press(1, middle(stand), stand).commit()
    assert not stand.isDown()
    QTest.touchEvent(window, screen_of_glass).stationary(0).release(1, middle(stand), stand).commit()
    assert flow.pressed == []
    QTest.touchEvent(window, screen_of_glass).release(0, middle(hit), hit).commit()
    assert flow.pressed == ["hit"]


def test_two_fingers_on_one_button_are_one_touch(opened: OpenWindow, screen_of_glass: QPointingDevice) -> None:
    window, flow = opened(SWITCH)
    hit = area(window, "hit")
    QTest.touchEvent(hit, screen_of_glass).press(0, middle(hit), hit).commit()
    QTest.touchEvent(hit, screen_of_glass).stationary(0).press(1, QPoint(5, 5), hit).commit()
    QTest.touchEvent(hit, screen_of_glass).stationary(0).release(1, QPoint(5, 5), hit).commit()
    QTest.touchEvent(hit, screen_of_glass).release(0, middle(hit), hit).commit()
    assert flow.pressed == ["hit"]


def test_hands_on_the_felt_are_touched_too(opened: OpenWindow, screen_of_glass: QPointingDevice) -> None:
    window, flow = opened(SWITCH)
    hand = area(window, "hand:3b")
    QTest.touchEvent(hand, screen_of_glass).press(0, middle(hand), hand).commit()
    QTest.touchEvent(hand, screen_of_glass).release(0, middle(hand), hand).commit()
    assert flow.pressed == ["hand:3b"]


# --- the screen changes under the finger ---------------------------------------------------------------------------


def _with_stand_called(label: str) -> Screen:
    actions = tuple(replace(action, label=label) if action.id == "stand" else action for action in SWITCH.actions)
    return replace(SWITCH, actions=actions)


@pytest.mark.parametrize("after", [SETTLEMENT, _with_stand_called("Stand on 2b")], ids=["gone", "another meaning"])
def test_what_changes_under_the_finger_is_not_touched(opened: OpenWindow, after: Screen) -> None:
    window, flow = opened(SWITCH)
    stand = area(window, "stand")
    QTest.mousePress(stand, Qt.MouseButton.LeftButton, pos=middle(stand))
    flow.screen = after
    window.refresh()
    QTest.mouseRelease(stand, Qt.MouseButton.LeftButton, pos=middle(stand))
    assert flow.pressed == []
    again = next(touchables(window))
    QTest.mouseClick(again.widget, Qt.MouseButton.LeftButton)
    assert flow.pressed == [again.id], "the finger is free again"


def test_a_clock_that_ticks_under_the_finger_changes_nothing(opened: OpenWindow) -> None:
    window, flow = opened(SWITCH)
    stand = area(window, "stand")
    QTest.mousePress(stand, Qt.MouseButton.LeftButton, pos=middle(stand))
    flow.screen = replace(SWITCH, top=replace(SWITCH.top, clock="23:15"))
    window.refresh()
    QTest.mouseRelease(stand, Qt.MouseButton.LeftButton, pos=middle(stand))
    assert flow.pressed == ["stand"]


# --- keys ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "held", "name"),
    [
        (Qt.Key.Key_S, Qt.KeyboardModifier.NoModifier, "S"),
        (Qt.Key.Key_S, Qt.KeyboardModifier.ShiftModifier, "S"),
        (Qt.Key.Key_F2, Qt.KeyboardModifier.NoModifier, "F2"),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "Return"),
        (Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier, "Return"),
        (Qt.Key.Key_7, Qt.KeyboardModifier.KeypadModifier, "7"),
        (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, "Ctrl+Z"),
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, "Escape"),
        (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier, "Backspace"),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier, "Delete"),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier, "PgDown"),
        (Qt.Key.Key_Period, Qt.KeyboardModifier.NoModifier, "."),
        (Qt.Key.Key_Ntilde, Qt.KeyboardModifier.NoModifier, "Ñ"),
    ],
)
def test_keys_reach_the_flow_by_name(opened: OpenWindow, key: Qt.Key, held: Qt.KeyboardModifier, name: str) -> None:
    window, flow = opened(SWITCH)
    QTest.keyClick(window, key, held)
    assert flow.keys == [name]


def test_a_modifier_alone_is_no_key(opened: OpenWindow) -> None:
    window, flow = opened(SWITCH)
    QTest.keyClick(window, Qt.Key.Key_Shift)
    assert flow.keys == []


def test_a_key_held_down_is_one_touch(opened: OpenWindow) -> None:
    window, flow = opened(SWITCH)
    for again in (False, True, True):
        held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_S, Qt.KeyboardModifier.NoModifier, "s", again, 1)
        QApplication.sendEvent(window, held)
    assert flow.keys == ["S"]


def test_keys_work_wherever_the_focus_is_and_space_touches_it(opened: OpenWindow) -> None:
    window, flow = opened(SWITCH)
    double = area(window, "double")
    double.setFocus()
    QTest.keyClick(double, Qt.Key.Key_H)
    assert flow.keys == ["H"]
    QTest.keyClick(double, Qt.Key.Key_Space)
    assert flow.pressed == ["double"]


def test_the_focus_is_seen_and_a_finger_leaves_none(opened: OpenWindow) -> None:
    window, _ = opened(SWITCH)
    window.activateWindow()
    QTest.qWaitForWindowActive(window, 30_000)
    double = area(window, "double")
    plain = double.grab().toImage()
    QTest.mouseClick(double, Qt.MouseButton.LeftButton)
    assert not double.hasFocus()
    double.setFocus()
    assert double.hasFocus()
    assert double.grab().toImage() != plain


def test_focus_leaves_what_gets_covered(opened: OpenWindow) -> None:
    window, flow = opened(SWITCH)
    area(window, "hit").setFocus()
    flow.screen = SCREENS["report"]
    window.refresh()
    focused = window.focusWidget()
    assert focused is window


def test_every_button_of_the_gallery_tells_its_key(opened: OpenWindow) -> None:
    window, _ = opened(SWITCH, Look(large_text=True))
    keys = {touchable.id: touchable.key for touchable in touchables(window)}
    assert keys["undo"] == "Ctrl+Z"
    assert all(keys[button.id] == button.key for button in SWITCH.actions)


# --- a finger that bounces -------------------------------------------------------------------------------------------


class Hands:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def replaced(screen: Screen, touched: str, name: str) -> Screen:
    """The same, with another button in the place of this one."""
    actions = tuple(replace(action, id=name) if action.id == touched else action for action in screen.actions)
    return replace(screen, actions=actions)


def bouncing(qtbot: QtBot, look: Look | None = None) -> tuple[ConsoleWindow, StillFlow, Hands]:
    """A touch on `hit` has put `paid` into its place."""
    clock, flow = Hands(), still(SWITCH)
    window = ConsoleWindow(flow, look or Look(), clock=clock)
    qtbot.addWidget(window)
    window.show()
    clock.time += 1
    hit = area(window, "hit")
    QTest.mouseClick(hit, Qt.MouseButton.LeftButton, pos=middle(hit))
    flow.screen = replaced(SWITCH, "hit", "paid")
    window.refresh()
    return window, flow, clock


def click(window: ConsoleWindow, touched: str) -> None:
    touch_area = area(window, touched)
    QTest.mouseClick(touch_area, Qt.MouseButton.LeftButton, pos=middle(touch_area))


def test_a_second_touch_does_nothing_where_the_first_has_changed_the_button(qtbot: QtBot) -> None:
    window, flow, clock = bouncing(qtbot)
    clock.time += 0.2
    click(window, "paid")
    assert flow.pressed == ["hit"]
    clock.time += 0.4
    click(window, "paid")
    assert flow.pressed == ["hit", "paid"]


def test_the_time_counts_from_the_change_when_the_table_answers_late(qtbot: QtBot) -> None:
    window, flow, clock = bouncing(qtbot)
    clock.time += 1
    flow.screen = replaced(SWITCH, "hit", "next")
    window.refresh()
    clock.time += 0.2
    click(window, "next")
    assert flow.pressed == ["hit"]


def test_other_places_and_the_same_button_are_never_held_up(qtbot: QtBot) -> None:
    window, flow, _ = bouncing(qtbot)
    for touched in ("stand", "stand", "double"):
        click(window, touched)
    assert flow.pressed == ["hit", "stand", "stand", "double"]


def at(window: ConsoleWindow, place: QPoint) -> TouchArea:
    return next(
        touchable.widget
        for touchable in touchables(window)
        if touchable.widget.rect().contains(touchable.widget.mapFrom(window, place))
    )


def click_at(window: ConsoleWindow, place: QPoint) -> None:
    touch_area = at(window, place)
    QTest.mouseClick(touch_area, Qt.MouseButton.LeftButton, pos=touch_area.mapFrom(window, place))


def test_a_second_touch_does_nothing_on_what_a_page_has_uncovered(qtbot: QtBot) -> None:
    """The button under the page is what it was all the time; the finger was on the page."""
    window, flow, clock = bouncing(qtbot)
    paid = area(window, "paid")
    places = [paid.mapTo(window, QPoint(x, paid.height() // 2)) for x in range(paid.width())]
    covered, flow.screen = flow.screen, SCREENS["bets"]
    window.refresh()
    clock.time += 1
    keys = [target.widget for target in touchables(window)]
    place = next(at for at in places if any(key.rect().contains(key.mapFrom(window, at)) for key in keys))
    click_at(window, place)
    pressed = list(flow.pressed)
    assert len(pressed) == 2, "the pad lies over the actions"
    flow.screen = covered
    window.refresh()
    click_at(window, place)
    assert flow.pressed == pressed
    clock.time += 0.4
    click_at(window, place)
    assert flow.pressed == [*pressed, "paid"]


def test_a_house_may_do_without_the_guard(qtbot: QtBot) -> None:
    window, flow, _ = bouncing(qtbot, Look(bounce=0.0))
    click(window, "paid")
    assert flow.pressed == ["hit", "paid"]
