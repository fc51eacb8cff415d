"""The felt as a widget. It can be touched on the dealer's console; the pit's review only looks at it.

One card more repaints one hand: the cloth and the faces are kept as pictures, and only changed cells are painted again.
"""

from __future__ import annotations

from math import sqrt

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QRadialGradient,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from dealer_console.screens.felt.hands import HandPlace, SpotPlace
from dealer_console.screens.felt.places import ARC, DEALER_SHARE, FeltPlaces, felt_places
from dealer_console.screens.sizes import SPACE, Box
from dealer_console.screens.values import Felt, HandOnFelt, SpotOnFelt
from dealer_console.touch.felt.letters import felt_letters, words_of
from dealer_console.touch.felt.painter import FeltPainter, region_of
from dealer_console.touch.input.touch_area import HINTS, Painted, TouchArea, place, rect
from dealer_console.touch.theme.text_layout import write
from dealer_console.touch.widgets.paint_context import PaintContext

RAIL_FALL = ARC * 0.9  # of the height: how much lower the rail ends at both sides


def cloth(stage: PaintContext, size: tuple[int, int], ratio: float, watermark: str, names: float) -> QPixmap:
    """`names`: where the numbers of the spots begin, over which no watermark lies."""
    width, height = size
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
        _watermark(painter, stage, (width, height), names, watermark)
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


def _watermark(painter: QPainter, stage: PaintContext, size: tuple[int, int], names: float, words: str) -> None:
    """Large behind the spots, and calm: what lies there stays readable."""
    width, height = size
    high = height * 0.13
    top = min(height * (1 - DEALER_SHARE) * 0.72 - high / 2, names - high)
    place = Box(width * 0.04, top, width * 0.92, high)
    writing = stage.writing(high * 0.8, bold=True, side="centre", smallest=0.3)
    write(painter, place, words, stage.colours.watermark, writing)


class FeltTouch(TouchArea):
    """Lies over a hand or a spot; shows only that it is pressed."""

    def paint(self, painter: QPainter, box: Box) -> None:
        if self.isDown():
            veil = QColor(self.stage.colours.felt.text)
            veil.setAlphaF(0.25)
            painter.setPen(veil)
            painter.setBrush(veil)
            painter.drawRoundedRect(rect(box), self.stage.px(2), self.stage.px(2))


class FeltWidget(Painted):
    """`touch=False` for looking only."""

    def __init__(self, stage: PaintContext, parent: QWidget | None = None, *, touch: bool = True) -> None:
        super().__init__(stage, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # it fills all of itself
        self._touch = touch
        self._felt: Felt | None = None
        self._places: FeltPlaces | None = None
        self._cloth: tuple[tuple[int, int, str, float], QPixmap] | None = None
        self._painter = FeltPainter(stage)
        self._words: tuple[object, ...] = ()  # for which the painter has its letters
        self._areas: dict[str, FeltTouch] = {}
        self._wanted: dict[str, tuple[Box, str, str]] = {}  # what the areas stand for, in mm
        self._region = QRegion()
        self._covered = QRegion()
        self.painted_hands = 0  # how many hands the last painting took: tests look at it

    @property
    def places(self) -> FeltPlaces | None:
        return self._places

    def show_felt(self, felt: Felt) -> None:
        before, was, letters = self._felt, self._places, self._painter.letters
        if felt == before:
            return
        self._felt = felt
        self._lay_out()
        whole = before is None or was is None or before.watermark != felt.watermark or letters != self._painter.letters
        if whole or before is None or was is None:
            self.update()
        elif self._places is not None:
            self.update(self._changed((before, was), (felt, self._places)))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._lay_out()
        self.update()

    # --- places and what changed --------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        if self._felt is None or self.width() < 2:
            return
        density = self.stage.look.px_per_mm
        letters = self.stage.grown * sqrt(self.stage.look.text_scale)  # the cards want to be large, too
        self._places = felt_places(self._felt, self.width() / density, self.height() / density, letters)
        words = words_of(self._felt, self._places)
        if words != self._words:
            self._words = words
            self._painter.letters = felt_letters(self._felt, self._places, self.stage)
        if self._touch:
            self._place_areas(self._felt, self._places)

    def _changed(self, before: tuple[Felt, FeltPlaces], now: tuple[Felt, FeltPlaces]) -> QRegion:
        old, new = _painted(*before), _painted(*now)
        region = QRegion()
        for key in old.keys() | new.keys():
            versions = [part for part in (old.get(key), new.get(key)) if part is not None]
            if len(versions) < 2 or versions[0][0] != versions[1][0]:
                for _, where in versions:
                    region += self._region_of(where)
        return region

    def _region_of(self, where: HandPlace | SpotPlace) -> QRect:
        density = self.stage.look.px_per_mm
        if isinstance(where, HandPlace):
            return region_of(where, density)
        return rect(where.box.scaled(density)).toAlignedRect().adjusted(-1, -1, 1, 1)

    def cover(self, region: QRegion) -> None:
        """What a page lies over, with a gap, cannot be touched; in pixels of this widget."""
        if region != self._covered:
            self._covered, self._wanted = region, {}
            if self._touch and self._felt is not None and self._places is not None:
                self._place_areas(self._felt, self._places)

    def _place_areas(self, felt: Felt, places: FeltPlaces) -> None:
        areas: dict[str, tuple[Box, str, str]] = {}
        for spot, at in zip(felt.spots, places.spots, strict=True):
            if at.touch is not None:
                areas[f"spot {spot.number}"] = (at.touch, _touch_of(spot), spot.spoken or str(spot.number))
            for hand, where in zip(spot.hands, at.hands, strict=True):
                if where.touch is not None:
                    areas[hand.id] = (where.touch, hand.touch, hand.spoken or hand.id)
        if places.dealer.touch is not None:
            areas["dealer"] = (places.dealer.touch, felt.dealer.touch, felt.dealer.spoken or felt.dealer.id)
        for key, area in self._areas.items():
            if key not in areas:
                area.let_go()
                area.hide()
        before, self._wanted = self._wanted, areas
        for key, (box, touched, spoken) in areas.items():
            if before.get(key) == areas[key]:
                continue
            area = self._areas.get(key) or self._areas.setdefault(key, FeltTouch(self.stage, self))
            place(area, box, self.stage.look.px_per_mm)
            area.name(touched, spoken)
            gap = int(self.stage.px(SPACE / 2)) - 1  # what a page holds keeps as much from its edge
            covered = self._covered.intersects(area.geometry().adjusted(-gap, -gap, gap, gap))
            area.setVisible(not covered)

    # --- painting -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        self._region = event.region()
        super().paintEvent(event)

    def paint(self, painter: QPainter, box: Box) -> None:
        felt, places = self._felt, self._places
        self.painted_hands = 0
        picture = self._ground(felt.watermark if felt is not None else "")
        ratio = picture.devicePixelRatio()
        for part in self._region:  # type: ignore[attr-defined]  # Qt's stubs do not know that a region is its rectangles
            painter.drawPixmap(part, picture, QRect(part.topLeft() * ratio, part.size() * ratio))
        if felt is None or places is None:
            return
        for spot, at in zip(felt.spots, places.spots, strict=True):
            self._paint_spot(painter, spot, at)
        self._paint_hand(painter, felt.dealer, places.dealer)

    def _paint_spot(self, painter: QPainter, spot: SpotOnFelt, at: SpotPlace) -> None:
        if self._region.intersects(self._region_of(at)):
            self._painter.spot(painter, spot, at)
        for hand, where in zip(spot.hands, at.hands, strict=True):
            self._paint_hand(painter, hand, where)

    def _paint_hand(self, painter: QPainter, hand: HandOnFelt, where: HandPlace) -> None:
        if self._region.intersects(region_of(where, self.stage.look.px_per_mm)):
            self._painter.hand(painter, hand, where)
            self.painted_hands += 1

    def _ground(self, watermark: str) -> QPixmap:
        spots = self._places.spots if self._places is not None else ()
        names = min((spot.name.y for spot in spots), default=float(self.height())) * self.stage.look.px_per_mm
        key = (self.width(), self.height(), watermark, names)
        if self._cloth is None or self._cloth[0] != key:
            self._cloth = key, cloth(self.stage, key[:2], self.devicePixelRatioF(), watermark, names)
        return self._cloth[1]


def _painted(felt: Felt, places: FeltPlaces) -> dict[str, tuple[object, HandPlace | SpotPlace]]:
    """Everything that is painted by itself, with its value and place."""
    dealer = (felt.dealer, places.dealer)
    parts: dict[str, tuple[object, HandPlace | SpotPlace]] = {felt.dealer.id: (dealer, places.dealer)}
    for spot, at in zip(felt.spots, places.spots, strict=True):
        words = (spot.number, spot.player, spot.in_turn, spot.wagers, bool(spot.hands), at.name, at.wagers)
        parts[f"spot {spot.number}"] = (words, at)
        for hand, where in zip(spot.hands, at.hands, strict=True):
            parts[hand.id] = ((hand, where), where)
    return parts


def _touch_of(spot: SpotOnFelt) -> str:
    """Where hands are too narrow for a finger, the spot is touched, and asks which one."""
    return spot.touch or next((hand.touch for hand in spot.hands if hand.touch), "")
