"""The table's own thread sleeps: an event, a command or a deadline wakes it, and nothing else does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer_console.table import commands as c
from dealer_console.table.session import table_session
from dealer_console.table.session.table_session import MOST_TROUBLES
from dealer_console.table.snapshot import TableSnapshot
from tests.rigs.staffed_table import TRAY, StaffedTable

LONG = 120.0


class Awake:
    """Counts how often the session's thread looks, and waits for what it makes of it."""

    def __init__(self, bench: StaffedTable, after_a_look: Callable[[], None] = lambda: None) -> None:
        self.bench = bench
        self._after_a_look = after_a_look
        self.steps = 0
        self._work = bench.session.step
        self._looked = threading.Condition()
        bench.session.step = self._step  # type: ignore[method-assign]

    def _step(self) -> None:
        self._work()
        self._after_a_look()
        with self._looked:
            self.steps += 1
            self._looked.notify_all()

    def asleep(self) -> int:
        """The number of looks after which nothing moved for a while: at least the first one, which comes by itself."""
        self.after(0)
        before = -1
        while before != self.steps:
            before = self.steps
            time.sleep(0.3)
        return before

    def after(self, steps: int) -> None:
        self.until(lambda: self.steps > steps)

    def until(self, holds: Callable[[], bool]) -> None:
        """Looked at after each step, so it is the table that wakes by itself."""
        with self._looked:
            assert self._looked.wait_for(holds, LONG), "nobody woke the table"


@pytest.fixture
def ready(tmp_path: Path) -> Iterator[StaffedTable]:
    bench = StaffedTable(tmp_path)
    bench.ready()
    yield bench
    bench.session.stop()


def test_an_idle_table_is_not_looked_at(ready: StaffedTable) -> None:
    awake = Awake(ready)
    ready.session.start()
    assert awake.asleep() == 1


def test_a_command_wakes_the_table(ready: StaffedTable) -> None:
    awake = Awake(ready)
    ready.session.start()
    awake.asleep()
    assert ready.session.submit(c.WriteNote(who=ready.dealer, text="x")).result(LONG).refusal is None


def test_an_event_of_a_device_wakes_the_table(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, kinds=("shoe", "reader"))
    awake = Awake(bench)
    bench.session.start()
    steps = awake.asleep()
    bench.virtual.devices["shoe"].line_lost("the cable is out")
    awake.after(steps)
    awake.asleep()
    bench.session.stop()
    assert bench.state.links["shoe"] == "away"


def test_a_request_leaves_the_screens_when_its_time_is_over(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.come_in()
    bench.asked(c.OpenTable(who=bench.dealer, tray=TRAY))
    awake = Awake(bench)
    bench.session.start()
    steps = awake.asleep()
    assert bench.snapshot.requests
    bench.now = bench.snapshot.requests[0].expires_at_ms - 200
    bench.session.submit(c.WriteNote(who=bench.dealer, text="x")).result(LONG)
    awake.after(steps)
    assert bench.snapshot.requests
    bench.now += 200
    awake.until(lambda: not bench.snapshot.requests)
    bench.session.stop()


def test_a_request_whose_time_ends_while_the_table_looks_leaves_the_screens_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table looks a moment before; when it goes to sleep, the moment has passed."""
    monkeypatch.setattr(table_session, "LONGEST_SLEEP", 10 * LONG)
    bench = StaffedTable(tmp_path)
    bench.come_in()
    bench.asked(c.OpenTable(who=bench.dealer, tray=TRAY))
    bench.now = ends = bench.snapshot.requests[0].expires_at_ms
    bench.now -= 1
    awake = Awake(bench, after_a_look=lambda: setattr(bench, "now", ends))
    bench.session.start()
    awake.until(lambda: not bench.snapshot.requests)
    bench.session.stop()


def test_a_notice_takes_effect_when_its_time_has_come(ready: StaffedTable) -> None:
    ready.sign("Sam", c.AnnounceNotice(who="", changes={"minimum": "50"}))
    awake = Awake(ready)
    ready.now = ready.state.shift.notices[0].from_ms - 200
    ready.session.start()
    awake.after(0)
    assert minimum(ready) != 5000
    ready.now += 200
    awake.until(lambda: minimum(ready) == 5000)


def minimum(bench: StaffedTable) -> int | None:
    assert bench.state.table is not None
    return bench.state.table.minimum


def test_one_snapshot_for_all_that_a_step_records(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, kinds=("shoe", "reader"))
    published, recorded = len(bench.snapshots), bench.journal.seq
    for device in bench.virtual.devices.values():
        device.line_lost("the cable is out")
    bench.session.step()
    assert bench.journal.seq > recorded + 1
    assert len(bench.snapshots) == published + 1
    assert bench.snapshot.links == {"shoe": "away", "reader": "away"}


def test_what_a_command_changed_is_shown_before_it_is_answered(ready: StaffedTable) -> None:
    answer = ready.session.submit(c.WriteNote(who=ready.dealer, text="x"))
    shown: list[int] = []
    answer.add_done_callback(lambda _done: shown.append(ready.snapshot.seq))
    ready.session.step()
    assert shown == [ready.journal.seq]


def test_what_failed_outside_of_the_journal_is_kept_in_a_bounded_list(tmp_path: Path) -> None:
    """A screen that fails for a month fills no memory."""
    bench = StaffedTable(tmp_path)

    def fails(_snapshot: TableSnapshot) -> None:
        raise RuntimeError("no display")

    bench.session.publish = fails
    for _ in range(MOST_TROUBLES + 50):
        bench.session._publish()
    assert len(bench.session.troubles) == MOST_TROUBLES
