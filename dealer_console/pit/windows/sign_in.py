"""Who does it: name and PIN, with a reason or a note where one is due; a new PIN, typed twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import QRegularExpression, Qt
from PySide6.QtGui import QRegularExpressionValidator, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from dealer_console.messages import Words
from dealer_console.pit.windows.page import label
from dealer_console.touch.qt_guard import QtGuard


def choice_box(values: Sequence[str], *, free: bool = False) -> QComboBox:
    """Found by any part of its words; `free`: something else may be typed, too."""
    box = QComboBox()
    box.addItems(list(values))
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.setCurrentIndex(-1)
    completer = QCompleter(box.model(), box)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    box.setCompleter(completer)
    box.setProperty("free", free)
    return box


def chosen_in(box: QComboBox) -> str:
    """What was typed, as it stands in the list; empty where it does not, unless something else may be typed."""
    typed = box.currentText().strip()
    at = box.findText(typed, Qt.MatchFlag.MatchFixedString)
    return box.itemText(at) if at >= 0 else typed if box.property("free") else ""


def pin_box() -> QLineEdit:
    box = QLineEdit()
    box.setEchoMode(QLineEdit.EchoMode.Password)
    box.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9]{0,12}"), box))
    box.setInputMethodHints(Qt.InputMethodHint.ImhDigitsOnly | Qt.InputMethodHint.ImhSensitiveData)
    return box


class FormDialog(QtGuard, QDialog):
    """Fields below each other; `ready` says whether the main button may be pressed."""

    def __init__(self, parent: QWidget, words: Words, title: str, about: str, accept: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_WindowPropagation)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.words = words
        self.form = QFormLayout()
        self.buttons = QDialogButtonBox()
        self.accept_button = self.buttons.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
        self.accept_button.setProperty("tone", "go")
        self.buttons.addButton(words("pit-cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.buttons.accepted.connect(self.done_with)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(label(about))
        layout.addLayout(self.form)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(420)

    def add(self, name: str, field: QWidget) -> None:
        self.form.addRow(name, field)
        field.setAccessibleName(name)
        if isinstance(field, QLineEdit):
            field.textChanged.connect(self.judge)
        elif isinstance(field, QComboBox):
            field.currentTextChanged.connect(self.judge)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Tab goes down the fields as they stand, then to the buttons; who types at once types into the first."""
        order = [*self._fields(), *self.buttons.buttons()]
        for before, after in pairwise(order):
            self.setTabOrder(before, after)
        order[0].setFocus()
        super().showEvent(event)

    def _fields(self) -> Iterator[QWidget]:
        for row in range(self.form.rowCount()):
            item = self.form.itemAt(row, QFormLayout.ItemRole.FieldRole)
            field = item.widget() if item is not None else None
            if field is not None:
                takes_keys = field.focusPolicy() is not Qt.FocusPolicy.NoFocus
                yield from (field,) if takes_keys else field.findChildren(QCheckBox)

    def ready(self) -> bool:
        return True

    def judge(self) -> None:
        self.accept_button.setEnabled(self.ready())

    def done_with(self) -> None:
        """The main button, or Return."""
        if self.ready():
            self.accept()


class SignIn(FormDialog):
    """`then` gets name, PIN and reason. The PIN is kept as long as it is typed, and shown as dots."""

    def __init__(
        self,
        parent: QWidget,
        words: Words,
        *,
        title: str,
        about: str,
        names: Sequence[str],
        then: Callable[[str, str, str], None],
        reason: str = "",
        reasons: Sequence[str] = (),
        must_say_why: bool = False,
    ) -> None:
        super().__init__(parent, words, title, about, title)
        self._then, self._must = then, must_say_why
        self.why = choice_box(reasons, free=True)
        self.who = choice_box(names)
        self.pin = pin_box()
        if reason:
            self.add(reason, self.why)
        self.add(words("pit-name"), self.who)
        self.add(words("pit-pin"), self.pin)
        if len(names) == 1:
            self.who.setCurrentIndex(0)
        self.pin.returnPressed.connect(self.done_with)
        self.judge()

    def ready(self) -> bool:
        named = bool(chosen_in(self.who)) and bool(self.pin.text())
        return named and (not self._must or bool(chosen_in(self.why)))

    def accept(self) -> None:
        who, pin, why = chosen_in(self.who), self.pin.text(), chosen_in(self.why)
        self.pin.clear()
        super().accept()
        self._then(who, pin, why)


class NewPin(FormDialog):
    """The person types it, twice, and nobody else looks."""

    def __init__(self, parent: QWidget, words: Words, name: str, then: Callable[[str], None]) -> None:
        super().__init__(parent, words, words("pit-new-pin"), words("pit-new-pin-about", name=name), words("pit-save"))
        self._then = then
        self.first, self.second = pin_box(), pin_box()
        self.add(words("pit-new-pin"), self.first)
        self.add(words("pit-new-pin-again"), self.second)
        self.second.returnPressed.connect(self.done_with)
        self.judge()

    def ready(self) -> bool:
        return bool(self.first.text()) and self.first.text() == self.second.text()

    def accept(self) -> None:
        pin = self.first.text()
        self.first.clear()
        self.second.clear()
        super().accept()
        self._then(pin)
