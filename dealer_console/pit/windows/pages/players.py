"""Players by card number: time, hands, average bet, theo and actual; below, the sessions of whom is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QComboBox

from dealer_console.pit.archive import Search
from dealer_console.pit.desk.record_kinds import AverageCorrected
from dealer_console.pit.players.player_list import KnownPlayer, load_players
from dealer_console.pit.players.rating import Rating, Sitting, correct_average, open_tables, ratings, ratings_csv
from dealer_console.pit.players.seats import close, seat
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.desk_forms import DeskForm, Signed
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.page import Page, button
from dealer_console.pit.windows.rows import Column, figure_column, time_column
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.screens.values import Level
from dealer_console.table.people import Action

SHUT: Final = ("closed", "never opened")

DAY_MS: Final = 86_400_000
PERIODS: Final[dict[str, int | None]] = {"week": 7, "month": 31, "all": None}  # days back, of sessions


class PlayersPage(Page):
    title_key = "pit-players"

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        self.show_rounds: Callable[[Search], None] = lambda criteria: None
        self._list = load_players()
        self.period = QComboBox()
        self.period.setAccessibleName(self.words("pit-period"))
        self.period.addItems([self.words(f"pit-period-{name}") for name in PERIODS])
        self.players: RowsPanel[Rating] = RowsPanel(
            "players", self.words, settings, self._columns(), lambda rating: rating.player, sorted_by="theo",
            falling=True,
            tools=(
                self.period,
                button("CSV", self._export),
                button(self.words("pit-rate-seat"), self._seat, tone="go"),
            ),
        )  # fmt: skip
        self.sessions: RowsPanel[Sitting] = RowsPanel(
            "sessions", self.words, settings, self._session_columns(), lambda s: (s.log, s.spot, s.from_ms),
            sorted_by="from", falling=True,
            tools=(
                button(self.words("pit-rate-close"), self._close_session),
                button(self.words("pit-rate-average"), self._correct),
            ),
        )  # fmt: skip
        parts = (self.players, self.sessions)
        splitter = KeptSplitter("players", settings, Qt.Orientation.Horizontal, parts, (820, 460))
        self.lay_out(splitter, filter_box=self.players.filter)
        self.players.chosen.connect(self._show_sessions)
        self.period.currentIndexChanged.connect(lambda _: self.opened())
        self.sessions.opened.connect(self._open)

    def _columns(self) -> list[Column[Rating]]:
        words = self.words
        return [
            Column(key="player", head=words("pit-col-player"), text=lambda r: r.player, level=self._level),
            Column(key="name", head=words("pit-name"), text=lambda r: self._known(r.player).name),
            Column(key="flags", head=words("pit-col-flags"), text=self._flags, level=self._level),
            figure_column("sessions", words("pit-col-sessions"), lambda r: len(r.sittings)),
            figure_column("minutes", words("pit-col-minutes"), lambda r: r.minutes),
            figure_column("hands", words("pit-col-hands"), lambda r: r.hands),
            figure_column("average", words("pit-col-average"), lambda r: r.average_bet, words.money),
            Column(key="theo", head=words("pit-col-theo"), text=lambda r: words.money(round(r.theoretical_loss)),
                   order=lambda r: r.theoretical_loss, figure=True),
            figure_column("actual", words("pit-col-actual"), lambda r: r.result, words.money),
            figure_column("comp", words("pit-col-comp"), self._comp, words.money),
        ]  # fmt: skip

    def _known(self, card: str) -> KnownPlayer:
        return self._list.get(card) or KnownPlayer(card=card, name="")

    def _flags(self, rating: Rating) -> str:
        known = self._known(rating.player)
        flags = (("vip", known.vip), ("barred", known.barred), ("twice", len(open_tables(rating)) > 1))
        return ", ".join(self.words(f"pit-player-{flag}") for flag, raised in flags if raised)

    def _level(self, rating: Rating) -> Level | None:
        return "bad" if self._known(rating.player).barred or len(open_tables(rating)) > 1 else None

    def _comp(self, rating: Rating) -> int:
        """In whole cents, rounded down; nobody pays the house for a losing theo."""
        return max(0, int(rating.theoretical_loss * self.services.expectations.comp))

    def _session_columns(self) -> list[Column[Sitting]]:
        words, moment = self.words, self.services.moment
        return [
            Column(key="player", head=words("pit-col-player"), text=lambda s: s.player),
            Column(key="table", head=words("pit-col-table"), text=lambda s: s.table),
            figure_column("spot", words("pit-col-spot"), lambda s: s.spot),
            time_column("from", words("pit-from"), lambda s: s.from_ms, moment),
            Column(key="until", head=words("pit-until"), order=lambda s: s.to_ms or s.until_ms,
                   text=lambda s: words("pit-still-here") if s.to_ms is None else moment(s.to_ms)),
            figure_column("minutes", words("pit-col-minutes"), lambda s: s.minutes),
            figure_column("hands", words("pit-col-hands"), lambda s: s.hands),
            Column(key="average", head=words("pit-col-average"), text=self._average, order=lambda s: s.average_bet,
                   figure=True, level=lambda s: "warn" if s.corrected is not None else None),
            figure_column("action", words("pit-col-action"), lambda s: s.main.staked, words.money),
            Column(key="theo", head=words("pit-col-theo"), text=lambda s: words.money(round(s.theoretical_loss)),
                   order=lambda s: s.theoretical_loss, figure=True),
            figure_column("actual", words("pit-col-actual"), lambda s: s.result, words.money),
        ]  # fmt: skip

    def opened(self) -> None:
        services, days = self.services, [*PERIODS.values()][self.period.currentIndex()]
        since = 0 if days is None else services.clock_ms() - days * DAY_MS
        self.background.do(
            self.words("pit-rating"),
            lambda _: ratings(
                services.archive,
                services.expectations,
                since_ms=since,
                records=services.records.all(AverageCorrected, since_ms=since),
            ),
            self._rated,
        )

    def _average(self, session: Sitting) -> str:
        shown = self.words.money(session.average_bet)
        return shown if session.corrected is None else self.words("pit-average-corrected", amount=shown)

    # --- seat, close, correct ----------------------------------------------------------------------------------------

    def _form(self, name: str, about: str, then: Signed, *, reason: bool = False) -> DeskForm:
        services, words = self.services, self.words
        return DeskForm(
            self.window(), words, title=words(name), about=about, then=then,
            names=services.those_who(services.may_do(Action.RATE_PLAYER)),
            reason=words("pit-reason") if reason else "", must_say_why=reason,
        )  # fmt: skip

    def _seat(self) -> None:
        """The chosen player, or another card; the tables that are open."""
        services, words, live = self.services, self.words, self.background.live
        tables = {
            table.log.table: table.log for table in (live.tables if live is not None else ()) if table.state not in SHUT
        }
        chosen = self.players.selected()

        def order(form: DeskForm, who: str, pin: str, _why: str) -> None:
            card, log = form.text("card"), tables[form.text("table")]
            spots = tuple(int(spot) for spot in form.text("spots").replace(",", " ").split() if spot.isdigit())
            self.background.do(
                words("pit-rate-seat"),
                lambda _: seat(services, self._list, log, card, spots, key=services.ruling_key(who, pin)),
                lambda _: self.background.say(words("pit-ordered")),
            )

        form = self._form("pit-rate-seat", words("pit-rate-seat-about"), order)
        cards = sorted({*self._list, *(rating.player for rating in self.players.model.rows)})
        form.add_choice("card", words("pit-col-player"), cards, chosen[0].player if len(chosen) == 1 else "", free=True)
        form.add_choice("table", words("pit-col-table"), sorted(tables))
        form.add_text("spots", words("pit-rate-spots"))
        form.open()

    def _chosen_session(self, *, is_open: bool) -> Sitting | None:
        chosen = self.sessions.selected()
        if len(chosen) == 1 and (chosen[0].to_ms is None or not is_open):
            return chosen[0]
        self.background.say(self.words("pit-choose-first"), "danger")
        return None

    def _close_session(self) -> None:
        session, services, words = self._chosen_session(is_open=True), self.services, self.words
        if session is None:
            return

        def order(_form: DeskForm, who: str, pin: str, _why: str) -> None:
            log = next(log for log in services.archive.logs() if log.log == session.log)
            self.background.do(
                words("pit-rate-close"),
                lambda _: close(services, log, session.player, key=services.ruling_key(who, pin)),
                lambda _: self.background.say(words("pit-ordered")),
            )

        about = words("pit-rate-close-about", player=session.player, table=session.table)
        self._form("pit-rate-close", about, order).open()

    def _correct(self) -> None:
        session, services, words = self._chosen_session(is_open=False), self.services, self.words
        if session is None:
            return

        def enter(form: DeskForm, who: str, pin: str, why: str) -> None:
            cents = form.amount("amount") or 0
            self.background.do(
                words("pit-rate-average"),
                lambda _: correct_average(
                    services.records, session, cents, why, key=services.ruling_key(who, pin),
                    permissions=services.permissions, at_ms=services.clock_ms(),
                ),
                lambda _: self.opened(),
            )  # fmt: skip

        recorded = session.main.staked // session.main.count if session.main.count else 0
        amount = words.money(recorded)
        about = words("pit-rate-average-about", player=session.player, table=session.table, amount=amount)
        form = self._form("pit-rate-average", about, enter, reason=True)
        form.add_amount("amount", words("pit-col-average"))
        form.open()

    def _rated(self, ratings: tuple[Rating, ...]) -> None:
        self.players.set_rows(ratings)
        self._show_sessions()

    def _show_sessions(self) -> None:
        chosen = self.players.selected() or self.players.model.rows
        self.sessions.set_rows([sitting for rating in chosen for sitting in rating.sittings])

    def _export(self) -> None:
        """What the list shows, as it is filtered and sorted."""
        proxy, services = self.players.proxy, self.services
        shown = [proxy.row_at(proxy.index(row, 0)) for row in range(proxy.rowCount())]
        content = ratings_csv(shown, services.words, self._list, services.expectations.comp)
        self.background.now(
            lambda: self.background.say(self.words("pit-saved", path=str(services.save("ratings.csv", content))))
        )

    def _open(self, session: Sitting) -> None:
        """The rounds that were dealt meanwhile."""
        until = session.to_ms or session.until_ms
        criteria = Search(table=session.table, spot=session.spot, since_ms=session.from_ms, until_ms=until)
        self.show_rounds(criteria)
