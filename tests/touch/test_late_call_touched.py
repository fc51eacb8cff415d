"""A late call with a real pointer on a real window: every step is where a finger reaches it, in every size."""

from __future__ import annotations

from itertools import count

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_console.screens.sizes import SIZES, ScreenSize
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.screens.test_late_call import buttons, overlay_of, skipped_hand


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_skipped_hand_is_put_right_with_the_pointer_alone(qtbot: QtBot, qapp: QApplication, size: ScreenSize) -> None:
    table = skipped_hand()
    seconds = count()  # fingers take their time: the window takes no second touch within a moment
    window = ConsoleWindow(table.console, Look(size=size), clock=lambda: float(next(seconds)))
    qtbot.addWidget(window)
    window.show()

    def click(name: str) -> None:
        window.refresh()
        qapp.processEvents()
        target = next(touchable.widget for touchable in touchables(window) if touchable.id == name)
        QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=target.rect().center())

    click("irregularity")
    click("late-call")
    cards = buttons(overlay_of(table, "late-call"))
    click(next(name for name, button in cards.items() if button.label == "9♣ · 1b"))
    for name in ("late-code:hand-not-dealt", "which:1b", "choice:dead-hand", "ok", "person:Sue"):
        click(name)
    for digit in "0000":
        click(f"digit:{digit}")
    click("approve")
    for step in range(1, 8):
        click(f"late-step:{step}")
    assert overlay_of(table, "late-steps").title == "Late call: 7 of 8 done"
    click("late-step:8")
    assert table.screen.overlay is None
    assert [card.text for card in table.state.round.hands["2a"].cards] == ["9c", "7c"]  # type: ignore[union-attr,index]
