"""Reports on the screen: a shift, a table's gaming day, or the floor's; figures, charts, and saving as a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Final

from dealer_console.pit.long_work import Work
from dealer_console.pit.pages.app_state import AppState
from dealer_console.pit.pages.dialogs import Choice, Option
from dealer_console.pit.pages.list_window import Paging
from dealer_console.pit.pages.places import body_of
from dealer_console.pit.pages.values import ChartView, Gap, PitPage, PitRow, Room
from dealer_console.pit.reports import (
    FORMS,
    Chart,
    Report,
    Section,
    day_report,
    days_of,
    floor_report,
    shift_numbers,
    shift_report,
)
from dealer_console.screens.sizes import KEY, SPACE
from dealer_console.screens.values import Button, Sheet, Text

ALL: Final = ""
TITLE: Final = 5.6
LINE: Final = 4.6
NARROW: Final = 6  # columns that are readable on half of the page


class ReportsPage:
    name = "Reports"

    def __init__(self, core: AppState) -> None:
        self._core = core
        self._table = ALL
        self._day: date | None = None  # None: the newest
        self._shift: int | None = None  # None: the whole day
        self._report: Report | None = None
        self._paging = Paging(id="reports:page")

    def opened(self) -> None:
        if self._report is None:
            self._make()

    # --- what is seen ------------------------------------------------------------------------------------------------

    def page(self, room: Room) -> PitPage:
        report = self._report
        title = "Reports" if report is None else f"{report.title}: {report.place}, {report.period}"
        head = PitRow(elements=self._choices(report))
        if report is None:
            return PitPage(title=title, columns=((head, PitRow(elements=(Gap(),))),))
        sheets = leaves(report, lines_in(room))
        count = len(sheets)
        shown = sheets[self._paging.window(count, 1)][0]
        rows = [head, PitRow(elements=tuple(name for name, _ in shown), height=TITLE)]
        rows.append(PitRow(elements=tuple(element for _, element in shown)))
        rows.append(PitRow(elements=(*self._paging.buttons(count), *self._saving())))
        return PitPage(title=title, columns=(tuple(rows),))

    def _choices(self, report: Report | None) -> tuple[Button, ...]:
        day = "newest" if self._day is None else self._day.isoformat()
        shift = "whole day" if self._shift is None else str(self._shift)
        alone = bool(self._table)
        return (
            Button(id="reports:table", label="Table", hint=self._table or "all tables", key="T"),
            Button(id="reports:day", label="Gaming day", hint=day if self._shift is None else "of the shift", key="D"),
            Button(
                id="reports:shift",
                label="Shift",
                hint=shift,
                key="S",
                enabled=alone,
                reason="" if alone else "choose a table first",
            ),
        )

    def _saving(self) -> tuple[Button, ...]:
        keys = {"pdf": "P", "csv": "C", "xlsx": "X", "json": "J"}
        return tuple(
            Button(id=f"reports:save:{form}", label=form.upper(), hint="save", key=keys[form], spoken=f"Save as {form}")
            for form in FORMS
        )

    # --- what is touched ---------------------------------------------------------------------------------------------

    def press(self, touched: str) -> None:
        what = touched.removeprefix("reports:")
        report = self._report
        if what == "table":
            self._ask_table()
        elif what == "day":
            self._ask_day()
        elif what == "shift":
            self._ask_shift()
        elif what.startswith("save:") and report is not None:
            self._save(report, what.removeprefix("save:"))
        elif report is not None:
            self._paging.press(touched, len(leaves(report, lines_in(self._core.room))))

    def _choose(self, title: str, options: list[Option], then: Callable[[str], None]) -> None:
        self._core.dialog = Choice(self._core, title, options, then)

    def _ask_table(self) -> None:
        names = sorted({log.table for log in self._core.services.archive.logs()})
        options = [Option(value=ALL, label="all tables"), *(Option(value=each, label=each) for each in names)]

        def chosen(table: str) -> None:
            self._table, self._shift = table, None
            self._make()

        self._choose("Report of which table?", options, chosen)

    def _ask_day(self) -> None:
        services = self._core.services
        days = days_of(services.archive, services.house.gaming_day)
        options = [Option(value=day.isoformat(), label=day.isoformat(), hint=day.strftime("%A")) for day in days]

        def chosen(day: str) -> None:
            self._day, self._shift = date.fromisoformat(day), None
            self._make()

        self._choose("Report of which gaming day?", options, chosen)

    def _ask_shift(self) -> None:
        numbers = shift_numbers(self._core.services.archive, self._core.services.archive.log(self._table))
        options = [Option(value="", label="whole day")]
        options += [Option(value=str(each), label=f"Shift {each}") for each in reversed(numbers)]

        def chosen(number: str) -> None:
            self._shift = int(number) if number else None
            self._make()

        self._choose("Report of which shift?", options, chosen)

    def _make(self) -> None:
        self._paging.first = 0
        self._core.do("adding up the report", self._made, self._show)

    def _made(self, work: Work) -> Report:
        services, table = self._core.services, self._table
        archive, house = services.archive, services.house
        if table and self._shift is not None:
            return shift_report(archive, archive.log(table), self._shift, house)
        days = days_of(archive, house.gaming_day)
        day = self._day or (days[0] if days else date.min)
        return (
            day_report(archive, archive.log(table), day, house, work)
            if table
            else floor_report(archive, day, house, work)
        )

    def _show(self, report: Report) -> None:
        self._report = report

    def _save(self, report: Report, form: str) -> None:
        services = self._core.services
        name = f"{report.title} {report.place} {report.period}".replace(" ", "-").replace(":", "").lower()
        self._core.do(
            f"writing the report as {form.upper()}",
            lambda _: services.save(f"{name}.{form}", FORMS[form](report)),
            lambda path: self._core.say(f"Saved: {path}"),
        )


Leaf = tuple[tuple[Text, Sheet | ChartView], ...]


def lines_in(room: Room) -> int:
    """How many lines of a table can be read at once, below its head."""
    free = body_of(room).height - 2 * KEY - (TITLE + LINE) * room.grown - 3 * SPACE
    return max(1, int(free / (LINE * room.grown)))


def leaves(report: Report, lines: int) -> list[Leaf]:
    """What is in sight at once: a broad table alone, narrow ones and charts two by two; a long one in pieces."""
    sheets = [_sheet(piece) for section in report.sections for piece in _pieces(section, lines)]
    return [*_paired(sheets), *_paired(list(map(_chart, report.charts)))]


def _pieces(section: Section, lines: int) -> list[Section]:
    if len(section.rows) <= lines:
        return [section]
    parts = [section.rows[at : at + lines] for at in range(0, len(section.rows), lines)]
    return [
        replace(section, title=f"{section.title}, {number} of {len(parts)}", rows=part)
        for number, part in enumerate(parts, start=1)
    ]


def _paired(parts: list[tuple[Text, Sheet | ChartView]]) -> list[Leaf]:
    found: list[Leaf] = []
    waiting: Leaf = ()
    for part in parts:
        sheet = part[1]
        if isinstance(sheet, Sheet) and len(sheet.head) > NARROW:
            found.append((part,))
            continue
        waiting = (*waiting, part)
        if len(waiting) == 2:
            found.append(waiting)
            waiting = ()
    return [*found, waiting] if waiting else found


def _sheet(section: Section) -> tuple[Text, Sheet | ChartView]:
    rows = tuple(section.shown(row) for row in section.rows)
    return Text(text=section.title, tone="main"), Sheet(head=section.head, rows=rows, amounts=section.figures)


def _chart(chart: Chart) -> tuple[Text, Sheet | ChartView]:
    return Text(text=chart.title, tone="main"), ChartView(chart=chart)
