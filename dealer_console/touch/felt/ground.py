"""The cloth itself: a calm surface, brighter in the middle, the arc of the table on it. Painted once per size."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient

from dealer_console.screens.felt.places import table_on
from dealer_console.screens.sizes import Box
from dealer_console.touch.input.touch_area import HINTS
from dealer_console.touch.theme.text_layout import Side, Writing, write
from dealer_console.touch.widgets.paint_context import PaintContext

RAIL_FALL = 0.32  # of the height: how much lower the rail ends at both sides


def cloth(stage: PaintContext, width: int, height: int, ratio: float, watermark: str) -> QPixmap:
    picture = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
    picture.setDevicePixelRatio(ratio)
    painter = QPainter(picture)
    painter.setRenderHints(HINTS)
    colours = stage.colours
    light = QRadialGradient(QPointF(width / 2, height * 0.62), max(width, height) * 0.72)
    light.setColorAt(0.0, QColor(colours.felt.fill))
    light.setColorAt(1.0, QColor(colours.felt_edge))
    painter.fillRect(0, 0, width, height, light)
    _arc(painter, stage, width, height)
    if watermark:
        _watermark(painter, stage, width, height, watermark)
    painter.end()
    return picture


def _arc(painter: QPainter, stage: PaintContext, width: int, height: int) -> None:
    """The rail behind the players, seen from the dealer's side: farthest in the middle, beyond it the dark floor."""
    table = table_on(width, height)
    fall = table.height * RAIL_FALL
    bow = QRectF(-width * 0.15, table.y - stage.px(2.5), width * 1.3, 2 * fall / (1 - sqrt(1 - (0.5 / 0.65) ** 2)))
    floor, cloth_on_it = QPainterPath(), QPainterPath()
    floor.addRect(QRectF(0, 0, width, bow.center().y()))
    cloth_on_it.addEllipse(bow)
    painter.setClipRect(QRectF(0, 0, width, bow.center().y()))
    painter.fillPath(floor.subtracted(cloth_on_it), QColor(stage.colours.ground.fill))
    painter.setPen(QPen(QColor(stage.colours.felt_line), max(1.0, stage.px(0.45))))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(bow)
    painter.setClipping(False)


def _watermark(painter: QPainter, stage: PaintContext, width: int, height: int, words: str) -> None:
    """Twice, in the upper corners: the outer spots lie lower."""
    table = table_on(width, height)
    writing = Writing(size=table.height * 0.062, bold=True, lines=2, smallest=0.6)
    sides: tuple[tuple[Side, float], ...] = (("left", 0.0), ("right", width * 0.8))
    for side, x in sides:
        place = Box(x + stage.px(1.5), table.y * 0.5, width * 0.20 - stage.px(3), table.height * 0.13)
        write(painter, place, words, stage.colours.watermark, replace(writing, side=side))
