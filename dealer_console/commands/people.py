"""`dealer-console people`: who is in the book. Whoever manages people says who they are, and proves it by PIN.

PINs are typed without an echo, or come line by line on standard input; they are never an argument of a command, where
every user of the machine could read them.
"""

from __future__ import annotations

import getpass
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dealer_console.commands.speaking import complain, say, say_json
from dealer_console.game.suggestions import did_you_mean
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.table.people import (
    LEFT,
    Action,
    HashCost,
    Listed,
    NotAdmitted,
    PeopleBook,
    PeopleDamaged,
    PeopleRefused,
    Person,
    Pin,
    Role,
    Staff,
    Standing,
    create_pepper,
    load_pepper,
    load_permissions,
)
from dealer_console.table.people.lock_out import in_words
from dealer_console.usual_places import data_folder, settings_folder


def default_people_file() -> Path:
    return data_folder() / "people.db"


def default_pepper_file() -> Path:
    """In another folder than the people: whoever copies the one does not get the other with it."""
    return settings_folder() / "people.pepper"


def ask_pin(prompt: str) -> Pin:
    if sys.stdin.isatty():
        return Pin(getpass.getpass(f"{prompt}: "))
    return Pin(sys.stdin.readline().rstrip("\r\n"))


def clock_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Where the book is, who types, and what time it is: everything around a command of this module."""

    people: Path = field(default_factory=default_people_file)
    pepper: Path = field(default_factory=default_pepper_file)
    ask: Callable[[str], Pin] = ask_pin
    now_ms: Callable[[], int] = clock_ms
    cost: HashCost = field(default_factory=HashCost)

    @contextmanager
    def book(self, *, make: bool = False) -> Iterator[PeopleBook]:
        if make and not self.people.exists():
            pepper = load_pepper(self.pepper) if self.pepper.exists() else create_pepper(self.pepper)
            opened = PeopleBook.create(self.people, pepper=pepper, cost=self.cost)
        elif not self.people.exists():
            raise PeopleRefused(f"there is no book of people at {self.people}; make it with: dealer-console people add")
        else:
            opened = PeopleBook.open(self.people, pepper=load_pepper(self.pepper), cost=self.cost)
        with opened as book:
            yield book

    def admit(self, book: PeopleBook, by: str | None) -> Person:
        """Who does this; refused when the PIN is wrong or nobody was named."""
        if not by:
            raise PeopleRefused("say who does this: --by NAME-OR-BADGE")
        answer = book.authenticate(by, self.ask(f"PIN of {by}"), now_ms=self.now_ms())
        if isinstance(answer, NotAdmitted):
            raise PeopleRefused(str(answer))
        return answer

    def new_pin(self, name: str) -> Pin:
        first, second = self.ask(f"New PIN of {name}"), self.ask("The same once more")
        if first != second:
            raise PeopleRefused("the two PINs differ; nothing was changed")
        return first


def _run(deed: Callable[[], None]) -> int:
    try:
        deed()
    except (PeopleRefused, PeopleDamaged, BadFile, NoConfig) as problem:
        return complain(str(problem))
    return 0


def add_person(name: str, badge: str, roles: Sequence[str], *, by: str | None, desk: Desk) -> int:
    """The first person is added by nobody and must be a pit manager."""

    def deed() -> None:
        wanted = [_role(word) for word in roles]
        permissions = load_permissions()
        with desk.book(make=True) as book:
            manager = desk.admit(book, by) if book.people() or by else None
            staff = Staff(book, permissions)
            staff.check_free(name, badge)
            pin = desk.new_pin(name)
            added = staff.add(name=name, badge=badge, roles=wanted, pin=pin, by=manager, now_ms=desk.now_ms())
        say(f"{added.name} is in the book: {added.id}, badge {added.badge}, {', '.join(added.roles)}")

    return _run(deed)


def list_people(*, by: str | None, as_json: bool, desk: Desk) -> int:
    def deed() -> None:
        with desk.book() as book:
            manager = desk.admit(book, by)
            refusal = load_permissions().why_not_person(manager, Action.PEOPLE_LIST, Standing.CLOSED)
            if refusal is not None:
                raise PeopleRefused(str(refusal))
            found = book.people()
        if as_json:
            say_json([_row(each) for each in found])
        else:
            _print(found, desk.now_ms())

    return _run(deed)


def _managed(who: str, *, by: str | None, desk: Desk, deed: Callable[[Staff, Person, Person], str]) -> int:
    """`deed` gets the person it is about and who manages people, and gives back what to say."""

    def run() -> None:
        with desk.book() as book:
            manager = desk.admit(book, by)
            told = deed(Staff(book, load_permissions()), book.find(who), manager)
        say(told)

    return _run(run)


def lock_person(who: str, why: str, *, by: str | None, desk: Desk) -> int:
    def deed(staff: Staff, person: Person, manager: Person) -> str:
        staff.lock(person, why=why, by=manager, now_ms=desk.now_ms())
        return f"{person.name} is locked"

    return _managed(who, by=by, desk=desk, deed=deed)


def leave_house(who: str, *, by: str | None, desk: Desk) -> int:
    def deed(staff: Staff, person: Person, manager: Person) -> str:
        staff.end_employment(person, by=manager, now_ms=desk.now_ms())
        return f"{person.name} {LEFT} and comes in no more"

    return _managed(who, by=by, desk=desk, deed=deed)


def change_roles(who: str, roles: Sequence[str], *, by: str | None, desk: Desk) -> int:
    """The roles from now on, all of them. A word that is none is refused before anybody types a PIN."""
    wanted: list[Role] = []
    if refused := _run(lambda: wanted.extend(_role(word) for word in roles)):
        return refused

    def deed(staff: Staff, person: Person, manager: Person) -> str:
        changed = staff.change_roles(person, wanted, by=manager, now_ms=desk.now_ms())
        return f"{changed.name} is {', '.join(role.with_article for role in changed.roles)} now"

    return _managed(who, by=by, desk=desk, deed=deed)


def unlock_person(who: str, *, by: str | None, desk: Desk) -> int:
    def deed(staff: Staff, person: Person, manager: Person) -> str:
        staff.unlock(person, by=manager, now_ms=desk.now_ms())
        return f"{person.name} is unlocked"

    return _managed(who, by=by, desk=desk, deed=deed)


def reset_pin(who: str, *, by: str | None, desk: Desk) -> int:
    """The pit manager proves who it is, then the person types the new PIN."""

    def deed() -> None:
        with desk.book() as book:
            manager = desk.admit(book, by)
            person = book.find(who)
            pin = desk.new_pin(person.name)
            Staff(book, load_permissions()).reset_pin(person, pin, by=manager, now_ms=desk.now_ms())
        say(f"{person.name} has a new PIN")

    return _run(deed)


def change_pin(who: str, *, desk: Desk) -> int:
    """Everybody, with the old PIN."""

    def deed() -> None:
        with desk.book() as book:
            old = desk.ask(f"PIN of {who} until now")
            answer = book.change_pin(who, old, desk.new_pin(who), now_ms=desk.now_ms())
            if isinstance(answer, NotAdmitted):
                raise PeopleRefused(str(answer))
        say(f"{answer.name} has a new PIN")

    return _run(deed)


def _role(word: str) -> Role:
    try:
        return Role(word.replace(" ", "-"))
    except ValueError:
        raise PeopleRefused(f"unknown role {word!r}{did_you_mean(word, [role.value for role in Role])}") from None


def _row(listed: Listed) -> dict[str, object]:
    person = listed.person
    return {
        "id": person.id,
        "name": person.name,
        "badge": person.badge,
        "roles": list(person.roles),
        "locked_by": listed.locked_by,
        "locked_why": listed.locked_why,
        "wrong_pins": listed.wrong,
        "locked_until_ms": listed.locked_until_ms or None,
    }


def _print(found: Sequence[Listed], now_ms: int) -> None:
    table = Table("id", "name", "badge", "roles", "locked")
    for each in found:
        person = each.person
        cells = (person.id, person.name, person.badge, ", ".join(person.roles), _lock(each, now_ms))
        table.add_row(*map(escape, cells))
    Console().print(table)


def _lock(listed: Listed, now_ms: int) -> str:
    if listed.locked_by is not None:
        return f"by {listed.locked_by}: {listed.locked_why}"
    if listed.locked_until_ms > now_ms:
        return f"{listed.wrong} wrong PINs, for {in_words(listed.locked_until_ms - now_ms)}"
    return ""
