"""Evidence: the table's file against the floor's copy, and the copy as a journal file of its own.

Neither side is believed: the hash of every entry is computed again from its contents, on both sides, along the chain.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, select

from dealer_console.floor import queries
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.local_journal import LocalJournal, open_local
from dealer_console.floor.schema import journals
from dealer_console.game.message import Message
from dealer_console.journal import migrate
from dealer_console.journal.checkpoints import head_path, write_head
from dealer_console.journal.entry import NO_HASH, Row, hash_of
from dealer_console.journal.storage.disk_file import DiskFile

OnProgress = Callable[[int, int], None]
_AT_ONCE: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """`first_difference` is None where one journal is the beginning of the other; the misfits are entries whose
    contents are not what their hash says."""

    table: str
    log: str
    table_seq: int
    floor_seq: int
    first_difference: int | None
    table_misfit: int | None = None
    floor_misfit: int | None = None

    @property
    def floor_is_prefix(self) -> bool:
        """And every entry of both is what its hash says."""
        misfits = (self.first_difference, self.table_misfit, self.floor_misfit)
        return misfits == (None, None, None) and self.floor_seq <= self.table_seq

    @property
    def result(self) -> Message:
        if self.floor_misfit is not None:
            return Message("compared-floor-not-written", seq=self.floor_misfit)
        if self.table_misfit is not None:
            return Message("compared-table-not-written", seq=self.table_misfit)
        if self.first_difference is not None:
            return Message("compared-differs", seq=self.first_difference)
        if self.floor_seq > self.table_seq:
            return Message("compared-file-ends", seq=self.table_seq, held=self.floor_seq)
        waiting = self.table_seq - self.floor_seq
        return Message("compared-waiting", seq=self.floor_seq, count=waiting) if waiting else Message("compared-equal")


def compare(connection: Connection, file: Path, report: OnProgress = lambda _done, _all: None) -> Comparison:
    """Of the journal in this file, entry by entry. Raises `FloorRefused` when the floor does not hold it."""
    with open_local(file) as local:
        row = connection.execute(select(journals.c.id, journals.c.seq).where(journals.c.log == local.log)).first()
        if row is None:
            raise FloorRefused(Message("floor-holds-no-journal-table", log=local.log, table=local.table))
        total = local.end().seq  # asked after the floor: what comes meanwhile is not missing at the table
        ours = _Hashed(local.log, _upto(total, _local_rows(local)))
        theirs = _Hashed(local.log, _upto(row.seq, queries.rows(connection, row.id)))
        different = None
        for here, there in itertools.zip_longest(ours, theirs):
            if here is not None and here.seq % _AT_ONCE == 0:
                report(here.seq, total)
            if different is None and here is not None and there is not None and here != there:
                different = here.seq
    return Comparison(
        table=local.table,
        log=local.log,
        table_seq=ours.last,
        floor_seq=theirs.last,
        first_difference=different,
        table_misfit=ours.misfit,
        floor_misfit=theirs.misfit,
    )


class _Hashed:
    """Goes along a chain and remembers the first entry that is not what its hash says, and how far it came."""

    def __init__(self, log: str, rows: Iterator[Row]) -> None:
        self._log = log
        self._rows = rows
        self.misfit: int | None = None
        self.last = 0

    def __iter__(self) -> Iterator[Row]:
        previous = NO_HASH
        for row in self._rows:
            fits = row.seq == self.last + 1 and row.hash == hash_of(self._log, previous, row)
            if self.misfit is None and not fits:
                self.misfit = row.seq
            previous, self.last = row.hash, row.seq
            yield row


def chain_end(file: Path) -> tuple[int, str] | None:
    """Number and hash of the last entry, every hash computed again; None when an entry is not what its hash says."""
    with open_local(file) as local:
        hashed, last = _Hashed(local.log, itertools.chain.from_iterable(_local_rows(local))), NO_HASH
        for row in hashed:
            last = row.hash
    return None if hashed.misfit is not None else (hashed.last, last)


def _upto(seq: int, batches: Iterator[list[Row]]) -> Iterator[Row]:
    return itertools.takewhile(lambda row: row.seq <= seq, itertools.chain.from_iterable(batches))


def _local_rows(local: LocalJournal) -> Iterator[list[Row]]:
    after = 0
    while batch := local.rows(after, _AT_ONCE):
        yield batch
        after = batch[-1].seq


def copy_out(connection: Connection, log: str, to: Path, report: OnProgress = lambda _done, _all: None) -> int:
    """The floor's copy as a journal file with its head, for `verify`, `export` and a table whose disk is gone."""
    row = connection.execute(select(journals.c.id, journals.c.seq).where(journals.c.log == log)).first()
    if row is None:
        raise FloorRefused(Message("floor-holds-no-such-journal", log=log))
    if to.exists():
        raise FloorRefused(Message("floor-exists-already-choose-another", to=to))
    journal, total = row
    migrate.make_new(to)
    file = DiskFile(to)
    try:
        done = 0
        for batch in queries.rows(connection, journal):
            file.insert(batch)
            done = batch[-1][0]
            report(done, max(total, done))
        last = None
        for point in queries.signed(connection, journal):
            if point.seq <= done:
                file.insert_checkpoint(point)
                last = point
        if last is not None:
            write_head(head_path(to), log, last)
    finally:
        file.close()
    return done
