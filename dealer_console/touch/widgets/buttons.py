"""A button as it is painted: the label large, what it means or why it cannot be below, its key in the corner."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Button
from dealer_console.touch.input.touch_area import TouchArea, rect
from dealer_console.touch.theme.symbols import SIGNS
from dealer_console.touch.theme.text_layout import Writing, breadth, fitted, write
from dealer_console.touch.theme.themes import Face, mixed
from dealer_console.touch.widgets.paint_context import PaintContext

ROUND = 2.2  # millimetres
CHIP_COLOURS = {
    "white": "#e8e6df",
    "pink": "#e58fb0",
    "red": "#c02430",
    "blue": "#2759b8",
    "green": "#1f7a46",
    "black": "#1b1d21",
    "purple": "#6b3fa0",
    "yellow": "#e3b72c",
    "orange": "#d9731f",
    "grey": "#8b939c",
    "brown": "#76502f",
    "lavender": "#a991cf",
}


class ButtonWidget(TouchArea):
    """Paints one `Button`; equal values are not painted again."""

    def __init__(self, stage: PaintContext, parent: QWidget | None = None, *, large: bool = False) -> None:
        super().__init__(stage, parent)
        self._large = large
        self.value: Button | None = None

    def show_value(self, value: Button) -> None:
        if value == self.value:
            return
        self.value = value
        self.main = value.main
        words = value.spoken or value.label
        self.name(value.id, words if value.enabled or not value.reason else f"{words}: {value.reason}", value.key)
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value = self.value
        if value is None:
            return
        face = self.stage.colours.buttons[value.tone] if value.enabled else self.stage.colours.refused
        self._body(painter, box, face, value)
        inner = box.inset(self.stage.px(1.4), self.stage.px(1.0))
        if self._shows_key(value) and (value.enabled or not self._key_strip(inner, value, value.reason)):
            self._key(painter, inner, face, value.key)
        if value.colour:
            inner = self._chip(painter, inner, value.colour)
        self._words(painter, inner, face, value)

    def _shows_key(self, value: Button) -> bool:
        return bool(value.key) and value.key != value.label and self.height() >= self.stage.px(13.5)

    def _body(self, painter: QPainter, box: Box, face: Face, value: Button) -> None:
        fill = mixed(face.fill, face.text, self.stage.colours.pressed) if self.isDown() else face.fill
        style = Qt.PenStyle.SolidLine if value.enabled else Qt.PenStyle.DashLine
        thick = max(1.0, self.stage.px(0.5 if value.checked else 0.22))
        edge = face.text if value.checked else face.edge
        painter.setPen(QPen(QColor(edge), thick, style))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(rect(box.inset(thick / 2)), self.stage.px(ROUND), self.stage.px(ROUND))

    def _key(self, painter: QPainter, inner: Box, face: Face, key: str) -> None:
        size = self.stage.letters(2.3)
        box = Box(inner.x, inner.bottom - size * 1.3, inner.width, size * 1.3)
        write(painter, box, key, face.soft, Writing(size=size, side="right"))

    def _chip(self, painter: QPainter, inner: Box, colour: str) -> Box:
        """A chip of the table's set: its colour, and six dashes on the rim like a real one."""
        side = min(inner.height * 0.5, inner.width * 0.34)
        body = Box(inner.x + side * 0.1, inner.y + (inner.height - side) / 2, side, side)
        fill = QColor(CHIP_COLOURS.get(colour, colour if colour.startswith("#") else "#8b939c"))
        rim = QColor("#30343a" if fill.lightnessF() > 0.75 else "#ffffff")
        painter.setPen(QPen(rim, max(1.0, side * 0.06)))
        painter.setBrush(fill)
        painter.drawEllipse(rect(body))
        painter.setPen(QPen(rim, side * 0.14, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for at in range(6):
            painter.drawArc(rect(body.inset(side * 0.07)), at * 60 * 16, 20 * 16)
        return Box(body.right + side * 0.15, inner.y, inner.right - body.right - side * 0.2, inner.height)

    def _words(self, painter: QPainter, inner: Box, face: Face, value: Button) -> None:
        label = f"✓ {value.label}" if value.checked else value.label
        below = value.hint if value.enabled else value.reason or value.hint
        large = self.stage.letters(5.0 if self._large or value.main else 3.9)
        if value.label in SIGNS:
            large *= 1.5
        if not below:
            lines = min(3, len(value.label.split()))
            writing = Writing(size=large, bold=self._large or value.main, side="centre", lines=lines, smallest=0.45)
            write(painter, self._above_key(inner, value, label, writing), label, face.text, writing)
            return
        upper = Box(inner.x, inner.y, inner.width, inner.height * 0.46)
        lower = Box(
            inner.x, upper.bottom, inner.width, inner.height - upper.height - self._key_strip(inner, value, below)
        )
        writing = Writing(size=large, bold=True, side="centre", smallest=0.45, lines=2)
        write(painter, upper, label, face.text, writing)
        small = Writing(size=self.stage.letters(2.6), side="centre", lines=3, smallest=0.68)
        write(painter, lower, below, face.soft, small)

    def _key_strip(self, inner: Box, value: Button, below: str) -> float:
        """What the key in the corner needs below the words, where it does not find room beside them."""
        if not self._shows_key(value):
            return 0.0
        small = self.stage.letters(2.3)
        beside = 2 * breadth(value.key, round(small), False) + breadth(below, round(self.stage.letters(2.6)), False)
        return small * 1.25 if beside + small > inner.width else 0.0

    def _above_key(self, inner: Box, value: Button, label: str, writing: Writing) -> Box:
        """The whole button, unless the label would run into the key in the corner."""
        if not self._shows_key(value):
            return inner
        fit = fitted(label, round(inner.width, 2), round(inner.height, 2), writing)
        small = self.stage.letters(2.3)
        beside = 2 * breadth(value.key, round(small), False) + small
        low = inner.height < fit.px * 1.2 + 2.4 * small
        if len(fit.lines) == 1 and not (low and breadth(label, fit.px, writing.bold) + beside > inner.width):
            return inner
        return Box(inner.x, inner.y, inner.width, inner.height - small * 1.1)
