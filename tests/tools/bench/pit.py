"""`make bench`: searching a million rounds against searching ten thousand, for every kind of filter.

The index is filled with made-up rounds by the database itself; the search is the real one. What counts is the ratio of
the two medians: a look-up in an index does not grow with the archive. Everything else that a stand asks for is measured
on rounds that were dealt, see `pit_history`.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Engine, text

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.game.cards import FACES
from dealer_console.pit.archive import Search
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.database import file_index, floor_index
from dealer_console.pit.archive.search import search
from dealer_console.pit.long_work import unwatched
from tests.tools.bench import pit_history

FEW, MANY = 10_000, 1_000_000
TABLES, DEALERS, CARDS_OF_A_ROUND = 12, 60, 8
MINUTE = 60_000
TIMES = 40
WANTED = 3.0

# With how many rounds a page holds: as many as the small archive has, too, or the longer page would be measured.
FILTERS: dict[str, tuple[Search, int]] = {
    "time": (Search(), 50),
    "table": (Search(table="table 5"), 50),
    "dealer": (Search(dealer="dealer 7"), 50),
    "spot": (Search(spot=3), 50),
    "amount": (Search(amount=2500), 50),
    "at_least": (Search(at_least=40_000), 10),
    "irregularity": (Search(mark="card-exposed"), 50),
    "rare_irregularity": (Search(mark="shoe-fault"), 1),
    "card": (Search(card="Kh"), 50),
    "table_and_dealer": (Search(table="table 5", dealer="dealer 7"), 5),
    "table_spot_card": (Search(table="table 5", spot=3, card="Kh"), 20),
    "dealer_amount_card": (Search(dealer="dealer 7", amount=2500, card="Kh"), 1),
    "irregularity_and_table": (Search(mark="card-exposed", table="table 5"), 3),
}


def bench(few: int = FEW, many: int = MANY) -> dict[str, Any]:
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="bench-pit-") as folder:
        results |= _compare("sqlite", lambda name: file_index(Path(folder) / name), few, many)
    with _postgres() as new_index:
        results |= _compare("postgresql", lambda _name: new_index(), few, many)
    results |= pit_history.bench(many)
    ratios = [value for key, value in results.items() if key.endswith("_ratio")]
    return {**results, "worst_ratio": max(ratios), "wanted_at_most": WANTED}


@contextmanager
def _postgres() -> Iterator[Callable[[], Engine]]:
    server = Server()
    server.start()
    try:
        yield lambda: floor_index(server.url(server.new_database()))
    finally:
        server.remove()


def _compare(kind: str, new_index: Callable[[str], Engine], few: int, many: int) -> dict[str, Any]:
    engines = {count: new_index(f"{count}.pit-index") for count in (few, many)}
    for count, engine in engines.items():
        fill(engine, count)
    results: dict[str, Any] = {}
    for name, (wanted, page) in FILTERS.items():
        short, long = (_median(engines[count], wanted, page, count) for count in (few, many))
        results[f"{kind}_{name}_ms"] = long * 1000
        results[f"{kind}_{name}_ratio"] = long / short
    for engine in engines.values():
        engine.dispose()
    return results


def _median(engine: Engine, wanted: Search, page: int, count: int) -> float:
    """The first page, and pages from anywhere in the archive, as somebody scrolls."""
    dice, taken = Random(1), []
    for number in range(TIMES):
        after = None if number % 4 == 0 else (dice.randrange(count // 2, count) * MINUTE, 0)
        begun = time.perf_counter()
        search(engine, wanted, after=after, limit=page, work=unwatched())
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


# --- made-up rounds -------------------------------------------------------------------------------------------------


def fill(engine: Engine, count: int) -> None:
    with engine.begin() as connection:
        schema = "pit." if engine.dialect.name == "postgresql" else ""
        run: Callable[[str], Any] = lambda statement: connection.execute(  # noqa: E731
            text(statement.format(s=schema, count=count, numbers=_numbers(engine, count)))
        )
        for number in range(TABLES):
            run(f"INSERT INTO {{s}}logs VALUES ({number + 1}, 'log{number}', 'table {number}', '', 0, '', 0, '')")
        run("CREATE TEMPORARY TABLE faces (number INTEGER PRIMARY KEY, face TEXT)")
        faces = ", ".join(f"({number}, '{card.text}')" for number, card in enumerate(FACES))
        run(f"INSERT INTO faces VALUES {faces}")
        for statement in _STATEMENTS:
            run(statement)
        run("ANALYZE")


def _numbers(engine: Engine, count: int) -> str:
    if engine.dialect.name == "postgresql":
        return f"(SELECT CAST(generate_series(1, {count}) AS bigint) AS id) AS n"
    rising = f"SELECT 1 UNION ALL SELECT id + 1 FROM up WHERE id < {count}"
    return f"(WITH RECURSIVE up(id) AS ({rising}) SELECT id FROM up) AS n"


def _drawn(factor: int, places: int) -> str:
    """A number below `places` that looks drawn, in the words of both databases; another factor, another draw."""
    return f"((id * {factor} % 2147483647) / 997 % {places})"


_LARGEST = f"(500 * (1 + {_drawn(16807, 7)}) * (CASE {_drawn(630360016, 400)} WHEN 3 THEN 40 WHEN 2 THEN 6 ELSE 1 END))"
_SIZE = " + ".join(f"(CASE WHEN {_LARGEST} >= {rung} THEN 1 ELSE 0 END)" for rung in t.LADDER)
_STATEMENTS = (
    "INSERT INTO {s}rounds (id, log_id, number, opened_ms, closed_ms, first_entry, last_entry, fresh_from, "
    "configured_by, shift, dealer, bets, hands, staked, house, largest, size, irregular, undone, corrected) "
    f"SELECT id, {_drawn(48271, TABLES)} + 1, id, id * {MINUTE}, id * {MINUTE} + 40000, id * 40, id * 40 + 39, 1, 1, "
    f"id / 500, 'dealer ' || {_drawn(69621, DEALERS)}, '1 25; 2 50', 8, 5000, 100, {_LARGEST}, {_SIZE}, 0, 0, "
    "CASE WHEN 1 = 0 THEN TRUE ELSE FALSE END FROM {numbers}",
    "INSERT INTO {s}round_spots (spot, opened_ms, round_id, staked, house, player) "
    f"SELECT place.spot, id * {MINUTE}, id, 2500, 100, '' FROM {{numbers}} "
    "CROSS JOIN (SELECT 1 AS spot UNION ALL SELECT 2 UNION ALL SELECT 3) AS place "
    f"WHERE {_drawn(39373, 4)} <> place.spot",
    "INSERT INTO {s}round_amounts (cents, opened_ms, round_id) "
    f"SELECT 500 * (1 + ({_drawn(742938285, 40)} + k.k * 7) % 40), id * {MINUTE}, id FROM {{numbers}} "
    "CROSS JOIN (SELECT 1 AS k UNION ALL SELECT 2 UNION ALL SELECT 3) AS k",
    "INSERT INTO {s}round_cards (card, opened_ms, round_id) "
    f"SELECT faces.face, id * {MINUTE}, id FROM {{numbers}} CROSS JOIN "
    f"(SELECT number AS k FROM faces WHERE number < {CARDS_OF_A_ROUND}) AS k "
    f"JOIN faces ON faces.number = ({_drawn(950706376, 52)} + k.k * 5) % 52",
    "INSERT INTO {s}round_marks (mark, opened_ms, round_id) "
    f"SELECT CASE WHEN {_drawn(1226874159, 3000)} < 6 THEN 'shoe-fault' ELSE 'card-exposed' END, id * {MINUTE}, id "
    f"FROM {{numbers}} WHERE {_drawn(1226874159, 3000)} < 40",
)
