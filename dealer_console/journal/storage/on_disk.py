"""The journal of a table: one SQLite file, one writer, every append durable before it returns, nothing ever changed.

with Journal.open(path, signing_key=seed) as journal:
    entries = journal.append([Draft(kind="move", data={"move": "Th"})], at_ms=now)
    journal.checkpoint(now)

A write that fails stops the journal for good (fail-stop): after an error of the disk nobody knows what it holds until
the file is opened anew, and a table must not deal on a guess. What was acknowledged before is kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from sqlalchemy import Select, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from dealer_console.journal import checkpoints, keys, migrate
from dealer_console.journal.canonical import Json
from dealer_console.journal.chain import Chain
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entry import Draft, Entry, Row, entry_of
from dealer_console.journal.errors import AlreadyRecorded, JournalRefused, JournalStopped
from dealer_console.journal.head import JournalHead, key_id
from dealer_console.journal.storage import open_checks
from dealer_console.journal.storage.disk_file import SELECT, DiskFile, make_file, unfinished_path
from dealer_console.journal.storage.file_lock import FileLock
from dealer_console.journal.storage.schema import entries as entry_table

_AT_ONCE: Final = 1000
# Written out, not bound: SQLite uses the index of the snapshots only when it sees the word.
LAST_SNAPSHOT: Final = SELECT.where(text("kind = 'snapshot'")).order_by(entry_table.c.seq.desc()).limit(1)
LAST_CONFIGURATION: Final = SELECT.where(text("kind = 'configuration'")).order_by(entry_table.c.seq.desc()).limit(1)


class Journal:
    """Open for writing. Make it with `create` or `open`."""

    def __init__(self, path: Path, lock: FileLock, signing_key: bytes | None, head_path: Path) -> None:
        self.path = path
        self.head_path = head_path
        self._lock = lock
        self._seed = signing_key
        self._stopped: str | None = None
        self._file = DiskFile(path)

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
        """A new journal with its genesis entry. `log` is its identity, 16 random bytes unless handed in."""
        path = Path(path)
        head = checkpoints.head_path(path, head_folder)
        lock = FileLock(path)
        try:
            if path.exists():
                raise JournalRefused(f"{path} exists already; open it, or choose another name")
            if head.exists() and not unfinished_path(path).exists():
                raise JournalRefused(f"{head} belongs to an earlier journal of this name: move it away with that one")
            identity = (log or secrets.token_bytes(16)).hex()
            make_file(path, head, table=table, signing_key=signing_key, at_ms=at_ms, log=identity)
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
            journal = cls(path, lock, signing_key, checkpoints.head_path(path, head_folder))
        except DBAPIError as error:
            lock.release()
            raise JournalStopped(f"{path} cannot be opened: {error.orig}") from None
        except BaseException:
            lock.release()
            raise
        try:
            journal._begin_at_the_end(renew_head=renew_head)
        except BaseException:
            journal.close()
            raise
        return journal

    def _begin_at_the_end(self, *, renew_head: bool) -> None:
        try:
            end = open_checks.find_end(self._file, self.path)
            if self._seed is not None and keys.public_key(self._seed) != end.public_key:
                raise JournalRefused(f"the key given is not the key of {self.path}: it belongs to another journal")
            open_checks.compare_head(self.path, self.head_path, end, renew_head=renew_head)
        except DBAPIError as error:
            raise JournalStopped(f"{self.path} cannot be opened: {error.orig}") from None
        except OSError as error:
            raise JournalStopped(f"{self.head_path} cannot be written: {error.strerror or error}") from None
        self.table = end.table
        self.public_key = end.public_key
        self._chain = Chain(end.log, end.seq, end.hash)
        self._last_checkpoint = end.checkpoint

    def close(self) -> None:
        self._file.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- what it is --------------------------------------------------------------------------------------------------

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
    def last_checkpoint(self) -> Checkpoint:
        return self._last_checkpoint

    @property
    def end(self) -> JournalHead:
        """Its last entry, as it is kept elsewhere."""
        return JournalHead(log=self.log, seq=self.seq, hash=self.head, key=key_id(self.public_key))

    # --- writing -----------------------------------------------------------------------------------------------------

    def append(self, drafts: Sequence[Draft], *, at_ms: int) -> tuple[Entry, ...]:
        """All of them or none, durable when this returns."""
        self._refuse_when_stopped()
        rows, entries = self._chain.continue_with(drafts, at_ms)
        if not rows:
            return ()
        try:
            self._file.insert(rows)
        except IntegrityError as error:
            self._file.roll_back()
            raise self._repeated(rows) or self._stop(f"the file was changed behind its back: {error.orig}") from None
        except DBAPIError as error:
            raise self._stop(str(error.orig)) from None
        self._chain.advance(rows[-1])
        return entries

    def _repeated(self, rows: list[Row]) -> AlreadyRecorded | None:
        """Which device event of these is recorded already, or stands twice among them?"""
        seen: set[tuple[str, int]] = set()
        for row in rows:
            serial, number = row.serial, row.number
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
        number = self._last_checkpoint.number + 1
        point = checkpoints.make(self._seed, self.log, number=number, seq=self.seq, hash=self.head, at_ms=at_ms)
        try:
            self._file.insert_checkpoint(point)
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
        self._file.roll_back()
        self._stopped = (
            f"the journal {self.path} stopped at entry {self.seq}: {why}. Everything up to this entry is safe. "
            "Stop dealing, make room or change the disk, then start the console again"
        )
        return JournalStopped(self._stopped)

    # --- reading -----------------------------------------------------------------------------------------------------

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """The entries behind number `after`, in order, also those appended meanwhile."""
        after = max(after, 0)
        previous = self._hash_at(after)
        while True:
            query = SELECT.where(entry_table.c.seq > after).order_by(entry_table.c.seq).limit(_AT_ONCE)
            rows = [Row._make(row) for row in self._read(query)]
            for row in rows:
                yield entry_of(row, previous)
                after, previous = row.seq, row.hash
            if not rows:
                return

    def last_snapshot(self) -> Entry | None:
        return self._one(LAST_SNAPSHOT)

    def last_configuration(self, upto: int) -> Entry | None:
        """The rule set and choices that held at this entry."""
        return self._one(LAST_CONFIGURATION.where(entry_table.c.seq <= upto))

    def _one(self, query: Select[Any]) -> Entry | None:
        rows = [Row._make(row) for row in self._read(query)]
        return entry_of(rows[0], self._hash_at(rows[0].seq - 1)) if rows else None

    def has_device_event(self, serial: str, number: int) -> bool:
        c = entry_table.c
        return bool(self._read(select(c.seq).where(c.serial == serial, c.number == number)))

    def last_device_event(self, serial: str) -> int | None:
        """The highest number that this device's recorded events have."""
        c = entry_table.c
        query = select(c.number).where(c.serial == serial).order_by(c.number.desc()).limit(1)
        rows = self._read(query)
        return int(rows[0][0]) if rows else None

    def _read(self, query: Select[Any]) -> list[Any]:
        try:
            return self._file.read(query)
        except DBAPIError as error:
            raise self._stop(str(error.orig)) from None

    def _hash_at(self, seq: int) -> str:
        try:
            return open_checks.hash_at(self._file, self.path, seq)
        except DBAPIError as error:
            raise self._stop(str(error.orig)) from None
