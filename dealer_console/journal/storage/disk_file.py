"""The SQLite file under a journal: one connection, write-ahead log, and a commit that has reached the disk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, Select, create_engine, event, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from dealer_console.journal import keys, migrate
from dealer_console.journal.chain import Chain, genesis
from dealer_console.journal.checkpoints import Checkpoint, make, sync_folder, write_head
from dealer_console.journal.entry import Row
from dealer_console.journal.errors import JournalStopped
from dealer_console.journal.software import software_version
from dealer_console.journal.storage.schema import checkpoints, entries

# Written by SQLAlchemy once: writing them anew for every append would cost more than SQLite's own share of it.
_INSERT: Final = str(entries.insert().compile(dialect=sqlite.dialect()))
_INSERT_CHECKPOINT: Final = str(checkpoints.insert().compile(dialect=sqlite.dialect()))
SELECT: Final = select(entries)
AUTO_CHECKPOINT_PAGES: Final = 100


def _engine(path: Path) -> Engine:
    # The session thread is not the one that opens the file; there is one owner at a time, never two.
    # Every statement is a transaction of its own, unless BEGIN was said: one entry needs one call, not three.
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=StaticPool,
        isolation_level="AUTOCOMMIT",
        connect_args={"check_same_thread": False, "timeout": 1.0},
    )

    @event.listens_for(engine, "connect")
    def _durable(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # A short log stays short and is written over in place: a durable write that grows no file is the cheaper one.
        connection.execute(f"PRAGMA wal_autocheckpoint = {AUTO_CHECKPOINT_PAGES}")

    return engine


class DiskFile:
    """Errors of the database come out as they are (`DBAPIError`): what they mean, the journal decides."""

    def __init__(self, path: Path) -> None:
        self._engine = _engine(path)
        self._connection: Connection = self._engine.connect()

    def insert(self, rows: Sequence[Row]) -> None:
        """One transaction, durable when this returns."""
        run = self._connection.exec_driver_sql
        if len(rows) == 1:
            run(_INSERT, rows[0])
            return
        run("BEGIN IMMEDIATE")
        run(_INSERT, list(rows))
        run("COMMIT")

    def insert_checkpoint(self, point: Checkpoint) -> None:
        row = (point.number, point.seq, point.hash, point.at_ms, point.signature)
        self._connection.exec_driver_sql(_INSERT_CHECKPOINT, row)

    def read(self, query: Select[Any]) -> list[Any]:
        return [tuple(row) for row in self._connection.execute(query)]

    def roll_back(self) -> None:
        """After an error: out of the transaction, if there still is one."""
        with suppress(DBAPIError):  # SQLite has rolled back by itself, or the disk is gone
            self._connection.exec_driver_sql("ROLLBACK")

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
