"""One house for all tests of this folder: the table is open between two rounds when a test begins and when it ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dealer_console.demo.floor.temporary_postgres import Server
from tests.rigs.whole_floor import ConsoleFinger, PitFinger, Timing, WholeFloor


@pytest.fixture(scope="session")
def house(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeFloor]:
    server = Server()
    server.start()
    made = WholeFloor(tmp_path_factory.mktemp("house"), server)
    yield made
    made.close()
    server.remove()


@pytest.fixture
def console(house: WholeFloor) -> Iterator[ConsoleFinger]:
    assert house.in_order, "the test before has left the table in the middle of something"
    house.in_order = False
    with house.dealing() as opened:
        opened.open_the_table()
        yield opened
        house.in_order = opened.is_ready()


@pytest.fixture
def pit(house: WholeFloor, console: ConsoleFinger) -> Iterator[PitFinger]:
    with house.reviewing() as opened:
        yield opened


@pytest.fixture
def timing() -> Iterator[Timing]:
    """Shown with `pytest -rP`."""
    taken = Timing()
    yield taken
    for what, seconds in taken.seconds.items():
        print(f"{what}: {seconds * 1000:.0f} ms")
