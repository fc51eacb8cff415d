"""The cloth itself: a calm surface, brighter in the middle, the arc of the table on it. Painted once per size."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QRadialGradient

from dealer_console.screens.sizes import Box
from dealer_console.touch.lettering import Writing, write
from dealer_console.touch.stage import Stage
from dealer_console.touch.touching import HINTS


def cloth(stage: Stage, width: int, height: int, ratio: float, watermark: str) -> QPixmap:
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


def _arc(painter: QPainter, stage: Stage, width: int, height: int) -> None:
    """The rail in front of the dealer, as on a printed layout."""
    painter.setPen(QPen(QColor(stage.colours.felt_line), max(1.0, stage.px(0.35))))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for inside in (0.0, stage.px(1.4)):
        reach = width * 0.60 - inside
        bow = QRectF(width / 2 - reach, -height * 0.62, 2 * reach, height * 1.34 - inside)
        painter.drawArc(bow, 200 * 16, 140 * 16)


def _watermark(painter: QPainter, stage: Stage, width: int, height: int, words: str) -> None:
    """Twice, beside the dealer's hand: no card ever lies there."""
    size = height * 0.11
    for left in (0.02, 0.70):
        box = Box(width * left, height * 0.85, width * 0.28, height * 0.14)
        write(painter, box, words, stage.colours.watermark, Writing(size=size, bold=True, side="centre", smallest=0.2))
