"""The list in the column: what was done or is to be taken and paid, and what comes next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import SPACE, Box
from dealer_console.screens.values import SidePanel, SideRow
from dealer_console.touch.arrangement import MARGIN
from dealer_console.touch.felt.letters import WAY_SIGNS
from dealer_console.touch.input.drag_area import DragArea
from dealer_console.touch.input.touch_area import Painted, TouchArea, place, rect
from dealer_console.touch.theme.symbols import sign_in
from dealer_console.touch.theme.text_layout import LEADING, fitted, write
from dealer_console.touch.widgets.paint_context import PaintContext
from dealer_console.touch.widgets.side_rows import AIR, RowPlace, row_places, scrolled_places

LINE = 4.6
BAR = 1.6  # broad, beside lines that are scrolled
REST = 4.4  # high: how many are out of sight
BROAD = 2.0  # by its height
NARROW = 24.0  # a line of two columns: its words alone
AMOUNT_SHARE = 0.56  # of a line, at most
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
        letters = max(stage.least, min(letters, box.height / (2 * LEADING))) if chips else letters
        first = box.height * (0.58 if chips else 1.0)
        sign = "✓" if row.ticked else WAY_SIGNS.get(row.way, "")
        way = stage.colours.ways[row.way]
        text_left = left if narrow else left + letters * 1.35
        pay = stage.writing(letters, bold=not narrow, side="right", smallest=0.6)
        room = box.width - text_left - left
        shown, most = row.amount, room * AMOUNT_SHARE
        if narrow and row.figure:
            shown, most = row.figure, room - letters * (1.0 + 0.52 * len(row.text))
        fit = fitted(shown, round(most, 2), round(first, 2), pay) if shown else None
        amount_width = fit.breadth(pay.bold) + 1.0 if fit is not None else 0.0
        amount = Box(box.width - amount_width - left, 0, amount_width, first)
        sign_at = left if not narrow else amount.x - letters
        if sign and (not narrow or row.figure):  # else the words say it
            ink = QColor(face.text if row.ticked else way)
            painter.fillPath(sign_in(sign, sign_at, (first - letters) / 2, letters), ink)
        before = sign_at if narrow and row.figure else amount.x
        words = Box(text_left, 0, before - text_left - (left * 0.5 if shown else 0.0), first)
        one_line, two_lines = (stage.writing(letters, bold=row.current, smallest=0.6, lines=lines) for lines in (1, 2))
        whole = fitted(row.text, round(words.width, 2), round(first, 2), one_line).whole
        write(painter, words, row.text, face.text, one_line if whole else two_lines)
        write(painter, amount, shown, way, pay)
        if chips:
            below = Box(text_left, first * 0.92, room, box.height - first * 0.95)
            write(painter, below, f"= {chips}", face.soft, stage.writing(letters, side="right", smallest=0.6))


class ScrolledRows(DragArea):
    """Lies over lines that do not all fit at once: dragged they follow the finger, a tap turns to the next ones."""

    def __init__(self, stage: PaintContext, parent: QWidget, scroll: Callable[[int], None]) -> None:
        super().__init__(stage, parent)
        self._scroll = scroll
        self._before = 0  # lines above the first one in sight
        self._after = 0
        self._in_sight = 1
        self._line, self._columns = 1.0, 1
        self._from: tuple[float, int] | None = None  # where the finger went down, and what was first then

    def show_rest(self, before: int, in_sight: int, after: int, line: float, columns: int) -> None:
        """So many lines above, in sight and below; `line` pixels are the height of `columns` of them side by side."""
        self.touched = "list-more"
        self.setAccessibleName(f"+{before + after}")
        self._before, self._in_sight, self._after, self._line, self._columns = before, in_sight, after, line, columns
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        """How many are out of sight, and a bar that says where."""
        colours, whole = self.stage.colours, self._before + self._in_sight + self._after
        broad, foot = self.stage.px(BAR), self.stage.px(REST)
        bar = Box(box.right - broad, box.y, broad, box.height - foot)
        seen = Box(bar.x, bar.height * self._before / whole, broad, bar.height * self._in_sight / whole)
        painter.setPen(Qt.PenStyle.NoPen)
        for part, colour in ((bar, colours.track), (seen, colours.turn)):
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(rect(part), broad / 2, broad / 2)
        rest = " · ".join(text for text in (f"−{self._before}", f"+{self._after}") if text[1:] != "0")
        strip = Box(box.x, box.bottom - foot, box.width, foot)
        size = self.stage.letters(3.0)
        write(painter, strip, rest, colours.ground.text, self.stage.writing(size, bold=True, side="right"))

    def dragged(self, at: QPointF) -> None:
        if self._from is None:
            self._from = at.y(), self._before
        down, before = self._from
        lines = round((down - at.y()) / self._line) * self._columns
        if before + lines != self._before:
            self._scroll(before + lines)

    def dropped(self) -> None:
        tapped = self._from is not None and self._from[1] == self._before
        self._from = None
        if tapped:
            self._clicked()

    def let_go(self) -> None:
        self._from = None
        super().let_go()

    def _clicked(self) -> None:
        self._scroll(self._before + self._in_sight if self._after else 0)


class ListWidget(Painted):
    """What was done, or is to be taken and paid, from the one that is due; and what comes next."""

    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
        super().__init__(stage, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # it fills all of itself
        self._value: SidePanel | None = None
        self._rows: list[RowWidget] = []
        self._box = Box(0, 0, 0, 0)
        self._first = 0  # of the lines that do not fit all at once
        self._more = ScrolledRows(stage, self, self._scroll)

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
        inner = Box(0, 0, self._box.width, self._box.height).inset(0.15, 0.5)  # whole pixels stay inside
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
        scrolls = _left_out(rows, places)
        if scrolls:
            places = self._scrolled(area)
        self._more.setVisible(scrolls)
        while len(self._rows) < len(places):
            self._rows.append(RowWidget(self.stage, self))
        for widget, at in zip(self._rows, places, strict=False):
            place(widget, at.box, self.stage.look.px_per_mm)
            widget.show_row(at.row, touched=at.touched)
        for number, widget in enumerate(self._rows):
            widget.setVisible(number < len(places))

    def _scrolled(self, area: Box) -> tuple[RowPlace, ...]:
        """The current line stays; of the others as many as there is room for, from the first one in sight."""
        waiting = [row for row in self._value.rows if not row.ticked] if self._value is not None else []
        due = [row for row in waiting if row.current]
        others = [row for row in waiting if not row.current]
        lines = Box(area.x, area.y, area.width - BAR - AIR, area.height - AIR - REST)
        most = len(scrolled_places((*due, *others), lines)) - len(due)
        self._first = max(0, min(self._first, len(others) - most))
        places = scrolled_places((*due, *others[self._first :]), lines)
        grid = places[len(due) :]
        place(self._more, _beyond(places[: len(due)], area), self.stage.look.px_per_mm)
        after = len(others) - self._first - len(grid)
        columns = len({place.box.x for place in grid})
        self._more.show_rest(self._first, len(grid), after, self.stage.px(grid[-1].box.height), columns)
        self._more.raise_()
        return places

    def _scroll(self, first: int) -> None:
        self._first = first
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


def _beyond(due: tuple[RowPlace, ...], area: Box) -> Box:
    """Where a finger drags: below the current line; beside it where the list is low and broad."""
    if not due:
        return Box(area.x, area.y, area.width, area.height - AIR)
    if area.width > BROAD * area.height:
        left = due[0].box.right + SPACE
        return Box(left, area.y + MARGIN, area.right - left, area.height - MARGIN - AIR)
    top = due[0].box.bottom + SPACE
    return Box(area.x, top, area.width, area.bottom - AIR - top)


def _left_out(rows: tuple[SideRow, ...], places: tuple[RowPlace, ...]) -> bool:
    """Something that waits to be taken or paid; what was done may leave the list."""
    shown = {id(place.row) for place in places}
    return any(row.touch and not row.ticked and id(row) not in shown for row in rows)
