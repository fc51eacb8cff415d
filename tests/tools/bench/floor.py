"""The floor at its full size: two hundred tables at ten times the live pace into one PostgreSQL on this machine.

    python -m tests.tools.bench.floor [TABLES [SECONDS]]

Tables, forwarders and the server share the processors of this machine. The server's disk is the real one, and every
commit waits for it. The tables' files lie in memory where there is room: in a house every table has a disk of its own,
and two hundred of them on the server's disk would measure that disk.

In the same run one long journal is caught up over one connection, as after an outage, and the same rows go into the
same server in plain ways: multi-row INSERT with a commit for each batch, and COPY, neither with a chain to follow.
Last, one table on a floor that holds two weeks of gaming days and on one that holds 400.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address, logins, migrate, queries
from dealer_console.floor.connection import FloorConnection, array_text
from dealer_console.floor.local_journal import End
from dealer_console.journal.chain import Chain, genesis
from dealer_console.journal.entry import Row
from tests.floor.scale_worker import Figures, dealing
from tests.tools.bench.floor_days import days_bench

ROUNDS_PER_HOUR = 60
ENTRIES_PER_ROUND = 100  # of a simulated table with its devices: `dealer-console simulate`, 30 rounds, 2,965 entries
LIVE_PACE = ROUNDS_PER_HOUR * ENTRIES_PER_ROUND / 3600  # entries per second of one table
TIMES = 10
BATCH = 500
COLUMNS = "journal, seq, kind, version, at_ms, who, serial, number, data, hash"

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What became of the tables: `heads` as they say themselves, and as the floor says."""

    figures: dict[str, Any]
    heads: dict[str, tuple[int, str]]
    floor_heads: dict[str, tuple[int, str]]
    floor_entries: int
    alarms: int


@contextmanager
def durable_server(tables: int) -> Iterator[Server]:
    """As it comes: every commit is on the disk before it is acknowledged."""
    server = Server(durable=True, settings=f"shared_buffers=128MB max_connections={tables + 30} max_wal_size=2GB")
    server.start()
    try:
        yield server
    finally:
        server.remove()


def run(
    server: Server,
    *,
    tables: int,
    seconds: float,
    processes: int,
    rows: int = 20_000,
    runs: int = 3,
    tell: Tell = lambda _words: None,
) -> Scale:
    database = server.new_database()
    names = [f"scale-{number}" for number in range(tables)]
    tell(f"letting {tables} tables in")
    with address.connect(server.url(database)) as connection:
        migrate.upgrade(connection)
        for name in names:
            logins.ensure_table(connection, name)
    with tempfile.TemporaryDirectory(prefix="bench-floor-", dir=_room_for(tables)) as folder:
        tell(f"dealing for {seconds:.0f} s, then waiting for the last entry")
        figureses = _work(server, database, names, seconds, processes, Path(folder))
        with address.connect(server.url(database)) as connection:
            heads = {head.table: (head.seq, head.hash) for head in queries.heads(connection)}
            entries = connection.exec_driver_sql("SELECT count(*) FROM floor.entries").scalar_one()
            alarms = len(queries.floor_alarms(connection))
    tell("one long journal: caught up, and in plain ways")
    figures = {**_live(figureses, tables), **plain_ways(server, journal_rows(rows), runs)}
    own = {name: (head[0], head[1]) for figures in figureses for name, head in figures.heads.items()}
    return Scale(figures=figures, heads=own, floor_heads=heads, floor_entries=entries, alarms=alarms)


def _room_for(tables: int) -> Path | None:
    """Memory, when it has room for so many journals; else the usual folder."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > tables * 2_000_000 else None


def _work(
    server: Server, database: str, names: Sequence[str], seconds: float, processes: int, folder: Path
) -> list[Figures]:
    workers = []
    for number in range(processes):
        plan = {
            "tables": names[number::processes],
            "url": server.url(database, "{}"),
            "folder": str(folder / str(number)),
            "seconds": seconds,
            "entries_per_second": LIVE_PACE * TIMES,
        }
        command = [sys.executable, "-m", "tests.floor.scale_worker", json.dumps(plan)]
        workers.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
    said = [worker.communicate()[0] for worker in workers]
    if any(worker.returncode for worker in workers):
        raise AssertionError("a process of tables ended with an error; it stands above")
    return [Figures(**json.loads(line)) for line in said]


def _live(found: Sequence[Figures], tables: int) -> dict[str, Any]:
    lags = sorted(lag for figures in found for lag in figures.lags_ms)
    appends = sorted(took for figures in found for took in figures.appends_ms)
    return {
        "tables": tables,
        "entries": len(lags),
        "entries per second": sum(figures.entries / figures.seconds for figures in found),
        "wanted per second": tables * LIVE_PACE * TIMES,
        "lag p50, ms": _share(lags, 0.5),
        "lag p99, ms": _share(lags, 0.99),
        "lag longest, ms": lags[-1],
        "append at the table p99, ms": _share(appends, 0.99),
        "dealing behind its plan at the end, ms": max(figures.late_ms for figures in found),
    }


def _share(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))]


# --- the same rows in plain ways -------------------------------------------------------------------------------------


LONG = "scale-long"


def journal_rows(count: int) -> list[Row]:
    """At least so many entries of one table, as its file would hold them."""
    chain = Chain("5ca1e" + "0" * 27)
    first = genesis(log=chain.log, table=LONG, public_key=bytes(32), software="scale")
    rows, _ = chain.continue_with([first], 0)
    chain.advance(rows[-1])
    for drafts in dealing(seed=1):
        more, _ = chain.continue_with(drafts, 1_790_000_000_000)
        chain.advance(more[-1])
        rows += more
        if len(rows) >= count:
            return rows
    raise AssertionError("dealing does not end")


def plain_ways(server: Server, rows: Sequence[Row], runs: int) -> dict[str, Any]:
    """One connection each; they take turns, and the best of all runs counts."""
    rates = [(_catch_up(server, rows), _timed(server, rows, _insert), _timed(server, rows, _copy)) for _ in range(runs)]
    ours, insert, copy = (max(rate) for rate in zip(*rates, strict=True))
    return {
        "catching up, per second": ours,
        "plain INSERT, per second": insert,
        "plain COPY, per second": copy,
        "catching up / plain INSERT": ours / insert,
        "catching up / plain COPY": ours / copy,
    }


def _catch_up(server: Server, rows: Sequence[Row]) -> float:
    database = server.new_database()
    with address.connect(server.url(database)) as connection:
        migrate.upgrade(connection)
        logins.ensure_table(connection, LONG)
    log = json.loads(rows[0][7])["log"]
    with FloorConnection(server.url(database, LONG), LONG) as line:
        begin = time.perf_counter()
        held = line.meet(log, lambda: End(seq=rows[-1][0], hash=rows[-1][8]))
        while held.seq < len(rows):
            held = line.append(log, held.hash, rows[held.seq : held.seq + BATCH], 0)
        return len(rows) / (time.perf_counter() - begin)


Way = Callable[[psycopg.Connection[Any], Sequence[Row]], None]


def _timed(server: Server, rows: Sequence[Row], way: Way) -> float:
    with psycopg.connect(server.url(server.new_database()), autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE plain (journal integer, seq bigint, kind text, version integer, at_ms bigint, who text, "
            "serial text, number bigint, data text, hash bytea)"
        )
        begin = time.perf_counter()
        way(connection, rows)
        return len(rows) / (time.perf_counter() - begin)


def _insert(connection: psycopg.Connection[Any], rows: Sequence[Row]) -> None:
    """The same arrays as the forwarder sends, into a table without any index or check."""
    types = ("bigint", "text", "integer", "bigint", "text", "text", "bigint", "text", "text")
    places = ", ".join(f"%s::{type_}[]" for type_ in types)
    picked = "1, u.a, u.b, u.c, u.d, u.e, u.f, u.g, u.h, decode(u.i, 'hex')"
    statement = f"INSERT INTO plain SELECT {picked} FROM unnest({places}) AS u(a, b, c, d, e, f, g, h, i)"
    for begin in range(0, len(rows), BATCH):
        columns = [array_text(column) for column in zip(*rows[begin : begin + BATCH], strict=True)]
        connection.execute(statement.encode(), columns)


def _copy(connection: psycopg.Connection[Any], rows: Sequence[Row]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY plain ({COLUMNS}) FROM STDIN".encode()) as copy:
        for row in rows:
            copy.write_row((1, *row[:8], bytes.fromhex(row[8])))


def bench(tables: int = 200, seconds: float = 30.0) -> dict[str, Any]:
    def tell(words: str) -> None:
        sys.stderr.write(f"  {words}\n")

    with durable_server(tables) as server:
        figures = run(server, tables=tables, seconds=seconds, processes=4, tell=tell).figures
        tell("with the days of a year")
        return {**figures, **days_bench(server)}


def show(figures: dict[str, Any]) -> None:
    for key, value in figures.items():
        shown = f"{value:,.4g}" if isinstance(value, float) else f"{value:,}"
        sys.stdout.write(f"{key:<42} {shown:>14}\n")


if __name__ == "__main__":
    tables, seconds, *_ = [*sys.argv[1:], *("200", "30")[len(sys.argv) - 1 :]]
    show(bench(int(tables), float(seconds)))
