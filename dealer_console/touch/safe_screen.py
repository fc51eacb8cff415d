"""What stands there when painting itself has failed: plain, whole, and honest. One touch goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import Box
from dealer_console.touch.input.touch_area import Painted, TouchArea, rect
from dealer_console.touch.theme.symbols import sign_in
from dealer_console.touch.theme.text_layout import write
from dealer_console.touch.widgets.paint_context import PaintContext

GO_ON = "touch:go-on"


@dataclass(frozen=True, slots=True, kw_only=True)
class SafeWords:
    """In the language of the table."""

    title: str = "This screen could not be shown"
    meaning: str = "The journal is intact: everything that was entered is kept. The table stands as it stood."
    go_on: str = "Touch anywhere to show the table again."
    again: str = "If this comes back, restart the console and call the technician."
    too_small: Callable[[int, int], str] = "This window is too small for the table. It needs {} × {} pixels.".format


class SafeScreen(TouchArea):
    """Covers everything. Uses nothing of what may have failed: no felt, no cards, no layout."""

    def __init__(self, stage: PaintContext, parent: QWidget, words: SafeWords) -> None:
        super().__init__(stage, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # it fills all of itself
        self._words = words
        self._reason = ""
        self.key = "Return"
        self.hide()

    def show_reason(self, reason: str) -> None:
        self._reason = reason
        words = self._words
        self.name(GO_ON, " ".join((words.title, words.meaning, words.go_on, reason)), "Return")
        self.show()
        self.raise_()
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        colours, words = self.stage.colours, self._words
        painter.fillRect(rect(box), QColor(colours.row.edge if self.isDown() else colours.ground.fill))
        left, width = box.width * 0.09, box.width * 0.82
        side = box.height * 0.13
        painter.fillPath(sign_in("⚠", left, box.height * 0.12, side), QColor(colours.prompt["main"]))
        lines = (
            (words.title, 0.28, 0.13, 0.075, True, colours.ground.text),
            (words.meaning, 0.42, 0.16, 0.045, False, colours.ground.text),
            (words.go_on, 0.60, 0.08, 0.05, True, colours.prompt["main"]),
            (words.again, 0.69, 0.08, 0.036, False, colours.ground.soft),
            (self._reason, 0.80, 0.12, 0.030, False, colours.ground.soft),
        )
        for text, top, height, size, bold, colour in lines:
            place = Box(left, box.height * top, width, box.height * height)
            writing = self.stage.writing(box.height * size, bold=bold, lines=3, smallest=0.4, top=True)
            write(painter, place, text, colour, writing)


class TooSmall(Painted):
    """Covers a window that is smaller than the table needs: said in words, instead of a table that cannot be used."""

    def __init__(self, stage: PaintContext, parent: QWidget, words: str) -> None:
        super().__init__(stage, parent)
        self.words = words
        self.setAccessibleName(words)
        self.hide()

    def paint(self, painter: QPainter, box: Box) -> None:
        painter.fillRect(rect(box), QColor(self.stage.colours.ground.fill))
        writing = self.stage.writing(max(12.0, box.height * 0.08), bold=True, lines=6, smallest=0.3)
        write(
            painter, box.inset(min(box.width, box.height) * 0.05), self.words, self.stage.colours.ground.text, writing
        )
