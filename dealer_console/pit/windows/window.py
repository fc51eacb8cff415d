"""The pit's window: pages as tabs, a status line with progress and Stop, theme and size; decides nothing itself."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from html import escape
from typing import Final

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QMenu, QProgressBar, QTabWidget, QToolButton, QVBoxLayout, QWidget

from dealer_console.pit.archive import Search
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.page import Page, button, label
from dealer_console.pit.windows.pages.alerts import AlertsPage
from dealer_console.pit.windows.pages.board import BoardPage
from dealer_console.pit.windows.pages.cage import CagePage
from dealer_console.pit.windows.pages.devices import DevicesPage
from dealer_console.pit.windows.pages.evidence import EvidencePage
from dealer_console.pit.windows.pages.money import MoneyPage
from dealer_console.pit.windows.pages.players import PlayersPage
from dealer_console.pit.windows.pages.reports import ReportsPage
from dealer_console.pit.windows.pages.rounds import RoundsPage
from dealer_console.pit.windows.pages.rulings import RulingsPage
from dealer_console.pit.windows.pages.staff import StaffPage
from dealer_console.pit.windows.theme import SCALES, dress
from dealer_console.touch.theme.fonts import register
from dealer_console.touch.theme.themes import ThemeName

log = logging.getLogger("dealer_console.window")
THEMES: Final[tuple[ThemeName, ...]] = ("dark", "light", "high-contrast")
TICK_MS: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowLook:
    """How the window shall look; what a person changes in it is kept for the next time."""

    theme: ThemeName | None = None
    scale: int | None = None
    size: tuple[int, int] = (1280, 800)


class PitWindow(QMainWindow):
    """`trouble` hears of our own failures: said in words above the pages, written to the log; the window goes on."""

    def __init__(self, background: Background, settings: QSettings, look: WindowLook) -> None:
        super().__init__()
        register()
        self.background, self._settings = background, settings
        self.words = background.services.words
        kept = str(settings.value("look/theme", "dark"))
        self.theme: ThemeName = look.theme or ([name for name in THEMES if name == kept] or THEMES)[0]
        chosen = str(settings.value("look/scale", ""))
        self.scale: int = look.scale or next((scale for scale in SCALES if str(scale) == chosen), SCALES[0])
        dress(self, self.theme, self.scale)
        self.setWindowTitle(self.words("pit-window"))
        self.failure = label(tone="bad")
        self.failure.hide()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self._make_pages()
        self._lay_out()
        self._status()
        self._connect()
        self.resize(*look.size)
        self.background.look(at_once=True)

    def _make_pages(self) -> None:
        arguments = self.background, self._settings
        self.alerts = AlertsPage(*arguments)
        self.board = BoardPage(*arguments, self.alerts)
        self.rulings, self.rounds, self.reports = (
            RulingsPage(*arguments),
            RoundsPage(*arguments),
            ReportsPage(*arguments),
        )
        self.players, self.staff, self.money = PlayersPage(*arguments), StaffPage(*arguments), MoneyPage(*arguments)
        self.devices, self.evidence, self.cage = DevicesPage(*arguments), EvidencePage(*arguments), CagePage(*arguments)
        self.board.show_rounds = lambda table: self.show_rounds(Search(table=table))
        self.players.show_rounds = self.show_rounds
        self.pages: tuple[Page, ...] = (
            self.board, self.alerts, self.rulings, self.rounds, self.reports, self.players, self.devices,
            self.evidence, self.staff, self.money, self.cage,
        )  # fmt: skip
        for number, page in enumerate(self.pages, start=1):
            self.tabs.addTab(page, page.title)
            self.tabs.setTabToolTip(number - 1, f"F{number}")
            QShortcut(QKeySequence(f"F{number}"), self).activated.connect(
                lambda page=page: self.tabs.setCurrentWidget(page)
            )
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self._find)
        self._shown: Page = self.pages[0]

    def _lay_out(self) -> None:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        training = self.background.services.training
        if training:
            column.addWidget(label(self.words("pit-training", people=training), tone="busy", wraps=False))
        column.addWidget(self.failure)
        column.addWidget(self.tabs, 1)
        self.setCentralWidget(middle)
        view = QToolButton()
        view.setText(self.words("pit-view"))
        view.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        view.setMenu(self._view_menu(view))
        self.tabs.setCornerWidget(view)

    def _view_menu(self, parent: QWidget) -> QMenu:
        menu = QMenu(parent)
        for values, now, change, key in (
            (THEMES, self.theme, self.set_theme, "theme"),
            (SCALES, self.scale, self.set_scale, "scale"),
        ):
            group = QActionGroup(menu)
            for value in values:
                text = self.words(f"pit-theme-{value}") if key == "theme" else f"{value} %"
                action = menu.addAction(text)
                action.setCheckable(True)
                action.setChecked(value == now)
                action.triggered.connect(lambda _=False, value=value, change=change: change(value))
                group.addAction(action)
            menu.addSeparator()
        return menu

    def _status(self) -> None:
        self.note, self.work = label(wraps=False), label(wraps=False)
        self.bar = QProgressBar()
        self.bar.setMaximumWidth(160)
        self.stop = button(self.words("pit-stop"), self.background.stop, key="Ctrl+S")
        self.clock = label(wraps=False)
        status = self.statusBar()
        status.addWidget(self.note, 1)
        for widget in (self.work, self.bar, self.stop, self.clock):
            status.addPermanentWidget(widget)
        self._show_running()

    def _connect(self) -> None:
        self.background.live_changed.connect(self.refresh)
        self.background.running_changed.connect(self._show_running)
        self.background.noted.connect(self._say)
        self.background.failed.connect(self.trouble)
        self.tabs.currentChanged.connect(self._turned)
        self._ticking = QTimer(self)
        self._ticking.timeout.connect(self.background.look)
        self._ticking.start(TICK_MS)

    # --- what changes ------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        live = self.background.live
        if live is None:
            self._say(self.background.trouble, "danger")
            return
        self._show_running()
        for number, page in enumerate(self.pages):
            page.show_live(live)
            waiting = page.badge(live)
            self.tabs.setTabText(number, f"{page.title} ({waiting})" if waiting else page.title)
        self.clock.setText(self.words("pit-at", time=self.background.services.clock(live.at_ms)))
        if self.background.trouble:
            self._say(self.background.trouble, "danger")

    def _turned(self, number: int) -> None:
        self._shown.closed()
        self._shown = self.pages[number]
        self._say("", "plain")
        self.background.now(self._shown.opened)

    def show_rounds(self, criteria: Search) -> None:
        self.tabs.setCurrentWidget(self.rounds)
        self.background.now(lambda: self.rounds.show_search(criteria))

    def _find(self) -> None:
        box = self._shown.filter_box
        if box is not None:
            box.setFocus()
            box.selectAll()

    def _say(self, text: str, tone: str) -> None:
        self.note.setText(text)
        self.note.setToolTip(f"<p>{escape(text)}</p>" if text else "")  # a text with brackets would be taken for HTML
        self.note.setProperty("tone", "bad" if tone == "danger" and text else "")
        self.note.style().polish(self.note)

    def _show_running(self) -> None:
        running, loading = self.background.running, self.background.loading
        if running is not None:
            text = self.words("pit-stopping", what=running.words) if running.stopping else running.words
            percent = running.percent
        elif self.background.live is None:
            text, percent = loading[0] or self.words("pit-loading"), loading[1]
        else:
            text, percent = "", None
        self.work.setText(text)
        self.bar.setVisible(bool(text))
        self.bar.setRange(0, 0 if percent is None else 100)
        self.bar.setValue(percent or 0)
        self.stop.setVisible(running is not None)

    # --- looks and failures ------------------------------------------------------------------------------------------

    def set_theme(self, theme: ThemeName) -> None:
        self.theme = theme
        self._settings.setValue("look/theme", theme)
        self._dress()

    def set_scale(self, scale: int) -> None:
        self.scale = scale
        self._settings.setValue("look/scale", scale)
        self._dress()

    def _dress(self) -> None:
        dress(self, self.theme, self.scale)
        self.refresh()

    def trouble(self, failure: Exception) -> None:
        log.error("the pit's window failed", exc_info=failure)
        self.failure.setText(self.words("pit-failed", what=f"{type(failure).__name__}: {failure}"))
        self.failure.show()
