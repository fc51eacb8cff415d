"""The money of the tables: opener against last closer, drop, float; chips by denomination; slips, printed as PDF."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSettings, Qt

from dealer_console.pit.live.board import TableStatus
from dealer_console.pit.live.tables import ALERTS_OF_MS, Live
from dealer_console.pit.money.money_cycle import ChipLine, MoneyShift, TableSlip, chip_lines, money_shifts, slips_of
from dealer_console.pit.paper.slip import slip_pdf
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.desk_forms import DeskForm
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.page import Page, button
from dealer_console.pit.windows.pages.money_columns import slip_columns
from dealer_console.pit.windows.rows import Column, figure_column
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.pit.windows.tray_panel import TrayPanel, signed
from dealer_console.screens.values import Level
from dealer_console.table import commands as c
from dealer_console.table.people import Action
from dealer_console.table.shift import chips


class MoneyPage(Page):
    """The list of the tables leads: chips and slips are of the ones that are selected, else of all."""

    title_key = "pit-money"

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
        self.lay_out(across, filter_box=self.tables.filter)
        self.tables.chosen.connect(self._show_below)

    def _columns(self) -> list[Column[MoneyShift]]:
        words = self.words
        return [
            Column(key="table", head=words("pit-col-table"), text=lambda m: m.table),
            figure_column("shift", words("pit-col-shift"), lambda m: m.shift.number),
            figure_column("closer", words("pit-col-last-closer"), lambda m: m.before.till.closer, words.money),
            figure_column("opener", words("report-col-opener"), lambda m: m.shift.till.opener, words.money),
            figure_column("off", words("pit-col-opener-off"), lambda m: m.opener_off, words.money, level=_off),
            figure_column("fills", words("report-col-fills"), lambda m: m.shift.till.fills, words.money),
            figure_column("credits", words("report-col-credits"), lambda m: m.shift.till.credits, words.money),
            figure_column("drop", words("pit-col-drop"), lambda m: m.shift.till.drop, words.money),
            figure_column("buys", words("pit-col-buy-ins"), lambda m: m.shift.till.buy_ins),
            figure_column("float", words("pit-col-float"), self._float, words.money),
            figure_column("tokes", words("report-of-tokes"), lambda m: m.shift.till.tokes_given, words.money),
        ]  # fmt: skip

    def _float(self, money: MoneyShift) -> int:
        table = self._tables.get(money.log)
        return table.tray if table is not None else 0

    def _chip_columns(self) -> list[Column[ChipLine]]:
        words, shown = self.words, partial(signed, self.words)
        return [
            figure_column("worth", words("slip-denomination"), lambda c: c.worth, words.whole_money),
            figure_column("opener", words("report-col-opener"), lambda c: c.opener, shown),
            figure_column("fills", words("report-col-fills"), lambda c: c.fills, shown),
            figure_column("credits", words("report-col-credits"), lambda c: c.credits, shown),
            figure_column("came", words("report-col-came"), lambda c: c.came, shown),
            figure_column("closer", words("report-col-closer"), lambda c: c.closer, shown),
            figure_column("difference", words("report-col-difference"), lambda c: c.difference, shown,
                          level=lambda c: "bad" if c.impossible else None),
        ]  # fmt: skip

    def _slip_columns(self) -> list[Column[TableSlip]]:
        words = self.words
        return [
            *slip_columns(words, self.services.moment),
            Column(key="step", head=words("pit-col-state"), text=lambda s: words(f"slip-step-{s.slip.step}"),
                   level=lambda s: "warn" if s.slip.is_open else None),
            Column(key="by", head=words("pit-col-by"), text=lambda s: self._name(s.slip.requested_by)),
        ]  # fmt: skip

    def _name(self, person: str) -> str:
        names = {} if self.background.live is None else self.background.live.names
        return names.get(person, person)

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
