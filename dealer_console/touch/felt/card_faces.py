"""Playing cards, drawn by us: an index read in half a second, a large suit, a quiet back. Kept as pixmaps."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform

from dealer_console.screens.values import CardOnFelt
from dealer_console.touch.theme.fonts import font
from dealer_console.touch.theme.look import Look
from dealer_console.touch.theme.symbols import suit_in

KEPT = 400
CALM = 0.10  # how much of the cloth shines through a hand that is finished: still read at a glance
OUTLINE = 1000
CAPITAL = 750.0  # the height of a capital letter of that size, with its overshoot
COURT = {"J", "Q", "K"}


@dataclass(frozen=True, slots=True)
class Face:
    """What decides a picture: nothing else may."""

    rank: str
    suit: str
    across: bool
    marked: bool
    calm: bool
    width: int
    height: int


class CardFaces:
    """Pictures of cards for one look, each drawn once per size."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._kept: OrderedDict[Face, QPixmap] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def picture(self, card: CardOnFelt, width: int, height: int, *, calm: bool) -> QPixmap:
        """`width` and `height` are those of the upright card, also when it lies across."""
        face = Face(card.rank, card.suit, card.across, card.marked, calm, width, height)
        q_pixmap = self._kept.get(face)
        if q_pixmap is None:
            q_pixmap = self._kept[face] = self._drawn(face)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(face)
        return q_pixmap

    def _drawn(self, face: Face) -> QPixmap:
        width, height = (face.height, face.width) if face.across else (face.width, face.height)
        picture = QPixmap(width, height)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        _paint(painter, replace(face, width=width, height=height), self._look)
        painter.end()
        return picture


def _paint(painter: QPainter, face: Face, look: Look) -> None:
    colours = look.colours
    frame = QRectF(0.5, 0.5, face.width - 1, face.height - 1)
    corner = min(face.width, face.height) * 0.09
    body = QPainterPath()
    body.addRoundedRect(frame, corner, corner)
    painter.fillPath(body, QColor(colours.card.fill))
    if face.rank:
        _paint_face(painter, face, look)
    else:
        _paint_back(painter, face, look)
    painter.setPen(QPen(QColor(colours.card.edge), 1))
    painter.drawPath(body)
    if face.calm:
        veil = QColor(colours.felt.fill)
        veil.setAlphaF(CALM)
        painter.fillPath(body, veil)
    if face.marked:
        _paint_mark(painter, face, look)


def _paint_face(painter: QPainter, face: Face, look: Look) -> None:
    """Rank and suit side by side in a strip at the top: of a card that lies under others it stays in sight."""
    suits = look.colours.card_suits_four if look.four_colours else look.colours.card_suits
    ink = QColor(suits[face.suit])
    width, height = face.width, face.height
    if face.across:
        _paint_across(painter, face, ink)
        return
    _paint_rank(painter, face.rank, ink, QRectF(width * 0.055, height * 0.03, width * 0.41, height * 0.225))
    if not face.suit:
        _paint_no_suit(painter, face, look)
        return
    small = width * 0.30
    painter.fillPath(suit_in(face.suit, width * 0.60, height * 0.035, small), ink)
    if face.rank in COURT:
        _paint_court(painter, face, ink)
    large = width * (0.46 if face.rank in COURT else 0.62)
    painter.fillPath(suit_in(face.suit, width * 0.93 - large, height * 0.95 - large, large), ink)


def _paint_across(painter: QPainter, face: Face, ink: QColor) -> None:
    """The card of a double lies across and is read like every other: rank left, suit right, both upright."""
    width, height = face.width, face.height
    _paint_rank(painter, face.rank, ink, QRectF(width * 0.06, height * 0.07, width * 0.40, height * 0.53))
    if face.suit:
        side = height * 0.52
        painter.fillPath(suit_in(face.suit, width * 0.94 - side, height * 0.08, side), ink)


def _paint_no_suit(painter: QPainter, face: Face, look: Look) -> None:
    """Nobody has recorded the suit: a plain frame stands where it would be."""
    side = face.width * 0.42
    painter.setPen(QPen(QColor(look.colours.card.soft), max(1.5, face.width * 0.05)))
    painter.drawEllipse(QRectF(face.width * 0.90 - side, face.height * 0.93 - side, side, side))


def _paint_rank(painter: QPainter, rank: str, ink: QColor, box: QRectF) -> None:
    """The rank as a path, stretched into its corner: a ten is as broad as an ace."""
    path = _letters("10" if rank == "T" else rank)
    bounds = path.boundingRect()
    scale_y = box.height() / max(CAPITAL, bounds.height())
    scale_x = min(scale_y * 1.08, box.width() / bounds.width())
    left = box.x() + (box.width() - bounds.width() * scale_x) / 2
    placed = QTransform().translate(left, box.bottom()).scale(scale_x, scale_y)
    painter.fillPath(placed.translate(-bounds.x(), -bounds.bottom()).map(path), ink)


@lru_cache(maxsize=32)
def _letters(text: str) -> QPainterPath:
    """Drawn once, and so large that no grid of pixels has a say: Qt's outlines of small letters change with use."""
    path = QPainterPath()
    path.addText(QPointF(0, 0), font(OUTLINE, True), text)
    return path


_CROWNS = {
    "K": ((0, 1), (0, 0.25), (0.25, 0.6), (0.5, 0), (0.75, 0.6), (1, 0.25), (1, 1)),
    "Q": ((0.1, 1), (0, 0.2), (0.22, 0.62), (0.32, 0.1), (0.5, 0.56), (0.68, 0.1), (0.78, 0.62), (1, 0.2), (0.9, 1)),
    "J": ((0, 1), (0.08, 0.5), (0.3, 0.28), (0.95, 0.05), (0.72, 0.45), (1, 1)),
}


def _paint_court(painter: QPainter, face: Face, ink: QColor) -> None:
    """A crown, a coronet, a plumed cap: above the suit, so that a court card is known by its form, too."""
    width, height = face.width, face.height
    box = QRectF(width * 0.47, height * 0.345, width * 0.46, height * 0.17)
    path = QPainterPath()
    for at, (x, y) in enumerate(_CROWNS[face.rank]):
        point = QPointF(box.x() + x * box.width(), box.y() + y * box.height())
        if at:
            path.lineTo(point)
        else:
            path.moveTo(point)
    path.closeSubpath()
    band = QPainterPath()
    band.addRect(QRectF(box.x(), box.bottom() + height * 0.022, box.width(), height * 0.03))
    painter.fillPath(path, ink)
    painter.fillPath(band, ink)


def _paint_back(painter: QPainter, face: Face, look: Look) -> None:
    """A lattice of small diamonds inside a pale frame: nothing of it depends on what lies below."""
    colours = look.colours.back
    inner = QRectF(0, 0, face.width, face.height).adjusted(*(face.width * part for part in (0.07, 0.07, -0.07, -0.07)))
    field = QPainterPath()
    field.addRoundedRect(inner, face.width * 0.06, face.width * 0.06)
    painter.fillPath(field, QColor(colours.fill))
    painter.save()
    painter.setClipPath(field)
    step = inner.width() / 6
    painter.setPen(QPen(QColor(colours.soft), max(1.0, face.width * 0.018)))
    reach = int((inner.width() + inner.height()) / step) + 2
    far, middle = face.height, inner.center()
    for at in range(-reach, reach):
        x = middle.x() + at * step
        painter.drawLine(QPointF(x - far, middle.y() - far), QPointF(x + far, middle.y() + far))
        painter.drawLine(QPointF(x + far, middle.y() - far), QPointF(x - far, middle.y() + far))
    painter.restore()
    painter.setPen(QPen(QColor(colours.text), max(1.0, face.width * 0.025)))
    painter.drawRoundedRect(inner.adjusted(2, 2, -2, -2), face.width * 0.04, face.width * 0.04)


def _paint_mark(painter: QPainter, face: Face, look: Look) -> None:
    """The card in question: a broken frame and a flag in its corner."""
    thick = max(2.0, face.width * 0.06)
    pen = QPen(QColor(look.colours.levels["bad"]), thick, Qt.PenStyle.DashLine)
    painter.setPen(pen)
    inset = thick / 2
    painter.drawRoundedRect(
        QRectF(inset, inset, face.width - thick, face.height - thick), face.width * 0.08, face.width * 0.08
    )
    side = face.width * 0.36
    flag = QPainterPath()
    flag.addEllipse(QRectF(face.width - side, 0, side, side))
    painter.fillPath(flag, QColor(look.colours.banners["bad"].fill))
    ink = QColor(look.colours.banners["bad"].text)
    _paint_rank(painter, "?", ink, QRectF(face.width - side * 0.75, side * 0.2, side * 0.5, side * 0.6))
