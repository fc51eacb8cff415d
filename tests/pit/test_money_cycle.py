"""The money from shift to shift: openers, closers, chips by denomination, slips on paper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.game.message import Message
from dealer_console.game.money import Cents
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.money import SlipKind
from dealer_console.journal.entries.people import Role
from dealer_console.messages import words_of
from dealer_console.pit.alerts import find_alerts
from dealer_console.pit.amounts import amount
from dealer_console.pit.archive import Archive
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.money.money_cycle import TableSlip, chip_lines, impossible_chips, money_shifts, slips_of
from dealer_console.pit.paper import slip as slip_paper
from dealer_console.pit.paper.slip import slip_pdf
from dealer_console.pit.reports import days_of, make_report
from dealer_console.table.shift import chips
from dealer_console.table.shift.state import Shift
from dealer_console.table.shift.till import Slip, SlipStep, Till
from tests.pit.journals import HandWritten
from tests.pit.printed_words import printed_by
from tests.pit.test_alerts import closed


def shift_with(opener: dict[int, int], closer: dict[int, int], *slips: Slip) -> Shift:
    till = Till(opener_chips=chips(opener), closer_chips=chips(closer), closer=chips(closer).cents)
    return Shift(till=till, slips=slips, denominations=(50_000, 10_000, 2500))


def slip(what: SlipKind, held: dict[int, int], step: SlipStep = "confirmed") -> Slip:
    return Slip(number=f"{what}-1", what=what, chips=chips(held), requested_by="Ann", requested_as=Role.DEALER,
                requested_ms=1000, step=step, settled_by="Sue", settled_ms=2000)  # fmt: skip


def test_more_big_chips_than_came_are_impossible_small_ones_are_play() -> None:
    shift = shift_with({50_000: 2, 2500: 10}, {50_000: 3, 2500: 90})
    assert [(line.worth, line.came, line.closer) for line in impossible_chips(shift)] == [(50_000, 2, 3)]


def test_a_fill_brings_chips_and_a_credit_takes_them_but_not_before_they_are_confirmed() -> None:
    filled = slip("fill", {50_000: 1})
    assert impossible_chips(shift_with({50_000: 2}, {50_000: 3}, filled)) == ()
    assert impossible_chips(shift_with({50_000: 2}, {50_000: 3}, replace(filled, step="requested")))
    assert impossible_chips(shift_with({50_000: 2}, {50_000: 2}, slip("credit", {50_000: 1})))
    line = chip_lines(shift_with({50_000: 2}, {50_000: 3}, filled))[0]
    assert (line.opener, line.fills, line.credits, line.came, line.difference) == (2, 1, 0, 3, 0)


def two_shifts(path: Path, opener: dict[str, Json], cents: int) -> HandWritten:
    """Closed with a hundred chips of 100; opened again with this."""
    table = HandWritten(path).open_shift()
    closer: dict[str, Json] = {"what": "closer", "cents": 1_000_000, "chips": {"10000": 100}}
    table.append(Draft(kind="money", data=closer))
    closed: dict[str, Json] = {"step": "close", "expected": 1_000_000, "counted": 1_000_000, "difference": 0}
    table.append(Draft(kind="shift", data={**closed, "flag": None, "verified_by": "Sue"}, who="Ann"))
    opened: dict[str, Json] = {
        "step": "open", "table": "t-1", "rules": "massachusetts-switch", "denominations": [10000, 2500, 500],
        "most_spots": 1, "verified_by": "Sue",
    }  # fmt: skip
    table.append(Draft(kind="shift", data=opened, who="Sue"))
    table.append(Draft(kind="money", data={"what": "opener", "cents": cents, "chips": opener}))
    return table


@pytest.mark.parametrize(
    ("opener", "cents", "off"), [({"10000": 100}, 1_000_000, 0), ({"10000": 99}, 990_000, -10_000)]
)
def test_an_opener_that_is_not_the_last_closer_is_an_alert_and_a_line_of_the_report(
    tmp_path: Path, house: Expectations, opener: dict[str, Json], cents: int, off: int
) -> None:
    table = two_shifts(tmp_path / "a.journal", opener, cents)
    with Archive.open(table.close(), index=tmp_path / "i") as archive:
        archive.refresh()
        with archive.engine.connect() as connection:
            shifts = list(money_shifts(connection))
        assert [shift.opener_off for shift in shifts] == [None, off]
        alerts = [alert for alert in find_alerts(archive, house) if alert.kind == "opener"]
        report = make_report(archive, house, period="shift", table="t-1", shift=2)
    assert len(alerts) == bool(off)
    if alerts:
        assert alerts[0].message == Message(
            "alert-opener", shift=2, opener=amount(990_000), closer=amount(1_000_000), off=amount(-10_000)
        )
    money = {str(row[0]): row[1] for section in report.sections if section.code == "money" for row in section.rows}
    assert money["Opener against last closer"] == off


def test_the_first_opener_of_a_new_journal_is_compared_with_the_last_closer_of_the_one_before(
    tmp_path: Path, house: Expectations
) -> None:
    old = closed(HandWritten(tmp_path / "t.old.journal", log=9).open_shift(), 990_000, expected=1_000_000)
    new = HandWritten(tmp_path / "t.journal", log=1, after=old).open_shift()
    old.close()
    new.close()
    with Archive.open(tmp_path) as archive:
        archive.refresh()
        (alert,) = [alert for alert in find_alerts(archive, house) if alert.kind == "opener"]
        day = make_report(archive, house, day=next(days_of(archive, house.gaming_day)), table="t-1")
    assert (alert.log, alert.subject) == ("01" * 16, "10000")
    assert len(day.covers) == 2, "the report of a day has the shifts of both journals"


def test_openers_of_the_demonstration_roll_and_the_one_that_does_not_is_found(
    archive: Archive, house: Expectations
) -> None:
    with archive.engine.connect() as connection:
        off = {shift.table: shift.opener_off for shift in money_shifts(connection) if shift.opener_off is not None}
    assert {table for table, cents in off.items() if cents} == {"switch-03"}
    assert {alert.table for alert in find_alerts(archive, house) if alert.kind == "opener"} == {"switch-03"}
    assert not [alert for alert in find_alerts(archive, house) if alert.kind == "closer"]


def test_a_closer_with_more_big_chips_than_came_is_an_alert(tmp_path: Path, house: Expectations) -> None:
    table = HandWritten(tmp_path / "a.journal").open_shift()
    table.append(Draft(kind="money", data={"what": "closer", "cents": 1_010_000, "chips": {"10000": 101}}))
    closing: dict[str, Json] = {"step": "close", "expected": 1_000_000, "counted": 1_010_000, "difference": 10_000}
    table.append(Draft(kind="shift", data={**closing, "flag": None, "verified_by": "Sue"}, who="Ann"))
    with Archive.open(table.close(), index=tmp_path / "i") as archive:
        archive.refresh()
        (alert,) = [alert for alert in find_alerts(archive, house) if alert.kind == "closer"]
    assert alert.message == Message("alert-closer", shift=1, counted=101, worth=amount(10_000), came=100)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("step", ["requested", "confirmed", "cancelled"])
def test_a_slip_is_printed_with_chips_people_and_signatures_the_same_every_time(
    language: str, step: SlipStep, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers, words = printed_by(slip_paper, monkeypatch), words_of(language, "USD")
    one = TableSlip(table="t-1", log="ab", shift=3, slip=slip("fill", {10_000: 5, 2500: 20}, step))
    made = slip_pdf(one, words, {"Ann": "Ann Other"}, str)
    assert made.startswith(b"%PDF")
    assert made == slip_pdf(one, words, {"Ann": "Ann Other"}, str)
    said = papers[0]
    lines = ["$100", "5", "$500.00", "$25", "20", "$500.00", words("report-all"), "25", words.money(100_000)]
    assert lines == said[said.index("$100") : said.index("$100") + 9]
    signed = [words(f"slip-sign-{who}") for who in ("cage", "runner", "dealer", "supervisor")]
    assert [line for line in said if line in signed] == signed
    assert (words("slip-void") in said) == (step == "cancelled")
    assert any("Ann Other" in line for line in said)


def test_slips_of_all_shifts_stand_in_one_list(archive: Archive) -> None:
    with archive.engine.connect() as connection:
        shifts = list(money_shifts(connection))
    slips = slips_of(shifts)
    assert len(slips) == sum(len(shift.shift.slips) for shift in shifts)
    assert all(one.slip.chips.cents > Cents(0) for one in slips)
