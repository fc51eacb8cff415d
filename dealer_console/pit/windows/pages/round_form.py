"""The form above the rounds: table, time, dealer, number, spot, amount, irregularity, card; all hold together."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from PySide6.QtCore import QDate, QDateTime, QTime, QTimeZone, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDateTimeEdit, QGridLayout, QLineEdit, QWidget
from sqlalchemy import func, select

from dealer_console.game.cards import card
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.money import parse_amount
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.archive import schema as t
from dealer_console.pit.round_words import irregularity_words
from dealer_console.pit.services import PitServices
from dealer_console.pit.windows.page import button, label
from dealer_console.pit.windows.rows import natural
from dealer_console.pit.windows.sign_in import choice_box

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS: Final = (("s", "♠"), ("h", "♥"), ("d", "♦"), ("c", "♣"))
MARKS: Final = (t.IRREGULAR, t.CORRECTED, t.UNDONE)
SHORTEST: Final = 12  # letters
FORMAT: Final = "yyyy-MM-dd HH:mm"


class TimeBox(QWidget):
    """A moment of the house's own time, or any."""

    changed = Signal()

    def __init__(self, services: PitServices, name: str) -> None:
        super().__init__()
        self._services = services
        self.any = QCheckBox(name)
        self.at = QDateTimeEdit()
        self.at.setDisplayFormat(FORMAT)
        self.at.setCalendarPopup(True)
        self.at.setTimeZone(QTimeZone.utc())  # the wall clock of the house: the zone is put to it below
        self.at.setEnabled(False)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.any, 0, 0)
        layout.addWidget(self.at, 0, 1)
        self.any.toggled.connect(self.at.setEnabled)
        self.any.toggled.connect(lambda _: self.changed.emit())
        self.at.editingFinished.connect(self.changed)

    @property
    def at_ms(self) -> int | None:
        if not self.any.isChecked():
            return None
        moment = self.at.dateTime().toPython()
        assert isinstance(moment, datetime)  # noqa: S101 - what Qt's own type becomes
        zone = self._services.expectations.gaming_day.zone
        return round(moment.replace(tzinfo=zone).timestamp() * 1000)

    def set_ms(self, at_ms: int | None) -> None:
        if at_ms is not None:
            zone = self._services.expectations.gaming_day.zone
            here = datetime.fromtimestamp(at_ms // 1000, zone)
            day, minute = QDate(here.year, here.month, here.day), QTime(here.hour, here.minute)
            self.at.setDateTime(QDateTime(day, minute, QTimeZone.utc()))  # not that of the computer
        self.any.setChecked(at_ms is not None)


class RoundForm(QWidget):
    """`search` is what it asks for; `changed` after every change that a person has finished."""

    changed = Signal()

    def __init__(self, services: PitServices) -> None:
        super().__init__()
        words = services.words
        self._services = services
        self._marks = (*MARKS, *CATALOGUE)
        self.table, self.dealer = choice_box(()), choice_box(())
        self.number, self.amount = QLineEdit(), QLineEdit()
        self.spot = self._list([str(spot) for spot in range(1, 8)])
        self.exactly = QComboBox()
        self.exactly.addItems([words("pit-at-least"), words("pit-exactly")])
        self.mark = choice_box([self._mark_words(mark) for mark in self._marks])
        self.card = choice_box([f"{'10' if rank == 'T' else rank}{sign}" for rank in RANKS for _, sign in SUITS])
        self._faces = [rank + suit for rank in RANKS for suit, _ in SUITS]
        self.since, self.until = TimeBox(services, words("pit-from")), TimeBox(services, words("pit-until"))
        self._lay_out()
        for box in (self.table, self.dealer, self.spot, self.exactly, self.mark, self.card):
            box.activated.connect(lambda _: self.changed.emit())
        edits = [box.lineEdit() for box in (self.table, self.dealer, self.mark, self.card)]
        for line in (self.number, self.amount, *(edit for edit in edits if edit is not None)):
            line.returnPressed.connect(self.changed)
        for time in (self.since, self.until):
            time.changed.connect(self.changed)

    @staticmethod
    def _list(values: list[str]) -> QComboBox:
        box = QComboBox()
        box.addItems(["", *values])
        return box

    def _mark_words(self, mark: str) -> str:
        words = self._services.words
        return words(f"pit-mark-{mark}") if mark in MARKS else irregularity_words(words, mark)

    def _lay_out(self) -> None:
        words, grid = self._services.words, QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        fields = (
            (words("pit-col-table"), self.table), (words("pit-col-dealer"), self.dealer),
            (words("pit-col-round"), self.number), (words("pit-col-spot"), self.spot),
            (words("pit-irregularity"), self.mark), (words("pit-card"), self.card), (words("pit-amount"), self.amount),
        )  # fmt: skip
        for at, (name, field) in enumerate(fields):
            row, column = divmod(at, 4)
            grid.addWidget(label(name, wraps=False), row, 2 * column)
            grid.addWidget(field, row, 2 * column + 1)
            field.setAccessibleName(name)
        grid.addWidget(self.exactly, 1, 6 + 1)
        grid.addWidget(self.since, 0, 8)
        grid.addWidget(self.until, 1, 8)
        grid.addWidget(button(words("pit-clear"), self.clear, key="Ctrl+L"), 0, 9, 2, 1)
        for column in (1, 3):
            grid.setColumnStretch(column, 3)
        for column in (5, 7):
            grid.setColumnStretch(column, 1)
        for box in (self.table, self.dealer, self.mark):  # their longest words are not the least width of the window
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(SHORTEST)
        for time in (self.since, self.until):
            time.at.setMinimumWidth(self.fontMetrics().horizontalAdvance(FORMAT) + 48)

    def fill(self, archive: Archive) -> None:
        """What can be chosen: the tables and dealers of the archive."""
        for box, values in (
            (self.table, sorted({log.table for log in archive.logs()}, key=natural)),
            (self.dealer, dealers(archive)),
        ):
            kept = box.currentText()
            if [box.itemText(at) for at in range(box.count())] != values:
                box.clear()
                box.addItems(values)
                box.setCurrentIndex(-1)
                box.setEditText(kept)

    def clear(self) -> None:
        for box in (self.table, self.dealer, self.mark, self.card):
            box.setCurrentIndex(-1)
            box.clearEditText()
        self.spot.setCurrentIndex(0)
        self.number.clear()
        self.amount.clear()
        self.since.set_ms(None)
        self.until.set_ms(None)
        self.changed.emit()

    def show_search(self, criteria: Search) -> None:
        """As if a person had filled it in."""
        self.blockSignals(True)
        self.clear()
        self.table.setEditText(criteria.table or "")
        self.since.set_ms(criteria.since_ms)
        self.until.set_ms(criteria.until_ms)
        self.spot.setCurrentText("" if criteria.spot is None else str(criteria.spot))
        self.blockSignals(False)
        self.changed.emit()

    def search(self) -> Search:
        """Raises `BadAmount`."""
        typed, number = self.amount.text().strip(), self.number.text().strip()
        cents = parse_amount(typed) if typed else None
        exactly = self.exactly.currentIndex() == 1
        first = int(number) if number.isdigit() else None
        return Search(
            table=self.table.currentText().strip() or None,
            since_ms=self.since.at_ms,
            until_ms=self.until.at_ms,
            first=first,
            last=first,
            dealer=self.dealer.currentText().strip() or None,
            spot=int(self.spot.currentText()) if self.spot.currentText() else None,
            amount=cents if exactly else None,
            at_least=None if exactly else cents,
            mark=self._chosen(self.mark, self._marks),
            card=self._face(),
        )

    @staticmethod
    def _chosen(box: QComboBox, values: tuple[str, ...]) -> str | None:
        at = box.findText(box.currentText())
        return values[at] if box.currentText() and at >= 0 else None

    def _face(self) -> str | None:
        face = self._chosen(self.card, tuple(self._faces))
        return card(face).text if face is not None else None


def dealers(archive: Archive) -> list[str]:
    """Everybody who has dealt a round, as people call them."""
    names, r = archive.names(), t.rounds.c
    dealer_names = select(func.min(r.dealer).label("dealer")).cte("one", recursive=True)
    following = select(func.min(r.dealer)).where(r.dealer > dealer_names.c.dealer).scalar_subquery()
    dealer_names = dealer_names.union_all(
        select(following).where(dealer_names.c.dealer.is_not(None))
    )  # from name to name along the index
    with archive.engine.connect() as connection:
        ids = connection.execute(select(dealer_names.c.dealer)).scalars().all()
    return sorted({names.get(dealer, dealer) for dealer in ids if dealer})
