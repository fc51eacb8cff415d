"""The SQLite file under a journal: one connection, write-ahead log, and a commit that has reached the disk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, Executable, create_engine, event, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from dealer_console.game.message import Message
from dealer_console.journal import migrate
from dealer_console.journal.chain import Chain
from dealer_console.journal.checkpoints import Checkpoint, SignedEnd, make, make_end, sync_folder, write_head
from dealer_console.journal.entry import Draft, Row
from dealer_console.journal.errors import JournalRefused, JournalStopped
from dealer_console.journal.storage.schema import checkpoints, entries, signed_end

# Written by SQLAlchemy once: writing them anew for every append would cost more than SQLite's own share of it.
_INSERT: Final = str(entries.insert().compile(dialect=sqlite.dialect()))
_INSERT_CHECKPOINT: Final = str(checkpoints.insert().compile(dialect=sqlite.dialect()))
_END: Final = insert(signed_end)
_MOVE_END: Final = str(
    _END.on_conflict_do_update(
        index_elements=["one"],
        set_={name: _END.excluded[name] for name in ("seq", "hash", "at_ms", "key", "signature")},
    ).compile(dialect=sqlite.dialect())
)
SELECT: Final = select(entries)
AUTO_CHECKPOINT_PAGES: Final = 200  # an append that is signed touches two


LEAST_SQLITE: Final = (3, 37, 0)


def _engine(path: Path) -> Engine:
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        least = ".".join(map(str, LEAST_SQLITE))
        raise JournalRefused(Message("journal-sqlite-too-old-keep", sqlite_version=sqlite3.sqlite_version, least=least))
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
    """Errors of the database come out as they are (`sqlite3.Error`): what they mean, the journal decides.

    Writing goes past SQLAlchemy's own layers to the driver: they would cost a signature's time for each append.
    """

    def __init__(self, path: Path) -> None:
        self._engine = _engine(path)
        self._connection: Connection = self._engine.connect()
        driver: Any = self._connection.connection.driver_connection
        self._run: Callable[..., sqlite3.Cursor] = driver.execute
        self._run_many: Callable[..., sqlite3.Cursor] = driver.executemany

    def insert(self, rows: Sequence[Row], end: SignedEnd | None = None, point: Checkpoint | None = None) -> None:
        """One transaction, durable when this returns. `end` and `point` sign the last of the rows."""
        if len(rows) == 1 and end is None and point is None:
            self._run(_INSERT, rows[0])
            return
        self._run("BEGIN IMMEDIATE")
        if len(rows) == 1:
            self._run(_INSERT, rows[0])
        elif rows:
            self._run_many(_INSERT, rows)
        if point is not None:
            self._run(_INSERT_CHECKPOINT, (point.number, point.seq, point.hash, point.at_ms, point.signature))
        if end is not None:
            self.sign(end)
        self._run("COMMIT")

    def insert_checkpoint(self, point: Checkpoint, end: SignedEnd | None = None) -> None:
        self.insert((), end, point)

    def sign(self, end: SignedEnd) -> None:
        """The file ends here."""
        self._run(_MOVE_END, (1, end.seq, end.hash, end.at_ms, end.key, end.signature))

    def read(self, query: Executable) -> list[Any]:
        try:
            return [tuple(row) for row in self._connection.execute(query)]
        except DBAPIError as error:
            raise _of_the_driver(error) from None

    def roll_back(self) -> None:
        """After an error: out of the transaction, if there still is one."""
        with suppress(sqlite3.Error):  # SQLite has rolled back by itself, or the disk is gone
            self._run("ROLLBACK")

    def close(self) -> None:
        self._connection.close()
        self._engine.dispose()


def _of_the_driver(error: DBAPIError) -> sqlite3.Error:
    return error.orig if isinstance(error.orig, sqlite3.Error) else sqlite3.OperationalError(str(error.orig))


def make_file(path: Path, head_path: Path, first: Draft, *, signing_key: bytes, at_ms: int, log: str) -> None:
    """A file with its genesis entry and the first checkpoint. It gets its name last, when its head is outside already:

    so there is no moment at which a journal may lawfully be without its head.
    """
    unfinished = unfinished_path(path)
    rows, _ = Chain(log).continue_with([first], at_ms)
    point = make(signing_key, log, number=1, seq=1, hash=rows[0].hash, at_ms=at_ms)
    try:
        for leftover in (unfinished, Path(f"{unfinished}-wal"), Path(f"{unfinished}-shm")):
            leftover.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # nobody else reads a journal
        migrate.upgrade(unfinished)
        file = DiskFile(unfinished)
        try:
            file.insert(rows)
            file.insert_checkpoint(point, make_end(signing_key, log, seq=1, hash=rows[0].hash, at_ms=at_ms))
        finally:
            file.close()
        write_head(head_path, log, point)
        os.replace(unfinished, path)
        sync_folder(path.parent)
    except (sqlite3.Error, DBAPIError) as error:
        raise JournalStopped(
            Message("journal-cannot-be-made", path=path, reason=str(getattr(error, "orig", error)))
        ) from None
    except OSError as error:
        raise JournalStopped(
            Message("journal-cannot-be-made", path=path, reason=str(error.strerror or error))
        ) from None


def unfinished_path(path: Path) -> Path:
    return path.with_name(path.name + ".unfinished")
