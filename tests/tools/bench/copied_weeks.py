"""A floor with a long history of real entries: a week that was dealt, and copies of it as the weeks before.

Every copy is a journal of its own, with its own identity, key, times, hashes and signatures, and names the head of the
one before, as after `dealer-console roll`. The week that was dealt comes by `floor.append`, like any journal; copies
are put there by COPY, as from a backup. The projector makes the index of the two oldest weeks and of the dealt one; the
weeks between get theirs from the second oldest (`copied_index`).
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
from sqlalchemy import func, select, text

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address, logins
from dealer_console.floor.connection import FloorConnection
from dealer_console.floor.local_journal import End, open_local
from dealer_console.journal import checkpoints, keys
from dealer_console.journal.canonical import canonical
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entry import NO_HASH, Row, hashed_text
from dealer_console.journal.head import JournalHead, key_id
from dealer_console.pit.alerts import KeptAlerts
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.floor_index import make_floor
from dealer_console.pit.archive.projector import Projector, project
from dealer_console.pit.evidence import verify_log
from dealer_console.pit.expectations import load_expectations
from tests.tools.bench.copied_index import CopiedIndex

WEEK_MS: Final = 7 * 86_400_000
BATCH: Final = 5000
SIGNED: Final = 10  # of so many signatures of the dealt week a copy has one; the last one always
STAND, PROJECTOR = "stand", "projector"
SETTINGS: Final = (
    "shared_buffers=1GB max_wal_size=16GB checkpoint_timeout=60min wal_level=minimal max_wal_senders=0 "
    "synchronous_commit=off autovacuum=off maintenance_work_mem=512MB log_min_messages=warning"
)
_JOURNAL: Final = """
INSERT INTO floor.journals (log, table_name, public_key, is_current, seq, hash, checkpoint, at_ms, first_ms,
    witnessed, witnessed_checkpoint)
VALUES (%s, %s, %s, false, %s, %s, %s, %s, %s, %s, %s) RETURNING id
"""


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
    journals = []
    for path in sorted(folder.glob("*.journal")):
        with open_local(path) as local:
            rows, end = local.rows(0, local.end().seq), local.end().seq
            journals.append(
                SentJournal(table=local.table, log=local.log, rows=rows, points=local.checkpoints(0, end, end))
            )
    return journals


_MARK: Final = "@"  # stands for what differs from copy to copy; no journal has such an identity


class Mould:
    """A journal of the dealt week, taken apart once so that a copy costs one hash and one line for each entry."""

    def __init__(self, journal: SentJournal) -> None:
        self.journal = journal
        self._parts = [_parts(row) for row in journal.rows]

    def copy(self, weeks: int, follows: JournalHead | None) -> Copy:
        """The same play so many weeks before, as another journal of the table."""
        journal, back = self.journal, weeks * WEEK_MS
        seed = sha256(f"{journal.log}/{weeks}".encode()).digest()
        log = seed.hex()[:32]
        begun = json.loads(journal.rows[0].data) | {"log": log, "public_key": keys.public_key(seed).hex()}
        if follows is not None:
            begun |= {"follows": replace(follows, key=key_id(bytes.fromhex(follows.key))).data()}
        first = journal.rows[0]._replace(data=canonical(begun))
        named, previous = f'"log":"{log}","previous":"'.encode(), NO_HASH.encode()
        lines: list[bytes] = []
        hashes: list[str] = []
        for at_ms, before, after, left, right in (_parts(first), *self._parts[1:]):
            at = b"%d" % (at_ms - back)
            digest = sha256(b"".join((b'{"at":', at, before, named, previous, b'"', after))).hexdigest()
            hashes.append(digest)
            previous = digest.encode()
            lines.append(b"".join((left, at, right, previous, b"\tnow\n")))
        points = [
            checkpoints.make(seed, log, number=number, seq=old.seq, hash=hashes[old.seq - 1], at_ms=old.at_ms - back)
            for number, old in enumerate(_some(journal.points), start=1)
        ]
        last = journal.rows[-1]
        head = JournalHead(log=log, seq=last.seq, hash=hashes[-1], key=begun["public_key"])
        return Copy(table=journal.table, head=head, lines=lines, points=points, back_ms=back)


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """`lines` are those of a COPY, without the number of the journal."""

    table: str
    head: JournalHead
    lines: list[bytes]
    points: list[Checkpoint]
    back_ms: int


def _parts(row: Row) -> tuple[int, bytes, bytes, bytes, bytes]:
    """When it was; its hashed text around time and chain; its line around time and hash."""
    before, after = hashed_text(_MARK, _MARK, row).split(f'"log":"{_MARK}","previous":"{_MARK}"')
    begins = f'{{"at":{row.at_ms}'
    assert before.startswith(begins)
    left = "".join(f"\t{_field(value)}" for value in row[:3]) + "\t"
    right = "".join(f"\t{_field(value)}" for value in row[4:8]) + "\t\\\\x"
    return row.at_ms, before[len(begins) :].encode(), after.encode(), left.encode(), right.encode()


def _field(value: object) -> str:
    if value is None:
        return "\\N"
    return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _some(points: Sequence[Checkpoint]) -> list[Checkpoint]:
    return [*points[SIGNED - 1 : -1 : SIGNED], points[-1]]


class LongFloor:
    """A database of the server with its tables, and the projector that keeps its index."""

    def __init__(self, server: Server, week: Sequence[SentJournal]) -> None:
        self._server, self._week = server, week
        self._database = server.new_database()
        with address.connect(server.url(self._database)) as connection:
            make_floor(connection)
            logins.ensure_pit(connection, STAND)
            logins.ensure_projector(connection, PROJECTOR)
            for journal in week:
                logins.ensure_table(connection, journal.table)

    def url(self, login: str = "postgres") -> str:
        return self._server.url(self._database, login)

    def fill(self, weeks: int) -> Iterator[str]:
        """The oldest week first; the last one is the week that was dealt. Says what is done."""
        copies = self._copies(weeks)
        for _, back in zip(range(2), copies, strict=False):
            self._take_in()
            yield f"{back} weeks before, index by the projector"
        between = None
        if weeks > 3:
            self._judge()
            between = CopiedIndex(self.url(), len(self._week), WEEK_MS)
        for back in copies:
            yield f"{back} weeks before"
        if between is not None:
            between.fill(weeks - 3)
            yield "the index of the weeks between"
        for journal in self._week:
            self._send(journal)
        self._take_in()
        self._judge()
        if between is not None:
            between.compare(weeks - 2)
            self._verify_one()
            yield "a copied journal is genuine; the index that was copied is what the projector makes of the dealt week"
        with address.connect(self.url()) as connection:
            connection.execute(text("SET default_statistics_target = 10"))
            connection.execute(text("ANALYZE floor.entries"))
            connection.execute(text("RESET default_statistics_target"))
            for table in self._tables():
                connection.execute(text(f"VACUUM ANALYZE {table}"))

    def _tables(self) -> list[str]:
        of_index = "SELECT 'pit.' || tablename FROM pg_tables WHERE schemaname = 'pit'"
        with address.connect(self.url()) as connection:
            return [*connection.execute(text(of_index)).scalars(), "floor.journals", "floor.checkpoints"]

    def _take_in(self) -> None:
        with self.projecting() as (projector, _):
            while projector.step():
                pass

    def _judge(self) -> None:
        with self.projecting() as (_, alerts):
            alerts.refresh()

    @contextmanager
    def projecting(self) -> Iterator[tuple[Projector, KeptAlerts]]:
        with project(self.url(PROJECTOR)) as projector:
            yield projector, KeptAlerts(Archive(projector.source, projector.engine), load_expectations())

    def _copies(self, weeks: int) -> Iterator[int]:
        moulds = [Mould(journal) for journal in self._week] if weeks > 1 else []
        heads: dict[str, JournalHead] = {}
        for back in range(weeks - 1, 0, -1):
            self._make_days(back)
            for mould in moulds:
                made = mould.copy(back, heads.get(mould.journal.table))
                heads[made.table] = made.head
                self._put(made, mould.journal, seen=0 < back < weeks - 2)
            yield back

    def _make_days(self, back: int) -> None:
        """Only those of this week: a look at all others for each of them would take hours."""
        gaming_day = load_expectations().gaming_day
        moments = [row.at_ms - back * WEEK_MS for journal in self._week for row in (journal.rows[0], journal.rows[-1])]
        first, last = gaming_day.bounds(gaming_day.day_of(min(moments)))[0], max(moments)
        with address.connect(self.url()) as connection:
            while first <= last:
                begin, end = gaming_day.bounds(gaming_day.day_of(first))
                connection.execute(select(func.floor.make_day(gaming_day.day_of(first), begin, end)))
                first = end

    def _put(self, copy: Copy, journal: SentJournal, *, seen: bool) -> None:
        """`seen`: the index of this copy is not made by the projector, and its signatures are not checked by it."""
        head, number = copy.head, copy.points[-1].number
        first, last = journal.rows[0].at_ms - copy.back_ms, journal.rows[-1].at_ms - copy.back_ms
        witnessed = (head.seq, number) if seen else (0, 0)
        values = (head.log, copy.table, head.key, head.seq, bytes.fromhex(head.hash), number, last, first, *witnessed)
        with psycopg.connect(self.url()) as connection, connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")  # no guard looks at them one by one
            cursor.execute(_JOURNAL, values)
            (journal_id,) = cursor.fetchone() or (0,)
            begins = b"%d" % journal_id
            with cursor.copy("COPY floor.entries FROM STDIN") as entries:
                entries.write(begins + begins.join(copy.lines))
            with cursor.copy("COPY floor.checkpoints FROM STDIN") as signed:
                for point in copy.points:
                    said = (bytes.fromhex(point.hash), point.at_ms, point.signature)
                    signed.write_row((journal_id, point.number, point.seq, *said, "now"))

    def _send(self, journal: SentJournal) -> None:
        with address.connect(self.url()) as connection:
            logins.accept_journal(connection, journal.table, journal.log, "the books were rolled")
        with FloorConnection(self.url(journal.table), journal.table) as line:
            last = journal.rows[-1]
            held = line.meet(journal.log, lambda: End(seq=last.seq, hash=last.hash))
            while held.seq < last.seq:
                before = held.seq
                held = line.append(journal.log, held.hash, journal.rows[before : before + BATCH], 0)
                points = [point for point in journal.points if before < point.seq <= held.seq]
                line.append_checkpoints(journal.log, points)

    def _verify_one(self) -> None:
        """A copy in the middle of the history, with every round dealt again, as the pit verifies a floor's copy."""
        with Archive.open(self.url(STAND)) as stand:
            logs = [log for log in stand.source.logs() if not log.current]
            report = verify_log(stand, logs[len(logs) // 2])
        if not report.ok:
            raise AssertionError(f"a copied journal is not genuine: {report}")


@contextmanager
def long_floors(week: Sequence[SentJournal]) -> Iterator[tuple[LongFloor, LongFloor]]:
    """Two floors of one server, both still empty: for the short and the long history."""
    server = Server(settings=SETTINGS)
    server.start()
    try:
        yield LongFloor(server, week), LongFloor(server, week)
    finally:
        server.remove()
