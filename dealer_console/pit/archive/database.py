"""The database under an index: a file beside the journals, or a schema of its own in the floor's database."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql
from sqlalchemy import Connection, Engine, Table, create_engine, event, insert, inspect, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError

from dealer_console.floor.address import in_words, parse, plain
from dealer_console.pit.archive import schema

ENDING: Final = ".pit-index"
SCHEMA: Final = "pit"
READERS: Final = "floor_pit, floor_cage"
PROJECTOR: Final = "floor_projector"
CACHE_VARIABLE: Final = "XDG_CACHE_HOME"
_MAKES_INDEX: Final = 7160001  # an advisory lock


def index_path(target: Path) -> Path:
    """Beside the journal, or in the folder of the journals; where we may not write, in the user's cache."""
    beside = target / f"floor{ENDING}" if target.is_dir() else target.with_name(target.name + ENDING)
    return beside if os.access(beside.parent, os.W_OK) else _cache_path(str(target.resolve()))


def _cache_path(place: str) -> Path:
    cache = Path(os.environ.get(CACHE_VARIABLE) or Path.home() / ".cache") / "dealer-console" / "pit"
    cache.mkdir(parents=True, exist_ok=True)
    return cache / f"{sha256(place.encode()).hexdigest()[:16]}{ENDING}"


def file_index(path: Path) -> Engine:
    """The index in a file. One of another form, or no database at all, is put aside and made again."""
    engine = _file_engine(path)
    try:
        _ensure(engine)
    except DatabaseError:
        engine.dispose()
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            file.unlink(missing_ok=True)
        engine = _file_engine(path)
        _ensure(engine)
    return engine


def _file_engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 30.0})

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _record: object) -> None:
        # Lost work of an index is done again: it need not wait for the disk, and readers need not wait for its writer.
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -65536")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # The driver would begin a transaction only at the first write, and two fillers could read the same beginning.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("fills") else "BEGIN")

    return engine


def floor_index(address: str, *, rebuild: bool = False) -> Engine:
    """The index in the floor's database, in a schema of its own that the projector keeps and the pit reads.

    Where nobody keeps one, the index of the floor's entries lies in the user's cache instead.
    """
    url = parse(address)
    engine = create_engine(url, execution_options={"schema_translate_map": {None: SCHEMA}})
    with in_words(url):
        with engine.begin() as connection:
            projects, form = _is_projector(connection), _form_of(connection, on_floor=True)
        if projects:
            event.listen(engine, "begin", _as_the_projector)
            _ensure(engine, rebuild=rebuild)
            return engine
    if form == schema.FORM:
        return engine.execution_options(read_only=True)
    engine.dispose()
    return file_index(_cache_path(plain(url)))


def is_read_only(engine: Engine) -> bool:
    """Somebody else keeps this index: the projector of the floor."""
    return bool(engine.get_execution_options().get("read_only"))


def _is_projector(connection: Connection) -> bool:
    query = text("SELECT count(*) FROM pg_roles WHERE rolname = :name AND pg_has_role(oid, 'MEMBER')")
    return bool(connection.execute(query, {"name": PROJECTOR}).scalar()) and inspect(connection).has_schema(SCHEMA)


def _as_the_projector(connection: Connection) -> None:
    """What one login of the projector makes, the others may go on with."""
    connection.exec_driver_sql(f"SET LOCAL ROLE {PROJECTOR}")


def _ensure(engine: Engine, *, rebuild: bool = False) -> None:
    on_floor = engine.dialect.name == "postgresql"
    with engine.begin() as connection:
        if on_floor:
            _one_after_the_other(connection)
        if rebuild or _form_of(connection, on_floor) not in (None, schema.FORM):
            schema.metadata.drop_all(connection)
        schema.metadata.create_all(connection)
        if connection.execute(select(schema.form.c.form)).first() is None:
            connection.execute(schema.form.insert().values(form=schema.FORM))
        if on_floor:
            for table in schema.metadata.sorted_tables:
                connection.execute(text(f"GRANT SELECT ON {SCHEMA}.{table.name} TO {READERS}"))


def _one_after_the_other(connection: Connection) -> None:
    """Two projectors make no index at once. Every login can take such a lock: only a projector's is waited for."""
    held = text(
        "SELECT EXISTS (SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid "
        "WHERE l.locktype = 'advisory' AND l.granted AND (l.classid, l.objid, l.objsubid) = (0, :number, 1) "
        "AND a.datname = current_database() AND pg_has_role(a.usesysid, :group, 'MEMBER'))"
    )
    taken, number = text("SELECT pg_try_advisory_xact_lock(:number)"), {"number": _MAKES_INDEX}
    while not connection.execute(taken, number).scalar():
        if not connection.execute(held, {**number, "group": PROJECTOR}).scalar():
            return
        time.sleep(0.05)


def _form_of(connection: Connection, on_floor: bool) -> int | None:
    if not inspect(connection).has_table("form", schema=SCHEMA if on_floor else None):
        return None
    row = connection.execute(select(schema.form.c.form)).first()
    return int(row[0]) if row else 0


def upsert(connection: Connection) -> Callable[[Any], Any]:
    """The INSERT of this database that can meet a row which is there already."""
    return postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert


def add_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """New rows, all with the same columns. By COPY where there is one: a round has some thirty of them."""
    if connection.dialect.name != "postgresql":
        connection.execute(insert(table), rows)
        return
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)  # noqa: S101 - the drivername of the address says so
    columns = [*rows[0]]
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(SCHEMA, table.name), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with driver.cursor() as cursor, cursor.copy(into) as copy:
        for row in rows:
            copy.write_row([row[name] for name in columns])
