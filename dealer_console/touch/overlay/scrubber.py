"""A bar that a finger drags along: whatever stop it is over is touched, at once."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Scrubber
from dealer_console.touch.input.drag_area import DragArea
from dealer_console.touch.input.touch_area import rect
from dealer_console.touch.theme.text_layout import write

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
            (bar, colours.row.edge),
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
