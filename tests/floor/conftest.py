"""One PostgreSQL with one floor for all tests of this folder; every test finds it empty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_console.demo.floor.temporary_postgres import Server
from tests.rigs.floor_rig import PIT, TABLE, FloorRig, NotedTable


@pytest.fixture(scope="session")
def database(server: Server) -> str:
    return FloorRig.new(server).database


@pytest.fixture
def floor(server: Server, database: str) -> Iterator[FloorRig]:
    """Empty, ready for one table and the pit."""
    made = FloorRig(server, database)
    made.empty()
    made.admit(tables=(TABLE,), pits=(PIT,))
    yield made
    made.close()


@pytest.fixture
def table(floor: FloorRig, tmp_path: Path) -> Iterator[NotedTable]:
    """A table with a journal on disk. Its forwarders are stopped at the end."""
    live = NotedTable(floor, tmp_path / "table.journal")
    yield live
    live.close()
