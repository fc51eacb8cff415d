"""The same journal in another form of the file, entry by entry: so what is done to a file can be done to every form."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path

from dealer_console.journal.entry import RawRow
from dealer_console.journal.migrations.versions import v0003_pieces
from dealer_console.journal.storage.guards import GUARDS, PIECE_GUARDS
from dealer_console.journal.storage.pieces import MARKED, Piece
from dealer_console.journal.storage.reader import has_pieces, row_batches

INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
PIECE = "INSERT INTO pieces VALUES (?, ?, ?)"
TOGETHER = 3  # entries that are packed together


def second_form(path: Path) -> None:
    """As the program before the pieces wrote it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        rows = list(chain.from_iterable(row_batches(db)))
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        db.execute("DROP TRIGGER entries_end")
        for table in ("pieces", "marks", "device_events"):
            db.execute(f"DROP TABLE {table}")
        db.executemany(INSERT, rows)
        db.execute("UPDATE alembic_version SET version_num = '0002'")
        db.execute("COMMIT")


def third_form(path: Path) -> None:
    """Whatever stands in the table of entries, in pieces, as the program before the differences wrote them.

    It packs here, not by our writer: that one writes no time that is none.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        if has_pieces(db):
            return
        rows: list[RawRow] = db.execute("SELECT * FROM entries ORDER BY seq").fetchall()
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        db.execute("DROP TRIGGER IF EXISTS entries_remain")
        db.execute("DELETE FROM entries")
        db.execute(GUARDS["entries_remain"])
        for statement in v0003_pieces.STATEMENTS:
            if statement not in PIECE_GUARDS.values():
                db.execute(statement)
        for first, last in _in_a_row(rows):
            db.execute(PIECE, piece_of_third_form(rows[first:last]))
        db.executemany("INSERT OR IGNORE INTO marks VALUES (?, ?)", [row[1::-1] for row in rows if row[1] in MARKED])
        events = [(*row[5:7], row[0]) for row in rows if row[5] is not None]
        db.executemany("INSERT OR IGNORE INTO device_events VALUES (?, ?, ?)", events)
        for guard in PIECE_GUARDS.values():
            db.execute(guard)
        db.execute("UPDATE alembic_version SET version_num = '0003'")
        db.execute("COMMIT")


def piece_of_third_form(rows: list[RawRow]) -> Piece:
    """A stretch of its own, with times and numbers as they are."""
    stream = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = stream.compress("\n".join(map(_line, rows)).encode()) + stream.flush(zlib.Z_SYNC_FLUSH)
    return rows[0][0], b"\x01" + packed[:-4], bytes.fromhex("".join(row[8] for row in rows))


def _line(row: RawRow) -> str:
    _, kind, version, at_ms, who, serial, number, data, _ = row
    person, device = ("" if name is None else json.dumps(name, ensure_ascii=False) for name in (who, serial))
    return f"{kind}\x1f{version}\x1f{at_ms}\x1f{person}\x1f{device}\x1f{'' if number is None else number}\x1f{data}"


def _in_a_row(rows: list[RawRow]) -> Iterator[tuple[int, int]]:
    """Few of them together, as long as their numbers follow."""
    first = 0
    for place in range(1, len(rows) + 1):
        if place == len(rows) or place - first == TOGETHER or rows[place][0] != rows[place - 1][0] + 1:
            yield first, place
            first = place


@contextmanager
def changed_by_hand(path: Path) -> Iterator[sqlite3.Connection]:
    """All entries in one table, without guards; packed again behind it."""
    second_form(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        yield db
        for _, text in guards:
            db.execute(text)
    third_form(path)


@contextmanager
def in_pieces(path: Path) -> Iterator[Path]:
    """A copy in the third form, with its head."""
    copy = path.with_name(f"in-pieces-{path.name}")
    shutil.copy(path, copy)
    shutil.copy(f"{path}.head", f"{copy}.head")
    try:
        third_form(copy)
        yield copy
    finally:
        copy.unlink()
