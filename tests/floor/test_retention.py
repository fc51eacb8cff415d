"""Gaming days on the floor: partitions ahead, an older floor brought up, and days that go only when they are proved."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from time import time_ns

import psycopg
import pytest
from psycopg.errors import Error as DatabaseError
from sqlalchemy.exc import DBAPIError

from dealer_console.app import feed
from dealer_console.cli.floor import database, service
from dealer_console.cli.floor.days import purge
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import FloorRefused, group, logins, migrate, queries
from dealer_console.floor.health import FloorState
from dealer_console.floor.retention.days import DAYS_AHEAD, all_days, ensure_days
from dealer_console.floor.retention.purge import judged, purge_day
from dealer_console.journal import Draft, Journal
from dealer_console.journal.entry import NO_HASH
from dealer_console.messages import recorded
from dealer_console.pit.expectations import GamingDay
from tests.journal.dealt import SEED, Dealing
from tests.journal.forms import changed_by_hand
from tests.rigs.floor_rig import PIT, PROJECTOR, TABLE, FloorRig, NotedTable, met, wait_until

HOUSE = GamingDay(begins=time(6), zone=UTC)
LATER_HOUSE = GamingDay(begins=time(10), zone=UTC)
DAY_MS = 86_400_000
FIRST = datetime.now(UTC).date() - timedelta(days=20)
NOON = HOUSE.bounds(FIRST)[0] + DAY_MS // 4


def where_entries_lie(floor: FloorRig) -> dict[str, int]:
    asked = "SELECT tableoid::regclass::text, count(*) FROM floor.entries GROUP BY 1 ORDER BY 1"
    with floor.owner() as connection:
        rows = connection.exec_driver_sql(asked).all()
    return {str(name).removeprefix("floor."): int(count) for name, count in rows}


def partition(day: date) -> str:
    return f"entries_d{day:%Y%m%d}"


def note(number: int) -> Draft:
    return Draft(kind="note", data={"text": f"number {number}"}, who="p7")


def serve(floor: FloorRig) -> None:
    assert service.serve(floor.url(PROJECTOR), once=True) == 0


@pytest.fixture
def two_days(floor: FloorRig, tmp_path: Path) -> Iterator[NotedTable]:
    """Two gaming days of play in one journal."""
    table = NotedTable(floor, tmp_path / "table.journal", began_ms=NOON)
    table.forward()
    dealing = Dealing(table.journal, now=NOON)
    for day in (0, 1):
        dealing.now = NOON + day * DAY_MS
        dealing.deal(2)
    table.must_arrive()
    yield table
    table.close()


def roll(table: NotedTable, path: Path) -> Journal:
    """The first journal is closed, the next one is the current one."""
    table.close()
    table.forwarders.clear()
    second = Journal.create(path, table=TABLE, signing_key=SEED, at_ms=NOON + 2 * DAY_MS)
    with table.floor.owner() as connection:
        logins.accept_journal(connection, TABLE, second.log, "rolled")
    second.append([note(1)], at_ms=NOON + 2 * DAY_MS)
    second.checkpoint(NOON + 2 * DAY_MS)
    assert service.forward(table.floor.url(TABLE), path, once=True) == 0
    return second


# --- days ----------------------------------------------------------------------------------------------------------


def test_the_projector_makes_days_ahead_and_puts_strays_into_theirs(floor: FloorRig, two_days: NotedTable) -> None:
    assert list(where_entries_lie(floor)) == ["entries_other"]
    serve(floor)
    assert list(where_entries_lie(floor)) == [partition(FIRST), partition(FIRST + timedelta(days=1))]
    with floor.owner() as connection:
        made = {day.day for day in all_days(connection)}
    assert len(made) == 2 + 1 + DAYS_AHEAD
    two_days.must_arrive()  # every row, in order, as the table's own file has it
    table = two_days.name
    with floor.projector() as connection:
        assert [head.witnessed for head in queries.heads(connection) if head.table == table] == [two_days.journal.seq]


def test_an_entry_that_comes_while_its_day_is_made_is_sent_again_and_nobody_is_told_of_a_refusal(
    floor: FloorRig, two_days: NotedTable
) -> None:
    begins = NOON + 5 * DAY_MS
    with psycopg.connect(floor.url()) as owner, floor.owner() as watching:
        owner.execute("CREATE TABLE floor.entries_made_now (LIKE floor.entries INCLUDING ALL)")
        bounds = f"FOR VALUES FROM ({begins}) TO ({begins + 9})"
        owner.execute(f"ALTER TABLE floor.entries ATTACH PARTITION floor.entries_made_now {bounds}")
        two_days.append(note(1), at_ms=begins + 1)
        waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        wait_until(lambda: bool(watching.exec_driver_sql(waits).scalar()), "the entry waits for the partition")
        owner.commit()
    two_days.must_arrive()
    assert where_entries_lie(floor)["entries_made_now"] == 1
    with psycopg.connect(floor.url()) as owner:  # other tests have their own days
        owner.execute("DROP TABLE floor.entries_made_now")
    assert FloorState.REFUSED not in {health.state for health in two_days.health}


def test_a_day_begins_where_the_one_before_ends_when_the_house_changes_its_hour(floor: FloorRig) -> None:
    now = NOON
    with floor.owner() as connection:
        ensure_days(connection, HOUSE, now)
        ensure_days(connection, LATER_HOUSE, now + (DAYS_AHEAD - 2) * DAY_MS)
        days = all_days(connection)
    assert all(before.to_ms == after.from_ms for before, after in pairwise(days))
    assert days[-1].to_ms == LATER_HOUSE.bounds(days[-1].day)[1]


def test_an_entry_of_a_clock_that_is_years_off_gets_no_day(floor: FloorRig, two_days: NotedTable) -> None:
    two_days.append(note(1), at_ms=NOON + 10**13)
    two_days.must_arrive()
    serve(floor)
    assert where_entries_lie(floor)["entries_other"] == 1
    two_days.must_arrive()


def test_entries_of_a_clock_that_was_set_back_are_read_in_their_order(floor: FloorRig, two_days: NotedTable) -> None:
    """The last days are looked into first; what lies in an earlier one is read as well."""
    for number, days in enumerate((9, 3, 9)):
        two_days.append(note(number), at_ms=NOON + days * DAY_MS)
    two_days.must_arrive()
    serve(floor)
    with floor.projector() as connection:
        (held,) = queries.journals_of(connection)
        for after in (0, two_days.journal.seq - 3, two_days.journal.seq - 1, two_days.journal.seq):
            read = [row.seq for rows in queries.rows(connection, held.id, after=after) for row in rows]
            assert read == list(range(after + 1, two_days.journal.seq + 1))
            assert after == 0 or queries.hash_at(connection, held.id, after) == two_days.rows()[after - 1].hash


def test_bounds_that_are_no_day_are_refused(floor: FloorRig) -> None:
    with floor.projector() as connection, pytest.raises(DBAPIError, match="no bounds of the gaming day"):
        connection.exec_driver_sql("SELECT floor.make_day('2026-09-21', 0, 5)")


@pytest.mark.parametrize("change", ["DELETE FROM", "TRUNCATE", "UPDATE"])
def test_nobody_changes_a_day_by_its_own_name(floor: FloorRig, two_days: NotedTable, change: str) -> None:
    serve(floor)
    words = f"{change} floor.{partition(FIRST)}" + (" SET data = ''" if change == "UPDATE" else "")
    with floor.owner() as connection, pytest.raises((DatabaseError, DBAPIError), match="append-only"):
        connection.exec_driver_sql(words)


# --- an older floor ------------------------------------------------------------------------------------------------


@pytest.fixture
def floor_of_0011(server: Server) -> Iterator[FloorRig]:
    made = FloorRig.new(server, tables=(TABLE,), form="0011")
    yield made
    made.close()


def test_an_older_floor_keeps_its_entries_and_has_days_from_then_on(
    floor_of_0011: FloorRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor, table = floor_of_0011, NotedTable(floor_of_0011, tmp_path / "t.journal", began_ms=NOON)
    try:
        table.deal(12)
        table.sign()
        with monkeypatch.context() as older:
            older.setattr(migrate, "TABLES_NEED", "0011")
            with met(table) as (line, held):
                line.append(table.journal.log, NO_HASH, table.rows(), waiting=0)
                assert held.seq == 0
        assert database.init(floor.url(), projectors=[PROJECTOR]) == 0
        assert where_entries_lie(floor) == {"entries_before": 13}
        now = time_ns() // 1_000_000 + DAY_MS
        table.append(note(99), at_ms=now)
        table.forward()
        table.must_arrive()
        serve(floor)
        assert where_entries_lie(floor) == {"entries_before": 13, partition(HOUSE.day_of(now)): 1}
        table.must_arrive()
    finally:
        table.close()


# --- what may go -----------------------------------------------------------------------------------------------------


def verdicts(floor: FloorRig, before: date, archive: Path) -> dict[str, str]:
    with floor.owner() as connection:
        found = [*judged(connection, HOUSE, before, [archive])]
    return {verdict.day.name: "" if verdict.why_not is None else recorded(verdict.why_not) for verdict in found}


def test_a_day_of_a_journal_in_use_stays(floor: FloorRig, two_days: NotedTable, tmp_path: Path) -> None:
    serve(floor)
    archive = tmp_path / "archive"
    archive.mkdir()
    shutil.copy(two_days.path, archive)
    said = verdicts(floor, FIRST + timedelta(days=2), archive)
    assert list(said) == [FIRST.isoformat(), (FIRST + timedelta(days=1)).isoformat()]
    assert all("in use" in why for why in said.values())


def test_a_day_goes_only_when_the_archive_has_all_of_its_journals(
    floor: FloorRig, two_days: NotedTable, tmp_path: Path
) -> None:
    serve(floor)
    archive = tmp_path / "archive"
    archive.mkdir()
    roll(two_days, tmp_path / "second.journal").close()
    serve(floor)
    before = FIRST + timedelta(days=1)
    assert "no file of the archive" in verdicts(floor, before, archive)[FIRST.isoformat()]
    copied = archive / "first.journal"
    assert database.copy(floor.url(PIT), TABLE, copied, two_days.journal.log) == 0
    with changed_by_hand(copied) as damaged:
        damaged.execute("UPDATE entries SET data = '{}' WHERE seq = 3")
    assert "no file of the archive" in verdicts(floor, before, archive)[FIRST.isoformat()]
    shutil.copy(two_days.path, copied)
    assert verdicts(floor, before, archive) == {FIRST.isoformat(): ""}


def test_a_purged_day_is_gone_on_record_and_everything_else_goes_on(
    floor: FloorRig, two_days: NotedTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(floor)
    second = roll(two_days, tmp_path / "second.journal")
    serve(floor)
    first_log, last = two_days.journal.log, two_days.journal.seq
    before = (FIRST + timedelta(days=1)).isoformat()
    archive = [two_days.path.parent]
    capsys.readouterr()
    assert purge(floor.url(), before, archive) == 0
    assert "may go" in capsys.readouterr().out
    assert partition(FIRST) in where_entries_lie(floor)
    assert purge(floor.url(), before, archive, really=True, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["gone"]
    assert partition(FIRST) not in where_entries_lie(floor)
    with floor.owner() as connection:
        (record,) = connection.exec_driver_sql("SELECT last_seq, proof FROM floor.purged").all()
        assert record.proof == str(two_days.path)
        held = {held.log: held.id for held in queries.journals_of(connection)}
        assert queries.purged_upto(connection, held[first_log]) == record.last_seq
        with pytest.raises(FloorRefused, match="in the archive"):
            next(queries.rows(connection, held[first_log]))
        rest = [row.seq for batch in queries.rows(connection, held[first_log], after=record.last_seq) for row in batch]
        assert rest == list(range(record.last_seq + 1, last + 1))
    second.append([note(2)], at_ms=NOON + 2 * DAY_MS)
    second.close()
    assert service.forward(floor.url(TABLE), tmp_path / "second.journal", once=True) == 0
    serve(floor)
    with floor.pit() as connection:
        fed = list(feed.lines(feed.floor_sources(connection), {}, feed.kinds_of(feed.USUAL)))
    cursors = [json.loads(line)["cursor"].split(":") for line in fed]
    assert min(int(seq) for log, seq in cursors if log == first_log) > record.last_seq
    assert any(log == second.log for log, _ in cursors)
    assert database.compare(floor.url(PIT), two_days.path) == 2
    capsys.readouterr()
    assert purge(floor.url(), before, archive, really=True) == 0
    assert capsys.readouterr().out == ""  # there is no such day any more


def test_a_day_into_which_an_entry_came_meanwhile_stays(floor: FloorRig, two_days: NotedTable, tmp_path: Path) -> None:
    serve(floor)
    roll(two_days, tmp_path / "second.journal").close()
    serve(floor)
    with floor.owner() as connection:
        verdict = next(judged(connection, HOUSE, FIRST + timedelta(days=1), [tmp_path]))
        columns = "kind, version, at_ms, who, serial, number, data, hash, received_at"
        another = f"SELECT 7, 1, {columns} FROM floor.{partition(FIRST)} LIMIT 1"
        connection.exec_driver_sql(f"INSERT INTO floor.entries {another}")
        with pytest.raises(FloorRefused, match="meanwhile"):
            purge_day(connection, verdict)
    assert partition(FIRST) in where_entries_lie(floor)


# --- at a group ------------------------------------------------------------------------------------------------------


@pytest.fixture
def group_of(server: Server, floor: FloorRig) -> Iterator[Callable[[], FloorRig]]:
    """A group that holds what the floor holds, as replication would have brought it."""
    made = FloorRig(server, server.new_database())

    def copied() -> FloorRig:
        with made.owner() as connection:
            migrate.upgrade(connection, "head")
            logins.ensure_pit(connection, PIT)
            group.make_group(connection)
            group._partition(group._driver(connection), group.Property(number=0, name="t"))
            group.ensure_days(connection, FIRST)
        source, target = (psycopg.connect(one.url(), autocommit=True) for one in (floor, made))
        with source, target:
            target.execute("SET session_replication_role = replica")
            for table in group.REPLICATED:
                rows = source.execute(f"SELECT * FROM floor.{table}")
                columns = ", ".join(column.name for column in rows.description or ())
                with target.cursor().copy(f"COPY floor.{table} ({columns}) FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)
        return made

    yield copied
    made.close()


def test_a_group_drops_only_days_that_the_archive_proves(
    floor: FloorRig,
    two_days: NotedTable,
    tmp_path: Path,
    group_of: Callable[[], FloorRig],
    capsys: pytest.CaptureFixture[str],
) -> None:
    serve(floor)
    roll(two_days, tmp_path / "second.journal").close()
    serve(floor)
    whole = group_of()
    days, archive = [f"{FIRST + timedelta(days=number)} p0" for number in range(3)], tmp_path / "archive"
    archive.mkdir()
    before = (FIRST + timedelta(days=3)).isoformat()
    assert purge(whole.url(), before, [archive], really=True) == 1
    assert len(where_entries_lie(whole)) == 3
    said = verdicts(whole, FIRST + timedelta(days=3), archive)
    assert list(said) == days
    assert ["no file of the archive" in said[day] for day in days[:2]] == [True, True]
    assert "is in use" in said[days[2]]
    shutil.copy(two_days.path, archive / "first.journal")
    capsys.readouterr()
    assert purge(whole.url(), before, [archive], really=True) == 1  # the day of the journal in use stays
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()][:2] == [
        f"{day} is gone" for day in days[:2]
    ]
    assert list(where_entries_lie(whole)) == [f"entries_p0_d{FIRST + timedelta(days=2):%Y%m%d}"]
    with whole.owner() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM floor.purged").scalar_one() == 2
