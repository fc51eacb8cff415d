"""People and devices: roles, locks and PINs for those who may manage people; every machine with its serial number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from dealer_console.pit.board import Device
from dealer_console.pit.pages.asking import Typing, WhoIsIt, may_manage, those_who
from dealer_console.pit.pages.core import Core
from dealer_console.pit.pages.desk import NO_BOOK
from dealer_console.pit.pages.paging import Paging
from dealer_console.pit.pages.places import HEADS, body_of
from dealer_console.pit.pages.values import Gap, Line, PitPage, PitRow, Room
from dealer_console.screens.sizes import FINGER, KEY, SPACE
from dealer_console.screens.values import Button, Text
from dealer_console.table.people import Action, Listed, PeopleBook, PeopleRefused, Person, Pin, Staff, Standing

WIDTHS: Final = (14, 8, 16, 26)
HEAD: Final = ("Name", "Badge", "Roles", "State")
DEVICE_WIDTHS: Final = (12, 11, 14, 15, 9, 10, 13, 7)
DEVICE_HEAD: Final = ("Table", "Device", "Serial number", "Model", "Firmware", "State", "Since", "Errors")
REASONS: Final = ("has left the house", "badge was lost", "investigation")


class PeoplePage:
    name = "People, devices"

    def __init__(self, core: Core) -> None:
        self._core = core
        self._showing: Literal["devices", "people"] = "devices"
        self._people: tuple[Listed, ...] = ()
        self._by: Person | None = None  # who has opened the book of people; until this page is left
        self._chosen: Listed | None = None
        self._paging = Paging(id="people:page")

    def opened(self) -> None:
        self._showing, self._people, self._by, self._chosen = "devices", (), None, None

    # --- what is seen ------------------------------------------------------------------------------------------------

    def page(self, room: Room) -> PitPage:
        if self._chosen is not None:
            return self._person(self._chosen)
        many = room.many(body_of(room).height - KEY - HEADS * room.grown - 3 * SPACE, FINGER * room.grown)
        if self._showing == "devices":
            head = Line(id="", cells=DEVICE_HEAD, widths=DEVICE_WIDTHS, amounts=(7,))
            lines = [self._device(each) for each in self._devices()]
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

    def _tabs(self) -> tuple[Button, Button]:
        able = self._core.desk.people is not None
        return (
            Button(id="people:devices", label="Devices", key="D", checked=self._showing == "devices"),
            Button(
                id="people:people",
                label="People",
                hint="with name and PIN",
                key="P",
                checked=self._showing == "people",
                enabled=able,
                reason="" if able else NO_BOOK,
            ),
        )

    def _devices(self) -> tuple[Device, ...]:
        live = self._core.live
        return () if live is None else tuple(device for table in live.tables for device in table.devices)

    def _device(self, each: Device) -> Line:
        cells = (
            each.table,
            each.device,
            each.serial,
            each.model,
            each.firmware,
            each.state,
            self._core.desk.moment(each.since_ms),
            str(each.errors),
        )
        level = None if each.state == "ready" and not each.errors else "warn" if each.state == "ready" else "bad"
        return Line(id="", cells=cells, widths=DEVICE_WIDTHS, amounts=(7,), level=level)  # type: ignore[arg-type]

    def _listed(self, each: Listed) -> Line:
        person = each.person
        state = self._state(each)
        return Line(
            id=f"people:person:{person.id}",
            cells=(person.name, person.badge, ", ".join(role.words for role in person.roles), state or "may come in"),
            widths=WIDTHS,
            level="warn" if state else None,
        )

    def _state(self, each: Listed) -> str:
        if each.locked_by is not None:
            return f"locked: {each.locked_why}"
        if each.locked_until_ms > self._core.desk.clock_ms():
            return f"locked out until {self._core.desk.time(each.locked_until_ms)} after {each.wrong} wrong PINs"
        return f"{each.wrong} wrong PINs in a row" if each.wrong else ""

    def _person(self, each: Listed) -> PitPage:
        person = each.person
        rows = [
            PitRow(elements=(Text(text=person.name, size="large", tone="main"),)),
            PitRow(elements=(Text(text=f"badge {person.badge}; {', '.join(role.words for role in person.roles)}"),)),
            PitRow(elements=(Text(text=self._state(each) or "may come in"),)),
            PitRow(elements=(Gap(),)),
        ]
        locked = bool(self._state(each))
        buttons = (
            Button(id="people:back", label="Back", key="Escape"),
            Button(id="people:pin", label="New PIN", hint="the person types it", key="N"),
            Button(id="people:unlock", label="Unlock", key="U")
            if locked
            else Button(id="people:lock", label="Lock", hint="with a reason", key="L", tone="danger"),
        )
        return PitPage(title="Person", columns=((*rows, PitRow(elements=buttons)),))

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
        elif touched == "people:back":
            self._chosen = None
        elif chosen is not None:
            self._deal_with(chosen.person, touched)
        else:
            self._paging.press(touched, count)

    def _open_book(self) -> None:
        names = those_who(self._core, may_manage)
        why = "People are shown to and changed by those who may manage people."
        self._core.dialog = WhoIsIt(self._core, "Open the book of people", why, names, self._opened_by)

    def _opened_by(self, who: str, pin: str) -> None:
        desk = self._core.desk

        def run() -> tuple[Person, tuple[Listed, ...]]:
            person, book = desk.admit(who, pin), self._book()
            refusal = desk.permissions.why_not_person(person, Action.PEOPLE_LIST, Standing.CLOSED)
            if refusal is not None:
                raise PeopleRefused(str(refusal))
            return person, book.people()

        def done(found: tuple[Person, tuple[Listed, ...]]) -> None:
            self._by, self._people = found
            self._showing, self._paging.first = "people", 0

        self._core.do("opening the book of people", lambda _: run(), done)

    def _book(self) -> PeopleBook:
        if self._core.desk.people is None:
            raise PeopleRefused(NO_BOOK)
        return self._core.desk.people

    def _deal_with(self, person: Person, touched: str) -> None:
        if touched == "people:lock":
            self._core.dialog = Typing(
                self._core, f"Why is {person.name} locked?", lambda why: self._lock(person, why), ready=REASONS
            )
        elif touched == "people:unlock":
            self._change(f"{person.name} is unlocked", lambda staff, by, now: staff.unlock(person, by=by, now_ms=now))
        elif touched == "people:pin":
            self._new_pin(person, "New PIN", lambda first: self._new_pin_again(person, first))

    def _lock(self, person: Person, why: str) -> None:
        self._change(f"{person.name} is locked", lambda staff, by, now: staff.lock(person, why=why, by=by, now_ms=now))

    def _new_pin(self, person: Person, title: str, then: Callable[[str], None]) -> None:
        why = f"{person.name} types it, nobody else looks."
        self._core.dialog = WhoIsIt(self._core, title, why, [person.name], lambda _, pin: then(pin))

    def _new_pin_again(self, person: Person, first: str) -> None:
        def then(second: str) -> None:
            if first != second:
                self._core.say("The two PINs differ; nothing was changed", "danger")
                return
            self._change(
                f"{person.name} has a new PIN",
                lambda staff, by, now: staff.reset_pin(person, Pin(first), by=by, now_ms=now),
            )

        self._new_pin(person, "The same once more", then)

    def _change(self, words: str, deed: Callable[[Staff, Person, int], None]) -> None:
        desk, by = self._core.desk, self._by
        if by is None:
            return

        def run() -> tuple[Listed, ...]:
            book = self._book()
            deed(Staff(book, desk.permissions), by, desk.clock_ms())
            return book.people()

        def done(people: tuple[Listed, ...]) -> None:
            self._people, self._chosen = people, None
            self._core.say(words)

        self._core.do("changing the book of people", lambda _: run(), done)
