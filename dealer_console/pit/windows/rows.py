"""Rows of values for Qt's table views: one model for every list of the pit, fetched as it scrolls; sort, filter."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication

from dealer_console.screens.values import Level
from dealer_console.touch.qt_guard import QtGuard

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_NOWHERE: Final = QModelIndex()
_DIGITS: Final = re.compile(r"(\d+)")


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """The order in which people put names: `switch-2` before `switch-10`."""
    parts = (part for part in _DIGITS.split(text) if part)
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part.casefold()) for part in parts)


_PLAIN: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "◆": "•", "◀": "<", "▶": ">", "✓": "OK:", "✗": "NOT OK:"}


@cache
def _not_in_any_font() -> dict[int, str]:
    metrics = QFontMetrics(QGuiApplication.font())
    return {ord(sign): plain for sign, plain in _PLAIN.items() if not metrics.inFontUcs4(ord(sign))}


def drawable(text: str) -> str:
    """Signs that no font of this machine has, as letters: a bare machine shows empty boxes for them."""
    return text.translate(_not_in_any_font())


def tip(text: str) -> str:
    """For a tool tip: a name with brackets would be taken for HTML, which can show anything."""
    return f"<p>{escape(text)}</p>" if "<" in text else text


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Generic[Row]):
    """`order` is what it is sorted by; without one, the text as people sort names. Figures stand at the right."""

    key: str
    head: str
    text: Callable[[Row], str]
    order: Callable[[Row], Any] | None = None
    figure: bool = False
    level: Callable[[Row], Level | None] | None = None


def figure_column(
    key: str,
    head: str,
    value: Callable[[Row], Any],
    shown: Callable[[Any], str] = str,
    *,
    level: Callable[[Row], Level | None] | None = None,
) -> Column[Row]:
    """Of a number, by which it is sorted. None shows nothing."""

    def text(row: Row) -> str:
        figure = value(row)
        return "" if figure is None else shown(figure)

    return Column(key=key, head=head, text=text, order=lambda row: value(row) or 0, figure=True, level=level)


def time_column(key: str, head: str, at_ms: Callable[[Row], int], moment: Callable[[int], str]) -> Column[Row]:
    return Column(key=key, head=head, text=lambda row: moment(at_ms(row)), order=at_ms)


class RowsModel(QtGuard, QAbstractTableModel, Generic[Row]):
    """Everything that Qt asks is worked out before: nothing of ours can fail inside one of its calls.

    `fetch` is called when the end of the rows comes into sight and `more` are there.
    """

    def __init__(self, columns: Sequence[Column[Row]], identity: Callable[[Row], Hashable]) -> None:
        super().__init__()
        self.columns = tuple(columns)
        self.rows: list[Row] = []
        self.more = False
        self.fetch: Callable[[], None] = lambda: None
        self.colours: dict[Level, QColor] = {}
        self._identity = identity
        self._cells: list[tuple[str, ...]] = []
        self._levels: list[tuple[Level | None, ...]] = []
        self._orders: list[tuple[Any, ...]] = []
        self._found_by: list[str] = []

    # --- the rows ----------------------------------------------------------------------------------------------------

    def set_rows(self, rows: Iterable[Row]) -> None:
        """Rows that are the same as before keep their places: a selection and the scroll bar stay where they are."""
        new = list(rows)
        if [self.identity(row) for row in new] == [self.identity(row) for row in self.rows]:
            self._take(new)
            if new:
                last = self.index(len(new) - 1, len(self.columns) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._take(new)
        self.endResetModel()

    def add_rows(self, rows: Sequence[Row]) -> None:
        if rows:
            first = len(self.rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self.rows += rows
            self._work_out(rows)
            self.endInsertRows()

    def identity(self, row: Row) -> Hashable:
        return self._identity(row)

    def _take(self, rows: list[Row]) -> None:
        self.rows = rows
        for kept in (self._cells, self._levels, self._orders, self._found_by):
            kept.clear()
        self._work_out(rows)

    def _work_out(self, rows: Iterable[Row]) -> None:
        for row in rows:
            cells = tuple(column.text(row) for column in self.columns)
            self._cells.append(cells)
            self._levels.append(tuple(column.level(row) if column.level else None for column in self.columns))
            self._orders.append(
                tuple(
                    natural(cell) if column.order is None else column.order(row)
                    for column, cell in zip(self.columns, cells, strict=True)
                )
            )
            self._found_by.append("\t".join(cells).casefold())

    def order(self, row: int, column: int) -> Any:
        return self._orders[row][column]

    def holds(self, row: int, needles: Sequence[str]) -> bool:
        return all(needle in self._found_by[row] for needle in needles)

    # --- what Qt asks ------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return drawable(self._cells[row][column])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(drawable(self._cells[row][column]))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if self.columns[column].figure else LEFT
        if role == Qt.ItemDataRole.ForegroundRole:
            level = self._levels[row][column]
            return self.colours.get(level) if level is not None else None
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].head
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if self.columns[section].figure else LEFT
        return None

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802
        return self.more and not parent.isValid()

    def fetchMore(self, parent: Index) -> None:  # noqa: N802
        if self.more:
            self.fetch()


class RowsFilter(QtGuard, QSortFilterProxyModel, Generic[Row]):
    """What is typed is looked for in every column, word by word; columns sort by their values, not by their letters."""

    def __init__(self, model: RowsModel[Row]) -> None:
        super().__init__()
        self._model = model
        self._needles: tuple[str, ...] = ()
        self.setSourceModel(model)
        self.setDynamicSortFilter(True)

    def look_for(self, typed: str) -> None:
        self.beginFilterChange()
        self._needles = tuple(typed.casefold().split())
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def row_at(self, index: Index) -> Row:
        return self._model.rows[self.mapToSource(index).row()]

    def filterAcceptsRow(self, source_row: int, _parent: Index) -> bool:  # noqa: N802
        return self._model.holds(source_row, self._needles)

    def lessThan(self, left: Index, right: Index) -> bool:  # noqa: N802
        column = left.column()
        return bool(self._model.order(left.row(), column) < self._model.order(right.row(), column))
