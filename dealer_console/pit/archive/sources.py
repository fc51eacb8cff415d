"""Where the entries come from: the journals of tables as files, or the floor's database. Read, never written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final, Protocol

from dealer_console.game.message import Message
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import Genesis
from dealer_console.journal.entry import Row
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.storage import reader
from dealer_console.pit.errors import PitRefused

JOURNALS: Final = "*.journal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """One journal: its identity, the table that writes it, the key that signs it, and where it is kept.

    `current`: the table writes it now; those before were closed (`dealer-console roll`).
    """

    log: str
    table: str
    public_key: str
    place: str
    current: bool = True


class EntrySource(Protocol):
    """What the archive needs of a place that keeps entries."""

    @property
    def place(self) -> str:
        """In words: the file, the folder or the database without its password."""
        ...

    def logs(self, *, current: bool = False) -> tuple[Log, ...]:
        """By the names of their tables, of each the oldest first; or only those that tables write now."""
        ...

    def last_entry(self, log: str) -> int: ...

    def close(self) -> None: ...

    def rows(self, log: str, *, after: int = 0, upto: int | None = None) -> Iterator[list[Row]]:
        """In batches, in the order of their numbers."""
        ...

    def checkpoints(self, log: str, *, after: int = 0, upto: int | None = None) -> list[Checkpoint]:
        """Those that sign an entry after `after`, up to `upto`."""
        ...

    def key_changes(self, log: str) -> list[int]:
        """The entries that name another key, in order."""
        ...


class JournalFiles:
    """Journals on a disk. They may be written at the same time by their tables."""

    def __init__(self, paths: Sequence[Path], place: Path) -> None:
        self._place = place
        begun = sorted(map(_beginning, paths), key=lambda begin: (begin[1].table, begin[0], begin[1].log))
        followed = {str(genesis.follows.get("log")) for _, genesis, _ in begun if genesis.follows is not None}
        logs = [_log_of(path, genesis, followed) for _, genesis, path in begun]
        self._logs = tuple(logs)
        self.paths = {log.log: Path(log.place) for log in logs}
        if len(self.paths) != len(logs):
            raise PitRefused(Message("pit-journal-twice", place=str(place)))

    @property
    def place(self) -> str:
        return str(self._place)

    def logs(self, *, current: bool = False) -> tuple[Log, ...]:
        return tuple(log for log in self._logs if log.current) if current else self._logs

    def close(self) -> None:
        """Nothing stays open between two questions."""

    def last_entry(self, log: str) -> int:
        with reader.read_only(self.paths[log]) as connection:
            return reader.last_seq(connection)

    def rows(self, log: str, *, after: int = 0, upto: int | None = None) -> Iterator[list[Row]]:
        with reader.read_only(self.paths[log]) as connection:
            for batch in reader.row_batches(connection, after=after, upto=upto):
                yield [Row._make(row) for row in batch]

    def checkpoints(self, log: str, *, after: int = 0, upto: int | None = None) -> list[Checkpoint]:
        with reader.read_only(self.paths[log]) as connection:
            return list(reader.checkpoint_rows(connection, after=after, upto=upto))

    def key_changes(self, log: str) -> list[int]:
        with reader.read_only(self.paths[log]) as connection:
            return reader.places_of(connection, "key-changed")


def _log_of(path: Path, begun: Genesis, followed: set[str]) -> Log:
    current = begun.log not in followed
    return Log(log=begun.log, table=begun.table, public_key=begun.public_key, place=str(path), current=current)


def _beginning(path: Path) -> tuple[int, Genesis, Path]:
    """When it was begun, and what its first entry says."""
    with reader.read_only(path) as connection:
        row = reader.row_at(connection, 1)
    try:
        begun = read(Genesis, json.loads(row.data) if row is not None and row.kind == "genesis" else {})
        return row.at_ms if row is not None else 0, begun, path
    except (TypeError, ValueError, AttributeError, RecursionError):
        raise JournalDamaged(Message("journal-no-beginning-run-dealer", path=path)) from None


def journal_files(target: Path) -> JournalFiles:
    """One journal, or all journals of a folder."""
    if target.is_dir():
        paths = sorted(target.glob(JOURNALS))
        if not paths:
            raise PitRefused(Message("pit-folder-empty", place=str(target)))
        return JournalFiles(paths, target)
    return JournalFiles([target], target)


def one_row(source: EntrySource, log: str, seq: int) -> Row:
    rows = list(chain.from_iterable(source.rows(log, after=seq - 1, upto=seq)))
    if len(rows) != 1:
        raise PitRefused(Message("pit-entry-missing", entry=seq, place=source.place))
    return rows[0]
