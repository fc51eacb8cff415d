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
from xlsxwriter.utility import xl_col_to_name

from dealer_console.messages import Words
from dealer_console.pit.paper.columns import FEW
from dealer_console.pit.paper.pages import (
    HALF,
    SECTION,
    SMALL,
    STAMP,
    TITLE,
    WIDTH,
    grid,
    paragraph,
    pdf,
    side_by_side,
    signature_lines,
)
from dealer_console.pit.reports.charts import drawing
from dealer_console.pit.reports.document import Chart, Report
from dealer_console.pit.reports.sections import Cell, Section, Share
from dealer_console.table.shift.report import clock

SHORT: Final = 12  # lines of a table that stands beside another one
FEW_HOURS: Final = 8
_FORMULA: Final = ("=", "+", "-", "@", "\t")
_FIGURE: Final = re.compile(r"[-+]?\d+\.\d( %)?")


def as_pdf(report: Report) -> bytes:
    words, heading = report.words, f"{report.title}: {report.place}"
    origin = words("report-from-journal", period=report.period, time=clock(report.made_ms) or "")
    story: list[Flowable] = [paragraph(heading, TITLE), paragraph(origin, SMALL)]
    story += [paragraph(report.stamp, STAMP)] if report.stamp else []
    story += [Spacer(1, 6), *_on_paper(report.sections, words), *_charts_on_paper(report.charts, words)]
    story.append(KeepTogether(signature_lines(words)))
    return pdf(heading, f"{heading}, {report.period}", story, words, report.stamp)


def _on_paper(sections: Sequence[Section], words: Words) -> Iterator[Flowable]:
    """Narrow tables that follow each other stand side by side."""
    waiting = list(sections)
    while waiting:
        section = waiting.pop(0)
        if waiting and _narrow(section) and _narrow(waiting[0]):
            yield side_by_side(_table(section, words, HALF), _table(waiting.pop(0), words, HALF))
        else:
            yield from _table(section, words, WIDTH)


def _charts_on_paper(charts: Sequence[Chart], words: Words) -> Iterator[Flowable]:
    """Two short ones side by side; many hours need the whole width."""
    if len(charts) == 2 and all(len(chart.labels) <= FEW_HOURS for chart in charts):
        left, right = ([paragraph(chart.title, SECTION), drawing(chart, words, HALF)] for chart in charts)
        yield KeepTogether([side_by_side(left, right)])
        return
    for chart in charts:
        yield KeepTogether([paragraph(chart.title, SECTION), drawing(chart, words)])


def _narrow(section: Section) -> bool:
    return len(section.head) <= FEW and len(section.rows) <= SHORT


def _table(section: Section, words: Words, room: float) -> list[Flowable]:
    rows = [section.shown(row, words) for row in section.rows]
    return [paragraph(section.title, SECTION), grid(section.head, rows, section.figures, room=room)]


def as_csv(report: Report) -> bytes:
    """Section after section, each under its own head; amounts in dollars. For spreadsheets: UTF-8 with its mark."""
    into = StringIO()
    lines = csv.writer(into, lineterminator="\r\n")
    lines.writerow([report.words("report-report"), _safe(report.title), _safe(report.place), _safe(report.period)])
    if report.stamp:
        lines.writerow([_safe(report.stamp)])
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
    moment = datetime.fromtimestamp(report.made_ms // 1000, UTC).replace(tzinfo=None)
    book.set_properties({"title": f"{report.title}: {report.place}", "author": "dealer-console", "created": moment})
    formats = {
        "bold": book.add_format({"bold": True}),
        "head": book.add_format({"bold": True, "bottom": 1, "text_wrap": True}),
        "money": book.add_format({"num_format": f'"{report.words.money_sign(report.words.currency)}"#,##0.00'}),
        "figure": book.add_format({"num_format": "#,##0"}),
        "share": book.add_format({"num_format": "0.0%"}),
        "off": book.add_format({"num_format": "+0.0;-0.0;0.0"}),
    }
    for section in report.sections:
        _sheet(book, report, section, formats)
    _chart_sheet(book, report, formats)
    book.close()
    return into.getvalue()


TOP: Final = 3  # the first line below the head


def _sheet(book: Any, report: Report, section: Section, formats: dict[str, Any]) -> None:
    """Heads stay in sight; a last row that adds up does so by formulas."""
    sheet = book.add_worksheet(section.title[:31])
    sheet.write_string(0, 0, f"{report.title}: {report.place}, {report.period}", formats["bold"])
    if report.stamp:
        sheet.write_string(1, 0, report.stamp, formats["bold"])
    for column, text in enumerate(section.head):
        sheet.write_string(TOP - 1, column, text, formats["head"])
    last = TOP + len(section.rows) - 1
    for line, row in enumerate(section.rows, start=TOP):
        for column, cell in enumerate(row):
            if line == last and column in section.totals and isinstance(cell, int):
                _total(sheet, line, column, cell, formats["money" if column in section.money else "figure"])
            else:
                _cell(sheet, line, column, cell, formats, money=column in section.money)
    sheet.freeze_panes(TOP, 1)
    sheet.set_column(0, 0, 26)
    sheet.set_column(1, max(1, len(section.head) - 1), 14)


def _total(sheet: Any, line: int, column: int, cell: int, form: Any) -> None:
    name = xl_col_to_name(column)
    value = cell / 100 if form.num_format.endswith("0.00") else cell
    sheet.write_formula(line, column, f"=SUM({name}{TOP + 1}:{name}{line})", form, value)


def _cell(sheet: Any, line: int, column: int, cell: Cell, formats: dict[str, Any], *, money: bool) -> None:
    if isinstance(cell, str):
        sheet.write_string(line, column, cell)
    elif isinstance(cell, Share):
        value = cell.tenths / 10 if cell.off else cell.tenths / 1000
        sheet.write_number(line, column, value, formats["off" if cell.off else "share"])
    elif money:
        sheet.write_number(line, column, cell / 100, formats["money"])  # a cell of a spreadsheet holds dollars
    else:
        sheet.write_number(line, column, cell, formats["figure"])


def _chart_sheet(book: Any, report: Report, formats: dict[str, Any]) -> None:
    if not report.charts:
        return
    title = report.words("report-charts")
    sheet = book.add_worksheet(title)
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
                    "categories": [title, 2, column, last, column],
                    "values": [title, 2, column + offset, last, column + offset],
                }
            )
        drawn.set_title({"name": chart.title})
        sheet.insert_chart(1 + number * 18, 9, drawn)
        column += len(chart.series) + 2


def as_json(report: Report) -> bytes:
    data = {**report.data, "stamp": report.stamp} if report.stamp else report.data
    return (json.dumps(data, sort_keys=True, indent=2, ensure_ascii=False) + "\n").encode()


FORMS: Final[dict[str, Callable[[Report], bytes]]] = {
    "pdf": as_pdf,
    "csv": as_csv,
    "xlsx": as_xlsx,
    "json": as_json,
}
