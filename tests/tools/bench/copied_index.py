"""The index of copied weeks, on the server: the rows that the projector made of one week, so many weeks later.

Numbers of journals and rounds go on from week to week as they would by the projector. That the rows are what it makes
is shown by the last week, which it takes in by itself: its rows must be equal to those of the template, moved.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg
from sqlalchemy import Table

from dealer_console.pit.archive import schema as t

_KEPT: Final = ("form", "logs", "alerts", "alert_ends", "alert_days", "alert_thresholds", "desk_records")
_COPIED: Final = tuple(table for name, table in t.metadata.tables.items() if name not in _KEPT)
# The moments in a text of the index, so much later.
_LATER: Final = """
CREATE FUNCTION public.later(text, bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg(CASE WHEN part ~ '^1[0-9]{12}$' THEN (part::bigint + $2)::text ELSE part END, '' ORDER BY n)
    FROM regexp_split_to_table($1, '(?<=[^0-9])(?=[0-9])|(?<=[0-9])(?=[^0-9])') WITH ORDINALITY AS parts(part, n)
$$
"""
_LOGS: Final = """
INSERT INTO pit.logs (id, log, table_name, public_key, upto, upto_hash, upto_ms, carry)
SELECT g.id + %(numbers)s, j.log, j.table_name, j.public_key, j.seq, encode(j.hash, 'hex'), j.at_ms,
    public.later(g.carry, %(ms)s)
FROM pit.logs g JOIN floor.journals j ON j.table_name = g.table_name AND j.at_ms = g.upto_ms + %(ms)s
WHERE g.id BETWEEN %(first)s AND %(last)s
"""
# Under names of their own: an alert is found by its time, and by the unit that is judged again.
_ALERTS: Final = """
INSERT INTO pit.alerts SELECT a.id || '/' || %(week)s, a.unit || '/' || %(week)s, a.log_id + %(numbers)s, a.kind,
    a.table_name, a.log, a.shift, a.subject, a.at_ms + %(ms)s, a.message
FROM pit.alerts a WHERE a.log_id BETWEEN %(first)s AND %(last)s
"""
_JUDGED: Final = "INSERT INTO pit.alert_ends SELECT id, upto FROM pit.logs ON CONFLICT DO NOTHING"
_INDEXES: Final = """
SELECT x.indexrelid::regclass::text, pg_get_indexdef(x.indexrelid), c.conname, pg_get_constraintdef(c.oid)
FROM pg_index x LEFT JOIN pg_constraint c ON c.conindid = x.indexrelid AND c.contype = 'p'
WHERE x.indrelid = %s::regclass
"""


class CopiedIndex:
    """Made when the projector has taken in the two oldest weeks: the second of them is the template."""

    def __init__(self, url: str, tables: int, week_ms: int) -> None:
        self._url, self._tables, self._week_ms = url, tables, week_ms
        with psycopg.connect(url) as connection:
            (newest,) = _one(connection, "SELECT max(id) FROM pit.logs")
            self._logs = newest - tables + 1, newest
            where = "log_id BETWEEN %s AND %s"
            found = _one(connection, f"SELECT min(id), max(id) FROM pit.rounds WHERE {where}", self._logs)
            self._rounds = found
            self._count = found[1] - found[0] + 1
            (there,) = _one(connection, f"SELECT count(*) FROM pit.rounds WHERE {where}", self._logs)
            if there != self._count:
                raise AssertionError("the rounds of the template are not numbered one after the other")
            connection.execute(_LATER)
            for table in _COPIED:
                template = f"CREATE TABLE public.{table.name} AS SELECT * FROM pit.{table.name}"
                connection.execute(f"{template} WHERE {_key(table)} BETWEEN %s AND %s", self._range(table))

    def _range(self, table: Table) -> tuple[int, int]:
        return self._logs if "log_id" in table.c else self._rounds

    def fill(self, weeks: int) -> None:
        """So many weeks after the template. Indexes are made when all rows are there."""
        with psycopg.connect(self._url) as connection:
            connection.execute("SET session_replication_role = replica")
            indexes = {table: connection.execute(_INDEXES, (f"pit.{table.name}",)).fetchall() for table in _COPIED}
            for table, made in indexes.items():
                for name, _, constraint, _ in made:
                    drop = f'ALTER TABLE pit.{table.name} DROP CONSTRAINT "{constraint}"'
                    connection.execute(drop if constraint else f"DROP INDEX {name}")
            for week in range(1, weeks + 1):
                self._add_logs(connection, week)
                for table in _COPIED:
                    connection.execute(f"INSERT INTO pit.{table.name} ({_names(table)}) {self._moved(table, week)}")
            connection.execute(_JUDGED)
            for table, made in indexes.items():
                for _, index, constraint, words in made:
                    add = f'ALTER TABLE pit.{table.name} ADD CONSTRAINT "{constraint}" {words}'
                    connection.execute(add if constraint else index)
            for table in _COPIED:
                connection.execute(f"ANALYZE pit.{table.name}")
            connection.execute("ANALYZE pit.logs")
            connection.execute("SELECT setval(pg_get_serial_sequence('pit.logs', 'id'), max(id)) FROM pit.logs")

    def compare(self, week: int) -> None:
        """The projector's rows of this week against the template's. Raises `AssertionError`."""
        with psycopg.connect(self._url) as connection:
            for table in _COPIED:
                numbers = week * (self._tables if "log_id" in table.c else self._count)
                first, last = (edge + numbers for edge in self._range(table))
                theirs = f"SELECT {_names(table)} FROM pit.{table.name} WHERE {_key(table)} BETWEEN {first} AND {last}"
                ours = self._moved(table, week)
                if table is t.shifts:  # the first of the template follows a journal, that of the dealt week none
                    theirs, ours = f"{theirs} AND number > 1", f"{ours} WHERE number > 1"
                for one, other in ((theirs, ours), (ours, theirs)):
                    (count,) = _one(connection, f"SELECT count(*) FROM ({one} EXCEPT ALL {other}) AS differing")
                    if count:
                        raise AssertionError(f"{count} rows of {table.name} are not as the projector makes them")

    def _moved(self, table: Table, week: int) -> str:
        moved = ", ".join(self._cell(column.name, table, week) for column in table.c)
        return f"SELECT {moved} FROM public.{table.name}"

    def _cell(self, name: str, table: Table, week: int) -> str:
        if name == "log_id":
            return f"log_id + {week * self._tables}"
        if name == "round_id" or (table is t.rounds and name == "id"):
            return f"{name} + {week * self._count}"
        if name == "before":
            return f"public.later(before, {week * self._week_ms})"
        return f'"{name}" + {week * self._week_ms}' if name.endswith("_ms") else f'"{name}"'

    def _add_logs(self, connection: psycopg.Connection[Any], week: int) -> None:
        first, last = self._logs
        moved = {"week": week, "numbers": week * self._tables, "ms": week * self._week_ms, "first": first, "last": last}
        connection.execute(_LOGS, moved)
        connection.execute(_ALERTS, moved)


def _key(table: Table) -> str:
    return "log_id" if "log_id" in table.c else "round_id"


def _names(table: Table) -> str:
    return ", ".join(f'"{column.name}"' for column in table.c)


def _one(connection: psycopg.Connection[Any], query: str, values: Any = ()) -> Any:
    row = connection.execute(query, values or None).fetchone()
    assert row is not None
    return row
