"""The same archive over a real PostgreSQL: what the tables forwarded is found, reported, proven as from their files."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from dealer_console.cli.floor.service import forward, serve
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address, logins
from dealer_console.pit.alerts import Acknowledgements, find_alerts
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.dispute import dispute_files
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.evidence import compare_with_floor, verify_day, verify_log
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.live.board import board, open_calls
from dealer_console.pit.live.rulings import answer, waiting
from dealer_console.pit.long_work import Stopped, Work
from dealer_console.pit.players.rating import ratings
from dealer_console.pit.reports import FORMS, days_of, make_report
from dealer_console.table.people.permissions_file import load_permissions
from dealer_console.table.people.person import Person, PersonId
from dealer_console.table.people.ruling_keys import RulingKey
from tests.journal.forms import changed_by_hand
from tests.pit.journals import HandWritten
from tests.pit.test_alerts import ANN, SUE
from tests.pit.test_archive import content
from tests.pit.test_rulings import asks
from tests.pit.test_search import CASES, everything, stopped_while
from tests.rigs.floor_rig import PIT, PROJECTOR, FloorRig


def key_for(person: Person) -> RulingKey:
    return RulingKey(person, bytes(32))


@pytest.fixture(scope="module")
def database(server: Server, dealt: Path) -> str:
    """A floor to which the three tables have forwarded their journals."""
    journals = sorted(dealt.glob("*.journal"))
    floor = FloorRig.new(server, tables=[path.stem for path in journals])
    for path in journals:
        floor.send(path)
    assert serve(floor.url(PROJECTOR), once=True) == 0
    return floor.database


@pytest.fixture(scope="module")
def on_floor(server: Server, database: str) -> Iterator[Archive]:
    """As a stand of the pit sees it, which owns nothing there."""
    with Archive.open(server.url(database, PIT)) as opened:
        opened.refresh()
        yield opened


def test_the_index_is_the_same_as_over_the_files(on_floor: Archive, archive: Archive) -> None:
    assert on_floor.engine.dialect.name == "postgresql"
    assert content(on_floor) == content(archive)
    assert on_floor.refresh() == 0


@pytest.mark.parametrize("name", CASES)
def test_a_filter_finds_the_same(on_floor: Archive, archive: Archive, name: str) -> None:
    wanted, _ = CASES[name]
    found_rounds = [replace(found_round, id=0) for found_round in everything(on_floor, wanted)]
    assert found_rounds == [replace(found_round, id=0) for found_round in everything(archive, wanted)]


def test_everything_made_from_it_is_the_same(on_floor: Archive, archive: Archive, house: Expectations) -> None:
    day = next(days_of(on_floor, house.gaming_day))
    here, there = make_report(archive, house, day=day), make_report(on_floor, house, day=day)
    for form in FORMS.values():
        assert form(here) == form(there)
    found_round = archive.search(Search(mark="irregular"), limit=1).rounds[0]
    twin = on_floor.round(on_floor.log(found_round.table), found_round.number)
    assert dispute_files(archive, found_round).packed(bytes(32)) == dispute_files(on_floor, twin).packed(bytes(32))
    assert find_alerts(archive, house) == find_alerts(on_floor, house)
    assert ratings(archive, house) == ratings(on_floor, house)


def test_the_board_and_acknowledgements_that_stay(on_floor: Archive) -> None:
    seen = Acknowledgements(on_floor)
    assert [table_status.log.table for table_status in board(on_floor, seen)] == [
        "blackjack-02",
        "switch-01",
        "switch-03",
    ]
    waiting = open_calls(on_floor, seen)
    rights = load_permissions()
    assert seen.acknowledge("alert", by=SUE, permissions=rights, at_ms=3).first
    assert not seen.acknowledge("alert", by=SUE, permissions=rights, at_ms=4).first
    assert seen.of(["alert"])["alert"].at_ms == 3
    for call in waiting:
        seen.acknowledge(call.id, by=SUE, permissions=rights, at_ms=5)
    assert open_calls(on_floor, seen) == ()
    for action in ("UPDATE pit.seen SET person = 'x'", "DELETE FROM pit.seen", "TRUNCATE pit.seen"):
        with on_floor.engine.connect() as connection, pytest.raises(DBAPIError, match="permission denied"):
            connection.execute(text(action))


def test_the_floors_copy_is_verified(on_floor: Archive, house: Expectations) -> None:
    log = on_floor.log("switch-03")
    assert verify_log(on_floor, log).ok
    assert verify_day(on_floor, log, next(days_of(on_floor, house.gaming_day)), house.gaming_day).ok
    work = Work()
    work.stop()
    with pytest.raises(Stopped):
        verify_log(on_floor, log, work)


def test_a_table_is_compared_with_the_copy_and_the_first_difference_is_named(
    server: Server, database: str, dealt: Path, tmp_path: Path
) -> None:
    source = dealt / "switch-01.journal"
    same = compare_with_floor(source, server.url(database))
    assert same.same
    path = tmp_path / source.name
    shutil.copy(source, path)
    with changed_by_hand(path) as file:
        file.execute("UPDATE entries SET hash = 'ff' || substr(hash, 3), who = 'Mallory' WHERE seq >= 500")
    compared = compare_with_floor(path, server.url(database))
    assert not compared.same
    assert compared.comparison.first_difference == 500
    assert "by Mallory" in compared.at_table
    assert compared.at_floor.startswith("entry 500")
    assert "Mallory" not in compared.at_floor


def test_where_nobody_keeps_an_index_it_is_the_users_own(
    server: Server, database: str, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with address.connect(server.url(database)) as connection:
        connection.execute(text("DELETE FROM pit.kept"))
    try:
        with Archive.open(server.url(database, PIT)) as own:
            assert own.engine.dialect.name == "sqlite"
            own.refresh()
            assert content(own) == content(archive)
    finally:
        with address.connect(server.url(database)) as connection:
            connection.execute(text("INSERT INTO pit.kept DEFAULT VALUES"))


def test_a_request_is_ruled_on_once_by_somebody_who_may(server: Server, database: str, tmp_path: Path) -> None:
    table = HandWritten(tmp_path / "asking-1.journal", table="asking-1", log=9)
    table.now = round(time.time() * 1000)
    asks(table, "R-1")
    path = table.close()
    with address.connect(server.url(database)) as connection:
        logins.ensure_table(connection, "asking-1")
    assert forward(server.url(database, "asking-1"), path, once=True) == 0
    rights = load_permissions()
    with Archive.open(server.url(database, PIT)) as archive:
        archive.refresh()
        (asked,) = waiting(archive, table.now)
        assert (asked.log.table, asked.requester, asked.standing) == ("asking-1", "p1", None)
        with pytest.raises(PitRefused, match="not by a dealer"):
            answer(
                archive,
                asked,
                approves=True,
                key=key_for(replace(ANN, id=PersonId("p9"))),
                permissions=rights,
                reason="x",
                at_ms=1,
            )
        with pytest.raises(PitRefused, match="another person"):
            answer(
                archive,
                asked,
                approves=True,
                key=key_for(replace(SUE, id=PersonId("p1"))),
                permissions=rights,
                reason="x",
                at_ms=1,
            )
        with pytest.raises(PitRefused, match="names its reason"):
            answer(archive, asked, approves=True, key=key_for(SUE), permissions=rights, reason=" ", at_ms=1)
        first = answer(
            archive, asked, approves=True, key=key_for(SUE), permissions=rights, reason="seen on the felt", at_ms=1
        )
        assert (first.won, first.person) == (True, "p2")
        late = replace(SUE, id=PersonId("p5"))
        assert not answer(
            archive, asked, approves=False, key=key_for(late), permissions=rights, reason="no", at_ms=1
        ).won
        assert waiting(archive, table.now) == ()


def test_a_long_search_on_the_floor_can_be_stopped(on_floor: Archive) -> None:
    stopped_while(on_floor, "SELECT pg_sleep(3600)")
    assert on_floor.search(Search(card="Kh")).rounds
