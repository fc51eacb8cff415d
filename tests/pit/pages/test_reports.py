"""Reports: the same figures as the report itself, in sight leaf by leaf, and saved as files."""

from __future__ import annotations

import pytest

from dealer_console.pit.pages.flow import PitFlow, elements
from dealer_console.pit.pages.reports import leaves, lines_in
from dealer_console.pit.pages.services import PitServices
from dealer_console.pit.pages.values import ChartView, Room
from dealer_console.pit.reports import FORMS, Report, Section, day_report, days_of, floor_report, shift_report
from dealer_console.screens.values import Sheet
from tests.pit.pages.walking import button, choose, touch, words


@pytest.fixture
def reports(flow: PitFlow) -> PitFlow:
    touch(flow, "rail:reports")
    return flow


def all_words(flow: PitFlow) -> tuple[str, list[ChartView]]:
    """Everything, turned over to the last leaf."""
    found, charts = words(flow), []
    while True:
        charts += [each for each in elements(flow.screen) if isinstance(each, ChartView)]
        if not button(flow, "reports:page:down").enabled:
            return found, charts
        touch(flow, "reports:page:down")
        found += words(flow)


def shows(flow: PitFlow, report: Report) -> None:
    told, charts = all_words(flow)
    for section in report.sections:
        assert section.title in told
        for row in section.rows:
            assert " ".join(section.shown(row)) in told
    assert tuple(each.chart for each in charts) == report.charts


def test_the_newest_day_of_the_floor_comes_first(reports: PitFlow, services: PitServices) -> None:
    day = days_of(services.archive, services.house.gaming_day)[0]
    shows(reports, floor_report(services.archive, day, services.house))


def test_a_table_a_day_a_shift(reports: PitFlow, services: PitServices) -> None:
    log = services.archive.log("switch-01")
    days = days_of(services.archive, services.house.gaming_day)
    assert not button(reports, "reports:shift").enabled
    touch(reports, "reports:table")
    choose(reports, "switch-01")
    touch(reports, "reports:day")
    choose(reports, days[-1].isoformat())
    shows(reports, day_report(services.archive, log, days[-1], services.house))
    touch(reports, "reports:shift")
    choose(reports, "Shift 2")
    shows(reports, shift_report(services.archive, log, 2, services.house))


@pytest.mark.parametrize("form", FORMS)
def test_saved_as_a_file_with_the_bytes_of_the_report(reports: PitFlow, services: PitServices, form: str) -> None:
    touch(reports, f"reports:save:{form}")
    (path,) = services.save_folder.iterdir()
    assert path.suffix == f".{form}"
    assert str(path) in reports.screen.note
    day = days_of(services.archive, services.house.gaming_day)[0]
    assert path.read_bytes() == FORMS[form](floor_report(services.archive, day, services.house))
    touch(reports, f"reports:save:{form}")
    assert list(services.save_folder.iterdir()) == [path]


def test_a_folder_that_cannot_be_written_is_told(reports: PitFlow, services: PitServices) -> None:
    services.save_folder.write_text("a file stands where the folder should be")
    touch(reports, "reports:save:csv")
    assert reports.screen.note_tone == "danger"
    assert str(services.save_folder) in reports.screen.note


def test_a_table_of_many_lines_is_shown_in_pieces() -> None:
    """Forty tables on the smallest display: each line once, no more lines than can be read."""
    rows = tuple((f"t-{number:03d}", number) for number in range(40))
    section = Section(title="Tables", head=("Table", "Number"), rows=rows, figures=(1,))
    report = Report(title="", place="", period="", made_ms=0, sections=(section,), charts=(), data={})
    lines = lines_in(Room())
    shown = [part for leaf in leaves(report, lines) for part in leaf]
    found = [row for _, sheet in shown if isinstance(sheet, Sheet) for row in sheet.rows]
    assert [row[0] for row in found] == [str(row[0]) for row in rows]
    assert all(len(sheet.rows) <= lines for _, sheet in shown if isinstance(sheet, Sheet))
    assert shown[0][0].text == f"Tables, 1 of {-(-40 // lines)}"
    assert 10 <= lines <= 16
