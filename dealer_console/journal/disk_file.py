"""The SQLite file under a journal: one connection, write-ahead log, and a commit that has reached the disk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, Select, create_engine, event, select
from sqlalchemy.exc import DBAPIError, InvalidRequestError
from sqlalchemy.pool import StaticPool

from dealer_console.journal import keys, migrate
from dealer_console.journal.chain import Chain, genesis
from dealer_console.journal.checkpoints import Checkpoint, make, sync_folder, write_head
from dealer_console.journal.entry import Row
from dealer_console.journal.errors import JournalStopped
from dealer_console.journal.schema import checkpoints, entries
from dealer_console.journal.software import software_version

_COLUMNS: Final = entries.c.keys()
_INSERT: Final = entries.insert()
_INSERT_CHECKPOINT: Final = checkpoints.insert()
SELECT: Final = select(entries)
AUTO_CHECKPOINT_PAGES: Final = 100


def _engine(path: Path) -> Engine:
    # The session thread is not the one that opens the file; there is one owner at a time, never two.
    engine = create_engine(
        f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False, "timeout": 1.0}
    )

    @event.listens_for(engine, "connect")
    def _durable(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # A short log stays short and is written over in place: a durable write that grows no file is the cheaper one.
        connection.execute(f"PRAGMA wal_autocheckpoint = {AUTO_CHECKPOINT_PAGES}")
        connection.isolation_level = "IMMEDIATE"

    return engine


class DiskFile:
    """Errors of the database come out as they are (`DBAPIError`): what they mean, the journal decides."""

    def __init__(self, path: Path) -> None:
        self._engine = _engine(path)
        self._connection: Connection = self._engine.connect()

    def insert(self, rows: Sequence[Row]) -> None:
        """One transaction, durable when this returns."""
        self._connection.execute(_INSERT, [dict(zip(_COLUMNS, row, strict=True)) for row in rows])
        self._connection.commit()

    def insert_checkpoint(self, point: Checkpoint) -> None:
        row = {name: getattr(point, name) for name in checkpoints.c.keys()}  # noqa: SIM118
        self._connection.execute(_INSERT_CHECKPOINT, [row])
        self._connection.commit()

    def read(self, query: Select[Any]) -> list[Any]:
        found = [tuple(row) for row in self._connection.execute(query)]
        self._connection.rollback()
        return found

    def roll_back(self) -> None:
        try:
            self._connection.rollback()
        except (DBAPIError, InvalidRequestError):
            # The disk is gone: the next opening rolls back what was not committed.
            self._connection.invalidate()

    def close(self) -> None:
        self._connection.close()
        self._engine.dispose()


def make_file(path: Path, head_path: Path, *, table: str, signing_key: bytes, at_ms: int, log: str) -> None:
    """A file with a genesis entry and the first checkpoint. It gets its name last, when its head is outside already:

    so there is no moment at which a journal may lawfully be without its head.
    """
    unfinished = unfinished_path(path)
    first = genesis(log=log, table=table, public_key=keys.public_key(signing_key), software=software_version())
    rows, _ = Chain(log).continue_with([first], at_ms)
    point = make(signing_key, log, number=1, seq=1, hash=rows[0][8], at_ms=at_ms)
    try:
        for leftover in (unfinished, Path(f"{unfinished}-wal"), Path(f"{unfinished}-shm")):
            leftover.unlink(missing_ok=True)
        migrate.upgrade(unfinished)
        file = DiskFile(unfinished)
        try:
            file.insert(rows)
            file.insert_checkpoint(point)
        finally:
            file.close()
        write_head(head_path, log, point)
        os.replace(unfinished, path)
        sync_folder(path.parent)
    except DBAPIError as error:
        raise JournalStopped(f"{path} could not be made: {error.orig}") from None
    except OSError as error:
        raise JournalStopped(f"{path} could not be made: {error.strerror or error}") from None


def unfinished_path(path: Path) -> Path:
    return path.with_name(path.name + ".unfinished")
