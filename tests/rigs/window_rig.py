"""The console's window over any `ConsoleRig`: real clicks and keys, Qt offscreen."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.input.touch_area import TouchArea
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.rigs.console_rig import AnyConsole


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


class Hand:
    """A finger at the window of a table; time passes only when it says so."""

    def __init__(self, table: AnyConsole, qtbot: QtBot, look: Look | None = None) -> None:
        self.table, self.qtbot = table, qtbot
        self.clock = Clock()
        self.window = ConsoleWindow(table.console, look or Look(hold=0.05), clock=self.clock)
        table.console.changed = self.window.refresh
        qtbot.addWidget(self.window)
        self.window.show()
        QApplication.processEvents()

    def place(self, touched: str) -> QPoint:
        self.window.refresh()
        target = next(touchable for touchable in touchables(self.window) if touchable.id == touched)
        return target.widget.mapTo(self.window, target.widget.rect().center())

    def tap(self, at: QPoint, after: float = 1.0) -> None:
        self.clock.time += after
        self.window.refresh()
        target = self.window.childAt(at)
        if target is not None:
            QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(self.window, at))

    def touch(self, *names: str) -> None:
        for name in names:
            self.tap(self.place(name))

    def hold(self, name: str, seconds: float) -> None:
        self.clock.time += 1.0
        at = self.place(name)
        target = self.window.childAt(at)
        assert target is not None
        QTest.mousePress(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(self.window, at))
        QTest.qWait(round(seconds * 1000))
        if isinstance(target, TouchArea) and (target.hold or target.rest):
            self.qtbot.waitUntil(lambda: not target.isDown(), timeout=120_000)  # a busy machine is late
        QTest.mouseRelease(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(self.window, at))

    def type(self, keys: str) -> None:
        for key in keys:
            QTest.keyClick(self.window, key)  # type: ignore[call-overload]
