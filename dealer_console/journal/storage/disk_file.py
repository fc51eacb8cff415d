"""The SQLite file under a journal: one connection, write-ahead log, and a commit that has reached the disk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from dealer_console.game.message import Message
from dealer_console.journal import migrate
from dealer_console.journal.chain import Chain
from dealer_console.journal.checkpoints import Checkpoint, SignedEnd, make, make_end, sync_folder, write_head
from dealer_console.journal.entry import Draft, Row
from dealer_console.journal.errors import JournalRefused, JournalStopped
from dealer_console.journal.storage.file_lock import make_private
from dealer_console.journal.storage.pieces import MARKED, PieceWriter

_INSERT: Final = "INSERT INTO pieces VALUES (?, ?, ?)"
_MARK: Final = "INSERT INTO marks VALUES (?, ?)"
_DEVICE_EVENT: Final = "INSERT INTO device_events VALUES (?, ?, ?)"
_INSERT_CHECKPOINT: Final = "INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?)"
_MOVE_END: Final = """
INSERT INTO signed_end VALUES (1, ?, ?, ?, ?, ?) ON CONFLICT (one) DO UPDATE
SET seq = excluded.seq, hash = excluded.hash, at_ms = excluded.at_ms, key = excluded.key, signature = excluded.signature
"""
AUTO_CHECKPOINT_PAGES: Final = 200  # an append that is signed touches two


LEAST_SQLITE: Final = (3, 37, 0)


def _connect(path: Path) -> sqlite3.Connection:
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        least = ".".join(map(str, LEAST_SQLITE))
        raise JournalRefused(Message("journal-sqlite-too-old-keep", sqlite_version=sqlite3.sqlite_version, least=least))
    # The session thread is not the one that opens the file; there is one owner at a time, never two.
    # Every statement is a transaction of its own, unless BEGIN was said: one entry needs one call, not three.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # A short log stays short and is written over in place: a durable write that grows no file is the cheaper one.
        connection.execute(f"PRAGMA wal_autocheckpoint = {AUTO_CHECKPOINT_PAGES}")
    except BaseException:
        connection.close()
        raise
    return connection


class DiskFile:
    """Errors of the database come out as they are (`sqlite3.Error`): what they mean, the journal decides."""

    def __init__(self, path: Path) -> None:
        for log in ("-wal", "-shm"):
            make_private(path.with_name(path.name + log))
        self.connection = _connect(path)
        self._run = self.connection.cursor().execute  # one cursor: an append makes no other
        self._pieces = PieceWriter()

    def insert(self, rows: Sequence[Row], end: SignedEnd | None = None, point: Checkpoint | None = None) -> None:
        """One transaction, durable when this returns. `end` and `point` sign the last of the rows."""
        if end is None and point is None and len(rows) == 1 and rows[0].serial is None and rows[0].kind not in MARKED:
            (piece,) = self._pieces.pack(rows)
            self._run(_INSERT, piece)
            return
        self._run("BEGIN IMMEDIATE")
        write_rows(self.connection, self._pieces, rows)
        if point is not None:
            self._run(_INSERT_CHECKPOINT, (point.number, point.seq, point.hash, point.at_ms, point.signature))
        if end is not None:
            self.sign(end)
        self._run("COMMIT")

    def insert_checkpoint(self, point: Checkpoint, end: SignedEnd | None = None) -> None:
        self.insert((), end, point)

    def sign(self, end: SignedEnd) -> None:
        """The file ends here."""
        self._run(_MOVE_END, (end.seq, end.hash, end.at_ms, end.key, end.signature))

    def roll_back(self) -> None:
        """After an error: out of the transaction, if there still is one."""
        self._pieces = PieceWriter()  # nothing goes on from what is not in the file
        with suppress(sqlite3.Error):  # SQLite has rolled back by itself, or the disk is gone
            self._run("ROLLBACK")

    def close(self) -> None:
        self.connection.close()


def write_rows(connection: sqlite3.Connection, pieces: PieceWriter, rows: Sequence[Row]) -> None:
    """In pieces, with what finds them again."""
    for piece in pieces.pack(rows):
        connection.execute(_INSERT, piece)
    for row in rows:
        if row.kind in MARKED:
            connection.execute(_MARK, (row.kind, row.seq))
        if row.serial is not None:
            connection.execute(_DEVICE_EVENT, (row.serial, row.number, row.seq))


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
        migrate.make_new(unfinished)
        file = DiskFile(unfinished)
        try:
            file.insert(rows)
            file.insert_checkpoint(point, make_end(signing_key, log, seq=1, hash=rows[0].hash, at_ms=at_ms))
        finally:
            file.close()
        write_head(head_path, log, point)
        os.replace(unfinished, path)
        sync_folder(path.parent)
    except sqlite3.Error as error:
        raise JournalStopped(Message("journal-cannot-be-made", path=path, reason=str(error))) from None
    except OSError as error:
        raise JournalStopped(
            Message("journal-cannot-be-made", path=path, reason=str(error.strerror or error))
        ) from None


def unfinished_path(path: Path) -> Path:
    return path.with_name(path.name + ".unfinished")
