"""A person at the pit's window: reads what can be seen, and does everything by keys and mouse."""

from __future__ import annotations

from typing import Any, TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QTableView,
    QWidget,
)

from dealer_console.pit.windows.page import Page
from dealer_console.pit.windows.rows_view import RowsPanel, RowsTable
from dealer_console.pit.windows.sign_in import FormDialog, NewPin, SignIn
from dealer_console.pit.windows.window import PitWindow

Part = TypeVar("Part", bound=QWidget)
CTRL, SHIFT, NONE = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)


def cells(table: QTableView) -> list[list[str]]:
    model = table.model()
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def words(window: PitWindow) -> str:
    """Everything that stands on the window and can be seen."""
    tabs = window.tabs
    found = [tabs.tabText(number) for number in range(tabs.count())]
    for widget in window.findChildren(QWidget):
        if not widget.isVisible():
            continue
        if isinstance(widget, QLabel):
            found.append(widget.text())
        elif isinstance(widget, QPlainTextEdit):
            found.append(widget.toPlainText())
        elif isinstance(widget, QTableView):
            found += ["\t".join(row) for row in cells(widget)]
    return "\n".join(found)


def turn_to(window: PitWindow, page: Page) -> None:
    number = window.pages.index(page) + 1
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    QTest.keyClick(window, getattr(Qt.Key, f"Key_F{number}"))
    assert window.tabs.currentWidget() is page


def click(button: QAbstractButton) -> None:
    assert button.isEnabled(), button.toolTip()
    at = QPoint(8, button.height() // 2)  # of a box to tick only the box and its words take a click
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, NONE, at)


def click_row(panel: RowsPanel[Any], row: int, modifier: Qt.KeyboardModifier = NONE, *, twice: bool = False) -> None:
    table: RowsTable = panel.table
    index = panel.proxy.index(row, 0)
    table.scrollTo(index)
    at: QPoint = table.visualRect(index).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, modifier, at)
    if twice:
        QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, modifier, at)


def click_head(panel: RowsPanel[Any], key: str) -> None:
    header = panel.table.horizontalHeader()
    at = next(number for number, column in enumerate(panel.model.columns) if column.key == key)
    x = header.sectionViewportPosition(at) + 5
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, NONE, QPoint(x, header.height() // 2))


def column(panel: RowsPanel[Any], key: str) -> list[str]:
    at = next(number for number, shown_column in enumerate(panel.model.columns) if shown_column.key == key)
    return [row[at] for row in cells(panel.table)]


def write(box: QWidget, text: str) -> None:
    line = box.lineEdit() if isinstance(box, QComboBox) else box
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, text)


def dialog(window: PitWindow, kind: type[Part]) -> Part:
    """The one that is open."""
    (q_dialog,) = [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]
    assert isinstance(q_dialog, kind)
    return q_dialog


def asked(window: PitWindow) -> bool:
    return any(q_dialog.isVisible() for q_dialog in window.findChildren(QDialog))


def accept(open_dialog: FormDialog) -> None:
    click(open_dialog.accept_button)


def sign(window: PitWindow, who: str, pin: str, why: str = "") -> None:
    """Name, PIN and, where one is asked for, the reason; then Return."""
    open_dialog = dialog(window, SignIn)
    if why:
        write(open_dialog.why, why)
    write(open_dialog.who, who)
    QTest.keyClicks(open_dialog.pin, pin)
    QTest.keyClick(open_dialog.pin, Qt.Key.Key_Return)


def new_pin(window: PitWindow, first: str, second: str) -> None:
    open_dialog = dialog(window, NewPin)
    QTest.keyClicks(open_dialog.first, first)
    QTest.keyClicks(open_dialog.second, second)
    QTest.keyClick(open_dialog.second, Qt.Key.Key_Return)


def confirm(window: PitWindow) -> None:
    """The button that does it, in a box that asks whether one is sure."""
    box = dialog(window, QMessageBox)
    click(next(button for button in box.buttons() if box.buttonRole(button) is QMessageBox.ButtonRole.DestructiveRole))
