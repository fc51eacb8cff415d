"""The training people of the demonstration. Their PINs are no secret: the banner shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from dealer_console.game.message import Message
from dealer_console.rulebook.tables import Table
from dealer_console.screens.console_config import ConsoleConfig, config_of
from dealer_console.table.people import (
    HashCost,
    NewPerson,
    NotAdmitted,
    PeopleBook,
    Person,
    Pin,
    Role,
    Staff,
    create_pepper,
    load_pepper,
)
from dealer_console.table.people.book import Answer
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import PersonId
from dealer_console.table.people.ruling_keys import Signer
from dealer_console.table.people.store_tables import Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Trainee:
    name: str
    badge: str
    pin: str
    role: Role


MANAGER: Final = Trainee(name="Pat", badge="300", pin="852096", role=Role.PIT_MANAGER)
SUPERVISOR: Final = Trainee(name="Sam", badge="200", pin="741398", role=Role.SUPERVISOR)
DEALER: Final = Trainee(name="Dana", badge="100", pin="2591", role=Role.DEALER)
RELIEF: Final = Trainee(name="Eli", badge="101", pin="3682", role=Role.DEALER)
EVERYBODY: Final = (MANAGER, SUPERVISOR, DEALER, RELIEF)

# The PINs stand on the screen: a costly hash would protect nothing and only make the start slower.
CHEAP: Final = HashCost(passes=1, memory_kib=1024, lanes=1)


def open_book(folder: Path, permissions: Permissions, clock_ms: Callable[[], int]) -> PeopleBook:
    """The book of the demonstration; made when there is none yet."""
    book, pepper = folder / "people.db", folder / "people.pepper"
    if book.exists():
        return PeopleBook.open(book, pepper=load_pepper(pepper), cost=CHEAP)
    book_of_people = PeopleBook.create(book, pepper=create_pepper(pepper), cost=CHEAP)
    people = [
        NewPerson(name=person.name, badge=person.badge, roles=(person.role,), pin=Pin(person.pin))
        for person in EVERYBODY
    ]
    Staff(book_of_people, permissions).begin(people, clock_ms())
    return book_of_people


class TrainingPeople:
    """The same people without a file, for virtual time: they are known at once."""

    def __init__(self) -> None:
        self._people = {
            trainee: Person(
                id=PersonId(f"P-{trainee.badge}"), name=trainee.name, badge=trainee.badge, roles=(trainee.role,)
            )
            for trainee in EVERYBODY
        }

    def authenticate_later(self, name_or_badge: str, pin: Pin, *, now_ms: int) -> Future[Answer]:
        answer: Future[Answer] = Future()
        known = next((trainee for trainee in EVERYBODY if name_or_badge in (trainee.name, trainee.badge)), None)
        if known is not None and pin == Pin(known.pin):
            answer.set_result(self._people[known])
        else:
            answer.set_result(NotAdmitted(reason=Message("wrong-pin-again")))
        return answer

    def changes(self, after: int) -> tuple[Change, ...]:
        """There is no book that could be changed."""
        return ()

    def locked_elsewhere(self, now_ms: int) -> int:
        return 0

    def signer(self, person: PersonId) -> Signer | None:
        """Without keys: nobody rules from elsewhere on a table in virtual time."""
        known = next((someone for someone in self._people.values() if someone.id == person), None)
        return None if known is None else Signer(person=known, public_key=None)


def in_words() -> str:
    """For the banner: who is there, and with which PIN. A line breaks between two people, never within one."""
    pins = (f"{trainee.name} {trainee.pin}" for trainee in EVERYBODY)
    return " · ".join(text.replace(" ", "\u00a0") for text in pins)


def demo_config(table: Table, simulated: Iterable[str]) -> ConsoleConfig:
    """What the console of a demonstration shows about itself."""
    config = config_of(table, simulated=frozenset(simulated), training=True, remark=in_words())
    roles = {trainee.name: (trainee.role.value,) for trainee in EVERYBODY}
    return replace(config, people=tuple(roles), roles=roles)
