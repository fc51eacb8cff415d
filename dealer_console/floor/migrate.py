"""Bring the floor's database to the form of this program: all steps in one transaction, or none."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from dealer_console.floor.errors import FloorRefused
from dealer_console.game.message import Message

NEWEST: Final = "0018"
TABLES_NEED: Final = "0016"  # where these cards play: the last change of what a table asks of the floor
_OWNED_INDEX: Final = "0017"  # before it the projector's login could put anything in the place of the index
_STEPS: Final = Path(__file__).parent / "migrations"
_ONE_AT_A_TIME: Final = 0x464C4F4F52  # any number that nobody else locks


def upgrade(connection: Connection, to: str = "head") -> str | None:
    """Run the steps that are missing. Returns the form found before, None where there was no floor."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_STEPS).replace("%", "%%"))
    connection.exec_driver_sql("BEGIN")
    try:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})")
        _refuse_other_encodings(connection)
        _refuse_other_owners(connection)
        before = form(connection)
        if before is not None and before > NEWEST:
            raise FloorRefused(_newer(before))
        connection.exec_driver_sql("CREATE SCHEMA IF NOT EXISTS floor")
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
    return before


def take_turn(connection: Connection) -> None:
    """One makes or changes the floor at a time; until this connection ends."""
    connection.exec_driver_sql(f"SELECT pg_advisory_lock({_ONE_AT_A_TIME})")


def form(connection: Connection) -> str | None:
    """Which form the database has; None: no floor, or none that this login may see."""
    schema = connection.exec_driver_sql("SELECT to_regclass('floor.floor_version')::text").scalar()
    if schema is None:
        return None
    version = connection.exec_driver_sql("SELECT version_num FROM floor.floor_version").scalar()
    return None if version is None else str(version)


def must_be_current(connection: Connection) -> None:
    """Raises `FloorRefused` with what to do when the database has another form than this program."""
    version = form(connection)
    if version is None:
        raise FloorRefused(Message("floor-database-holds-no"))
    if version > NEWEST:
        raise FloorRefused(_newer(version))
    if version < NEWEST:
        raise FloorRefused(Message("floor-form-program-needs", form=version, needed=NEWEST))


def must_have_owned_index(connection: Connection) -> None:
    """For whoever reads the pit's index. Raises `FloorRefused` when it is not the owner's yet."""
    version = form(connection)
    if version is None:
        raise FloorRefused(Message("floor-database-holds-no"))
    if version < _OWNED_INDEX:
        raise FloorRefused(Message("floor-form-program-needs", form=version, needed=NEWEST))


def must_serve_tables(connection: Connection) -> None:
    """For a table that forwards: a newer floor serves it as before, so floors are brought up before their tables.

    Raises `FloorRefused` when the floor is too old. The table deals on; its entries wait.
    """
    version = form(connection)
    if version is None:
        raise FloorRefused(Message("floor-database-holds-no"))
    if version < TABLES_NEED:
        raise FloorRefused(Message("floor-form-tables-program", version=version, needed=TABLES_NEED))


def _newer(version: str) -> Message:
    return Message("floor-made-by-newer-program", form=version, known=NEWEST)


def _refuse_other_encodings(connection: Connection) -> None:
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != "UTF8":
        raise FloorRefused(Message("floor-database-encoding-make-one", encoding=str(encoding)))


def _refuse_other_owners(connection: Connection) -> None:
    """Whoever may act for the owner goes on, such as a superuser."""
    owner = "SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'floor'"
    query = f"{owner} AND NOT pg_has_role(nspowner, 'USAGE')"
    other = connection.exec_driver_sql(query).scalar()
    if other is not None:
        raise FloorRefused(Message("floor-belongs-to-login", owner=str(other)))
