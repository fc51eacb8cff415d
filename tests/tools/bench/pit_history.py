"""What a stand of the pit asks for, over a short and a long history: board, calls, alerts, ratings, day report, search.

    python -m tests.tools.bench.pit_history [ROUNDS]

A week of a demonstration floor is dealt and taken in, round by round, as at any table. That is the short history. For
the long one the database copies this week's rows of the index backwards in time, week after week, until it holds so
many rounds; the journals themselves stay those of the last week, and every answer about that week must stay the same.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, func, select, text, update

from dealer_console.demo.floor import DemoFloor, generate
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address, logins, migrate
from dealer_console.floor.connection import FloorConnection
from dealer_console.floor.local import open_local
from dealer_console.pit.alerts import Acknowledgements, KeptAlerts, find_alerts
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.projector import project
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.live.board import board, open_calls
from dealer_console.pit.live.tables import ALERTS_OF_MS
from dealer_console.pit.players.rating import ratings
from dealer_console.pit.reports import make_report

WEEK: Final = DemoFloor(tables=12, days=7, hours=3, seed=11)
WEEK_MS: Final = 7 * 86_400_000
MANY: Final = 1_000_000
TIMES: Final = 9
BATCH: Final = 2000
STAND, PROJECTOR = "stand", "projector"
# What a copy must not share with the week that it is a copy of, by column; everything else is as it was.
_BACK_IN_TIME: Final = ("opened_ms", "closed_ms", "hour_ms", "at_ms", "from_ms", "to_ms", "answered_ms")
_NUMBERED: Final = ("first_entry", "last_entry", "entry", "corrects")
_COPIED: Final = (
    t.shifts, t.rounds, t.round_spots, t.round_cards, t.round_amounts, t.round_marks, t.irregularities, t.corrections,
    t.device_errors, t.sittings, t.wager_hours, t.pace_hours, t.calls,
)  # fmt: skip

Ask = Callable[[], object]


def bench(rounds: int = MANY, week: DemoFloor = WEEK) -> dict[str, Any]:
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="bench-pit-") as name:
        folder = Path(name) / "floor"
        generate(folder, week)
        with Archive.open(folder) as archive:
            archive.refresh()
            results |= _measure("files", archive, KeptAlerts(archive, load_expectations()), archive, rounds)
        with _floor(folder) as (stand, keeper, owner):
            results |= _measure("floor", stand, keeper, owner, rounds)
    ratios = [value for key, value in results.items() if key.endswith("_ratio")]
    return {**results, "history_worst_ratio": max(ratios)}


@contextmanager
def _floor(folder: Path) -> Iterator[tuple[Archive, KeptAlerts, Archive]]:
    """The same journals on a floor: the stand's archive, who keeps the alerts, and the projector's own way in."""
    server = Server(settings="shared_buffers=256MB max_wal_size=4GB")
    server.start()
    try:
        database = server.new_database()
        with address.connect(server.url(database)) as connection:
            migrate.upgrade(connection)
            logins.ensure_pit(connection, STAND)
            logins.ensure_projector(connection, PROJECTOR)
            for path in folder.glob("*.journal"):
                logins.ensure_table(connection, path.stem)
        for path in sorted(folder.glob("*.journal")):
            _send(server.url(database, path.stem), path)
        with project(server.url(database, PROJECTOR)) as projector:
            while projector.step():
                pass
            keeping = Archive(projector.source, projector.engine)
            with Archive.open(server.url(database, STAND)) as stand:
                yield stand, KeptAlerts(keeping, load_expectations()), keeping
    finally:
        server.remove()


def _send(url: str, path: Path) -> None:
    with open_local(path) as local, FloorConnection(url, path.stem) as line:
        held = line.meet(local.log, local.end())
        seq, last = held.seq, held.hash
        while rows := local.rows(seq, BATCH):
            line.append(local.log, last, rows, 0)
            seq, last = rows[-1].seq, rows[-1].hash


def _measure(place: str, archive: Archive, keeper: KeptAlerts, owner: Archive, rounds: int) -> dict[str, Any]:
    keeper.refresh()
    short = {name: _median(ask) for name, ask in _questions(archive, keeper, owner).items()}
    answers = {name: repr(ask()) for name, ask in _last_week(archive).items()}
    with owner.engine.begin() as connection:
        held = copy_back(connection, rounds)
    long = {name: _median(ask) for name, ask in _questions(archive, keeper, owner).items()}
    changed = [name for name, ask in _last_week(archive).items() if repr(ask()) != answers[name]]
    if changed:
        raise AssertionError(f"a longer history changed the answers about the last week: {changed}")
    results: dict[str, Any] = {f"{place}_rounds": held}
    for name, seconds in long.items():
        results[f"{place}_{name}_ms"] = seconds * 1000
        results[f"{place}_{name}_ratio"] = seconds / short[name]
    return results


def _median(ask: Ask) -> float:
    taken = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        ask()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


# --- what is asked ---------------------------------------------------------------------------------------------------


def _questions(archive: Archive, keeper: KeptAlerts, owner: Archive) -> dict[str, Ask]:
    seen = Acknowledgements(archive)

    def judge_one_table() -> None:
        """As after a round of one table."""
        with owner.engine.begin() as connection:
            first = select(func.min(t.alert_ends.c.log_id)).scalar_subquery()
            one = t.alert_ends.c.log_id == first
            connection.execute(update(t.alert_ends).where(one).values(judged=t.alert_ends.c.judged - 1))
        keeper.refresh()

    return {
        "board": lambda: board(archive, seen),
        "calls": lambda: open_calls(archive, seen),
        "alerts_judged": judge_one_table,
        **_last_week(archive),
    }


def _last_week(archive: Archive) -> dict[str, Ask]:
    """Questions whose answers do not change with the weeks before."""
    house = load_expectations()
    with archive.engine.connect() as connection:
        now = int(connection.execute(select(func.max(t.rounds.c.closed_ms))).scalar_one())
        last = connection.execute(select(t.rounds).order_by(t.rounds.c.opened_ms.desc()).limit(1)).one()
        log = connection.execute(select(t.logs).where(t.logs.c.id == last.log_id)).one()
    day = house.gaming_day.day_of(now)
    begin, end = house.gaming_day.bounds(day)
    return {
        "alerts": lambda: find_alerts(archive, house, since_ms=now - ALERTS_OF_MS),
        "day_report": lambda: make_report(archive, house, day=day).data,
        "ratings_of_a_day": lambda: ratings(archive, house, since_ms=begin, until_ms=end),
        "search_newest": lambda: archive.search(Search(), limit=40).rounds,
        "search_table_dealer": lambda: archive.search(Search(table=log.table_name, dealer=last.dealer), limit=5).rounds,
        "search_spot_and_card": lambda: archive.search(Search(spot=1, card="Kh"), limit=20).rounds,
        "search_irregular": lambda: archive.search(Search(mark="irregular"), limit=1).rounds,
        "search_at_least": lambda: archive.search(Search(at_least=int(last.largest)), limit=1).rounds,
    }


# --- a longer history ------------------------------------------------------------------------------------------------


def copy_back(connection: Connection, rounds: int) -> int:
    """Copies of the rows that are there, week by week into the past; how many rounds there are then."""
    spans = _Spans(connection)
    weeks = max(0, -(-rounds // spans.rounds) - 1)
    for number in range(1, weeks + 1):
        for table in _COPIED:
            columns = [column.name for column in table.columns]
            copied = ", ".join(spans.moved(table.name, column, number) for column in columns)
            connection.execute(
                text(
                    f"INSERT INTO {spans.schema}{table.name} ({', '.join(map(_quoted, columns))}) "
                    f"SELECT {copied} FROM {spans.schema}{table.name} WHERE {spans.originals(table.name)}"
                )
            )
    closed = select(func.count()).where(t.rounds.c.log_id == t.figures.c.log_id).scalar_subquery()
    connection.execute(update(t.figures).values(rounds=closed))
    connection.execute(text("ANALYZE"))
    return int(connection.execute(select(func.count()).select_from(t.rounds)).scalar_one())


def _quoted(column: str) -> str:
    return f'"{column}"'


class _Spans:
    """How far apart two copies lie, in each kind of number."""

    def __init__(self, connection: Connection) -> None:
        self.schema = "pit." if connection.dialect.name == "postgresql" else ""
        self.rounds = self._greatest(connection, t.rounds.c.id)
        self._entries = self._greatest(connection, t.logs.c.upto)
        self._shifts = self._greatest(connection, t.shifts.c.number)
        self._numbers = self._greatest(connection, t.rounds.c.number)
        self._since_ms = int(connection.execute(select(func.min(t.shifts.c.opened_ms))).scalar_one())

    def _greatest(self, connection: Connection, column: Any) -> int:
        return int(connection.execute(select(func.max(column))).scalar_one())

    def moved(self, table: str, column: str, weeks: int) -> str:
        here = _quoted(column)
        if column == "sitting":
            return f"CASE WHEN {here} = 0 THEN 0 ELSE {here} - {weeks * self._entries} END"
        if column in _BACK_IN_TIME:
            return f"{here} - {weeks * WEEK_MS}"
        if column in _NUMBERED:
            return f"{here} - {weeks * self._entries}"
        if column == "shift" or (table == "shifts" and column == "number"):
            return f"{here} - {weeks * self._shifts}"
        if table == "rounds" and column == "number":
            return f"{here} - {weeks * self._numbers}"
        if column == "round_id" or (table == "rounds" and column == "id"):
            return f"{here} - {weeks * self.rounds}"
        return here

    def originals(self, table: str) -> str:
        columns = t.metadata.tables[table].columns
        if "round_id" in columns and "entry" not in columns:
            return "round_id > 0"
        if table == "rounds":
            return "id > 0"
        over = {"calls": " AND answered_ms IS NOT NULL", "sittings": " AND to_ms IS NOT NULL"}.get(table, "")
        time_column = next(name for name in ("opened_ms", "at_ms", "from_ms", "hour_ms") if name in columns)
        return f"{time_column} >= {self._since_ms // 3_600_000 * 3_600_000}{over}"


if __name__ == "__main__":
    for key, value in bench(int(sys.argv[1]) if sys.argv[1:] else MANY).items():
        sys.stdout.write(f"{key:<40} {value:,.3f}\n")
