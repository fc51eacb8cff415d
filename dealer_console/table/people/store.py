"""The file of people: SQLite, mode 0600, every row of a person sealed with the pepper.

PRAGMA user_version is the form of the file; `application_id` says that it is ours at all. A form that this program does
not know is refused. Each transaction has its own connection, so that any thread may ask.
"""

from __future__ import annotations

import hmac
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final, Self

from sqlalchemy import Connection, Engine, Row, create_engine, event, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, StaticPool

from dealer_console.game.message import Message, Quoted
from dealer_console.table.people import pepper as peppering
from dealer_console.table.people.person import PeopleDamaged, PeopleRefused, Person, PersonId, Role, as_compared
from dealer_console.table.people.pins import Tries
from dealer_console.table.people.ruling_keys import KnownKey
from dealer_console.table.people.store_tables import (
    ADDED_LATER,
    NEVER_CHANGED,
    TAKEN,
    Change,
    KeptPerson,
    SignedDirectory,
    changes_table,
    directory_table,
    former_keys_table,
    mark_table,
    metadata,
    people_table,
    ruling_keys_table,
    tries_table,
    trusted_key_table,
)

FORM: Final = 1
APPLICATION: Final = 0x44435042
UNKNOWN_NAMES_KEPT: Final = 100_000  # names that nobody has: a day of guessing without a pause, and 10 MB
FORGOTTEN_MS: Final = 48 * 60 * 60_000  # wrong PINs of a name that are all forgiven, and their day is over
_UNKNOWN: Final = "unknown:"
_TABLES_ADDED_LATER: Final = (ruling_keys_table, former_keys_table, directory_table, trusted_key_table)


class Page:
    """The file inside one transaction."""

    def __init__(self, connection: Connection, pepper: bytes, path: str) -> None:
        self.path = path
        self._connection = connection
        self._pepper = pepper
        self.noted = False

    # --- people ----------------------------------------------------------------------------------------------------

    def find(self, name_or_badge: str) -> KeptPerson | None:
        word = as_compared(name_or_badge)
        columns = people_table.c
        row = self._connection.execute(
            select(people_table).where((columns.name_compared == word) | (columns.badge_compared == word))
        ).first()
        return None if row is None else self._kept(row)

    def by_id(self, person: PersonId) -> KeptPerson | None:
        row = self._connection.execute(select(people_table).where(people_table.c.id == person)).first()
        return None if row is None else self._kept(row)

    def everybody(self) -> tuple[KeptPerson, ...]:
        rows = self._connection.execute(select(people_table).order_by(people_table.c.number))
        return tuple(self._kept(row) for row in rows)

    def next_id(self) -> PersonId:
        """Numbers are never given twice; nobody is ever removed."""
        last = self._connection.execute(
            select(people_table.c.number).order_by(people_table.c.number.desc()).limit(1)
        ).scalar()
        return PersonId(f"p{(last or 0) + 1}")

    def insert(self, kept: KeptPerson) -> None:
        self._connection.execute(people_table.insert().values(**self._values(kept)))

    def update(self, kept: KeptPerson) -> None:
        who = people_table.c.id == kept.person.id
        self._connection.execute(people_table.update().where(who).values(**self._values(kept)))

    def _values(self, kept: KeptPerson) -> dict[str, Any]:
        person = kept.person
        values: dict[str, Any] = {
            "id": person.id,
            "name": person.name,
            "name_compared": as_compared(person.name),
            "badge": person.badge,
            "badge_compared": as_compared(person.badge),
            "roles": " ".join(person.roles),
            "pin_hash": kept.pin_hash,
            "locked_by": kept.locked_by,
            "locked_why": kept.locked_why,
        }
        return values | {"seal": self._seal(values)}

    def _seal(self, values: dict[str, Any]) -> str:
        parts = [f"{key}={'' if value is None else value}" for key, value in sorted(values.items())]
        return peppering.seal(self._pepper, "person", *parts)

    def _kept(self, row: Row[Any]) -> KeptPerson:
        values = {key: value for key, value in row._mapping.items() if key not in ("number", "seal")}
        if not hmac.compare_digest(str(row.seal).encode(), self._seal(values).encode()):
            raise PeopleDamaged(Message("people-row-person-changed-other", id=Quoted(row.id)))
        roles = tuple(Role(word) for word in row.roles.split())
        person = Person(id=PersonId(row.id), name=row.name, badge=row.badge, roles=roles)
        locked_by = None if row.locked_by is None else PersonId(row.locked_by)
        return KeptPerson(person=person, pin_hash=row.pin_hash, locked_by=locked_by, locked_why=row.locked_why)

    def ruling_key(self, person: PersonId) -> str | None:
        """The public half; None before the first right PIN."""
        row = self._connection.execute(select(ruling_keys_table).where(ruling_keys_table.c.person == person)).first()
        if row is None:
            return None
        if not hmac.compare_digest(str(row.seal).encode(), self._key_seal(person, row.public_key).encode()):
            raise PeopleDamaged(Message("people-key-rulings-person-changed", person=Quoted(person)))
        return str(row.public_key)

    def put_ruling_key(self, person: PersonId, public_key: str, *, now_ms: int) -> None:
        """What was signed by the key before still is."""
        with suppress(PeopleDamaged):  # a row that somebody else wrote vouches for nothing
            before = self.ruling_key(person)
            if before is not None and before != public_key:
                self.note_former_key(person, before, until_ms=now_ms)
        self._connection.execute(ruling_keys_table.delete().where(ruling_keys_table.c.person == person))
        values = {"person": person, "public_key": public_key, "seal": self._key_seal(person, public_key)}
        self._connection.execute(ruling_keys_table.insert().values(**values))

    def note_former_key(self, person: PersonId, public_key: str, *, until_ms: int) -> None:
        same = (former_keys_table.c.person == person, former_keys_table.c.public_key == public_key)
        self._connection.execute(former_keys_table.delete().where(*same))
        seal = self._former_seal(person, public_key, until_ms)
        values = {"person": person, "public_key": public_key, "until_ms": until_ms, "seal": seal}
        self._connection.execute(former_keys_table.insert().values(**values))

    def former_keys(self, person: PersonId) -> tuple[KnownKey, ...]:
        rows = self._connection.execute(select(former_keys_table).where(former_keys_table.c.person == person))
        return tuple(
            KnownKey(public=row.public_key, until_ms=row.until_ms)
            for row in rows
            if hmac.compare_digest(row.seal.encode(), self._former_seal(person, row.public_key, row.until_ms).encode())
        )

    def _former_seal(self, person: PersonId, public_key: str, until_ms: int) -> str:
        return peppering.seal(self._pepper, "former key", person, public_key, str(until_ms))

    def _key_seal(self, person: PersonId, public_key: str) -> str:
        return peppering.seal(self._pepper, "ruling key", person, public_key)

    def directory(self) -> SignedDirectory | None:
        """Of which this book is a copy, the one that was taken last; None where people are managed."""
        query = select(directory_table).order_by(directory_table.c.version.desc()).limit(1)
        row = self._connection.execute(query).mappings().first()
        copy = None if row is None else SignedDirectory(**row)
        taken = self._taken()
        if taken is not None and (copy is None or copy.as_noted != taken):
            raise PeopleDamaged(Message("people-copy-directory-put-back", path=self.path))
        return copy

    def _taken(self) -> str | None:
        """The last directory that the record of changes names; programs of before noted none."""
        query = select(changes_table).where(changes_table.c.what == TAKEN).order_by(changes_table.c.number.desc())
        changes = ((_change(row), row.seal) for row in self._connection.execute(query))
        return next((change.detail for change, seal in changes if seal == self._change_seal(change)), None)

    def put_directory(self, signed: SignedDirectory) -> None:
        self._connection.execute(directory_table.delete())
        self._connection.execute(directory_table.insert().values(**asdict(signed)))

    def trusted_key(self) -> str | None:
        """By which the next directory must be signed: the one that two people named, else the key of the copy."""
        row = self._connection.execute(select(trusted_key_table)).first()
        if row is None:
            copy = self.directory()
            return None if copy is None else copy.key
        if not hmac.compare_digest(str(row.seal).encode(), self._trust_seal(row.key).encode()):
            raise PeopleDamaged(Message("people-trusted-key-directory-changed"))
        return str(row.key)

    def put_trusted_key(self, key: str) -> None:
        self._connection.execute(trusted_key_table.delete())
        self._connection.execute(trusted_key_table.insert().values(key=key, seal=self._trust_seal(key)))

    def _trust_seal(self, key: str) -> str:
        return peppering.seal(self._pepper, "trusted key", key)

    # --- wrong PINs ------------------------------------------------------------------------------------------------

    def whose(self, kept: KeptPerson | None, name_or_badge: str) -> str:
        """Unknown names are counted like known ones, or counting would tell them apart; what was typed is not kept."""
        if kept is not None:
            return f"person:{kept.person.id}"
        return _UNKNOWN + peppering.seal(self._pepper, "unknown name", as_compared(name_or_badge))

    def tries(self, whose: str) -> Tries:
        row = self._connection.execute(select(tries_table).where(tries_table.c.whose == whose)).first()
        return Tries() if row is None else _tries(row)

    def put_tries(self, whose: str, tries: Tries) -> None:
        self.forget_tries(whose)
        if tries == Tries():
            return
        self._connection.execute(tries_table.insert().values(whose=whose, **asdict(tries)))
        unknown = tries_table.c.whose.startswith(_UNKNOWN)
        forgotten = tries_table.c.last_ms < tries.last_ms - FORGOTTEN_MS
        self._connection.execute(tries_table.delete().where(unknown, forgotten))
        count = self._connection.execute(select(func.count()).select_from(tries_table).where(unknown)).scalar() or 0
        if count > UNKNOWN_NAMES_KEPT:  # a name that is let go is as new, which a known one never is
            oldest = select(tries_table.c.whose).where(unknown).order_by(tries_table.c.last_ms)
            gone = oldest.limit(count - UNKNOWN_NAMES_KEPT)
            self._connection.execute(tries_table.delete().where(tries_table.c.whose.in_(gone)))

    def locks(self, now_ms: int) -> dict[str, Tries]:
        """Which names are locked after wrong PINs, also such as nobody has."""
        rows = self._connection.execute(select(tries_table).where(tries_table.c.locked_until_ms > now_ms))
        return {row.whose: _tries(row) for row in rows}

    def forget_tries(self, whose: str) -> None:
        self._connection.execute(tries_table.delete().where(tries_table.c.whose == whose))

    # --- what was done ---------------------------------------------------------------------------------------------

    def note(self, change: Change) -> None:
        self.noted = True
        last = self._connection.execute(select(func.max(changes_table.c.number))).scalar() or 0
        numbered = replace(change, number=last + 1)
        values = {**asdict(numbered), "second": change.second or ""}
        self._connection.execute(changes_table.insert().values(**values, seal=self._change_seal(numbered)))

    def _change_seal(self, change: Change, *, numbered: bool = True) -> str:
        parts = (str(change.at_ms), change.by, change.what, change.person, change.detail, change.second or "")
        if not numbered:  # as it was done until copies of a row were refused
            return peppering.seal(self._pepper, "change", *parts)
        return peppering.seal(self._pepper, "numbered change", str(change.number), *parts)

    def changes(self, after: int = 0) -> tuple[Change, ...]:
        """Those after this number, in order; without such as were written by other means.

        A book of before has rows without a seal, and then rows whose seal leaves out the number: none of these comes
        after a newer one, and none of the second sort twice, or somebody has put it there.
        """
        genuine: list[Change] = []
        newest, seen = 0, set[str]()
        for row in self._connection.execute(select(changes_table).order_by(changes_table.c.number)):
            change = _change(row)
            seals = ("", self._change_seal(change, numbered=False), self._change_seal(change))
            if row.seal not in seals[newest:] or row.seal in seen:
                continue
            newest = seals.index(row.seal)
            seen |= {row.seal} - {""}
            genuine.append(change)
        return tuple(change for change in genuine if change.number > after)


class PeopleStore:
    """Make it with `create` or `open`."""

    def __init__(self, path: Path | None, pepper: bytes) -> None:
        self.path = path if path is not None else "the file of people in memory"
        self._pepper = pepper
        self._engine = _engine(path)
        self.on_change: Callable[[], None] = lambda: None  # something was done to people, and is kept

    @classmethod
    def create(cls, path: Path, pepper: bytes) -> Self:
        os.close(peppering.new_private_file(path))
        store = cls(path, pepper)
        store._rule_lines()
        return store

    @classmethod
    def in_memory(cls, pepper: bytes) -> Self:
        """For tables in virtual time: a new one that is gone with the program, for one thread."""
        store = cls(None, pepper)
        store._rule_lines()
        return store

    def _rule_lines(self) -> None:
        with self._engine.begin() as connection:
            metadata.create_all(connection)
            for trigger in NEVER_CHANGED:
                connection.exec_driver_sql(trigger)
            connection.execute(mark_table.insert().values(mark=peppering.pepper_mark(self._pepper)))
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
            connection.exec_driver_sql(f"PRAGMA user_version = {FORM}")

    @classmethod
    def open(cls, path: Path, pepper: bytes) -> Self:
        try:
            peppering.refuse_if_others_can_read(path)
        except OSError as error:
            raise PeopleRefused(Message("people-cannot-read", path=path, reason=str(error.strerror or error))) from None
        store = cls(path, pepper)
        store._check()
        return store

    def _check(self) -> None:
        try:
            with self._engine.begin() as connection:
                application = connection.exec_driver_sql("PRAGMA application_id").scalar()
                form = connection.exec_driver_sql("PRAGMA user_version").scalar()
                if application != APPLICATION:
                    raise PeopleRefused(Message("people-not-a-file-of-people", path=str(self.path)))
                if form != FORM:
                    raise PeopleRefused(
                        Message("people-form-program-knows-form", path=str(self.path), form=str(form), known=FORM)
                    )
                mark = connection.execute(select(mark_table.c.mark)).scalar()
                for table in _TABLES_ADDED_LATER:
                    table.create(connection, checkfirst=True)
                _add_columns(connection)
        except DBAPIError as error:
            raise PeopleDamaged(Message("people-no-file", path=str(self.path), reason=str(error.orig))) from None
        if mark != peppering.pepper_mark(self._pepper):
            raise PeopleRefused(Message("people-made-another-pepper-name", path=str(self.path)))

    @contextmanager
    def page(self) -> Iterator[Page]:
        """All of it is kept at the end, or nothing when anything goes wrong."""
        try:
            with self._engine.begin() as connection:
                page = Page(connection, self._pepper, str(self.path))
                yield page
        except DBAPIError as error:
            # Our own words only: the text of the database would repeat the values, hashes among them.
            raise PeopleDamaged(
                Message("people-cannot-used-nothing-changed", path=str(self.path), reason=str(error.orig))
            ) from None
        if page.noted:
            self.on_change()

    @property
    def mark(self) -> str:
        """Tells books with the same pepper."""
        return peppering.pepper_mark(self._pepper)


def _tries(row: Row[Any]) -> Tries:
    return Tries(**{name: value for name, value in row._mapping.items() if name != "whose"})


def _change(row: Row[Any]) -> Change:
    return Change(
        at_ms=row.at_ms,
        by=PersonId(row.by),
        what=row.what,
        person=PersonId(row.person),
        detail=row.detail,
        second=PersonId(row.second) if row.second else None,
        number=row.number,
    )


def _add_columns(connection: Connection) -> None:
    for table, names in ADDED_LATER.items():
        known = {str(row.name) for row in connection.exec_driver_sql(f"PRAGMA table_info({table.name})")}
        for column in (table.c[name] for name in names if name not in known):
            form = f"{column.type} NOT NULL DEFAULT {column.server_default.arg!r}"  # type: ignore[union-attr]
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {form}")


def _engine(path: Path | None) -> Engine:
    where, pool = (f"sqlite:///{path}", NullPool) if path is not None else ("sqlite://", StaticPool)
    engine = create_engine(where, poolclass=pool, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _by_hand(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA busy_timeout = 5000")
        connection.execute("PRAGMA synchronous = EXTRA")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # Reading the tries and counting one more must be one step, also against another program.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
