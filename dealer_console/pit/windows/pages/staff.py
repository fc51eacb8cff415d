"""Staff: who is active, with roles, locks and PINs. Opened by somebody who may manage people, closed by leaving it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QHBoxLayout, QMessageBox

from dealer_console.messages import Words
from dealer_console.pit.errors import require
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.page import Page, button, refuse
from dealer_console.pit.windows.pages.staff_forms import PersonForm, ReasonForm, change_own_pin, say_changed
from dealer_console.pit.windows.rows import Column, time_column
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.pit.windows.sign_in import NewPin, SignIn
from dealer_console.screens.values import Level
from dealer_console.table.people import LEFT, Action, Listed, PeopleBook, Person, Pin, Role, Staff, Standing
from dealer_console.table.people.pins import least_digits
from dealer_console.table.people.store_tables import Change

Contents = tuple[tuple[Listed, ...], tuple[Change, ...]]


def contents(book: PeopleBook) -> Contents:
    return tuple(book.people()), book.changes()


class StaffPage(Page):
    title_key = "pit-staff"

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        words = self.words
        self._by: Person | None = None  # who has opened the page
        self._changes: tuple[Change, ...] = ()
        self.people: RowsPanel[Listed] = RowsPanel(
            "staff", words, settings, self._columns(), lambda listed: listed.person.id, sorted_by="name"
        )
        self.changes: RowsPanel[Change] = RowsPanel(
            "staff-changes", words, settings, self._change_columns(), lambda change: (change.at_ms, change.what),
            sorted_by="at", falling=True,
        )  # fmt: skip
        self.open = button(words("pit-open-staff"), self.sign_in, tone="go")
        self.own_pin = button(words("pit-my-pin"), lambda: change_own_pin(self))
        self.add = button(words("pit-new-person"), self._new)
        self.roles = button(words("pit-roles"), lambda: self._with_one(self._other_roles))
        self.new_pin = button(words("pit-new-pin"), lambda: self._with_one(self._reset))
        self.lock = button(words("pit-lock"), lambda: self._with_one(self._lock), tone="danger")
        self.unlock = button(words("pit-unlock"), lambda: self._with_one(self._unlock))
        self.terminate = button(words("pit-terminate"), lambda: self._with_one(self._terminate), tone="danger")
        self._lay_out()
        self.people.chosen.connect(self._show)
        self._show()

    def _lay_out(self) -> None:
        tools = QHBoxLayout()
        for tool in (self.open, self.own_pin, self.add, self.roles, self.new_pin, self.lock, self.unlock,
                     self.terminate):  # fmt: skip
            tools.addWidget(tool)
        tools.addStretch(1)
        parts = (self.people, self.changes)
        splitter = KeptSplitter("staff", self.settings, Qt.Orientation.Horizontal, parts, (760, 440))
        self.lay_out(tools, splitter, filter_box=self.people.filter)

    def _columns(self) -> list[Column[Listed]]:
        words = self.words
        return [
            Column(key="name", head=words("pit-name"), text=lambda p: p.person.name),
            Column(key="badge", head=words("pit-badge"), text=lambda p: p.person.badge),
            Column(key="roles", head=words("pit-roles"), text=lambda p: ", ".join(map(words.role, p.person.roles))),
            Column(key="state", head=words("pit-col-state"), text=self._state, level=_level),
        ]

    def _change_columns(self) -> list[Column[Change]]:
        words, moment = self.words, self.services.moment
        return [
            time_column("at", words("pit-col-when"), lambda c: c.at_ms, moment),
            Column(key="what", head=words("pit-col-what"), text=lambda c: _done(words, c)),
            Column(key="by", head=words("pit-col-by"), text=self._by_whom),
            Column(key="detail", head=words("pit-note"), text=lambda c: _detail(words, c)),
        ]

    def _by_whom(self, change: Change) -> str:
        return self._name(change.by) + ("" if change.second is None else f", {self._name(change.second)}")

    def _name(self, person: str) -> str:
        return next((row.person.name for row in self.people.model.rows if row.person.id == person), person)

    def _state(self, listed: Listed) -> str:
        words = self.words
        if listed.locked_why == LEFT:
            return words("pit-terminated")
        if listed.locked_by is not None:
            return words("pit-locked-why", why=listed.locked_why or "")
        if listed.locked_until_ms > self.services.clock_ms():
            return words("pit-locked-out", time=self.services.time(listed.locked_until_ms), count=listed.wrong)
        return words("pit-wrong-pins", count=listed.wrong) if listed.wrong else words("pit-active")

    # --- who has opened it -------------------------------------------------------------------------------------------

    def opened(self) -> None:
        failure = self.services.publishing.failure
        if failure is not None:
            self.background.say(self.words(failure), "danger")

    def closed(self) -> None:
        self._by, self._changes = None, ()
        self.people.set_rows(())
        self._show()

    def sign_in(self) -> None:
        words = self.words
        dialog = SignIn(
            self.window(),
            words,
            title=words("pit-open-staff"),
            about=words("pit-open-staff-about"),
            names=self._managers(),
            then=self._sign_in,
        )
        dialog.open()

    def _managers(self) -> list[str]:
        return self.services.those_who(self.services.may_ask(Action.PEOPLE_MANAGE, Standing.CLOSED))

    def _sign_in(self, who: str, pin: str, _: str) -> None:
        services = self.services

        def run() -> tuple[Person, Contents]:
            person = services.admit(who, pin)
            require(services.permissions.why_not_person(person, Action.PEOPLE_LIST, Standing.CLOSED))
            return person, contents(services.book())

        def done(result: tuple[Person, Contents]) -> None:
            self._by = result[0]
            self._fill(result[1])

        self.background.do(self.words("pit-opening-staff"), lambda _: run(), done)

    def _fill(self, contents: Contents) -> None:
        people, self._changes = contents
        self.people.set_rows(people)
        self._show()

    def _show(self) -> None:
        words = self.words
        chosen = self.people.selected()
        row = chosen[0] if len(chosen) == 1 else None
        no_book = words("pit-no-staff") if self.services.people is None else ""
        refuse((self.open, self.own_pin), no_book)
        nobody = no_book or ("" if self._by is not None else words("pit-open-staff-first"))
        refuse((self.add,), nobody)
        oneself = self._by is not None and row is not None and row.person.id == self._by.id
        reason = nobody or (words("pit-choose-first") if row is None else words("pit-not-oneself") if oneself else "")
        refuse((self.roles, self.new_pin, self.lock, self.unlock, self.terminate), reason)
        if row is not None and not reason:
            locked = row.locked_by is not None or row.wrong > 0
            self.lock.setEnabled(row.locked_by is None)
            self.unlock.setEnabled(locked)
            self.terminate.setEnabled(row.locked_why != LEFT)
        self.changes.set_rows([change for change in self._changes if row is None or change.person == row.person.id])

    # --- what is done to somebody ------------------------------------------------------------------------------------

    def _with_one(self, run: Callable[[Person], None]) -> None:
        chosen = self.people.selected()
        if len(chosen) == 1:
            run(chosen[0].person)

    def _change(self, notice: str, run: Callable[[Staff, Person, int], object]) -> None:
        """Two people: who opened the list, and another one who types the own PIN now."""
        words, by = self.words, self._by
        if by is None:
            return
        others = [name for name in self._managers() if name != by.name]
        if not others:  # nobody else could be the second
            self._do(notice, run, by, None)
            return
        SignIn(
            self.window(),
            words,
            title=words("pit-second-person"),
            about=words("pit-second-person-about", person=by.name),
            names=others,
            then=lambda who, pin, _: self._do(notice, run, by, (who, pin)),
        ).open()

    def _do(
        self, notice: str, run: Callable[[Staff, Person, int], object], by: Person, second: tuple[str, str] | None
    ) -> None:
        services = self.services

        def change() -> Contents:
            book = services.book()
            other = None if second is None else services.admit(*second)
            run(Staff(book, services.permissions, second=other), by, services.clock_ms())
            return contents(book)

        def done(contents: Contents) -> None:
            self._fill(contents)
            say_changed(self, notice)

        self.background.do(self.words("pit-changing-staff"), lambda _: change(), done)

    def _lock(self, person: Person) -> None:
        words = self.words

        def lock(why: str) -> None:
            notice = words("pit-now-locked", name=person.name)
            self._change(notice, lambda staff, by, now: staff.lock(person, why=why, by=by, now_ms=now))

        ReasonForm(self, words("pit-lock"), person.name, lock).open()

    def _unlock(self, person: Person) -> None:
        notice = self.words("pit-now-unlocked", name=person.name)
        self._change(notice, lambda staff, by, now: staff.unlock(person, by=by, now_ms=now))

    def _reset(self, person: Person) -> None:
        def reset(pin: str) -> None:
            notice = self.words("pit-has-new-pin", name=person.name)
            self._change(notice, lambda staff, by, now: staff.reset_pin(person, Pin(pin), by=by, now_ms=now))

        NewPin(self.window(), self.words, person.name, reset).open()

    def _other_roles(self, person: Person) -> None:
        def change(_name: str, _badge: str, roles: tuple[Role, ...]) -> None:
            notice = self.words("pit-has-roles", name=person.name, roles=", ".join(map(self.words.role, roles)))

            def with_pin(pin: str | None) -> None:
                new = None if pin is None else Pin(pin)
                self._change(
                    notice, lambda staff, by, now: staff.change_roles(person, roles, by=by, now_ms=now, pin=new)
                )

            if least_digits(roles) > least_digits(person.roles):  # whoever approves has a longer PIN
                NewPin(self.window(), self.words, person.name, with_pin).open()
            else:
                with_pin(None)

        PersonForm(self, change, known=person).open()

    def _terminate(self, person: Person) -> None:
        words = self.words
        asking = QMessageBox(self.window())
        asking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asking.setTextFormat(Qt.TextFormat.PlainText)
        asking.setText(words("pit-terminate-sure", name=person.name))
        yes = asking.addButton(words("pit-terminate"), QMessageBox.ButtonRole.DestructiveRole)
        asking.addButton(words("pit-cancel"), QMessageBox.ButtonRole.RejectRole)

        def answered(pressed: object) -> None:
            if pressed is yes:
                notice = words("pit-now-terminated", name=person.name)
                self._change(notice, lambda staff, by, now: staff.end_employment(person, by=by, now_ms=now))

        asking.buttonClicked.connect(answered)
        asking.open()

    def _new(self) -> None:
        def add(name: str, badge: str, roles: tuple[Role, ...]) -> None:
            def with_pin(pin: str) -> None:
                self._change(
                    self.words("pit-person-added", name=name),
                    lambda staff, by, now: staff.add(
                        name=name, badge=badge, roles=roles, pin=Pin(pin), by=by, now_ms=now
                    ),
                )

            staff = Staff(self.services.book(), self.services.permissions)
            self.background.do(
                self.words("pit-opening-staff"),
                lambda _: staff.check_free(name, badge),
                lambda _: NewPin(self.window(), self.words, name, with_pin).open(),
            )

        PersonForm(self, add).open()


def _level(listed: Listed) -> Level | None:
    if listed.locked_why == LEFT:
        return "off"
    return "warn" if listed.locked_by is not None or listed.wrong else None


def _done(words: Words, change: Change) -> str:
    key = f"pit-change-{change.what.replace(' ', '-').lower()}"
    return words(key) if words.has(key) else change.what


def _detail(words: Words, change: Change) -> str:
    """Roles by their names; what somebody wrote stands as it is."""
    roles = change.detail.replace(">", " ").split()
    if not roles or not {*roles} <= {*Role}:
        return change.detail
    return " > ".join(", ".join(map(words.role, part.split())) for part in change.detail.split(">"))
