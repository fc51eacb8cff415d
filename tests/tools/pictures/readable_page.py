"""What of a window cannot be read: texts that are cut off, heads and figures without room, signs without a picture."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTableView,
    QTabWidget,
    QWidget,
)

_SPACES = "\n\t\u00a0\u200b"


def unreadable(shown: QWidget) -> list[str]:
    """Of everything that is in sight, in words; none: the page can be read."""
    return sorted({*_parts(shown), *_outside(shown)})


def _parts(shown: QWidget) -> Iterator[str]:
    for part in shown.findChildren(QWidget):
        if not part.isVisible() or part.visibleRegion().isEmpty():
            continue
        if isinstance(part, QTableView):
            yield from _of_table(part)
        elif isinstance(part, QTabWidget):
            yield from _of_tabs(part)
        elif isinstance(part, QAbstractButton):
            yield from _of_button(part)
        elif isinstance(part, QLabel):
            yield from _of_label(part)
        elif isinstance(part, QComboBox):
            yield from _one_line(part, part.currentText(), part.width() - part.fontMetrics().height())
        elif isinstance(part, QLineEdit):
            yield from _one_line(part, part.text() or part.placeholderText(), part.width())
        elif isinstance(part, QPlainTextEdit):
            yield from _signs(part, part.toPlainText())


def _one_line(part: QWidget, text: str, room: int) -> Iterator[str]:
    needed = part.fontMetrics().horizontalAdvance(text)
    if needed > room:
        yield f"{type(part).__name__} {text!r} needs {needed} of {room}"
    yield from _signs(part, text)


def _of_button(part: QAbstractButton) -> Iterator[str]:
    if isinstance(part, QPushButton) or part.text():
        yield from _one_line(part, part.text().replace("&", ""), part.width())


def _of_label(part: QLabel) -> Iterator[str]:
    text = part.text()
    if part.wordWrap():
        area = part.fontMetrics().boundingRect(
            0, 0, part.contentsRect().width(), 10_000, int(Qt.TextFlag.TextWordWrap), text
        )
        if area.height() > part.height():
            yield f"QLabel {text[:60]!r} needs {area.height()} lines of {part.height()}"
        yield from _signs(part, text)
    else:
        for line in text.splitlines():
            yield from _one_line(part, line, part.width())


def _of_tabs(part: QTabWidget) -> Iterator[str]:
    bar = part.tabBar()
    for number in range(part.count()):
        text, letters = bar.tabText(number), bar.fontMetrics()
        if letters.horizontalAdvance(text.replace("&", "")) > bar.tabRect(number).width():
            yield f"tab {text!r} is cut off"
        if bar.tabRect(number).right() > bar.width():
            yield f"tab {text!r} is out of sight"


def _of_table(part: QTableView) -> Iterator[str]:
    head, model = part.horizontalHeader(), part.model()
    if head.font().pixelSize() != part.font().pixelSize():
        yield f"{part.accessibleName()}: heads have other letters than rows"
    for column in range(model.columnCount()):
        if part.columnViewportPosition(column) >= part.viewport().width():
            continue  # to be scrolled to
        title = str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        needed = head.fontMetrics().horizontalAdvance(title) + head.fontMetrics().height() // 2  # with air beside it
        if needed > head.sectionSize(column) and _is_not_last(head, column):
            yield f"{part.accessibleName()}: the head {title!r} is cut off"
        yield from _of_column(part, column, title)


def _is_not_last(head: QHeaderView, column: int) -> bool:
    return head.visualIndex(column) < head.count() - 1


def _of_column(part: QTableView, column: int, title: str) -> Iterator[str]:
    """Figures are never cut off; a long sentence may be, it can be read where it is opened."""
    model, letters = part.model(), QFontMetrics(part.font())
    for row in range(min(model.rowCount(), 60)):
        index = model.index(row, column)
        text = str(index.data() or "")
        right = int(index.data(Qt.ItemDataRole.TextAlignmentRole) or 0) & int(Qt.AlignmentFlag.AlignRight)
        if right and letters.horizontalAdvance(text) > part.columnWidth(column):
            yield f"{part.accessibleName()}, {title}: the figure {text!r} is cut off"
        yield from _signs(part, text)


def _signs(part: QWidget, text: str) -> Iterator[str]:
    letters = part.fontMetrics()
    for sign in sorted(set(text)):
        if sign not in _SPACES and not letters.inFontUcs4(ord(sign)):
            yield f"{type(part).__name__}: no picture of {sign!r} in {text[:40]!r}"


def _outside(shown: QWidget) -> Iterator[str]:
    """A window that needs more than its display: then a part of it is never seen."""
    needed = shown.minimumSizeHint()
    if needed.width() > shown.width() or needed.height() > shown.height():
        told = f"{needed.width()}×{needed.height()} of {shown.width()}×{shown.height()}"
        yield f"{type(shown).__name__} {shown.windowTitle()!r} needs {told}"
