"""The side panel: the hand in turn, what was done or is to be taken and paid, what comes next, help."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import KEY, SPACE, Box
from dealer_console.screens.values import Button, SidePanel, SideRow
from dealer_console.touch.felt.letters import WAY_SIGNS
from dealer_console.touch.input.touch_area import Painted, TouchArea, place, rect
from dealer_console.touch.theme.symbols import sign_in
from dealer_console.touch.theme.text_layout import Writing, write
from dealer_console.touch.widgets.buttons import ButtonWidget
from dealer_console.touch.widgets.paint_context import PaintContext
from dealer_console.touch.widgets.side_rows import RowPlace, row_places

HEAD = 9.6
LIST_TITLE = 4.8
NEXT = 5.0
PER_ROW = 3
LINE_WITH_CHIPS = 7.4  # a lower one has no room for the chips below the amount


class RowWidget(TouchArea):
    """One line: a tick or the way of the money, what it is, how much, in which chips."""

    row: SideRow | None = None

    def show_row(self, row: SideRow, *, touched: bool) -> None:
        spoken = row.spoken or " ".join(part for part in (row.text, row.amount, row.chips) if part)
        self.name(row.touch if touched else "", spoken)
        if row != self.row:
            self.row = row
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        row, stage = self.row, self.stage
        if row is None:
            return
        face = stage.colours.row
        thick = max(1.0, stage.px(0.5 if row.current else 0.15))
        painter.setPen(QPen(QColor(stage.colours.turn if row.current else face.edge), thick))
        painter.setBrush(QColor(face.edge if self.isDown() else face.fill))
        painter.drawRoundedRect(rect(box.inset(thick / 2)), stage.px(1.2), stage.px(1.2))
        side = stage.letters(3.0)
        left = stage.px(1.4)
        chips = row.chips if box.height >= stage.px(LINE_WITH_CHIPS) else ""
        first = box.height * (0.58 if chips else 1.0)
        sign = "✓" if row.ticked else WAY_SIGNS.get(row.way, "")
        way = stage.colours.ways[row.way]
        if sign:
            painter.fillPath(sign_in(sign, left, (first - side) / 2, side), QColor(face.text if row.ticked else way))
        text_left = left + side * 1.35
        amount_width = (box.width - text_left) * (0.42 if row.amount else 0.0)
        words = Box(text_left, 0, box.width - text_left - amount_width - left * 0.5, first)
        amount = Box(box.width - amount_width - left, 0, amount_width, first)
        text = Writing(size=stage.letters(2.9), bold=row.current, smallest=0.6, lines=2)
        write(painter, words, row.text, face.text, text)
        write(painter, amount, row.amount, way, Writing(size=stage.letters(3.0), bold=True, side="right", smallest=0.6))
        if chips:
            below = Box(text_left, first * 0.92, box.width - text_left - left, box.height - first * 0.95)
            write(painter, below, f"= {chips}", face.soft, Writing(size=stage.letters(2.6), side="right", smallest=0.6))


class SidePanelWidget(Painted):
    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
        super().__init__(stage, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # it fills all of itself
        self._value: SidePanel | None = None
        self._rows: list[RowWidget] = []
        self._buttons: list[ButtonWidget] = []
        self._box = Box(0, 0, 0, 0)
        self._hidden = 0

    def lay_out(self, box: Box) -> None:
        self._box = box
        place(self, box, self.stage.look.px_per_mm)
        self._arrange()

    def show_value(self, value: SidePanel) -> None:
        if value == self._value:
            return
        before, self._value = self._value, value
        hidden = self._hidden
        self._arrange()
        words = (value.above, value.title, value.list_title, value.next, value.left_over, self._hidden)
        if before is None or words != (
            before.above,
            before.title,
            before.list_title,
            before.next,
            before.left_over,
            hidden,
        ):
            self.setAccessibleName(". ".join(part for part in (value.above, value.title, value.next) if part))
            self.update()

    def _heights(self) -> tuple[float, float, float, float]:
        scale = self.stage.grown
        value = self._value
        lines = len(_lines(value.buttons)) if value is not None else 0
        buttons = lines * KEY * min(scale, 1.2) + max(0, lines - 1) * SPACE
        return HEAD * scale, LIST_TITLE * scale, (NEXT * scale if value is not None and value.next else 0.0), buttons

    def _arrange(self) -> None:
        value = self._value
        if value is None:
            return
        head, title, below, buttons = self._heights()
        inner = self._box.moved(-self._box.x, -self._box.y).inset(SPACE, 1.5)
        top = inner.y + head + title
        bottom = inner.bottom - buttons - (SPACE if buttons else 0) - below
        places = row_places(value.rows, Box(inner.x, top, inner.width, max(bottom - top, 1.0)), self.stage.grown)
        self._hidden = len(value.rows) - len(places)
        self._place_rows(places)
        self._place_buttons(value.buttons, Box(inner.x, inner.bottom - buttons, inner.width, buttons))

    def _place_rows(self, places: tuple[RowPlace, ...]) -> None:
        while len(self._rows) < len(places):
            self._rows.append(RowWidget(self.stage, self))
        for widget, at in zip(self._rows, places, strict=False):
            place(widget, at.box, self.stage.look.px_per_mm)
            widget.show_row(at.row, touched=at.touched)
        for number, widget in enumerate(self._rows):
            widget.setVisible(number < len(places))

    def _place_buttons(self, buttons: tuple[Button, ...], area: Box) -> None:
        while len(self._buttons) < len(buttons):
            self._buttons.append(ButtonWidget(self.stage, self))
        lines = _lines(buttons)
        height = (area.height - (len(lines) - 1) * SPACE) / max(1, len(lines))
        widgets = iter(self._buttons)
        for at, line in enumerate(lines):
            width = (area.width - (len(line) - 1) * SPACE) / len(line)
            for number, button in enumerate(line):
                widget = next(widgets)
                box = Box(area.x + number * (width + SPACE), area.y + at * (height + SPACE), width, height)
                place(widget, box, self.stage.look.px_per_mm)
                widget.show_value(button)
        for number, widget in enumerate(self._buttons):
            widget.setVisible(number < len(buttons))

    def paint(self, painter: QPainter, box: Box) -> None:
        face, value = self.stage.colours.panel, self._value
        painter.fillRect(rect(box), QColor(face.fill))
        painter.fillRect(rect(Box(0, 0, 1, box.height)), QColor(face.edge))
        if value is None:
            return
        head, title, below, buttons = (self.stage.px(each) for each in self._heights())
        left, width = self.stage.px(SPACE), box.width - 2 * self.stage.px(SPACE)
        y = self.stage.px(1.5)
        small = Writing(size=self.stage.letters(2.9), smallest=0.7)
        write(painter, Box(left, y, width, head * 0.40), value.above, face.soft, small)
        large = Writing(size=self.stage.letters(4.4), bold=True, smallest=0.55)
        write(painter, Box(left, y + head * 0.38, width, head * 0.56), value.title, face.text, large)
        line = Box(left, y + head, width, title)
        write(painter, line, value.list_title, face.soft, small)
        missing = value.left_over + self._hidden
        if missing:
            right = Writing(size=self.stage.letters(2.9), side="right")
            write(painter, line, f"+{missing}", face.text, right)
        if value.next:
            foot = box.height - self.stage.px(1.5) - buttons - (self.stage.px(SPACE) if buttons else 0) - below
            writing = Writing(size=self.stage.letters(2.9), smallest=0.6)
            write(painter, Box(left, foot, width, below), f"→ {value.next}", face.text, writing)


def _lines(buttons: tuple[Button, ...]) -> list[tuple[Button, ...]]:
    """The last two stand below, always in the same places; what comes and goes stands above them."""
    above, below = buttons[:-2], buttons[-2:]
    lines = [above[at : at + PER_ROW] for at in range(0, len(above), PER_ROW)]
    return [*lines, below] if below else lines
