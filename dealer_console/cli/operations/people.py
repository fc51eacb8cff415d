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
from dataclasses import dataclass, field, replace
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from dealer_console.app.paths import Places, people_file, pepper_file
from dealer_console.cli.output import plain, print_json, say_line, words
from dealer_console.cli.terminal import terminal
from dealer_console.cli.verbs import AsJson, PeopleFile, PepperFile, group, refusing
from dealer_console.game.message import Message, Quoted
from dealer_console.game.similar_names import did_you_mean
from dealer_console.messages import recorded_refusal
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.table.people import (
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
from dealer_console.table.people.pins import duration, least_digits

By = Annotated[str | None, typer.Option("--by", help="help-two-people-technician")]
With = Annotated[str | None, typer.Option("--with", help="help-people-with")]
Roles = Annotated[list[str], typer.Option("--role", help="help-people-roles")]
Who = Annotated[str, typer.Argument(help="help-people-who")]


def ask_pin(prompt: str) -> Pin:
    if sys.stdin.isatty():
        return Pin(getpass.getpass(f"{prompt}: "))
    return Pin(sys.stdin.readline().rstrip("\r\n"))


def clock_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleAdmin:
    """The book of people as these commands reach it: its files, who types PINs, and what time it is."""

    people: PeopleFile = None
    pepper: PepperFile = None
    ask: Callable[[str], Pin] = ask_pin
    now_ms: Callable[[], int] = clock_ms
    cost: HashCost = field(default_factory=HashCost)

    def at(self, places: Places) -> PeopleAdmin:
        """The book at these places, where no other file is named."""
        return replace(self, people=self.people or places.people, pepper=self.pepper or places.pepper)

    @contextmanager
    def book(self, *, make: bool = False) -> Iterator[PeopleBook]:
        file, key_file = self.people or people_file(), self.pepper or pepper_file()
        if make and not file.exists():
            pepper = load_pepper(key_file) if key_file.exists() else create_pepper(key_file)
            opened = PeopleBook.create(file, pepper=pepper, cost=self.cost)
        elif not file.exists():
            raise PeopleRefused(Message("people-no-book-make", file=file))
        else:
            opened = PeopleBook.open(file, pepper=load_pepper(key_file), cost=self.cost)
        with opened as book:
            yield book

    def admit(self, book: PeopleBook, by: str | None) -> Person:
        """Who does this; refused when the PIN is wrong or nobody was named."""
        if not by:
            raise PeopleRefused(Message("people-say-who-does-name"))
        answer = book.authenticate(by, self.ask(words()(Message("ask-pin-of", name=by))), now_ms=self.now_ms())
        if isinstance(answer, NotAdmitted):
            raise PeopleRefused(answer.message)
        return answer

    def staff(self, book: PeopleBook, second: str | None) -> Staff:
        """Whoever is named as the second person types the own PIN, too."""
        return Staff(book, load_permissions(), second=self.admit(book, second) if second else None)

    def two(self, action: Action, first_badge: str | None, second_badge: str | None) -> tuple[Person, Person]:
        """Two people who type their PINs; one of them may ask for this, the other approve it."""
        with self.book() as book:
            first, second = self.admit(book, first_badge), self.admit(book, second_badge)
        if not load_permissions().are_two(first, second, action, Standing.CLOSED):
            says = load_permissions().actions[action].says
            raise PeopleRefused(Message("people-cannot-do-together", says=says, name=first.name, name2=second.name))
        return first, second

    @contextmanager
    def managed(self, who: str, by: str | None, second: str | None) -> Iterator[tuple[Staff, Person, Person]]:
        """The staff, the person it is about, and who manages people."""
        with self.book() as book:
            manager, staff = self.admit(book, by), self.staff(book, second)
            yield staff, book.find(who), manager

    def new_pin(self, name: str) -> Pin:
        first, second = (
            self.ask(words()(Message("ask-new-pin", name=name))),
            self.ask(words()(Message("ask-pin-again"))),
        )
        if first != second:
            raise PeopleRefused(Message("people-two-pins-differ-nothing"))
        return first


people_verb = refusing(PeopleRefused, PeopleDamaged, BadFile, NoConfig)


@people_verb
def add_person(
    name: Annotated[str, typer.Argument(help="help-people-name")],
    badge: Annotated[str, typer.Option("--badge", help="help-people-badge")],
    roles: Roles,
    admin: PeopleAdmin,
    by: By = None,
    second: With = None,
) -> None:
    """Enter a person; the first one makes the book, is added by nobody and must be a pit manager."""
    chosen_roles = [_role(word) for word in roles]
    load_permissions()  # whatever is wrong with them is told before a book is made
    with admin.book(make=True) as book:
        manager = admin.admit(book, by) if book.people() or by else None
        staff = admin.staff(book, second)
        staff.check_free(name, badge)
        pin = admin.new_pin(name)
        added = staff.add(name=name, badge=badge, roles=chosen_roles, pin=pin, by=manager, now_ms=admin.now_ms())
    roles_now = tuple(map(str, added.roles))
    say_line("out-person-added", name=added.name, id=added.id, badge=added.badge, roles=roles_now)


@people_verb
def list_people(admin: PeopleAdmin, by: By = None, as_json: AsJson = False) -> None:
    """Everybody, with roles and lock-outs."""
    with admin.book() as book:
        manager = admin.admit(book, by)
        refusal = load_permissions().why_not_person(manager, Action.PEOPLE_LIST, Standing.CLOSED)
        if refusal is not None:
            raise PeopleRefused(recorded_refusal(refusal))
        listed = book.people()
    if as_json:
        print_json([_row(person) for person in listed])
    else:
        _print(listed, admin.now_ms())


@people_verb
def lock_person(
    who: Who,
    why: Annotated[str, typer.Option("--why", help="help-database-accept-why")],
    admin: PeopleAdmin,
    by: By = None,
    second: With = None,
) -> None:
    """Lock a person out by hand."""
    with admin.managed(who, by, second) as (staff, person, manager):
        staff.lock(person, why=why, by=manager, now_ms=admin.now_ms())
    say_line("out-person-locked", name=person.name)


@people_verb
def leave_house(who: Who, admin: PeopleAdmin, by: By = None, second: With = None) -> None:
    """End an employment: the person stays in the book and comes in no more."""
    with admin.managed(who, by, second) as (staff, person, manager):
        staff.end_employment(person, by=manager, now_ms=admin.now_ms())
    say_line("out-person-left", name=person.name)


@people_verb
def change_roles(who: Who, roles: Roles, admin: PeopleAdmin, by: By = None, second: With = None) -> None:
    """Give a person other roles: these and no others from now on."""
    chosen_roles = [_role(word) for word in roles]  # a word that is no role is refused before anybody types a PIN
    with admin.managed(who, by, second) as (staff, person, manager):
        longer = least_digits(chosen_roles) > least_digits(person.roles)  # whoever approves has a longer PIN
        pin = admin.new_pin(person.name) if longer else None
        changed = staff.change_roles(person, chosen_roles, by=manager, now_ms=admin.now_ms(), pin=pin)
    say_line("out-person-roles", name=changed.name, roles=tuple(Message(f"a-{role}") for role in changed.roles))


@people_verb
def unlock_person(who: Who, admin: PeopleAdmin, by: By = None, second: With = None) -> None:
    """End a lock-out, or a lock by hand."""
    with admin.managed(who, by, second) as (staff, person, manager):
        staff.unlock(person, by=manager, now_ms=admin.now_ms())
    say_line("out-person-unlocked", name=person.name)


@people_verb
def reset_pin(who: Who, admin: PeopleAdmin, by: By = None, second: With = None) -> None:
    """Give a person a new PIN: the pit manager proves who it is, then the person types it."""
    with admin.managed(who, by, second) as (staff, person, manager):
        staff.reset_pin(person, admin.new_pin(person.name), by=manager, now_ms=admin.now_ms())
    say_line("out-new-pin", name=person.name)


@people_verb
def change_pin(who: Who, admin: PeopleAdmin) -> None:
    """Change the own PIN, with the old one."""
    with admin.book() as book:
        old = admin.ask(words()(Message("ask-pin-until-now", name=who)))
        answer = book.change_pin(who, old, admin.new_pin(who), now_ms=admin.now_ms())
        if isinstance(answer, NotAdmitted):
            raise PeopleRefused(answer.message)
    say_line("out-new-pin", name=answer.name)


def _role(word: str) -> Role:
    try:
        return Role(word.replace(" ", "-"))
    except ValueError:
        hint = did_you_mean(word, [role.value for role in Role])
        raise PeopleRefused(Message("people-unknown-role", word=Quoted(word), hint=hint)) from None


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


def _print(listed: Sequence[Listed], now_ms: int) -> None:
    heads = ("id", "name", "badge", "roles", "locked")
    table = Table(*(words()(f"col-{head}") for head in heads))
    for row in listed:
        person = row.person
        cells = (person.id, person.name, person.badge, ", ".join(person.roles), _lock(row, now_ms))
        table.add_row(*(escape(plain(cell)) for cell in cells))
    terminal().print(table)


def _lock(listed: Listed, now_ms: int) -> str:
    if listed.locked_by is not None:
        return words()(Message("out-locked-by", by=listed.locked_by, why=listed.locked_why or ""))
    if listed.locked_until_ms > now_ms:
        left = duration(listed.locked_until_ms - now_ms)
        return words()(Message("out-wrong-pins", count=listed.wrong, left=left))
    return ""


app = group(
    "people",
    add=add_person,
    list=list_people,
    lock=lock_person,
    leave=leave_house,
    roles=change_roles,
    unlock=unlock_person,
    reset_pin=reset_pin,
    change_pin=change_pin,
)
