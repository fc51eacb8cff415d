"""People and devices: who may come in, with roles, locks and PINs; every machine with its serial number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from dealer_console.messages import recorded_refusal
from dealer_console.pit.board import Device
from dealer_console.pit.pages.app_state import AppState
from dealer_console.pit.pages.dialogs import Choice, Option, Typing, WhoIsIt, may_manage, those_who
from dealer_console.pit.pages.list_window import Paging
from dealer_console.pit.pages.people.device_lines import device_head, device_line
from dealer_console.pit.pages.people.new_pin import ask_new_pin, change_own_pin
from dealer_console.pit.pages.people.person_form import PersonForm
from dealer_console.pit.pages.places import HEADS, body_of
from dealer_console.pit.pages.services import NO_BOOK
from dealer_console.pit.pages.values import Gap, Line, PitPage, PitRow, Room
from dealer_console.screens.sizes import FINGER, KEY, SPACE
from dealer_console.screens.values import Button, Sheet, Text
from dealer_console.table.people import (
    LEFT,
    Action,
    Listed,
    PeopleBook,
    PeopleRefused,
    Person,
    Pin,
    Staff,
    Standing,
)
from dealer_console.table.people.store_tables import Change

WIDTHS: Final = (14, 8, 16, 26)
HEAD: Final = ("Name", "Badge", "Roles", "State")
REASONS: Final = ("badge was lost", "on leave", "investigation")
NOT_ONESELF: Final = "not for oneself: somebody else who may manage people does it"
NEWEST: Final = 6  # of what was done to a person

Contents = tuple[tuple[Listed, ...], tuple[Change, ...]]


def contents(book: PeopleBook) -> Contents:
    """Who has left comes last."""
    return tuple(sorted(book.people(), key=lambda each: each.locked_why == LEFT)), book.changes()


class PeoplePage:
    name = "People, devices"

    def __init__(self, core: AppState) -> None:
        self._core = core
        self._showing: Literal["devices", "people"] = "devices"
        self._people: tuple[Listed, ...] = ()
        self._changes: tuple[Change, ...] = ()
        self._by: Person | None = None  # who has opened the book of people; until this page is left
        self._chosen: Listed | None = None
        self._form: PersonForm | None = None
        self._paging = Paging(id="people:page")

    def opened(self) -> None:
        self._showing, self._people, self._changes, self._by = "devices", (), (), None
        self._chosen, self._form = None, None

    # --- what is seen ------------------------------------------------------------------------------------------------

    def page(self, room: Room) -> PitPage:
        if self._form is not None:
            return self._form.page()
        if self._chosen is not None:
            return self._person(self._chosen)
        many = room.many(body_of(room).height - KEY - HEADS * room.grown - 3 * SPACE, FINGER * room.grown)
        if self._showing == "devices":
            head = device_head()
            lines = [device_line(each, self._core.services.moment) for each in self._devices()]
        else:
            head = Line(id="", cells=HEAD, widths=WIDTHS)
            lines = [self._listed(each) for each in self._people]
        shown = lines[self._paging.window(len(lines), many)]
        rows = [PitRow(elements=(head,)), *(PitRow(elements=(each,), height=FINGER) for each in shown)]
        if not lines:
            rows.append(PitRow(elements=(Text(text="No device has been seen yet.", size="large"),)))
        rows += [PitRow(elements=(Gap(),)), PitRow(elements=(*self._paging.buttons(len(lines)), *self._tabs()))]
        title = "Devices" if self._showing == "devices" else f"People, opened by {self._by.name if self._by else ''}"
        return PitPage(title=title, columns=(tuple(rows),))

    def _tabs(self) -> tuple[Button, ...]:
        able = self._core.services.people is not None
        reason = "" if able else NO_BOOK
        new = Button(id="people:new", label="New person", key="N", tone="go")
        own = Button(id="people:own-pin", label="My PIN", hint="change it", key="M", enabled=able, reason=reason)
        return (
            new if self._showing == "people" else own,
            Button(id="people:devices", label="Devices", key="D", checked=self._showing == "devices"),
            Button(
                id="people:people",
                label="People",
                hint="with name and PIN",
                key="P",
                checked=self._showing == "people",
                enabled=able,
                reason=reason,
            ),
        )

    def _devices(self) -> tuple[Device, ...]:
        live = self._core.live
        return () if live is None else tuple(device for table in live.tables for device in table.devices)

    def _listed(self, each: Listed) -> Line:
        person = each.person
        state = self._state(each)
        return Line(
            id=f"people:person:{person.id}",
            cells=(person.name, person.badge, ", ".join(role.words for role in person.roles), state or "may come in"),
            widths=WIDTHS,
            level=None if not state else "off" if each.locked_why == LEFT else "warn",
        )

    def _state(self, each: Listed) -> str:
        if each.locked_why == LEFT:
            return LEFT
        if each.locked_by is not None:
            return f"locked: {each.locked_why}"
        if each.locked_until_ms > self._core.services.clock_ms():
            return f"locked out until {self._core.services.time(each.locked_until_ms)} after {each.wrong} wrong PINs"
        return f"{each.wrong} wrong PINs in a row" if each.wrong else ""

    def _person(self, each: Listed) -> PitPage:
        person = each.person
        rows = [
            PitRow(elements=(Text(text=person.name, size="large", tone="main"),)),
            PitRow(elements=(Text(text=f"badge {person.badge}; {', '.join(role.words for role in person.roles)}"),)),
            PitRow(elements=(Text(text=self._state(each) or "may come in"),)),
            self._done_to(person),
        ]
        return PitPage(title="Person", columns=((*rows, PitRow(elements=self._deeds(each))),))

    def _deeds(self, each: Listed) -> tuple[Button, ...]:
        oneself = self._by is not None and each.person.id == self._by.id
        able, reason = not oneself, NOT_ONESELF if oneself else ""
        pin = Button(id="people:pin", label="New PIN", hint="the person types it", key="N", enabled=able, reason=reason)
        lock = Button(
            id="people:lock", label="Lock", hint="with a reason", key="L", tone="danger", enabled=able, reason=reason
        )
        leave = Button(
            id="people:leave", label="Leaves", hint="the house", key="E", tone="danger", enabled=able, reason=reason
        )
        return (
            Button(id="people:back", label="Back", key="Escape"),
            pin,
            Button(id="people:roles", label="Roles", key="R", enabled=able, reason=reason),
            Button(id="people:unlock", label="Unlock", key="U") if self._state(each) else lock,
            *(() if each.locked_why == LEFT else (leave,)),
        )

    def _done_to(self, person: Person) -> PitRow:
        """What was done to this person, the newest first."""
        names = {each.person.id: each.person.name for each in self._people}
        rows = [
            (self._core.services.moment(each.at_ms), each.what, names.get(each.by, each.by), each.detail)
            for each in reversed(self._changes)
            if each.person == person.id
        ]
        return PitRow(elements=(Sheet(head=("When", "What", "By", ""), rows=tuple(rows[:NEWEST])),))

    # --- what is touched ---------------------------------------------------------------------------------------------

    def press(self, touched: str) -> None:
        chosen = self._chosen
        count = len(self._devices()) if self._showing == "devices" else len(self._people)
        if touched == "people:devices":
            self._showing, self._paging.first = "devices", 0
        elif touched == "people:people":
            self._open_book()
        elif touched.startswith("people:person:"):
            who = touched.removeprefix("people:person:")
            self._chosen = next((each for each in self._people if each.person.id == who), None)
        elif touched == "people:own-pin":
            change_own_pin(self._core, self._book())
        elif touched == "people:new":
            self._form = PersonForm(self._core, self._add)
        elif touched == "people:back":
            self._back()
        elif self._form is not None:
            self._form.press(touched)
        elif chosen is not None:
            self._deal_with(chosen.person, touched)
        else:
            self._paging.press(touched, count)

    def _back(self) -> None:
        if self._form is None:
            self._chosen = None
        self._form = None

    def _open_book(self) -> None:
        names = those_who(self._core, may_manage)
        why = "People are shown to and changed by those who may manage people."
        self._core.dialog = WhoIsIt(self._core, "Open the book of people", why, names, self._opened_by)

    def _opened_by(self, who: str, pin: str) -> None:
        services = self._core.services

        def run() -> tuple[Person, Contents]:
            person, book = services.admit(who, pin), self._book()
            refusal = services.permissions.why_not_person(person, Action.PEOPLE_LIST, Standing.CLOSED)
            if refusal is not None:
                raise PeopleRefused(recorded_refusal(refusal))
            return person, contents(book)

        def done(found: tuple[Person, Contents]) -> None:
            self._by, (self._people, self._changes) = found
            self._showing, self._paging.first = "people", 0

        self._core.do("opening the book of people", lambda _: run(), done)

    def _book(self) -> PeopleBook:
        if self._core.services.people is None:
            raise PeopleRefused(NO_BOOK)
        return self._core.services.people

    def _deal_with(self, person: Person, touched: str) -> None:
        if touched == "people:lock":
            self._core.dialog = Typing(
                self._core, f"Why is {person.name} locked?", lambda why: self._lock(person, why), ready=REASONS
            )
        elif touched == "people:unlock":
            self._change(f"{person.name} is unlocked", lambda staff, by, now: staff.unlock(person, by=by, now_ms=now))
        elif touched == "people:pin":
            ask_new_pin(self._core, person.name, lambda pin: self._reset(person, pin))
        elif touched == "people:roles":
            self._form = PersonForm(
                self._core, lambda form: self._other_roles(person, form), known=person.name, roles=person.roles
            )
        elif touched == "people:leave":
            yes = Option(value="leave", label="Yes", hint=f"{person.name} comes in no more")
            title = f"{person.name} leaves the house?"
            self._core.dialog = Choice(self._core, title, [yes], lambda _: self._leave(person))

    def _lock(self, person: Person, why: str) -> None:
        self._change(f"{person.name} is locked", lambda staff, by, now: staff.lock(person, why=why, by=by, now_ms=now))

    def _leave(self, person: Person) -> None:
        self._change(f"{person.name} {LEFT}", lambda staff, by, now: staff.end_employment(person, by=by, now_ms=now))

    def _reset(self, person: Person, pin: Pin) -> None:
        self._change(
            f"{person.name} has a new PIN", lambda staff, by, now: staff.reset_pin(person, pin, by=by, now_ms=now)
        )

    def _other_roles(self, person: Person, form: PersonForm) -> None:
        self._change(
            f"{person.name}: {', '.join(role.words for role in form.roles)}",
            lambda staff, by, now: staff.change_roles(person, form.roles, by=by, now_ms=now),
        )

    def _add(self, form: PersonForm) -> None:
        name, badge, roles = form.name, form.badge, form.roles

        def add(pin: Pin) -> None:
            self._change(
                f"{name} is in the book",
                lambda staff, by, now: staff.add(name=name, badge=badge, roles=roles, pin=pin, by=by, now_ms=now),
            )

        def free(_: None) -> None:
            if self._form is form:  # nobody has left the page meanwhile
                ask_new_pin(self._core, name, add)

        staff = Staff(self._book(), self._core.services.permissions)
        self._core.do("looking into the book of people", lambda _: staff.check_free(name, badge), free)

    def _change(self, words: str, deed: Callable[[Staff, Person, int], object]) -> None:
        services, by = self._core.services, self._by
        if by is None:
            return

        def run() -> Contents:
            book = self._book()
            deed(Staff(book, services.permissions), by, services.clock_ms())
            return contents(book)

        def done(found: Contents) -> None:
            self._people, self._changes = found
            self._chosen, self._form = None, None
            self._core.say(words)

        self._core.do("changing the book of people", lambda _: run(), done)
