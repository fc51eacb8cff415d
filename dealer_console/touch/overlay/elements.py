"""The parts of an overlay: texts, fields, meters, sheets, pictures. Buttons are the same as everywhere."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import CardPath, Field, Meter, Picture, Sheet, Text
from dealer_console.touch.input.touch_area import Painted, TouchArea, rect
from dealer_console.touch.overlay.sizes import LETTERS, SHEET_LINE
from dealer_console.touch.theme.text_layout import ROUNDED_LINES, Side, write

WHOLE_LINE = 1.2  # of its letters: with what hangs below them


class TextWidget(Painted):
    value: Text | None = None

    def show_value(self, value: Text) -> None:
        if value != self.value:
            self.value = value
            self.setAccessibleName(value.text)
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value = self.value
        if value is None:
            return
        colour = self.stage.colours.prompt[value.tone]
        sign = "⚠ " if value.tone == "danger" else ""
        size = min(self.stage.letters(LETTERS[value.size]), max(self.stage.least, box.height / WHOLE_LINE))
        top = box.height > size * 2.2
        more = box.height > size * 1.6  # lines than one: the last one keeps its foot
        box = Box(box.x, box.y, box.width, box.height - size * ROUNDED_LINES) if more else box
        writing = self.stage.writing(size, bold=value.size == "large", lines=40, smallest=0.6, top=top)
        write(painter, box, sign + value.text, colour, writing)


class FieldWidget(TouchArea):
    """A value being entered: a frame, the label above, the cursor where the next digit goes."""

    value: Field | None = None

    def show_value(self, value: Field) -> None:
        if value == self.value:
            return
        self.value = value
        self.name(value.id if value.touch else "", value.spoken or f"{value.label}: {value.value}")
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value = self.value
        if value is None:
            return
        face = self.stage.colours.row
        thick = max(1.0, self.stage.px(0.6 if value.active else 0.2))
        painter.setPen(QPen(QColor(self.stage.colours.turn if value.active else face.edge), thick))
        painter.setBrush(QColor(face.edge if self.isDown() else face.fill))
        painter.drawRoundedRect(rect(box.inset(thick / 2)), self.stage.px(1.6), self.stage.px(1.6))
        inner = box.inset(self.stage.px(1.8), self.stage.px(0.8))
        label = Box(inner.x, inner.y, inner.width, inner.height * 0.38)
        below = Box(inner.x, inner.y + inner.height * 0.36, inner.width, inner.height * 0.64)
        write(painter, label, value.label, face.soft, self.stage.writing(self.stage.letters(3.0), smallest=0.6))
        shown = f"{value.value}|" if value.active else value.value
        write(painter, below, shown, face.text, self.stage.writing(self.stage.letters(4.6), bold=True, smallest=0.5))


class MeterWidget(Painted):
    value: Meter | None = None

    def show_value(self, value: Meter) -> None:
        if value != self.value:
            self.value = value
            percent = "" if value.percent is None else f" {value.percent} %"
            self.setAccessibleName(f"{value.label}{percent} {value.left}".strip())
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value, face = self.value, self.stage.colours.panel
        if value is None:
            return
        small = self.stage.letters(3.2)
        words = Box(box.x, box.y, box.width * 0.7, box.height * 0.55)
        side = Box(box.width * 0.7, box.y, box.width * 0.3, box.height * 0.55)
        write(painter, words, value.label, face.text, self.stage.writing(small, smallest=0.7))
        left = " · ".join(part for part in ("" if value.percent is None else f"{value.percent} %", value.left) if part)
        write(painter, side, left, face.soft, self.stage.writing(small, side="right", smallest=0.7))
        bar = Box(0, box.height * 0.62, box.width, box.height * 0.26)
        radius = bar.height / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.stage.colours.track))
        painter.drawRoundedRect(rect(bar), radius, radius)
        painter.setBrush(QColor(self.stage.colours.levels["busy"]))
        if value.percent is None:  # going on, nobody knows how long: a dotted bar, no motion
            for at in range(12):
                painter.drawEllipse(QRectF(bar.x + (at + 0.5) * bar.width / 12 - radius, bar.y, 2 * radius, 2 * radius))
        else:
            done = Box(bar.x, bar.y, max(bar.height, bar.width * min(100, max(0, value.percent)) / 100), bar.height)
            painter.drawRoundedRect(rect(done), radius, radius)


class CardPathWidget(Painted):
    """In at the top left, down, along the bottom, up, and out at the top right, as a card goes."""

    value: CardPath | None = None
    PLACES = ((0.02, 0.06), (0.02, 0.58), (0.36, 0.58), (0.70, 0.58), (0.70, 0.06))  # as shares of the housing
    SIZE = (0.28, 0.36)

    def show_value(self, value: CardPath) -> None:
        if value != self.value:
            self.value = value
            self.setAccessibleName(value.spoken)
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value, colours = self.value, self.stage.colours
        if value is None:
            return
        thick = max(1.0, self.stage.px(0.4))
        painter.setPen(QPen(QColor(colours.row.edge), thick))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect(box.inset(thick)), self.stage.px(2.4), self.stage.px(2.4))
        wide, high = (share * side for share, side in zip(self.SIZE, (box.width, box.height), strict=True))
        boxes = [Box(box.x + x * box.width, box.y + y * box.height, wide, high) for x, y in self.PLACES]
        painter.setPen(QPen(QColor(colours.panel.soft), thick * 2))
        for here, there in pairwise(boxes):
            middle, next_one = (QPointF(end.x + wide / 2, end.y + high / 2) for end in (here, there))
            painter.drawLine(middle, next_one)
        for at, (place, name) in enumerate(zip(boxes, value.places, strict=True)):
            self._place(painter, place, name, thick, faulty=at == value.faulty)

    def _place(self, painter: QPainter, box: Box, name: str, thick: float, *, faulty: bool) -> None:
        colours = self.stage.colours
        colour = colours.prompt["danger"] if faulty else colours.row.text
        painter.setPen(QPen(QColor(colour if faulty else colours.row.edge), thick * (3 if faulty else 1)))
        painter.setBrush(QColor(colours.row.fill))
        painter.drawRoundedRect(rect(box), self.stage.px(1.6), self.stage.px(1.6))
        writing = self.stage.writing(self.stage.letters(3.4), bold=faulty, side="centre", lines=2, smallest=0.6)
        write(painter, box.inset(self.stage.px(1.0)), f"⚠ {name}" if faulty else name, colour, writing)


class SheetWidget(Painted):
    """Words and figures in columns as broad as they need; a line that needs a look has a bar and a sign before it."""

    value: Sheet | None = None

    def show_value(self, value: Sheet) -> None:
        if value != self.value:
            self.value = value
            lines = (value.head, *value.rows) if value.head else value.rows
            self.setAccessibleName("\n".join(", ".join(line) for line in lines))
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value, colours = self.value, self.stage.colours
        if value is None:
            return
        lines = [*([value.head] if value.head else []), *value.rows]
        height = min(box.height / max(1, len(lines)), self.stage.px(SHEET_LINE * 1.5) * self.stage.grown)
        widths = _widths(value, box.width)
        offset = 1 if value.head else 0
        for at, line in enumerate(lines):
            strip = Box(0, at * height, box.width, height)
            is_head = at < offset
            marked = at - offset in value.marked and not is_head
            if marked:
                painter.fillRect(rect(strip), QColor(colours.chip_marked.fill))
            elif at % 2 == offset:
                painter.fillRect(rect(strip), QColor(colours.row.fill))
            ink = colours.chip_marked.text if marked else colours.panel.soft if is_head else colours.panel.text
            shown = (f"⚠ {line[0]}", *line[1:]) if marked and line else line
            self._line(painter, shown, strip, widths, ink, value.amounts, bold=is_head)
        if value.head:
            painter.fillRect(rect(Box(0, height - 1, box.width, 1)), QColor(colours.panel.edge))

    def _line(
        self,
        painter: QPainter,
        line: tuple[str, ...],
        strip: Box,
        widths: list[float],
        ink: str,
        amounts: tuple[int, ...],
        *,
        bold: bool,
    ) -> None:
        pad = self.stage.px(1.2)
        size = min(self.stage.letters(3.1), strip.height * 0.78)
        x = 0.0
        for column, (words, width) in enumerate(zip(line, widths, strict=False)):
            side: Side = "right" if column in amounts else "left"
            cell = Box(x + pad, strip.y, width - 2 * pad, strip.height)
            write(painter, cell, words, ink, self.stage.writing(size, bold=bold, side=side, smallest=0.6))
            x += width


def _widths(sheet: Sheet, whole: float) -> list[float]:
    """By the longest entry of each column."""
    columns = max((len(line) for line in (sheet.head, *sheet.rows)), default=1)
    longest = [
        max((len(line[at]) for line in (sheet.head, *sheet.rows) if at < len(line)), default=1) for at in range(columns)
    ]
    weights = [min(40, max(5, letters)) + 2 for letters in longest]
    return [whole * weight / sum(weights) for weight in weights]


class PictureWidget(Painted):
    value: Picture | None = None
    _image = QImage()

    def show_value(self, value: Picture) -> None:
        if value != self.value:
            self.value = value
            self._image = QImage.fromData(value.data)
            self.setAccessibleName(value.spoken)
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        painter.fillRect(rect(box), QColor(self.stage.colours.row.fill))
        if self._image.isNull():
            return
        scale = min(box.width / self._image.width(), box.height / self._image.height())
        width, height = self._image.width() * scale, self._image.height() * scale
        painter.drawImage(QRectF((box.width - width) / 2, (box.height - height) / 2, width, height), self._image)
