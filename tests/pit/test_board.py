"""The board: state, pace, money, calls and devices of a table, as its entries leave them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.storage.reader import entries, read_only
from dealer_console.pit.alerts import Acknowledgements
from dealer_console.pit.archive import Archive
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.live.board import MOST_CALLS, TableStatus, board, calls, devices, open_calls
from dealer_console.pit.reports import as_xlsx, days_of, make_report
from dealer_console.pit.reports.figures import shift_figures
from dealer_console.table.people.permissions_file import load_permissions
from dealer_console.table.shift import fold, report_data
from tests.pit.journals import HandWritten
from tests.pit.test_alerts import SUE, closed


@pytest.fixture
def table(tmp_path: Path) -> HandWritten:
    return HandWritten(tmp_path / "t.journal")


def status(table: HandWritten) -> TableStatus:
    table.journal._flush()
    with Archive.open(table.path) as archive:
        archive.refresh()
        seen = Acknowledgements(archive)
        (table_status,) = board(archive, seen)
        seen.close()
        return table_status


def test_from_never_opened_to_an_open_irregularity(table: HandWritten) -> None:
    assert status(table).state == "never opened"
    table.open_shift()
    assert (status(table).state, status(table).dealer) == ("open", "Ann")
    table.append(Draft(kind="round-opened", data={"round": 1, "bets": ["1 25"]}))
    now = status(table)
    assert (now.state, now.round) == ("in a round", 1)
    table.append(Draft(kind="move", data={"move": "irregularity burn-missed"}))
    assert status(table).state == "irregularity"
    table.append(Draft(kind="move", data={"move": "resolve continue"}))
    assert status(table).state == "in a round"
    table.append(Draft(kind="round-closed", data={"round": 1, "house_net": "0.00"}))
    now = status(table)
    assert (now.state, now.round, now.last_irregularity) == ("open", None, "burn-missed")


def test_money_and_pace(table: HandWritten) -> None:
    table.open_shift()
    table.append(Draft(kind="money", data={"what": "buy-in", "cents": 20000, "chips": {"10000": 2}}))
    begins = table.now
    for _ in range(20):
        table.round(("main", "25.00", "0.00", "25.00"))
    table.append(
        Draft(
            kind="correction",
            data={"corrects": 8, "cents": 700, "reason": "x", "requested_by": "Ann", "approved_by": "Sue"},
        )
    )
    table.now = begins + 30 * 60_000
    table.append(Draft(kind="burn", data={"card": "??"}))
    now = status(table)
    assert (now.win, now.drop) == (20 * 2500 - 700, 20000)
    assert now.rounds_per_hour == now.hands_per_hour == 39


def test_the_money_is_that_of_the_shifts_own_fold(archive: Archive) -> None:
    seen = Acknowledgements(archive)
    for now in board(archive, seen):
        with read_only(Path(now.log.place)) as connection:
            shift = fold(entries(connection))
        assert (now.win, now.drop) == (shift.win, shift.till.drop)
        assert now.state == "closed"
    seen.close()


def test_a_coupon_that_was_taken_is_no_win_on_the_board_nor_in_any_report(
    table: HandWritten, house: Expectations
) -> None:
    """25 lost, of which 10 are a coupon, and 25 won from a coupon of 25: the house is 10 down, the tray says so."""
    table.open_shift("Ann")
    table.append(Draft(kind="money", data={"what": "buy-in", "cents": 20000, "chips": {"10000": 2}}))
    table.round(("main", "25.00", "0.00", "25.00"), bets=["1 25 coupon.a=10"])
    table.round(("main", "25.00", "25.00", "0.00"), bets=["1 25 coupon.a=25"])
    short: dict[str, Json] = {"what": "count", "cents": 970_000, "chips": {"10000": 97}}
    table.append(Draft(kind="money", data=short))  # the books stand until the table closes
    now = status(table)
    assert (now.win, now.drop) == (-1000, 20000)
    counted = 1_000_000 - 20_000 - 1000
    assert status(closed(table, counted, expected=counted)).win == -1000
    with Archive.open(table.path) as archive:
        archive.refresh()
        day = next(days_of(archive, house.gaming_day))
        shift = make_report(archive, house, period="shift", table=now.log.table, shift=1)
        for report in (shift, make_report(archive, house, day=day)):
            money = {row[0]: row[1] for part in report.sections if part.code == "money" for row in part.rows}
            assert (money["Win, counted"], money["Coupons taken"], report.data["win"]) == (-1000, 1000, "-10.00")
            assert report.charts[0].series[0][1][-1] == -1000
            sheet = openpyxl.load_workbook(BytesIO(as_xlsx(report)))["Money"]
            cells = {row[0].value: row[1].value for row in sheet.iter_rows()}
            assert (cells["Win, counted"], cells["Coupons taken"]) == (-10, 10)
        by_dealer = make_report(archive, house, day=day, group="dealer").sections[0]
        assert -1000 in by_dealer.rows[0]
        (shown,) = (report_data(figure.shift) for figure in [shift_figures(archive, now.log, 1)])
        assert (shown["money"]["win"], shown["money"]["coupons"]) == ("-10.00", "10.00")


def test_players_dealer_with_time_in_and_last_fill(table: HandWritten) -> None:
    table.open_shift("Ann")
    came_ms = table.now
    for player, spots in (("C-1", [1, 2]), ("C-2", [5])):
        table.append(Draft(kind="shift", data={"step": "spots", "player": player, "spots": [*spots]}, who="Ann"))
    for step in ("requested", "confirmed"):
        slip: dict[str, Json] = {"what": "fill", "slip": "F-1", "step": step, "cents": 150_000, "chips": {"2500": 60}}
        table.append(Draft(kind="money", data={**slip, "role": "dealer"}, who="Ann"))
        now = status(table)
        assert (now.last_fill, now.last_fill_ms) == ((150_000, table.now) if step == "confirmed" else (0, None))
    assert (now.players, now.dealer, now.dealer_since_ms) == (3, "Ann", came_ms)


def test_a_call_stays_until_it_is_answered_or_acknowledged(table: HandWritten) -> None:
    table.open_shift()
    table.append(Draft(kind="alarm", data={"alarm": "the shoe is jammed", "device": "shoe"}))
    first = table.append(Draft(kind="alarm", data={"alarm": "Ann calls a supervisor", "call": True}, who="Ann"))
    table.append(Draft(kind="alarm", data={"alarm": "the shoe is jammed", "step": "seen"}, who="Bea"))
    table.journal._flush()
    with Archive.open(table.path) as archive:
        archive.refresh()
        seen = Acknowledgements(archive)
        (call,) = open_calls(archive, seen)
        assert (call.entry, call.kind, call.by) == (first, "call", "Ann")
        assert board(archive, seen)[0].calls == 1
        seen.acknowledge(call.id, by=SUE, permissions=load_permissions(), at_ms=99)
        assert open_calls(archive, seen) == ()
        newest, oldest = calls(archive, seen)
        assert newest.seen is not None
        assert (newest.seen.person, newest.seen.at_ms) == ("Sue", 99)
        assert (oldest.answered_by, oldest.answer) == ("Bea", "seen")
        seen.close()


def test_a_flood_of_calls_of_one_table_keeps_those_of_another_from_nobody(tmp_path: Path) -> None:
    for number, count in ((1, MOST_CALLS + 50), (2, 1)):
        flooded = HandWritten(tmp_path / f"t-{number}.journal", table=f"t-{number}", log=number).open_shift()
        flooded.append(*(Draft(kind="alarm", data={"alarm": f"call {n}", "call": True}) for n in range(count)))
        flooded.journal._flush()
    with Archive.open(tmp_path, index=tmp_path / "index") as archive:
        archive.refresh()
        seen = Acknowledgements(archive)
        tables = [call.table for call in open_calls(archive, seen)]
        assert (tables.count("t-1"), tables.count("t-2")) == (MOST_CALLS, 1)
        seen.close()


def test_a_request_is_open_until_it_is_approved_or_declined(table: HandWritten) -> None:
    for name in ("R-1", "R-2", "R-3"):
        asked: dict[str, Json] = {
            "request": name,
            "action": "void-round",
            "subject": {},
            "subject_hash": "0" * 64,
            "requester": "Ann",
            "reason": "misdeal",
            "asked_at_ms": 1,
            "expires_at_ms": 2,
        }
        table.append(Draft(kind="request", data={**asked}))
    bound = {"subject_hash": "0" * 64}
    table.append(Draft(kind="approval", data={"request": "R-1", **bound, "approver": "Sue", "approved_at_ms": 3}))
    declined = {"request": "R-2", **bound, "by": "Tom", "reason": "no", "declined_at_ms": 4}
    table.append(Draft(kind="declined", data={**declined}))  # type: ignore[dict-item]
    table.journal._flush()
    with Archive.open(table.path) as archive:
        archive.refresh()
        seen = Acknowledgements(archive)
        assert [call.text for call in open_calls(archive, seen)] == ["void-round: misdeal"]
        answered = {call.answered_by: call.answer for call in calls(archive, seen)}
        assert answered == {"": "", "Tom": "declined", "Sue": "approved"}
        seen.close()


def test_devices_with_firmware_state_and_errors(table: HandWritten) -> None:
    ready = {"device": "shoe", "state": "ready", "serial": "S-1", "model": "M2", "firmware": "2.4.1"}
    away = {"device": "shoe", "state": "away", "serial": "S-1", "reason": "no-answer", "text": "look at the cable"}
    table.append(Draft(kind="device-link", data={**ready}))
    table.journal._flush()
    with Archive.open(table.path) as archive:
        archive.refresh()
        (shoe,) = devices(archive)
        assert (shoe.serial, shoe.firmware, shoe.state, shoe.errors) == ("S-1", "2.4.1", "ready", 0)
        table.append(Draft(kind="device-link", data={**away}))
        table.journal._flush()
        archive.refresh()
        (shoe,) = devices(archive)
        assert (shoe.model, shoe.firmware, shoe.state, shoe.errors) == ("M2", "2.4.1", "away", 1)
        seen = Acknowledgements(archive)
        assert not board(archive, seen)[0].devices_well
        seen.close()


def test_a_table_with_a_new_journal_stands_there_once_by_the_one_that_it_writes_now(tmp_path: Path) -> None:
    old = closed(HandWritten(tmp_path / "t.old.journal", log=9).open_shift())
    new = HandWritten(tmp_path / "t.journal", log=1, after=old).open_shift("Bea")
    old.close()
    new.close()
    with Archive.open(tmp_path) as archive:
        archive.refresh()
        seen = Acknowledgements(archive)
        (now,) = board(archive, seen)
        seen.close()
        assert (now.log.log, now.state, now.dealer) == ("01" * 16, "open", "Bea")
        assert archive.log("t-1") == now.log
        assert archive.log("09" * 16).log == "09" * 16
