"""Tables and floors of different ages: the floor is brought up first; in whatever order it happens, nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import connection as table_line
from dealer_console.floor import logins, migrate
from dealer_console.floor.health import FloorState
from dealer_console.messages import recorded
from tests.rigs.floor_rig import PIT, TABLE, FloorRig, NotedTable, wait_until

# What a table of the program with form 0006 asks for rulings: by name, so a floor may answer with more columns.
RULINGS_OF_0006 = "SELECT id, request, subject_hash, approves, person, reason, place, at_ms FROM floor.rulings_for(%s)"
# Roles belong to the server: another test may have made it.
LOGIN = f"""
DO $$ BEGIN CREATE ROLE "{TABLE}" LOGIN IN ROLE floor_table; EXCEPTION WHEN duplicate_object THEN NULL; END $$
"""


@pytest.fixture
def old_floor(server: Server) -> Iterator[FloorRig]:
    """Of the form before the one that tables need, with the table's login."""
    floor = FloorRig(server, server.new_database())
    with floor.owner() as connection:
        migrate.upgrade(connection, "0006")
        logins.ensure_pit(connection, PIT)
        connection.exec_driver_sql(LOGIN)
        connection.exec_driver_sql("INSERT INTO floor.tables (table_name, login) VALUES (%s, %s)", (TABLE, TABLE))
    yield floor
    floor.close()


def test_a_new_table_waits_for_an_old_floor_and_loses_nothing(old_floor: FloorRig, tmp_path: Path) -> None:
    table = NotedTable(old_floor, tmp_path / "t.journal")
    try:
        table.forward()
        table.deal(12)  # it deals on
        wait_until(lambda: any(health.state is FloorState.REFUSED for health in table.health), "the refusal")
        refused = next(health for health in table.health if health.state is FloorState.REFUSED)
        assert "bring the floor up first" in recorded(refused.trouble or "")
        with old_floor.owner() as connection:
            assert migrate.upgrade(connection) == "0006"
        table.deal(3)
        table.must_arrive()
        assert table.must_be_prefixed() == 16
    finally:
        table.close()


def test_an_old_table_forwards_to_a_new_floor(floor: FloorRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the questions and the form of the older program."""
    monkeypatch.setattr(migrate, "NEWEST", "0006")
    monkeypatch.setattr(migrate, "TABLES_NEED", "0006")
    monkeypatch.setattr(table_line, "_RULINGS", RULINGS_OF_0006)
    table = NotedTable(floor, tmp_path / "t.journal")
    try:
        table.forward()
        table.deal(12)
        table.must_arrive()
        with table.line() as line:
            driver = line._driver
            assert driver.execute(RULINGS_OF_0006, (table.journal.log,)).fetchall() == []
    finally:
        table.close()


def test_a_pit_of_an_older_program_is_told_to_update(floor: FloorRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "NEWEST", "0006")
    with floor.owner() as connection, pytest.raises(Exception, match="update dealer-console"):
        migrate.must_be_current(connection)
