"""Bring the file of a journal to the form of this program: all steps in one transaction, or none."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dealer_console.game.message import Message
from dealer_console.journal.errors import JournalDamaged, JournalRefused, JournalStopped

NEWEST: Final = "0004"
PAGE: Final = 2048  # bytes; an entry takes a few hundred, and a durable write of a smaller page is the quicker one
_PRIMARY: Final = 0xFF  # of SQLite's extended codes
_OF_THE_DISK: Final = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN})
_STEPS: Final = Path(__file__).parent / "migrations"


def ensure_current(path: Path) -> None:
    """An older file is migrated, a newer one refused, a file that is no journal too."""
    form = _revision(path)
    if form == NEWEST:
        return
    if form > NEWEST:
        raise JournalRefused(Message("journal-written-newer-program-form", path=path, form=form, known=NEWEST))
    upgrade(path)


def _revision(path: Path) -> str:
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & _PRIMARY in _OF_THE_DISK:
            raise  # it may well be a journal
        raise JournalDamaged(Message("journal-no-table", path=path, reason=str(error))) from None
    if row is None or not isinstance(row[0], str):
        raise JournalDamaged(Message("journal-no-table-does", path=path))
    return row[0]


def make_new(path: Path) -> None:
    """A file of the newest form without entries. The steps run once in a program: every further file is a copy."""
    path.write_bytes(_without_entries())


@cache
def _without_entries() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new"
        upgrade(path)
        return path.read_bytes()


def upgrade(path: Path, to: str = "head") -> None:
    """Run the steps that are missing. Also makes a new file."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import StaticPool

    engine = create_engine(f"sqlite:///{path}", poolclass=StaticPool)

    @event.listens_for(engine, "connect")
    def _by_hand(connection: sqlite3.Connection, _record: object) -> None:
        # The driver would not open a transaction before CREATE TABLE; here BEGIN and COMMIT are said by us.
        connection.isolation_level = None

    config = Config()
    config.set_main_option("script_location", str(_STEPS).replace("%", "%%"))
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA page_size = {PAGE}")  # of a new file; one that is there keeps its own
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            config.attributes["connection"] = connection
            command.upgrade(config, to)
            connection.exec_driver_sql("COMMIT")
    except DBAPIError as error:
        raise JournalStopped(
            Message("journal-could-not-brought-form", path=path, form=NEWEST, reason=str(error.orig))
        ) from None
    finally:
        engine.dispose()
