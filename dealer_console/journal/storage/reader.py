"""Reading a journal without opening it for writing, also while the table deals: to verify, export and search."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dealer_console.game.errors import Bug
from dealer_console.game.message import Message
from dealer_console.journal import migrate
from dealer_console.journal.checkpoints import Checkpoint, SignedEnd
from dealer_console.journal.entries import why_not
from dealer_console.journal.entry import NO_HASH, Entry, RawRow, Row, entry_of
from dealer_console.journal.errors import JournalDamaged, JournalRefused
from dealer_console.journal.signing_keys import SigningKeys
from dealer_console.journal.storage.guards import foreign, not_on_guard
from dealer_console.journal.storage.pieces import PieceDamaged, hash_in, last_in, unpacked

ROWS: Final = "SELECT seq, kind, version, at_ms, who, serial, number, data, hash FROM entries"
_CHECKPOINTS: Final = "SELECT number, seq, hash, at_ms, signature FROM checkpoints"
PIECES: Final = "SELECT seq, piece, hashes FROM pieces"
_BEGIN_OF_STRETCH: Final = (
    "SELECT seq FROM pieces WHERE seq <= ? AND substr(piece, 1, 1) IN (x'01', x'02') ORDER BY seq DESC LIMIT 1"
)
NO_END: Final = 2**62  # after every entry
_MARK: Final = (b"SQLite format 3\0", 68, b"DCJ1")  # how the file of a journal begins, and its application id
_UNREADABLE: Final = (sqlite3.DatabaseError, UnicodeDecodeError)  # the second where SQLite names what it cannot read
# What reading runs into when an entry says what no table writes.
NOT_AS_WRITTEN: Final = (Bug, LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that can change nothing. Raises `JournalRefused` when there is nothing to read."""
    if not path.is_file():
        raise JournalRefused(Message("journal-is-a-folder" if path.is_dir() else "journal-not-there", path=path))
    connection = _connect(path)
    try:
        connection.execute("BEGIN")
        _check_form(connection, path)
        yield connection
    except _UNREADABLE as error:
        raise _unreadable(path, error) from None
    finally:
        connection.close()


@contextmanager
def as_a_table_wrote_it(path: Path) -> Iterator[None]:
    """Around whatever is made of entries that nobody verified: what they cannot say becomes `JournalDamaged`."""
    try:
        yield
    except NOT_AS_WRITTEN as error:
        raise JournalDamaged(Message("journal-says-what-no-table-writes", path=path, reason=str(error))) from error


def is_marked(path: Path) -> bool:
    """Does the file begin as a journal does, however damaged the rest may be?"""
    begins, place, mark = _MARK
    try:
        with path.open("rb") as stream:
            head = stream.read(place + len(mark))
    except OSError:
        return False
    return head.startswith(begins) and head.endswith(mark) and len(head) == place + len(mark)


def _unreadable(path: Path, error: Exception) -> JournalDamaged:
    if is_marked(path):
        return JournalDamaged(Message("journal-damaged-bring-back-copy", path=path, reason=str(error)))
    return JournalDamaged(Message("journal-no-table", path=path, reason=str(error)))


def _connect(path: Path) -> sqlite3.Connection:
    """Read-only, and so that nothing is left behind or written back.

    A file that is in use, or was not closed in order, has a log beside it, which is read and left as it is. One that
    was closed has none: it is read as a file that nobody changes. A rollback journal is no part of a journal's file:
    SQLite would write its pages into it. Behind a link all of these lie beside the file itself.
    """
    refuse_rollback_journal(path)
    file = path.resolve()
    wal = file.with_name(file.name + "-wal")
    in_use = wal.exists() or file.with_name(file.name + "-shm").exists()
    for mode in ("ro", "ro&immutable=1") if not in_use or _size(wal) == 0 else ("ro",):
        try:
            return _try(f"{file.as_uri()}?mode={mode if in_use else 'ro&immutable=1'}")
        except sqlite3.OperationalError:
            continue
        except _UNREADABLE as error:
            raise _unreadable(path, error) from None
    raise JournalRefused(Message("journal-cannot-read-copy-together", path=path, name=wal.name))


def refuse_rollback_journal(path: Path) -> None:
    """Raises `JournalDamaged` when one lies beside the file."""
    file = path.resolve()
    if _size(beside := file.with_name(file.name + "-journal")) > 0:
        raise JournalDamaged(Message("journal-would-written-into-whoever", beside=beside, path=path))


def _size(file: Path) -> int:
    """0 when it is not there, or went away while we looked: another reader cleans up after itself."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _try(address: str) -> sqlite3.Connection:
    connection = sqlite3.connect(address, uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except _UNREADABLE:
        connection.close()
        raise
    return connection


def _check_form(connection: sqlite3.Connection, path: Path) -> None:
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if row is not None and str(row[0]) > migrate.NEWEST:
        raise JournalRefused(Message("journal-written-newer-program-form-update", path=path, form=row[0]))


# --- entries, whatever form of the file holds them ------------------------------------------------------------------


def row_batches(
    connection: sqlite3.Connection, *, after: int = 0, upto: int | None = None, at_once: int = 2000
) -> Iterator[list[RawRow]]:
    """The entries in the order of their numbers. Without `after` also those with a number that cannot be."""
    where, values = _between(after, upto)
    cursor = connection.execute(f"{ROWS} {where} ORDER BY seq", values)
    while rows := cursor.fetchmany(at_once):
        yield rows
    if not has_pieces(connection):
        return
    batch: list[RawRow] = []
    try:
        for rows in _from_stretch(connection, after, upto):
            batch += rows
            if len(batch) >= at_once:
                yield batch
                batch = []
    except sqlite3.DatabaseError:
        if batch:  # what can be read comes first, so that the place is named after it
            yield batch
        raise
    if batch:
        yield batch


def _from_stretch(connection: sqlite3.Connection, after: int, upto: int | None) -> Iterator[list[RawRow]]:
    """Piece by piece, read from the beginning of the stretch in which the first entry stands."""
    begin = connection.execute(_BEGIN_OF_STRETCH, (after + 1,)).fetchone() if after else None
    where, values = _between(begin[0] - 1 if begin else 0, upto)
    for rows in unpacked(connection.execute(f"{PIECES} {where} ORDER BY seq", values)):
        if rows[0][0] > after and (upto is None or rows[-1][0] <= upto):
            yield rows
        elif within := [row for row in rows if row[0] > after and (upto is None or row[0] <= upto)]:
            yield within


def _between(after: int, upto: int | None) -> tuple[str, list[int]]:
    bounds = [("seq > ?", after)] if after else []
    if upto is not None:
        bounds.append(("seq <= ?", upto))
    where = "WHERE " + " AND ".join(text for text, _ in bounds) if bounds else ""
    return where, [value for _, value in bounds]


def row_at(connection: sqlite3.Connection, seq: int) -> Row | None:
    for rows in row_batches(connection, after=seq - 1, upto=seq):
        return next((row for row in map(Row._make, rows) if row.seq == seq), None)
    return None


def last_seq(connection: sqlite3.Connection) -> int:
    """The number of the last entry; 0 when there is none."""
    if has_pieces(connection):
        piece = connection.execute("SELECT seq, hashes FROM pieces ORDER BY seq DESC LIMIT 1").fetchone()
        if piece is not None:
            return last_in(*piece)
    return int(connection.execute("SELECT coalesce(max(seq), 0) FROM entries").fetchone()[0])


def hash_at(connection: sqlite3.Connection, seq: int) -> str | None:
    """As it is stored; None when there is no such entry."""
    if has_pieces(connection):
        query = "SELECT seq, hashes FROM pieces WHERE seq <= ? ORDER BY seq DESC LIMIT 1"
        piece = connection.execute(query, (seq,)).fetchone()
        if piece is not None:
            first, hashes = piece
            return hash_in(first, hashes, seq)
    row = connection.execute("SELECT hash FROM entries WHERE seq = ?", (seq,)).fetchone()
    return None if row is None else str(row[0])


def places_of(connection: sqlite3.Connection, kind: str, *, after: int = 0, before: int = NO_END) -> list[int]:
    """The numbers of the entries of one of the `MARKED` kinds."""
    # The kind is written out, not bound: SQLite uses the indexes of the earlier forms only when it sees the word.
    query = f"SELECT seq FROM entries WHERE kind = '{kind}' AND seq > ? AND seq < ?"  # noqa: S608
    if has_pieces(connection):
        query += f" UNION ALL SELECT seq FROM marks WHERE kind = '{kind}' AND seq > ? AND seq < ?"  # noqa: S608
    bounds = [after, before] * query.count("SELECT")
    return [seq for (seq,) in connection.execute(f"{query} ORDER BY seq", bounds)]


def last_of(connection: sqlite3.Connection, kind: str, *, before: int = NO_END) -> Row | None:
    """The newest entry of one of the `MARKED` kinds."""
    if has_pieces(connection):
        query = "SELECT seq FROM marks WHERE kind = ? AND seq < ? ORDER BY seq DESC LIMIT 1"
        place = connection.execute(query, (kind, before)).fetchone()
        if place is not None:
            return _marked(connection, kind, place[0])
    query = f"{ROWS} WHERE kind = '{kind}' AND seq < ? ORDER BY seq DESC LIMIT 1"
    row = connection.execute(query, (before,)).fetchone()
    return None if row is None else Row._make(row)


def rows_of(connection: sqlite3.Connection, kind: str, *, after: int = 0, before: int = NO_END) -> Iterator[Row]:
    """The entries of one of the `MARKED` kinds, in order."""
    for seq in places_of(connection, kind, after=after, before=before):
        yield _marked(connection, kind, seq)


def _marked(connection: sqlite3.Connection, kind: str, seq: int) -> Row:
    row = row_at(connection, seq)
    if row is None or row.kind != kind:
        raise PieceDamaged(f"entry {seq}: it is marked as {kind} and is none")
    return row


def device_event(connection: sqlite3.Connection, serial: str, number: int) -> int | None:
    """The entry that records this event of a device; None: no entry does."""
    for table in ("device_events", "entries"):
        query = f"SELECT seq FROM {table} WHERE serial = ? AND number = ?"  # noqa: S608
        for (seq,) in connection.execute(query, (serial, number)):
            row = row_at(connection, seq)
            if row is None or (row.serial, row.number) != (serial, number):
                raise PieceDamaged(f"entry {seq}: it is listed as event {number} of {serial} and is none")
            return int(seq)
    return None


def last_device_event(connection: sqlite3.Connection, serial: str) -> int | None:
    """The highest number that this device's recorded events have."""
    query = "SELECT max(number) FROM {} WHERE serial = ?"
    numbers = [
        connection.execute(query.format(table), (serial,)).fetchone()[0] for table in ("device_events", "entries")
    ]
    last = max((number for number in numbers if number is not None), default=None)
    return None if last is None or device_event(connection, serial, last) is None else last


def device_events(connection: sqlite3.Connection, upto: int) -> dict[str, int]:
    """How many of each device are recorded, as the file's own list says."""
    query = "SELECT serial, seq FROM entries WHERE serial IS NOT NULL"
    if has_pieces(connection):
        query += " UNION ALL SELECT serial, seq FROM device_events"
    return dict(connection.execute(f"SELECT serial, count(*) FROM ({query}) WHERE seq <= ? GROUP BY serial", (upto,)))  # noqa: S608


def listed_events(connection: sqlite3.Connection, first: int) -> set[tuple[int, str, int | None]]:
    """By which events of devices are known to be recorded, from this entry on: entry, serial number, number."""
    query = "SELECT seq, serial, number FROM entries WHERE serial IS NOT NULL AND seq >= ?"
    if has_pieces(connection):
        query += " UNION ALL SELECT seq, serial, number FROM device_events WHERE seq >= ?"
    return set(connection.execute(query, [first] * query.count("SELECT")))


def in_pieces(connection: sqlite3.Connection, seq: int) -> bool:
    """Or in the table of an earlier form?"""
    return (
        has_pieces(connection) and connection.execute("SELECT 1 FROM entries WHERE seq = ?", (seq,)).fetchone() is None
    )


def marks(connection: sqlite3.Connection, after: int, upto: int) -> set[tuple[str, int]]:
    """What is marked in these pieces."""
    if not has_pieces(connection):
        return set()
    return set(connection.execute("SELECT kind, seq FROM marks WHERE seq > ? AND seq <= ?", (after, upto)))


def entries(connection: sqlite3.Connection) -> Iterator[Entry]:
    """The entries as values; their fields are judged, their hashes are not."""
    previous = NO_HASH
    for rows in row_batches(connection):
        for row in map(Row._make, rows):
            yield judged_entry(row, previous)
            previous = row.hash


def judged_entry(row: Row, previous: str) -> Entry:
    """Raises `JournalDamaged` when the row is none that a journal may hold."""
    try:
        fault = None if type(row.at_ms) is int and row.at_ms >= 0 else f"its time cannot be {row.at_ms!r}"
        entry = entry_of(row, previous)
        if not isinstance(entry.data, dict):
            fault = "its data is no object"
        fault = fault or why_not(entry.kind, entry.version, entry.data)
    except (TypeError, ValueError, RecursionError):
        fault = "its data is no JSON"
    if fault is not None:
        raise JournalDamaged(Message("journal-entry-run-dealer-console", seq=row.seq, fault=fault))
    return entry


def checkpoint_rows(connection: sqlite3.Connection, *, after: int = 0, upto: int | None = None) -> Iterator[Checkpoint]:
    """Those that sign the entries after `after`, up to `upto`."""
    where, values = _between(after, upto)
    for row in connection.execute(f"{_CHECKPOINTS} {where} ORDER BY number", values):
        yield _point(row)


def checkpoint(connection: sqlite3.Connection, number: int = NO_END) -> Checkpoint | None:
    """The one of this number; the last one without it."""
    query = f"{_CHECKPOINTS} WHERE number {'=' if number < NO_END else '<'} ? ORDER BY number DESC LIMIT 1"
    row = connection.execute(query, (number,)).fetchone()
    return None if row is None else _point(row)


def _point(row: tuple[int, int, str, int, str]) -> Checkpoint:
    number, seq, hash_, at_ms, signature = row
    return Checkpoint(number=number, seq=seq, hash=hash_, at_ms=at_ms, signature=signature)


def signed_end(connection: sqlite3.Connection) -> SignedEnd | None:
    """None in a file of the first form, in a copy from the floor, and where somebody took it out."""
    if not has_signed_end(connection):
        return None
    row = connection.execute("SELECT seq, hash, at_ms, key, signature FROM signed_end").fetchone()
    if row is None:
        return None
    seq, hash_, at_ms, key, signature = row
    return SignedEnd(seq=seq, hash=hash_, at_ms=at_ms, key=key, signature=signature)


def has_signed_end(connection: sqlite3.Connection) -> bool:
    return _has_table(connection, "signed_end")


def has_pieces(connection: sqlite3.Connection) -> bool:
    """Not in a file of the first or second form."""
    return _has_table(connection, "pieces")


def _has_table(connection: sqlite3.Connection, name: str) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    return connection.execute(query, (name,)).fetchone() is not None


def signing_keys(connection: sqlite3.Connection, first: bytes) -> SigningKeys:
    """`first` is the key that the genesis entry names."""
    return SigningKeys.read(first, ((row.seq, row.data) for row in rows_of(connection, "key-changed")))


def missing_guards(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    return not_on_guard(rows, signed_end=has_signed_end(connection), pieces=has_pieces(connection))


def foreign_parts(connection: sqlite3.Connection) -> list[str]:
    """Tables, indexes, views and triggers that no program of ours made, or not as they are."""
    return foreign(connection.execute("SELECT type, name, sql FROM sqlite_master"))
