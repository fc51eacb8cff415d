"""The money of the tables: opener against last closer, drop, float; chips by denomination; slips, printed as PDF."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout

from dealer_console.messages import Words
from dealer_console.pit.live.board import TableStatus
from dealer_console.pit.live.tables import ALERTS_OF_MS, Live
from dealer_console.pit.money.money_cycle import ChipLine, MoneyShift, TableSlip, chip_lines, money_shifts, slips_of
from dealer_console.pit.paper.slip import slip_pdf
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.desk_forms import DeskForm
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.page import Page, button
from dealer_console.pit.windows.rows import Column
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.pit.windows.tray_panel import TrayPanel, signed
from dealer_console.screens.values import Level
from dealer_console.table import commands as c
from dealer_console.table.people import Action
from dealer_console.table.shift import chips


class MoneyPage(Page):
    """The list of the tables leads: chips and slips are of the ones that are selected, else of all."""

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        words = self.words
        self._shifts: tuple[MoneyShift, ...] = ()
        self._tables: dict[str, TableStatus] = {}
        self.tables: RowsPanel[MoneyShift] = RowsPanel(
            "money",
            words,
            settings,
            self._columns(),
            lambda row: row.log,
            sorted_by="table",
            tools=(
                button(words("pit-request-fill"), lambda: self._request("fill"), tone="go"),
                button(words("pit-request-credit"), lambda: self._request("credit")),
            ),
        )
        self.tray = TrayPanel("money-tray", self.services, settings)
        self.chip_lines: RowsPanel[ChipLine] = RowsPanel(
            "chips", words, settings, self._chip_columns(), lambda line: line.worth, sorted_by="worth", falling=True
        )
        self.slips: RowsPanel[TableSlip] = RowsPanel(
            "slips", words, settings, self._slip_columns(), lambda row: (row.log, row.slip.number),
            sorted_by="time", falling=True,
            tools=(button(words("pit-print-slips"), self._print, tone="go", key="Ctrl+P"),),
        )  # fmt: skip
        down, along = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
        beside = KeptSplitter("money-table", settings, down, (self.tray, self.chip_lines, self.slips))
        across = KeptSplitter("money", settings, along, (self.tables, beside), (660, 600))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 0)
        layout.addWidget(across)
        self.tables.chosen.connect(self._show_below)

    def _columns(self) -> list[Column[MoneyShift]]:
        words = self.words
        return [
            Column(key="table", head=words("pit-col-table"), text=lambda m: m.table),
            Column(key="shift", head=words("pit-col-shift"), text=lambda m: str(m.shift.number),
                   order=lambda m: m.shift.number, figure=True),
            Column(key="closer", head=words("pit-col-last-closer"), order=lambda m: m.before.till.closer or 0,
                   text=lambda m: "" if m.before.till.closer is None else words.money(m.before.till.closer),
                   figure=True),
            Column(key="opener", head=words("report-col-opener"), text=lambda m: words.money(m.shift.till.opener),
                   order=lambda m: m.shift.till.opener, figure=True),
            Column(key="off", head=words("pit-col-opener-off"), order=lambda m: m.opener_off or 0, figure=True,
                   text=lambda m: "" if m.opener_off is None else words.money(m.opener_off), level=_off),
            Column(key="fills", head=words("report-col-fills"), text=lambda m: words.money(m.shift.till.fills),
                   order=lambda m: m.shift.till.fills, figure=True),
            Column(key="credits", head=words("report-col-credits"), text=lambda m: words.money(m.shift.till.credits),
                   order=lambda m: m.shift.till.credits, figure=True),
            Column(key="drop", head=words("pit-col-drop"), text=lambda m: words.money(m.shift.till.drop),
                   order=lambda m: m.shift.till.drop, figure=True),
            Column(key="buys", head=words("pit-col-buy-ins"), text=lambda m: str(m.shift.till.buy_ins),
                   order=lambda m: m.shift.till.buy_ins, figure=True),
            Column(key="float", head=words("pit-col-float"), text=lambda m: words.money(self._float(m)),
                   order=self._float, figure=True),
            Column(key="tokes", head=words("report-of-tokes"), text=lambda m: words.money(m.shift.till.tokes_given),
                   order=lambda m: m.shift.till.tokes_given, figure=True),
        ]  # fmt: skip

    def _float(self, money: MoneyShift) -> int:
        table = self._tables.get(money.log)
        return table.tray if table is not None else 0

    def _chip_columns(self) -> list[Column[ChipLine]]:
        words = self.words
        return [
            Column(key="worth", head=words("slip-denomination"), text=lambda c: words.whole_money(c.worth),
                   order=lambda c: c.worth, figure=True),
            Column(key="opener", head=words("report-col-opener"), text=lambda c: _shown(words, c.opener),
                   order=lambda c: c.opener, figure=True),
            Column(key="fills", head=words("report-col-fills"), text=lambda c: _shown(words, c.fills),
                   order=lambda c: c.fills, figure=True),
            Column(key="credits", head=words("report-col-credits"), text=lambda c: _shown(words, c.credits),
                   order=lambda c: c.credits, figure=True),
            Column(key="came", head=words("report-col-came"), text=lambda c: _shown(words, c.came),
                   order=lambda c: c.came, figure=True),
            Column(key="closer", head=words("report-col-closer"), text=lambda c: _shown(words, c.closer),
                   order=lambda c: c.closer or 0, figure=True),
            Column(key="difference", head=words("report-col-difference"), text=lambda c: _shown(words, c.difference),
                   order=lambda c: c.difference or 0, figure=True,
                   level=lambda c: "bad" if c.impossible else None),
        ]  # fmt: skip

    def _slip_columns(self) -> list[Column[TableSlip]]:
        words, moment = self.words, self.services.moment
        return [
            Column(key="time", head=words("pit-col-when"), text=lambda s: moment(s.slip.requested_ms),
                   order=lambda s: s.slip.requested_ms),
            Column(key="table", head=words("pit-col-table"), text=lambda s: s.table),
            Column(key="number", head=words("slip-number"), text=lambda s: s.slip.number),
            Column(key="what", head=words("pit-col-kind"), text=lambda s: words(f"slip-{s.slip.what}")),
            Column(key="amount", head=words("pit-amount"), text=lambda s: words.money(s.slip.chips.cents),
                   order=lambda s: s.slip.chips.cents, figure=True),
            Column(key="step", head=words("pit-col-state"), text=lambda s: words(f"slip-step-{s.slip.step}"),
                   level=lambda s: "warn" if s.slip.is_open else None),
            Column(key="by", head=words("pit-col-by"), text=lambda s: self._name(s.slip.requested_by)),
        ]  # fmt: skip

    def _name(self, person: str) -> str:
        names = {} if self.background.live is None else self.background.live.names
        return names.get(person, person)

    @property
    def title(self) -> str:
        return self.words("pit-money")

    @property
    def filter_box(self) -> QLineEdit:
        return self.tables.filter

    # --- what is seen ------------------------------------------------------------------------------------------------

    def opened(self) -> None:
        self._read()

    def show_live(self, live: Live) -> None:
        self._tables = {table.log.log: table for table in live.tables}
        if self.isVisible():
            self._read()

    def _read(self) -> None:
        """On a floor the last shift of each table, and those of the last days, however long the history is."""
        archive = self.services.archive
        since_ms = self.services.clock_ms() - ALERTS_OF_MS if archive.is_kept else 0
        latest = {log: table.shift for log, table in self._tables.items()}
        with archive.engine.connect() as connection:
            self._shifts = tuple(money_shifts(connection, opened_since_ms=since_ms, latest=latest))
        self.tables.set_rows([*{shift.log: shift for shift in self._shifts}.values()])
        self._show_below()

    def _show_below(self) -> None:
        chosen = {table.log for table in self.tables.selected()}
        latest = [row for row in self.tables.model.rows if not chosen or row.log in chosen]
        self.tray.show_tables([self._tables[row.log] for row in latest if row.log in self._tables])
        self.chip_lines.set_rows(_together(latest))
        self.slips.set_rows(slips_of([shift for shift in self._shifts if not chosen or shift.log in chosen]))

    def _request(self, what: str) -> None:
        """For the selected table: the table takes the order, and the cage sees the slip."""
        chosen, words, services = self.tables.selected(), self.words, self.services
        if len(chosen) != 1:
            self.background.say(words("pit-choose-first"), "danger")
            return
        money = chosen[0]
        action = Action.FILL_REQUEST if what == "fill" else Action.CREDIT_REQUEST

        def order(form: DeskForm, who: str, pin: str, why: str) -> None:
            held = chips(form.counts())
            command = c.AskFill(who="", chips=held) if what == "fill" else c.AskCredit(who="", chips=held)
            log = next(log for log in services.archive.logs() if log.log == money.log)
            self.background.do(
                words(f"pit-request-{what}"),
                lambda _: services.order(log, command, action, desk="pit", key=services.ruling_key(who, pin),
                                         reason=why),
                lambda _: self.background.say(words("pit-ordered")),
            )  # fmt: skip

        form = DeskForm(
            self.window(), words, title=words(f"pit-request-{what}"), names=services.those_who(services.may_do(action)),
            about=words("pit-request-about", table=money.table), reason=words("pit-reason"), then=order,
        )  # fmt: skip
        form.add_counts([int(worth) for worth in sorted(money.shift.denominations, reverse=True)])
        form.open()

    def _print(self) -> None:
        services, names = self.services, dict(self.background.live.names) if self.background.live else {}
        chosen = self.slips.selected()
        if not chosen:
            self.background.say(self.words("pit-choose-first"), "danger")
            return

        def run() -> list[str]:
            return [
                str(
                    services.save(
                        f"{row.table}-{row.slip.number}.pdf", slip_pdf(row, services.words, names, services.second)
                    )
                )
                for row in chosen
            ]

        self.background.do(
            self.words("pit-writing", form="PDF"),
            lambda _: run(),
            lambda paths: self.background.say(self.words("pit-saved", path=", ".join(paths))),
        )


def _shown(words: Words, count: int | None) -> str:
    return "" if count is None else signed(words, count)


def _off(money: MoneyShift) -> Level | None:
    return "bad" if money.opener_off else None


def _together(shifts: list[MoneyShift]) -> list[ChipLine]:
    """Of several tables, added up by denomination."""
    lines_of: dict[int, list[ChipLine]] = {}
    for shift in shifts:
        for line in chip_lines(shift.shift):
            lines_of.setdefault(line.worth, []).append(line)
    return [
        ChipLine(
            worth=worth,
            opener=sum(line.opener for line in lines),
            fills=sum(line.fills for line in lines),
            credits=sum(line.credits for line in lines),
            closer=None if any(line.closer is None for line in lines) else sum(line.closer or 0 for line in lines),
        )
        for worth, lines in lines_of.items()
    ]
