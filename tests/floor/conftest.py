"""One PostgreSQL with one floor for all tests of this folder; every test finds it empty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address, logins
from dealer_console.pit.archive.floor_index import make_floor
from tests.floor.floors import PIT, PROJECTOR, TABLE, Floor, LiveTable


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A test that stops it starts it again."""
    running = Server()
    running.start()
    yield running
    running.remove()


@pytest.fixture(scope="session")
def database(server: Server) -> str:
    name = server.new_database()
    with address.connect(server.url(name)) as connection:
        make_floor(connection)
    return name


@pytest.fixture
def floor(server: Server, database: str) -> Iterator[Floor]:
    """Empty, ready for one table and the pit."""
    made = Floor(server, database)
    made.empty()
    with made.owner() as connection:
        logins.ensure_table(connection, TABLE)
        logins.ensure_pit(connection, PIT)
        logins.ensure_projector(connection, PROJECTOR)
    yield made
    made.close()


@pytest.fixture
def table(floor: Floor, tmp_path: Path) -> Iterator[LiveTable]:
    """A table with a journal on disk. Its forwarders are stopped at the end."""
    live = LiveTable(floor, tmp_path / "table.journal")
    yield live
    live.close()
