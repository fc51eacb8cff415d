"""What is done to people stands in the table's journal, and guessing PINs alerts the pit."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from dealer_console.journal import Journal
from dealer_console.journal.entries.people import PeopleChanged
from dealer_console.journal.verification.verify import verify
from dealer_console.rulebook.load import config_folder
from dealer_console.table import commands as c
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.approvals.request import RequestId
from dealer_console.table.people import (
    PeopleBook,
    Permissions,
    Pin,
    Role,
    Staff,
    load_permissions,
    permissions_from_file,
)
from dealer_console.table.people.directory import sign_directory, take_directory
from dealer_console.table.people.store_tables import TAKEN
from dealer_console.table.session.authentication import MANY, WITHIN_MS
from tests.rigs.staff import CHEAP, PEPPER, PINS
from tests.rigs.staffed_table import TRAY, StaffedTable

KEY = bytes(range(32))


def test_every_change_of_the_book_is_in_the_journal_once_with_both_people(tmp_path: Path) -> None:
    file = tmp_path / "t.journal"
    bench = StaffedTable(tmp_path, journal=Journal.create(file, table="t", signing_key=KEY))
    bench.come_in()
    begun = [entry.typed for entry in bench.kinds("people-changed")]
    assert [(entry.what, entry.person) for entry in begun if isinstance(entry, PeopleChanged)] == [
        ("added", person.id) for person in bench.people.values()
    ]
    bench.staff.reset_pin(bench.people["Ted"], Pin("928475"), by=bench.people["Paula"], now_ms=bench.now)
    bench.by_two(c.OpenTable(who=bench.dealer, tray=TRAY))
    last = bench.kinds("people-changed")[len(begun) :]
    (reset,) = [entry.typed for entry in last]
    assert isinstance(reset, PeopleChanged)
    assert (reset.what, reset.person, reset.by, reset.second) == (
        "reset the PIN",
        bench.id("Ted"),
        bench.id("Paula"),
        bench.id("Sid"),
    )
    bench.same_after_restart()
    bench.journal.close()
    assert verify(file).ok


def test_a_locked_name_is_an_alarm_that_does_not_say_whether_the_name_exists(tmp_path: Path) -> None:
    alarms = []
    for name in ("Sam", "Nobody"):
        folder = tmp_path / name
        folder.mkdir()
        bench = StaffedTable(folder)
        bench.come_in()
        guess = bench.signed(name, c.WriteNote(who="", text="x"), pin="551800")
        answers = [bench.answer(guess).refusal for _ in range(5)]
        assert None not in answers
        alarms.append((bench.state.alarms, answers))
    assert alarms[0] == alarms[1]
    assert "a name is locked after 5 wrong PINs" in alarms[0][0][0]
    assert "supervisor" in bench.refused(c.AlarmSeen(who=bench.dealer, alarm=alarms[0][0][0]))


def other_rights(folder: Path, cells: str) -> Permissions:
    """The house's list, but for who manages people."""
    text = (config_folder() / "permissions.toml").read_text("utf-8")
    section = text[text.index("[actions.people-manage]") :].partition("\n\n")[0]
    own = f'[actions.people-manage]\nsays = "x"\nsource = "x"\nclosed = {cells}'
    file = folder / "permissions.toml"
    file.write_text(text.replace(section, own), "utf-8")
    return permissions_from_file(file)


@pytest.mark.parametrize("cells", ['{ technician = "approve" }', '{ dealer = "ask", technician = "approve" }'])
def test_people_changed_by_a_list_of_rights_of_ones_own_are_an_alarm(tmp_path: Path, cells: str) -> None:
    """A technician has a shell: for one command the list of rights says that he manages people."""
    bench = StaffedTable(tmp_path)
    bench.come_in()
    second = bench.people["Dana"] if "dealer" in cells else None
    staff = Staff(bench.book, other_rights(tmp_path, cells), second=second)
    before = len(bench.kinds("people-changed"))
    ted = bench.people["Ted"]
    eve = staff.add(name="Eve", badge="E-1", roles=[Role.SUPERVISOR], pin=Pin("682035"), by=ted, now_ms=bench.now)
    bench.answer(bench.signed("Sam", c.WriteNote(who="", text="x")))
    changes = [entry.typed for entry in bench.kinds("people-changed")][before:]
    assert [(entry.what, entry.person) for entry in changes if isinstance(entry, PeopleChanged)] == [("added", eve.id)]
    (alarm,) = bench.state.alarms
    assert "otherwise than by two people who may do that (change 9" in alarm
    assert "supervisor" in bench.refused(c.AlarmSeen(who=bench.dealer, alarm=alarm))
    bench.same_after_restart()


def test_lawful_changes_of_people_are_no_alarm(tmp_path: Path) -> None:
    """Two together, one who locks the only other one and takes it back, the own PIN."""
    bench = StaffedTable(tmp_path)
    bench.come_in()
    people, paula = bench.people, bench.people["Paula"]
    drew, sid = people["Drew"], people["Sid"]
    bench.staff.change_roles(drew, [Role.DEALER], by=paula, now_ms=bench.now)
    bench.staff.lock(people["Sam"], why="on leave", by=paula, now_ms=bench.now)
    alone = Staff(bench.book, load_permissions())
    alone.lock(sid, why="on leave, too", by=paula, now_ms=bench.now)
    alone.unlock(sid, by=paula, now_ms=bench.now)
    bench.staff.unlock(people["Sam"], by=paula, now_ms=bench.now)
    bench.book.change_pin("Ted", Pin(PINS["Ted"]), Pin("928475"), now_ms=bench.now)
    bench.answer(bench.signed("Sam", c.WriteNote(who="", text="x")))
    assert len(bench.kinds("people-changed")) == len(people) + 6
    assert bench.state.alarms == ()


def test_many_wrong_pins_of_many_names_are_an_alarm_though_no_name_is_locked(tmp_path: Path) -> None:
    """The same PIN tried for everybody, four times each, and for somebody whom nobody knows."""
    bench = StaffedTable(tmp_path)
    bench.come_in()
    names = [*bench.people, "Nobody"][-6:]
    guesses = [(name, pin) for pin in ("551800", "551801", "551802", "551803") for name in names][: MANY + 1]
    assert len(guesses) == MANY + 1
    alarms = []
    for number, (name, pin) in enumerate(guesses):
        bench.now += WITHIN_MS // MANY if number == 0 else 0  # the first one is forgotten with its hour
        answer = bench.answer(bench.signed(name, c.WriteNote(who="", text="x"), pin=pin))
        assert answer.refusal is not None
        bench.now += (WITHIN_MS if number == 0 else 0) + 1
        alarms.append(bench.state.alarms)
    assert not bench.kinds("lock-out")
    assert alarms[-2] == ()
    (alarm,) = alarms[-1]
    assert f"{MANY} wrong PINs within an hour at this table" in alarm
    assert "supervisor" in bench.refused(c.AlarmSeen(who=bench.dealer, alarm=alarm))


@pytest.mark.parametrize("name", ["Sam", "Nobody"])
def test_a_name_that_wrong_pins_lock_by_a_command_is_an_alarm_at_the_table_once(tmp_path: Path, name: str) -> None:
    """`dealer-console people` asks for PINs, too, and no journal hears of it."""
    bench = StaffedTable(tmp_path)
    bench.come_in()
    with PeopleBook.open(tmp_path / "people.db", pepper=PEPPER, cost=CHEAP) as by_command:
        for _ in range(5):
            by_command.authenticate(name, Pin("551800"), now_ms=bench.now)
    for _ in range(2):
        bench.answer(bench.signed("Sid", c.WriteNote(who="", text="x")))
    (alarm,) = bench.state.alarms
    assert alarm == "a name is locked after 5 wrong PINs at this table. Look who was there"
    assert len(bench.kinds("alarm")) == 1


def test_nobody_comes_in_by_an_old_copy_of_the_book_that_is_put_there_while_the_console_runs(tmp_path: Path) -> None:
    """Sam was locked; for one approval somebody with a shell puts yesterday's book in the place of today's."""
    bench = StaffedTable(tmp_path)
    bench.come_in()
    file = tmp_path / "people.db"
    old = file.read_bytes()
    bench.staff.lock(bench.people["Sam"], why="left", by=bench.people["Paula"], now_ms=bench.now)
    request = bench.asked(c.OpenTable(who=bench.dealer, tray=TRAY))
    assert bench.answer(bench.approve("Sam", request)).refusal is not None  # the journal knows of the lock now
    today = file.read_bytes()
    file.write_bytes(old)
    from_pit = bench.from_pit("Sam", pit_approval(bench, request))
    for attack in (bench.approve("Sam", request), from_pit):
        assert "older than the journal" in bench.refused(attack, "alarm")
    (alarm,) = bench.state.alarms
    assert "old copy" in alarm
    assert "supervisor" in bench.refused(c.AlarmSeen(who=bench.dealer, alarm=alarm))
    file.write_bytes(today)
    bench.done(bench.approve("Sid", request))


def test_nobody_comes_in_by_an_old_copy_of_the_directory_either(tmp_path: Path) -> None:
    """The same where people are managed elsewhere: the version that a table has taken is in its signed journal."""
    bench = StaffedTable(tmp_path)
    bench.come_in()
    file = tmp_path / "people.db"
    (tmp_path / "house.db").write_bytes(file.read_bytes())
    (tmp_path / "house.db").chmod(0o600)
    with PeopleBook.open(tmp_path / "house.db", pepper=PEPPER, cost=CHEAP) as house:
        first = sign_directory(house.store, KEY, version=1, at_ms=1)
        take_directory(bench.book.store, first)
        old = file.read_bytes()
        staff = Staff(house, load_permissions(), second=bench.people["Sid"])
        staff.lock(bench.people["Sam"], why="left", by=bench.people["Paula"], now_ms=2)
        second = sign_directory(house.store, KEY, version=2, at_ms=2)
    take_directory(bench.book.store, second)
    request = bench.asked(c.OpenTable(who=bench.dealer, tray=TRAY))
    assert bench.answer(bench.approve("Sam", request)).refusal is not None  # the journal knows the version now
    taken = [entry.typed for entry in bench.kinds("people-changed")][-2:]
    assert [(entry.what, entry.detail) for entry in taken if isinstance(entry, PeopleChanged)] == [
        (TAKEN, f"{signed.version}: {sha256(signed.document.encode()).hexdigest()}") for signed in (first, second)
    ]
    file.write_bytes(old)
    for attack in (bench.approve("Sam", request), bench.from_pit("Sam", pit_approval(bench, request))):
        assert "older than the journal" in bench.refused(attack, "alarm")
    bench.same_after_restart()


def pit_approval(bench: StaffedTable, request: str) -> c.ApproveFromPit:
    asked = bench.state.approvals.records[RequestId(request)].request
    nothing = RulingSignature(key="", at_ms=0, signature="")
    return c.ApproveFromPit(
        who="", request=request, subject_hash=asked.subject_hash, place="pit", reason="x", signature=nothing
    )
