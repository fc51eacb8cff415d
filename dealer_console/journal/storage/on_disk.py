"""The journal of a table: one SQLite file, one writer, every append durable before it returns, nothing ever changed.

with Journal.open(path, signing_key=seed) as journal:
    entries = journal.append([Draft.of(NoteWritten(text="layout dried"), who=person)], at_ms=now)
    journal.checkpoint(now)

A write that fails stops the journal for good (fail-stop): after an error of the disk nobody knows what it holds until
the file is opened again, and a table must not deal on a guess. What was acknowledged before is kept.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Self

from dealer_console.game.message import Message
from dealer_console.journal import checkpoints, keys, migrate
from dealer_console.journal.canonical import Json
from dealer_console.journal.chain import Chain, GrowsByChain, genesis
from dealer_console.journal.checkpoints import Checkpoint, SignedEnd
from dealer_console.journal.entries.journal_own import KeyChanged, SnapshotTaken
from dealer_console.journal.entry import Draft, Entry, Row, entry_of, hash_of
from dealer_console.journal.errors import AlreadyRecorded, JournalDamaged, JournalRefused, JournalStopped
from dealer_console.journal.head import JournalHead, key_id
from dealer_console.journal.software import software_version
from dealer_console.journal.storage import open_checks, reader
from dealer_console.journal.storage.disk_file import DiskFile, make_file, unfinished_path
from dealer_console.journal.storage.file_lock import FileLock
from dealer_console.journal.storage.reader import refuse_rollback_journal

_AT_ONCE: Final = 1000
# An append is signed with its own transaction. Only in a rush, when the last signature is this young, may so many
# appends wait for one: a signature takes a fifth of the time of an append.
RUSH_NS: Final = 2_000_000
MOST_UNSIGNED: Final = 8


class Journal(GrowsByChain):
    """Open for writing. Make it with `create` or `open`.

    `found_unsigned`: the entries after the signed end that were in the file when it was opened. A power cut in a rush
    can leave a few; so can somebody who has the file and not the key.
    """

    found_unsigned: range = range(0)
    head_apart_trouble: str | None = None  # why the newest head is not where it is kept apart

    def __init__(self, path: Path, lock: FileLock, signing_key: bytes | None, head_path: Path) -> None:
        self.path = path
        self.head_path = head_path
        self._lock = lock
        self._seed = signing_key
        self._stopped: str | None = None
        self._unsigned = 0  # appends since the last signature
        self._head_apart: Path | None = None
        self._last_ms: int | None = None  # of the last append
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
        head_apart: Path | None = None,
        follows: JournalHead | None = None,
        begun_by: Sequence[str] = (),
    ) -> Self:
        """A new journal with its genesis entry. `log` is its identity, 16 random bytes unless handed in.

        `follows` is the last head of the journal that this table had before, `begun_by` the people who begin this one.
        """
        path = Path(path)
        head = checkpoints.head_path(path, head_folder)
        lock = FileLock(path)
        try:
            if path.exists():
                raise JournalRefused(Message("journal-exists-already-open-choose", path=path))
            if head.exists() and not unfinished_path(path).exists():
                raise JournalRefused(Message("journal-belongs-earlier-name", head=head))
            identity = (log or secrets.token_bytes(16)).hex()
            first = genesis(
                log=identity,
                table=table,
                public_key=keys.public_key(signing_key),
                software=software_version(),
                follows=follows,
                begun_by=begun_by,
            )
            make_file(path, head, first, signing_key=signing_key, at_ms=at_ms, log=identity)
        finally:
            lock.release()
        return cls.open(path, signing_key, head_folder=head_folder, head_apart=head_apart)

    @classmethod
    def open(
        cls,
        path: Path,
        signing_key: bytes | None = None,
        *,
        head_folder: Path | None = None,
        head_apart: Path | None = None,
        renew_head: bool = False,
    ) -> Self:
        """The journal, at its end. `head_apart` is a second folder for the head, out of reach of who has this disk.

        `renew_head` accepts that the head outside or the signed end was lost, as in a copy from the floor; verify the
        file before.
        """
        path = Path(path)
        if not path.is_file():
            raise JournalRefused(Message("journal-not-there", path=path))
        refuse_rollback_journal(path)
        lock = FileLock(path)
        try:
            migrate.ensure_current(path)
            journal = cls(path, lock, signing_key, checkpoints.head_path(path, head_folder))
        except sqlite3.Error as error:
            lock.release()
            raise JournalStopped(Message("journal-cannot-be-opened", path=path, reason=str(error))) from None
        except BaseException:
            lock.release()
            raise
        try:
            journal._head_apart = None if head_apart is None else checkpoints.head_path(path, head_apart)
            journal._begin_at_the_end(renew_head=renew_head)
        except BaseException:
            journal.close()
            raise
        return journal

    def _begin_at_the_end(self, *, renew_head: bool) -> None:
        try:
            end = open_checks.find_end(self._file, self.path, may_lack_its_end=renew_head)
            if self._seed is not None and keys.public_key(self._seed) != end.keys.newest:
                raise JournalRefused(Message("journal-key-given-not-key", path=self.path))
            open_checks.compare_head(self._file, self.path, self.head_path, end, renew_head=renew_head)
            if self._head_apart is not None:
                open_checks.compare_head_apart(self._file, self.path, self._head_apart, end, renew_head=renew_head)
        except sqlite3.Error as error:
            raise JournalStopped(Message("journal-cannot-be-opened", path=self.path, reason=str(error))) from None
        except OSError as error:
            raise JournalStopped(
                Message("journal-cannot-written", head_path=self.head_path, reason=str(error.strerror or error))
            ) from None
        self.table = end.table
        self.public_key = end.keys.newest
        self._chain = Chain(end.log, end.seq, end.hash)
        self._last_checkpoint = end.checkpoint
        self._signed_seq = end.signed_seq
        self._signed_ns = -RUSH_NS  # by the monotonic clock: a clock that is set makes no rush
        self._unsigned = 1 if end.signed_seq < end.seq else 0
        if end.was_signed:
            self.found_unsigned = range(end.signed_seq + 1, end.seq + 1)

    def close(self) -> None:
        """The end is signed when the journal is closed in order; not what was only found in the file."""
        if self._unsigned and self._last_ms is not None and self._stopped is None:
            with suppress(JournalStopped):
                self.sign_end(self._last_ms)
        self._file.close()
        self._lock.release()

    # --- what it is --------------------------------------------------------------------------------------------------

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
        end = self._end(rows[-1].seq, rows[-1].hash, at_ms) if self._signs_now() else None
        try:
            self._file.insert(rows, end)
        except sqlite3.IntegrityError as error:
            self._file.roll_back()
            raise self._repeated(rows) or self._stop(f"the file was changed behind its back: {error}") from None
        except sqlite3.Error as error:
            raise self._stop(str(error)) from None
        self._chain.advance(rows[-1])
        self._last_ms = at_ms
        self._signed(end)
        return entries

    def _signs_now(self) -> bool:
        if self._seed is None:
            return False
        return self._unsigned + 1 >= MOST_UNSIGNED or time.monotonic_ns() - self._signed_ns >= RUSH_NS

    def _end(self, seq: int, hash_: str, at_ms: int) -> SignedEnd | None:
        return (
            None if self._seed is None else checkpoints.make_end(self._seed, self.log, seq=seq, hash=hash_, at_ms=at_ms)
        )

    def _signed(self, end: SignedEnd | None) -> None:
        if end is None:
            self._unsigned += 1
            return
        self._unsigned, self._signed_seq, self._signed_ns = 0, end.seq, time.monotonic_ns()

    @property
    def unsigned(self) -> bool:
        """Do entries wait for their signature?"""
        return self._unsigned > 0

    def sign_end(self, at_ms: int) -> None:
        """What a rush has left unsigned. Nothing when all is signed."""
        self._refuse_when_stopped()
        if not self._unsigned or (end := self._end(self.seq, self.head, at_ms)) is None:
            return
        try:
            self._file.sign(end)
        except sqlite3.Error as error:
            raise self._stop(str(error)) from None
        self._signed(end)

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
        return self.append([Draft.of(SnapshotTaken(extra=data))], at_ms=at_ms)[0]

    def checkpoint(self, at_ms: int) -> Checkpoint:
        """Sign the present end, in the file and outside it."""
        self._refuse_when_stopped()
        if not self._lock.holds(self.path):
            raise self._stop("its file was moved away or exchanged while it was in use")
        if self._seed is None:
            raise JournalRefused(Message("journal-opened-without-key"))
        number = self._last_checkpoint.number + 1
        point = checkpoints.make(self._seed, self.log, number=number, seq=self.seq, hash=self.head, at_ms=at_ms)
        end = self._end(self.seq, self.head, at_ms)
        try:
            self._file.insert_checkpoint(point, end)
            self._last_checkpoint = point
            self._signed(end)
            self._write_heads(point)
        except sqlite3.Error as error:
            raise self._stop(str(error)) from None
        except OSError as error:
            raise self._stop(f"{self.head_path}: {error.strerror or error}") from None
        return point

    def _write_heads(self, point: Checkpoint) -> None:
        """The one beside the file must be written; the one apart may be out of reach for a while."""
        checkpoints.write_head(self.head_path, self.log, point)
        if self._head_apart is None:
            return
        try:
            open_checks.write_head_apart(self._file, self._head_apart, self.log, point)
            self.head_apart_trouble = None
        except OSError as error:
            self.head_apart_trouble = f"{self._head_apart}: {error.strerror or error}"
        except JournalDamaged as error:
            self.head_apart_trouble = str(error)

    def change_key(self, signing_key: bytes, *, by: str, approved_by: str, at_ms: int) -> None:
        """From now on this key signs. The one before signs the entry that says so, and its checkpoint."""
        if self._seed is None:
            raise JournalRefused(Message("journal-opened-without-key-nobody"))
        public = keys.public_key(signing_key)
        if public == self.public_key:
            raise JournalRefused(Message("journal-key-signs-already"))
        changed = KeyChanged(public_key=public.hex(), by=by, approved_by=approved_by)
        rows, _ = self._chain.continue_with([Draft.of(changed, who=by)], at_ms)
        (row,) = rows
        number = self._last_checkpoint.number + 1
        point = checkpoints.make(self._seed, self.log, number=number, seq=row.seq, hash=row.hash, at_ms=at_ms)
        end = checkpoints.make_end(signing_key, self.log, seq=row.seq, hash=row.hash, at_ms=at_ms)
        self._refuse_when_stopped()
        try:
            self._file.insert(rows, end, point)
            self._chain.advance(row)
            self._seed, self.public_key, self._last_checkpoint = signing_key, public, point
            self._signed(end)
            self._write_heads(point)
        except sqlite3.Error as error:
            raise self._stop(str(error)) from None
        except OSError as error:
            raise self._stop(f"{self.head_path}: {error.strerror or error}") from None

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
        """The entries after number `after`, in order, also those appended meanwhile."""
        after = max(after, 0)
        previous = self._hash_at(after)
        while rows := self._rows(after, after + _AT_ONCE):
            for row in rows:
                yield entry_of(row, previous)
                after, previous = row.seq, row.hash

    def last_snapshot(self) -> Entry | None:
        """The newest that is signed, and proven to be what was signed. Raises `JournalDamaged` when it is not."""
        if self._last_ms is not None:  # our own of this moment counts; one that was only found in the file does not
            self.sign_end(self._last_ms)
        snapshot = self._last("snapshot", self._signed_seq)
        if snapshot is not None:
            self._prove(snapshot)
        return snapshot

    def _prove(self, snapshot: Entry) -> None:
        """Every hash from this entry to the signed end; what comes before it is not needed for the state."""
        previous = snapshot.previous
        for row in self._rows(snapshot.seq - 1, self._signed_seq):
            if hash_of(self.log, previous, row) != row.hash:
                raise open_checks.damaged(self.path, f"entry {row.seq} is not what was written")
            previous = row.hash

    def last_configuration(self, upto: int) -> Entry | None:
        """The rule set and choices that held at this entry."""
        return self._last("configuration", upto)

    def _last(self, kind: str, upto: int) -> Entry | None:
        with self._stopping():
            row = reader.last_of(self._file.connection, kind, before=upto + 1)
        return None if row is None else entry_of(row, self._hash_at(row.seq - 1))

    def has_device_event(self, serial: str, number: int) -> bool:
        with self._stopping():
            return reader.device_event(self._file.connection, serial, number) is not None

    def last_device_event(self, serial: str) -> int | None:
        """The highest number that this device's recorded events have."""
        with self._stopping():
            return reader.last_device_event(self._file.connection, serial)

    def _rows(self, after: int, upto: int) -> list[Row]:
        with self._stopping():
            batches = reader.row_batches(self._file.connection, after=after, upto=upto)
            return [Row._make(row) for rows in batches for row in rows]

    @contextmanager
    def _stopping(self) -> Iterator[None]:
        """Around reading: a file that cannot be read is written no more."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._stop(str(error)) from None

    def _hash_at(self, seq: int) -> str:
        with self._stopping():
            return open_checks.hash_at(self._file, self.path, seq)
