"""Rulings: read-only over a file; over a real floor approved once, bound to the request, and the second is told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from queue import Queue

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from sqlalchemy import select

from dealer_console.cli.floor.service import forward
from dealer_console.demo.floor.tables import SUPERVISORS
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address
from dealer_console.floor.schema import rulings
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.live.rulings import answer
from dealer_console.pit.windows.floor_watch import FloorWatch
from dealer_console.pit.windows.sign_in import SignIn
from dealer_console.pit.windows.window import PitWindow, WindowLook
from tests.pit.journals import HandWritten
from tests.pit.test_rulings import table
from tests.pit.windows.hand import CTRL, accept, click, click_row, dialog, sign, turn_to, words, write
from tests.rigs.floor_rig import FloorRig
from tests.tools.pictures.pit import PIN, services_on, window_on

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


@contextmanager
def pit_on(journals: Path | str, work: Path, qtbot: QtBot) -> Iterator[PitWindow]:
    work.mkdir(exist_ok=True)
    with services_on(journals, work) as services:
        now = replace(services, clock_ms=now_ms)
        window = window_on(now, work / "settings.ini", WindowLook(theme="dark", scale=100))
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=120_000)
        try:
            yield window
        finally:
            window.close()
            window.deleteLater()


def test_over_a_file_a_request_is_shown_and_nobody_rules(asking: Path, tmp_path: Path, qtbot: QtBot) -> None:
    with pit_on(asking, tmp_path, qtbot) as window:
        turn_to(window, window.rulings)
        said = words(window)
        assert "read-only" in said
        assert "cards were mixed" in said
        assert window.rulings.felt.felt is not None
        assert window.rulings.felt.felt.watermark == "AS IT STOOD"
        for button in (window.rulings.approve, window.rulings.decline):
            assert not button.isEnabled()
            assert "at the table itself" in button.toolTip()


def test_what_a_table_asks_in_an_open_round_stands_on_the_board_at_once(
    table: HandWritten, tmp_path: Path, qtbot: QtBot
) -> None:
    table.append(Draft(kind="alarm", data={"alarm": "guest wants to talk", "call": True}, who="p9"))
    table.append(Draft(kind="alarm", data={"alarm": "cards jammed", "call": True}, who="p9"))
    table.append(Draft(kind="alarm", data={"alarm": "cards jammed", "step": "seen"}, who="p2"))
    ask(table)
    with pit_on(table.close(), tmp_path, qtbot) as window:
        assert window.tabs.tabText(0) == "Board (2)"
        assert "guest wants to talk" in words(window)
        assert "cards jammed" not in words(window)
        row = next(
            at for at, group in enumerate(window.board.items.model.rows) if "guest" in group.newest.text
        )  # fmt: skip
        index = window.board.items.proxy.mapFromSource(window.board.items.model.index(row, 0))
        click_row(window.board.items, index.row())
        click(window.board.acknowledge)
        sign(window, SUPERVISORS[0], PIN)
        assert window.tabs.tabText(0) == "Board (1)"
        assert "guest wants to talk" not in words(window)
        assert window.tabs.tabText(2) == "Rulings (1)", "an acknowledged call is not an answered request"


# --- over a real floor ------------------------------------------------------------------------------------------------


@pytest.fixture
def floor(server: Server, asking: Path) -> str:
    rig = FloorRig.new(server, tables=("t-1",), pits=("stand",))
    rig.send(asking, "t-1")
    return rig.url("stand")


def test_two_supervisors_at_once_and_the_second_is_told_who_was_first(floor: str, tmp_path: Path, qtbot: QtBot) -> None:
    with pit_on(floor, tmp_path / "one", qtbot) as first, pit_on(floor, tmp_path / "two", qtbot) as second:
        for window, key in ((first, Qt.Key.Key_A), (second, Qt.Key.Key_D)):
            turn_to(window, window.rulings)
            assert not window.rulings.read_only.isVisible()
            QTest.keyClick(window, key, CTRL)
        sign(first, SUPERVISORS[0], "111111", "seen on camera")
        assert "wrong name, badge or PIN" in first.note.text()
        click(first.rulings.approve)
        sign(first, SUPERVISORS[0], PIN, "seen on camera")
        assert first.note.text() == "Approved, sent to the table"
        sign(second, SUPERVISORS[1], PIN, "no")
        assert f"{SUPERVISORS[0]} was first and approved this" in second.note.text()
        assert "Approved by" in words(second)
        assert "not confirmed by the table yet" in words(second)
    with address.connect(floor) as connection:
        (ruled,) = connection.execute(select(rulings)).all()
    assert (ruled.request, ruled.subject_hash, ruled.approves, ruled.reason) == ("R-1", HASH, True, "seen on camera")


def test_a_ruling_names_its_reason_and_only_those_who_may_are_asked(floor: str, tmp_path: Path, qtbot: QtBot) -> None:
    with pit_on(floor, tmp_path, qtbot) as window:
        turn_to(window, window.rulings)
        click(window.rulings.approve)
        open_dialog = dialog(window, SignIn)
        assert set(SUPERVISORS) <= {open_dialog.who.itemText(at) for at in range(open_dialog.who.count())}
        open_dialog.who.setCurrentText(SUPERVISORS[0])
        QTest.keyClicks(open_dialog.pin, PIN)
        assert not open_dialog.accept_button.isEnabled()
        write(open_dialog.why, "as the rule says")
        assert open_dialog.accept_button.isEnabled()
        accept(open_dialog)
        assert window.note.text() == "Approved, sent to the table"


def test_what_must_be_counted_or_looked_at_is_not_approved_from_the_desk(
    floor: str, tmp_path: Path, qtbot: QtBot
) -> None:
    with pit_on(floor, tmp_path, qtbot) as window:
        turn_to(window, window.rulings)
        live = window.background.live
        assert live is not None
        (asked,) = live.requests
        assert window.rulings.approve.isEnabled()
        for action in ("open-table", "inspect-cards", "count-tray"):
            window.rulings.show_live(replace(live, requests=(replace(asked, action=action),)))
            assert not window.rulings.approve.isEnabled()
            assert "at the table itself" in window.rulings.approve.toolTip()
            services = window.background.services
            with pytest.raises(PitRefused, match="approved at the table"):
                answer(
                    services.archive, replace(asked, action=action), approves=True,
                    key=services.ruling_key(SUPERVISORS[0], PIN), permissions=services.permissions, reason="yes",
                    at_ms=now_ms(),
                )  # fmt: skip


def test_a_request_whose_time_is_over_says_so(floor: str, tmp_path: Path, qtbot: QtBot) -> None:
    with pit_on(floor, tmp_path, qtbot) as window:
        turn_to(window, window.rulings)
        background = window.background
        background.services = replace(background.services, clock_ms=lambda: now_ms() + 2 * HOUR_MS)
        background.look(at_once=True)
        assert "Nobody answered until" in words(window)
        assert "The table can ask again" in words(window)
        assert not window.rulings.approve.isEnabled()


def test_a_journal_that_the_floor_refuses_is_acknowledged_by_one_person(
    floor: str, tmp_path: Path, qtbot: QtBot
) -> None:
    other = HandWritten(tmp_path / "other.journal", log=7).close()
    at_table = floor.replace("stand@", "t-1@")
    assert forward(at_table, other, once=True) == 1
    with pit_on(floor, tmp_path / "one", qtbot) as first, pit_on(floor, tmp_path / "two", qtbot) as second:
        for window in (first, second):
            turn_to(window, window.alerts)
            (group,) = [group for group in window.alerts.groups.model.rows if group.newest.kind == "journal"]
            window.alerts.ask_who(group.items)
        sign(first, SUPERVISORS[0], PIN)
        sign(second, SUPERVISORS[1], PIN)
        assert f"{SUPERVISORS[0]} was first" in second.note.text()


def test_a_floor_that_goes_away_is_told_and_comes_back(
    floor: str, server: Server, tmp_path: Path, qtbot: QtBot
) -> None:
    with pit_on(floor, tmp_path, qtbot) as window:
        before = window.background.live
        server.stop()
        try:
            window.background.look(at_once=True)
            assert window.note.property("tone") == "bad"
            assert window.background.live == before, "what was known stays in sight, with its time"
            turn_to(window, window.rounds)
            assert window.note.property("tone") == "bad"
            turn_to(window, window.reports)
            assert window.note.property("tone") == "bad"
        finally:
            server.start()
        turn_to(window, window.board)
        window.background.look(at_once=True)
        assert window.background.trouble == ""
        assert not window.failure.isVisible()


def test_the_floor_tells_at_once_and_is_asked_again_after_it_was_away(floor: str, server: Server) -> None:
    heard: Queue[str] = Queue()
    watch = FloorWatch(floor, lambda: heard.put("news"))
    watch.start()
    try:
        assert heard.get(timeout=120)
        server.stop()
        while not heard.empty():
            heard.get()
        server.start()
        assert heard.get(timeout=120)  # a watch that begins again takes everything for new
    finally:
        watch.stop()
