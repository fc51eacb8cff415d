"""Forms of the desks: chips by denomination, an amount, a choice; who signs, and the second person where two sign."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from dealer_console.game.money import BadAmount, parse_amount
from dealer_console.messages import Words
from dealer_console.pit.windows.sign_in import SignIn, choice_box, chosen_in, pin_box

Signed = Callable[["DeskForm", str, str, str], None]


class DeskForm(SignIn):
    """`then` gets the form itself, name, PIN and reason; what was entered is asked of the form."""

    def __init__(
        self,
        parent: QWidget,
        words: Words,
        *,
        title: str,
        about: str,
        names: Sequence[str],
        then: Signed,
        reason: str = "",
        must_say_why: bool = False,
        seconds: Sequence[str] = (),
    ) -> None:
        self._counts: dict[int, QSpinBox] = {}
        self._amounts: dict[str, QLineEdit] = {}
        self._texts: dict[str, tuple[QLineEdit | QComboBox, bool]] = {}
        self.second = choice_box(seconds)
        self.second_pin = pin_box()
        self._two = bool(seconds)
        super().__init__(
            parent,
            words,
            title=title,
            about=about,
            names=names,
            then=lambda who, pin, why: then(self, who, pin, why),
            reason=reason,
            must_say_why=must_say_why,
        )
        if seconds:
            self.add(words("pit-second"), self.second)
            self.add(words("pit-second-pin"), self.second_pin)
        self.judge()

    # --- fields ------------------------------------------------------------------------------------------------------

    def add_counts(self, worths: Sequence[int]) -> None:
        """How many of each worth."""
        for at, worth in enumerate(worths):
            box = QSpinBox()
            box.setRange(0, 100_000)
            self._counts[worth] = box
            title = self.words.whole_money(worth)
            self.form.insertRow(at, title, box)
            box.setAccessibleName(title)
            box.valueChanged.connect(self.judge)
        self.judge()

    def add_amount(self, name: str, title: str, value: str = "") -> None:
        self._amounts[name] = QLineEdit(value)
        self.add(title, self._amounts[name])
        self.judge()

    def add_text(self, name: str, title: str, *, must: bool = True) -> None:
        self._texts[name] = (QLineEdit(), must)
        self.add(title, self._texts[name][0])
        self.judge()

    def add_choice(self, name: str, title: str, values: Sequence[str], value: str = "", *, free: bool = False) -> None:
        box = choice_box(values, free=free)
        box.setCurrentText(value)
        self._texts[name] = (box, True)
        self.add(title, box)
        self.judge()

    # --- what was entered --------------------------------------------------------------------------------------------

    def counts(self) -> dict[int, int]:
        return {worth: box.value() for worth, box in self._counts.items() if box.value()}

    def enter_counts(self, counts: Mapping[int, int]) -> None:
        for worth, count in counts.items():
            self._counts[worth].setValue(count)

    def write(self, name: str, text: str) -> None:
        """Into the field of an amount or a text."""
        field = self._amounts.get(name) or self._texts[name][0]
        field.setCurrentText(text) if isinstance(field, QComboBox) else field.setText(text)

    def amount(self, name: str) -> int | None:
        """In cents; None while it is none."""
        try:
            return int(parse_amount(self._amounts[name].text().strip()))
        except BadAmount:
            return None

    def text(self, name: str) -> str:
        field, _ = self._texts[name]
        return chosen_in(field) if isinstance(field, QComboBox) else field.text().strip()

    def take_second(self) -> tuple[str, str]:
        """Name and PIN of the second person; the PIN is kept no longer."""
        name, pin = chosen_in(self.second), self.second_pin.text()
        self.second_pin.clear()
        return name, pin

    def ready(self) -> bool:
        """Asked for already while the first fields are made."""
        two = not self._two or bool(
            chosen_in(self.second) and self.second_pin.text() and chosen_in(self.second) != chosen_in(self.who)
        )
        entered = all(self.amount(name) is not None for name in self._amounts) and all(
            self.text(name) for name, (_, must) in self._texts.items() if must
        )
        return super().ready() and two and entered
