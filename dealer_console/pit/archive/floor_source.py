"""The entries of all tables as the floor's database holds them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Connection, select

from dealer_console.floor.address import close_pool, engine, in_words, parse, plain
from dealer_console.floor.queries import rows
from dealer_console.floor.schema import checkpoints, entries, journals
from dealer_console.game.message import Message
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entry import Row
from dealer_console.pit.archive.sources import Log
from dealer_console.pit.errors import PitRefused

PROGRAM: Final = "pit-review"
KEPT: Final = 3  # connections
_AT_ONCE: Final = 5000


class FloorSource:
    """`address` is `postgresql://login@host/database`; a few connections are kept, for any thread."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._place = plain(parse(address))
        self._numbers: dict[str, int] = {}
        self._url = parse(address)
        self._engine = engine(self._url, program=PROGRAM, kept=KEPT)

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        with in_words(self._url), self._engine.connect() as connection:
            yield connection

    def close(self) -> None:
        close_pool(self._engine)

    @property
    def place(self) -> str:
        return self._place

    def logs(self, *, current: bool = False) -> tuple[Log, ...]:
        """Also the journals that a table had before its current one, unless only those are asked for."""
        j = journals.c
        query = select(j.id, j.log, j.table_name, j.public_key, j.is_current).order_by(j.table_name, j.id)
        with self._connect() as connection:
            rows = connection.execute(query.where(j.is_current) if current else query).all()
        self._numbers |= {row.log: row.id for row in rows}
        return tuple(
            Log(
                log=row.log,
                table=row.table_name,
                public_key=row.public_key,
                place=self._place,
                current=row.is_current,
            )
            for row in rows
        )

    def _journal(self, log: str) -> int:
        if log not in self._numbers:
            self.logs()
        if log not in self._numbers:
            raise PitRefused(Message("pit-no-such-journal", place=self._place, log=log))
        return self._numbers[log]

    def last_entry(self, log: str) -> int:
        with self._connect() as connection:
            return int(connection.execute(select(journals.c.seq).where(journals.c.log == log)).scalar_one())

    def rows(self, log: str, *, after: int = 0, upto: int | None = None) -> Iterator[list[Row]]:
        at_once = _AT_ONCE if upto is None else max(1, min(_AT_ONCE, upto - after))
        with self._connect() as connection:
            for batch in rows(connection, self._journal(log), after=after, at_once=at_once):
                within = batch if upto is None else [row for row in batch if row.seq <= upto]
                if within:
                    yield within
                if upto is not None and batch[-1].seq >= upto:
                    return

    def checkpoints(self, log: str, *, after: int = 0, upto: int | None = None) -> list[Checkpoint]:
        c = checkpoints.c
        query = select(c.number, c.seq, c.hash, c.at_ms, c.signature)
        query = query.where(c.journal == self._journal(log), c.seq > after).order_by(c.number)
        if upto is not None:
            query = query.where(c.seq <= upto)
        with self._connect() as connection:
            rows = connection.execute(query).all()
        return [
            Checkpoint(number=row.number, seq=row.seq, hash=row.hash.hex(), at_ms=row.at_ms, signature=row.signature)
            for row in rows
        ]

    def key_changes(self, log: str) -> list[int]:
        e = entries.c
        query = select(e.seq).where(e.journal == self._journal(log), e.kind == "key-changed").order_by(e.seq)
        with self._connect() as connection:
            return [row.seq for row in connection.execute(query)]
