"""The list in the column: what was done or is to be taken and paid, and what comes next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import FINGER, Box
from dealer_console.screens.values import SidePanel, SideRow
from dealer_console.touch.arrangement import MARGIN
from dealer_console.touch.felt.letters import WAY_SIGNS
from dealer_console.touch.input.touch_area import Painted, TouchArea, place, rect
from dealer_console.touch.theme.symbols import sign_in
from dealer_console.touch.theme.text_layout import fitted, write
from dealer_console.touch.widgets.paint_context import PaintContext
from dealer_console.touch.widgets.side_rows import AIR, RowPlace, row_places

LINE = 4.6
NARROW = 24.0  # a line of two columns: its words alone
AMOUNT_SHARE = 0.66  # of a line, at most
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
        letters = min(stage.letters(3.0), max(stage.least, box.height * 0.8))
        narrow = box.width < stage.px(NARROW)
        left = stage.px(0.6 if narrow else 1.4)
        chips = row.chips if box.height >= stage.px(LINE_WITH_CHIPS) else ""
        first = box.height * (0.58 if chips else 1.0)
        sign = "✓" if row.ticked else WAY_SIGNS.get(row.way, "")
        way = stage.colours.ways[row.way]
        if sign and not narrow:  # the words say take, pay or push
            ink = QColor(face.text if row.ticked else way)
            painter.fillPath(sign_in(sign, left, (first - letters) / 2, letters), ink)
        text_left = left if narrow else left + letters * 1.35
        pay = stage.writing(letters, bold=not narrow, side="right", smallest=0.6)
        room = box.width - text_left - left
        fit = fitted(row.amount, round(room * AMOUNT_SHARE, 2), round(first, 2), pay) if row.amount else None
        amount_width = fit.breadth(pay.bold) + 1.0 if fit is not None else 0.0
        words = Box(text_left, 0, room - amount_width - (left * 0.5 if row.amount else 0.0), first)
        amount = Box(box.width - amount_width - left, 0, amount_width, first)
        write(painter, words, row.text, face.text, stage.writing(letters, bold=row.current, smallest=0.6, lines=2))
        write(painter, amount, row.amount, way, pay)
        if chips:
            below = Box(text_left, first * 0.92, room, box.height - first * 0.95)
            write(painter, below, f"= {chips}", face.soft, stage.writing(letters, side="right", smallest=0.6))


class MoreRows(TouchArea):
    """Turns to the lines of a list that even the smallest letters do not show at once; then to the first ones again."""

    def __init__(self, stage: PaintContext, parent: QWidget, turn: Callable[[], None]) -> None:
        super().__init__(stage, parent)
        self._turn = turn
        self.count = 0

    def show_count(self, count: int) -> None:
        self.name("list-more", f"+{count}")
        self.count = count
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        face = self.stage.colours.buttons["plain"]
        painter.setPen(QPen(QColor(face.edge), max(1.0, self.stage.px(0.2))))
        painter.setBrush(QColor(face.edge if self.isDown() else face.fill))
        painter.drawRoundedRect(rect(box.inset(1)), self.stage.px(1.2), self.stage.px(1.2))
        write(painter, box, f"+{self.count}", face.text, self.stage.writing(self.stage.letters(4.0), side="centre"))

    def _clicked(self) -> None:
        self.let_go()
        self._turn()


class ListWidget(Painted):
    """What was done, or is to be taken and paid, from the one that is due; and what comes next."""

    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
        super().__init__(stage, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # it fills all of itself
        self._value: SidePanel | None = None
        self._rows: list[RowWidget] = []
        self._box = Box(0, 0, 0, 0)
        self._hidden = 0
        self._shown = 0
        self._first = 0  # of the lines that do not fit all at once
        self._more = MoreRows(stage, self, self._turn)

    def lay_out(self, box: Box) -> None:
        self._box = box
        place(self, box, self.stage.look.px_per_mm)
        self._arrange()
        self.update()

    def show_value(self, value: SidePanel) -> None:
        if value == self._value:
            return
        before, self._value = self._value, value
        self._first = 0
        self._arrange()
        if before is None or (value.list_title, value.next) != (before.list_title, before.next):
            self.setAccessibleName(". ".join(part for part in (value.list_title, value.next) if part))
            self.update()

    def _parts(self) -> tuple[Box, Box, Box]:
        """Title, rows, and what comes next; in millimetres from the own corner."""
        inner = Box(0, 0, self._box.width, self._box.height).inset(MARGIN, 0.5)
        line = LINE * self.stage.grown
        below = line if self._value is not None and self._value.next else 0.0
        settles = self._value is not None and self._value.settles  # the prompt says what the list is
        title = Box(inner.x, inner.y, inner.width, 0.0 if settles else line)
        rows = Box(inner.x, title.bottom, inner.width, max(1.0, inner.bottom - below - title.bottom - 0.5))
        return title, rows, Box(inner.x, inner.bottom - below, inner.width, below)

    def _arrange(self) -> None:
        if self._value is None:
            return
        rows, area = self._value.rows, self._parts()[1]
        places = row_places(rows, area, self.stage.grown)
        self._hidden = _left_out(rows, places)
        if self._hidden:
            foot = Box(area.x, area.bottom - AIR - FINGER, area.width, FINGER)
            area = Box(area.x, area.y, area.width, max(1.0, foot.y - MARGIN - area.y))
            waiting = tuple(row for row in rows if not row.ticked)
            places = row_places(waiting[self._first :], area, self.stage.grown)
            self._shown = len(places)
            self._hidden = len(waiting) - len(places)
            place(self._more, foot, self.stage.look.px_per_mm)
            self._more.show_count(self._hidden)
        self._more.setVisible(bool(self._hidden))
        while len(self._rows) < len(places):
            self._rows.append(RowWidget(self.stage, self))
        for widget, at in zip(self._rows, places, strict=False):
            place(widget, at.box, self.stage.look.px_per_mm)
            widget.show_row(at.row, touched=at.touched)
        for number, widget in enumerate(self._rows):
            widget.setVisible(number < len(places))

    def _turn(self) -> None:
        waiting = sum(not row.ticked for row in self._value.rows) if self._value is not None else 0
        self._first = self._first + self._shown if self._first + self._shown < waiting else 0
        self._arrange()
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        face, value = self.stage.colours.ground, self._value
        painter.fillRect(rect(box), QColor(face.fill))
        if value is None:
            return
        title, _, below = (part.scaled(self.stage.look.px_per_mm) for part in self._parts())
        small = self.stage.writing(self.stage.letters(3.0), smallest=0.6)
        write(painter, title, value.list_title, face.soft, small)
        if value.next:
            write(painter, below, f"→ {value.next}", face.text, small)


def _left_out(rows: tuple[SideRow, ...], places: tuple[RowPlace, ...]) -> int:
    """Of what waits to be taken or paid; what was done may leave the list."""
    shown = {id(place.row) for place in places}
    return sum(bool(row.touch) and not row.ticked and id(row) not in shown for row in rows)
