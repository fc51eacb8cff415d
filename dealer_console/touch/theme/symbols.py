"""Suits and signs as paths of our own, in a square of side one: the letters do not have them on every machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF, QTransform

# Qt joins and strokes paths with the accuracy of a pixel: in a square of side one, a circle would get corners.
FINE = 1000.0
_GREAT = QTransform.fromScale(FINE, FINE)
_SMALL = QTransform.fromScale(1 / FINE, 1 / FINE)
SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def _spade() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.03))
    path.cubicTo(0.58, 0.22, 0.95, 0.36, 0.95, 0.60)
    path.cubicTo(0.95, 0.83, 0.66, 0.88, 0.545, 0.68)
    path.cubicTo(0.56, 0.82, 0.61, 0.91, 0.70, 0.97)
    path.lineTo(0.30, 0.97)
    path.cubicTo(0.39, 0.91, 0.44, 0.82, 0.455, 0.68)
    path.cubicTo(0.34, 0.88, 0.05, 0.83, 0.05, 0.60)
    path.cubicTo(0.05, 0.36, 0.42, 0.22, 0.5, 0.03)
    return path


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.97))
    path.cubicTo(0.42, 0.76, 0.04, 0.58, 0.04, 0.31)
    path.cubicTo(0.04, 0.02, 0.41, -0.02, 0.5, 0.25)
    path.cubicTo(0.59, -0.02, 0.96, 0.02, 0.96, 0.31)
    path.cubicTo(0.96, 0.58, 0.58, 0.76, 0.5, 0.97)
    return path


def _diamond() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.02))
    path.quadTo(0.64, 0.29, 0.88, 0.5)
    path.quadTo(0.64, 0.71, 0.5, 0.98)
    path.quadTo(0.36, 0.71, 0.12, 0.5)
    path.quadTo(0.36, 0.29, 0.5, 0.02)
    return path


def _club() -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for x, y in ((0.5, 0.25), (0.26, 0.58), (0.74, 0.58)):
        path.addEllipse(QPointF(x, y), 0.225, 0.225)
    path.addEllipse(QPointF(0.5, 0.49), 0.12, 0.12)
    stem = QPainterPath(QPointF(0.46, 0.5))
    stem.cubicTo(0.47, 0.78, 0.41, 0.90, 0.31, 0.97)
    stem.lineTo(0.69, 0.97)
    stem.cubicTo(0.59, 0.90, 0.53, 0.78, 0.54, 0.5)
    stem.closeSubpath()
    return _united(path, stem)


def _line(*points: tuple[float, float], width: float = 0.13) -> QPainterPath:
    way = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        way.lineTo(*point)
    return _stroked(way, width)


def _stroked(way: QPainterPath, width: float) -> QPainterPath:
    pen = QPainterPathStroker()
    pen.setWidth(width * FINE)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return _SMALL.map(pen.createStroke(_GREAT.map(way)).simplified())


def _united(first: QPainterPath, second: QPainterPath) -> QPainterPath:
    return _SMALL.map(_GREAT.map(first).united(_GREAT.map(second)))


def _without(shape: QPainterPath, hole: QPainterPath) -> QPainterPath:
    return _SMALL.map(_GREAT.map(shape).subtracted(_GREAT.map(hole)))


def _tick() -> QPainterPath:
    return _line((0.16, 0.55), (0.40, 0.80), (0.85, 0.24), width=0.15)


def _cross() -> QPainterPath:
    return _united(_line((0.22, 0.22), (0.78, 0.78)), _line((0.78, 0.22), (0.22, 0.78)))


def _arrow(degrees: float) -> Callable[[], QPainterPath]:
    def path() -> QPainterPath:
        shaft = _line((0.10, 0.5), (0.88, 0.5), width=0.10)
        pointing = _united(shaft, _line((0.58, 0.22), (0.88, 0.5), (0.58, 0.78), width=0.10))
        return QTransform().translate(0.5, 0.5).rotate(degrees).translate(-0.5, -0.5).map(pointing)

    return path


def _tab() -> QPainterPath:
    return _united(QTransform().scale(0.82, 1.0).map(_arrow(0)()), _line((0.92, 0.2), (0.92, 0.8), width=0.10))


def _undo() -> QPainterPath:
    way = QPainterPath()
    way.arcMoveTo(QRectF(0.18, 0.26, 0.64, 0.64), 150)
    way.arcTo(QRectF(0.18, 0.26, 0.64, 0.64), 150, -235)
    return _united(_stroked(way, 0.11), _line((0.16, 0.16), (0.20, 0.44), (0.48, 0.40), width=0.11))


def _disc() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QRectF(0.14, 0.14, 0.72, 0.72))
    return path


def _ring() -> QPainterPath:
    hole = QPainterPath()
    hole.addEllipse(QRectF(0.27, 0.27, 0.46, 0.46))
    return _without(_disc(), hole)


def _square() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(0.16, 0.16, 0.68, 0.68), 0.06, 0.06)
    return path


def _triangle(*points: tuple[float, float]) -> Callable[[], QPainterPath]:
    def path() -> QPainterPath:
        drawn = QPainterPath()
        drawn.addPolygon(QPolygonF([QPointF(*point) for point in points]))
        drawn.closeSubpath()
        return drawn

    return path


def _erase() -> QPainterPath:
    outline = _triangle((0.34, 0.2), (0.96, 0.2), (0.96, 0.8), (0.34, 0.8), (0.04, 0.5))()
    mark = QTransform().translate(0.40, 0.26).scale(0.48, 0.48).map(_cross())
    return _without(outline, mark)


def _exclamation() -> QPainterPath:
    path = _triangle((0.5, 0.06), (0.98, 0.92), (0.02, 0.92))()
    stroke = _united(_line((0.5, 0.38), (0.5, 0.62), width=0.10), _line((0.5, 0.78), (0.5, 0.785), width=0.11))
    return _without(path, stroke)


def _star() -> QPainterPath:
    reach = [0.5 if at % 2 == 0 else 0.21 for at in range(10)]
    return _triangle(*((0.5 + far * sin(at * pi / 5), 0.54 - far * cos(at * pi / 5)) for at, far in enumerate(reach)))()


def _change_places() -> QPainterPath:
    above = QTransform().translate(0.02, -0.06).scale(0.96, 0.60).map(_arrow(0)())
    below = QTransform().translate(0.02, 0.46).scale(0.96, 0.60).map(_arrow(180)())
    return _united(above, below)


def _plus() -> QPainterPath:
    return _united(_line((0.5, 0.14), (0.5, 0.86), width=0.2), _line((0.14, 0.5), (0.86, 0.5), width=0.2))


def _fork() -> QPainterPath:
    stem = _line((0.5, 0.94), (0.5, 0.60), (0.16, 0.24), (0.16, 0.10), width=0.15)
    return _united(stem, _line((0.5, 0.60), (0.84, 0.24), (0.84, 0.10), width=0.15))


def _flag() -> QPainterPath:
    cloth = _triangle((0.26, 0.08), (0.92, 0.16), (0.70, 0.36), (0.92, 0.58), (0.26, 0.58))()
    return _united(_line((0.22, 0.08), (0.22, 0.94), width=0.12), cloth)


def _shield() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.04))
    path.cubicTo(0.62, 0.14, 0.76, 0.17, 0.90, 0.17)
    path.cubicTo(0.92, 0.60, 0.76, 0.84, 0.5, 0.97)
    path.cubicTo(0.24, 0.84, 0.08, 0.60, 0.10, 0.17)
    path.cubicTo(0.24, 0.17, 0.38, 0.14, 0.5, 0.04)
    return path


def _coin() -> QPainterPath:
    inner = QPainterPath()
    inner.addEllipse(QRectF(0.36, 0.36, 0.28, 0.28))
    return _united(_ring(), inner)


def _struck_out() -> QPainterPath:
    return _united(_ring(), _line((0.26, 0.74), (0.74, 0.26), width=0.12))


_SIGNS: dict[str, Callable[[], QPainterPath]] = {
    "♠": _spade,
    "♥": _heart,
    "♦": _diamond,
    "♣": _club,
    "✓": _tick,
    "✗": _cross,
    "✕": _cross,
    "→": _arrow(0),
    "←": _arrow(180),
    "↑": _arrow(-90),
    "↓": _arrow(90),
    "↶": _undo,
    "●": _disc,
    "○": _ring,
    "■": _square,
    "▲": _triangle((0.5, 0.16), (0.92, 0.86), (0.08, 0.86)),
    "▼": _triangle((0.5, 0.86), (0.92, 0.16), (0.08, 0.16)),
    "▶": _triangle((0.18, 0.1), (0.88, 0.5), (0.18, 0.9)),
    "◀": _triangle((0.82, 0.1), (0.12, 0.5), (0.82, 0.9)),
    "◆": _diamond,
    "⇥": _tab,
    "⌫": _erase,
    "⚠": _exclamation,
    "★": _star,
    "⇄": _change_places,
    "✚": _plus,
    "⑂": _fork,
    "⚑": _flag,
    "⛊": _shield,
    "◎": _coin,
    "⊘": _struck_out,
}
SIGNS = frozenset(_SIGNS)


@lru_cache(maxsize=64)
def sign(symbol: str) -> QPainterPath:
    return _SIGNS[symbol]()


def sign_in(symbol: str, x: float, y: float, side: float) -> QPainterPath:
    return QTransform().translate(x, y).scale(side, side).map(sign(symbol))


def suit_in(suit: str, x: float, y: float, side: float) -> QPainterPath:
    return sign_in(SUIT_SIGNS[suit], x, y, side)
