"""One PostgreSQL for all tests of this folder, and for each test a fresh database with a floor in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_console.floor import address, logins, migrate
from tests.floor.floors import PIT, TABLE, Floor, LiveTable
from tests.floor.server import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A test that stops it starts it again."""
    running = Server()
    running.start()
    try:
        with address.connect(running.url(running.new_database("floor_template"))) as connection:
            migrate.upgrade(connection)
        yield running
    finally:
        running.remove()


@pytest.fixture
def floor(server: Server) -> Floor:
    """Ready for one table and the pit."""
    made = Floor(server, server.new_database(template="floor_template"))
    with made.owner() as connection:
        logins.ensure_table(connection, TABLE)
        logins.ensure_pit(connection, PIT)
    return made


@pytest.fixture
def table(floor: Floor, tmp_path: Path) -> Iterator[LiveTable]:
    """A table with a journal on disk. Its forwarders are stopped at the end."""
    live = LiveTable(floor, tmp_path / "table.journal")
    yield live
    live.close()
