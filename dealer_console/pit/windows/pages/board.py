"""The board: every table with its game, limits, players, dealer and money; below, what is open and who waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QWidget

from dealer_console.game.choices import amount_of
from dealer_console.game.money import BadAmount, show
from dealer_console.game.rules import TableRules
from dealer_console.journal.canonical import Json
from dealer_console.messages import Words
from dealer_console.pit.amounts import percent, readable
from dealer_console.pit.desk.orders import give_notice
from dealer_console.pit.live.board import TableStatus
from dealer_console.pit.live.open_items import ItemGroup, grouped, open_items
from dealer_console.pit.live.tables import Live
from dealer_console.pit.round_words import irregularity_words
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.page import Page, button, refuse
from dealer_console.pit.windows.pages.alerts import AlertsPage, group_columns
from dealer_console.pit.windows.rows import Column, figure_column, natural
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.pit.windows.sign_in import SignIn
from dealer_console.pit.windows.tray_panel import TrayPanel
from dealer_console.rulebook.tables import LIMITS
from dealer_console.screens.pages.notice import change_words, possible_changes
from dealer_console.screens.values import Level
from dealer_console.table.people import Action

CLOSED = ("closed", "never opened")


def level_of(table: TableStatus) -> Level | None:
    """Whoever needs somebody now; a closed table with an open call is called from, too."""
    if table.calls or table.state == "irregularity":
        return "bad"
    return "off" if table.state in CLOSED else None


class BoardPage(Page):
    title_key = "pit-board"

    def __init__(self, background: Background, settings: QSettings, alerts: AlertsPage) -> None:
        super().__init__(background, settings)
        self._alerts = alerts
        self.show_rounds: Callable[[str], None] = lambda table: None
        words = self.words
        self.closed_too = QCheckBox(words("pit-show-closed"))
        self.closed_too.setChecked(bool(settings.value("board/closed", True, bool)))
        self.sound = QCheckBox(words("pit-sound"))
        self.sound.setChecked(bool(settings.value("board/sound", False, bool)))
        self.announce = button(words("pit-announce"), self._announce, key="Ctrl+N")
        refuse((self.announce,), words("pit-choose-first"))
        self.tables: RowsPanel[TableStatus] = RowsPanel(
            "board", words, settings, self._columns(), lambda table: table.log.log,
            sorted_by="table", tools=(self.announce, self.closed_too, self.sound),
        )  # fmt: skip
        self.acknowledge = alerts.acknowledge_button(self._chosen_items)
        self.items: RowsPanel[ItemGroup] = RowsPanel(
            "board-items",
            words,
            settings,
            group_columns(self.services),
            lambda group: group.key,
            sorted_by="kind",
            tools=(self.acknowledge,),
        )
        self._waiting: set[str] = set()
        self.tray = TrayPanel("board-tray", self.services, settings, short=True)
        self.tray.hide()
        down, along = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
        below = KeptSplitter("board-items", settings, along, (self.items, self.tray), (820, 440))
        splitter = KeptSplitter("board", settings, down, (self.tables, below), (10_000, 130))
        splitter.setStretchFactor(0, 1)
        self.lay_out(splitter, filter_box=self.tables.filter)
        self.closed_too.toggled.connect(self._closed_toggled)
        self.sound.toggled.connect(lambda on: settings.setValue("board/sound", on))
        self.tables.chosen.connect(self._table_chosen)
        self.tables.opened.connect(lambda table: self.show_rounds(table.log.table))

    def _columns(self) -> list[Column[TableStatus]]:
        words, clock = self.words, self.services.lately
        return [
            Column(key="table", head=words("pit-col-table"), text=lambda t: t.log.table, level=level_of),
            Column(key="pit", head=words("pit-col-pit"), text=lambda t: " ".join((t.pit, t.section)).strip()),
            Column(key="state", head=words("pit-col-state"), text=self._state, level=level_of),
            Column(key="calls", head=words("pit-col-calls"), text=lambda t: str(t.calls or ""), order=lambda t: t.calls,
                   figure=True, level=level_of),
            Column(key="game", head=words("pit-col-game"), text=lambda t: words(f"game-{t.rules}") if t.rules else ""),
            Column(key="limits", head=words("pit-col-limits"), text=lambda t: _limits(words, t),
                   order=lambda t: t.minimum or 0),
            Column(key="players", head=words("pit-col-players"), text=lambda t: f"{t.players}/{t.spots}",
                   order=lambda t: t.players, figure=True),
            Column(key="dealer", head=words("pit-col-dealer"), text=lambda t: t.dealer),
            Column(key="in", head=words("pit-col-in"), text=lambda t: clock(t.dealer_since_ms) if t.dealer else "",
                   order=lambda t: t.dealer_since_ms, figure=True),
            Column(key="pace", head=words("pit-col-pace"), text=lambda t: str(t.rounds_per_hour or ""),
                   order=lambda t: t.rounds_per_hour, figure=True),
            figure_column("win", words("pit-col-win"), lambda t: t.win, words.money),
            figure_column("drop", words("pit-col-drop"), lambda t: t.drop, words.money),
            Column(key="hold", head=words("pit-col-hold"), text=_hold,
                   order=lambda t: t.hold or 0, figure=True),
            figure_column("float", words("pit-col-float"), lambda t: t.tray, words.money),
            Column(key="fill", head=words("pit-col-fill"), text=self._fill, order=lambda t: t.last_fill_ms or 0,
                   figure=True),
            Column(key="devices", head=words("pit-col-devices"), text=self._devices,
                   level=lambda t: None if t.devices_well else "warn"),
            Column(key="irregular", head=words("pit-col-irregular"), text=self._irregular,
                   order=lambda t: t.last_irregularity_ms or 0),
        ]  # fmt: skip

    def _state(self, table: TableStatus) -> str:
        state = self.words(f"pit-state-{table.state.replace(' ', '-')}")
        return f"{state} {table.round}" if table.round is not None else state

    def _fill(self, table: TableStatus) -> str:
        if table.last_fill_ms is None:
            return ""
        return f"{self.services.lately(table.last_fill_ms)} {self.words.whole_money(table.last_fill)}"

    def _devices(self, table: TableStatus) -> str:
        words = self.words
        unwell = [device for device in table.devices if device.state != "ready"]
        if unwell:
            return ", ".join(
                words("pit-device-is", device=words(f"device-{device.device}"), state=words(f"pit-link-{device.state}"))
                for device in unwell
            )
        return words("pit-devices-ready") if table.devices else ""

    def _irregular(self, table: TableStatus) -> str:
        if table.last_irregularity_ms is None:
            return ""
        what = irregularity_words(self.words, table.last_irregularity)
        return f"{self.services.lately(table.last_irregularity_ms)} {what}"

    # --- the tables change -------------------------------------------------------------------------------------------

    def opened(self) -> None:
        self.background.look(at_once=True)

    def badge(self, live: Live) -> int:
        return len(live.calls)

    def show_live(self, live: Live) -> None:
        shown = [table for table in live.tables if self.closed_too.isChecked() or level_of(table) != "off"]
        self.tables.set_rows(sorted(shown, key=lambda table: natural(table.log.table)))
        self._show_tray()
        items = open_items(self.services, live)
        self.items.set_rows(grouped(items))
        waiting = {item.id for item in items if item.waits}
        if waiting - self._waiting and self.sound.isChecked():
            QApplication.beep()
        self._waiting = waiting

    def _table_chosen(self) -> None:
        refuse((self.announce,), self._why_not_announce())
        self._show_tray()

    def _show_tray(self) -> None:
        """The chips of the selected table."""
        chosen = self.tables.selected()
        self.tray.setVisible(bool(chosen))
        self.tray.show_tables(chosen)

    # --- a notice ----------------------------------------------------------------------------------------------------

    def _chosen_table(self) -> TableStatus | None:
        chosen = self.tables.selected()
        return chosen[0] if len(chosen) == 1 else None

    def _why_not_announce(self) -> str:
        table, words = self._chosen_table(), self.words
        if table is None or table.game is None:
            return words("pit-choose-first")
        if not self.services.has_floor:
            return words("pit-read-only")
        return words("pit-no-staff") if self.services.people is None else ""

    def _announce(self) -> None:
        table, services = self._chosen_table(), self.services
        if table is None or table.game is None:
            return
        log, names = table.log, services.those_who(services.may_do(Action.NOTICE))
        dialog = NoticeDialog(
            self.window(), self.words, log.table, table.game, names,
            lambda changes, who, pin, why: self.background.do(
                self.words("pit-announce"),
                lambda _: give_notice(
                    services.archive, log, changes, key=services.ruling_key(who, pin),
                    permissions=services.permissions, reason=why, at_ms=services.clock_ms(),
                ),
                lambda _: self.background.look(at_once=True),
            ),
        )  # fmt: skip
        dialog.open()

    def _chosen_items(self) -> list[ItemGroup]:
        return self.items.selected()

    def _closed_toggled(self, on: bool) -> None:
        self.settings.setValue("board/closed", on)
        if self.background.live is not None:
            self.show_live(self.background.live)


def _hold(table: TableStatus) -> str:
    return "" if table.hold is None else readable(percent(table.hold))


def _limits(words: Words, table: TableStatus) -> str:
    """`15–1,000`."""
    if table.minimum is None and table.maximum is None:
        return ""
    low, high = (words.whole_money(cents) if cents is not None else "" for cents in (table.minimum, table.maximum))
    return f"{low}–{high}"


Then = Callable[[Mapping[str, Json], str, str, str], None]


class NoticeDialog(SignIn):
    """`then` gets the changes, name, PIN and reason. An amount is asked for where a limit changes."""

    def __init__(
        self, parent: QWidget, words: Words, table: str, game: TableRules, names: Sequence[str], then: Then
    ) -> None:
        self._then_notice = then
        self.what, self.amount = QComboBox(), QLineEdit()
        options = list(possible_changes(game))
        self._changes: list[dict[str, Json] | str] = [*options, *LIMITS]
        named = [change_words(words, changes) for changes in options]
        self.what.addItems([*named, *(words(f"amount-{limit}") for limit in LIMITS)])
        super().__init__(
            parent, words, title=words("pit-announce"), about=words("pit-announce-about", table=table), names=names,
            then=lambda _who, _pin, _why: None, reason=words("pit-reason"), must_say_why=True,
        )  # fmt: skip
        self.add(words("pit-announce-what"), self.what)
        self.add(words("pit-announce-amount"), self.amount)
        self.judge()

    def changes(self) -> dict[str, Json] | None:
        """None while the amount of a limit is none."""
        chosen = self._changes[self.what.currentIndex()]
        if isinstance(chosen, dict):
            return chosen
        try:
            return {chosen: show(amount_of(self.amount.text().strip()))}
        except BadAmount:
            return None

    def ready(self) -> bool:
        return super().ready() and self.changes() is not None

    def accept(self) -> None:
        changes = self.changes()
        self._then = lambda who, pin, why: self._then_notice(changes or {}, who, pin, why)
        super().accept()
