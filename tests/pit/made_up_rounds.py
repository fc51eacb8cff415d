"""An index filled with made-up rounds by the database itself, to see how each kind of search is planned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, text

from dealer_console.game.cards import FACES
from dealer_console.pit.archive import schema as t

TABLES, DEALERS, CARDS_OF_A_ROUND = 12, 60, 8
MINUTE = 60_000


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
