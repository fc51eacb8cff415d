"""What happens away from the tables: drop boxes counted, money paid out at the cage, markers paid, ratings corrected.

Each record is signed by who made it, and by a second person where two are asked for; it never changes, and `once` keeps
it from being entered twice. What is not signed by the people whom it names is passed over, and told: whoever has only
the login of a desk enters nothing. On the floor it is a table to which each desk can add its own kinds; for journals in
files it is a small database beside their index.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from sqlalchemy import (
    DDL,
    BigInteger,
    Column,
    ColumnClause,
    Connection,
    Integer,
    MetaData,
    Select,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    literal_column,
    select,
    text,
)

from dealer_console.floor.address import connect
from dealer_console.floor.errors import FloorRefused
from dealer_console.game.message import Message
from dealer_console.journal.canonical import Json, canonical
from dealer_console.journal.storage.reader import NOT_AS_WRITTEN
from dealer_console.journal.value_codec import from_plain, to_plain
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.database import ENDING as INDEX_ENDING
from dealer_console.pit.archive.database import upsert
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.desk.record_kinds import KINDS, RecordData
from dealer_console.pit.desk.record_signatures import SignedRecord, SigningKeys, is_genuine
from dealer_console.pit.errors import PitRefused, require
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.people.actions import Action, Standing
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey

ENDING: Final = ".pit-records"
LATE: Final = 100  # numbers: a record is there only once its transaction has ended, perhaps after a later one
CHECKED_AT_ONCE: Final = 1000  # a signature takes a tenth of a millisecond
_MOST_IN_THE_WAY: Final = 50
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """As it was entered. `person` and `second` are ids of the staff list."""

    number: int
    once: str
    data: RecordData
    person: str
    second: str | None
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsignedRecord:
    """Somebody put it there in the name of this person, who has not signed it."""

    number: int
    person: str
    at_ms: int


class RecordBook:
    """Of one archive. `cage` is the address with the cage's own login, where the window has another one.

    `keys_of` is the staff list's: without it a record is believed by the key that it names.
    """

    def __init__(self, archive: Archive, cage: str = "", keys_of: SigningKeys | None = None) -> None:
        source = archive.source
        self._address = source.address if isinstance(source, FloorSource) else None
        self._cage = cage
        self._keys_of = keys_of
        self._genuine: dict[int, Record] = {}  # a record never changes
        self._unsigned: dict[int, UnsignedRecord] = {}
        self._checked = 0  # for signatures, up to this number
        if self._address is not None:
            self._engine = archive.engine
            return
        engine = create_engine(f"sqlite:///{_beside(archive)}")
        self._engine = engine.execution_options(schema_translate_map={"floor": None})
        with self._engine.begin() as connection:
            _metadata.create_all(connection)

    def close(self) -> None:
        if self._address is None:
            self._engine.dispose()

    def all(self, *kinds: type[RecordData], since_ms: int = 0, after: int = 0) -> tuple[Record, ...]:
        """The oldest first; `after` a number, or since a time."""
        query = self._query().where(records.c.id > after, records.c.signed_at_ms >= since_ms)
        if kinds:
            query = query.where(records.c.kind.in_([kind.kind for kind in kinds]))
        with self._connected() as connection:
            read_back = (self._record(row) for row in connection.execute(query))
            return tuple(record for record in read_back if record is not None)

    def numbered(self, numbers: Iterable[int]) -> tuple[Record, ...]:
        """Those of these numbers that are genuine; read once."""
        chosen = sorted(set(numbers))
        unknown = [number for number in chosen if number not in self._genuine]
        if unknown:
            with self._connected() as connection:
                for row in connection.execute(self._query().where(records.c.id.in_(unknown))):
                    self._record(row)
        return tuple(self._genuine[number] for number in chosen if number in self._genuine)

    def unsigned(self, since_ms: int = 0) -> tuple[UnsignedRecord, ...]:
        """What nobody of the staff list has signed, by the time of the database.

        A look reads what has come since the last one, at most `CHECKED_AT_ONCE`, and what nobody had signed then: the
        staff list may have learnt of a person since.
        """
        since = records.c.signed_at_ms >= since_ms if self._address is None else text("at >= to_timestamp(:since)")
        fresh = (records.c.id > self._checked - LATE) | records.c.id.in_([*self._unsigned])
        query = self._query().where(since, fresh).limit(CHECKED_AT_ONCE + LATE + len(self._unsigned))
        with self._connected() as connection:
            rows = connection.execute(query, {"since": since_ms // 1000}).all()
        for row in rows:
            self._unsigned.pop(row.id, None)
            if self._record(row) is None:
                self._unsigned[row.id] = UnsignedRecord(number=row.id, person=row.person, at_ms=row.entered_ms)
            self._checked = max(self._checked, row.id)
        return tuple(self._unsigned[number] for number in sorted(self._unsigned)
                     if self._unsigned[number].at_ms >= since_ms)  # fmt: skip

    def _query(self) -> Select[Any]:
        """With the time at which it came in: on the floor the database's own, which no login sets."""
        at: ColumnClause[int] = literal_column("(extract(epoch FROM at) * 1000)::bigint")
        entered = records.c.signed_at_ms if self._address is None else at
        return select(records, entered.label("entered_ms")).order_by(records.c.id)

    def _record(self, row: Any) -> Record | None:
        """None: it is not signed by its people, or says what no desk writes."""
        if row.id not in self._genuine and is_genuine(row, row.entered_ms, self._keys_of):
            with suppress(*NOT_AS_WRITTEN):
                self._genuine[row.id] = _record(row)
        return self._genuine.get(row.id)

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
        """Once. Raises `PitRefused`, also for what was entered before; what nobody signed is in nobody's way."""
        _require_rights(permissions, data.needs, key, second)
        for place in range(_MOST_IN_THE_WAY):
            signed = SignedRecord(
                kind=data.kind,
                once=once + "+" * place,
                data=cast(dict[str, Json], to_plain(type(data), data)),
                person=key.person.id,
                second=None if second is None else second.person.id,
            )
            seal = signed.sign(key, at_ms)
            other = None if second is None else signed.sign(second, at_ms)
            if self._is_written(_row(data.desk, signed, seal, other)):
                return
        raise PitRefused(Message("record-known", what=once))

    def _is_written(self, row: dict[str, Any]) -> bool:
        """False: somebody put there what nobody signed. Raises `PitRefused` for what was entered before."""
        same = (records.c.kind == row["kind"], records.c.once == row["once"])
        try:
            with self._connected(row["desk"]) as connection:
                adding = upsert(connection)(records).values(**row).on_conflict_do_nothing().returning(records.c.id)
                if connection.execute(adding).first() is not None:
                    return True
                stored = connection.execute(self._query().where(*same)).first()
        except FloorRefused as error:
            raise PitRefused(Message("pit-told", text=error.message)) from None
        if stored is None or self._record(stored) is not None:
            raise PitRefused(Message("record-known", what=row["once"].rstrip("+")))
        return False

    def _connected(self, desk: str = "") -> AbstractContextManager[Connection]:
        if self._address is None:
            return self._engine.begin()
        return connect((desk == "cage" and self._cage) or self._address, program=PROGRAM)


def read_records(
    archive: Archive,
    *kinds: type[RecordData],
    keys_of: SigningKeys | None = None,
    after: int = 0,
    since_ms: int = 0,
) -> tuple[Record, ...]:
    """Nothing is made beside journals that have no records."""
    if not isinstance(archive.source, FloorSource) and not _beside(archive).exists():
        return ()
    book = RecordBook(archive, keys_of=keys_of)
    try:
        return book.all(*kinds, after=after, since_ms=since_ms)
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
    require(refusal)


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
