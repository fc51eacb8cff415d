"""Reports: the figures are those of the shift's own fold, the sums hold, and the same report is the same bytes."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path

import openpyxl
import pytest

from dealer_console.cli.journals.shift_report import shift_at_end
from dealer_console.game.money import show
from dealer_console.journal.storage.reader import entries, read_only
from dealer_console.messages import words_of
from dealer_console.pit.amounts import percent, points
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.live.pits import Pits, SectionForm
from dealer_console.pit.long_work import Stopped, Work
from dealer_console.pit.money.hold import Taking, holding
from dealer_console.pit.reports import (
    FORMS,
    GROUPS,
    Report,
    Share,
    as_csv,
    as_xlsx,
    days_of,
    document,
    files,
    make_report,
    shift_numbers,
)
from dealer_console.table.shift import report_data
from tests.pit.printed_words import printed_by


@pytest.fixture(scope="module")
def reports(archive: Archive, house: Expectations) -> dict[str, Report]:
    day = next(days_of(archive, house.gaming_day))
    log = archive.log("switch-01")
    return {
        "shift": make_report(archive, house, period="shift", table=log.table, shift=1),
        "day": make_report(archive, house, day=day, table=log.table),
        "floor": make_report(archive, house, day=day),
    }


def section(report: Report, title: str) -> dict[str, tuple[object, ...]]:
    return {str(row[0]): row for part in report.sections if part.title == title for row in part.rows}


def test_a_shift_reports_what_the_table_itself_reports(archive: Archive, house: Expectations) -> None:
    for log in archive.logs():
        for number in shift_numbers(archive, log):
            with read_only(Path(log.place)) as connection:
                whole = shift_at_end(entries(connection), number)
            report = make_report(archive, house, period="shift", table=log.table, shift=number)
            assert report.data["shifts"] == [report_data(whole)]
            assert section(report, "Money")["Win, counted"][1] == whole.win


def test_the_win_follows_from_the_money(reports: dict[str, Report]) -> None:
    for report in reports.values():
        money = {name: row[1] for name, row in section(report, "Money").items()}
        reckoned = money["Closer"] + money["Credits"] + money["Drop"] - money["Opener"] - money["Fills"]  # type: ignore[operator]
        assert money["Win, counted"] == reckoned


def test_the_floor_is_the_sum_of_its_tables(archive: Archive, house: Expectations, reports: dict[str, Report]) -> None:
    day = next(days_of(archive, house.gaming_day))
    tables = section(reports["floor"], "Tables")
    for log in archive.logs():
        alone = section(make_report(archive, house, day=day, table=log.table), "Money")
        assert tables[log.table][6] == alone["Win, counted"][1]
    for column in range(1, 7):
        assert tables["All"][column] == sum(tables[log.table][column] for log in archive.logs())  # type: ignore[misc]


def test_by_table_game_and_pit_the_sums_are_the_same_and_every_dealer_has_the_own_rounds(
    archive: Archive, house: Expectations, monkeypatch: pytest.MonkeyPatch
) -> None:
    west = SectionForm(pit="West", tables=["switch-01"])
    monkeypatch.setattr(document, "load_pits", lambda: Pits((west, SectionForm(pit="East", tables=["*"]))))
    day = next(days_of(archive, house.gaming_day))
    by = {group: make_report(archive, house, day=day, group=group).sections[0] for group in GROUPS}
    for group, names in (("table", 3), ("game", 3), ("pit", 2)):
        *rows, total = by[group].rows
        assert len(rows) == names
        assert total == by["table"].rows[-1]
        for column in by[group].totals:
            assert sum(int(str(row[column])) for row in rows) == total[column]
    begin, end = house.gaming_day.bounds(day)
    dealt: dict[str, int] = {}
    for found in archive.search(Search(since_ms=begin, until_ms=end), limit=5000).rounds:
        dealt[found.dealer] = dealt.get(found.dealer, 0) + 1
    assert {row[0]: row[1] for row in by["dealer"].rows} == dealt


def test_the_charts_end_at_what_the_settlements_brought(reports: dict[str, Report]) -> None:
    for report in reports.values():
        win, pace = report.charts
        wagers = [
            row for title in ("Wagers", "Side bets") for row in section(report, title).values() if row[0] != "All"
        ]
        tokes = section(report, "Tokes").get("Win/Loss", ("", 0))[1]
        assert win.series[0][1][-1] == sum(row[5] for row in wagers) + tokes  # type: ignore[operator, misc]
        assert sum(pace.series[0][1]) == section(report, "Pace")["Rounds"][1]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("of", ["shift", "day", "floor"])
def test_the_same_report_is_the_same_bytes(reports: dict[str, Report], of: str, form: str) -> None:
    once, again = FORMS[form](reports[of]), FORMS[form](reports[of])
    assert once == again
    assert len(once) > 300


def test_a_report_made_by_another_archive_is_the_same_bytes(
    dealt: Path, tmp_path: Path, house: Expectations, reports: dict[str, Report]
) -> None:
    with Archive.open(dealt, index=tmp_path / "other") as other:
        other.refresh()
        again = make_report(other, house, period="shift", table="switch-01", shift=1)
    for form in FORMS.values():
        assert form(again) == form(reports["shift"])


def test_the_spreadsheet_and_the_list_hold_the_figures(reports: dict[str, Report]) -> None:
    report = reports["day"]
    book = openpyxl.load_workbook(BytesIO(as_xlsx(report)))
    money = {row[0]: row[1] for row in book["Money"].iter_rows(min_row=4, values_only=True)}
    lines = list(csv.reader(StringIO(as_csv(report).decode("utf-8-sig"))))
    listed = {line[0]: line[1] for line in lines if len(line) == 2}
    for name, row in section(report, "Money").items():
        if isinstance(row[1], int):
            assert listed[name] == show(row[1])
            assert round(float(str(money[name])) * 100) == row[1]
    assert len(book["Charts"]._charts) == 2


def test_a_spreadsheet_has_real_numbers_heads_that_stay_and_totals_that_are_formulas(
    reports: dict[str, Report],
) -> None:
    report = reports["floor"]
    at, part = next((at, part) for at, part in enumerate(report.sections) if part.totals)
    sheet = openpyxl.load_workbook(BytesIO(as_xlsx(report))).worksheets[at]
    assert sheet.freeze_panes == "B4"
    last = 3 + len(part.rows)
    for column in part.totals:
        letter = chr(ord("A") + column)
        assert sheet[f"{letter}{last}"].value == f"=SUM({letter}4:{letter}{last - 1})"
        for line, row in enumerate(part.rows[:-1], start=4):
            value = sheet[f"{letter}{line}"].value
            assert isinstance(value, int | float), "a number, not a text"
            assert round(value * (100 if column in part.money else 1)) == row[column]


def test_a_report_on_paper_has_room_for_who_prepared_and_who_verified_it(
    reports: dict[str, Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = printed_by(files, monkeypatch)
    FORMS["pdf"](reports["floor"])
    words = reports["floor"].words
    assert {words("report-prepared-by"), words("report-verified-by")} <= set(papers[0])


def test_a_name_that_looks_like_a_formula_stays_a_name(reports: dict[str, Report]) -> None:
    from dataclasses import replace

    evil = replace(reports["shift"], place="=1+1")
    assert "'=1+1" in as_csv(evil).decode("utf-8-sig")
    book = openpyxl.load_workbook(BytesIO(as_xlsx(evil)))
    assert book["Money"]["A1"].data_type == "s"


def test_json_is_sorted_and_whole(reports: dict[str, Report]) -> None:
    data = json.loads(FORMS["json"](reports["floor"]))
    assert len(data["shifts"]) == 3
    assert list(data) == sorted(data)


def test_what_is_not_there_is_told(archive: Archive, house: Expectations) -> None:
    from datetime import date

    log = archive.log("switch-01")
    with pytest.raises(PitRefused, match="holds no shift 9; it has 1 to 2"):
        make_report(archive, house, period="shift", table=log.table, shift=9)
    with pytest.raises(PitRefused, match="was not opened"):
        make_report(archive, house, day=date(2020, 1, 1), table=log.table)
    with pytest.raises(PitRefused, match="no table of"):
        make_report(archive, house, day=date(2020, 1, 1))


def test_a_long_report_can_be_stopped(archive: Archive, house: Expectations) -> None:
    work = Work(lambda done, _total, _what: work.stop() if done else None)
    with pytest.raises(Stopped):
        make_report(archive, house, day=next(days_of(archive, house.gaming_day)), work=work)


# --- hold against what the house expects --------------------------------------------------------------------------


def test_the_hold_stands_beside_the_expected_one(reports: dict[str, Report]) -> None:
    (row,) = section(reports["day"], "Hold").values()
    money = section(reports["day"], "Money")
    assert row[1:3] == (money["Drop"][1], money["Win, counted"][1])
    assert row[4] == money["Hold"][1]
    assert str(row[5]) == "18.0 %"
    data = reports["day"].data
    assert (data["hold_expected"], data["hold_points_off"]) == (str(row[5]), str(row[6]))
    assert data["win_expected_by_drop"] == show(int(str(row[3])))


def test_several_rule_sets_leave_each_their_own_share(house: Expectations) -> None:
    """18 % of 10,000.00 and 16 % of 30,000.00 are 6,600.00, and that is 16.5 % of 40,000.00."""
    takings = [
        Taking(rules="massachusetts-switch", drop=1_000_000, win=-5),
        Taking(rules="catfish-bend-blackjack", drop=3_000_000, win=700_004),
    ]
    held = holding(takings, house)
    assert held is not None
    assert (held.expected, held.expected_hold, held.hold, held.difference) == (Fraction(660_000), 165, 174, 9)
    assert (percent(held.hold), points(held.difference), points(-held.difference)) == ("17.4 %", "+0.9", "-0.9")
    assert holding([Taking(rules="massachusetts-switch", drop=0, win=-5)], house) is None


def test_every_table_of_the_floor_has_its_line_and_its_own_expectation(
    archive: Archive, house: Expectations, reports: dict[str, Report]
) -> None:
    lines = section(reports["floor"], "Hold")
    tables = section(reports["floor"], "Tables")
    assert list(lines) == list(tables)
    for name, row in lines.items():
        assert row[4] == tables[name][7]
    assert {str(row[5]) for name, row in lines.items() if name.startswith("blackjack")} == {"16.0 %"}
    assert lines["All"][3] == sum(row[3] for name, row in lines.items() if name != "All")  # type: ignore[misc]


def test_people_read_thousands_and_programs_do_not(reports: dict[str, Report]) -> None:
    (table,) = [part for part in reports["floor"].sections if part.title == "Tables"]
    row = ("x", -204_500, 0, 0, 1_234_567, 0, 0, Share(-409), 1200, 3)
    assert table.shown(row, words_of("en", "USD"))[1:5] == ("−$2,045.00", "$0.00", "$0.00", "$12,345.67")
    assert table.shown(row, words_of("en"))[7:9] == ("−40.9 %", "1,200")
    assert table.plain(row)[1:5] == ("-2045.00", "0.00", "0.00", "12345.67")
    assert "'-" not in as_csv(reports["floor"]).decode("utf-8-sig")
