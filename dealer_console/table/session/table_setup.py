"""What the house brings to a table beside its journal: the table's file, the book of people, the matrix of rights."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Protocol

from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import Table
from dealer_console.table.people.book import Answer
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import PersonId
from dealer_console.table.people.pins import Pin
from dealer_console.table.people.ruling_keys import Signer
from dealer_console.table.shift.state import Shift


class Admission(Protocol):
    """Who somebody is. `PeopleBook` is the one of the house."""

    def authenticate_later(self, name_or_badge: str, pin: Pin, *, now_ms: int) -> Future[Answer]: ...

    def signer(self, person: PersonId) -> Signer | None:
        """By the id, for who has signed elsewhere; None when nobody has it or the person is locked."""


class TableSetup:
    """A table opens, deals and closes by its file, and everybody is somebody from the book."""

    def __init__(self, *, table: Table, people: Admission, permissions: Permissions) -> None:
        self.file = table
        self.people = people
        self.permissions = permissions
        self._now: tuple[Mapping[str, Json], Table] = ({}, table)

    def table(self, shift: Shift) -> Table:
        """The table as it plays now: its file, and what notices have changed since."""
        changes = shift.changes
        if changes != self._now[0]:
            self._now = (changes, self.file.with_choices(changes))
        return self._now[1]
