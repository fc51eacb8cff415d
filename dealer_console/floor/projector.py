"""The clerk keeps the pit's read tables: folded from the entries, carried on from where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from sqlalchemy import Connection

from dealer_console.floor.queries import Head

AT_ONCE: Final = 5000

Tell = Callable[[int, int], None]
"""Hears how many entries are folded, and how many there are."""


def rebuild(connection: Connection) -> None:
    """Empties the read tables; the next `fold` fills them from the first entry."""
    connection.exec_driver_sql("SELECT floor.unfold()")


def fold(connection: Connection, heads: Iterable[Head], tell: Tell = lambda _done, _all: None) -> int:
    """Carry the read tables on to these heads. Each step is one transaction: it may end anywhere. Gives the entries."""
    wanted = {head.journal: head.seq for head in heads if head.journal is not None}
    done = dict.fromkeys(wanted, 0) | _folded(connection)
    before = sum(min(done[journal], seq) for journal, seq in wanted.items())
    total = sum(wanted.values())
    for journal, seq in wanted.items():
        while done[journal] < seq:
            row = connection.exec_driver_sql("SELECT floor.fold(%s, %s)", (journal, AT_ONCE)).one()
            done[journal] = int(row[0])
            tell(sum(min(done[each], upto) for each, upto in wanted.items()), total)
    return sum(min(done[journal], seq) for journal, seq in wanted.items()) - before


def _folded(connection: Connection) -> dict[int, int]:
    return {int(row[0]): int(row[1]) for row in connection.exec_driver_sql("SELECT journal, seq FROM floor.folded")}
