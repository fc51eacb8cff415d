"""Forms of the staff page: somebody new or other roles, a reason for a lock, one's own PIN."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QLineEdit, QVBoxLayout, QWidget

from dealer_console.pit.errors import PitRefused
from dealer_console.pit.windows.page import Page, label
from dealer_console.pit.windows.sign_in import FormDialog, NewPin, SignIn, choice_box, chosen_in
from dealer_console.table.people import NotAdmitted, Person, Pin, Role
from dealer_console.table.people.person import in_order, why_not_called


class PersonForm(FormDialog):
    """`known` is whose roles are changed; without it, name and badge are asked for, too."""

    def __init__(
        self, page: Page, then: Callable[[str, str, tuple[Role, ...]], None], *, known: Person | None = None
    ) -> None:
        words = page.words
        title = words("pit-new-person") if known is None else words("pit-roles-of", name=known.name)
        accept = words("pit-next-pin") if known is None else words("pit-save")
        super().__init__(page.window(), words, title, words("pit-roles-about"), accept)
        self._then, self._known = then, known
        self.name, self.badge = QLineEdit(), QLineEdit()
        if known is None:
            self.add(words("pit-name"), self.name)
            self.add(words("pit-badge"), self.badge)
        held = QWidget()
        column = QVBoxLayout(held)
        column.setContentsMargins(0, 0, 0, 0)
        self.roles = {role: QCheckBox(words.role(role)) for role in Role}
        for role, box in self.roles.items():
            box.setChecked(known is not None and role in known.roles)
            box.toggled.connect(lambda _: self.judge())
            column.addWidget(box)
        self.add(words("pit-roles"), held)
        self.why_not = label()
        self.form.addRow(self.why_not)
        self.judge()

    def _chosen(self) -> tuple[Role, ...]:
        return in_order(role for role, box in self.roles.items() if box.isChecked())

    def ready(self) -> bool:
        if self._known is None:
            refusal = why_not_called(self.name.text(), self.badge.text())
            typed = bool(self.name.text()) and bool(self.badge.text())
            self.why_not.setText(self.words.refusal(refusal) if refusal is not None and typed else "")
            if refusal is not None:
                return False
        return bool(self._chosen())

    def accept(self) -> None:
        super().accept()
        self._then(self.name.text(), self.badge.text(), self._chosen())


class ReasonForm(FormDialog):
    """Why somebody is locked."""

    def __init__(self, page: Page, title: str, name: str, then: Callable[[str], None]) -> None:
        words = page.words
        super().__init__(page.window(), words, title, words("pit-lock-why", name=name), title)
        self._then = then
        self.why = choice_box([words(f"pit-lock-{code}") for code in ("badge", "leave", "investigation")], free=True)
        self.add(words("pit-reason"), self.why)
        self.judge()

    def ready(self) -> bool:
        return bool(chosen_in(self.why))

    def accept(self) -> None:
        why = chosen_in(self.why)
        super().accept()
        self._then(why)


def say_changed(page: Page, notice: str) -> None:
    """What stands in the book now, and whether it has not reached the floor."""
    failure = page.services.publishing.failure
    if failure is None:
        page.background.say(notice)
    else:
        page.background.say(f"{notice}; {page.words(failure)}", "danger")


def change_own_pin(page: Page) -> None:
    """Everybody changes the own PIN with the old one."""
    services, words = page.services, page.words

    def change(who: str, before: str, new: str) -> Person:
        answer = services.book().change_pin(who, Pin(before), Pin(new), now_ms=services.clock_ms())
        if isinstance(answer, NotAdmitted):
            raise PitRefused(answer.message)
        return answer

    def old(who: str, pin: str, _: str) -> None:
        def new(typed: str) -> None:
            page.background.do(
                words("pit-changing-staff"),
                lambda _: change(who, pin, typed),
                lambda person: say_changed(page, words("pit-has-new-pin", name=person.name)),
            )

        NewPin(page.window(), words, who, new).open()

    names = services.those_who(lambda _: True)
    SignIn(
        page.window(), words, title=words("pit-my-pin"), about=words("pit-my-pin-about"), names=names, then=old
    ).open()
