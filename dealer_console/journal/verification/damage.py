"""Of a damaged journal: which entries are lost, and all the others.

Every entry stands beside its hash, and its hash goes over the hash before it: so each of them is proven by itself,
whatever became of those around it. Whether the hashes are the signed ones is the business of `verify`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Final

from dealer_console.journal.entry import NO_HASH, Entry, RawRow, entry_of, hash_of
from dealer_console.journal.storage import reader
from dealer_console.journal.storage.pieces import PieceDamaged, PieceReader, hash_in, last_in

_UNREADABLE: Final = (sqlite3.DatabaseError, UnicodeError)


def log_of(connection: sqlite3.Connection) -> str:
    """The identity of the log, from its first entry; empty when that is lost: then no entry can be proven."""
    try:
        first = reader.row_at(connection, 1)
        return "" if first is None else str(json.loads(first.data)["log"])
    except (*_UNREADABLE, ValueError, LookupError, TypeError, RecursionError):
        return ""


def whole_entries(connection: sqlite3.Connection, log: str) -> Iterator[Entry]:
    """The entries that are what was written, in order; those that are not are left out."""
    last, previous = 0, NO_HASH
    try:
        for seq, hash_, row in _stored(connection):
            if row is not None and seq == last + 1 and _fits(log, previous, row):
                yield entry_of(row, previous)
            last, previous = seq, hash_
    except _UNREADABLE:
        return  # the file itself cannot be read any further


def lost_entries(connection: sqlite3.Connection, log: str) -> tuple[range, ...]:
    """The numbers of all others, up to the last one that the file or its signed end knows of."""
    lost: list[range] = []
    after = 0
    for entry in whole_entries(connection, log):
        if entry.seq > after + 1:
            lost.append(range(after + 1, entry.seq))
        after = entry.seq
    last = _last(connection)
    return (*lost, range(after + 1, last + 1)) if last > after else tuple(lost)


def _fits(log: str, previous: str, row: RawRow) -> bool:
    try:
        return hash_of(log, previous, row) == row[8]
    except (TypeError, UnicodeEncodeError):  # bytes where a text must be
        return False


def _stored(connection: sqlite3.Connection) -> Iterator[tuple[int, str, RawRow | None]]:
    """Number and hash of every entry, and what it says if it can be unpacked."""
    for row in connection.execute(f"{reader.ROWS} ORDER BY seq"):
        yield row[0], row[8], row
    if not reader.has_pieces(connection):
        return
    pieces = PieceReader()
    for seq, piece, hashes in connection.execute(f"{reader.PIECES} ORDER BY seq"):
        try:
            for row in pieces.rows(seq, piece, hashes):
                yield row[0], row[8], row
        except PieceDamaged:
            if type(hashes) is bytes and hashes:
                last = last_in(seq, hashes)
                yield last, hash_in(seq, hashes, last) or "", None


def _last(connection: sqlite3.Connection) -> int:
    try:
        end = reader.signed_end(connection)
        return max(reader.last_seq(connection), end.seq if end is not None and type(end.seq) is int else 0)
    except _UNREADABLE:
        return 0
