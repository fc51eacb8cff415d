"""Evidence: the table's file against the floor's copy, and the copy as a journal file of its own.

The hashes are a chain: once two journals differ at an entry, they differ at every later one. So the first difference is
found by halving, with some twenty questions for a million entries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, select

from dealer_console.floor import queries
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.local import open_local
from dealer_console.floor.schema import journals
from dealer_console.journal import migrate
from dealer_console.journal.checkpoints import head_path, write_head
from dealer_console.journal.storage.disk_file import DiskFile

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """`first_difference` is None where one journal is the beginning of the other."""

    table: str
    log: str
    table_seq: int
    floor_seq: int
    first_difference: int | None

    @property
    def floor_is_prefix(self) -> bool:
        return self.first_difference is None and self.floor_seq <= self.table_seq

    @property
    def words(self) -> str:
        if self.first_difference is not None:
            return f"entry {self.first_difference} is the first that differs"
        if self.floor_seq > self.table_seq:
            return f"the table's file ends at entry {self.table_seq}, the floor holds {self.floor_seq}"
        waiting = self.table_seq - self.floor_seq
        return "equal" if not waiting else f"equal up to entry {self.floor_seq}; {waiting} wait at the table"


def compare(connection: Connection, file: Path) -> Comparison:
    """Of the journal in this file. Raises `FloorRefused` when the floor does not hold it."""
    with open_local(file) as local:
        row = connection.execute(select(journals.c.id, journals.c.seq).where(journals.c.log == local.log)).first()
        if row is None:
            raise FloorRefused(f"the floor holds no journal {local.log} of table {local.table}")
        journal, floor_seq = row
        end = local.end().seq

        def same(seq: int) -> bool:
            return queries.hash_at(connection, journal, seq) == local.hash_at(seq)

        fits, differs = 0, min(end, floor_seq) + 1
        if same(differs - 1):
            fits = differs - 1
        while differs - fits > 1:
            middle = (fits + differs) // 2
            if same(middle):
                fits = middle
            else:
                differs = middle
        return Comparison(
            table=local.table,
            log=local.log,
            table_seq=end,
            floor_seq=floor_seq,
            first_difference=differs if differs <= min(end, floor_seq) else None,
        )


def copy_out(connection: Connection, log: str, to: Path, tell: Tell = lambda _done, _all: None) -> int:
    """The floor's copy as a journal file with its head, for `verify`, `export` and a table whose disk is gone."""
    row = connection.execute(select(journals.c.id, journals.c.seq).where(journals.c.log == log)).first()
    if row is None:
        raise FloorRefused(f"the floor holds no journal {log}")
    if to.exists():
        raise FloorRefused(f"{to} exists already; choose another name")
    journal, total = row
    migrate.upgrade(to)
    file = DiskFile(to)
    try:
        done = 0
        for batch in queries.rows(connection, journal):
            file.insert(batch)
            done = batch[-1][0]
            tell(done, max(total, done))
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
