"""The cage by keys and mouse, over a real floor: a slip is sent and printed, a box counted by two, cash paid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from sqlalchemy import text

from dealer_console.demo.floor.tables import SUPERVISORS
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.pit.desk.record_kinds import BoxCounted, CashPaidOut
from dealer_console.pit.desk.records import RecordBook
from dealer_console.pit.windows.desk_forms import DeskForm
from dealer_console.pit.windows.window import PitWindow, WindowLook
from tests.pit.journals import HandWritten
from tests.pit.windows.hand import click_row, turn_to
from tests.pit.windows.test_rulings import now_ms
from tests.rigs.floor_rig import FloorRig
from tests.tools.pictures.pit import CASHIERS, PIN, services_on, window_on


@pytest.fixture
def url(server: Server, tmp_path: Path) -> str:
    """One closed shift with a buy-in, then an open one that asks for a fill."""
    table = HandWritten(tmp_path / "t-1.journal")
    table.now = now_ms() - 3_600_000
    table.open_shift()
    steps: list[tuple[str, dict[str, Json]]] = [
        ("money", {"what": "buy-in", "cents": 30_000, "spot": 1}),
        ("money", {"what": "closer", "cents": 970_000, "chips": {}}),
        ("shift", {"step": "close", "expected": 970_000, "counted": 970_000, "difference": 0, "flag": None,
                   "verified_by": "Sue"}),
        ("shift", {"step": "open", "table": "t-1", "rules": "massachusetts-switch", "denominations": [2500, 500],
                   "most_spots": 1, "verified_by": "Sue"}),
        ("money", {"what": "opener", "cents": 970_000, "chips": {}}),
        ("money", {"what": "fill", "slip": "F-00001", "step": "requested", "cents": 50_000, "chips": {"2500": 20},
                   "role": "dealer"}),
    ]  # fmt: skip
    for kind, data in steps:
        table.append(Draft(kind=kind, data=data, who="Ann"))
    path = table.close()
    floor = FloorRig.new(server, tables=("t-1",), pits=("stand",), cages=("cage-desk",))
    floor.send(path)
    return floor.url("stand")


@pytest.fixture
def pit(url: str, tmp_path: Path, qtbot: QtBot) -> Iterator[PitWindow]:
    cage = url.replace("stand@", "cage-desk@")
    work = tmp_path / "work"
    work.mkdir()
    with services_on(url, work) as services:
        records = RecordBook(services.archive, cage, services.keys_of)
        desk = replace(services, clock_ms=now_ms, cage=cage, records=records)
        window = window_on(desk, work / "settings.ini", WindowLook(theme="light", scale=100))
        window.show()
        turn_to(window, window.cage)
        yield window
        window.close()
        window.deleteLater()


def filled(window: PitWindow, who: str) -> DeskForm:
    (form,) = (form for form in window.findChildren(DeskForm) if form.isVisible())
    form.who.setCurrentText(who)
    form.pin.setText(PIN)
    return form


def test_a_slip_is_sent_once_with_its_runner_and_printed(pit: PitWindow, url: str) -> None:
    click_row(pit.cage.slips, 0)
    pit.cage._send()
    form = filled(pit, CASHIERS[0])
    assert not form.accept_button.isEnabled(), "somebody carries the chips"
    form.write("runner", "Rosa")
    assert form.accept_button.isEnabled()
    form.accept()
    with address.connect(url) as connection:
        (row,) = connection.execute(text("SELECT desk, command, by_login FROM floor.orders")).all()
    assert (row.desk, row.by_login) == ("cage", "cage-desk")
    assert '"runner":"Rosa"' in row.command
    assert (pit.background.services.save_folder / "t-1-F-00001.pdf").read_bytes().startswith(b"%PDF")


def test_supervisors_are_not_offered_at_the_cage(pit: PitWindow) -> None:
    click_row(pit.cage.slips, 0)
    pit.cage._send()
    form = filled(pit, SUPERVISORS[0])
    assert [form.who.itemText(at) for at in range(form.who.count())] == list(CASHIERS)
    form.reject()


def test_a_box_is_counted_blind_by_two_different_people(pit: PitWindow) -> None:
    assert pit.cage.boxes.model.rows[0].difference is None
    click_row(pit.cage.boxes, 0)
    pit.cage._count()
    form = filled(pit, CASHIERS[0])
    assert form.focusWidget() is next(iter(form._counts.values()))
    form.enter_counts({10_000: 2})
    form.second.setCurrentText(CASHIERS[0])
    form.second_pin.setText(PIN)
    assert not form.accept_button.isEnabled(), "two people, not one twice"
    form.second.setCurrentText(CASHIERS[1])
    assert form.accept_button.isEnabled()
    form.accept()
    (record,) = pit.background.services.records.all(BoxCounted)
    assert (record.data.cash if isinstance(record.data, BoxCounted) else None) == 20_000
    assert pit.cage.boxes.model.rows[0].difference == -10_000
    assert any(alert.kind == "soft-count" for alert in (pit.background.live.alerts if pit.background.live else ()))


def test_cash_paid_out_stands_in_the_log(pit: PitWindow) -> None:
    pit.cage._cash_out()
    form = filled(pit, CASHIERS[1])
    form.write("card", "7001")
    form.write("amount", "10000")
    form.accept()
    (record,) = pit.background.services.records.all(CashPaidOut)
    assert record.data == CashPaidOut(card="7001", cents=1_000_000)
    line = next(line for line in pit.cage.cash.model.rows if line.card == "7001")
    assert (line.cash_out, line.tables) == (1_000_000, {"cage"})
