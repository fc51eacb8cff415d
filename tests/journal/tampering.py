"""What somebody can do to a file who has it, knows SQLite and knows how hashes are made, but has not the key."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from dealer_console.journal import checkpoints, keys
from dealer_console.journal.canonical import canonical
from dealer_console.journal.entry import RawRow, hash_of
from tests.journal.dealt import LOG
from tests.journal.forms import INSERT, second_form

COLUMNS = ("seq", "kind", "version", "at_ms", "who", "serial", "number", "data", "hash")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a verifier must point."""

    entry: int | None = None
    checkpoint: int | None = None

    def __str__(self) -> str:
        return f"entry {self.entry}:" if self.entry is not None else f"checkpoint {self.checkpoint}:"


class Culprit:
    """Changes a copy of a journal, and puts it back as it was. In the second form, where a change is a word of SQL."""

    def __init__(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as db:
            if db.execute("SELECT version_num FROM alembic_version").fetchone() > ("0002",):
                second_form(path)
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA journal_mode = DELETE")
        self.db.execute("PRAGMA synchronous = OFF")
        triggers = self.db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        self.guards = [sql for _, sql in triggers]
        for name, _ in triggers:
            self.db.execute(f"DROP TRIGGER {name}")
        self.db.execute("DROP INDEX one_device_event")
        self.rows: list[RawRow] = self.db.execute("SELECT * FROM entries ORDER BY seq").fetchall()
        self.points = self.db.execute("SELECT * FROM checkpoints ORDER BY number").fetchall()

    @contextmanager
    def at_work(self) -> Iterator[sqlite3.Connection]:
        yield self.db
        self.db.execute("BEGIN")
        self.db.execute("DELETE FROM entries")
        self.db.executemany(INSERT, self.rows)
        self.db.execute("DELETE FROM checkpoints")
        self.db.executemany("INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?)", self.points)
        self.db.execute("COMMIT")

    def put(self, rows: list[RawRow]) -> None:
        """Instead of all entries."""
        self.db.execute("BEGIN")
        self.db.execute("DELETE FROM entries")
        self.db.executemany(INSERT, rows)
        self.db.execute("COMMIT")

    def change(self, seq: int, column: str) -> None:
        row = self.rows[seq - 1]
        self.db.execute(f"UPDATE entries SET {column} = ? WHERE seq = ?", (other(column, row), seq))


def other(column: str, row: RawRow) -> object:
    """Another value of the same sort: the smallest change that somebody could profit from."""
    value = row[COLUMNS.index(column)]
    if column == "seq":
        return 100_000
    if column == "hash":
        return flipped(str(value))
    if column == "data":
        text = str(value)
        return text.replace("1", "2", 1) if "1" in text else text[:-1] + " }"
    if column == "kind":
        return "note" if value != "note" else "alarm"
    if column == "serial":
        return "SHOE-9" if value is not None else "SHOE-7"
    if value is None:
        return 7 if column == "number" else "Bob"
    return value + 1 if isinstance(value, int) else str(value) + "x"


def otherwise(value: object) -> list[object]:
    """The same thing written otherwise, and things that are no such value at all."""
    if isinstance(value, int):
        return [value - 1, -value - 1, 2**62, f"x{value}", str(value).encode() + b"\xff", 0.5]
    text = str(value)
    return [text.upper() if text != text.upper() else text + "A", f" {text}", text[:-1], "", text.encode(), 7]


def flipped(digits: str) -> str:
    """Other hexadecimal digits."""
    return ("1" if digits[0] == "0" else "0") + digits[1:]


def forged_history(path: Path, seed: bytes) -> None:
    """All of it written again and signed with another key: what somebody can do who has all files, but not the key."""
    culprit = Culprit(path)
    genesis = json.loads(culprit.rows[0][7])
    genesis["public_key"] = keys.public_key(seed).hex()
    first = (*culprit.rows[0][:7], canonical(genesis), "")
    rows = chained_anew([first, *culprit.rows[1:]], 1)
    points = [
        checkpoints.make(seed, LOG.hex(), number=number, seq=seq, hash=rows[seq - 1][8], at_ms=at_ms)
        for number, seq, _, at_ms, _ in culprit.points
    ]
    culprit.put(rows)
    for point in points:
        change = "UPDATE checkpoints SET hash = ?, signature = ? WHERE number = ?"
        culprit.db.execute(change, (point.hash, point.signature, point.number))
    end = checkpoints.make_end(seed, LOG.hex(), seq=len(rows), hash=rows[-1][8], at_ms=rows[-1][3])
    values = (end.seq, end.hash, end.at_ms, end.key, end.signature)
    culprit.db.execute("UPDATE signed_end SET seq = ?, hash = ?, at_ms = ?, key = ?, signature = ?", values)
    for sql in culprit.guards:
        culprit.db.execute(sql)
    culprit.db.close()
    checkpoints.write_head(Path(f"{path}.head"), LOG.hex(), points[-1])


def chained_anew(rows: list[RawRow], first: int) -> list[RawRow]:
    """Numbered and hashed again from `first` on, as a culprit does who knows the method."""
    made: list[RawRow] = []
    for seq, row in enumerate(rows, start=1):
        bare = (seq, *row[1:8])
        previous = made[-1][8] if made else "0" * 64
        made.append((*bare, hash_of(LOG.hex(), previous, bare) if seq >= first else row[8]))
    return made
