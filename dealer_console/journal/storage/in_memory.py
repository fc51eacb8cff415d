"""What the table sees of a journal, and one without a disk, for simulations: the same entries, hashes, refusals."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import Protocol, Self

from dealer_console.journal import checkpoints, keys
from dealer_console.journal.canonical import Json
from dealer_console.journal.chain import Chain, GrowsByChain, genesis
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entries.journal_own import SnapshotTaken
from dealer_console.journal.entry import Draft, Entry
from dealer_console.journal.errors import AlreadyRecorded
from dealer_console.journal.head import JournalHead, key_id
from dealer_console.journal.software import software_version


class AnyJournal(Protocol):
    """Append, sign, read back, whether on disk or in memory. One contract suite tests both."""

    @property
    def log(self) -> str: ...
    @property
    def table(self) -> str: ...
    @property
    def public_key(self) -> bytes: ...
    @property
    def seq(self) -> int: ...
    @property
    def head(self) -> str: ...
    @property
    def stopped(self) -> str | None: ...
    @property
    def found_unsigned(self) -> range: ...
    @property
    def unsigned(self) -> bool: ...
    @property
    def head_apart_trouble(self) -> str | None: ...
    @property
    def last_checkpoint(self) -> Checkpoint: ...
    @property
    def end(self) -> JournalHead: ...

    def append(self, drafts: Sequence[Draft], *, at_ms: int) -> tuple[Entry, ...]: ...
    def snapshot(self, data: dict[str, Json], at_ms: int) -> Entry: ...
    def checkpoint(self, at_ms: int) -> Checkpoint: ...
    def sign_end(self, at_ms: int) -> None: ...
    def entries(self, after: int = 0) -> Iterator[Entry]: ...
    def last_snapshot(self) -> Entry | None: ...
    def last_configuration(self, upto: int) -> Entry | None: ...
    def has_device_event(self, serial: str, number: int) -> bool: ...
    def last_device_event(self, serial: str) -> int | None: ...
    def close(self) -> None: ...


class MemoryJournal(GrowsByChain):
    """Make it with `create`; with the same `log` and key the same appends give the same head."""

    stopped: str | None = None
    found_unsigned = range(0)
    head_apart_trouble: str | None = None
    unsigned = False  # nobody can change what lies in memory: the checkpoints are signed, as on disk

    def __init__(self, table: str, signing_key: bytes, log: bytes) -> None:
        self.table = table
        self.public_key = keys.public_key(signing_key)
        self.checkpoints: list[Checkpoint] = []
        self._seed = signing_key
        self._chain = Chain(log.hex())
        self._entries: list[Entry] = []
        self._device_events: dict[str, set[int]] = {}
        self._snapshot: Entry | None = None

    @classmethod
    def create(cls, *, table: str, signing_key: bytes, at_ms: int = 0, log: bytes | None = None) -> Self:
        journal = cls(table, signing_key, log or secrets.token_bytes(16))
        first = genesis(log=journal.log, table=table, public_key=journal.public_key, software=software_version())
        journal.append([first], at_ms=at_ms)
        journal.checkpoint(at_ms)
        return journal

    def close(self) -> None:
        """Nothing to give back."""

    @property
    def last_checkpoint(self) -> Checkpoint:
        return self.checkpoints[-1]

    @property
    def end(self) -> JournalHead:
        return JournalHead(log=self.log, seq=self.seq, hash=self.head, key=key_id(self.public_key))

    def append(self, drafts: Sequence[Draft], *, at_ms: int) -> tuple[Entry, ...]:
        rows, entries = self._chain.continue_with(drafts, at_ms)
        if not rows:
            return ()
        self._refuse_repeated(entries)
        for entry in entries:
            if entry.device is not None:
                self._device_events.setdefault(entry.device[0], set()).add(entry.device[1])
            if entry.kind == "snapshot":
                self._snapshot = entry
        self._entries.extend(entries)
        self._chain.advance(rows[-1])
        return entries

    def _refuse_repeated(self, entries: Sequence[Entry]) -> None:
        seen: set[tuple[str, int]] = set()
        for entry in entries:
            if entry.device is None:
                continue
            if entry.device in seen or self.has_device_event(*entry.device):
                raise AlreadyRecorded(*entry.device)
            seen.add(entry.device)

    def snapshot(self, data: dict[str, Json], at_ms: int) -> Entry:
        return self.append([Draft.of(SnapshotTaken(extra=data))], at_ms=at_ms)[0]

    def checkpoint(self, at_ms: int) -> Checkpoint:
        point = checkpoints.make(
            self._seed, self.log, number=len(self.checkpoints) + 1, seq=self.seq, hash=self.head, at_ms=at_ms
        )
        self.checkpoints.append(point)
        return point

    def sign_end(self, at_ms: int) -> None:
        """Nothing waits."""

    def entries(self, after: int = 0) -> Iterator[Entry]:
        place = max(after, 0)
        while place < len(self._entries):
            yield self._entries[place]
            place += 1

    def last_snapshot(self) -> Entry | None:
        return self._snapshot

    def last_configuration(self, upto: int) -> Entry | None:
        earlier = reversed(self._entries[: max(upto, 0)])
        return next((entry for entry in earlier if entry.kind == "configuration"), None)

    def has_device_event(self, serial: str, number: int) -> bool:
        return number in self._device_events.get(serial, ())

    def last_device_event(self, serial: str) -> int | None:
        return max(self._device_events.get(serial, ()), default=None)
