"""The parts that only the supervisor's window has: tiles of tables, lines of lists, banners, and empty room."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dealer_console.pit.pages.values import Gap, Line, Tile
from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Banner, Level
from dealer_console.touch.input.touch_area import Painted, TouchArea, rect
from dealer_console.touch.theme.text_layout import Writing, write
from dealer_console.touch.theme.themes import Face

ROWS: Final = 7  # of a tile: its head, three of figures, three of notes
COMPACT_ROWS: Final = 4  # its head, two of figures, one note
SIGN: Final[dict[Level, str]] = {"good": "✓", "busy": "●", "warn": "⚠", "bad": "■", "off": "○"}


class TileWidget(TouchArea):
    """One table: name and state above, figures in two columns, notes below with their signs.

    Who calls is filled and thickly framed, who plays has a bright frame, who is closed a broken one.
    """

    value: Tile | None = None

    def show_value(self, value: Tile) -> None:
        if value != self.value:
            self.value = value
            self.name(value.id, value.spoken, value.key)
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value = self.value
        if value is None:
            return
        face = self._face(value)
        self._ground(painter, box, value, face)
        inner = box.inset(self.stage.px(1.5), self.stage.px(0.9))
        height = inner.height / ((COMPACT_ROWS if value.compact else ROWS) + 0.35)
        head = Box(inner.x, inner.y, inner.width, height * 1.35)
        self._head(painter, head, value, face)
        lines = self._lines(value)
        for at, cells in enumerate(lines):
            self._cells(painter, Box(inner.x, head.bottom + at * height, inner.width, height), cells, face.text)
        notes = value.notes[:1] if value.compact else value.notes
        for at, (level, text) in enumerate(notes, start=len(lines)):
            line = Box(inner.x, head.bottom + at * height, inner.width, height)
            ink = face.text if level in ("bad", "warn") else face.soft
            write(painter, line, f"{SIGN[level]} {text}", ink, self._small(height, bold=level == "bad"))

    def _face(self, value: Tile) -> Face:
        colours = self.stage.colours
        if value.look == "closed":
            return colours.refused
        return colours.buttons["danger"] if value.look == "calling" else colours.buttons["plain"]

    def _ground(self, painter: QPainter, box: Box, value: Tile, face: Face) -> None:
        levels = self.stage.colours.levels
        edge, thick = {
            "calling": (levels["bad"], 1.1),
            "live": (levels["good"], 0.45),
            "closed": (face.edge, 0.25),
        }[value.look]
        pen = QPen(QColor(edge), self.stage.px(thick))
        if value.look == "closed":
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(QColor(face.edge if self.isDown() else face.fill))
        painter.drawRoundedRect(rect(box.inset(self.stage.px(thick) / 2)), self.stage.px(1.8), self.stage.px(1.8))

    def _small(self, height: float, side: str = "left", bold: bool = False) -> Writing:
        size = min(self.stage.letters(2.9), height * 0.8)
        return Writing(size=size, bold=bold, side=side, smallest=0.6)  # type: ignore[arg-type]

    def _head(self, painter: QPainter, box: Box, value: Tile, face: Face) -> None:
        size = min(self.stage.letters(3.6), box.height * 0.8)
        name = Box(box.x, box.y, box.width * 0.52, box.height)
        state = Box(name.right, box.y, box.width * 0.48, box.height)
        write(painter, name, value.title, face.text, Writing(size=size, bold=True, smallest=0.5))
        words = f"{SIGN[value.level]} {value.state}"
        write(painter, state, words, face.text, Writing(size=size * 0.78, side="right", smallest=0.55))

    def _lines(self, value: Tile) -> list[tuple[str, ...]]:
        """The dealer and the pace have lines of their own, win and drop share one; among many the pace is left out."""
        alone = [(text,) for _, text in value.figures[: 1 if value.compact else 2]]
        return [*alone, tuple(f"{name} {text}" for name, text in value.figures[2:])]

    def _cells(self, painter: QPainter, line: Box, cells: tuple[str, ...], ink: str) -> None:
        width = line.width / len(cells)
        for at, text in enumerate(cells):
            cell = Box(line.x + at * width, line.y, width, line.height)
            write(painter, cell, text, ink, self._small(line.height, "right" if at else "left"))


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
        urgent = bool(value.id) and value.level == "bad"
        face = colours.panel if is_head else colours.buttons["danger"] if urgent else colours.row
        if not is_head:
            self._ground(painter, box, value, face, urgent=urgent)
        inner = box.inset(self.stage.px(1.2), self.stage.px(0.4))
        upper = inner if not value.below else Box(inner.x, inner.y, inner.width, inner.height * 0.46)
        self._cells(painter, upper, value, face.soft if is_head else face.text, bold=is_head or bool(value.below))
        if value.below:
            below = Box(inner.x, upper.bottom, inner.width, inner.height - upper.height)
            small = Writing(size=self.stage.letters(2.6), lines=2, smallest=0.7)
            write(painter, below, value.below, face.soft, small)

    def _ground(self, painter: QPainter, box: Box, value: Line, face: Face, *, urgent: bool) -> None:
        colours = self.stage.colours
        thick = self.stage.px(0.7 if value.current or urgent else 0.2)
        edge = colours.turn if value.current else colours.levels["bad"] if urgent else face.edge
        painter.setPen(QPen(QColor(edge), thick))
        painter.setBrush(QColor(face.edge if self.isDown() else face.fill))
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
