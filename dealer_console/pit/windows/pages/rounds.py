"""Finding rounds: a form above, the results below, fetched as one scrolls; Return deals one again in the same place."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from dealer_console.game.money import BadAmount
from dealer_console.pit.archive import Cursor, FoundRound, Search
from dealer_console.pit.archive import Page as Found
from dealer_console.pit.archive.search import MOST_COUNTED
from dealer_console.pit.long_work import Work
from dealer_console.pit.round_replay import Replay, replay
from dealer_console.pit.round_words import bets_words
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.page import Page
from dealer_console.pit.windows.pages.replay import ReplayView
from dealer_console.pit.windows.pages.round_form import RoundForm
from dealer_console.pit.windows.rows import Column, figure_column
from dealer_console.pit.windows.rows_view import RowsPanel

AT_ONCE = 200


class RoundsPage(Page):
    title_key = "pit-rounds"

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        self.form = RoundForm(self.services)
        self.rounds: RowsPanel[FoundRound] = RowsPanel(
            "rounds",
            self.words,
            settings,
            self._columns(),
            lambda found_round: found_round.id,
            sorted_by="opened",
            falling=True,
            none="pit-none-rounds",
        )
        self.rounds.model.fetch = self._fetch
        self.rounds.counted_to = MOST_COUNTED
        self.replay = ReplayView(background, settings)
        self._wanted: Search | None = None
        self._next: Cursor | None = None
        results = QWidget()
        column = QVBoxLayout(results)
        column.setContentsMargins(4, 4, 4, 0)
        column.addWidget(self.form)
        column.addWidget(self.rounds, 1)
        self.filter_box = self.rounds.filter
        self._stack = QStackedLayout(self)
        self._stack.addWidget(results)
        self._stack.addWidget(self.replay)
        self.form.changed.connect(self.search)
        self.rounds.opened.connect(self.open_round)
        self.replay.left.connect(self._back)

    def _columns(self) -> list[Column[FoundRound]]:
        words, moment = self.words, self.services.moment
        return [
            Column(key="table", head=words("pit-col-table"), text=lambda r: r.table),
            figure_column("round", words("pit-col-round"), lambda r: r.number),
            Column(key="opened", head=words("pit-col-opened"), text=lambda r: moment(r.opened_ms),
                   order=lambda r: (r.opened_ms, r.id)),
            Column(key="dealer", head=words("pit-col-dealer"), text=lambda r: r.dealer),
            figure_column("action", words("pit-col-action"), lambda r: r.staked, words.money),
            figure_column("win", words("pit-col-win-loss"),
                          lambda r: r.house, words.money, level=lambda r: "bad" if r.house < 0 else None),
            Column(key="outcome", head=words("pit-col-outcome"), text=self._outcome),
            Column(key="flags", head=words("pit-col-flags"), text=self._flags,
                   level=lambda r: "warn" if r.irregular or r.corrected or r.undone else None),
            Column(key="players", head=words("pit-col-player"), text=lambda r: ", ".join(r.players)),
            Column(key="bets", head=words("pit-col-bets"), text=lambda r: bets_words(words, r.bets)),
        ]  # fmt: skip

    def _outcome(self, found_round: FoundRound) -> str:
        if found_round.house == 0:
            return self.words("pit-outcome-even")
        return self.words("pit-outcome-house" if found_round.house > 0 else "pit-outcome-players")

    def _flags(self, found_round: FoundRound) -> str:
        flags = (
            ("irregular", found_round.irregular),
            ("corrected", found_round.corrected),
            ("undone", found_round.undone),
        )
        return ", ".join(self.words(f"pit-flag-{flag}") for flag, raised in flags if raised)

    # --- searching ---------------------------------------------------------------------------------------------------

    def opened(self) -> None:
        self.form.fill(self.services.archive)
        if self._wanted is None:
            self.search()

    def show_search(self, criteria: Search) -> None:
        self._back()
        self.form.fill(self.services.archive)
        self.form.show_search(criteria)

    def search(self) -> None:
        try:
            criteria = self.form.search()
        except BadAmount as refused:
            self.background.say(self.words(refused.message), "danger")
            return
        archive = self.services.archive

        def run(work: Work) -> tuple[Found, int]:
            return archive.search(criteria, limit=AT_ONCE, work=work), archive.count(criteria, work)

        self._wanted = criteria
        self.background.do(self.words("pit-searching"), run, lambda page_and_count: self._found(*page_and_count))

    def _found(self, page: Found, total: int) -> None:
        self.rounds.total = total
        self._next = page.next
        self.rounds.model.more = page.next is not None
        self.rounds.set_rows(page.rounds)

    def _fetch(self) -> None:
        """The next rounds, when the last ones come into sight and not before."""
        archive, criteria, after = self.services.archive, self._wanted, self._next
        if criteria is None or after is None or self.background.running is not None:
            return
        self.background.do(
            self.words("pit-fetching"),
            lambda work: archive.search(criteria, after=after, limit=AT_ONCE, work=work),
            self._fetched,
        )

    def _fetched(self, page: Found) -> None:
        self._next = page.next
        self.rounds.model.more = page.next is not None
        self.rounds.model.add_rows(page.rounds)

    # --- one of them -------------------------------------------------------------------------------------------------

    def open_round(self, found_round: FoundRound) -> None:
        archive, words = self.services.archive, self.words
        self.background.do(
            words("pit-dealing-again", round=found_round.number, table=found_round.table),
            lambda _: replay(archive, found_round, words),
            self._show,
        )

    def _show(self, dealt: Replay) -> None:
        self.replay.show_round(dealt)
        self._stack.setCurrentWidget(self.replay)
        self.replay.setFocus()

    def _back(self) -> None:
        self._stack.setCurrentIndex(0)
        self.rounds.table.setFocus()
