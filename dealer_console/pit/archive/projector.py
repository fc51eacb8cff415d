"""The projector: keeps the pit's index in the floor's database, a few entries at a time, and checks signatures.

One program of the house runs it (`dealer-console floor serve`). It remembers how each journal stands, so that a step
costs what has come since the last one, however long the history is. A journal with an entry that no table writes, or
with a false signature, is marked; all others go on.
"""

from __future__ import annotations

import select as sockets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, Engine, func, select, text
from sqlalchemy.exc import OperationalError

from dealer_console.floor import address, witness
from dealer_console.floor.connection import take_in
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.migrate import must_be_current
from dealer_console.floor.news_feed import INDEX_CHANNEL
from dealer_console.floor.retention.days import ensure_days
from dealer_console.floor.schema import incidents, journals, purged
from dealer_console.game.message import Message
from dealer_console.journal.entry import Row
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.floor_index import projected_index
from dealer_console.pit.archive.floor_source import FloorSource
from dealer_console.pit.archive.index_builder import Carry
from dealer_console.pit.archive.index_update import (
    BadEntry,
    LogState,
    advance,
    fill_log,
    is_unfit,
    take_what_fits,
    where,
    writing,
)
from dealer_console.pit.archive.sources import Log
from dealer_console.pit.expectations import load_expectations

PROGRAM: Final = "dealer-console floor serve"
GROUP: Final = "floor_projector"
PAUSE_SECONDS: Final = 0.2
_LOOKS: Final = 10  # for another projector that is just going away
_FAR: Final = 5000  # a journal that is further behind is read for itself, piece by piece
_LISTENS: Final = ("floor_calls",)
_TAILS: Final = (
    "SELECT e.journal, e.seq, e.kind, e.version, e.at_ms, e.who, e.serial, e.number, e.data, encode(e.hash, 'hex') "
    "FROM unnest(%s::integer[], %s::bigint[]) AS wanted(journal, after) "
    "JOIN floor.entries e ON e.journal = wanted.journal AND e.seq > wanted.after AND e.at_ms >= %s "
    "ORDER BY e.journal, e.seq"
)
_RECENT_MS: Final = 48 * 3_600_000  # what is new is nearly always of these hours: only their days are opened
DAYS_SECONDS: Final = 3600.0
_EVER: Final = 2**63 - 1  # more entries, or milliseconds, than there can be


class Projector:
    """Make it with `project`. `step` brings the index up to the heads."""

    def __init__(self, connection: Connection, engine: Engine, source: FloorSource) -> None:
        self._connection = connection
        self.engine = engine
        self.source = source
        self._states: dict[int, LogState] = {}
        self._complete = self._already_complete()  # journals that the index held whole, and how long they were then
        self._days_at = 0.0  # by the monotonic clock: when the days ahead were last made
        self._marked: dict[int, int] = {}  # journals that are marked, and how long they were then: more heals none
        self._incident = self._last_incident()
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)  # noqa: S101 - the drivername of the address says so
        self._driver = driver
        for channel in _LISTENS:
            connection.exec_driver_sql(f"LISTEN {channel}")

    def wait(self, seconds: float = PAUSE_SECONDS) -> None:
        """Until a table calls, at most so long."""
        poll = sockets.poll()
        poll.register(self._driver.fileno(), sockets.POLLIN)
        if poll.poll(seconds * 1000):
            take_in(self._driver)

    def step(self) -> int:
        """How many entries came in. Signatures are looked at, too."""
        self._make_days()
        self._forget_what_was_set_aside()
        grown = self._grown()
        near = [row for row in grown if row.seq - self._read_upto(row.id) <= _FAR]
        done = sum(self._far_behind(row) for row in grown if row not in near)
        if near:
            done += self._take_in(near)
        witness.check_signatures(self._connection)
        if done:
            self.notify()
        return done

    def notify(self) -> None:
        """The pit's stands look again."""
        self._connection.exec_driver_sql(f"NOTIFY {INDEX_CHANNEL}")

    def faults(self) -> dict[str, str]:
        """What is wrong with tables that are marked."""
        j = journals.c
        rows = self._connection.execute(select(j.table_name, j.fault).where(j.fault.is_not(None), j.is_current))
        return {row.table_name: row.fault for row in rows}

    def _make_days(self) -> None:
        """The partitions of the gaming days ahead, once an hour. Who is in the way for seconds is let through."""
        if time.monotonic() < self._days_at:
            return
        self._days_at = time.monotonic() + DAYS_SECONDS
        try:
            ensure_days(self._connection, load_expectations().gaming_day, time.time_ns() // 1_000_000)
        except OperationalError as error:
            if not isinstance(error.orig, psycopg.errors.LockNotAvailable):
                raise
            self._days_at = time.monotonic() + PAUSE_SECONDS

    # --- what is new -------------------------------------------------------------------------------------------------

    def _grown(self) -> list[Any]:
        j = journals.c
        columns = (j.id, j.log, j.table_name, j.public_key, j.seq, j.at_ms)
        purged_journals = select(purged.c.journal)  # closed, and in the index as it was: nothing more comes
        rows = self._connection.execute(select(*columns).where(j.id.not_in(purged_journals)).order_by(j.id)).all()
        return [row for row in rows if row.seq > self._read_upto(row.id) and row.seq < self._marked.get(row.id, _EVER)]

    def _read_upto(self, journal: int) -> int:
        state = self._states.get(journal)
        return self._complete.get(journal, 0) if state is None else state.read_upto

    def _already_complete(self) -> dict[int, int]:
        """So that a start does not look into every journal of the past. What grows is looked at when it has."""
        j, g = journals.c, t.logs.c
        query = select(j.id, j.seq, g.carry).join_from(journals, t.logs, g.log == j.log)
        whole = query.where(j.seq == g.upto, func.encode(j.hash, "hex") == g.upto_hash)
        with self.engine.connect() as connection:
            return {row.id: row.seq for row in connection.execute(whole) if Carry.of_text(row.carry) is not None}

    def _last_incident(self) -> int:
        return int(self._connection.execute(select(func.coalesce(func.max(incidents.c.id), 0))).scalar_one())

    def _forget_what_was_set_aside(self) -> None:
        last = self._last_incident()
        if last != self._incident:
            self._incident = last
            self._complete.clear()
            self._states.clear()  # whether the index still fits is looked at when a journal comes up again
            self._marked.clear()

    def _rows(self, near: Sequence[Any]) -> Iterator[tuple[int, list[Row]]]:
        afters = [self._states[row.id].read_upto for row in near]
        recent = min(row.at_ms for row in near) - _RECENT_MS
        tails = self._tails(near, afters, recent)
        if len(tails) < sum(row.seq for row in near) - sum(afters):
            tails = self._tails(near, afters, -_EVER)
        for journal, rows in groupby(tails, key=lambda row: int(row.journal)):
            yield journal, [Row._make(row[1:]) for row in rows]

    def _tails(self, near: Sequence[Any], afters: list[int], since_ms: int) -> Sequence[Any]:
        return self._connection.exec_driver_sql(_TAILS, ([row.id for row in near], afters, since_ms)).all()

    # --- taking in ---------------------------------------------------------------------------------------------------

    def _take_in(self, near: Sequence[Any]) -> int:
        known = {row.id: row for row in near}
        done = 0
        with writing(self.engine) as connection:
            for row in near:
                if row.id not in self._states:
                    self._states[row.id] = where(connection, self.source, _log(row))
            for journal, rows in self._rows(near):
                done += self._advance(connection, known[journal], rows)
        return done

    def _advance(self, connection: Connection, row: Any, rows: list[Row]) -> int:
        try:
            with connection.begin_nested():
                advance(connection, self._states[row.id], rows)
        except Exception as error:
            if not is_unfit(error):
                raise
            self._states[row.id], bad = take_what_fits(connection, self.source, _log(row), row.seq)
            if bad is not None:
                self._mark(row, bad)
                return 0
        if self._marked.pop(row.id, None) is not None:
            witness.mark_fault(self._connection, row.id, "unreadable", rows[-1].seq, None)
        return len(rows)

    def _mark(self, row: Any, bad: BadEntry) -> None:
        self._states.pop(row.id, None)
        self._marked[row.id] = row.seq
        witness.mark_fault(self._connection, row.id, "unreadable", bad.seq, str(bad))

    def _far_behind(self, row: Any) -> int:
        try:
            done = fill_log(self.engine, self.source, _log(row), row.seq)
        except BadEntry as bad:
            self._mark(row, bad)
            return 0
        with writing(self.engine) as connection:
            state = self._states[row.id] = where(connection, self.source, _log(row))
            for rows in self.source.rows(row.log, after=state.upto, upto=row.seq):
                advance(connection, state, rows)
        return done


def _log(row: Any) -> Log:
    return Log(log=row.log, table=row.table_name, public_key=row.public_key, place="")


def _another_serves(connection: Connection) -> bool:
    """By the logins of the projector alone: what any other login calls itself, or locks, keeps nobody from serving.

    Of two that start at once one goes away, and the other waits for that. Both are in the list before they look.
    """
    query = text(
        "SELECT min(pid) AS first, pg_backend_pid() AS own FROM pg_stat_activity WHERE application_name = :program "
        "AND pid <> pg_backend_pid() "
        "AND datname = current_database() AND pg_has_role(usesysid, :group, 'MEMBER')"
    )
    for _ in range(_LOOKS):
        row = connection.execute(query, {"program": PROGRAM, "group": GROUP}).one()
        if row.first is None:
            return False
        if row.first < row.own:
            return True
        time.sleep(PAUSE_SECONDS)
    return True


@contextmanager
def project(url: str, *, rebuild: bool = False) -> Iterator[Projector]:
    """Raises `FloorAway` or `FloorRefused`, also later, from inside the block."""
    with address.connect(url, program=PROGRAM) as connection:
        must_be_current(connection)
        if _another_serves(connection):
            raise FloorRefused(Message("floor-another-projector-keeps-index"))
        engine, source = projected_index(url, rebuild=rebuild), FloorSource(url)
        try:
            with address.in_words(address.parse(url)):
                yield Projector(connection, engine, source)
        finally:
            source.close()
            engine.dispose()
