"""A floor with a long history of real entries: a week that was dealt, and copies of it as the weeks before.

Every copy is a journal of its own, with its own identity, key, times, hashes and signatures, and names the head of the
one before, as after `dealer-console roll`. The week that was dealt comes by `floor.append`, like any journal; a copy is
begun in this way, and the rest of its entries is put beside them by COPY, as from a backup: it is five times as fast.
From there the projector checks the signatures and keeps the index, as on any floor.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

import psycopg
from sqlalchemy import text

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address, logins, migrate
from dealer_console.floor.connection import FloorConnection
from dealer_console.floor.local import End, open_local
from dealer_console.floor.retention.days import ensure_days
from dealer_console.journal import checkpoints, keys
from dealer_console.journal.canonical import canonical
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entry import NO_HASH, Row, hash_of
from dealer_console.journal.head import JournalHead, key_id
from dealer_console.pit.alerts import KeptAlerts
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.projector import Projector, project
from dealer_console.pit.expectations import load_expectations

WEEK_MS: Final = 7 * 86_400_000
BATCH: Final = 5000
_HEAD: Final = "UPDATE floor.journals SET seq = %s, hash = %s, at_ms = %s, checkpoint = %s WHERE id = %s"
BEGUN: Final = 100  # entries of a copy that come by the line
STAND, PROJECTOR = "stand", "projector"
SETTINGS: Final = "shared_buffers=512MB max_wal_size=8GB checkpoint_timeout=30min log_min_messages=warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class SentJournal:
    """As a table sends it: which table's, its identity, its entries and the signatures over them."""

    table: str
    log: str
    rows: Sequence[Row]
    points: Sequence[Checkpoint]

    @property
    def head(self) -> JournalHead:
        last = self.rows[-1]
        return JournalHead(log=self.log, seq=last.seq, hash=last.hash, key=json.loads(self.rows[0].data)["public_key"])


def dealt(folder: Path) -> list[SentJournal]:
    """The journals of a folder as they are."""
    found = []
    for path in sorted(folder.glob("*.journal")):
        with open_local(path) as local:
            rows, end = local.rows(0, local.end().seq), local.end().seq
            found.append(
                SentJournal(table=local.table, log=local.log, rows=rows, points=local.checkpoints(0, end, end))
            )
    return found


def copied(journal: SentJournal, weeks: int, follows: JournalHead | None) -> SentJournal:
    """The same play so many weeks before, as another journal of the table."""
    seed = sha256(f"{journal.log}/{weeks}".encode()).digest()
    log, back = seed.hex()[:32], weeks * WEEK_MS
    begun = json.loads(journal.rows[0].data) | {"log": log, "public_key": keys.public_key(seed).hex()}
    if follows is not None:
        head = replace(follows, key=key_id(bytes.fromhex(follows.key)))
        begun |= {"follows": head.data()}
    rows: list[Row] = []
    previous, data = NO_HASH, canonical(begun)
    for row in journal.rows:
        bare = (*row[:3], row.at_ms - back, *row[4:7], data or row.data)
        previous, data = hash_of(log, previous, bare), ""
        rows.append(Row(*bare, previous))
    points = [
        checkpoints.make(seed, log, number=old.number, seq=old.seq, hash=rows[old.seq - 1].hash, at_ms=old.at_ms - back)
        for old in journal.points
    ]
    return SentJournal(table=journal.table, log=log, rows=rows, points=points)


class LongFloor:
    """A database of the server with its tables, and the projector that keeps its index."""

    def __init__(self, server: Server, week: Sequence[SentJournal]) -> None:
        self._server, self._week = server, week
        self._database = server.new_database()
        with address.connect(server.url(self._database)) as connection:
            migrate.upgrade(connection)
            logins.ensure_pit(connection, STAND)
            logins.ensure_projector(connection, PROJECTOR)
            for journal in week:
                logins.ensure_table(connection, journal.table)

    def url(self, login: str = "postgres") -> str:
        return self._server.url(self._database, login)

    def fill(self, weeks: int) -> Iterator[int]:
        """The oldest week first; the last one is the week that was dealt."""
        heads: dict[str, JournalHead] = {}
        for back in range(weeks - 1, -1, -1):
            self._make_days(self._week[0].rows[-1].at_ms - back * WEEK_MS)
            for journal in self._week:
                sent = journal if back == 0 else copied(journal, back, heads.get(journal.table))
                heads[journal.table] = sent.head
                self._send(sent, by_copy=back > 0)
            yield back

    def take_in(self) -> None:
        """The projector brings the index and its alerts up to the heads."""
        with self.projecting() as (projector, alerts):
            while projector.step():
                pass
            alerts.refresh()
        with address.connect(self.url()) as connection:
            connection.execute(text("VACUUM ANALYZE"))

    @contextmanager
    def projecting(self) -> Iterator[tuple[Projector, KeptAlerts]]:
        with project(self.url(PROJECTOR)) as projector:
            yield projector, KeptAlerts(Archive(projector.source, projector.engine), load_expectations())

    def _make_days(self, at_ms: int) -> None:
        with address.connect(self.url()) as connection:
            ensure_days(connection, load_expectations().gaming_day, at_ms - WEEK_MS)

    def _send(self, journal: SentJournal, *, by_copy: bool) -> None:
        with address.connect(self.url()) as connection:
            logins.accept_journal(connection, journal.table, journal.log, "the books were rolled")
        with FloorConnection(self.url(journal.table), journal.table) as line:
            last = journal.rows[-1]
            held = line.meet(journal.log, lambda: End(seq=last.seq, hash=last.hash))
            held = line.append(journal.log, held.hash, journal.rows[:BEGUN], 0)
            if by_copy:
                self._put_beside(journal)
                return
            while held.seq < last.seq:
                held = line.append(journal.log, held.hash, journal.rows[held.seq : held.seq + BATCH], 0)
            line.append_checkpoints(journal.log, journal.points)

    def _put_beside(self, journal: SentJournal) -> None:
        last = journal.rows[-1]
        with psycopg.connect(self.url()) as connection, connection.cursor() as cursor:
            cursor.execute("SELECT id FROM floor.journals WHERE log = %s", (journal.log,))
            (number,) = cursor.fetchone() or (0,)
            with cursor.copy("COPY floor.entries FROM STDIN") as copy:
                for row in journal.rows[BEGUN:]:
                    copy.write_row((number, *row[:8], bytes.fromhex(row.hash), "now"))
            with cursor.copy("COPY floor.checkpoints FROM STDIN") as copy:
                for point in journal.points:
                    signed = (bytes.fromhex(point.hash), point.at_ms, point.signature)
                    copy.write_row((number, point.number, point.seq, *signed, "now"))
            head = (last.seq, bytes.fromhex(last.hash), last.at_ms, journal.points[-1].number, number)
            cursor.execute(_HEAD, head)


@contextmanager
def long_floors(week: Sequence[SentJournal]) -> Iterator[tuple[LongFloor, LongFloor]]:
    """Two floors of one server, both still empty: for the short and the long history."""
    server = Server(settings=SETTINGS)
    server.start()
    try:
        yield LongFloor(server, week), LongFloor(server, week)
    finally:
        server.remove()
