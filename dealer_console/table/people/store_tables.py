"""The tables of the file of people, and their rows as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from sqlalchemy import Column, Integer, MetaData, Table, Text

from dealer_console.table.people.person import Person, PersonId

metadata: Final = MetaData()
mark_table: Final = Table("pepper_mark", metadata, Column("mark", Text, primary_key=True))
people_table: Final = Table(
    "people",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("name_compared", Text, nullable=False, unique=True),
    Column("badge", Text, nullable=False),
    Column("badge_compared", Text, nullable=False, unique=True),
    Column("roles", Text, nullable=False),
    Column("pin_hash", Text, nullable=False),
    Column("locked_by", Text),
    Column("locked_why", Text),
    Column("seal", Text, nullable=False),
    sqlite_autoincrement=True,
)
ruling_keys_table: Final = Table(
    "ruling_keys",
    metadata,
    Column("person", Text, primary_key=True),
    Column("public_key", Text, nullable=False),
    Column("seal", Text, nullable=False),
)
former_keys_table: Final = Table(
    "former_keys",
    metadata,
    Column("person", Text, primary_key=True),
    Column("public_key", Text, primary_key=True),
    Column("until_ms", Integer, nullable=False),
    Column("seal", Text, nullable=False),
)
directory_table: Final = Table(
    "directory",
    metadata,
    Column("version", Integer, primary_key=True),
    Column("document", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("signature", Text, nullable=False),
)
trusted_key_table: Final = Table(
    "trusted_key",
    metadata,
    Column("key", Text, primary_key=True),
    Column("seal", Text, nullable=False),
)
tries_table: Final = Table(
    "tries",
    metadata,
    Column("whose", Text, primary_key=True),
    Column("wrong", Integer, nullable=False),
    Column("locked_until_ms", Integer, nullable=False),
    Column("last_ms", Integer, nullable=False),
    Column("day_began_ms", Integer, nullable=False, server_default="0"),
    Column("of_day", Integer, nullable=False, server_default="0"),
)
changes_table: Final = Table(
    "changes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at_ms", Integer, nullable=False),
    Column("by", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("second", Text, nullable=False, server_default=""),
    Column("seal", Text, nullable=False, server_default=""),
    sqlite_autoincrement=True,
)
ADDED_LATER: Final = {tries_table: ("day_began_ms", "of_day"), changes_table: ("second", "seal")}
"""Columns that a book of before does not have."""

TAKEN: Final = "took the directory"

NEVER_CHANGED: Final = [
    f"CREATE TRIGGER changes_no_{word.lower()} BEFORE {word} ON changes "
    "BEGIN SELECT RAISE(ABORT, 'what was done to people stays on record'); END"
    for word in ("UPDATE", "DELETE")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedDirectory:
    """The people of the house as one signed document: canonical JSON, and who signed it."""

    version: int
    document: str = field(repr=False)
    key: str
    signature: str

    @property
    def as_noted(self) -> str:
        """How the record of changes names it."""
        return f"{self.version}: {sha256(self.document.encode()).hexdigest()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPerson:
    """A row: the person, the hash of the PIN, and who locked the person by hand and why."""

    person: Person
    pin_hash: str = field(repr=False)
    locked_by: PersonId | None = None
    locked_why: str | None = None


ADDED: Final = "added"
NEW_ROLES: Final = "changed the roles"
LOCKED: Final = "locked"
UNLOCKED: Final = "unlocked"
HAS_LEFT: Final = "left the house"
OWN_PIN: Final = "changed the PIN"
"""What was done to somebody, as it is kept. The details of new roles are `before > after`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What was done to somebody: added, new roles, locked, unlocked, new PIN, left; by whom, and who was the second."""

    at_ms: int
    by: PersonId
    what: str
    person: PersonId
    detail: str = ""
    second: PersonId | None = None
    number: int = 0  # in the book
