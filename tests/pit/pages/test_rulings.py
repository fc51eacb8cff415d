"""Rulings: read-only over a file; over a real floor approved once, bound to the request, and the second is told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from queue import Queue

import pytest
from sqlalchemy import select

from dealer_console.cli.floor_service import forward
from dealer_console.demo.floor.tables import SUPERVISORS
from dealer_console.floor import address, logins, migrate
from dealer_console.floor.schema import rulings
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.pit.pages.flow import PitFlow, buttons, elements
from dealer_console.pit.pages.services import PitServices
from dealer_console.pit.pages.values import FeltView
from dealer_console.pit.windows.floor_watch import FloorWatch
from tests.floor.server import Server
from tests.pit.journals import HandWritten
from tests.pit.pages.walking import button, first_line, sign, touch, words, write
from tests.pit.test_rulings import table
from tests.tools.pictures.pit import AtOnce, desk_on

HOUR_MS = 3_600_000
HASH = "ab" * 32
__all__ = ["table"]


def ask(table: HandWritten) -> None:
    """A request that stays open for an hour."""
    table.now = now_ms()
    asked: dict[str, Json] = {
        "request": "R-1",
        "action": "void-round",
        "subject": {"round": 1},
        "subject_hash": HASH,
        "requester": "p9",
        "reason": "cards were mixed",
        "asked_at_ms": table.now,
        "expires_at_ms": table.now + HOUR_MS,
    }
    table.append(Draft(kind="request", data=asked, who="p9"))


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@pytest.fixture
def asking(table: HandWritten) -> Path:
    ask(table)
    return table.close()


def opened_request(services: PitServices) -> PitFlow:
    flow = PitFlow(replace(services, clock_ms=now_ms), AtOnce())
    touch(flow, "rail:rulings")
    touch(flow, first_line(flow, "rulings:asked:"))
    return flow


def test_over_a_file_a_request_is_shown_and_nobody_rules(asking: Path, tmp_path: Path) -> None:
    with desk_on(asking, tmp_path) as services:
        flow = opened_request(services)
        told = words(flow)
        assert "read-only" in told
        assert "cards were mixed" in told
        assert "Round 1. Asked by" in told
        assert any(isinstance(each, FeltView) for each in elements(flow.screen))
        for deed in ("rulings:approve", "rulings:decline"):
            assert not button(flow, deed).enabled
            touch(flow, deed)
            assert "at the table itself" in flow.screen.note
            assert flow.core.dialog is None


def test_what_a_table_asks_in_an_open_round_stands_on_the_board_at_once(table: HandWritten, tmp_path: Path) -> None:
    table.append(Draft(kind="alarm", data={"alarm": "guest wants to talk", "call": True}, who="p9"))
    table.append(Draft(kind="alarm", data={"alarm": "cards jammed", "call": True}, who="p9"))
    table.append(Draft(kind="alarm", data={"alarm": "cards jammed", "step": "seen"}, who="p2"))
    ask(table)
    with desk_on(table.close(), tmp_path) as services:
        flow = PitFlow(replace(services, clock_ms=now_ms), AtOnce())
        assert button(flow, "rail:board").hint == "2 waiting"
        assert "2 open calls" in words(flow)
        assert "guest wants to talk" in words(flow)
        assert "cards jammed" not in words(flow)
        touch(flow, first_line(flow, "board:matter:"))
        touch(flow, "board:acknowledge")
        sign(flow, SUPERVISORS[0])
        assert button(flow, "rail:board").hint == "1 waiting"
        assert "guest wants to talk" not in words(flow)
        assert button(flow, "rail:rulings").hint == "1 waiting", "an acknowledged call is not an answered request"
        touch(flow, "board:past")
        assert f"seen by {SUPERVISORS[0]}" in words(flow)


# --- over a real floor ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    running = Server()
    running.start()
    yield running
    running.remove()


@pytest.fixture
def floor(server: Server, asking: Path) -> str:
    name = server.new_database()
    with address.connect(server.url(name)) as connection:
        migrate.upgrade(connection)
        logins.ensure_table(connection, "t-1")
        logins.ensure_pit(connection, "stand")
    assert forward(server.url(name, "t-1"), asking, once=True) == 0
    return server.url(name, "stand")


def test_two_supervisors_at_once_and_the_second_is_told_who_was_first(floor: str, tmp_path: Path) -> None:
    with ExitStack() as leave:
        flows = []
        for name in ("one", "two"):
            work = tmp_path / name
            work.mkdir()
            flows.append(opened_request(leave.enter_context(desk_on(floor, work))))
        first, second = flows
        assert "No floor is connected" not in words(first)
        for flow, deed in ((first, "rulings:approve"), (second, "rulings:decline")):
            touch(flow, deed)
            write(flow, "seen on camera")
        sign(first, SUPERVISORS[0], "1111")
        assert "wrong name, badge or PIN" in first.screen.note
        touch(first, "rulings:approve")
        write(first, "seen on camera")
        sign(first, SUPERVISORS[0])
        assert first.screen.note == "Ruled; the table has been told"
        sign(second, SUPERVISORS[1])
        assert f"{SUPERVISORS[0]} was first and approved this" in second.screen.note
        assert "No table waits" in words(second)
    with address.connect(floor) as connection:
        (ruled,) = connection.execute(select(rulings)).all()
    assert (ruled.request, ruled.subject_hash, ruled.approves, ruled.reason) == ("R-1", HASH, True, "seen on camera")


def test_a_ruling_names_its_reason_and_only_those_who_may_are_asked(floor: str, tmp_path: Path) -> None:
    with desk_on(floor, tmp_path) as services:
        flow = opened_request(services)
        touch(flow, "rulings:approve")
        touch(flow, "ask:enter")
        assert "names its reason" in flow.screen.note
        touch(flow, "rulings:approve")
        touch(flow, "ask:ready:0")
        touch(flow, "ask:enter")
        asked = {each.label for each in buttons(flow.screen) if each.id.startswith("ask:who:")}
        assert set(SUPERVISORS) <= asked
        touch(flow, "ask:cancel")
        assert flow.screen.page.title == "Ruling"


def test_a_request_that_was_answered_meanwhile_says_so(floor: str, tmp_path: Path) -> None:
    with desk_on(floor, tmp_path) as services:
        flow = opened_request(services)
        later = replace(flow.core.services, clock_ms=lambda: now_ms() + 2 * HOUR_MS)
        flow.core.services = later
        flow.core.look(at_once=True)
        assert "Nobody answered until" in words(flow)
        assert "The table can ask again" in words(flow)
        touch(flow, "rulings:back")
        assert "No table waits" in words(flow)


def test_a_journal_that_the_floor_refuses_is_acknowledged_by_one_person(
    floor: str, server: Server, tmp_path: Path
) -> None:
    other = HandWritten(tmp_path / "other.journal", log=7).close()
    at_table = floor.replace("stand@", "t-1@")
    assert at_table != floor
    assert forward(at_table, other, once=True) == 1
    with desk_on(floor, tmp_path) as services:
        first, second = (PitFlow(replace(services, clock_ms=now_ms), AtOnce()) for _ in range(2))
        for flow in (first, second):
            touch(flow, first_line(flow, "board:matter:alarm/"))
            assert "journal another journal" in words(flow)
            touch(flow, "board:acknowledge")
        sign(first, SUPERVISORS[0])
        sign(second, SUPERVISORS[1])
        assert f"{SUPERVISORS[0]} was first" in second.screen.note
        touch(first, "board:past")
        assert f"seen by {SUPERVISORS[0]}" in words(first)


def test_a_floor_that_goes_away_is_told_and_comes_back(floor: str, server: Server, tmp_path: Path) -> None:
    with desk_on(floor, tmp_path) as services:
        flow = PitFlow(replace(services, clock_ms=now_ms), AtOnce())
        failures: list[Exception] = []
        flow.core.failed = failures.append
        before = flow.core.live
        server.stop()
        try:
            flow.core.look(at_once=True)
            assert flow.screen.note_tone == "danger"
            assert flow.core.live == before, "what was known stays in sight, with its time"
            touch(flow, "rail:rounds")
            assert flow.screen.note_tone == "danger"
        finally:
            server.start()
        flow.core.look(at_once=True)
        touch(flow, "rail:board")
        assert flow.screen.note == ""
        assert failures == []


def test_the_floor_tells_at_once_and_is_asked_again_after_it_was_away(floor: str, server: Server) -> None:
    heard: Queue[str] = Queue()
    watch = FloorWatch(floor, lambda: heard.put("news"))
    watch.start()
    try:
        assert heard.get(timeout=30)
        server.stop()
        while not heard.empty():
            heard.get()
        server.start()
        assert heard.get(timeout=60)  # a watch that begins anew takes everything for new
    finally:
        watch.stop()
