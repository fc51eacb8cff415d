"""A report as a file: PDF, XLSX, CSV or JSON. Writing the same report again gives the same bytes."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO, StringIO
from typing import Any, Final

import xlsxwriter
from reportlab.platypus import Flowable, KeepTogether, Spacer

from dealer_console.pit.paper import HALF, SECTION, SMALL, TITLE, WIDTH, grid, paragraph, pdf, side_by_side
from dealer_console.pit.paper_columns import FEW
from dealer_console.pit.reports.charts import drawing
from dealer_console.pit.reports.document import Cell, Chart, Report, Section
from dealer_console.table.shift.report import clock

SHORT: Final = 12  # lines of a table that stands beside another one
FEW_HOURS: Final = 8
_FORMULA: Final = ("=", "+", "-", "@", "\t")
_FIGURE: Final = re.compile(r"[-+]?\d+\.\d( %)?")


def as_pdf(report: Report) -> bytes:
    heading = f"{report.title}: {report.place}"
    story: list[Flowable] = [
        paragraph(heading, TITLE),
        paragraph(f"{report.period}. From the journal up to {clock(report.made_ms)} UTC.", SMALL),
        Spacer(1, 6),
    ]
    story += _on_paper(report.sections)
    story += _charts_on_paper(report.charts)
    return pdf(heading, f"{heading}, {report.period}", story)


def _on_paper(sections: Sequence[Section]) -> Iterator[Flowable]:
    """Narrow tables that follow each other stand side by side."""
    waiting = list(sections)
    while waiting:
        section = waiting.pop(0)
        if waiting and _narrow(section) and _narrow(waiting[0]):
            yield side_by_side(_table(section, HALF), _table(waiting.pop(0), HALF))
        else:
            yield from _table(section, WIDTH)


def _charts_on_paper(charts: Sequence[Chart]) -> Iterator[Flowable]:
    """Two short ones side by side; many hours need the whole width."""
    if len(charts) == 2 and all(len(each.labels) <= FEW_HOURS for each in charts):
        left, right = ([paragraph(each.title, SECTION), drawing(each, HALF)] for each in charts)
        yield KeepTogether([side_by_side(left, right)])
        return
    for chart in charts:
        yield KeepTogether([paragraph(chart.title, SECTION), drawing(chart)])


def _narrow(section: Section) -> bool:
    return len(section.head) <= FEW and len(section.rows) <= SHORT


def _table(section: Section, room: float) -> list[Flowable]:
    rows = [section.shown(row) for row in section.rows]
    return [paragraph(section.title, SECTION), grid(section.head, rows, section.figures, room=room)]


def as_csv(report: Report) -> bytes:
    """Section after section, each under its own head; amounts in dollars. For spreadsheets: UTF-8 with its mark."""
    into = StringIO()
    lines = csv.writer(into, lineterminator="\r\n")
    lines.writerow(["report", _safe(report.title), _safe(report.place), _safe(report.period)])
    for section in report.sections:
        lines.writerow([])
        lines.writerow([section.title])
        lines.writerow(section.head)
        for row in section.rows:
            lines.writerow(
                [
                    text if isinstance(cell, int) else _safe(text)
                    for cell, text in zip(row, section.plain(row), strict=True)
                ]
            )
    return b"\xef\xbb\xbf" + into.getvalue().encode()


def _safe(text: str) -> str:
    """A name that a spreadsheet would take for a formula stays a name; a share is no formula."""
    return f"'{text}" if text.startswith(_FORMULA) and not _FIGURE.fullmatch(text) else text


def as_xlsx(report: Report) -> bytes:
    into = BytesIO()
    book = xlsxwriter.Workbook(into, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    made = datetime.fromtimestamp(report.made_ms // 1000, UTC).replace(tzinfo=None)
    book.set_properties({"title": f"{report.title}: {report.place}", "author": "dealer-console", "created": made})
    formats = {
        "bold": book.add_format({"bold": True}),
        "money": book.add_format({"num_format": "#,##0.00"}),
        "figure": book.add_format({"num_format": "0"}),
    }
    for section in report.sections:
        _sheet(book, report, section, formats)
    _chart_sheet(book, report, formats)
    book.close()
    return into.getvalue()


def _sheet(book: Any, report: Report, section: Section, formats: dict[str, Any]) -> None:
    sheet = book.add_worksheet(section.title[:31])
    sheet.write_string(0, 0, f"{report.title}: {report.place}, {report.period}", formats["bold"])
    for column, text in enumerate(section.head):
        sheet.write_string(2, column, text, formats["bold"])
    for line, row in enumerate(section.rows, start=3):
        for column, cell in enumerate(row):
            _cell(sheet, line, column, cell, formats, money=column in section.money)
    sheet.set_column(0, 0, 26)
    sheet.set_column(1, max(1, len(section.head) - 1), 14)


def _cell(sheet: Any, line: int, column: int, cell: Cell, formats: dict[str, Any], *, money: bool) -> None:
    if isinstance(cell, str):
        sheet.write_string(line, column, cell)
    elif money:
        sheet.write_number(line, column, cell / 100, formats["money"])  # a cell of a spreadsheet holds dollars
    else:
        sheet.write_number(line, column, cell, formats["figure"])


def _chart_sheet(book: Any, report: Report, formats: dict[str, Any]) -> None:
    if not report.charts:
        return
    sheet = book.add_worksheet("Charts")
    column = 0
    for number, chart in enumerate(report.charts):
        drawn = book.add_chart({"type": "line" if chart.kind == "line" else "column"})
        sheet.write_string(0, column, chart.title, formats["bold"])
        last = len(chart.labels) + 1
        for at, label in enumerate(chart.labels, start=2):
            sheet.write_string(at, column, label)
        for offset, (name, values) in enumerate(chart.series, start=1):
            sheet.write_string(1, column + offset, name, formats["bold"])
            for at, value in enumerate(values, start=2):
                _cell(sheet, at, column + offset, value, formats, money=chart.money)
            drawn.add_series(
                {
                    "name": name,
                    "categories": ["Charts", 2, column, last, column],
                    "values": ["Charts", 2, column + offset, last, column + offset],
                }
            )
        drawn.set_title({"name": chart.title})
        sheet.insert_chart(1 + number * 18, 9, drawn)
        column += len(chart.series) + 2


def as_json(report: Report) -> bytes:
    return (json.dumps(report.data, sort_keys=True, indent=2, ensure_ascii=False) + "\n").encode()


FORMS: Final[dict[str, Callable[[Report], bytes]]] = {
    "pdf": as_pdf,
    "csv": as_csv,
    "xlsx": as_xlsx,
    "json": as_json,
}
