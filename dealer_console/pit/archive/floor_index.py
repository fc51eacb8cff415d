"""The index in the floor's database: the owner makes its tables, the projector keeps their rows, the pit reads them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Connection, Engine, create_engine, inspect, select, text

from dealer_console.floor import migrate, rights
from dealer_console.floor.address import in_words, options_of, parse, plain
from dealer_console.floor.errors import FloorRefused
from dealer_console.game.message import Message
from dealer_console.pit.archive import schema
from dealer_console.pit.archive.database import SCHEMA, cached_index

OWN_TABLES: Final = ("seen", "kept")  # what was acknowledged, and that a projector keeps the index: no part of it
_IN_SCHEMA: Final = {"schema_translate_map": {None: SCHEMA}}


def make_floor(connection: Connection) -> str | None:
    """All that `floor init` makes, in the form of this program. Returns the form found before. Needs the owner."""
    before = migrate.upgrade(connection)
    _make_index(connection.engine)
    rights.give(connection)
    return before


def _make_index(engine: Engine) -> None:
    """The tables, empty where there was none, or one of an older form."""
    with engine.execution_options(**_IN_SCHEMA, isolation_level="READ COMMITTED").begin() as connection:
        owner = "SELECT quote_ident(pg_get_userbyid(nspowner)) FROM pg_namespace WHERE nspname = :schema"
        role = connection.execute(text(owner), {"schema": SCHEMA}).scalar_one()
        connection.exec_driver_sql(f"SET LOCAL ROLE {role}")  # a superuser makes them for the owner
        form = _form(connection)
        if form is not None and form > schema.FORM:
            raise FloorRefused(_newer(form))
        if form != schema.FORM:
            for name in inspect(connection).get_table_names(schema=SCHEMA):
                if name not in OWN_TABLES:
                    connection.exec_driver_sql(f'DROP TABLE {SCHEMA}."{name}" CASCADE')
        schema.metadata.create_all(connection)
        if form != schema.FORM:
            connection.execute(schema.form.insert().values(form=schema.FORM))


def floor_index(address: str) -> Engine:
    """What the pit reads: the index that the projector keeps; where nobody keeps one, one of its own in the cache."""
    return kept_index(address) or cached_index(plain(parse(address)))


def kept_index(address: str) -> Engine | None:
    """None: no projector has ever kept one here. Raises `FloorRefused` when it has another form."""
    with _opened(address, read_only=True) as engine, engine.connect() as connection:
        migrate.must_have_owned_index(connection)
        if connection.execute(text("SELECT EXISTS (SELECT FROM pit.kept)")).scalar():
            must_have_this_form(connection)
            return engine
    engine.dispose()
    return None


def projected_index(address: str, *, rebuild: bool = False) -> Engine:
    """For the projector, which may change rows and nothing else. `rebuild`: empty."""
    with _opened(address, read_only=False) as engine, engine.begin() as connection:
        if not connection.execute(text("SELECT has_table_privilege('pit.kept', 'INSERT')")).scalar():
            raise FloorRefused(Message("floor-login-may-not-keep", schema=SCHEMA))
        must_have_this_form(connection)
        if rebuild:
            index = [table for table in schema.metadata.tables.values() if table is not schema.form]
            names = ", ".join(f"{SCHEMA}.{table.name}" for table in index)
            connection.execute(text(f"TRUNCATE {names}"))
        connection.execute(text("INSERT INTO pit.kept DEFAULT VALUES ON CONFLICT DO NOTHING"))
    return engine


def must_have_this_form(connection: Connection) -> None:
    """Raises `FloorRefused` with what to do when the index has another form than this program."""
    form = _form(connection)
    if form is None:
        raise FloorRefused(Message("floor-has-no-index"))
    if form > schema.FORM:
        raise FloorRefused(_newer(form))
    if form < schema.FORM:
        raise FloorRefused(Message("floor-index-form-program-needs", form=form, needed=schema.FORM))


def _form(connection: Connection) -> int | None:
    if connection.execute(text("SELECT to_regclass('pit.form')::text")).scalar() is None:
        return None
    return connection.execute(select(schema.form.c.form)).scalar()


def _newer(form: int) -> Message:
    return Message("floor-index-made-by-newer-program", form=form, known=schema.FORM)


@contextmanager
def _opened(address: str, *, read_only: bool) -> Iterator[Engine]:
    """With connections in it, unless something is raised."""
    url = parse(address)
    options = {**_IN_SCHEMA, "read_only": read_only}
    engine = create_engine(url, execution_options=options, connect_args=options_of(url))
    try:
        with in_words(url):
            yield engine
    except BaseException:
        engine.dispose()
        raise
