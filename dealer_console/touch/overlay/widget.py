"""What lies over the felt: title, note, a way out, and columns of parts. Widgets are kept and used again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import SPACE, Box
from dealer_console.screens.values import Button, Element, Field, Meter, Overlay, Picture, Sheet, Text
from dealer_console.touch.input.touch_area import Painted, place, rect
from dealer_console.touch.overlay.elements import FieldWidget, MeterWidget, PictureWidget, SheetWidget, TextWidget
from dealer_console.touch.overlay.layout import OverlayPlaces, overlay_places
from dealer_console.touch.theme.text_layout import Writing, write
from dealer_console.touch.widgets.buttons import ButtonWidget
from dealer_console.touch.widgets.paint_context import PaintContext

ElementWidget: TypeAlias = "ButtonWidget | TextWidget | FieldWidget | MeterWidget | SheetWidget | PictureWidget"
_WIDGETS: dict[type[Element], type[ElementWidget]] = {
    Button: ButtonWidget,
    Text: TextWidget,
    Field: FieldWidget,
    Meter: MeterWidget,
    Sheet: SheetWidget,
    Picture: PictureWidget,
}


class OverlayWidget(Painted):
    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
        super().__init__(stage, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # it fills all of itself
        self._value: Overlay | None = None
        self._box = Box(0, 0, 0, 0)
        self._places: OverlayPlaces | None = None
        self._kept: dict[type[Element], list[ElementWidget]] = {kind: [] for kind in _WIDGETS}
        self._close = ButtonWidget(stage, self)

    def show_value(self, value: Overlay, box: Box) -> None:
        """`box` is where it lies, in millimetres."""
        if value == self._value and box == self._box:
            return
        before, self._value, self._box = self._value, value, box
        place(self, box, self.stage.look.px_per_mm)
        self._places = overlay_places(value, Box(0, 0, box.width, box.height))
        self._show_close(value.close, self._places.close)
        self._show_elements(self._places)
        if before is None or (before.title, before.note, before.note_tone) != (
            value.title,
            value.note,
            value.note_tone,
        ):
            self.setAccessibleName(". ".join(part for part in (value.title, value.note) if part))
            self.update()

    def _show_close(self, button: Button | None, box: Box) -> None:
        if button is not None:
            place(self._close, box, self.stage.look.px_per_mm)
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
            place(widget, box, self.stage.look.px_per_mm)
            widget.show_value(element)  # type: ignore[arg-type]
            shown.add(widget)
        for widget in self._all():
            if widget not in shown and isinstance(widget, ButtonWidget | FieldWidget):
                widget.let_go()
            widget.setVisible(widget in shown)

    def _all(self) -> Iterator[ElementWidget]:
        for kept in self._kept.values():
            yield from kept

    def paint(self, painter: QPainter, box: Box) -> None:
        colours, value, places = self.stage.colours, self._value, self._places
        painter.fillRect(rect(box), QColor(colours.panel.fill))
        painter.fillRect(rect(Box(0, 0, box.width, self.stage.px(0.5))), QColor(colours.turn))
        if value is None or places is None:
            return
        density = self.stage.look.px_per_mm
        title = Writing(size=self.stage.letters(4.8), bold=True, smallest=0.45, lines=3)
        write(painter, places.title.scaled(density), value.title, colours.panel.text, title)
        note = Writing(size=self.stage.letters(3.3), lines=3, smallest=0.6)
        _write_note(painter, self.stage, places.note.scaled(density), value, note)


def _words(overlay: Overlay) -> tuple[str, str, str]:
    return overlay.title, overlay.note, overlay.note_tone


class PadNote(Painted):
    """Beside a high pad, below the prompt: what the last touch was answered, large."""

    value: Overlay | None = None

    def show_value(self, value: Overlay) -> None:
        if value != self.value:
            self.value = value
            self.setAccessibleName(value.note)
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        painter.fillRect(rect(box), QColor(self.stage.colours.ground.fill))
        if self.value is not None:
            writing = Writing(size=self.stage.letters(4.8), lines=5, smallest=0.5, top=True)
            inner = box.inset(self.stage.px(SPACE), self.stage.px(SPACE))
            _write_note(painter, self.stage, inner, self.value, writing)


def _write_note(painter: QPainter, stage: PaintContext, box: Box, overlay: Overlay, writing: Writing) -> None:
    sign = "⚠ " if overlay.note_tone == "danger" and overlay.note else ""
    write(painter, box, sign + overlay.note, stage.colours.prompt[overlay.note_tone], writing)
