"""Reading a journal without opening it for writing, also while the table deals: to verify, export and search."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dealer_console.journal import migrate
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entry import NO_HASH, Entry, Row, entry_of
from dealer_console.journal.errors import JournalDamaged, JournalRefused

_ROWS: Final = "SELECT seq, kind, version, at_ms, who, serial, number, data, hash FROM entries"
GUARDS: Final = frozenset(
    f"{table}_{deed}" for table in ("entries", "checkpoints") for deed in ("follow", "stay", "remain")
)


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that can change nothing. Raises `JournalRefused` when there is nothing to read."""
    if not path.is_file():
        raise JournalRefused(f"there is no journal {path}")
    connection = _connect(path)
    try:
        connection.execute("BEGIN")
        _check_form(connection, path)
        yield connection
    finally:
        connection.close()


def _connect(path: Path) -> sqlite3.Connection:
    """In the way that leaves the least behind.

    A file that was closed in order is opened so that SQLite cleans up after itself, with every write forbidden. One
    that is in use, or was not closed, is opened read-only and left as it is. In a folder that we may not write, only
    the `immutable` way is left; it is safe when no log lies beside the file.
    """
    wal = path.with_name(path.name + "-wal")
    in_use = _size(wal) > 0
    for mode in ("ro",) if in_use else ("rw", "ro", "ro&immutable=1"):
        try:
            return _try(f"{path.resolve().as_uri()}?mode={mode}")
        except sqlite3.OperationalError:
            continue
        except sqlite3.DatabaseError as error:
            raise JournalDamaged(f"{path} is no journal of a table: {error}") from None
    raise JournalRefused(f"{path} cannot be read: copy it, together with {wal.name} if that is there, and try again")


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
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _check_form(connection: sqlite3.Connection, path: Path) -> None:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise JournalDamaged(f"{path} is no journal of a table: {error}") from None
    if row is not None and str(row[0]) > migrate.NEWEST:
        raise JournalRefused(f"{path} was written by a newer program (form {row[0]}): update dealer-console")


def row_batches(
    connection: sqlite3.Connection, *, after: int = 0, upto: int | None = None, at_once: int = 2000
) -> Iterator[list[Row]]:
    """The entries in the order of their numbers. Without `after` also those with a number that cannot be."""
    where, values = _between(after, upto)
    cursor = connection.execute(f"{_ROWS} {where} ORDER BY seq", values)
    while rows := cursor.fetchmany(at_once):
        yield rows


def _between(after: int, upto: int | None) -> tuple[str, list[int]]:
    bounds = [("seq > ?", after)] if after else []
    if upto is not None:
        bounds.append(("seq <= ?", upto))
    where = "WHERE " + " AND ".join(text for text, _ in bounds) if bounds else ""
    return where, [value for _, value in bounds]


def entries(connection: sqlite3.Connection) -> Iterator[Entry]:
    """The entries as values, unverified."""
    previous = NO_HASH
    for rows in row_batches(connection):
        for row in rows:
            yield entry_of(row, previous)
            previous = row[8]


def checkpoint_rows(connection: sqlite3.Connection, *, after: int = 0, upto: int | None = None) -> Iterator[Checkpoint]:
    """Those that sign the entries behind `after`, up to `upto`."""
    where, values = _between(after, upto)
    query = f"SELECT number, seq, hash, at_ms, signature FROM checkpoints {where} ORDER BY number"  # noqa: S608
    for number, seq, hash_, at_ms, signature in connection.execute(query, values):
        yield Checkpoint(number=number, seq=seq, hash=hash_, at_ms=at_ms, signature=signature)


def missing_guards(connection: sqlite3.Connection) -> list[str]:
    """The triggers that refuse any change: which of them are gone?"""
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")}
    return sorted(GUARDS - found)
