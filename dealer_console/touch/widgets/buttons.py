"""A button as it is painted: the label large, what it means or why it cannot be below, its key in the corner."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Button
from dealer_console.touch.input.touch_area import TouchArea, rect
from dealer_console.touch.theme.symbols import SIGNS
from dealer_console.touch.theme.text_layout import Writing, fitted, write
from dealer_console.touch.theme.themes import Face, mixed
from dealer_console.touch.widgets.paint_context import PaintContext

ROUND = 2.2  # millimetres
KEY_LETTERS = 3.0
LEAST = 3.0
SHARES = (0.5, 0.36, 0.6, 0.7, 0.28)  # of a button, for its label; the first with which all is whole
KEY_NAMES = {"Escape": "Esc", "Return": "Enter", "Backspace": "", "Delete": "Del", "PgDown": "PgDn"}
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
        spoken = words if value.enabled or not value.reason else f"{words}: {value.reason}"
        self.name(value.id, spoken, value.key, value.about)
        self.hold = value.hold and value.enabled
        self.rest = value.rest if value.enabled else ""
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value = self.value
        if value is None:
            return
        face = self.stage.colours.buttons[value.tone] if value.enabled else self.stage.colours.refused
        self._body(painter, box, face, value)
        inner = box.inset(self.stage.px(1.4), self.stage.px(1.0))
        if self._shows_key(value):
            self._key(painter, inner, face, value.key)
        if value.colour:
            self._chip(painter, inner, value)
        else:
            self._words(painter, inner, face, value)

    def _shows_key(self, value: Button) -> bool:
        key = KEY_NAMES.get(value.key, value.key)
        narrow = self.width() < self.stage.px(19) and len(value.label.split()) > 2
        return bool(key) and key != value.label and value.enabled and not value.colour and not narrow

    def _body(self, painter: QPainter, box: Box, face: Face, value: Button) -> None:
        fill = mixed(face.fill, face.text, self.stage.colours.pressed) if self.isDown() else face.fill
        style = Qt.PenStyle.SolidLine if value.enabled else Qt.PenStyle.DashLine
        thick = max(1.0, self.stage.px(0.5 if value.checked else 0.22))
        edge = face.text if value.checked else face.edge
        painter.setPen(QPen(QColor(edge), thick, style))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(rect(box.inset(thick / 2)), self.stage.px(ROUND), self.stage.px(ROUND))
        if self.hold or self.rest:
            self._bar(painter, box, face)

    def _bar(self, painter: QPainter, box: Box, face: Face) -> None:
        """What has to be held has a bar at its foot, which fills while the finger rests."""
        high = self.stage.px(1.1)
        bar = Box(box.width * 0.12, box.height - 2.2 * high, box.width * 0.76, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mixed(face.fill, face.text, 0.35)))
        painter.drawRoundedRect(rect(bar), high / 2, high / 2)
        if self.rested:
            painter.setBrush(QColor(face.text))
            painter.drawRoundedRect(rect(Box(bar.x, bar.y, bar.width * self.rested, high)), high / 2, high / 2)

    def _key(self, painter: QPainter, inner: Box, face: Face, key: str) -> None:
        size = self.stage.letters(KEY_LETTERS)
        box = Box(inner.x, inner.y - self.stage.px(0.4), inner.width, size * 1.2)
        write(painter, box, KEY_NAMES.get(key, key), face.soft, self.stage.writing(size, side="right"))

    def _chip(self, painter: QPainter, inner: Box, value: Button) -> None:
        """A chip of the table's set: its colour, six dashes on the rim, its worth in the middle."""
        face = self.stage.colours.buttons[value.tone]
        words = value.label.split("\u00a0")
        line = max(self.stage.least * 1.25, min(self.stage.letters(4.0), inner.height * 0.22))
        below = line * (1 + bool(value.hint)) if len(words) > 1 else 0.0
        side = min(inner.height - below, inner.width) * 0.96
        body = Box(inner.middle[0] - side / 2, inner.y + (inner.height - below - side) / 2, side, side)
        fill = QColor(CHIP_COLOURS.get(value.colour, value.colour if value.colour.startswith("#") else "#8b939c"))
        light = fill.lightnessF() > 0.6
        rim = QColor("#30343a" if light else "#ffffff")
        painter.setPen(QPen(rim, max(1.0, side * 0.04)))
        painter.setBrush(fill)
        painter.drawEllipse(rect(body))
        painter.setPen(QPen(rim, side * 0.09, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for at in range(6):
            painter.drawArc(rect(body.inset(side * 0.06)), at * 60 * 16, 18 * 16)
        ink = "#14171b" if light else "#ffffff"
        writing = self.stage.writing(side * 0.34, bold=True, side="centre", smallest=0.5)
        write(painter, body.inset(side * 0.08, 0), words[-1], ink, writing)
        if below:
            texts = ("\u00a0".join(words[:-1]), value.hint) if value.hint else ("\u00a0".join(words[:-1]),)
            for at, text in enumerate(texts):
                row = Box(inner.x, inner.bottom - below + at * line, inner.width, line)
                bold = at == 0
                writing = self.stage.writing(line * 0.78, bold=bold, side="centre", smallest=0.8)
                write(painter, row, text, face.text if bold else face.soft, writing)
        if value.checked:
            tick = self.stage.letters(3.6)
            write(painter, Box(inner.x, inner.y, tick * 1.5, tick), "✓", face.text, self.stage.writing(tick, bold=True))

    def _words(self, painter: QPainter, inner: Box, face: Face, value: Button) -> None:
        """The label, and below it what it means or why it cannot be. The key stands above, where nothing else is."""
        label = value.label
        if value.checked:
            tick = self.stage.letters(3.4)
            write(painter, Box(inner.x, inner.y, tick * 1.5, tick), "✓", face.text, self.stage.writing(tick, bold=True))
        below = value.hint if value.enabled else value.reason or value.hint
        large = self.stage.letters(5.0 if self._large or value.main else 3.9)
        least = self.stage.letters(LEAST)
        if value.label in SIGNS:
            large *= 1.5
        head = self.stage.letters(KEY_LETTERS) * 0.8 if self._shows_key(value) else 0.0
        foot = self.stage.px(1.6) if self.hold or self.rest else 0.0
        body = Box(inner.x, inner.y + head, inner.width, inner.height - head - foot)
        bold = self._large or value.main
        if not below:
            lines = min(4, len(value.label.split()))
            writing = self.stage.writing(large, bold=bold, side="centre", lines=lines, smallest=0.5)
            write(painter, body if head and lines > 1 else inner, label, face.text, writing)
            return
        size = large if value.enabled else large * 0.86
        writing = self.stage.writing(size, bold=True, side="centre", smallest=0.5, lines=3)
        small = self.stage.writing(least, side="centre", lines=4, smallest=0.6)
        for share in SHARES if value.enabled else SHARES[1:]:
            upper = Box(body.x, body.y, body.width, body.height * share)
            lower = Box(body.x, upper.bottom, body.width, body.height - upper.height)
            if _whole(label, upper, writing) and _whole(below, lower, small):
                break
        write(painter, upper, label, face.text, writing)
        write(painter, lower, below, face.soft, small)


def _whole(text: str, box: Box, writing: Writing) -> bool:
    return fitted(text, round(box.width, 2), round(box.height, 2), writing).whole
