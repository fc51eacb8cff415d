"""A small house for the tests: people with their PINs, and a hash that costs nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from dealer_console.table.people import (
    HashCost,
    PeopleBook,
    Person,
    PersonId,
    Pin,
    Role,
    Staff,
    load_permissions,
)

CHEAP: Final = HashCost(passes=1, memory_kib=8, lanes=1)
PEPPER: Final = bytes(range(32))
NOW: Final = 1_700_000_000_000
PINS: Final = {"Paula Reyes": "918273", "Sam Okafor": "4069", "Dana Lind": "7305"}


def person(number: int, *roles: Role) -> Person:
    return Person(id=PersonId(f"p{number}"), name=f"Person {number}", badge=f"B{number}", roles=roles)


def pin_of(who: Person) -> Pin:
    return Pin(PINS[who.name])


class House:
    """A book with a pit manager, a supervisor and a dealer."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "people.db"
        self.book = PeopleBook.create(self.path, pepper=PEPPER, cost=CHEAP)
        self.staff = Staff(self.book, load_permissions())
        self.paula = self._add("Paula Reyes", "P-100", [Role.PIT_MANAGER], None)
        self.sam = self._add("Sam Okafor", "S-200", [Role.SUPERVISOR], self.paula)
        self.dana = self._add("Dana Lind", "D-300", [Role.DEALER], self.paula)

    def _add(self, name: str, badge: str, roles: Iterable[Role], by: Person | None) -> Person:
        return self.staff.add(name=name, badge=badge, roles=roles, pin=Pin(PINS[name]), by=by, now_ms=NOW)

    def opened_again(self) -> PeopleBook:
        """As after a restart of the console."""
        self.book.close()
        self.book = PeopleBook.open(self.path, pepper=PEPPER, cost=CHEAP)
        self.staff = Staff(self.book, load_permissions())
        return self.book
