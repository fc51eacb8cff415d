"""A journal written in one go: the same entries, hashes and signatures as at a table, but no wait for the disk.

Only for journals whose loss costs nothing. A table writes through `Journal`, where every append is durable.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from dealer_console.journal import Draft, Entry, checkpoints, keys, migrate
from dealer_console.journal.chain import Chain, genesis
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entry import Row
from dealer_console.journal.head import JournalHead, key_id
from dealer_console.journal.software import software_version
from dealer_console.journal.storage.disk_file import write_rows
from dealer_console.journal.storage.pieces import PieceWriter

_AT_ONCE: Final = 20_000
_CHECKPOINT: Final = "INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?)"

_END: Final = "INSERT OR REPLACE INTO signed_end VALUES (1, ?, ?, ?, ?, ?)"


class QuickJournal:
    """Appends like a journal; the file is whole when it is closed."""

    def __init__(
        self,
        path: Path,
        *,
        table: str,
        signing_key: bytes,
        log: bytes,
        at_ms: int,
        follows: JournalHead | None = None,
    ) -> None:
        migrate.make_new(path)
        self.path = path
        self._seed = signing_key
        self._chain = Chain(log.hex())
        self._rows: list[Row] = []
        self._pieces = PieceWriter()
        self._points: list[Checkpoint] = []
        self._last: Checkpoint | None = None
        self._last_ms = at_ms
        self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)  # one at a time
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = OFF")
        public = keys.public_key(signing_key)
        first = genesis(
            log=self._chain.log, table=table, public_key=public, software=software_version(), follows=follows
        )
        self.append([first], at_ms=at_ms)
        self.checkpoint(at_ms)

    @property
    def seq(self) -> int:
        return self._chain.seq

    @property
    def head(self) -> JournalHead:
        chain = self._chain
        return JournalHead(log=chain.log, seq=chain.seq, hash=chain.hash, key=key_id(keys.public_key(self._seed)))

    def append(self, drafts: Sequence[Draft], *, at_ms: int) -> tuple[Entry, ...]:
        rows, entries = self._chain.continue_with(drafts, at_ms)
        if rows:
            self._rows += rows
            self._last_ms = at_ms
            self._chain.advance(rows[-1])
        return entries

    def checkpoint(self, at_ms: int) -> None:
        number = self._last.number + 1 if self._last is not None else 1
        chain = self._chain
        point = checkpoints.make(self._seed, chain.log, number=number, seq=chain.seq, hash=chain.hash, at_ms=at_ms)
        self._points.append(point)
        self._last = point
        if len(self._rows) > _AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        points = [(point.number, point.seq, point.hash, point.at_ms, point.signature) for point in self._points]
        self._file.execute("BEGIN")
        write_rows(self._file, self._pieces, self._rows)
        self._file.executemany(_CHECKPOINT, points)
        self._file.execute("COMMIT")
        self._rows.clear()
        self._points.clear()

    def flush(self) -> None:
        """Everything so far, for whoever reads the file while it grows."""
        self._flush()
        chain = self._chain
        end = checkpoints.make_end(self._seed, chain.log, seq=chain.seq, hash=chain.hash, at_ms=self._last_ms)
        self._file.execute(_END, (end.seq, end.hash, end.at_ms, end.key, end.signature))

    def close(self) -> None:
        self.flush()
        self._file.close()
        if self._last is not None:
            checkpoints.write_head(checkpoints.head_path(self.path), self._chain.log, self._last)
