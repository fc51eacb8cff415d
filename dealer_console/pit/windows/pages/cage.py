"""The cage: slips from request to receipt, drop boxes and their count, markers, the cash log."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QTabWidget

from dealer_console.pit.alerts.desk_alerts import LONGEST_SHIFT_MS
from dealer_console.pit.archive import Log
from dealer_console.pit.desk.record_kinds import METHODS, ChipsReceived
from dealer_console.pit.desk.records import Record
from dealer_console.pit.live.tables import ALERTS_OF_MS, Live
from dealer_console.pit.money.cash_log import CashLine, cash_log, pay_out
from dealer_console.pit.money.marker_book import MarkerLine, balances, markers, pay_marker
from dealer_console.pit.money.money_cycle import TableSlip, money_shifts, slips_of
from dealer_console.pit.money.soft_count import BoxCount, box_counts, enter_count
from dealer_console.pit.paper.marker import marker_pdf
from dealer_console.pit.paper.slip import slip_pdf
from dealer_console.pit.players.player_list import load_players
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.desk_forms import DeskForm
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.page import Page, button
from dealer_console.pit.windows.pages.money_columns import box_columns, cash_columns, marker_columns, slip_columns
from dealer_console.pit.windows.rows import Column
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.screens.values import Level
from dealer_console.table import commands as c
from dealer_console.table.people import Action, Standing

NOTES: Final = (10_000, 5_000, 2_000, 1_000, 500, 200, 100)  # banknotes, in cents


class CagePage(Page):
    """The newest first; what waits for the cage is marked."""

    title_key = "pit-cage"

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        words = self.words
        self._records: tuple[Record, ...] = ()
        self._owed: dict[str, int] = {}
        self.slips: RowsPanel[TableSlip] = RowsPanel(
            "cage-slips", words, settings, self._slip_columns(), lambda row: (row.log, row.slip.number),
            sorted_by="time", falling=True,
            tools=(
                button(words("pit-cage-send"), self._send, tone="go", key="Ctrl+Return"),
                button(words("pit-cage-receive"), self._receive),
                button(words("pit-cage-void"), self._void),
                button(words("pit-print-slips"), self._print, key="Ctrl+P"),
            ),
        )  # fmt: skip
        self.boxes: RowsPanel[BoxCount] = RowsPanel(
            "cage-boxes", words, settings, box_columns(words, self._name),
            lambda box: (box.log, box.shift), sorted_by="table",
            tools=(button(words("pit-count-box"), self._count, tone="go"),),
        )  # fmt: skip
        self.markers: RowsPanel[MarkerLine] = RowsPanel(
            "cage-markers", words, settings,
            marker_columns(words, self.services.moment, lambda player: self._owed.get(player, 0)),
            lambda line: (line.log, line.number),
            sorted_by="time", falling=True,
            tools=(
                button(words("pit-marker-pay"), self._pay, tone="go"),
                button(words("pit-marker-print"), self._print_marker),
            ),
        )  # fmt: skip
        self.cash: RowsPanel[CashLine] = RowsPanel(
            "cage-cash", words, settings, cash_columns(words, self.services.expectations.cash_threshold),
            lambda line: (line.day, line.card, *line.tables),
            sorted_by="day", falling=True, tools=(button(words("pit-cash-out"), self._cash_out, tone="go"),),
        )  # fmt: skip
        below = QTabWidget()
        below.setDocumentMode(True)
        for name, panel in (("boxes", self.boxes), ("markers", self.markers), ("cash-log", self.cash)):
            below.addTab(panel, words(f"pit-{name}"))
        self.parts = below
        parts = (self.slips, below)
        splitter = KeptSplitter("cage", settings, Qt.Orientation.Vertical, parts, (400, 400))
        self.lay_out(splitter, filter_box=self.slips.filter)

    # --- columns -----------------------------------------------------------------------------------------------------

    def _slip_columns(self) -> list[Column[TableSlip]]:
        words = self.words
        return [
            *slip_columns(words, self.services.moment),
            Column(key="chips", head=words("pit-col-chips"), text=lambda s: s.slip.chips.words),
            Column(key="step", head=words("pit-col-state"), text=self._step, level=_waits),
            Column(key="by", head=words("pit-col-by"), text=lambda s: self._name(s.slip.requested_by)),
            Column(key="sent", head=words("pit-col-sent"), text=lambda s: self._name(s.slip.sent_by)),
            Column(key="runner", head=words("pit-col-runner"), text=lambda s: s.slip.runner or ""),
            Column(key="counted", head=words("pit-col-counted"), text=lambda s: self._name(s.slip.verified_by)),
            Column(key="confirmed", head=words("pit-col-confirmed"), text=lambda s: self._name(s.slip.settled_by)),
        ]  # fmt: skip

    def _step(self, row: TableSlip) -> str:
        received = self.words("pit-cage-received") if self._received(row) else ""
        return ", ".join(filter(None, (self.words(f"slip-step-{row.slip.step}"), received)))

    def _received(self, row: TableSlip) -> bool:
        return any(
            isinstance(record.data, ChipsReceived) and (record.data.log, record.data.slip) == (row.log, row.slip.number)
            for record in self._records
        )

    def _name(self, person: str | None) -> str:
        names = {} if self.background.live is None else self.background.live.names
        return names.get(person or "", person or "")

    # --- what is seen ------------------------------------------------------------------------------------------------

    def badge(self, live: Live) -> int:
        return sum(row.slip.step == "requested" for row in self.slips.model.rows)

    def opened(self) -> None:
        self._read()

    def show_live(self, live: Live) -> None:
        if self.isVisible():
            self._read()

    def _read(self) -> None:
        services = self.services
        since = services.clock_ms() - ALERTS_OF_MS
        self._records = services.records.all(since_ms=since - LONGEST_SHIFT_MS)
        with services.archive.engine.connect() as connection:
            shifts = tuple(money_shifts(connection, opened_since_ms=since - LONGEST_SHIFT_MS))
            lines = markers(connection, services.records, since_ms=since)
            log = cash_log(connection, self._records, services.expectations.gaming_day, since_ms=since)
        self._owed = balances(lines)
        self.slips.set_rows(slips_of(shifts))
        self.boxes.set_rows(
            sorted(box_counts(shifts, self._records), key=lambda box: (box.times, box.table, -box.shift))
        )
        self.markers.set_rows(lines)
        self.cash.set_rows(log)

    # --- slips -------------------------------------------------------------------------------------------------------

    def _chosen_slip(self, *steps: str) -> TableSlip | None:
        chosen = self.slips.selected()
        if len(chosen) != 1:
            self.background.say(self.words("pit-choose-first"), "danger")
            return None
        if chosen[0].slip.step not in steps:
            self.background.say(self.words("pit-cage-not-open"), "danger")
            return None
        return chosen[0]

    def _log(self, name: str) -> Log:
        return next(log for log in self.services.archive.logs() if log.log == name)

    def _send(self) -> None:
        row, words, services = self._chosen_slip("requested"), self.words, self.services
        if row is None:
            return
        slip = row.slip

        def order(form: DeskForm, who: str, pin: str, _why: str) -> None:
            command = c.SendSlip(who="", slip=slip.number, runner=form.text("runner"))

            def run() -> str:
                services.order(self._log(row.log), command, Action.CAGE_SEND, desk="cage",
                               key=services.ruling_key(who, pin))  # fmt: skip
                return str(self._saved(row))

            self.background.do(
                words("pit-cage-send"),
                lambda _: run(),
                lambda path: self._done(words("pit-cage-sent", path=path)),
            )

        form = DeskForm(
            self.window(), words, title=words("pit-cage-send"), names=self._those_who(Action.CAGE_SEND), then=order,
            about=words("pit-cage-send-about", slip=slip.number, amount=words.money(slip.chips.cents),
                        chips=slip.chips.words),
        )  # fmt: skip
        form.add_text("runner", words("pit-cage-runner"))
        form.open()

    def _void(self) -> None:
        row, words, services = self._chosen_slip("requested", "sent", "verified"), self.words, self.services
        if row is None:
            return

        def order(_form: DeskForm, who: str, pin: str, why: str) -> None:
            command = c.CancelSlip(who="", slip=row.slip.number, why=why)
            self.background.do(
                words("pit-cage-void"),
                lambda _: services.order(self._log(row.log), command, Action.SLIP_VOID, desk="cage",
                                         key=services.ruling_key(who, pin), reason=why),
                lambda _: self._done(words("pit-ordered")),
            )  # fmt: skip

        DeskForm(
            self.window(), words, title=words("pit-cage-void"), then=order, reason=words("pit-reason"),
            names=services.those_who(services.may_ask(Action.SLIP_VOID, Standing.BETWEEN_ROUNDS)), must_say_why=True,
            about=words("pit-cage-void-about", slip=row.slip.number),
        ).open()  # fmt: skip

    def _receive(self) -> None:
        """Of a credit that was confirmed, or a fill that was voided on its way."""
        row, words, services = self._chosen_slip("confirmed", "cancelled"), self.words, self.services
        if row is None:
            return
        slip = row.slip
        back = slip.what == "credit" if slip.step == "confirmed" else slip.what == "fill" and slip.sent_by is not None
        if not back or self._received(row):
            self.background.say(words("pit-cage-not-open"), "danger")
            return

        def enter(form: DeskForm, who: str, pin: str, _why: str) -> None:
            counted = {str(worth): count for worth, count in form.counts().items()}
            received = ChipsReceived(log=row.log, slip=slip.number, chips=counted)
            self.background.do(
                words("pit-cage-receive"),
                lambda _: services.records.enter(
                    f"{row.log}/{slip.number}", received, key=services.ruling_key(who, pin),
                    permissions=services.permissions, at_ms=services.clock_ms(),
                ),
                lambda _: self._done(words("pit-entered")),
            )  # fmt: skip

        form = DeskForm(
            self.window(), words, title=words("pit-cage-receive"), names=self._those_who(Action.CAGE_CASH),
            about=words("pit-cage-receive-about", slip=slip.number), then=enter,
        )  # fmt: skip
        form.add_counts([int(worth) for worth, _ in slip.chips.rows])
        form.open()

    def _saved(self, row: TableSlip) -> object:
        services, names = self.services, dict(self.background.live.names) if self.background.live else {}
        paper = slip_pdf(row, services.words, names, services.second)
        return services.save(f"{row.table}-{row.slip.number}.pdf", paper)

    def _print(self) -> None:
        chosen = self.slips.selected()
        self.background.do(
            self.words("pit-writing", form="PDF"),
            lambda _: [str(self._saved(row)) for row in chosen],
            lambda paths: self.background.say(self.words("pit-saved", path=", ".join(paths))),
        )

    # --- boxes, markers, cash ----------------------------------------------------------------------------------------

    def _count(self) -> None:
        chosen, words, services = self.boxes.selected(), self.words, self.services
        if len(chosen) != 1:
            self.background.say(words("pit-choose-first"), "danger")
            return
        box = chosen[0]
        who_may = services.those_who(services.may_approve(Action.SOFT_COUNT))

        def enter(form: DeskForm, who: str, pin: str, why: str) -> None:
            notes, paper, (other, other_pin) = form.counts(), form.amount("markers") or 0, form.take_second()

            def run() -> None:
                key, second = services.ruling_key(who, pin), services.ruling_key(other, other_pin)
                enter_count(services.records, box, notes, paper, reason=why, key=key, second=second,
                            permissions=services.permissions, at_ms=services.clock_ms())  # fmt: skip

            self.background.do(words("pit-count-box"), lambda _: run(), lambda _: self._done(words("pit-entered")))

        form = DeskForm(
            self.window(), words, title=words("pit-count-box"), names=who_may, seconds=who_may, then=enter,
            about=words("pit-count-box-about", table=box.table, shift=box.shift),
            reason=words("pit-reason") if box.times else "", must_say_why=bool(box.times),
        )  # fmt: skip
        form.add_counts(NOTES)
        form.add_amount("markers", words("pit-count-markers"), "0")
        form.open()

    def _pay(self) -> None:
        chosen, words, services = self.markers.selected(), self.words, self.services
        if len(chosen) != 1:
            self.background.say(words("pit-choose-first"), "danger")
            return
        line = chosen[0]
        named = {words(f"pit-method-{method}"): method for method in METHODS}

        def enter(form: DeskForm, who: str, pin: str, _why: str) -> None:
            cents, method = form.amount("amount") or 0, named[form.text("method")]
            self.background.do(
                words("pit-marker-pay"),
                lambda _: pay_marker(services.records, line, cents, method, key=services.ruling_key(who, pin),
                                     permissions=services.permissions, at_ms=services.clock_ms()),
                lambda _: self._done(words("pit-entered")),
            )  # fmt: skip

        form = DeskForm(
            self.window(), words, title=words("pit-marker-pay"), names=self._those_who(Action.CAGE_CASH), then=enter,
            about=words("pit-marker-pay-about", marker=line.number, player=line.player, left=words.money(line.left)),
        )  # fmt: skip
        form.add_amount("amount", words("pit-amount"))
        form.add_choice("method", words("pit-marker-method"), list(named), next(iter(named)))
        form.open()

    def _print_marker(self) -> None:
        chosen, words, services = self.markers.selected(), self.words, self.services
        if not chosen:
            self.background.say(words("pit-choose-first"), "danger")
            return
        names, known = services.names(), load_players()

        def run() -> str:
            paths = []
            for line in chosen:
                name = known[line.player].name if line.player in known else ""
                paper = marker_pdf(services.archive, line, words, names, services.second, name)
                paths.append(services.save(f"{line.table}-{line.number}.pdf", paper))
            return ", ".join(map(str, paths))

        self.background.do(
            words("pit-marker-print"), lambda _: run(), lambda path: self.background.say(words("pit-saved", path=path))
        )

    def _cash_out(self) -> None:
        words, services = self.words, self.services

        def enter(form: DeskForm, who: str, pin: str, _why: str) -> None:
            card, cents = form.text("card"), form.amount("amount") or 0
            self.background.do(
                words("pit-cash-out"),
                lambda _: pay_out(services.records, card, cents, key=services.ruling_key(who, pin),
                                  permissions=services.permissions, at_ms=services.clock_ms()),
                lambda _: self._done(words("pit-entered")),
            )  # fmt: skip

        form = DeskForm(
            self.window(), words, title=words("pit-cash-out"), about=words("pit-cash-out-about"), then=enter,
            names=self._those_who(Action.CAGE_CASH),
        )  # fmt: skip
        form.add_text("card", words("pit-col-player"), must=False)
        form.add_amount("amount", words("pit-amount"))
        form.open()

    def _those_who(self, action: Action) -> list[str]:
        return self.services.those_who(self.services.may_do(action))

    def _done(self, text: str) -> None:
        self.background.say(text)
        self.background.look(at_once=True)
        self._read()


def _waits(row: TableSlip) -> Level | None:
    return "warn" if row.slip.step == "requested" else None
