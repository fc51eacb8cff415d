"""The parts that only the supervisor's window has: tiles of tables, lines of lists, banners, and empty room."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dealer_console.pit.pages.values import Gap, Line, Tile
from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Banner, Level
from dealer_console.touch.lettering import Writing, write
from dealer_console.touch.touching import Painted, TouchArea, rect

ROWS: Final = 7  # of a tile: its head, three of figures, three of notes
SIGN: Final[dict[Level, str]] = {"good": "✓", "busy": "●", "warn": "⚠", "bad": "■", "off": "○"}


class TileWidget(TouchArea):
    """One table: name and state above, figures in two columns, notes below with their signs."""

    value: Tile | None = None

    def show_value(self, value: Tile) -> None:
        if value != self.value:
            self.value = value
            self.name(value.id, value.spoken, value.key)
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value, colours = self.value, self.stage.colours
        if value is None:
            return
        face = colours.row
        thick = self.stage.px(0.7 if value.level == "bad" else 0.25)
        painter.setPen(QPen(QColor(colours.levels["bad"] if value.level == "bad" else face.edge), thick))
        painter.setBrush(QColor(face.edge if self.isDown() else face.fill))
        painter.drawRoundedRect(rect(box.inset(thick / 2)), self.stage.px(1.8), self.stage.px(1.8))
        inner = box.inset(self.stage.px(1.5), self.stage.px(0.9))
        height = inner.height / (ROWS + 0.35)
        head = Box(inner.x, inner.y, inner.width, height * 1.35)
        self._head(painter, head, value)
        self._figures(painter, Box(inner.x, head.bottom, inner.width, height * 3), value)
        for at, (level, text) in enumerate(value.notes):
            line = Box(inner.x, head.bottom + (at + 3) * height, inner.width, height)
            ink = face.text if level in ("bad", "warn") else face.soft
            write(painter, line, f"{SIGN[level]} {text}", ink, self._small(height))

    def _small(self, height: float, side: str = "left", bold: bool = False) -> Writing:
        size = min(self.stage.letters(2.9), height * 0.8)
        return Writing(size=size, bold=bold, side=side, smallest=0.6)  # type: ignore[arg-type]

    def _head(self, painter: QPainter, box: Box, value: Tile) -> None:
        face = self.stage.colours.row
        size = min(self.stage.letters(3.6), box.height * 0.8)
        name = Box(box.x, box.y, box.width * 0.52, box.height)
        state = Box(name.right, box.y, box.width * 0.48, box.height)
        write(painter, name, value.title, face.text, Writing(size=size, bold=True, smallest=0.5))
        words = f"{SIGN[value.level]} {value.state}"
        write(painter, state, words, face.text, Writing(size=size * 0.78, side="right", smallest=0.55))

    def _figures(self, painter: QPainter, box: Box, value: Tile) -> None:
        """Two lines of their own, the others side by side in the third."""
        ink, height = self.stage.colours.row.text, box.height / 3
        alone, beside = value.figures[:2], value.figures[2:]
        for at, (name, text) in enumerate(alone):
            line = Box(box.x, box.y + at * height, box.width, height)
            write(painter, line, text if name in ("", "pace") else f"{name} {text}", ink, self._small(height))
        width = box.width / max(1, len(beside))
        for at, (name, text) in enumerate(beside):
            cell = Box(box.x + at * width, box.y + 2 * height, width, height)
            write(painter, cell, f"{name} {text}", ink, self._small(height, "right" if at else "left"))


class LineWidget(TouchArea):
    """A line of a list: cells in columns, perhaps a smaller line below, and a sign before what needs a look."""

    value: Line | None = None

    def show_value(self, value: Line) -> None:
        if value != self.value:
            self.value = value
            self.name(value.id, value.spoken, value.key)
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if value.id else Qt.FocusPolicy.NoFocus)
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value = self.value
        if value is None:
            return
        colours, is_head = self.stage.colours, not value.id and not value.level and box.height < self.stage.px(9)
        face = colours.panel if is_head else colours.row
        if not is_head:
            self._ground(painter, box, value)
        inner = box.inset(self.stage.px(1.2), self.stage.px(0.4))
        upper = inner if not value.below else Box(inner.x, inner.y, inner.width, inner.height * 0.46)
        self._cells(painter, upper, value, face.soft if is_head else face.text, bold=is_head or bool(value.below))
        if value.below:
            below = Box(inner.x, upper.bottom, inner.width, inner.height - upper.height)
            small = Writing(size=self.stage.letters(2.6), lines=2, smallest=0.7)
            write(painter, below, value.below, face.soft, small)

    def _ground(self, painter: QPainter, box: Box, value: Line) -> None:
        colours = self.stage.colours
        thick = self.stage.px(0.7 if value.current else 0.2)
        painter.setPen(QPen(QColor(colours.turn if value.current else colours.row.edge), thick))
        painter.setBrush(QColor(colours.row.edge if self.isDown() else colours.row.fill))
        painter.drawRoundedRect(rect(box.inset(thick / 2)), self.stage.px(1.4), self.stage.px(1.4))

    def _cells(self, painter: QPainter, box: Box, value: Line, ink: str, *, bold: bool) -> None:
        x, pad = box.x, self.stage.px(0.8)
        widths = [box.width * share / sum(value.widths) for share in value.widths]
        size = min(self.stage.letters(3.1), box.height * 0.9)
        for column, (words, width) in enumerate(zip(value.cells, widths, strict=True)):
            side = "right" if column in value.amounts else "left"
            sign = f"{SIGN[value.level]} " if column == 0 and value.level is not None else ""
            cell = Box(x + pad, box.y, width - 2 * pad, box.height)
            writing = Writing(size=size, bold=bold and column == 0, side=side, smallest=0.62, lines=2)  # type: ignore[arg-type]
            write(painter, cell, sign + words, ink, writing)
            x += width


class BannerWidget(Painted):
    """Over the whole width, in stripes at both ends, so that it is a banner without its colour, too."""

    value: Banner | None = None

    def show_value(self, value: Banner) -> None:
        if value != self.value:
            self.value = value
            self.setAccessibleName(value.text)
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value = self.value
        if value is None:
            return
        face = self.stage.colours.banners[value.level]
        painter.fillRect(rect(box), QColor(face.fill))
        for x in (0.0, box.width - box.height * 1.5):
            self._stripes(painter, Box(x, 0, box.height * 1.5, box.height), face.text)
        inner = box.inset(box.height * 1.8, 0)
        size = min(self.stage.letters(4.2), box.height * 0.7)
        write(painter, inner, value.text, face.text, Writing(size=size, bold=True, side="centre", smallest=0.5))

    def _stripes(self, painter: QPainter, box: Box, ink: str) -> None:
        painter.save()
        painter.setClipRect(rect(box))
        painter.setPen(QPen(QColor(ink), self.stage.px(1.2)))
        for at in range(-1, 6):
            x = box.x + at * self.stage.px(3.2)
            painter.drawLine(QRectF(x, box.bottom, 1, 1).topLeft(), QRectF(x + box.height, box.y, 1, 1).topLeft())
        painter.restore()


class GapWidget(Painted):
    def show_value(self, value: Gap) -> None:
        """Nothing is to be seen of it."""

    def paint(self, painter: QPainter, box: Box) -> None:
        """Nothing."""
