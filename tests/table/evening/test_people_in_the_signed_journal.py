"""What is done to people stands in the table's journal, and guessing PINs alerts the pit."""

from __future__ import annotations

from pathlib import Path

from dealer_console.journal import Journal
from dealer_console.journal.entries.people import PeopleChanged
from dealer_console.journal.verification.verify import verify
from dealer_console.table import commands as c
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.approvals.request import RequestId
from dealer_console.table.people import Pin
from tests.table.evening.house_bench import TRAY, HouseBench

KEY = bytes(range(32))


def test_every_change_of_the_book_is_in_the_journal_once_with_both_people(tmp_path: Path) -> None:
    file = tmp_path / "t.journal"
    bench = HouseBench(tmp_path, journal=Journal.create(file, table="t", signing_key=KEY))
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
        bench = HouseBench(folder)
        bench.come_in()
        guess = bench.signed(name, c.WriteNote(who="", text="x"), pin="551800")
        answers = [bench.answer(guess).refusal for _ in range(5)]
        assert None not in answers
        alarms.append((bench.state.alarms, answers))
    assert alarms[0] == alarms[1]
    assert "a name is locked after 5 wrong PINs" in alarms[0][0][0]
    assert "supervisor" in bench.refused(c.AlarmSeen(who=bench.dealer, alarm=alarms[0][0][0]))


def test_nobody_comes_in_by_an_old_copy_of_the_book_that_is_put_there_while_the_console_runs(tmp_path: Path) -> None:
    """Sam was locked; for one approval somebody with a shell puts yesterday's book in the place of today's."""
    bench = HouseBench(tmp_path)
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


def pit_approval(bench: HouseBench, request: str) -> c.ApproveFromPit:
    asked = bench.state.approvals.records[RequestId(request)].request
    nothing = RulingSignature(key="", at_ms=0, signature="")
    return c.ApproveFromPit(
        who="", request=request, subject_hash=asked.subject_hash, place="pit", reason="x", signature=nothing
    )
