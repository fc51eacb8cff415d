"""Three real servers: two properties and their group. Outages, catching up, and a property restored from a backup."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import FloorRefused, address, evidence, group, migrate
from dealer_console.floor.address import guarded_words
from dealer_console.floor.group import Property
from dealer_console.journal import Draft
from dealer_console.journal.entry import NO_HASH
from tests.cli.console import console
from tests.journal.dealt import Dealing
from tests.rigs.floor_rig import PROJECTOR, FloorRig, NotedTable, met, wait_until

NORTH, SOUTH = Property(number=1, name="north"), Property(number=2, name="south")
LOGICAL = "shared_buffers=32MB max_connections=60 wal_level=logical log_min_messages=warning"
TODAY = datetime.now(UTC).date()


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """One property: its server, its floor and a table that forwards to it."""

    place: Property
    server: Server
    floor: FloorRig
    table: NotedTable

    @property
    def source(self) -> str:
        return f"host=127.0.0.1 port={self.server.port} dbname={self.floor.database} user=postgres"


def started(form: str = "head") -> tuple[Server, FloorRig]:
    server = Server(durable=True, settings=LOGICAL)
    server.start()
    return server, FloorRig.new(server, form=form)


def property_of(place: Property, folder: Path, form: str = "head") -> House:
    server, floor = started(form)
    name = f"{place.name}-1"
    with floor.owner() as connection:
        group.publish(connection, place)
    floor.admit(tables=(name,))
    table = NotedTable(floor, folder / f"{name}.journal", name)
    return House(place=place, server=server, floor=floor, table=table)


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FloorRig, House, House]]:
    server, whole = started()
    folder = tmp_path_factory.mktemp("tables")
    north, south = property_of(NORTH, folder), property_of(SOUTH, folder)
    yield whole, north, south
    for house in (north, south):
        house.table.close()
        house.floor.close()
        house.server.remove()
    whole.close()
    server.remove()


def deal(house: House, entries: int) -> None:
    house.table.forward()
    for _ in range(entries):
        house.table.noted += 1
        house.table.journal.append([note(house.table.noted)], at_ms=int(datetime.now(UTC).timestamp() * 1000))
    for forwarder in house.table.forwarders:
        forwarder.wake()
    house.table.must_arrive()


def stop(floor: FloorRig, mode: str = "fast") -> None:
    """With the connection that the test keeps."""
    floor.close()
    floor.server.stop(mode)


def note(number: int) -> Draft:
    return Draft(kind="note", data={"text": f"number {number}"}, who="p7")


def until_equal(whole: FloorRig, house: House) -> None:
    """Every entry of the table's own file is at the group, hash by hash."""

    def equal() -> bool:
        try:
            with address.connect(whole.url()) as connection:
                return evidence.compare(connection, house.table.path).result.code == "compared-equal"
        except FloorRefused:
            return False  # its journal has not come yet

    wait_until(equal, f"{house.place.name} at the group")


@pytest.mark.proof  # three servers that stop and start: minutes on a busy machine
def test_the_way_of_two_properties_into_their_group(houses: tuple[FloorRig, House, House], tmp_path: Path) -> None:
    whole, north, south = houses
    assert console("group", "init", whole.url()).returncode == 0
    deal(north, 20)
    for house in (north, south):
        words = ("--number", str(house.place.number), "--name", house.place.name, "--source", house.source)
        added = console("group", "add", whole.url(), *words)
        assert added.returncode == 0, added.stderr
    deal(south, 10)
    for house in (north, south):
        until_equal(whole, house)
    _both_are_read_like_one_floor(whole)
    _entries_lie_by_property_and_day(whole)
    _a_property_that_is_away_catches_up(whole, south)
    _a_group_that_is_away_catches_up(whole, north, south)
    _a_property_comes_back_from_a_backup(whole, north, tmp_path)
    _rounds_are_found_over_all_properties(whole, north, south)


@pytest.mark.proof  # two servers
def test_a_property_that_gets_its_gaming_days_goes_on_into_the_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The group is brought up first. What lay in no day of its own is moved, and moved at the group as well."""
    server, whole = started()
    north = property_of(NORTH, tmp_path, "0011")
    try:
        assert console("group", "init", whole.url()).returncode == 0
        north.table.deal(20)
        with monkeypatch.context() as older:
            older.setattr(migrate, "TABLES_NEED", "0011")
            with met(north.table) as (line, _held):
                line.append(north.table.journal.log, NO_HASH, north.table.rows(), waiting=0)
        words = ("--number", "1", "--name", "north", "--source", north.source)
        assert console("group", "add", whole.url(), *words).returncode == 0
        until_equal(whole, north)
        assert console("floor", "init", north.floor.url()).returncode == 0
        deal(north, 15)
        until_equal(whole, north)
        later = int(datetime.now(UTC).timestamp() * 1000) + 13 * 86_400_000
        with north.floor.owner() as connection:
            last = connection.exec_driver_sql("SELECT partition FROM floor.days ORDER BY day DESC LIMIT 1").scalar_one()
            connection.exec_driver_sql(f"DROP TABLE floor.{last}")
            connection.exec_driver_sql("DELETE FROM floor.days WHERE partition = %s", (last,))
        north.table.journal.append([note(77)], at_ms=later)
        north.table.forwarders[-1].wake()
        north.table.must_arrive()
        assert console("floor", "days", north.floor.url()).returncode == 0
        north.table.must_arrive()
        until_equal(whole, north)
    finally:
        north.table.close()
        for floor in (north.floor, whole):
            floor.close()
        north.server.remove()
        server.remove()


def _both_are_read_like_one_floor(whole: FloorRig) -> None:
    heads = whole.heads()
    assert {name: head.seq for name, head in heads.items()} == {"north-1": 21, "south-1": 11}
    assert heads["north-1"].journal in NORTH.journals
    assert heads["south-1"].journal in SOUTH.journals
    events = console("feed", whole.url(), "--topic", "notices").stdout.splitlines()
    assert len(events) == 30
    assert console("floor", "serve", whole.url(PROJECTOR), "--once").returncode == 0
    assert console("floor", "status", whole.url()).returncode == 0


def _entries_lie_by_property_and_day(whole: FloorRig) -> None:
    asked = "SELECT tableoid::regclass::text, count(*) FROM floor.entries WHERE kind = 'note' GROUP BY 1 ORDER BY 1"
    with whole.owner() as connection:
        rows = connection.exec_driver_sql(asked).all()
    day = f"{TODAY:%Y%m%d}"
    assert [tuple(row) for row in rows] == [
        (f"floor.entries_p1_d{day}", 20),
        (f"floor.entries_p2_d{day}", 10),
    ]


def _a_property_that_is_away_catches_up(whole: FloorRig, south: House) -> None:
    stop(south.floor, "immediate")
    wait_until(lambda: console("group", "status", whole.url()).returncode == 1, "the outage is told")
    south.server.start()
    deal(south, 15)
    until_equal(whole, south)
    assert console("group", "status", whole.url()).returncode == 0


def _a_group_that_is_away_catches_up(whole: FloorRig, north: House, south: House) -> None:
    stop(whole)
    deal(north, 12)
    deal(south, 12)
    whole.server.start()
    for house in (north, south):
        until_equal(whole, house)


def _a_property_comes_back_from_a_backup(whole: FloorRig, north: House, folder: Path) -> None:
    data = north.server.folder / "data"
    for forwarder in north.table.forwarders:
        forwarder.stop()
    north.table.forwarders.clear()
    stop(north.floor)
    shutil.copytree(data, folder / "backup", symlinks=True)
    north.server.start()
    deal(north, 8)
    until_equal(whole, north)  # the group knows more than the backup
    for forwarder in north.table.forwarders:
        forwarder.stop()
    north.table.forwarders.clear()
    stop(north.floor, "immediate")
    for item in [*data.iterdir()]:
        shutil.rmtree(item) if item.is_dir() and not item.is_symlink() else item.unlink()
    shutil.copytree(folder / "backup", data, symlinks=True, dirs_exist_ok=True)
    _give_to_its_owner(data)
    north.server.start()
    deal(north, 3)  # the table sends again what the backup lacks
    words = ("--number", "1", "--name", "north", "--source", north.source)
    done = console("group", "resync", whole.url(), *words)
    assert done.returncode == 0, done.stderr
    until_equal(whole, north)
    deal(north, 4)
    until_equal(whole, north)


def _rounds_are_found_over_all_properties(whole: FloorRig, *houses: House) -> None:
    """As `pit-review` and `search` find them: by the index that the projector makes at the group."""
    for seed, house in enumerate(houses, 1):
        Dealing(house.table.journal, seed).deal(2)
        deal(house, 1)
        until_equal(whole, house)
    served = console("floor", "serve", whole.url(), "--once")
    assert served.returncode == 0, served.stderr
    found = [json.loads(line) for line in console("search", whole.url(), "--json").stdout.splitlines()]
    assert sorted(row["table"] for row in found) == ["north-1", "north-1", "south-1", "south-1"]


def _give_to_its_owner(data: Path) -> None:
    """The server runs as a user of its own; a copy made by root is root's."""
    owner = data.stat()
    for item in data.rglob("*"):
        if not item.is_symlink():
            shutil.chown(item, owner.st_uid, owner.st_gid)


# --- refusals ------------------------------------------------------------------------------------------------------


def test_a_property_whose_tables_have_other_names_is_refused(floor: FloorRig) -> None:
    with floor.owner() as connection, pytest.raises(FloorRefused, match="wal_level"):
        group.publish(connection, NORTH)


@pytest.mark.parametrize(("number", "name"), [(-1, "north"), (200, "north"), (1, "North"), (1, "no-rth"), (1, "")])
def test_a_property_has_a_small_number_and_a_plain_name(number: int, name: str) -> None:
    with pytest.raises(FloorRefused):
        Property(number=number, name=name)


@pytest.mark.parametrize(
    "source",
    [
        "host=floor.north dbname=floor user=replica sslmode=require",
        "host=floor.north dbname=floor user=replica sslmode=disable",
        "hostaddr=192.0.2.7 dbname=floor sslmode=prefer",
        "host=floor.north dbname=floor require_auth=password",
        "service=north",
        "no words at all",
    ],
)
def test_a_weak_line_from_the_group_to_a_property_is_refused(floor: FloorRig, source: str) -> None:
    weak = r"sslmode|require_auth|not how a server is reached"
    with floor.owner() as connection, pytest.raises(FloorRefused, match=weak):
        group.subscribe(connection, NORTH, source, TODAY)


def test_the_line_from_the_group_to_a_property_is_the_strong_one() -> None:
    named = conninfo_to_dict(guarded_words("host=floor.north dbname=floor user=replica"))
    assert (named["sslmode"], named["require_auth"]) == ("verify-full", "scram-sha-256")
    assert "sslmode" not in conninfo_to_dict(guarded_words("host=/run/postgresql dbname=floor"))


def test_a_floor_with_tables_is_no_group(floor: FloorRig) -> None:
    with floor.owner() as connection, pytest.raises(FloorRefused, match="tables of its own"):
        group.make_group(connection)
