"""Random hands at a real window on a real table: they tap, tap twice, hold, type and resize; nothing fails."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_console.screens.sizes import SIZES
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.rigs.console_rig import AnyConsole, open_console

STEPS = 90
WINDOWS = (*((size.width, size.height) for size in SIZES), (900, 560), (800, 480), (300, 200))
KEYS = "SKHTDPRNBIYXAJQ1234567890"
NAMED = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Space, Qt.Key.Key_F12, Qt.Key.Key_Backspace)


class WindowMonkey:
    def __init__(self, table: AnyConsole, qtbot: QtBot, seed: int) -> None:
        self.table, self.dice = table, Random(seed)
        self.troubles: list[Exception] = []
        self.window = ConsoleWindow(table.console, Look(hold=0.001, bounce=0.0), on_trouble=self.troubles.append)
        table.console.changed = self.window.refresh
        qtbot.addWidget(self.window)
        self.window.show()
        self.done: list[str] = []

    def step(self) -> None:
        way = self.dice.choice(("tap", "tap", "tap", "double", "hold", "key", "named", "resize", "cards"))
        self.done.append(way)
        getattr(self, f"_{way}")()
        QApplication.processEvents()
        self.window.grab()
        assert self.troubles == [], (self.troubles, self.done[-10:])
        assert self.table.virtual.session.stopped is None, self.done[-10:]

    def _any(self) -> object:
        targets = list(touchables(self.window))
        return self.dice.choice(targets).widget if targets else self.window

    def _tap(self) -> None:
        QTest.mouseClick(self._any(), Qt.MouseButton.LeftButton)  # type: ignore[call-overload]

    def _double(self) -> None:
        widget = self._any()
        for _ in range(2):
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton)  # type: ignore[call-overload]

    def _hold(self) -> None:
        widget = self._any()
        QTest.mousePress(widget, Qt.MouseButton.LeftButton)  # type: ignore[call-overload]
        QTest.qWait(3)
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton)  # type: ignore[call-overload]

    def _key(self) -> None:
        QTest.keyClick(self.window, self.dice.choice(KEYS))  # type: ignore[call-overload]

    def _named(self) -> None:
        QTest.keyClick(self.window, self.dice.choice(NAMED))

    def _resize(self) -> None:
        self.window.resize(*self.dice.choice(WINDOWS))

    def _cards(self) -> None:
        if "shoe" in self.table.virtual.kinds and self.table.needs_hands():
            try:
                self.table.hands()
            except AssertionError:  # the gate of the shoe is locked
                self.table.wait(0.5)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("kinds", [(), ("shoe", "reader")], ids=["by hand", "with devices"])
def test_nothing_fails_under_random_hands(qtbot: QtBot, kinds: tuple[str, ...], seed: int) -> None:
    monkey = WindowMonkey(open_console("massachusetts-switch", kinds=kinds, spots=3), qtbot, seed)
    for _ in range(STEPS):
        monkey.step()
    assert {"tap", "double", "hold", "key", "resize"} <= set(monkey.done)
