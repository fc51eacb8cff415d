"""What more than a year of gaming days costs a floor: the batches of one table, and a reader at its end."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from datetime import time as clock
from statistics import median
from typing import Any

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address, logins, migrate, queries
from dealer_console.floor.connection import FloorConnection
from dealer_console.floor.local_journal import End
from dealer_console.floor.retention.days import DAYS_AHEAD, ensure_days
from dealer_console.journal.chain import Chain, genesis
from dealer_console.journal.entry import Row
from dealer_console.pit.expectations import GamingDay
from tests.floor.scale_worker import dealing

TABLE = "scale-days"
HOUSE = GamingDay(begins=clock(6), zone=UTC)
DAYS = (DAYS_AHEAD + 1, 400)
BATCHES = 150
BATCH = 3  # entries: what a table sends at a time


def days_bench(server: Server) -> dict[str, Any]:
    return {f"{name}, {days} days held": value for days in DAYS for name, value in _one(server, days).items()}


def _one(server: Server, days: int) -> dict[str, float]:
    database = server.new_database()
    with address.connect(server.url(database)) as connection:
        migrate.upgrade(connection)
        logins.ensure_table(connection, TABLE)
        ensure_days(connection, HOUSE, time.time_ns() // 1_000_000)
        today = datetime.now(UTC).date()
        for number in range(days - DAYS_AHEAD - 1):
            day = today - timedelta(days=2 + number)
            connection.exec_driver_sql("SELECT floor.make_day(%s, %s, %s)", (day, *HOUSE.bounds(day)))
    log, rows = _rows()
    with FloorConnection(server.url(database, TABLE), TABLE) as line:
        held = line.meet(log, lambda: End(seq=len(rows), hash=rows[-1].hash))
        sent = []
        while held.seq < len(rows):
            begin = time.perf_counter()
            held = line.append(log, held.hash, rows[held.seq : held.seq + BATCH], 0)
            sent.append(time.perf_counter() - begin)
    with address.connect(server.url(database)) as connection:
        (journal,) = queries.journals_of(connection)
        last = len(rows) - BATCH
        return {
            "one batch sent, ms": median(sent) * 1000,
            "the last entries read, ms": _taken(lambda: next(queries.rows(connection, journal.id, after=last))),
            "one hash looked up, ms": _taken(lambda: queries.hash_at(connection, journal.id, last)),
        }


def _taken(look: Callable[[], object]) -> float:
    taken = []
    for _ in range(40):
        begin = time.perf_counter()
        look()
        taken.append(time.perf_counter() - begin)
    return median(taken) * 1000


def _rows() -> tuple[str, list[Row]]:
    """Entries of this moment, as a table's file would hold them."""
    chain, now = Chain("da75" + "0" * 28), time.time_ns() // 1_000_000
    first = genesis(log=chain.log, table=TABLE, public_key=bytes(32), software="scale")
    rows, _ = chain.continue_with([first], now)
    chain.advance(rows[-1])
    for drafts in dealing(seed=1):
        more, _ = chain.continue_with(drafts, now)
        chain.advance(more[-1])
        rows += more
        if len(rows) >= BATCHES * BATCH:
            break
    return chain.log, rows
