"""The journal of a table: one SQLite file, one writer, every append durable before it returns, nothing ever changed.

with Journal.open(path, signing_key=seed) as journal:
    entries = journal.append([Draft(kind="move", data={"move": "Th"})], at_ms=now)
    journal.checkpoint(now)

A write that fails stops the journal for good (fail-stop): after an error of the disk nobody knows what it holds until
the file is opened anew, and a table must not deal on a guess. What was acknowledged before is kept.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Connection, Engine, create_engine, event, select
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool

from dealer_console.journal import checkpoints, keys, migrate
from dealer_console.journal.canonical import Json
from dealer_console.journal.chain import Chain, genesis
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entry import NO_HASH, Draft, Entry, Row, entry_of, hash_of
from dealer_console.journal.errors import AlreadyRecorded, JournalDamaged, JournalRefused, JournalStopped
from dealer_console.journal.file_lock import FileLock
from dealer_console.journal.schema import checkpoints as checkpoint_table
from dealer_console.journal.schema import entries as entry_table
from dealer_console.journal.software import software_version

_AT_ONCE: Final = 1000
_COLUMNS: Final = entry_table.c.keys()
_INSERT: Final = entry_table.insert()
_SELECT: Final = select(entry_table)


def _engine(path: Path) -> Engine:
    # The session thread is not the one that opens the file; there is one owner at a time, never two.
    engine = create_engine(
        f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False, "timeout": 5.0}
    )

    @event.listens_for(engine, "connect")
    def _durable(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # A short log stays short and is written over in place: a durable write that grows no file is the cheaper one.
        connection.execute("PRAGMA wal_autocheckpoint = 100")
        connection.isolation_level = "IMMEDIATE"

    return engine


class Journal:
    """Open for writing. Make it with `create` or `open`."""

    def __init__(self, path: Path, lock: FileLock, signing_key: bytes | None, head_folder: Path | None) -> None:
        self.path = path
        self.head_path = checkpoints.head_path(path, head_folder)
        self._lock = lock
        self._seed = signing_key
        self._stopped: str | None = None
        self._engine = _engine(path)
        self._connection: Connection = self._engine.connect()
        self._chain = Chain("")
        self._last_checkpoint: Checkpoint | None = None

    # --- opening and closing -----------------------------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        table: str,
        signing_key: bytes,
        at_ms: int = 0,
        log: bytes | None = None,
        head_folder: Path | None = None,
    ) -> Self:
        """A new journal with its genesis entry. The file gets its name only when it is whole."""
        path = Path(path)
        lock = FileLock(path)
        try:
            if path.exists():
                raise JournalRefused(f"{path} exists already; open it, or choose another name")
            if checkpoints.head_path(path, head_folder).exists():
                raise JournalRefused(
                    f"{checkpoints.head_path(path, head_folder)} is the head of an earlier journal of this name: "
                    "move it away together with its journal"
                )
            _make_file(path, lock, table, signing_key, at_ms, (log or secrets.token_bytes(16)).hex())
        finally:
            lock.release()
        return cls.open(path, signing_key, head_folder=head_folder)

    @classmethod
    def open(
        cls,
        path: Path,
        signing_key: bytes | None = None,
        *,
        head_folder: Path | None = None,
        renew_head: bool = False,
    ) -> Self:
        """The journal, at its end. `renew_head` accepts that the head outside was lost; verify the file before."""
        path = Path(path)
        if not path.is_file():
            raise JournalRefused(f"there is no journal {path}")
        lock = FileLock(path)
        try:
            migrate.ensure_current(path)
            journal = cls(path, lock, signing_key, head_folder)
        except BaseException:
            lock.release()
            raise
        try:
            journal._find_end()
            journal._compare_head(renew_head=renew_head)
        except BaseException:
            journal.close()
            raise
        return journal

    def close(self) -> None:
        self._connection.close()
        self._engine.dispose()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- what it is ---------------------------------------------------------------------------------------------------

    @property
    def log(self) -> str:
        """The identity of this log."""
        return self._chain.log

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self._chain.seq

    @property
    def head(self) -> str:
        """The hash of the last entry."""
        return self._chain.hash

    @property
    def stopped(self) -> str | None:
        """Why nothing more is written; None while all is well."""
        return self._stopped

    @property
    def last_checkpoint(self) -> Checkpoint | None:
        return self._last_checkpoint

    # --- writing ------------------------------------------------------------------------------------------------------

    def append(self, drafts: Sequence[Draft], *, at_ms: int) -> tuple[Entry, ...]:
        """All of them or none, durable when this returns."""
        self._refuse_when_stopped()
        rows, entries = self._chain.continue_with(drafts, at_ms)
        if not rows:
            return ()
        self._write(rows)
        self._chain.advance(rows[-1])
        return entries

    def _write(self, rows: list[Row]) -> None:
        connection = self._connection
        try:
            connection.execute(_INSERT, [dict(zip(_COLUMNS, row, strict=True)) for row in rows])
            connection.commit()
        except IntegrityError as error:
            self._roll_back()
            repeated = self._repeated(rows)
            if repeated is not None:
                raise repeated from None
            raise self._stop(f"the file was changed behind its back: {error.orig}") from None
        except DBAPIError as error:
            raise self._stop(str(error.orig)) from None

    def _repeated(self, rows: list[Row]) -> AlreadyRecorded | None:
        """Which device event of these is recorded already, or stands twice among them?"""
        seen: set[tuple[str, int]] = set()
        for row in rows:
            serial, number = row[5], row[6]
            if serial is None or number is None:
                continue
            if (serial, number) in seen or self.has_device_event(serial, number):
                return AlreadyRecorded(serial, number)
            seen.add((serial, number))
        return None

    def snapshot(self, data: dict[str, Json], at_ms: int) -> Entry:
        """The whole state, so that the next opening need not fold the journal from its beginning."""
        return self.append([Draft(kind="snapshot", data=data)], at_ms=at_ms)[0]

    def checkpoint(self, at_ms: int) -> Checkpoint:
        """Sign the present end, in the file and outside it."""
        self._refuse_when_stopped()
        if self._seed is None:
            raise JournalRefused("this journal was opened without its key: it cannot sign a checkpoint")
        number = self._last_checkpoint.number + 1 if self._last_checkpoint else 1
        point = checkpoints.make(self._seed, self.log, number=number, seq=self.seq, hash=self.head, at_ms=at_ms)
        try:
            self._connection.execute(
                checkpoint_table.insert(),
                [
                    {
                        "number": point.number,
                        "seq": point.seq,
                        "hash": point.hash,
                        "at_ms": point.at_ms,
                        "signature": point.signature,
                    }
                ],
            )
            self._connection.commit()
            self._last_checkpoint = point
            checkpoints.write_head(self.head_path, self.log, point)
        except DBAPIError as error:
            raise self._stop(str(error.orig)) from None
        except OSError as error:
            raise self._stop(f"{self.head_path}: {error.strerror or error}") from None
        return point

    def _refuse_when_stopped(self) -> None:
        if self._stopped is not None:
            raise JournalStopped(self._stopped)

    def _stop(self, why: str) -> JournalStopped:
        self._roll_back()
        self._stopped = (
            f"the journal {self.path} stopped at entry {self.seq}: {why}. Everything up to this entry is safe. "
            "Stop dealing, make room or change the disk, then start the console again"
        )
        return JournalStopped(self._stopped)

    def _roll_back(self) -> None:
        try:
            self._connection.rollback()
        except DBAPIError:
            # The disk is gone: the next opening rolls back what was not committed.
            self._connection.invalidate()

    # --- reading ------------------------------------------------------------------------------------------------------

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """The entries behind number `after`, in order, also those appended meanwhile."""
        previous = NO_HASH if after <= 0 else self._hash_at(after)
        while True:
            query = _SELECT.where(entry_table.c.seq > after).order_by(entry_table.c.seq).limit(_AT_ONCE)
            rows = self._read(query)
            for row in rows:
                yield entry_of(row, previous)
                after, previous = row[0], row[8]
            if len(rows) < _AT_ONCE:
                return

    def last_snapshot(self) -> Entry | None:
        query = _SELECT.where(entry_table.c.kind == "snapshot").order_by(entry_table.c.seq.desc()).limit(1)
        rows = self._read(query)
        return entry_of(rows[0], self._hash_at(rows[0][0] - 1)) if rows else None

    def has_device_event(self, serial: str, number: int) -> bool:
        c = entry_table.c
        query = select(c.seq).where(c.serial == serial, c.number == number, c.serial.is_not(None))
        return bool(self._read(query))

    def last_device_event(self, serial: str) -> int | None:
        """The highest number that this device's recorded events have."""
        c = entry_table.c
        query = select(c.number).where(c.serial == serial, c.serial.is_not(None)).order_by(c.number.desc()).limit(1)
        rows = self._read(query)
        return int(rows[0][0]) if rows else None

    def _read(self, query: object) -> list[Row]:
        try:
            found = [tuple(row) for row in self._connection.execute(query)]  # type: ignore[call-overload]
            self._connection.rollback()
        except DBAPIError as error:
            raise self._stop(str(error.orig)) from None
        return found

    def _hash_at(self, seq: int) -> str:
        rows = self._read(select(entry_table.c.hash).where(entry_table.c.seq == seq))
        if rows:
            return str(rows[0][0])
        if seq == 0:
            return NO_HASH
        raise JournalDamaged(f"{self.path}: entry {seq} is missing; run: dealer-console verify {self.path}")

    # --- the checks of every opening ----------------------------------------------------------------------------------

    def _find_end(self) -> None:
        first = self._read(_SELECT.where(entry_table.c.seq == 1))
        last = self._read(_SELECT.order_by(entry_table.c.seq.desc()).limit(1))
        if not first or first[0][1] != "genesis":
            raise self._damaged("it has no beginning")
        beginning = entry_of(first[0], NO_HASH)
        log, public = str(beginning.data["log"]), str(beginning.data["public_key"])
        previous = self._hash_at(last[0][0] - 1)
        if hash_of(log, previous, last[0]) != last[0][8]:
            raise self._damaged(f"entry {last[0][0]}, the last one, is not what was written")
        if self._seed is not None and keys.public_key(self._seed).hex() != public:
            raise JournalRefused(f"the key given is not the key of {self.path}: it belongs to another journal")
        self._chain = Chain(log, last[0][0], last[0][8])
        self.public_key = bytes.fromhex(public)
        self.table = str(beginning.data["table"])
        points = self._read(select(checkpoint_table).order_by(checkpoint_table.c.number.desc()).limit(1))
        if points:
            number, seq, hash_, at_ms, signature = points[0]  # type: ignore[misc]
            point = Checkpoint(number=number, seq=seq, hash=hash_, at_ms=at_ms, signature=signature)
            self._accept_checkpoint(point)

    def _accept_checkpoint(self, point: Checkpoint) -> None:
        if not checkpoints.is_genuine(point, self.log, self.public_key):
            raise self._damaged(f"checkpoint {point.number} is not signed with the key of this journal")
        if point.seq > self.seq or self._hash_at(point.seq) != point.hash:
            raise self._damaged(f"checkpoint {point.number} does not fit entry {point.seq}")
        self._last_checkpoint = point

    def _compare_head(self, *, renew_head: bool) -> None:
        """The head outside may be one step behind (a power cut came between the two writes), never ahead."""
        found = checkpoints.read_head(self.head_path)
        point = self._last_checkpoint
        if found is None:
            if point is None:
                return
            if not renew_head:
                raise self._damaged(f"the head {self.head_path} is missing: bring it back, or open with renew_head")
            checkpoints.write_head(self.head_path, self.log, point)
            return
        log, head = found
        if log != self.log or not checkpoints.is_genuine(head, log, self.public_key):
            raise self._damaged(f"{self.head_path} is the head of another journal, or was changed")
        if point is None or head.number > point.number:
            raise self._damaged(
                f"the head outside says checkpoint {head.number} after entry {head.seq}, the file is older: "
                "its end was cut off, or an old copy was put in its place"
            )
        if head.number < point.number:
            checkpoints.write_head(self.head_path, self.log, point)

    def _damaged(self, what: str) -> JournalDamaged:
        return JournalDamaged(f"{self.path}: {what}. Run: dealer-console verify {self.path}")


def _make_file(path: Path, lock: FileLock, table: str, signing_key: bytes, at_ms: int, log: str) -> None:
    unfinished = path.with_name(path.name + ".unfinished")
    for leftover in (unfinished, Path(f"{unfinished}-wal"), Path(f"{unfinished}-shm")):
        leftover.unlink(missing_ok=True)
    migrate.upgrade(unfinished)
    first = genesis(log=log, table=table, public_key=keys.public_key(signing_key), software=software_version())
    rows, _ = Chain(log).continue_with([first], at_ms)
    engine = _engine(unfinished)
    try:
        with engine.begin() as connection:
            connection.execute(_INSERT, [dict(zip(_COLUMNS, row, strict=True)) for row in rows])
    except DBAPIError as error:
        raise JournalStopped(f"{path} could not be made: {error.orig}") from None
    finally:
        engine.dispose()
    os.replace(unfinished, path)
    checkpoints.sync_folder(path.parent)
