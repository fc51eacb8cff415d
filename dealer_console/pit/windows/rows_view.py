"""A list of the pit on the screen: Qt's table view with a box to filter by, a count, columns that keep their widths."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QByteArray, QEvent, QItemSelectionModel, QModelIndex, QSettings, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScroller,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from dealer_console.messages import Words
from dealer_console.pit.windows.rows import Column, RowsFilter, RowsModel
from dealer_console.pit.windows.theme import colours_of
from dealer_console.touch.qt_guard import QtGuard

Row = TypeVar("Row")
AIR: Final = 5  # pixels of a line beside its letters
WIDEST: Final = 19  # heights of a letter that a column takes by itself; the last one this much at least:
LAST: Final = 12
FILTER: Final = 320


class RowsTable(QtGuard, QTableView):
    """`opened` by Return or a double click; letters go to the filter, Escape empties it; Ctrl+C copies with heads."""

    opened = Signal()
    typed = Signal(str)
    escaped = Signal()
    moved = Signal()  # another part of the rows is in sight
    resized = Signal()
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.horizontalHeader().setSectionsMovable(True)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setHighlightSections(False)
        self.setSortingEnabled(True)
        QScroller.grabGesture(self.viewport(), QScroller.ScrollerGestureType.TouchGesture)
        self.doubleClicked.connect(lambda _: self.opened.emit())
        self.verticalScrollBar().valueChanged.connect(lambda _: self.moved.emit())
        self._fit_lines()

    def qt_failed(self, failure: Exception) -> None:
        self.failed.emit(failure)

    def _fit_lines(self) -> None:
        """One size of letters for the whole table, and lines as high as these need."""
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + AIR)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit_lines()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.resized.emit()
        self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        text, plain = (
            event.text(),
            event.modifiers()
            in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.ShiftModifier,
            ),
        )
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif plain and text.isprintable() and text.strip():
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """The selected rows with the heads of their columns, as they are seen, for a spreadsheet or a mail."""
        model, header = self.model(), self.horizontalHeader()
        columns = [header.logicalIndex(at) for at in range(header.count())]
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        lines = [[str(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]]
        lines += [[str(model.index(row, column).data()) for column in columns] for row in rows]
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in lines))

    def in_sight(self) -> tuple[int, int]:
        """The first and the last row that can be read whole, from 0."""
        height, count = self.viewport().height(), self.model().rowCount()
        first = max(0, self.rowAt(1))
        last = self.rowAt(height - 1)
        return first, (count - 1 if last < 0 else last)


class RowsPanel(QWidget, Generic[Row]):
    """`opened` and `chosen` hand on values, never numbers of rows. `name` is under what the widths are kept."""

    opened = Signal(object)
    chosen = Signal()

    def __init__(
        self,
        name: str,
        words: Words,
        settings: QSettings,
        columns: Sequence[Column[Row]],
        identity: Callable[[Row], Hashable],
        *,
        sorted_by: str = "",
        falling: bool = False,
        tools: Sequence[QWidget] = (),
        none: str = "pit-none",
    ) -> None:
        super().__init__()
        self._words, self._settings, self._key = words, settings, f"columns/{name}"
        self._none = none  # what an empty list says
        self.total: int | None = None  # how many there are, where not all of them are here
        self.counted_to: int | None = None  # where nobody counts further than this
        self._kept: set[Hashable] = set()
        self._fitted = False
        self._fitting = False
        self._needed = [0] * len(columns)  # pixels that each column takes by itself
        self._by_hand = False  # somebody has chosen the widths: they stay
        self.model: RowsModel[Row] = RowsModel(columns, identity)
        self.proxy: RowsFilter[Row] = RowsFilter(self.model)
        self.table = RowsTable()
        self.table.setAccessibleName(words(f"pit-list-{name}"))
        self.table.setModel(self.proxy)
        self.filter = QLineEdit(clearButtonEnabled=True, placeholderText=words("pit-filter"))
        self.filter.setAccessibleName(words("pit-filter"))
        self.filter.setToolTip(words("pit-filter-about"))
        self.count = QLabel(textFormat=Qt.TextFormat.PlainText)
        self._lay_out(tools)
        self._connect()
        self._restore(columns, sorted_by, falling)

    def _lay_out(self, tools: Sequence[QWidget]) -> None:
        above = QHBoxLayout()
        self.filter.setMaximumWidth(FILTER)
        above.addWidget(self.filter, 2)
        for tool in tools:
            above.addWidget(tool)
        above.addStretch(1)
        above.addWidget(self.count)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addLayout(above)
        layout.addWidget(self.table, 1)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._filter)
        self.filter.returnPressed.connect(self.table.setFocus)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.filter, context=Qt.ShortcutContext.WidgetShortcut)
        escape.activated.connect(self._show_all)
        self.table.typed.connect(self._typed)
        self.table.escaped.connect(self.filter.clear)
        self.table.opened.connect(self._open)
        self.table.moved.connect(self._show_count)
        self.table.resized.connect(self._fit_last)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        for changed in (self.proxy.modelReset, self.proxy.rowsInserted, self.proxy.rowsRemoved):
            changed.connect(self._show_count)
        header = self.table.horizontalHeader()
        header.sectionResized.connect(self._resized)
        header.sectionMoved.connect(self._keep)
        header.sortIndicatorChanged.connect(self._keep)

    def _restore(self, columns: Sequence[Column[Row]], sorted_by: str, falling: bool) -> None:
        at = next((number for number, column in enumerate(columns) if column.key == sorted_by), 0)
        order = Qt.SortOrder.DescendingOrder if falling else Qt.SortOrder.AscendingOrder
        self.table.sortByColumn(at, order)
        state = self._settings.value(self._key)
        if isinstance(state, QByteArray) and self.table.horizontalHeader().restoreState(state):
            self._fitted = self._by_hand = True
            header = self.table.horizontalHeader()
            self.table.sortByColumn(header.sortIndicatorSection(), header.sortIndicatorOrder())

    def _resized(self, section: int, _before: int, _now: int) -> None:
        """By a person: the last column follows the window by itself, and fitting is ours."""
        header = self.table.horizontalHeader()
        if self._fitted and not self._fitting and header.visualIndex(section) < header.count() - 1:
            self._by_hand = True
            self._keep()

    def _keep(self, *_: object) -> None:
        if self._fitted:
            self._settings.setValue(self._key, self.table.horizontalHeader().saveState())

    # --- rows --------------------------------------------------------------------------------------------------------

    def set_rows(self, rows: Sequence[Row]) -> None:
        """What was selected stays selected, wherever it stands now."""
        self._kept = {self.model.identity(row) for row in self.selected()}
        self.model.colours = colours_of(self.table)
        self.model.set_rows(rows)
        if not self._by_hand and (self.isVisible() or not self._fitted):
            self._fit()
        self._select_again()
        self._show_count()

    def _fit(self) -> None:
        """As wide as the contents, an empty list as its heads; later only wider, so that nothing jumps."""
        header, letters = self.table.horizontalHeader(), self.table.fontMetrics()
        self._fitting = True
        for number, column in enumerate(self.model.columns):
            head = letters.horizontalAdvance(column.head) + letters.height() * 3 // 2  # with room for its arrow
            needed = max(head, self.table.sizeHintForColumn(number) + 6)
            last = number == len(self._needed) - 1
            before = self._needed[number] if self._fitted else 0
            self._needed[number] = max(before, min(needed, letters.height() * (LAST if last else WIDEST)))
            if not last and self._needed[number] > before:
                header.resizeSection(number, self._needed[number])
        self._fitting, self._fitted = False, self._fitted or bool(self.model.rows)
        self._fit_last()

    def _fit_last(self) -> None:
        """The last column takes what is left; where that is too little, it is scrolled to. Figures stay close."""
        header, last = self.table.horizontalHeader(), len(self._needed) - 1
        if self._by_hand or not self._fitted:
            return
        self._fitting = True
        before = sum(header.sectionSize(number) for number in range(last))
        room = self.table.viewport().width() - before
        stretched = room >= self._needed[last] and not self.model.columns[last].figure
        header.setStretchLastSection(stretched)
        if not stretched:
            header.resizeSection(last, self._needed[last])
        self._fitting = False

    def _select_again(self) -> None:
        if not self._kept or self.selected():
            return
        for at, row in enumerate(self.model.rows):
            if self.model.identity(row) in self._kept:
                self._select(self.proxy.mapFromSource(self.model.index(at, 0)))

    def _select(self, index: QModelIndex) -> None:
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        self.table.selectionModel().select(index, flags)

    def select_first(self) -> None:
        if self.proxy.rowCount() and not self.selected():
            self.table.setCurrentIndex(self.proxy.index(0, 0))

    def selected(self) -> list[Row]:
        """In the order of the list."""
        indexes = sorted(self.table.selectionModel().selectedRows(), key=lambda index: index.row())
        return [self.proxy.row_at(index) for index in indexes]

    def current(self) -> Row | None:
        index = self.table.currentIndex()
        return self.proxy.row_at(index) if index.isValid() else None

    # --- what a person does ------------------------------------------------------------------------------------------

    def _filter(self, typed: str) -> None:
        self.proxy.look_for(typed)
        self._show_count()

    def _show_all(self) -> None:
        self.filter.clear()
        self.table.setFocus()

    def _typed(self, text: str) -> None:
        self.filter.setFocus()
        self.filter.setText(self.filter.text() + text)

    def _open(self) -> None:
        row = self.current()
        if row is not None:
            self.opened.emit(row)

    def _show_count(self, *_: object) -> None:
        shown, held = self.proxy.rowCount(), self.total if self.total is not None else self.model.rowCount()
        if not shown:
            text = self._words("pit-none-match") if self.filter.text() else self._words(self._none)
        else:
            first, last = self.table.in_sight()
            count = self._words.count
            more = self.counted_to is not None and held == self.counted_to + 1
            held_words = f"{count(held - 1)}+" if more else count(held)
            of = f"{count(shown)} / {held_words}" if self.filter.text() else held_words
            text = self._words("pit-in-sight", first=count(first + 1), last=count(last + 1), total=of)
        self.count.setText(text)
