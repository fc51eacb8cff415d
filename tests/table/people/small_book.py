"""A small house for the tests: people with their PINs, and a hash that costs nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dealer_console.table.people import (
    HashCost,
    NewPerson,
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
PINS: Final = {"Paula Reyes": "918273", "Sam Okafor": "406917", "Dana Lind": "7305"}


def person(number: int, *roles: Role) -> Person:
    return Person(id=PersonId(f"p{number}"), name=f"Person {number}", badge=f"B{number}", roles=roles)


def pin_of(who: Person) -> Pin:
    return Pin(PINS[who.name])


class SmallBook:
    """A book with a pit manager, a supervisor and a dealer."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "people.db"
        self.book = PeopleBook.create(self.path, pepper=PEPPER, cost=CHEAP)
        new = [
            NewPerson(name=name, badge=badge, roles=(role,), pin=Pin(PINS[name]))
            for name, badge, role in (
                ("Paula Reyes", "P-100", Role.PIT_MANAGER),
                ("Sam Okafor", "S-200", Role.SUPERVISOR),
                ("Dana Lind", "D-300", Role.DEALER),
            )
        ]
        self.paula, self.sam, self.dana = Staff(self.book, load_permissions()).begin(new, NOW)
        self.staff = self.with_second(self.sam)

    def with_second(self, second: Person | None) -> Staff:
        return Staff(self.book, load_permissions(), second=second)

    def opened_again(self) -> PeopleBook:
        """As after a restart of the console."""
        self.book.close()
        self.book = PeopleBook.open(self.path, pepper=PEPPER, cost=CHEAP)
        self.staff = self.with_second(self.sam)
        return self.book
