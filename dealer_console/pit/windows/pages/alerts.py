"""Calls and alerts by table and kind, with what each of them says; acknowledged together, by PIN and with a note."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QCheckBox, QPushButton, QVBoxLayout, QWidget

from dealer_console.pit.alerts import Seen
from dealer_console.pit.live.open_items import ItemGroup, OpenItem, acknowledge, grouped, open_items, past_items
from dealer_console.pit.live.tables import Live
from dealer_console.pit.services import PitServices
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.page import Page, button, label
from dealer_console.pit.windows.rows import Column, figure_column, time_column
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.pit.windows.sign_in import SignIn
from dealer_console.screens.values import Level
from dealer_console.table.people import Action


def _level(group: ItemGroup) -> Level | None:
    if group.seen is not None:
        return "off"
    return "bad" if group.newest.waits else "warn" if group.newest.weight <= 2 else None


def group_columns(services: PitServices) -> list[Column[ItemGroup]]:
    words, moment = services.words, services.moment
    return [
        Column(key="kind", head=words("pit-col-kind"), text=lambda g: words(f"pit-kind-{g.newest.kind}"), level=_level,
               order=lambda g: (g.newest.weight, -g.newest.at_ms)),
        Column(key="table", head=words("pit-col-table"), text=lambda g: g.newest.table or words("pit-all-tables"),
               level=_level),
        figure_column("count", words("pit-col-count"), lambda g: len(g.items)),
        time_column("newest", words("pit-col-newest"), lambda g: g.newest.at_ms, moment),
        Column(key="text", head=words("pit-col-says"), text=lambda g: g.newest.text),
    ]  # fmt: skip


class AlertsPage(Page):
    title_key = "pit-alerts"

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        words = self.words
        self.past = QCheckBox(words("pit-show-acknowledged"))
        self.groups: RowsPanel[ItemGroup] = RowsPanel(
            "alerts", words, settings, group_columns(self.services), lambda group: group.key, sorted_by="kind",
            tools=(self.past, self.acknowledge_button(self._chosen, key="Ctrl+Return")),
        )  # fmt: skip
        self.items: RowsPanel[OpenItem] = RowsPanel(
            "alert-items", words, settings, self._columns(), lambda item: item.id, sorted_by="at", falling=True
        )
        self.whole = label()  # what the list has no room for
        right = QWidget()
        below = QVBoxLayout(right)
        below.setContentsMargins(0, 0, 0, 0)
        below.addWidget(self.items, 1)
        below.addWidget(self.whole)
        parts = (self.groups, right)
        splitter = KeptSplitter("alerts", settings, Qt.Orientation.Horizontal, parts, (600, 600))
        self.lay_out(splitter, filter_box=self.groups.filter)
        self.past.toggled.connect(self._turned)
        self.groups.chosen.connect(self._show_items)
        self.items.chosen.connect(self._show_whole)

    def _columns(self) -> list[Column[OpenItem]]:
        words, moment = self.words, self.services.moment
        return [
            time_column("at", words("pit-col-when"), lambda i: i.at_ms, moment),
            Column(key="table", head=words("pit-col-table"), text=lambda i: i.table or words("pit-all-tables")),
            Column(key="seen", head=words("pit-col-seen"), text=lambda i: self._seen(i.seen) if i.seen else ""),
            Column(key="text", head=words("pit-col-says"), text=lambda i: i.text),
        ]

    def _seen(self, seen: Seen) -> str:
        seen_by = f"{seen.person}, {self.services.moment(seen.at_ms)}"
        return f"{seen_by}: {seen.note}" if seen.note else seen_by

    def badge(self, live: Live) -> int:
        return len(live.open_alerts)

    # --- what is open, what was seen ---------------------------------------------------------------------------------

    def opened(self) -> None:
        self._refill()

    def show_live(self, live: Live) -> None:
        if not self.past.isChecked():
            self._show_groups(open_items(self.services, live))

    def _show_groups(self, items: Sequence[OpenItem]) -> None:
        self.groups.set_rows(grouped(items))
        self._show_items()

    def _turned(self, past: bool) -> None:
        live = self.background.live
        if not past or live is None:
            self._refill()
            return
        self.background.do(
            self.words("pit-looking-up"),
            lambda _: past_items(self.services, live),
            self._show_groups,
        )

    def _refill(self) -> None:
        if self.background.live is not None:
            self.show_live(self.background.live)

    def _chosen(self) -> list[ItemGroup]:
        return self.groups.selected()

    def _show_items(self) -> None:
        chosen = self.groups.selected() or self.groups.model.rows
        self.items.set_rows([item for group in chosen for item in group.items])
        self._show_whole()

    def _show_whole(self) -> None:
        groups = self.groups.selected()
        chosen = self.items.selected() or [group.newest for group in groups[:1]]
        seen = chosen[0].seen if chosen else None
        parts = [chosen[0].text, self._seen(seen) if seen else ""] if chosen else []
        self.whole.setText(" · ".join(filter(None, parts)))

    # --- acknowledge -------------------------------------------------------------------------------------------------

    def acknowledge_button(self, chosen: Callable[[], Sequence[ItemGroup]], key: str = "") -> QPushButton:
        return button(
            self.words("pit-acknowledge"),
            lambda: self.ask_who([item for group in chosen() for item in group.items if item.seen is None]),
            tone="go",
            key=key,
        )

    def ask_who(self, items: Sequence[OpenItem]) -> None:
        words, services = self.words, self.services
        if not items:
            self.background.say(words("pit-choose-first"), "danger")
            return
        if services.people is None:
            self.background.say(words("pit-no-staff"), "danger")
            return
        dialog = SignIn(
            self.window(),
            words,
            title=words("pit-acknowledge"),
            about=words("pit-acknowledge-about", count=len(items), text=items[0].text),
            names=services.those_who(services.may_do(Action.ACKNOWLEDGE_CALL)),
            then=lambda who, pin, note: self._acknowledge(items, who, pin, note),
            reason=words("pit-note"),
        )
        dialog.open()

    def _acknowledge(self, items: Sequence[OpenItem], who: str, pin: str, note: str) -> None:
        services = self.services
        self.background.do(
            self.words("pit-acknowledging"),
            lambda _: acknowledge(services, items, services.admit(who, pin), note),
            self._acknowledged,
        )

    def _acknowledged(self, seen: tuple[Seen, ...]) -> None:
        others = [mark for mark in seen if not mark.first]
        if others:
            first = others[0]
            text = self.words("pit-was-first", who=first.person, time=self.services.time(first.at_ms))
            self.background.say(text, "danger")
        else:
            self.background.say(self.words("pit-acknowledged-by", who=seen[0].person, count=len(seen)))
        self.background.look(at_once=True)
