"""Reports: a shift, day, week or month of a table, a pit, a game or the floor, in one scroll; saved as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QDate, QSettings, Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QScrollArea, QTableView, QVBoxLayout, QWidget

from dealer_console.pit.long_work import Work
from dealer_console.pit.reports import (
    FORMS,
    GROUPS,
    PERIODS,
    Report,
    Section,
    Share,
    days_of,
    make_report,
    shift_numbers,
    stamped,
)
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.chart_view import ChartView
from dealer_console.pit.windows.page import Page, button, date_box, date_in, label
from dealer_console.pit.windows.rows import Column, RowsModel, natural

AIR: Final = 5
EDGE: Final = 6  # pixels of the frame
NARROW: Final = 3  # columns of tables that stand side by side
Line = tuple[str | int | Share, ...]


class ReportsPage(Page):
    title_key = "pit-reports"

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        words = self.words
        self.report: Report | None = None
        self.period, self.group, self.table, self.shift = QComboBox(), QComboBox(), QComboBox(), QComboBox()
        self.period.addItems([words(f"pit-period-{period}") for period in PERIODS])
        self.group.addItems([words(f"pit-by-{group}") for group in GROUPS])
        self.day = date_box()
        self.paper = QScrollArea(widgetResizable=True)
        self._lay_out()
        for box in (self.period, self.group, self.shift):
            box.activated.connect(lambda _: self._make())
        self.table.activated.connect(lambda _: background.now(self._of_table))
        self.day.editingFinished.connect(self._make)

    def _lay_out(self) -> None:
        words, tools = self.words, QHBoxLayout()
        fields = (
            (words("pit-period"), self.period), (words("pit-gaming-day"), self.day), (words("pit-by"), self.group),
            (words("pit-col-table"), self.table), (words("pit-col-shift"), self.shift),
        )  # fmt: skip
        for name, field in fields:
            tools.addWidget(label(name, wraps=False))
            tools.addWidget(field)
            field.setAccessibleName(name)
        tools.addStretch(1)
        for form in FORMS:
            tools.addWidget(button(form.upper(), lambda form=form: self._save(form)))  # type: ignore[misc]
        self.lay_out(tools, self.paper)

    # --- what is asked for -------------------------------------------------------------------------------------------

    def opened(self) -> None:
        if self.table.count():
            return
        archive = self.services.archive
        tables = sorted({log.table for log in archive.logs()}, key=natural)
        self.table.addItems([self.words("pit-all-tables"), *tables])
        day = next(days_of(archive, self.services.expectations.gaming_day), None)
        if day is not None:
            self.day.setDate(QDate(day.year, day.month, day.day))
        self._of_table()

    def _table(self) -> str | None:
        return self.table.currentText() if self.table.currentIndex() > 0 else None

    def _of_table(self) -> None:
        table, archive = self._table(), self.services.archive
        self.shift.clear()
        if table is not None:
            self.shift.addItems([str(number) for number in reversed(shift_numbers(archive, archive.log(table)))])
        self._make()

    def _make(self) -> None:
        period, table = PERIODS[self.period.currentIndex()], self._table()
        self.shift.setEnabled(period == "shift" and table is not None)
        self.day.setEnabled(period != "shift")
        if period == "shift" and (table is None or not self.shift.currentText()):
            self.background.say(self.words("pit-choose-table"), "danger")
            return
        services, group = self.services, GROUPS[self.group.currentIndex()]
        day = date_in(self.day)
        shift = int(self.shift.currentText()) if period == "shift" else None

        def run(work: Work) -> Report:
            return make_report(
                services.archive, services.expectations, services.words, day=day, period=period, group=group,
                table=table, shift=shift, work=work, keys_of=services.keys_of,
            )  # fmt: skip

        self.background.do(self.words("pit-calculating"), run, self._show)

    # --- what is seen ------------------------------------------------------------------------------------------------

    def _show(self, report: Report) -> None:
        self.report = report
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.addWidget(label(f"{report.title}: {report.place}, {report.period}", size="large"))
        if report.stamp:
            column.addWidget(label(report.stamp, tone="bad"))
        waiting = list(report.sections)
        while waiting:
            first, beside = waiting.pop(0), QHBoxLayout()
            beside.addLayout(self._titled(first))
            while waiting and len(first.head) <= NARROW and len(waiting[0].head) <= NARROW:
                beside.addSpacing(24)
                beside.addLayout(self._titled(waiting.pop(0)))
            beside.addStretch(1)
            column.addLayout(beside)
        for chart in report.charts:
            column.addWidget(ChartView(chart, self.words, self))
        column.addStretch(1)
        self.paper.setWidget(inside)

    def _titled(self, section: Section) -> QVBoxLayout:
        column = QVBoxLayout()
        column.addWidget(label(section.title, size="head", wraps=False))
        column.addWidget(self._sheet(section))
        column.addStretch(1)
        return column

    def _sheet(self, section: Section) -> QTableView:
        """As high and as wide as its rows: only the report scrolls."""
        columns: list[Column[Line]] = [
            Column(key=str(at), head=head, text=lambda row, at=at: section.shown(row, self.words)[at],  # type: ignore[misc]
                   figure=at in section.figures)
            for at, head in enumerate(section.head)
        ]  # fmt: skip
        model: RowsModel[Line] = RowsModel(columns, lambda row: row)
        model.set_rows(section.rows)
        sheet = QTableView()
        model.setParent(sheet)
        sheet.setModel(model)
        sheet.setAccessibleName(section.title)
        sheet.setShowGrid(False)
        sheet.setAlternatingRowColors(True)
        sheet.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        sheet.verticalHeader().hide()
        sheet.verticalHeader().setMinimumSectionSize(1)
        line = self.fontMetrics().height() + AIR
        sheet.verticalHeader().setDefaultSectionSize(line)
        sheet.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        sheet.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        sheet.resizeColumnsToContents()
        width = sum(sheet.columnWidth(at) + 10 for at in range(len(columns)))
        for at in range(len(columns)):
            sheet.setColumnWidth(at, sheet.columnWidth(at) + 10)
        sheet.horizontalHeader().setFixedHeight(line + EDGE)
        sheet.setFixedSize(width + EDGE, line * (len(section.rows) + 1) + 2 * EDGE)
        return sheet

    def _save(self, form: str) -> None:
        services, report = self.services, self.report
        if report is None:
            return
        name = f"{report.title} {report.place} {report.period}".replace(" ", "-").replace(":", "").lower()

        def run(work: Work) -> tuple[Path, Report]:
            stamped_report = stamped(services.archive, services.expectations, report, work)
            return services.save(f"{name}.{form}", FORMS[form](stamped_report)), stamped_report

        def done(saved: tuple[Path, Report]) -> None:
            path, report = saved
            text = self.words("pit-saved", path=str(path))
            self.background.say(f"{report.stamp} {text}".strip(), "danger" if report.stamp else "plain")
            if report.stamp:
                self._show(report)

        self.background.do(self.words("pit-writing", form=form.upper()), run, done)
