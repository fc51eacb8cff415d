"""What happens away from the tables: drop boxes counted, money paid out at the cage, markers paid, ratings corrected.

Each record is signed by who made it, and by a second person where two are asked for; it never changes, and `once` keeps
it from being entered twice. On the floor it is a table to which each desk can add its own kinds; for journals in files
it is a small database beside their index.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from sqlalchemy import (
    DDL,
    BigInteger,
    Column,
    Connection,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    select,
)

from dealer_console.floor.address import connect
from dealer_console.floor.errors import FloorRefused
from dealer_console.game.message import Message
from dealer_console.journal.canonical import Json, canonical
from dealer_console.journal.value_codec import from_plain, to_plain
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.database import ENDING as INDEX_ENDING
from dealer_console.pit.archive.database import upsert
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.desk.record_kinds import KINDS, RecordData
from dealer_console.pit.errors import PitRefused
from dealer_console.table.approvals.pit_ruling import RulingSignature, SignedAtStand
from dealer_console.table.people.actions import Action, Standing
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey

ENDING: Final = ".pit-records"
_metadata: Final = MetaData(schema="floor")

records: Final = Table(
    "records",
    _metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("desk", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("once", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("second", Text),
    Column("key", Text, nullable=False),
    Column("signed_at_ms", BigInteger, nullable=False),
    Column("signature", Text, nullable=False),
    Column("second_key", Text),
    Column("second_signature", Text),
    UniqueConstraint("kind", "once", name="one_record"),
)
for _change in ("UPDATE", "DELETE"):
    _guard = (
        f"CREATE TRIGGER records_stay_{_change.lower()} BEFORE {_change} ON records "
        "BEGIN SELECT RAISE(ABORT, 'a record stays'); END"
    )
    event.listen(records, "after_create", DDL(_guard).execute_if(dialect="sqlite"))  # type: ignore[no-untyped-call]


@dataclass(frozen=True, kw_only=True)
class SignedRecord(SignedAtStand):
    """What the people sign."""

    kind: str
    once: str
    data: Mapping[str, Json]
    person: str
    second: str | None

    def signed_bytes(self, at_ms: int) -> bytes:
        said: dict[str, Json] = {"at": at_ms, "data": dict(self.data), "kind": self.kind, "once": self.once}
        return b"dealer-console record 1\0" + canonical({**said, "person": self.person, "second": self.second}).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """As it was entered. `person` and `second` are ids of the staff list."""

    number: int
    once: str
    data: RecordData
    person: str
    second: str | None
    at_ms: int


class RecordBook:
    """Of one archive. `cage` is the address with the cage's own login, where the window has another one."""

    def __init__(self, archive: Archive, cage: str = "") -> None:
        source = archive.source
        self._address = source.address if isinstance(source, FloorSource) else None
        self._cage = cage
        if self._address is not None:
            self._engine = archive.engine
            return
        made = create_engine(f"sqlite:///{_beside(archive)}")
        self._engine = made.execution_options(schema_translate_map={"floor": None})
        with self._engine.begin() as connection:
            _metadata.create_all(connection)

    def close(self) -> None:
        if self._address is None:
            self._engine.dispose()

    def all(self, *kinds: type[RecordData], since_ms: int = 0) -> tuple[Record, ...]:
        """The oldest first."""
        query = select(records).where(records.c.signed_at_ms >= since_ms).order_by(records.c.id)
        if kinds:
            query = query.where(records.c.kind.in_([kind.kind for kind in kinds]))
        with self._connected() as connection:
            return tuple(_record(row) for row in connection.execute(query))

    def enter(
        self,
        once: str,
        data: RecordData,
        *,
        key: RulingKey,
        second: RulingKey | None = None,
        permissions: Permissions,
        at_ms: int,
    ) -> None:
        """Once. Raises `PitRefused`, also for what was entered before."""
        _require_rights(permissions, data.needs, key, second)
        signed = SignedRecord(
            kind=data.kind,
            once=once,
            data=cast(dict[str, Json], to_plain(type(data), data)),
            person=key.person.id,
            second=None if second is None else second.person.id,
        )
        seal = signed.sign(key, at_ms)
        other = None if second is None else signed.sign(second, at_ms)
        self._write(_row(data.desk, signed, seal, other), once)

    def _write(self, row: dict[str, Any], once: str) -> None:
        try:
            with self._connected(row["desk"]) as connection:
                adding = upsert(connection)(records).values(**row).on_conflict_do_nothing().returning(records.c.id)
                first = connection.execute(adding).first() is not None
        except FloorRefused as error:
            raise PitRefused(Message("pit-told", text=str(error))) from None
        if not first:
            raise PitRefused(Message("record-known", what=once))

    def _connected(self, desk: str = "") -> AbstractContextManager[Connection]:
        if self._address is None:
            return self._engine.begin()
        return connect((desk == "cage" and self._cage) or self._address, program=PROGRAM)


def read_records(archive: Archive, *kinds: type[RecordData]) -> tuple[Record, ...]:
    """For a report: nothing is made beside journals that have no records."""
    if not isinstance(archive.source, FloorSource) and not _beside(archive).exists():
        return ()
    book = RecordBook(archive)
    try:
        return book.all(*kinds)
    finally:
        book.close()


def _beside(archive: Archive) -> Path:
    path = Path(str(archive.engine.url.database))
    return path.with_name(path.name.removesuffix(INDEX_ENDING) + ENDING)


def _require_rights(permissions: Permissions, action: Action, key: RulingKey, second: RulingKey | None) -> None:
    """Alone where one person may; otherwise two different people, each of whom may approve."""
    refusal = permissions.why_not_person(key.person, action, Standing.BETWEEN_ROUNDS)
    if refusal is not None and second is not None:
        if second.person.id == key.person.id:
            raise PitRefused(Message("record-two-people"))
        refusals = (
            permissions.why_not_person_approves(person, action, Standing.BETWEEN_ROUNDS)
            for person in (key.person, second.person)
        )
        refusal = next(filter(None, refusals), None)
    if refusal is not None:
        raise PitRefused(refusal.message, refusal.clause)


def _row(desk: str, signed: SignedRecord, seal: RulingSignature, other: RulingSignature | None) -> dict[str, Any]:
    return {
        "desk": desk,
        "kind": signed.kind,
        "once": signed.once,
        "data": canonical(dict(signed.data)),
        "person": signed.person,
        "second": signed.second,
        "key": seal.key,
        "signed_at_ms": seal.at_ms,
        "signature": seal.signature,
        "second_key": None if other is None else other.key,
        "second_signature": None if other is None else other.signature,
    }


def _record(row: Any) -> Record:
    return Record(
        number=row.id,
        once=row.once,
        data=from_plain(KINDS[row.kind], json.loads(row.data)),
        person=row.person,
        second=row.second,
        at_ms=row.signed_at_ms,
    )
