"""A ruling on the floor of `make pit`: a table asks, the pit approves by keys, the table confirms it and deals on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_console.app.window_options import WindowOptions
from dealer_console.cli.pit.review import ReviewOptions, open_review, open_services
from dealer_console.demo.floor import living_floor, living_table
from dealer_console.demo.floor.living_floor import LivingFloor
from dealer_console.demo.floor.tables import LIVING_BASES, SUPERVISORS, demo_tables
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.demo.floor.week import DAY
from dealer_console.pit.windows.window import PitWindow
from tests.pit.test_living_floor import entries
from tests.pit.windows.hand import CTRL, cells, sign, turn_to, words

LIMIT_MS = 120_000
HURRY = 60  # a minute of the table passes in a second
TABLES = 2


def hurried() -> Callable[[], int]:
    begin, since = time.time_ns() // 1_000_000, time.monotonic()
    return lambda: begin + round((time.monotonic() - since) * 1000 * HURRY)


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReviewOptions]:
    """Two tables that ask after every round; server, logins, projector and forwarders as `make pit` starts them."""
    monkeypatch.setattr(living_floor, "_now_ms", hurried())
    monkeypatch.setattr(living_table, "EVENT_EVERY", 0)
    monkeypatch.setattr(living_table, "OPEN_FOR", DAY)
    server = Server()
    server.start()
    over = Event()
    try:
        url = server.url(server.new_database())
        people, pepper = living_floor.make_staff(tmp_path)
        size = LivingFloor(tables=TABLES, days=0, hours=1)
        living_floor.make_logins(url, size)
        dealing = Thread(target=living_floor._deal_until, args=(over, tmp_path, url, size))
        dealing.start()
        stand = living_floor.login(url, living_floor.STAND)
        offscreen = WindowOptions(platform="offscreen")
        yield ReviewOptions(target=stand, people=people, pepper=pepper, save_to=tmp_path, window=offscreen)
        over.set()
        dealing.join(timeout=120)
        assert not dealing.is_alive(), "the floor ends when it is told to"
    finally:
        over.set()
        server.remove()


@pytest.fixture
def pit(floor: ReviewOptions, qtbot: QtBot) -> Iterator[PitWindow]:
    with open_services(floor) as services, open_review(services, floor) as window:
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=120_000)
        yield window


def test_a_request_of_a_running_table_is_approved_by_keys_and_confirmed_by_the_table(
    pit: PitWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    def until(holds: Callable[[], bool]) -> None:
        def looked() -> bool:
            pit.background.look()
            return holds()

        qtbot.waitUntil(looked, timeout=LIMIT_MS)

    page = pit.rulings
    until(lambda: any(row.request for row in page.requests.model.rows))
    turn_to(pit, page)
    page.requests.table.setFocus()
    QTest.keyClick(page.requests.table, Qt.Key.Key_Home, CTRL)
    until(page.approve.isEnabled)
    chosen = page._chosen()
    assert chosen is not None
    assert chosen.request is not None
    request, table = chosen.request.request, chosen.request.log.table
    QTest.keyClick(pit, Qt.Key.Key_A, CTRL)
    sign(pit, SUPERVISORS[1], living_floor.SUPERVISORS_PIN, "seen on camera")

    until(lambda: any(f"Approved by {SUPERVISORS[1]} at " in row for row in _answers(pit)))
    answered = next(row for row in page.requests.model.rows if row.answered and row.answered.request == request)
    page.requests.table.selectRow(
        next(at for at in range(page.requests.proxy.rowCount())
             if page.requests.proxy.row_at(page.requests.proxy.index(at, 0)).key == answered.key)
    )  # fmt: skip
    until(lambda: "seen on camera. Confirmed by table." in words(pit))
    assert page.details.geometry().bottom() < page.height() // 3, "without a felt it stands at the top, too"
    journal = tmp_path / f"{table}.journal"
    (approval,) = [entry for entry in entries(journal, "approval") if entry["request"] == request]
    assert (approval["name"], approval["place"]) == (SUPERVISORS[1], living_floor.STAND)
    until(lambda: request in [entry["request"] for entry in entries(journal, "approval-used")])

    dealt = len(entries(journal, "round-closed"))
    turn_to(pit, pit.board)
    until(lambda: len(pit.board.tables.model.rows) == TABLES)
    until(lambda: len(entries(journal, "round-closed")) > dealt)
    assert {row[0] for row in cells(pit.board.tables.table)} == {at.name for at in demo_tables(TABLES, LIVING_BASES)}


def _answers(pit: PitWindow) -> list[str]:
    return ["\t".join(row) for row in cells(pit.rulings.requests.table)]
