"""What every page of the pit's window is: a widget with its services that hears of the tables and of being opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDateEdit, QLabel, QLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from dealer_console.pit.live.tables import Live
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.rows import drawable, tip
from dealer_console.screens.values import Level


class Page(QWidget):
    """`badge` is how many things wait on it; `filter_box` is where Ctrl+F goes."""

    title_key = ""
    filter_box: QLineEdit | None = None

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__()
        self.background, self.settings = background, settings
        self.services = background.services
        self.words = background.services.words

    @property
    def title(self) -> str:
        return self.words(self.title_key)

    def lay_out(self, *parts: QWidget | QLayout, filter_box: QLineEdit | None = None) -> None:
        """From the top; the last part gets the room that is left."""
        self.filter_box = filter_box
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 0)
        for part in parts:
            stretch = int(part is parts[-1])
            layout.addWidget(part, stretch) if isinstance(part, QWidget) else layout.addLayout(part, stretch)

    def opened(self) -> None:
        """It has been turned to."""

    def closed(self) -> None:
        """Another page has been turned to."""

    def show_live(self, live: Live) -> None:
        """The tables have been looked at."""

    def badge(self, live: Live) -> int:
        return 0


def button(text: str, pressed: Callable[[], None], *, tone: str = "", key: str = "") -> QPushButton:
    widget = QPushButton(drawable(text))
    widget.setAutoDefault(False)
    if tone:
        widget.setProperty("tone", tone)
    if key:
        QShortcut(QKeySequence(key), widget).activated.connect(
            widget.click
        )  # its own shortcut waits a tenth of a second
        widget.setToolTip(f"{text} ({key})")
    widget.clicked.connect(lambda _=False: pressed())
    return widget


def date_box() -> QDateEdit:
    box = QDateEdit()
    box.setCalendarPopup(True)
    box.setDisplayFormat("yyyy-MM-dd")
    return box


def date_in(box: QDateEdit) -> date:
    shown = box.date()
    return date(shown.year(), shown.month(), shown.day())


def refuse(buttons: Sequence[QPushButton], reason: str) -> None:
    """Greyed with the reason, or ready when there is none."""
    for shown in buttons:
        shown.setEnabled(not reason)
        shown.setToolTip(tip(reason))


def label(text: str = "", *, size: str = "", tone: Level | None = None, wraps: bool = True) -> QLabel:
    """Words to read and to copy."""
    q_label = QLabel(text)
    q_label.setTextFormat(Qt.TextFormat.PlainText)
    q_label.setWordWrap(wraps)
    q_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if size:
        q_label.setProperty("letters", size)
    if tone is not None:
        q_label.setProperty("tone", tone)
    return q_label
