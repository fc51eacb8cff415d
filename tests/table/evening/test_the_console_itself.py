"""The screen locks itself between rounds, is closed by a supervisor, and no clock that is set changes a time-out."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from dealer_console.journal.entries.people import Role
from dealer_console.messages import recorded_refusal
from dealer_console.rulebook.load import config_folder
from dealer_console.table import commands as c
from dealer_console.table.approvals.request import USUAL_TIME_MS
from dealer_console.table.session.table_setup import SteadyClock
from tests.rigs.staffed_table import TRAY, StaffedTable
from tests.table.pit_rulings import UNSIGNED

MINUTE = 60_000


@pytest.fixture
def bench(tmp_path: Path) -> StaffedTable:
    made = StaffedTable(tmp_path)
    made.ready()
    made.session.lock_after_ms = 10 * MINUTE
    return made


def test_without_a_touch_the_screen_waits_for_the_dealers_pin(bench: StaffedTable) -> None:
    bench.now += 10 * MINUTE
    bench.session.step()
    assert bench.snapshot.locked
    assert [entry.data["locked"] for entry in bench.kinds("console-lock")] == [True]
    refused = bench.answer(c.WriteNote(who=bench.dealer, text="somebody else's finger")).refusal
    assert refused is not None
    assert "the screen is locked" in recorded_refusal(refused)
    dealer = bench.dealer
    bench.sign("Dana", c.ComeIn(who="", role=Role.DEALER))
    assert (bench.snapshot.locked, bench.dealer) == (False, dealer)
    assert not bench.kinds("person-out"), "the same dealer goes on: nobody burns a card for it"
    bench.done(c.WriteNote(who=bench.dealer, text="back"))
    bench.same_after_restart()


def test_what_the_pit_sends_is_no_touch_of_this_screen(bench: StaffedTable) -> None:
    """Rulings and notices that keep coming do not keep a screen open that nobody stands at."""
    given = c.ApproveFromPit(who="p99", request="x", subject_hash="", place="pit", reason="x", signature=UNSIGNED)
    for _ in range(3):
        bench.now += 4 * MINUTE
        assert bench.answer(given).refusal is not None
    assert bench.state.locked


def test_a_restart_opens_no_locked_screen(bench: StaffedTable) -> None:
    bench.now += 10 * MINUTE
    bench.session.step()
    bench.restart()
    assert bench.answer(c.WriteNote(who=bench.dealer, text="x")).refusal is not None


def test_a_restart_gives_no_new_ten_minutes(bench: StaffedTable) -> None:
    """Ended in the evening with a dealer at the table, and started in the morning by whoever is there."""
    bench.now += 10 * MINUTE
    bench.restart()
    bench.session.lock_after_ms = 10 * MINUTE
    assert bench.answer(c.WriteNote(who=bench.dealer, text="somebody else's finger")).refusal is not None
    assert bench.state.locked


def test_the_first_touch_after_a_long_sleep_finds_the_screen_locked(bench: StaffedTable) -> None:
    """A machine that was asleep wakes up with the touch: nothing has looked at the clock before it."""
    bench.now += 60 * MINUTE
    refused = bench.answer(c.WriteNote(who=bench.dealer, text="somebody else's finger")).refusal
    assert refused is not None
    assert "the screen is locked" in recorded_refusal(refused)
    assert not bench.kinds("note")


def test_another_dealer_takes_over_a_locked_screen(bench: StaffedTable) -> None:
    bench.now += 10 * MINUTE
    bench.session.step()
    bench.sign("Drew", c.ComeIn(who="", role=Role.DEALER))
    assert not bench.snapshot.locked
    assert bench.dealer == bench.id("Drew")


def test_it_is_not_locked_while_wagers_lie_or_cards_are_dealt(bench: StaffedTable) -> None:
    bench.bet("1 25")
    bench.now += 60 * MINUTE
    bench.session.step()
    assert not bench.snapshot.locked
    bench.play("Th")
    bench.now += 60 * MINUTE
    bench.session.step()
    assert not bench.snapshot.locked


def test_the_console_is_closed_by_a_supervisor_between_rounds(bench: StaffedTable) -> None:
    stop = c.StopConsole(who="")
    assert "not by a dealer" in bench.refused(bench.signed("Dana", stop))
    assert "sign" in bench.refused(c.StopConsole(who=bench.dealer))
    bench.bet("1 25")
    bench.play("Th")
    assert bench.answer(bench.signed("Sam", stop)).refusal is not None
    assert bench.snapshot.console_closed_by is None


def test_who_closed_it_stands_in_the_journal(bench: StaffedTable) -> None:
    bench.sign("Sam", c.StopConsole(who=""))
    assert bench.snapshot.console_closed_by == bench.id("Sam")
    assert bench.kinds("console-stopped")[-1].data == {"by": bench.id("Sam")}


def test_a_rule_set_that_is_changed_while_the_console_runs_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is opened by what the program has read at its start; the start journals which text that was."""
    house = tmp_path / "house"
    shutil.copytree(config_folder(), house)
    monkeypatch.setenv("DEALER_CONSOLE_CONFIG", str(house))
    bench = StaffedTable(tmp_path)
    file = house / "rulesets" / "massachusetts-switch.toml"
    before = file.read_text("utf-8")
    file.write_text(before + "\n# and a natural pays as much as somebody likes\n", "utf-8")
    bench.open()
    (configuration,) = bench.kinds("configuration")
    assert configuration.data["rules_text"] == before


# --- clocks ----------------------------------------------------------------------------------------------------------


class Machine:
    def __init__(self) -> None:
        self.wall_ms, self.ns = 1_794_000_000_000, 0

    def passes(self, ms: int) -> None:
        self.wall_ms += ms
        self.ns += ms * 1_000_000

    def clock(self, *, not_before_ms: int = 0) -> SteadyClock:
        return SteadyClock(lambda: self.wall_ms, lambda: self.ns, not_before_ms=not_before_ms)


@pytest.mark.parametrize("jump", [-3_600_000, 3_600_000])
def test_a_clock_that_is_set_changes_no_time_and_is_told_once(jump: int) -> None:
    machine = Machine()
    clock = machine.clock()
    machine.passes(1000)
    before = clock()
    machine.wall_ms += jump
    assert clock() == before
    assert (clock.jump_ms(), clock.jump_ms()) == (jump, 0)


def test_time_goes_on_while_the_machine_is_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request would otherwise be good for ever while the lid is closed, and the screen open after it."""
    hour = 60 * MINUTE
    machine, read = Machine(), time.clock_gettime_ns
    clock = SteadyClock(lambda: machine.wall_ms)
    asked_at = clock()
    asleep = lambda which: read(which) + (hour * 1_000_000 if which == time.CLOCK_BOOTTIME else 0)  # noqa: E731
    monkeypatch.setattr(time, "clock_gettime_ns", asleep)
    machine.wall_ms += hour
    assert clock() - asked_at >= hour
    assert clock.jump_ms() == 0, "the clock was not set: the machine was asleep"


def test_what_a_time_server_corrects_is_no_jump() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wall_ms += 400
    assert clock.jump_ms() == 0


def test_after_a_restart_time_goes_on_behind_the_last_entry() -> None:
    machine = Machine()
    last = machine.wall_ms + 86_400_000
    clock = machine.clock(not_before_ms=last)
    machine.passes(5000)
    assert clock() == last + 5000
    assert clock.jump_ms() == 0


def test_setting_the_clock_back_keeps_no_request_open(tmp_path: Path) -> None:
    bench, machine = StaffedTable(tmp_path), Machine()
    clock = machine.clock()
    bench.session.clock_ms, bench.session.clock_jump_ms = clock, clock.jump_ms
    bench.come_in()
    request = bench.asked(c.OpenTable(who=bench.dealer, tray=TRAY))
    machine.ns += (USUAL_TIME_MS + 1) * 1_000_000
    machine.wall_ms -= 86_400_000
    refused = bench.answer(bench.approve("Sam", request)).refusal
    assert refused is not None
    assert "expired" in recorded_refusal(refused)
    assert any("was set back" in alarm for alarm in bench.state.alarms)
