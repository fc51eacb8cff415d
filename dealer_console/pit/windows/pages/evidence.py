"""Evidence: is a journal what the table wrote, and is the floor's copy the same? Where not, at which entry."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDate, QSettings, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from dealer_console.journal.verification.verify import VerifyReport
from dealer_console.pit.archive import Log
from dealer_console.pit.archive.floor_source import FloorSource
from dealer_console.pit.archive.sources import JournalFiles
from dealer_console.pit.evidence import Compared, DayVerified, compare_with_floor, verify_day, verify_log
from dealer_console.pit.live.tables import Live
from dealer_console.pit.long_work import Work
from dealer_console.pit.reports import days_of
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.page import Page, button, date_box, date_in
from dealer_console.pit.windows.rows import Column, drawable
from dealer_console.pit.windows.rows_view import RowsPanel


class EvidencePage(Page):
    """Whatever was found stands below the last finding, to be read again and copied."""

    title_key = "pit-evidence"

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        words = self.words
        self.logs: RowsPanel[Log] = RowsPanel(
            "journals", words, settings, self._columns(), lambda log: log.log, sorted_by="table"
        )
        self.findings = QPlainTextEdit(readOnly=True)
        self.findings.setAccessibleName(words("pit-findings"))
        self.day = date_box()
        self.day_button = button(words("pit-verify-day"), self._verify_day)
        self.other = QLineEdit()
        source = self.services.archive.source
        self.other.setPlaceholderText(
            words("pit-compare-floor") if isinstance(source, JournalFiles) else words("pit-compare-file")
        )
        self._lay_out()

    def _lay_out(self) -> None:
        words = self.words
        first, second = QHBoxLayout(), QHBoxLayout()
        for widget in (
            button(words("pit-verify"), self._verify, tone="go", key="Ctrl+V"),
            self.day_button,
            self.day,
        ):
            first.addWidget(widget)
        first.addStretch(1)
        second.addWidget(self.other, 1)
        second.addWidget(button(words("pit-compare"), self._compare))
        right = QWidget()
        column = QVBoxLayout(right)
        column.addLayout(first)
        column.addLayout(second)
        column.addWidget(self.findings, 1)
        parts = (self.logs, right)
        splitter = KeptSplitter("evidence", self.settings, Qt.Orientation.Horizontal, parts, (560, 640))
        self.lay_out(splitter, filter_box=self.logs.filter)

    def _columns(self) -> list[Column[Log]]:
        words = self.words
        return [
            Column(key="table", head=words("pit-col-table"), text=lambda log: log.table),
            Column(key="log", head=words("pit-col-journal"), text=lambda log: log.log),
            Column(key="key", head=words("pit-col-key"), text=lambda log: log.public_key),
        ]

    def show_live(self, live: Live) -> None:
        self.logs.set_rows([table.log for table in live.tables])

    def opened(self) -> None:
        day = next(days_of(self.services.archive, self.services.expectations.gaming_day), None)
        if day is not None:
            self.day.setDate(QDate(day.year, day.month, day.day))

    def _find(self, text: str) -> None:
        before = self.findings.toPlainText()
        self.findings.setPlainText(drawable(f"{text}\n\n{before}" if before else text))

    # --- verify ------------------------------------------------------------------------------------------------------

    def _verify(self) -> None:
        """What is selected, else every journal."""
        logs: Sequence[Log] = self.logs.selected() or self.logs.model.rows
        archive = self.services.archive
        self.background.do(
            self.words("pit-verifying"), lambda work: [verify_log(archive, log, work) for log in logs], self._verified
        )

    def _verified(self, reports: list[VerifyReport]) -> None:
        words = self.words
        for report in reports:
            self._find(self._report_words(report))
        if len(reports) > 1:
            broken = sum(report.problem is not None for report in reports)
            self._find(words("pit-verified-all", count=len(reports), broken=broken))

    def _report_words(self, report: VerifyReport) -> str:
        words = self.words
        if report.problem is not None:
            return words("pit-breaks", table=report.table, where=words(report.problem.message))
        return words(
            "pit-verified",
            table=report.table,
            entries=report.entries,
            checkpoints=report.checkpoints,
            rounds=report.rounds,
            settlements=report.settlements,
            loose=report.entries - report.signed_up_to,
        )

    def _one(self) -> Log | None:
        logs = self.logs.selected()
        if len(logs) != 1:
            self.background.say(self.words("pit-choose-table"), "danger")
            return None
        return logs[0]

    def _verify_day(self) -> None:
        log, services = self._one(), self.services
        day = date_in(self.day)
        if log is not None:
            self.background.do(
                self.words("pit-verifying"),
                lambda work: verify_day(services.archive, log, day, services.expectations.gaming_day, work),
                self._day_verified,
            )

    def _day_verified(self, verified: DayVerified) -> None:
        words = self.words
        if verified.problem is not None:
            table = f"{verified.table}, {verified.day}"
            self._find(words("pit-breaks", table=table, where=words(verified.problem.message)))
            return
        self._find(
            words(
                "pit-verified-day",
                table=verified.table,
                day=verified.day.isoformat(),
                first=verified.first_entry,
                last=verified.last_entry,
                rounds=verified.rounds,
                settlements=verified.settlements,
                loose=max(0, verified.last_entry - verified.signed_up_to),
            )
        )

    # --- compare -----------------------------------------------------------------------------------------------------

    def _compare(self) -> None:
        """Of the two to compare one is open here; the other is named."""
        log, source, typed = self._one(), self.services.archive.source, self.other.text().strip()
        if log is None or not typed:
            self.background.say(self.words("pit-name-other"), "danger")
            return
        if isinstance(source, JournalFiles):
            file, floor = source.paths[log.log], typed
        elif isinstance(source, FloorSource):
            file, floor = Path(typed), source.address
        else:
            return

        def run(_: Work) -> Compared:
            return compare_with_floor(file, floor)

        self.background.do(self.words("pit-comparing"), run, self._compared)

    def _compared(self, compared: Compared) -> None:
        text = f"{compared.comparison.table}: {self.words(compared.comparison.result)}"
        if compared.same:
            self._find(self.words("pit-same", text=text))
        else:
            self._find(
                self.words("pit-differs", text=text, table=compared.at_table or "–", floor=compared.at_floor or "–")
            )
