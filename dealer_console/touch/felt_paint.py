"""How hands, totals, marks and wagers are painted at their places on the felt."""

from __future__ import annotations

from math import ceil, floor

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dealer_console.screens.felt_places import HandPlace, SpotPlace
from dealer_console.screens.sizes import Box
from dealer_console.screens.values import HandOnFelt, SpotOnFelt, WagerOnFelt
from dealer_console.touch.lettering import Writing, breadth, fitted, write
from dealer_console.touch.stage import Stage
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

    # --- a spot -------------------------------------------------------------------------------------------------------

    def spot(self, painter: QPainter, spot: SpotOnFelt, place: SpotPlace) -> None:
        if not spot.hands:
            self._betting_place(painter, spot, place)
        self._name(painter, spot, self._px(place.name))
        for wager, box in zip(spot.wagers, place.wagers, strict=True):
            self._wager(painter, wager, self._px(box))

    def _betting_place(self, painter: QPainter, spot: SpotOnFelt, place: SpotPlace) -> None:
        """An empty spot is a ring; wagers in turn, before the deal, have the frame that a hand has later."""
        if spot.in_turn and place.wagers:
            lowest = max(box.bottom for box in place.wagers)
            frame = Box(place.box.x, place.name.bottom, place.box.width, lowest + 1.5 - place.name.bottom)
            self._turn(painter, self._px(frame.inset(0.6, 0)))
        elif not place.wagers:
            box = self._px(place.box)
            side = min(box.width * 0.62, box.height * 0.5)
            colour = self._stage.colours.turn if spot.in_turn else self._stage.colours.felt_line
            painter.setPen(QPen(QColor(colour), self._stage.px(0.8 if spot.in_turn else 0.4)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(box.middle[0], box.y + box.height * 0.5), side / 2, side / 2)

    def _name(self, painter: QPainter, spot: SpotOnFelt, box: Box) -> None:
        """The number; a disc around it when the spot is in turn; the player, where known, beside it."""
        colours = self._stage.colours
        size = box.height * 0.86
        player = Writing(size=size * 0.8, smallest=0.6)
        room = box.width - size * 1.5
        fit = fitted(spot.player, round(room, 2), box.height, player) if spot.player else None
        beside = breadth(fit.lines[0], fit.px, False) + size * 0.3 if fit is not None else 0.0
        disc = Box(box.middle[0] - (box.height + beside) / 2, box.y, box.height, box.height)
        ink = colours.felt.soft
        if spot.in_turn:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.turn))
            painter.drawEllipse(rect(disc))
            ink = colours.pill_turn.text
        write(painter, disc, str(spot.number), ink, Writing(size=size, bold=True, side="centre", smallest=0.55))
        words = Box(disc.right + size * 0.25, box.y, beside + 2, box.height)
        write(painter, words, spot.player, colours.felt.text, player)

    # --- a hand -------------------------------------------------------------------------------------------------------

    def hand(self, painter: QPainter, hand: HandOnFelt, place: HandPlace) -> None:
        if hand.in_turn:
            self._turn(painter, self._px(place.frame))
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
        """A brighter field in a thick frame: seen from the corner of an eye."""
        colours = self._stage.colours
        thick = self._stage.px(0.75)
        box = cell.inset(thick / 2 + self._stage.px(0.3))  # no hair of it in the neighbour's cell
        painter.setPen(QPen(QColor(colours.turn), thick))
        painter.setBrush(QColor(colours.cell))
        painter.drawRoundedRect(rect(box), self._stage.px(2.0), self._stage.px(2.0))

    # --- words in pills -----------------------------------------------------------------------------------------------

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
        """Where one line is too short, the word stands above the amount; the sign of its way before the amount."""
        colours = self._stage.colours
        face = colours.chip_marked if wager.marked else colours.chip
        word, amount = self._words_of(wager.label, box)
        size = min(box.height * (0.44 if word else 0.66), self._stage.letters(3.1))
        sign = WAY_SIGNS.get(wager.way, "")
        shown = f"{sign} {amount}" if sign else amount
        writing = Writing(size=size, bold=True, side="centre", smallest=0.5)
        room = box.inset(box.height * 0.10, 0)
        lines = [fitted(words, round(room.width, 2), box.height, writing) for words in (word, shown) if words]
        widest = max(breadth(fit.lines[0], fit.px, True) for fit in lines)
        width = min(box.width, max(widest + size * 1.1, box.height * (1.2 if word else 1.7)))
        self._plaque(painter, Box(box.middle[0] - width / 2, box.y, width, box.height), face, marked=wager.marked)
        if word:
            write(painter, Box(room.x, box.y, room.width, box.height * 0.52), word, face.text, writing)
        below = Box(room.x, box.y + box.height * 0.46, room.width, box.height * 0.52) if word else room
        write(painter, below, shown, face.text, writing)

    def _words_of(self, label: str, box: Box) -> tuple[str, str]:
        """In one line while it can be read so; an amount is never cut off."""
        word, _, amount = label.rpartition(" ")
        size = min(box.height * 0.66, self._stage.letters(3.1))
        fits = breadth(label, round(size * 0.8), True) <= box.width - box.height * 0.8
        return ("", label) if fits or not word else (word, amount)

    def _plaque(self, painter: QPainter, body: Box, face: Face, *, marked: bool) -> None:
        thick = max(1.0, self._stage.px(0.5 if marked else 0.2))
        painter.setPen(QPen(QColor(face.edge), thick))
        painter.setBrush(QColor(face.fill))
        radius = min(body.height, self._stage.px(5)) * 0.32
        painter.drawRoundedRect(rect(body.inset(thick / 2)), radius, radius)


def region_of(place: HandPlace, px_per_mm: float) -> QRect:
    """All that painting this hand may change: the whole pixels of its cell, none of its neighbour's."""
    cell = place.cell.scaled(px_per_mm)
    left, top = ceil(cell.x), ceil(cell.y)
    return QRect(left, top, floor(cell.right) - left, floor(cell.bottom) - top)
