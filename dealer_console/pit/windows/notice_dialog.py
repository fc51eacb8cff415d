"""A notice from the pit: what changes at a table, why, who announces it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from dealer_console.game.choices import amount_of
from dealer_console.game.money import BadAmount, show
from dealer_console.game.rules import TableRules
from dealer_console.journal.canonical import Json
from dealer_console.messages import Words
from dealer_console.pit.windows.sign_in import SignIn
from dealer_console.rulebook.tables import LIMITS
from dealer_console.screens.pages.notice import change_words, possible_changes

Then = Callable[[Mapping[str, Json], str, str, str], None]


class NoticeDialog(SignIn):
    """`then` gets the changes, name, PIN and reason. An amount is asked for where a limit changes."""

    def __init__(
        self, parent: QWidget, words: Words, table: str, game: TableRules, names: Sequence[str], then: Then
    ) -> None:
        self._then_notice = then
        self.what, self.amount = QComboBox(), QLineEdit()
        options = list(possible_changes(game))
        self._changes: list[dict[str, Json] | str] = [*options, *LIMITS]
        named = [change_words(words, changes) for changes in options]
        self.what.addItems([*named, *(words(f"amount-{limit}") for limit in LIMITS)])
        super().__init__(
            parent, words, title=words("pit-announce"), about=words("pit-announce-about", table=table), names=names,
            then=lambda _who, _pin, _why: None, reason=words("pit-reason"), must_say_why=True,
        )  # fmt: skip
        self.add(words("pit-announce-what"), self.what)
        self.add(words("pit-announce-amount"), self.amount)
        self.judge()

    def changes(self) -> dict[str, Json] | None:
        """None while the amount of a limit is none."""
        chosen = self._changes[self.what.currentIndex()]
        if isinstance(chosen, dict):
            return chosen
        try:
            return {chosen: show(amount_of(self.amount.text().strip()))}
        except BadAmount:
            return None

    def ready(self) -> bool:
        return super().ready() and self.changes() is not None

    def accept(self) -> None:
        changes = self.changes()
        self._then = lambda who, pin, why: self._then_notice(changes or {}, who, pin, why)
        super().accept()
