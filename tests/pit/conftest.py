"""A small floor, dealt once: three tables with two short days of play, their index filled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_console.demo.floor import DemoFloor, generate
from dealer_console.pit.archive import Archive
from dealer_console.pit.expectations import Expectations, load_expectations

SMALL = DemoFloor(tables=3, days=2, hours=1, seed=3, mishaps=150, corrections=30)


@pytest.fixture(scope="session")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the journals. Nobody writes into it but the index."""
    folder = tmp_path_factory.mktemp("pit") / "floor"
    generate(folder, SMALL, processes=1)
    return folder


@pytest.fixture(scope="session")
def archive(dealt: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive.open(dealt, index=tmp_path_factory.mktemp("index") / "floor.pit-index") as opened:
        opened.refresh()
        yield opened


@pytest.fixture(scope="session")
def house() -> Expectations:
    return load_expectations()
