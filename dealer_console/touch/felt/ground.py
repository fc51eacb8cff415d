"""The cloth itself: a calm surface, brighter in the middle, the arc of the table on it. Painted once per size."""

from __future__ import annotations

from math import sqrt

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient

from dealer_console.screens.felt.places import ARC, DEALER_SHARE
from dealer_console.screens.sizes import Box
from dealer_console.touch.input.touch_area import HINTS
from dealer_console.touch.theme.text_layout import Writing, write
from dealer_console.touch.widgets.paint_context import PaintContext

RAIL_FALL = ARC * 0.9  # of the height: how much lower the rail ends at both sides


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
    fall = height * RAIL_FALL
    bow = QRectF(-width * 0.15, -stage.px(0.4), width * 1.3, 2 * fall / (1 - sqrt(1 - (0.5 / 0.65) ** 2)))
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
    """Large behind the spots, and calm: what lies there stays readable."""
    high = height * 0.13
    place = Box(width * 0.04, height * (1 - DEALER_SHARE) * 0.72 - high / 2, width * 0.92, high)
    writing = Writing(size=high * 0.8, bold=True, side="centre", smallest=0.3)
    write(painter, place, words, stage.colours.watermark, writing)
