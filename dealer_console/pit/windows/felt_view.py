"""The felt of the dealer's console in a page of the pit: to look at, as large as there is room."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dealer_console.pit.windows.theme import theme_of
from dealer_console.screens.values import Felt
from dealer_console.touch.felt.widget import FeltWidget
from dealer_console.touch.qt_guard import QtGuard
from dealer_console.touch.theme.look import Look
from dealer_console.touch.widgets.paint_context import stage_for

LEAST_WIDTH = 150.0  # millimetres for which the felt's letters are made


class FeltView(QtGuard, QWidget):
    """The painter of the console measures in millimetres: a felt is as many of them wide as its letters need."""

    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.felt: Felt | None = None
        self._inner: FeltWidget | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.setMinimumSize(320, 220)

    def qt_failed(self, failure: Exception) -> None:
        self.failed.emit(failure)

    def show_felt(self, felt: Felt, spoken: str) -> None:
        self.felt = felt
        self.setAccessibleName(spoken)
        if self._inner is None:
            self._make()
        if self._inner is not None:
            self._inner.show_felt(felt)

    def _make(self) -> None:
        if self._inner is not None:
            self._layout.removeWidget(self._inner)
            self._inner.deleteLater()
        look = Look(theme=theme_of(self).name, density=max(1.0, self.width() / LEAST_WIDTH))
        stage = stage_for(look, lambda _touched: None, self.failed.emit)
        stage.grown = 1.0
        self._inner = FeltWidget(stage, self, touch=False)
        self._layout.addWidget(self._inner)
        if self.felt is not None:
            self._inner.show_felt(self.felt)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if self._inner is not None:
            self._make()
