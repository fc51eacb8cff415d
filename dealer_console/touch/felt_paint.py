"""How hands, totals, marks and wagers are painted at their places on the felt."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from dealer_console.screens.felt_places import HandPlace, SpotPlace
from dealer_console.screens.sizes import Box
from dealer_console.screens.values import HandOnFelt, SpotOnFelt, WagerOnFelt
from dealer_console.touch.lettering import Writing, breadth, fitted, write
from dealer_console.touch.stage import Stage
from dealer_console.touch.symbols import sign_in
from dealer_console.touch.themes import Face
from dealer_console.touch.touching import rect

# From where the dealer stands: taken chips come down to the tray, paid ones go up to the player.
WAY_SIGNS = {"take": "↓", "pay": "↑", "push": "●"}


class FeltPainter:
    """Paints in pixels what the places say in millimetres."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def _px(self, box: Box) -> Box:
        return box.scaled(self._stage.look.px_per_mm)

    # --- a spot --------------------------------------------------------------------------------------------------------

    def spot(self, painter: QPainter, spot: SpotOnFelt, place: SpotPlace) -> None:
        if not spot.hands:
            self._betting_place(painter, spot, self._px(place.box))
        self._name(painter, spot, self._px(place.name))
        for wager, box in zip(spot.wagers, place.wagers, strict=True):
            self._wager(painter, wager, self._px(box))

    def _betting_place(self, painter: QPainter, spot: SpotOnFelt, box: Box) -> None:
        side = min(box.width * 0.62, box.height * 0.5)
        middle = QPointF(box.middle[0], box.y + box.height * 0.5)
        colour = self._stage.colours.turn if spot.in_turn else self._stage.colours.felt_line
        painter.setPen(QPen(QColor(colour), self._stage.px(0.8 if spot.in_turn else 0.4)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(middle, side / 2, side / 2)

    def _name(self, painter: QPainter, spot: SpotOnFelt, box: Box) -> None:
        colours = self._stage.colours
        size = box.height * 0.86
        words = f"{spot.number}  {spot.player}" if spot.player else str(spot.number)
        colour = colours.turn if spot.in_turn else colours.felt.soft
        write(painter, box, words, colour, Writing(size=size, bold=True, side="centre", smallest=0.55))

    # --- a hand --------------------------------------------------------------------------------------------------------

    def hand(self, painter: QPainter, hand: HandOnFelt, place: HandPlace) -> None:
        if hand.in_turn:
            self._turn(painter, self._px(place.cell))
        for card, at in zip(hand.cards, place.cards, strict=True):
            box = self._px(at.box)
            width, height = (box.height, box.width) if at.across else (box.width, box.height)
            calm = hand.finished and not hand.in_turn
            picture = self._stage.faces.picture(card, round(width), round(height), calm=calm)
            painter.drawPixmap(QPointF(round(box.x), round(box.y)), picture)
        if hand.total:
            face = self._stage.colours.pill_turn if hand.in_turn else self._stage.colours.pill
            self._pill(painter, self._px(place.total), hand.total, face, bold=True)
        for mark, box in zip(hand.marks, place.marks, strict=True):
            self._pill(painter, self._px(box), mark.label, self._stage.colours.tag)
        for wager, box in zip(hand.wagers, place.wagers, strict=True):
            self._wager(painter, wager, self._px(box))

    def _turn(self, painter: QPainter, cell: Box) -> None:
        """A bright field, a thick frame, and a wedge that points at it: seen from the corner of an eye."""
        colours = self._stage.colours
        thick = self._stage.px(0.75)
        box = cell.inset(thick / 2)
        painter.setPen(QPen(QColor(colours.turn), thick))
        painter.setBrush(QColor(colours.cell))
        painter.drawRoundedRect(rect(box), self._stage.px(2.0), self._stage.px(2.0))
        middle, reach = cell.middle[0], self._stage.px(2.1)
        wedge = [QPointF(middle - reach, cell.y - reach), QPointF(middle + reach, cell.y - reach)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.turn))
        painter.drawPolygon(QPolygonF([*wedge, QPointF(middle, cell.y + reach * 0.4)]))

    # --- words in pills --------------------------------------------------------------------------------------------------

    def _pill(self, painter: QPainter, box: Box, words: str, face: Face, *, bold: bool = False) -> None:
        size = min(box.height * 0.74, self._stage.letters(3.3))
        writing = Writing(size=size, bold=bold, side="centre", smallest=0.5, lines=2 if box.height > size * 2 else 1)
        fit = fitted(words, round(box.width * 0.94, 2), round(box.height, 2), writing)
        widest = max(breadth(line, fit.px, bold) for line in fit.lines)
        width = min(box.width, max(widest + size * 0.9, box.height * 1.25))
        body = Box(box.middle[0] - width / 2, box.y, width, box.height)
        painter.setPen(QPen(QColor(face.edge), max(1.0, self._stage.px(0.18))))
        painter.setBrush(QColor(face.fill))
        radius = min(body.height, self._stage.px(4.4)) / 2
        painter.drawRoundedRect(rect(body.inset(0.5)), radius, radius)
        write(painter, Box(box.x + box.width * 0.03, box.y, box.width * 0.94, box.height), words, face.text, writing)

    def _wager(self, painter: QPainter, wager: WagerOnFelt, box: Box) -> None:
        colours = self._stage.colours
        face = colours.chip_marked if wager.marked else colours.chip
        sign = WAY_SIGNS.get(wager.way, "")
        words = _two_lines(wager.label) if box.height > self._stage.letters(5.2) else wager.label
        size = min(box.height * 0.66, self._stage.letters(3.1))
        inner = box.inset(box.height * 0.12, 0)
        if sign:
            inner = Box(inner.x + size * 1.15, inner.y, inner.width - size * 1.15, inner.height)
        writing = Writing(size=size, bold=True, side="centre", smallest=0.5, lines=2)
        fit = fitted(words, round(inner.width, 2), round(inner.height, 2), writing)
        widest = max(breadth(line, fit.px, True) for line in fit.lines) + (size * 1.15 if sign else 0)
        width = min(box.width, max(widest + box.height * 0.5, box.height * 1.6))
        body = Box(box.middle[0] - width / 2, box.y, width, box.height)
        thick = max(1.0, self._stage.px(0.5 if wager.marked else 0.2))
        painter.setPen(QPen(QColor(face.edge), thick))
        painter.setBrush(QColor(face.fill))
        radius = min(body.height, self._stage.px(5)) * 0.32
        painter.drawRoundedRect(rect(body.inset(thick / 2)), radius, radius)
        if sign:
            colour = face.text if wager.marked else colours.ways[wager.way]
            left = body.x + box.height * 0.2
            painter.fillPath(sign_in(sign, left, box.middle[1] - size / 2, size), QColor(colour))
            words_box = Box(left + size, box.y, body.right - left - size - box.height * 0.1, box.height)
        else:
            words_box = body.inset(box.height * 0.12, 0)
        write(painter, words_box, words, face.text, writing)


def _two_lines(label: str) -> str:
    """The word above its amount."""
    word, space, amount = label.rpartition(" ")
    return f"{word}\n{amount}" if space else label


def region_of(place: HandPlace, px_per_mm: float) -> QRectF:
    """All that painting this hand may change: its cell, and the wedge above it."""
    return rect(place.cell.scaled(px_per_mm)).adjusted(-2, -px_per_mm * 3, 2, 2)
