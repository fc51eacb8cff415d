"""The table's own journal, read by a second connection while the table deals. It can change nothing and waits for
nobody."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dealer_console.game.message import Message
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import Genesis
from dealer_console.journal.entry import NO_HASH, Row
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.storage import reader

_CHECKPOINTS = (
    "SELECT number, seq, hash, at_ms, signature FROM checkpoints WHERE number > ? AND seq <= ? ORDER BY number LIMIT ?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    seq: int
    hash: str


class LocalJournal:
    """Each question is a look at what is committed at that moment: no snapshot is held between two of them, so the
    table's log can be written back as if nobody read."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self.log, self.table = self._beginning()

    def _beginning(self) -> tuple[str, str]:
        row = reader.row_at(self._connection, 1)
        try:
            genesis = read(Genesis, json.loads(row.data) if row is not None and row.kind == "genesis" else {})
            return genesis.log, genesis.table
        except (ValueError, TypeError, RecursionError):
            raise JournalDamaged(Message("journal-no-beginning-run-dealer", path=self.path)) from None

    def end(self) -> End:
        seq = reader.last_seq(self._connection)
        return End(seq=seq, hash=self.hash_at(seq))

    def hash_at(self, seq: int) -> str:
        if seq == 0:
            return NO_HASH
        entry_hash = reader.hash_at(self._connection, seq)
        if entry_hash is None:
            raise JournalDamaged(Message("journal-entry-missing-run-dealer", path=self.path, seq=seq))
        return entry_hash

    def rows(self, after: int, at_most: int) -> list[Row]:
        rows: list[Row] = []
        for batch in reader.row_batches(self._connection, after=after, upto=after + at_most, at_once=at_most):
            rows += map(Row._make, batch)
        return rows

    def checkpoints(self, after: int, upto_seq: int, at_most: int) -> list[Checkpoint]:
        rows = self._connection.execute(_CHECKPOINTS, (after, upto_seq, at_most))
        return [
            Checkpoint(number=number, seq=seq, hash=hash_, at_ms=at_ms, signature=signature)
            for number, seq, hash_, at_ms, signature in rows
        ]


@contextmanager
def open_local(path: Path) -> Iterator[LocalJournal]:
    """Raises a `JournalError` when there is nothing to read."""
    with reader.read_only(path) as connection:
        connection.execute("COMMIT")
        yield LocalJournal(path, connection)
