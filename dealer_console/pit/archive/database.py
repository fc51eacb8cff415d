"""The file under an index, beside the journals, and what SQLite and PostgreSQL write in different ways."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql
from sqlalchemy import Connection, Engine, Table, create_engine, event, insert, inspect, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError

from dealer_console.pit.archive import schema

ENDING: Final = ".pit-index"
SCHEMA: Final = "pit"
CACHE_VARIABLE: Final = "XDG_CACHE_HOME"


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


def cached_index(place: str) -> Engine:
    """Of entries that lie where no file can: in the user's cache."""
    return file_index(_cache_path(place))


def is_read_only(engine: Engine) -> bool:
    """Somebody else keeps this index: the projector of the floor."""
    return bool(engine.get_execution_options().get("read_only"))


def _ensure(engine: Engine) -> None:
    with engine.begin() as connection:
        if _form_of(connection) not in (None, schema.FORM):
            schema.metadata.drop_all(connection)
        schema.metadata.create_all(connection)
        if connection.execute(select(schema.form.c.form)).first() is None:
            connection.execute(schema.form.insert().values(form=schema.FORM))


def _form_of(connection: Connection) -> int | None:
    if not inspect(connection).has_table("form"):
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
