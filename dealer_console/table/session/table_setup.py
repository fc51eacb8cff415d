"""What the house brings to a table beside its journal: the table's file, the book of people, the matrix of rights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Protocol

from dealer_console.game.choices import BadChoices
from dealer_console.rulebook.tables import LIMITS, OPTIONS, Table
from dealer_console.table.people.book import Answer
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import PersonId
from dealer_console.table.people.pins import Pin
from dealer_console.table.people.ruling_keys import Signer
from dealer_console.table.people.store_tables import Change
from dealer_console.table.shift.state import Shift, Stage


class Admission(Protocol):
    """Who somebody is. `PeopleBook` is the one of the house."""

    def authenticate_later(self, name_or_badge: str, pin: Pin, *, now_ms: int) -> Future[Answer]: ...

    def signer(self, person: PersonId) -> Signer | None:
        """By the id, for who has signed elsewhere; None when nobody has it or the person is locked."""

    def changes(self, after: int) -> Sequence[Change]:
        """What was done to people, behind this number."""


class TableSetup:
    """A table opens, deals and closes by its file, and everybody is somebody from the book."""

    def __init__(self, *, table: Table, people: Admission, permissions: Permissions) -> None:
        self.file = table
        self.people = people
        self.permissions = permissions
        self.elsewhere: Mapping[str, str] = {}  # cards that play at other tables, and where; as the floor tells
        self._now: tuple[object, Table] = (None, table)

    def table(self, shift: Shift) -> Table:
        """The table as it plays now: its file, but what changes with notice only as it is in force."""
        known = (shift.configured, shift.stage, shift.changes)
        if known != self._now[0]:
            self._now = (known, in_force(self.file, shift))
        return self._now[1]


def in_force(file: Table, shift: Shift) -> Table:
    """A changed file brings in no option by the back door (MA 9(c), 11(e)), and no limit while the table is open."""
    configured, changes = shift.configured, shift.changes
    if configured is None:
        return file.with_choices(changes) if changes else file
    if configured.rules != file.rules.name:
        return file  # another game: nothing of the old one is in force
    is_open = shift.stage is Stage.OPEN
    announced = {} if is_open else {key: value for key, value in changes.items() if key in LIMITS}
    try:
        return file.held_to({**configured.choices, **announced}, (*OPTIONS, *(LIMITS if is_open else announced)))
    except BadChoices:  # what the file says now does not go with what is in force: then that counts alone
        return file.held_to(configured.choices, {*file.choices, *configured.choices})
