"""One journal, one lock: the table's thread writes what happened, a line's thread what it is about to send.

Nobody calls a device while holding the lock, so that a line's thread that holds its device can always go on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence

from dealer_console.journal import AnyJournal, Draft, Entry
from dealer_console.journal.canonical import Json
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entries.journal_own import SnapshotTaken
from dealer_console.journal.head import JournalHead


class LockedJournal:
    """The same journal for all threads. `on_append` hears every entry in order, inside the lock."""

    def __init__(self, journal: AnyJournal) -> None:
        self.inner = journal
        self.log, self.table, self.found_unsigned = journal.log, journal.table, journal.found_unsigned
        self.on_append: Callable[[Entry], None] = lambda _entry: None
        self.on_written: Callable[[float], None] = lambda _seconds: None  # how long a durable append took
        self.lock = threading.RLock()

    @property
    def public_key(self) -> bytes:
        return self.inner.public_key

    @property
    def seq(self) -> int:
        return self.inner.seq

    @property
    def head(self) -> str:
        return self.inner.head

    @property
    def stopped(self) -> str | None:
        return self.inner.stopped

    @property
    def head_apart_trouble(self) -> str | None:
        return self.inner.head_apart_trouble

    @property
    def unsigned(self) -> bool:
        return self.inner.unsigned

    @property
    def last_checkpoint(self) -> Checkpoint:
        return self.inner.last_checkpoint

    @property
    def end(self) -> JournalHead:
        with self.lock:
            return self.inner.end

    def append(self, drafts: Sequence[Draft], *, at_ms: int) -> tuple[Entry, ...]:
        with self.lock:
            begun = time.perf_counter()
            entries = self.inner.append(drafts, at_ms=at_ms)
            self.on_written(time.perf_counter() - begun)
            for entry in entries:
                self.on_append(entry)
            return entries

    def snapshot(self, data: dict[str, Json], at_ms: int) -> Entry:
        return self.append([Draft.of(SnapshotTaken(extra=data))], at_ms=at_ms)[0]

    def checkpoint(self, at_ms: int) -> Checkpoint:
        with self.lock:
            return self.inner.checkpoint(at_ms)

    def sign_end(self, at_ms: int) -> None:
        with self.lock:
            self.inner.sign_end(at_ms)

    def entries(self, after: int = 0) -> Iterator[Entry]:
        with self.lock:
            return iter(list(self.inner.entries(after)))

    def last_entry_ms(self) -> int:
        *_, last = self.entries(after=self.seq - 1)
        return last.at_ms

    def last_snapshot(self) -> Entry | None:
        with self.lock:
            return self.inner.last_snapshot()

    def last_configuration(self, upto: int) -> Entry | None:
        with self.lock:
            return self.inner.last_configuration(upto)

    def has_device_event(self, serial: str, number: int) -> bool:
        with self.lock:
            return self.inner.has_device_event(serial, number)

    def last_device_event(self, serial: str) -> int | None:
        with self.lock:
            return self.inner.last_device_event(serial)

    def close(self) -> None:
        with self.lock:
            self.inner.close()
