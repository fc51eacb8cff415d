"""The running floor of `make pit`: tables deal by the clock, what the pit rules is taken once, and all of it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from dealer_console.demo.floor import living_table
from dealer_console.demo.floor.living_table import LivingTable
from dealer_console.demo.floor.tables import LIVING_BASES, SUPERVISORS, dealers_of, demo_tables
from dealer_console.floor.rulings import RulingFromPit
from dealer_console.journal.storage import reader
from dealer_console.journal.verification.verify import verify
from dealer_console.touch.app.program import ENDING
from tests.rigs.signals import handles

LIMIT = 120.0


class FastClock:
    """A minute passes in a tenth of a second."""

    def __init__(self) -> None:
        self.begin = time.monotonic()

    def __call__(self) -> int:
        return 1_794_830_400_000 + round((time.monotonic() - self.begin) * 600_000)


def entries(path: Path, kind: str) -> list[dict[str, object]]:
    with reader.read_only(path) as connection:
        return [dict(entry.data) for entry in reader.entries(connection) if entry.kind == kind]


def until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def test_the_four_rule_sets_of_the_floor_are_different() -> None:
    assert len({place.table.rules.name for place in demo_tables(8, LIVING_BASES)}) == 4


def test_nobody_deals_at_two_tables_of_the_running_floor(tmp_path: Path) -> None:
    dealers = [name for number in range(1, 21) for name in dealers_of(number)]
    assert len(dealers) == len(set(dealers)) == 40
    (place,) = demo_tables(1, LIVING_BASES)
    table = LivingTable(place, tmp_path / "t.journal", seed=3, number=1, clock_ms=FastClock(), days=1)
    table.prepare(2)
    table.journal.close()
    came = {str(entry["person"]) for entry in entries(tmp_path / "t.journal", "person-in")}
    assert came - {*SUPERVISORS} == {*dealers_of(1)}


@pytest.mark.parametrize("approves", [True, False])
def test_a_table_deals_on_and_takes_what_the_pit_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, approves: bool
) -> None:
    monkeypatch.setattr(living_table, "EVENT_EVERY", 0)
    (place,) = demo_tables(1, LIVING_BASES)
    path = tmp_path / "t.journal"
    table = LivingTable(place, path, seed=3, number=1, clock_ms=FastClock(), days=0)
    before = table.prepare(1)
    over = Event()
    thread = Thread(target=table.live, args=(over, lambda: None))
    thread.start()
    try:
        until(lambda: bool(entries(path, "request")), "the table asks")
        asked = entries(path, "request")[0]
        ruling = RulingFromPit(
            id=1, request=str(asked["request"]), subject_hash=str(asked["subject_hash"]), approves=approves,
            person="p1", reason="seen on camera", place="stand", at_ms=0, key="", signed_at_ms=0, signature="",
        )  # fmt: skip
        table.rule(ruling)
        table.rule(ruling)
        kind = "approval" if approves else "declined"
        until(lambda: bool(entries(path, kind)), "the answer is on record")
        if approves:
            until(lambda: bool(entries(path, "correction")), "the chips have moved")
        until(lambda: len(entries(path, "round-closed")) > before + 1, "rounds are dealt")
    finally:
        over.set()
        thread.join()
    assert [entry["request"] for entry in entries(path, kind)].count(ruling.request) == 1
    report = verify(path, None)
    assert report.problem is None


def test_a_table_calls_asks_fails_and_wants_a_slip_each_in_its_turn(tmp_path: Path) -> None:
    (place,) = demo_tables(1, LIVING_BASES)
    path = tmp_path / "t.journal"
    table = LivingTable(place, path, seed=3, number=1, clock_ms=FastClock(), days=0)
    table.prepare(1)
    written = len(happened(path))
    over = Event()
    thread = Thread(target=table.live, args=(over, lambda: None))
    thread.start()
    try:
        until(lambda: len(happened(path)) >= written + 6, "six things happen")
    finally:
        over.set()
        thread.join()
    live = happened(path)[written : written + 6]
    assert {kind for _, kind in live[:5]} == {"call", "fault", "request", "slip"}


def test_a_rich_tray_sends_chips_back_to_the_cage_in_the_days_before_and_tonight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(living_table, "RICH", 0)
    monkeypatch.setattr(living_table, "EVENT_EVERY", 0)
    (place,) = demo_tables(1, LIVING_BASES)
    path = tmp_path / "t.journal"
    table = LivingTable(place, path, seed=3, number=1, clock_ms=FastClock(), days=1)
    table.prepare(1)
    assert "confirmed" in credits_of(path)
    before = len(credits_of(path))
    over = Event()
    thread = Thread(target=table.live, args=(over, lambda: None))
    thread.start()
    try:
        until(lambda: "confirmed" in credits_of(path)[before:], "a credit goes its way through the cage")
    finally:
        over.set()
        thread.join()
    assert credits_of(path)[before : before + 4] == ["requested", "sent", "verified", "confirmed"]
    assert verify(path, None).problem is None


def credits_of(path: Path) -> list[object]:
    return [entry["step"] for entry in entries(path, "money") if entry["what"] == "credit"]


def happened(path: Path) -> list[tuple[int, str]]:
    """What somebody in the pit can answer, and when."""
    found = []
    with reader.read_only(path) as connection:
        for entry in reader.entries(connection):
            data = dict(entry.data)
            if entry.kind == "alarm":
                found.append((entry.at_ms, "call" if data.get("call") else "fault"))
            elif entry.kind == "request":
                found.append((entry.at_ms, "request"))
            elif entry.kind == "money" and data.get("step") == "requested":
                found.append((entry.at_ms, "slip"))
    return found


def test_openers_roll_from_the_last_closer_and_a_player_sits_at_one_table(dealt: Path) -> None:
    players: dict[str, str] = {}
    for path in sorted(dealt.glob("*.journal")):
        closer: object = None
        for money in entries(path, "money"):
            if money["what"] == "opener" and closer is not None and "switch-03" not in path.name:
                assert money["chips"] == closer
            if money["what"] == "closer":
                closer = money["chips"]
        for seat in (entry for entry in entries(path, "shift") if entry["step"] == "spots"):
            name = str(seat["player"])
            assert players.setdefault(name, path.name) == path.name


@pytest.mark.parametrize("end", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.proof)])
def test_the_command_ends_with_its_server_and_its_tables_also_when_it_is_killed(
    tmp_path: Path, end: signal.Signals
) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "dealer_console.cli", "demo-pit", "--tables", "1", "--platform", "offscreen"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    ) as program:
        until(lambda: program.poll() is not None or handles(program.pid, ENDING[-1]), "the window is there")
        until(lambda: program.poll() is not None or _tables_of(tmp_path), "a table")
        program.send_signal(end)
        assert program.wait(timeout=LIMIT) == (0 if end is signal.SIGINT else -end)
    until(lambda: not _processes_of(program.pid), "its processes are gone")
    until(lambda: not [*tmp_path.glob("living-floor-*"), *tmp_path.glob("floor-pg-*")], "its folders are gone")


def _tables_of(folder: Path) -> bool:
    return any(folder.glob("living-floor-*/*.journal"))


def _processes_of(session: int) -> list[int]:
    """The server and who watches it have sessions of their own: their folder says when they are gone."""
    running = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(ProcessLookupError, FileNotFoundError):
                if os.getsid(int(entry.name)) == session:
                    running.append(int(entry.name))
    return running
