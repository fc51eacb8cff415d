"""How hands, totals, marks and wagers are painted at their places on the felt."""

from __future__ import annotations

from math import ceil, floor

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from dealer_console.screens.felt.hands import HandPlace, SpotPlace
from dealer_console.screens.sizes import Box
from dealer_console.screens.values import HandOnFelt, MoneyWay, SpotOnFelt, WagerOnFelt
from dealer_console.touch.felt.letters import WAY_SIGNS, FeltLetters, mark_words, wager_texts
from dealer_console.touch.input.touch_area import rect
from dealer_console.touch.theme.text_layout import Writing, fitted, write
from dealer_console.touch.theme.themes import Face
from dealer_console.touch.widgets.paint_context import PaintContext

EDGE_POINT = 2.6  # millimetres
SMALL_WORD = 0.58  # of the figure beside it


class FeltPainter:
    """Paints in pixels what the places say in millimetres."""

    def __init__(self, stage: PaintContext) -> None:
        self._stage = stage
        self.letters = FeltLetters(total=1, mark=1, wager=1)

    def _px(self, box: Box) -> Box:
        return box.scaled(self._stage.look.px_per_mm)

    # --- a spot -------------------------------------------------------------------------------------------------------

    def spot(self, painter: QPainter, spot: SpotOnFelt, place: SpotPlace) -> None:
        self._frame(painter, spot, self._px(place.box))
        if not spot.hands and not spot.wagers:
            self._ring(painter, self._px(place.box), self._px(place.name))
        self._name(painter, spot, self._px(place.name))
        for wager, box in zip(spot.wagers, place.wagers, strict=True):
            self._wager(painter, wager, self._px(box))

    def _frame(self, painter: QPainter, spot: SpotOnFelt, box: Box) -> None:
        """Every spot has its frame, played or not; the one in turn a bright one."""
        colours = self._stage.colours
        thick = self._stage.px(0.55 if spot.in_turn else 0.3)
        painter.setPen(QPen(QColor(colours.turn if spot.in_turn else colours.felt_line), max(1.0, thick)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect(box.inset(thick / 2)), self._stage.px(2.4), self._stage.px(2.4))

    def _ring(self, painter: QPainter, whole: Box, name: Box) -> None:
        """Where wagers will lie."""
        side = min(whole.width * 0.6, (name.y - whole.y) * 0.5)
        painter.setPen(QPen(QColor(self._stage.colours.felt_line), max(1.0, self._stage.px(0.3))))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(whole.middle[0], (whole.y + name.y) / 2), side / 2, side / 2)

    def _name(self, painter: QPainter, spot: SpotOnFelt, box: Box) -> None:
        """The number; a disc around it when the spot is in turn; the player, where known, beside it."""
        colours = self._stage.colours
        size = box.height * 0.86
        left = box.middle[0] - box.height / 2 if not spot.player else box.x
        disc = Box(left, box.y, box.height, box.height)
        ink = colours.felt.soft
        if spot.in_turn:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.turn))
            painter.drawEllipse(rect(disc))
            ink = colours.pill_turn.text
        write(painter, disc, str(spot.number), ink, self._stage.writing(size, bold=True, side="centre", smallest=0.55))
        words = Box(disc.right + size * 0.25, box.y, box.right - disc.right - size * 0.25, box.height)
        write(painter, words, spot.player, colours.felt.text, self._stage.writing(size * 0.8, smallest=0.6))

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
            self._total(painter, self._px(place.total), hand, face)
        for mark, box in zip(hand.marks, place.marks, strict=True):
            self._mark(painter, self._px(box), mark_words(mark, box))
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

    # --- words --------------------------------------------------------------------------------------------------------

    def _total(self, painter: QPainter, box: Box, hand: HandOnFelt, face: Face) -> None:
        """At the lower left corner of the cards: the figure large, "soft" beside it where it has room."""
        size = min(self.letters.total, box.height * 0.8)
        parts = self._parts_of_total(hand.total, box, size)
        if parts is None:
            size *= 0.86
            parts = self._parts_of_total(hand.short_total or hand.total, box, size) or ()
        gap = size * 0.2
        inside = sum(broad for _, _, broad in parts) + gap * (len(parts) - 1)
        width = min(box.width, max(inside + size * 0.5, box.height * 1.3))
        self._pill(painter, Box(box.x, box.y, width, box.height), face)
        x = box.x + (width - inside) / 2
        for part, writing, broad in parts:
            write(painter, Box(x, box.y, broad + 0.5, box.height), part, face.text, writing)
            x += broad + gap

    def _parts_of_total(self, words: str, box: Box, size: float) -> tuple[tuple[str, Writing, float], ...] | None:
        """Its words with their breadths, the figure larger; None: they do not fit side by side."""
        parts = words.split(" ")
        left = box.width - size * 0.3 - size * 0.2 * (len(parts) - 1)
        fitted_parts: dict[str, tuple[str, Writing, float]] = {}
        for part in sorted(parts, key=lambda part: not part[0].isdigit()):
            figure = part[0].isdigit()
            writing = self._stage.writing(size if figure else size * SMALL_WORD, bold=True, smallest=0.7)
            fit = fitted(part, round(max(1.0, left), 2), round(box.height, 2), writing)
            if not fit.whole:
                return None
            fitted_parts[part] = part, writing, fit.breadth(True)
            left -= fit.breadth(True)
        return tuple(fitted_parts[part] for part in parts)

    def _mark(self, painter: QPainter, box: Box, words: str) -> None:
        """Sign, and word where there is room, on a ground of its own: cards may lie below."""
        face = self._stage.colours.tag
        size = self.letters.mark if len(words) > 1 else box.height * 0.95
        writing = self._stage.writing(size, side="centre", smallest=0.5)
        fit = fitted(words, round(box.width, 2), round(box.height, 2), writing)
        width = min(box.width, fit.breadth(False) + box.height * 0.4)
        body = Box(box.x + self._stage.px(0.2), box.y + box.height * 0.06, width, box.height * 0.88)
        self._pill(painter, body, face)
        write(painter, body, words, face.text, writing)

    def _pill(self, painter: QPainter, body: Box, face: Face) -> None:
        """In a rim of the cloth's colour: it lies over cards, which may be as bright."""
        painter.setPen(QPen(QColor(self._stage.colours.felt.fill), max(1.0, self._stage.px(0.3))))
        painter.setBrush(QColor(face.fill))
        radius = body.height / 2
        painter.drawRoundedRect(rect(body.inset(0.5)), radius, radius)

    def _wager(self, painter: QPainter, wager: WagerOnFelt, box: Box) -> None:
        """The sign of its way before the amount; an amount is never cut off: where all has no room, it stands alone."""
        colours = self._stage.colours
        face = colours.chip_marked if wager.marked else colours.chip
        writing = self._stage.writing(self.letters.wager, bold=True, side="centre", smallest=0.5)
        room = box.inset(min(box.height * 0.12, box.width * 0.02), 0)
        shown, fit = "", None
        for shown in wager_texts(wager):
            fit = fitted(shown, round(room.width, 2), round(box.height, 2), writing)
            if fit.whole:
                break
        widest = fit.breadth(True) if fit is not None else 0.0
        width = min(box.width, max(widest + box.height * 0.6, box.height * 1.7))
        self._plaque(painter, Box(box.middle[0] - width / 2, box.y, width, box.height), face, marked=wager.marked)
        write(painter, room, shown, face.text, writing)
        sign = WAY_SIGNS.get(wager.way, "")
        if sign and not shown.startswith(sign):
            self._way_at_the_edge(painter, wager.way, box)

    def _way_at_the_edge(self, painter: QPainter, way: MoneyWay, box: Box) -> None:
        """Where the amount fills the breadth: a point up at the upper edge, down at the lower one, or a dot there."""
        broad, high = self._stage.px(EDGE_POINT), self._stage.px(EDGE_POINT) * 0.55
        middle, outward = box.middle[0], -1 if way == "pay" else 1
        edge = box.y if way == "pay" else box.bottom
        painter.setPen(QPen(QColor(self._stage.colours.felt.fill), max(1.0, self._stage.px(0.2))))
        painter.setBrush(QColor(self._stage.colours.ways[way]))
        if way == "push":
            painter.drawEllipse(QPointF(middle, edge), high * 0.6, high * 0.6)
            return
        base, tip = edge - outward * high * 0.5, edge + outward * high * 0.5
        corners = QPointF(middle - broad / 2, base), QPointF(middle + broad / 2, base), QPointF(middle, tip)
        painter.drawPolygon(QPolygonF(corners))

    def _plaque(self, painter: QPainter, body: Box, face: Face, *, marked: bool) -> None:
        thick = max(1.0, self._stage.px(0.5 if marked else 0.2))
        painter.setPen(QPen(QColor(face.edge), thick))
        painter.setBrush(QColor(face.fill))
        radius = min(body.height, self._stage.px(5)) * 0.32
        painter.drawRoundedRect(rect(body.inset(thick / 2)), radius, radius)


def region_of(place: HandPlace, px_per_mm: float) -> QRect:
    """All that painting this hand may change: the whole pixels of what lies there, none of its neighbour's."""
    cell = place.frame.scaled(px_per_mm)
    left, top = ceil(cell.x), ceil(cell.y)
    return QRect(left, top, floor(cell.right) - left, floor(cell.bottom) - top)
