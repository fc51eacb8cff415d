"""What lies over the felt: title, note, a way out, and columns of parts. Widgets are kept and used again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import (
    Button,
    CardPath,
    Element,
    Field,
    Meter,
    Overlay,
    Picture,
    Scrubber,
    Sheet,
    Text,
)
from dealer_console.touch.arrangement import Arrangement
from dealer_console.touch.input.drag_area import DragArea
from dealer_console.touch.input.touch_area import Painted, TouchArea, place, rect
from dealer_console.touch.overlay.elements import (
    CardPathWidget,
    FieldWidget,
    MeterWidget,
    PictureWidget,
    SheetWidget,
    TextWidget,
)
from dealer_console.touch.overlay.layout import OverlayPlaces, overlay_places
from dealer_console.touch.theme.text_layout import write
from dealer_console.touch.widgets.buttons import ButtonWidget
from dealer_console.touch.widgets.paint_context import PaintContext

KNOB = 6.0  # broad


class ScrubberWidget(DragArea):
    value: Scrubber | None = None

    def show_value(self, value: Scrubber) -> None:
        """A new stop under a finger that drags does not end the dragging."""
        if value == self.value:
            return
        if self.value is not None and value.stops != self.value.stops:
            self.let_go()
        self.value = value
        self.touched = value.stops[value.at] if value.stops else ""
        self.setAccessibleName(value.label)
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value, colours = self.value, self.stage.colours
        if value is None:
            return
        words = Box(box.x, box.y, box.width, box.height * 0.42)
        small = self.stage.writing(self.stage.letters(3.2), smallest=0.7)
        write(painter, words, value.label, colours.panel.text, small)
        bar = Box(0, box.height * 0.62, box.width, box.height * 0.18)
        knob = self.stage.px(KNOB)
        share = value.at / max(1, len(value.stops) - 1)
        left = share * (box.width - knob)
        painter.setPen(Qt.PenStyle.NoPen)
        for part, colour in (
            (bar, colours.track),
            (Box(0, bar.y, left + knob, bar.height), colours.levels["busy"]),
            (Box(left, box.height * 0.46, knob, box.height * 0.5), colours.turn),
        ):
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(rect(part), self.stage.px(1.2), self.stage.px(1.2))

    def dragged(self, at: QPointF) -> None:
        if self.value is None or not self.value.stops:
            return
        knob, last = self.stage.px(KNOB), len(self.value.stops) - 1
        share = (at.x() - knob / 2) / max(1.0, self.width() - knob)
        stop = max(0, min(last, round(share * last)))
        if stop != self.value.at:
            self.stage.press(self.value.stops[stop])


ElementWidget: TypeAlias = (
    "ButtonWidget | TextWidget | FieldWidget | MeterWidget | ScrubberWidget"
    " | SheetWidget | PictureWidget | CardPathWidget"
)
_WIDGETS: dict[type[Element], type[ElementWidget]] = {
    Button: ButtonWidget,
    Text: TextWidget,
    Field: FieldWidget,
    Meter: MeterWidget,
    Scrubber: ScrubberWidget,
    Sheet: SheetWidget,
    Picture: PictureWidget,
    CardPath: CardPathWidget,
}


class OverlayWidget(Painted):
    """As large as all below the top line; what it does not cover is not its own: the felt can be touched."""

    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
        super().__init__(stage, parent)
        self._value: Overlay | None = None
        self._where: Arrangement | None = None
        self._places: OverlayPlaces | None = None
        self._kept: dict[type[Element], list[ElementWidget]] = {kind: [] for kind in _WIDGETS}
        self._close = ButtonWidget(stage, self)

    def show_value(self, value: Overlay, where: Arrangement) -> None:
        if value == self._value and where == self._where:
            return
        before, self._value, self._where = self._value, value, where
        place(self, where.page, self.stage.look.px_per_mm)
        self._places = overlay_places(value, where)
        self._cut_out(self._places.areas)
        self._show_close(value.close, self._places.close)
        self._show_elements(self._places)
        if before is None or (before.title, before.note, before.note_tone) != (
            value.title,
            value.note,
            value.note_tone,
        ):
            self.setAccessibleName(". ".join(part for part in (value.title, value.note) if part))
            self.update()

    def _own(self, box: Box) -> Box:
        """From the corner of this widget, in millimetres."""
        return box.moved(-self._where.page.x, -self._where.page.y) if self._where is not None else box

    def _cut_out(self, areas: tuple[Box, ...]) -> None:
        region = QRegion()
        for area in areas:
            region += rect(self._own(area).scaled(self.stage.look.px_per_mm)).toAlignedRect()
        self.setMask(region)

    def region(self) -> QRegion:
        """What it covers, in pixels of the window."""
        return self.mask().translated(self.pos())

    def covers(self, box: QRect) -> bool:
        return self.region().intersects(box)

    def _show_close(self, button: Button | None, box: Box) -> None:
        if button is not None:
            place(self._close, self._own(box), self.stage.look.px_per_mm)
            self._close.show_value(button)
        else:
            self._close.let_go()
        self._close.setVisible(button is not None)

    def _show_elements(self, places: OverlayPlaces) -> None:
        used = dict.fromkeys(self._kept, 0)
        shown: set[ElementWidget] = set()
        for element, box in places.elements:
            kind = type(element)
            kept = self._kept[kind]
            if used[kind] == len(kept):
                kept.append(_WIDGETS[kind](self.stage, self))
            widget = kept[used[kind]]
            used[kind] += 1
            place(widget, self._own(box), self.stage.look.px_per_mm)
            widget.show_value(element)  # type: ignore[arg-type]
            shown.add(widget)
        for widget in self._all():
            if widget not in shown and isinstance(widget, TouchArea):
                widget.let_go()
            widget.setVisible(widget in shown)

    def _all(self) -> Iterator[ElementWidget]:
        for kept in self._kept.values():
            yield from kept

    def paint(self, painter: QPainter, box: Box) -> None:
        colours, value, places = self.stage.colours, self._value, self._places
        painter.fillRect(rect(box), QColor(colours.panel.fill))
        if value is None or places is None:
            return
        density = self.stage.look.px_per_mm
        for area in places.areas:
            edge = self._own(area).scaled(density)
            painter.fillRect(rect(Box(edge.x, edge.y, edge.width, self.stage.px(0.4))), QColor(colours.panel.edge))
        title = self.stage.writing(self.stage.letters(4.4), bold=True, smallest=0.7, lines=3)
        write(painter, self._own(places.title).scaled(density), value.title, colours.panel.text, title)
        note = self.stage.writing(self.stage.letters(3.4), lines=3, smallest=0.6)
        sign = "⚠ " if value.note_tone == "danger" and value.note else ""
        ink = colours.prompt[value.note_tone]
        write(painter, self._own(places.note).scaled(density), sign + value.note, ink, note)
