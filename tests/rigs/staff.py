"""People with PINs, in a real book: a pit manager, supervisors, dealers, a technician, cashiers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection

from dealer_console.table.people import HashCost, NewPerson, PeopleBook, Person, Pin, Role, Staff, load_permissions

PEPPER: Final = bytes(range(32))
CHEAP: Final = HashCost(passes=1, memory_kib=8, lanes=1)
PINS: Final = {
    "Paula": "918273",
    "Sam": "406917",
    "Dana": "7305",
    "Drew": "516048",
    "Ted": "2846",
    "Sid": "609318",
    "Cy": "582049",
    "Cora": "730481",
}
ROLES: Final = {
    "Paula": (Role.PIT_MANAGER,),
    "Sam": (Role.SUPERVISOR,),
    "Dana": (Role.DEALER,),
    "Drew": (Role.DEALER, Role.SUPERVISOR),
    "Ted": (Role.TECHNICIAN,),
    "Sid": (Role.SUPERVISOR,),
    "Cy": (Role.CASHIER,),
    "Cora": (Role.CASHIER,),
}


def book_in(folder: Path) -> tuple[PeopleBook, dict[str, Person]]:
    """A copy of the book, and the people by name."""
    people = write_book(folder / "people.db")
    book = PeopleBook.open(folder / "people.db", pepper=PEPPER, cost=CHEAP)
    event.listen(book.store._engine, "connect", _without_waiting_for_the_disk)
    return book, people


def hash_cheaply(set_default: Callable[[dict[str, Any], str, object], None] = dict.__setitem__) -> None:
    """Commands hash PINs at the usual cost, a tenth of a second each; from here on at a test's.

    `monkeypatch.setitem` takes it back after the test.
    """
    usual = HashCost.__init__.__kwdefaults__
    assert usual is not None
    for name, value in asdict(CHEAP).items():
        set_default(usual, name, value)


def write_book(file: Path) -> dict[str, Person]:
    written, people = _written_book()
    file.write_bytes(written)
    file.chmod(0o600)
    return people


def people_in_book() -> dict[str, Person]:
    return _written_book()[1]


@cache
def _written_book() -> tuple[bytes, dict[str, Person]]:
    """The book is written once; every table gets a copy."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "people.db"
        with PeopleBook.create(path, pepper=PEPPER, cost=CHEAP) as book:
            new = [
                NewPerson(name=name, badge=f"B-{number}00", roles=roles, pin=Pin(PINS[name]))
                for number, (name, roles) in enumerate(ROLES.items())
            ]
            people = {person.name: person for person in Staff(book, load_permissions()).begin(new, 0)}
        return path.read_bytes(), people


def _without_waiting_for_the_disk(connection: DBAPIConnection, _record: object) -> None:
    """A power cut of the book has its own tests (`tests/table/people`)."""
    connection.cursor().execute("PRAGMA synchronous = OFF")
