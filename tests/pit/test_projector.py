"""The projector keeps the pit's index on the floor: step by step, for all tables but one that is damaged."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors
from sqlalchemy import Connection, delete, event, select, text
from sqlalchemy.exc import ProgrammingError

from dealer_console.cli.floor.service import serve
from dealer_console.cli.operations.feed import feed
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import FloorRefused, address, logins, migrate, queries
from dealer_console.floor.connection import FloorConnection
from dealer_console.floor.witness import set_aside
from dealer_console.journal import Draft
from dealer_console.journal.canonical import canonical_object
from dealer_console.journal.chain import Chain
from dealer_console.journal.entry import Row, hash_of
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.storage.disk_file import DiskFile
from dealer_console.messages import words_of
from dealer_console.pit.alerts import Acknowledgements, find_alerts
from dealer_console.pit.archive import Archive, EntrySource, Log, Search, index_update
from dealer_console.pit.archive import projector as projector_module
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.floor_source import FloorSource
from dealer_console.pit.archive.projector import PROGRAM, Projector, project
from dealer_console.pit.desk.records import RecordBook
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.live.board import board, open_calls
from dealer_console.pit.live.rulings import waiting
from dealer_console.pit.money.cash_log import pay_out
from dealer_console.pit.reports import days_of, make_report
from dealer_console.table.people import load_permissions
from tests.pit.journals import HOUR, NOON, HandWritten
from tests.pit.test_alerts import SUE, closed
from tests.pit.test_archive import content
from tests.pit.test_desk_money import CY
from tests.rigs.floor_rig import PIT, PROJECTOR, FloorRig

OTHER_PIT, CAGE = "pit-stand-2", "cage-desk"
WON = ("main", "25.00", "0.00", "25.00")


class House(FloorRig):
    """With tables that forward what a test wrote down."""

    folder: Path
    paths: list[Path]

    def table(self, name: str, rounds: int = 3) -> HandWritten:
        """With its rounds on the floor."""
        self.admit(tables=(name,))
        written = HandWritten(self.folder / f"{name}.journal", table=name, log=len(self.paths) + 1)
        written.open_shift()
        for _ in range(rounds):
            written.round(WON)
        self.paths.append(written.path)
        self.forward(written)
        return written

    def forward(self, table: HandWritten) -> None:
        table.journal._flush()
        self.send(table.path)

    def forge(self, table: HandWritten, *drafts: Draft, bare: tuple[str, str] | None = None, at_ms: int = NOON) -> None:
        """By the table's login: entries with good hashes, also such as no table writes."""
        name = table.path.stem
        with self.owner() as connection:
            held = next(head for head in queries.heads(connection) if head.table == name)
        log, previous = str(held.log), held.hash
        rows, _ = Chain(log, held.seq, previous).continue_with(drafts, NOON)
        if bare is not None:
            before = rows[-1].hash if rows else previous
            parts = (held.seq + len(rows) + 1, bare[0], 1, at_ms, None, None, None, bare[1])
            rows.append(Row(*parts, hash_of(log, before, parts)))
        with FloorConnection(self.url(name), name) as line:
            line.append(log, previous, rows, 0)

    def marks(self) -> dict[str, str]:
        with self.owner() as connection:
            return {head.table: head.fault for head in queries.heads(connection) if head.fault}


def house_in(folder: Path, server: Server) -> House:
    house = House.new(server, pits=(PIT, OTHER_PIT))
    house.folder, house.paths = folder, []
    return house


@pytest.fixture
def house(server: Server, tmp_path: Path) -> House:
    return house_in(tmp_path, server)


@pytest.fixture
def projector(house: House) -> Iterator[Projector]:
    with project(house.url(PROJECTOR)) as made:
        yield made


@pytest.fixture
def stand(house: House, projector: Projector) -> Iterator[Archive]:
    with Archive.open(house.url(PIT)) as archive:
        yield archive


def test_in_small_steps_the_index_is_the_same_as_over_the_files(house: House, projector: Projector) -> None:
    one, other = house.table("t-1", rounds=0), house.table("t-2", rounds=2)
    for number in range(6):
        one.append(Draft(kind="round-opened", data={"round": number + 1, "bets": ["1 25"]}, who="Ann"))
        house.forward(one)
        projector.step()
        one.append(Draft(kind="alarm", data={"alarm": f"call {number}", "call": True}))
        one.append(one._settlement(*WON))
        house.forward(one)
        projector.step()
        one.append(Draft(kind="alarm", data={"alarm": f"call {number}", "step": "seen"}, who="Sue"))
        one.append(Draft(kind="round-closed", data={"round": number + 1, "house_net": "25.00"}))
        other.round(WON)
        house.forward(one)
        house.forward(other)
        projector.step()
    with Archive.open(house.folder, index=house.folder / "index") as files, Archive.open(house.url(PIT)) as kept:
        files.refresh()
        assert content(kept) == content(files)
        assert kept.refresh() > 0
        assert kept.refresh() == 0


def test_a_start_looks_only_into_journals_that_have_grown(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    grown, _ = house.table("t-1"), house.table("t-2")
    with project(house.url(PROJECTOR)) as before:
        before.step()
    looked: list[str] = []

    def noted(connection: Connection, source: EntrySource, log: Log) -> index_update.LogState:
        looked.append(log.table)
        return index_update.where(connection, source, log)

    monkeypatch.setattr(projector_module, "where", noted)
    grown.round(WON)
    house.forward(grown)
    with project(house.url(PROJECTOR)) as after:
        assert after.step() > 0
    assert looked == ["t-1"]


def test_a_call_in_an_open_round_stands_on_the_board_after_one_step(
    house: House, projector: Projector, stand: Archive
) -> None:
    table = house.table("t-1")
    projector.step()
    table.append(Draft(kind="round-opened", data={"round": 4, "bets": ["1 25"]}, who="Ann"))
    table.append(Draft(kind="move", data={"move": "irregularity card-exposed"}, who="Ann"))
    table.append(Draft(kind="alarm", data={"alarm": "supervisor called", "call": True}))
    house.forward(table)
    assert projector.step() == 3
    seen = Acknowledgements(stand)
    (status,) = board(stand, seen)
    assert (status.state, status.round, status.calls) == ("irregularity", 4, 1)
    assert [call.text for call in open_calls(stand, seen)] == ["supervisor called"]
    table.append(Draft(kind="alarm", data={"alarm": "supervisor called", "step": "seen"}, who="Sue"))
    house.forward(table)
    projector.step()
    assert open_calls(stand, seen) == ()


def test_the_stand_reads_the_alerts_that_the_projector_keeps(house: House) -> None:
    table = house.table("t-1")
    table.now += HOUR
    closed(table)
    house.forward(table)
    assert serve(house.url(PROJECTOR), once=True) == 0
    expectations = load_expectations()
    with Archive.open(house.url(PIT)) as stand, Archive.open(house.folder, index=house.folder / "index") as files:
        files.refresh()
        kept = find_alerts(stand, expectations)
        assert "pace" in {alert.kind for alert in kept}
        assert kept == find_alerts(files, expectations)
        with pytest.raises(ProgrammingError, match="permission denied"), stand.engine.begin() as connection:
            connection.execute(delete(t.alerts))


def test_what_the_cage_records_is_an_alert_in_the_index_and_an_acknowledged_call_is_open_no_more(house: House) -> None:
    table = house.table("t-1")
    table.append(
        Draft(kind="lock-out", data={"person": "p1", "wrong": 3, "until_ms": NOON})
    )  # no table ever answers it
    house.forward(table)
    with house.owner() as connection:
        logins.ensure_cage(connection, CAGE)
    assert serve(house.url(PROJECTOR), once=True) == 0
    with Archive.open(house.url(PIT)) as stand:
        seen = Acknowledgements(stand)
        (call,) = open_calls(stand, seen)
        seen.acknowledge(call.id, by=SUE, permissions=load_permissions(), at_ms=NOON)
        book = RecordBook(stand, cage=house.url(CAGE))
        for _ in range(2):
            pay_out(book, "7001", 600_000, key=CY, permissions=load_permissions(), at_ms=NOON)
        assert find_alerts(stand, load_expectations()) == (), "the stand writes nothing"
        assert serve(house.url(PROJECTOR), once=True) == 0
        (alert,) = find_alerts(stand, load_expectations())
        assert (alert.kind, alert.subject) == ("cash", "7001")
        with stand.engine.connect() as connection:
            assert connection.execute(select(t.calls.c.open)).scalars().all() == [False]


def test_names_are_looked_up_by_journal_and_person(house: House, projector: Projector, stand: Archive) -> None:
    """Two tables had books of their own: the same id is Ann at one and Bob at the other."""
    for name, person in (("t-1", "Ann"), ("t-2", "Bob")):
        table = house.table(name)
        table.append(Draft(kind="person-out", data={"person": "Ann", "role": "dealer"}, who="Ann"))
        table.append(Draft(kind="person-in", data={"person": "p1", "role": "dealer", "name": person}, who="p1"))
        house.forward(table)
    projector.step()
    assert [stand.names(log.log)["p1"] for log in stand.logs()] == ["Ann", "Bob"]
    assert stand.names()["p1"] == "p1"
    assert [status.dealer for status in board(stand, Acknowledgements(stand))] == ["Ann", "Bob"]


def test_a_look_at_the_board_costs_the_same_however_many_tables_and_rounds_there_are(
    house: House, projector: Projector, stand: Archive
) -> None:
    """Counted in questions to the database, not in time."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        asked.append(statement)

    def look() -> int:
        asked.clear()
        stand.refresh()
        seen = Acknowledgements(stand)
        board(stand, seen)
        open_calls(stand, seen)
        return len(asked)

    house.table("t-1", rounds=1)
    projector.step()
    event.listen(stand.engine, "before_cursor_execute", note)
    look()  # the rounds of a journal are counted once, when it is first seen
    few = look()
    for number in range(2, 8):
        house.table(f"t-{number}", rounds=number)
    projector.step()
    assert len(board(stand, Acknowledgements(stand))) == 7
    look()
    assert look() == few


def test_a_look_at_the_board_reads_no_journal_that_a_table_has_closed(
    house: House, projector: Projector, stand: Archive
) -> None:
    """Counted in rows that the database hands out."""
    handed_out: list[int] = []

    def note(_connection: object, cursor: psycopg.Cursor[object], *_more: object) -> None:
        handed_out.append(cursor.rowcount)

    def look() -> int:
        stand.refresh()
        handed_out.clear()
        seen = Acknowledgements(stand)
        (status,) = board(stand, seen)
        waiting(stand, NOON)
        assert status.log.log == table.journal.head.log
        return sum(handed_out)

    table = house.table("t-1", rounds=1)
    projector.step()
    source = stand.source
    assert isinstance(source, FloorSource)
    for engine in (stand.engine, source._engine):
        event.listen(engine, "after_cursor_execute", note)
    look()  # the first one reads the rules of the table, too
    before = look()
    assert before > 0
    for number in range(2, 6):
        (house.folder / f"{number}").mkdir()
        table = HandWritten(house.folder / f"{number}" / "t-1.journal", log=number, after=table).open_shift()
        with house.owner() as connection:
            logins.accept_journal(connection, "t-1", table.journal.head.log, "the books were rolled")
        house.forward(table)
        projector.step()
    look()
    assert look() == before
    assert len(stand.logs()) == 5


# --- one bad entry -------------------------------------------------------------------------------------------------

BAD = {
    "no number": ("round-opened", '{"round":"x","bets":7}'),
    "no words": ("request", "[]"),
    "no JSON": ("alarm", "nothing"),
    "deep": ("person-in", '{"person":' + "[" * 5000 + "]" * 5000 + "}"),
    "a deep round": ("round-opened", '{"round":' + "[" * 5000 + "]" * 5000 + "}"),
    "a deep answer": ("declined", '{"request":' + "[" * 5000 + "]" * 5000 + "}"),
    "a huge number": ("money", '{"what":"fill","cents":' + "9" * 400 + "}"),
    "a number that is not read": ("person-in", '{"person":' + "9" * 5000 + "}"),
    "no person": ("approval", '{"request":"r"}'),
}


@pytest.mark.parametrize("bad", BAD)
def test_one_bad_entry_of_one_table_blinds_nobody(house: House, projector: Projector, stand: Archive, bad: str) -> None:
    damaged, sound = house.table("t-1"), house.table("t-2")
    projector.step()
    house.forge(damaged, bare=BAD[bad])
    sound.round(WON)
    sound.append(Draft(kind="alarm", data={"alarm": "supervisor called", "call": True}))
    house.forward(sound)
    projector.step()
    projector.step()
    assert set(house.marks()) == {"t-1"}
    with pytest.raises(JournalDamaged, match=r"t-1: entry \d+.*Run: dealer-console verify"):
        stand.refresh()
    found = stand.search(Search()).rounds
    assert sorted((row.table, row.number) for row in found) == [
        *(("t-1", number) for number in (1, 2, 3)),
        *(("t-2", number) for number in (1, 2, 3, 4)),
    ]
    assert [(status.log.table, status.calls) for status in board(stand, Acknowledgements(stand))] == [
        ("t-1", 0),
        ("t-2", 1),
    ]
    with address.connect(house.url(PIT)) as connection:
        assert [alarm.what for alarm in queries.floor_alarms(connection)] == ["unreadable"]
        assert queries.open_requests(connection) == ()


UNFIT = {
    "a second beginning": ("genesis", "[]"),
    "a second beginning after nothing": ("genesis", '{"follows":{"log":{"a":1}}}'),
    "half a letter": ("alarm", '{"alarm":"\\ud800","call":true}'),
    "half a letter in a seat": ("shift", '{"step":"spots","player":"\\ud800","spots":[1]}'),
    "a zero character in a seat": ("shift", '{"step":"spots","player":"\\u0000","spots":[1]}'),
    "a spot that no table has": ("shift", '{"step":"spots","player":"x","spots":[99999]}'),
    "more money than there is": ("money", '{"what":"buy-in","cents":' + "9" * 22 + ',"spot":1}'),
    "a text that no index takes": ("alarm", '{"alarm":"' + "A" * 3_000_000 + '","call":true}'),
}
"""What can be read, or nearly, and fits into no column of the index."""


@pytest.mark.parametrize("far", [5000, 0], ids=["in steps", "far behind"])
def test_an_entry_that_fits_into_no_column_stops_only_its_own_table(
    house: House, monkeypatch: pytest.MonkeyPatch, far: int
) -> None:
    monkeypatch.setattr(projector_module, "_FAR", far)
    names = [f"t-{number}" for number in range(len(UNFIT))]
    damaged, sound = {name: house.table(name, rounds=1) for name in names}, house.table("sound")
    for table, bad in zip(damaged.values(), UNFIT.values(), strict=True):
        house.forge(table, Draft(kind="note", data={"text": "of the table"}), bare=bad)
    with project(house.url(PROJECTOR)) as projector:
        projector.step()
        assert set(house.marks()) == set(damaged)
        for name, table in damaged.items():
            assert f"entry {table.journal.seq + 2}" in house.marks()[name], "the bad one is named, not the one before"
            house.forge(table, Draft(kind="note", data={"text": "more of it"}))
        sound.round(WON)
        house.forward(sound)
        assert projector.step() == 3, "a table that is marked is not read again with every entry that comes"
    with Archive.open(house.url(PIT)) as stand:
        assert len(stand.search(Search(table="sound")).rounds) == 4
        assert len(stand.search(Search()).rounds) == 4 + len(damaged)
        expectations = load_expectations()
        report = make_report(stand, expectations, day=next(days_of(stand, expectations.gaming_day)))
        assert {log.table for log, _ in report.covers} == {*names, "sound"}
        assert "t-0" in report.stamp, "the paper says that it is not whole"


@pytest.mark.parametrize("at_ms", [-(2**63), -5, 2**63 - 1, 253_402_300_800_000])
def test_an_entry_out_of_all_time_stops_only_its_own_table(
    house: House, projector: Projector, at_ms: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also one that others follow: no entry is passed over."""
    table, sound = house.table("t-1"), house.table("sound")
    projector.step()
    house.forge(table, bare=("round-opened", '{"round":4,"bets":["1 25"]}'), at_ms=at_ms)
    projector.step()
    capsys.readouterr()
    assert feed(house.url(PIT)) == 0
    assert '"sound"' in capsys.readouterr().out
    house.forge(table, Draft(kind="round-closed", data={"round": 4, "house_net": "0.00"}))
    sound.round(WON)
    house.forward(sound)
    assert projector.step() == 3
    assert house.marks().keys() == {"t-1"}
    assert f"entry {table.journal.seq + 1}," in house.marks()["t-1"]


def test_an_entry_that_fits_into_no_column_of_a_file_stops_only_its_own_journal(tmp_path: Path) -> None:
    bad = '{"what":"buy-in","cents":' + "9" * 22 + ',"spot":1}'
    for number, data in ((1, bad), (2, '{"what":"buy-in","cents":100,"spot":1}')):
        table = HandWritten(tmp_path / f"t-{number}.journal", table=f"t-{number}", log=number).open_shift()
        table.round(WON)
        table.journal._flush()
        head = table.journal.head
        parts = (head.seq + 1, "money", 1, NOON, None, None, None, data)
        file = DiskFile(table.path)
        file.insert([Row(*parts, hash_of(head.log, head.hash, parts))])
        file.close()
    with Archive.open(tmp_path, index=tmp_path / "index") as files:
        with pytest.raises(JournalDamaged, match=r"t-1: entry \d+.*Run: dealer-console verify"):
            files.refresh()
        assert sorted((row.table, row.number) for row in files.search(Search()).rounds) == [("t-1", 1), ("t-2", 1)]


@pytest.mark.parametrize("what", ["[" * 5000 + "]" * 5000, "9" * 5000, "7", '""'])
@pytest.mark.parametrize("kind", ["move", "round-closed"])
def test_a_bad_move_outside_of_every_round_ends_no_projector(
    house: House, projector: Projector, stand: Archive, kind: str, what: str
) -> None:
    damaged, sound = house.table("t-1"), house.table("t-2")
    house.forge(damaged, bare=(kind, f'{{"{"move" if kind == "move" else "round"}":{what}}}'))
    sound.round(WON)
    house.forward(sound)
    projector.step()
    projector.step()
    assert max(round_.number for round_ in stand.search(Search(table="t-2")).rounds) == 4


BAD_REQUESTS: dict[str, dict[str, Any]] = {
    "a subject that is none": {"subject": 7},
    "a hash that is none": {"subject_hash": "x"},
    "about a settlement that is none": {"action": "correct-settlement", "subject": {"corrects": 1}},
    "about an entry that is not there": {"action": "correct-settlement", "subject": {"corrects": 999_999}},
}


@pytest.mark.parametrize("bad", BAD_REQUESTS)
def test_a_bad_request_of_one_table_hides_no_request_of_another(
    house: House, projector: Projector, stand: Archive, bad: str
) -> None:
    damaged, sound = house.table("t-1"), house.table("t-2")
    now = time.time_ns() // 1_000_000
    asked: dict[str, Any] = {"action": "void-round", "subject": {"round": 1}, "subject_hash": "0" * 64}
    asked |= {"requester": "p1", "reason": "r", "asked_at_ms": now, "expires_at_ms": now + 600_000}
    house.forge(damaged, bare=("request", canonical_object({**asked, "request": "bad-1", **BAD_REQUESTS[bad]})))
    house.forge(sound, bare=("request", canonical_object({**asked, "request": "good-1"})))
    projector.step()
    assert "good-1" in [request.request for request in waiting(stand, now)]
    assert len(board(stand, Acknowledgements(stand))) == 2


def test_a_table_that_was_marked_goes_on_when_the_bad_end_is_set_aside(
    house: House, projector: Projector, stand: Archive
) -> None:
    table = house.table("t-1")
    projector.step()
    end = table.journal.seq
    house.forge(table, bare=BAD["no JSON"])
    projector.step()
    assert house.marks()
    with house.owner() as connection:
        set_aside(connection, "t-1", end, "not of this table")
    table.round(WON)
    house.forward(table)
    projector.step()
    assert house.marks() == {}
    stand.refresh()
    assert stand.search(Search()).rounds[0].number == 4


def test_what_was_indexed_of_a_forged_end_goes_with_it(house: House, projector: Projector, stand: Archive) -> None:
    table = house.table("t-1")
    projector.step()
    end = table.journal.seq
    opened = Draft(kind="round-opened", data={"round": 9, "bets": ["1 25"]})
    closed = Draft(kind="round-closed", data={"round": 9, "house_net": "0.00"})
    house.forge(table, opened, closed)
    projector.step()
    assert 9 in [round_.number for round_ in stand.search(Search()).rounds]
    with house.owner() as connection:
        set_aside(connection, "t-1", end, "forged")
    table.round(WON)
    house.forward(table)
    projector.step()
    assert sorted(round_.number for round_ in stand.search(Search()).rounds) == [1, 2, 3, 4]


# --- what the pit's login may do -----------------------------------------------------------------------------------


def denied(house: House, login: str, statement: str) -> None:
    with psycopg.connect(house.url(login), autocommit=True) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute(statement.encode())


OWNERS_ALONE = (
    "CREATE TABLE pit.mine (x int)",
    "CREATE TABLE public.mine (x int)",
    "CREATE TEMP TABLE mine (x int)",
    "CREATE SCHEMA mine",
    "CREATE FUNCTION pit.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE TRIGGER mine BEFORE INSERT ON pit.rounds FOR EACH ROW EXECUTE FUNCTION floor.refuse_change()",
    "CREATE TRIGGER mine BEFORE INSERT ON pit.seen FOR EACH ROW EXECUTE FUNCTION floor.refuse_change()",
    "CREATE RULE mine AS ON INSERT TO pit.seen DO INSTEAD NOTHING",
    "DROP SCHEMA pit CASCADE",
    "SET ROLE floor_projector",
    "UPDATE pit.seen SET person = 'me'",
    "DELETE FROM pit.seen",
    "INSERT INTO pit.seen (what, person, at_ms, note, by_login) VALUES ('a', 'p', 1, '', 'pit-stand-2')",
    *(
        words.format(table.name)
        for table in t.metadata.sorted_tables
        for words in ("DROP TABLE pit.{}", "DELETE FROM pit.{}", "TRUNCATE pit.{}", "INSERT INTO pit.{} DEFAULT VALUES")
    ),
)


def test_the_pit_owns_nothing(index: House) -> None:
    """All in one test: what they share is a server, which every process that runs one of them would start."""
    for statement in OWNERS_ALONE:
        denied(index, PIT, statement)


@pytest.fixture(scope="module")
def index(server: Server, tmp_path_factory: pytest.TempPathFactory) -> House:
    """One table in the index, for tests that change nothing."""
    made = house_in(tmp_path_factory.mktemp("index"), server)
    made.table("t-1")
    assert serve(made.url(PROJECTOR), once=True) == 0
    return made


def test_an_acknowledgement_says_from_which_stand_it_came(index: House) -> None:
    with psycopg.connect(index.url(OTHER_PIT), autocommit=True) as connection:
        connection.execute("INSERT INTO pit.seen (what, person, at_ms, note) VALUES ('x', 'Sue', 1, '')")
    with index.owner() as connection:
        assert connection.exec_driver_sql("SELECT by_login FROM pit.seen").scalars().all() == [OTHER_PIT]


def test_rounds_that_are_gone_are_missed_and_made_again(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    house.table("t-1", rounds=5)
    assert serve(house.url(PROJECTOR), once=True) == 0
    with house.owner() as connection:
        connection.execute(text("DELETE FROM pit.rounds WHERE number > 3"))
    with (
        Archive.open(house.url(PIT)) as stand,
        pytest.raises(JournalDamaged, match="t-1: the index holds 3 of 5 rounds"),
    ):
        stand.refresh()
    assert serve(house.url(PROJECTOR), once=True, rebuild=True) == 0
    with Archive.open(house.url(PIT)) as stand:
        stand.refresh()
        assert len(stand.search(Search()).rounds) == 5
    assert "serving postgresql://projector@" in capsys.readouterr().out


def test_an_index_that_nobody_keeps_is_not_believed(house: House) -> None:
    table = house.table("t-1")
    assert serve(house.url(PROJECTOR), once=True) == 0
    table.round(WON)
    house.forward(table)
    with Archive.open(house.url(PIT)) as stand:
        stand.refresh()  # it may just have come
        with house.owner() as connection:
            connection.execute(text("UPDATE floor.journals SET received_at = received_at - interval '1 minute'"))
        with pytest.raises(JournalDamaged, match=r"t-1: the index lacks 3 entries; start it with") as damaged:
            stand.refresh()
    assert words_of("es").error(damaged.value).startswith("t-1: al índice le faltan 3 entradas")


def test_one_projector_at_a_time(house: House, projector: Projector) -> None:
    with pytest.raises(FloorRefused, match="another projector"), project(house.url(PROJECTOR)):
        pass


def test_a_lock_that_another_login_holds_keeps_no_projector_from_its_work(house: House) -> None:
    """Everybody may take advisory locks where no superuser has forbidden it: one table would blind the floor."""
    house.table("t-1")
    with house.owner() as connection:
        connection.exec_driver_sql("GRANT EXECUTE ON FUNCTION pg_advisory_lock(bigint) TO PUBLIC")
    with psycopg.connect(house.url("t-1"), autocommit=True, application_name=PROGRAM) as taken:
        taken.execute("SELECT pg_advisory_lock(number) FROM generate_series(7160001, 7160003) number")
        with project(house.url(PROJECTOR)) as made:
            assert made.step() > 0
            with pytest.raises(FloorRefused, match="another projector"), project(house.url(PROJECTOR)):
                pass


def test_only_the_projectors_login_serves(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    assert serve(house.url(PIT), once=True) == 2
    assert "may not keep the index" in capsys.readouterr().err


def test_an_index_that_the_pit_had_made_goes_and_what_was_acknowledged_stays(server: Server) -> None:
    old = server.new_database()
    with address.connect(server.url(old)) as connection:
        migrate.upgrade(connection, "0006")
        logins.ensure_pit(connection, PIT)
    with psycopg.connect(server.url(old, PIT), autocommit=True) as connection:
        connection.execute("SET ROLE floor_pit")
        connection.execute("CREATE TABLE pit.rounds (id bigint)")
        connection.execute("CREATE TABLE pit.seen (what text PRIMARY KEY, person text, at_ms bigint, note text)")
        connection.execute("INSERT INTO pit.seen VALUES ('alert', 'Sue', 7, 'looked')")
    with address.connect(server.url(old)) as connection:
        migrate.upgrade(connection)
        kept = connection.exec_driver_sql("SELECT what, person, at_ms, note FROM pit.seen").all()
        tables = connection.exec_driver_sql("SELECT tablename FROM pg_tables WHERE schemaname = 'pit'").scalars().all()
    assert kept == [("alert", "Sue", 7, "looked")]
    assert sorted(tables) == ["kept", "seen"]
