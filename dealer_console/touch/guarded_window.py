"""A window whose failures lead to a safe screen: what the dealer's console and the pit's review have in common."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from dealer_console.touch.qt_guard import QtGuard
from dealer_console.touch.safe_screen import SafeScreen
from dealer_console.touch.theme.fonts import register
from dealer_console.touch.theme.look import Look

log = logging.getLogger("dealer_console.window")


class GuardedWindow(QtGuard, QWidget):
    """`on_trouble` hears of every failure of the window itself; people see the safe screen."""

    safe: SafeScreen

    def __init__(self, look: Look, on_trouble: Callable[[Exception], None]) -> None:
        super().__init__()
        register()
        self.look = look
        self._on_trouble = on_trouble
        self._failure: Exception | None = None

    def qt_failed(self, failure: Exception) -> None:
        self.trouble(failure)

    def trouble(self, failure: Exception) -> None:
        """Also from inside a paint event: the safe screen comes with the next turn of the loop, over everything."""
        if self._failure is None:
            self._failure = failure
            log.error("the window failed", exc_info=failure)
            QTimer.singleShot(0, self, self._show_safe)

    def _show_safe(self) -> None:
        failure = self._failure
        if failure is None:
            return
        self.safe.setGeometry(self.rect())
        self.safe.show_reason(f"{type(failure).__name__}: {failure}")
        self.setFocus()
        self._on_trouble(failure)

    def _clear(self) -> None:
        """Nothing that was on the screen before is trusted: every part goes."""
        for child in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            child.hide()
            child.deleteLater()

    def ground(self) -> str:
        """The colour under all parts."""
        return self.look.colours.ground.fill

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self.ground()))
        painter.end()
