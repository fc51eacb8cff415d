"""The database under an index: a file beside the journals, or a schema of its own in the floor's database."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError

from dealer_console.floor.address import in_words, parse, plain
from dealer_console.pit.archive import schema

ENDING: Final = ".pit-index"
SCHEMA: Final = "pit"
GROUP: Final = "floor_pit"
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
    """The index in a file. One of another form, or no database at all, is put aside and made anew."""
    engine = _file_engine(path)
    try:
        _ensure(engine)
    except DatabaseError:
        engine.dispose()
        for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            each.unlink(missing_ok=True)
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


def floor_index(address: str) -> Engine:
    """The index in the floor's database, in a schema of its own that belongs to all logins of the pit.

    Where no such schema may be made, the index of the floor's entries lies in the user's cache instead.
    """
    url = parse(address)
    engine = create_engine(url, execution_options={"schema_translate_map": {None: SCHEMA}})
    with in_words(url):
        with engine.begin() as connection:
            usable, in_group = _schema_is_there(connection), _has_group(connection)
        if usable:
            if in_group:
                event.listen(engine, "begin", _as_the_pit)
            _ensure(engine)
            return engine
    engine.dispose()
    return file_index(_cache_path(plain(url)))


def _schema_is_there(connection: Connection) -> bool:
    connection.execute(text("SELECT pg_advisory_xact_lock(7160001)"))
    if inspect(connection).has_schema(SCHEMA):
        return True
    may = connection.execute(text("SELECT has_database_privilege(current_database(), 'CREATE')")).scalar()
    if may:
        owner = f" AUTHORIZATION {GROUP}" if _has_group(connection) else ""
        connection.execute(text(f"CREATE SCHEMA {SCHEMA}{owner}"))
    return bool(may)


def _has_group(connection: Connection) -> bool:
    query = text("SELECT count(*) FROM pg_roles WHERE rolname = :name AND pg_has_role(oid, 'MEMBER')")
    return bool(connection.execute(query, {"name": GROUP}).scalar())


def _as_the_pit(connection: Connection) -> None:
    """What one login of the pit makes, the others may go on with."""
    connection.exec_driver_sql(f"SET LOCAL ROLE {GROUP}")


def _ensure(engine: Engine) -> None:
    on_floor = engine.dialect.name == "postgresql"
    with engine.begin() as connection:
        if on_floor:
            connection.execute(text("SELECT pg_advisory_xact_lock(7160001)"))
        if _form_of(connection, on_floor) not in (None, schema.FORM):
            schema.metadata.drop_all(connection)
        schema.metadata.create_all(connection)
        if connection.execute(select(schema.form.c.form)).first() is None:
            connection.execute(schema.form.insert().values(form=schema.FORM))


def _form_of(connection: Connection, on_floor: bool) -> int | None:
    if not inspect(connection).has_table("form", schema=SCHEMA if on_floor else None):
        return None
    row = connection.execute(select(schema.form.c.form)).first()
    return int(row[0]) if row else 0


def upsert(connection: Connection) -> Callable[[Any], Any]:
    """The INSERT of this database that can meet a row which is there already."""
    return postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
