"""The table itself: opening, dealers, fills, credits, buy-ins, limits, closing, the report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.rulebook.tables import LIMITS, OPTIONS
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.money.amount import AmountPage
from dealer_console.screens.pages.money.chip_count import OF_A_SLIP, ChipCountPage
from dealer_console.screens.pages.money.markers import marker_button, open_markers
from dealer_console.screens.pages.notice import notice_words, option_buttons, options_in_force
from dealer_console.screens.pages.pads import turned
from dealer_console.screens.pages.people.attendance import PeoplePage
from dealer_console.screens.pages.people.players import PlayersPage
from dealer_console.screens.pages.people.signature import by_supervisor
from dealer_console.screens.pages.report import ReportPage
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Sheet, Text
from dealer_console.table import commands as c
from dealer_console.table.shift.spots import is_known
from dealer_console.table.shift.state import CalledWager, Notice
from dealer_console.table.shift.till import Marker, Slip

WAITING: Final = 5  # lines of what waits at a time
NOTICES: Final = 2
VOID_REASONS: Final = ("not_come", "wrong_amount", "wrong_count", "mistake")


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    first: int = 0  # of what waits

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        rows = [Row(elements=tuple(self._items(builder)))]
        waiting = [
            *(partial(_slip, builder, slip) for slip in builder.snapshot.shift.open_slips),
            *(partial(_called, builder, called) for called in builder.snapshot.shift.open_called_wagers),
            *(partial(self._marker, builder, marker) for marker in open_markers(builder)),
        ]
        rows += turned(builder, waiting, self.first, WAITING, lambda row: row(), lambda at: TablePage(first=at))
        return builder.overlay("table", builder.words("table-title"), rows, close=builder.close())

    def _marker(self, builder: ScreenBuilder, marker: Marker) -> Row:
        return Row(elements=(marker_button(builder, marker, self),))

    def _items(self, builder: ScreenBuilder) -> Iterator[Button]:
        if not builder.snapshot.is_open:
            yield self._item(builder, "open", builder.open(ChipCountPage(purpose="open", stacks=True, back=self)))
        yield self._item(builder, "people", builder.open(PeoplePage()))
        if builder.snapshot.is_open:
            for name in ("fill", "credit", "count", "colour_up", "close"):
                yield self._item(builder, name, builder.open(ChipCountPage(purpose=name, back=self)))
            known = any(is_known(player.name) and player.spots for player in builder.snapshot.shift.spots.players)
            for name in ("buy_in", "toke", *(("marker",) if known else ())):
                yield self._item(builder, name, builder.open(AmountPage(purpose=name, back=self)))
            if builder.config.table is not None and builder.config.table.called_wagers:
                yield self._item(builder, "called", builder.open(AmountPage(purpose="called", back=self)))
            yield self._item(builder, "players", builder.open(PlayersPage()))
            yield self._item(builder, "limits", builder.open(LimitsPage()))
        yield self._item(builder, "report", builder.open(ReportPage()))

    def _item(self, builder: ScreenBuilder, name: str, does: Effect) -> Button:
        return builder.button(f"table:{name}", builder.words(f"table-{name}"), does, key="auto")


def _slip(builder: ScreenBuilder, slip: Slip) -> Row:
    """It waits for its confirmation."""
    page = builder.open(SlipPage(slip=slip))
    return Row(elements=(builder.button(f"slip:{slip.number}", slip_words(builder, slip), page, key="auto"),))


def _called(builder: ScreenBuilder, called: CalledWager) -> Row:
    """Cash that lies as a wager: a supervisor lets it count, or it goes back."""
    words = builder.words
    counts = builder.submit(c.ConfirmCalledWager(who=builder.who, called=called.number))
    back = builder.submit(c.ReturnCalledWager(who=builder.who, called=called.number))
    confirmed, returned = (
        words("table-confirm_called", spot=called.spot),
        words("table-return_called", spot=called.spot),
    )
    return Row(
        elements=(
            builder.button(f"called:{called.number}", confirmed, counts, key="auto"),
            builder.button(f"call-back:{called.number}", returned, back, key="auto"),
        )
    )


def slip_words(builder: ScreenBuilder, slip: Slip) -> str:
    """Number, total and chips, and who asked for it, when."""
    return builder.words(
        f"table-slip-{slip.what}",
        number=slip.number,
        chips=slip.chips.words,
        total=builder.money(slip.chips.cents),
        who=builder.snapshot.names.get(slip.requested_by, slip.requested_by),
        time=_time(builder, slip.requested_ms),
    )


def _time(builder: ScreenBuilder, at_ms: int) -> str:
    """By the clock of the house."""
    zone = ZoneInfo(builder.config.table.time_zone) if builder.config.table is not None else UTC
    return datetime.fromtimestamp(at_ms // 1000, zone).strftime("%H:%M")


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipPage:
    """A fill or a credit that waits: for the cage, for the dealer's count, for the supervisor; or it is voided."""

    slip: Slip
    voids: bool = False  # the reasons are offered

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        slip = builder.snapshot.shift.slip(self.slip.number) or self.slip
        rows = (
            Row(elements=(Text(text=slip_words(builder, slip), size="large"),)),
            Row(elements=(Text(text=_where_it_is(builder, slip)),)),
            Row(elements=tuple(self._reasons(builder) if self.voids else self._next(builder, slip))),
        )
        return builder.overlay("slip", builder.words("table-slip"), rows, close=builder.open(TablePage()))

    def _next(self, builder: ScreenBuilder, slip: Slip) -> Iterator[Button]:
        words = builder.words
        if slip.step == "sent":
            count = builder.open(ChipCountPage(purpose=OF_A_SLIP, slip=slip.number, back=SlipPage(slip=slip)))
            yield builder.button("count", words("table-count_slip"), count, key="Return", main=True, tone="go")
        else:
            what = slip_words(builder, slip)
            confirm = by_supervisor(builder, c.ConfirmSlip(who=c.WHO_SIGNS, slip=slip.number), what, TablePage())
            waits = slip.step == "requested" and builder.config.table is not None and builder.config.table.cage
            refusal = Refusal(Message("slip-waits-for-cage", slip=slip.number)) if waits else None
            yield builder.button(
                "confirm", words("table-confirm"), confirm, key="Return", main=True, tone="go", refusal=refusal
            )
        void = builder.open(replace(self, voids=True))
        yield builder.button("cancel", words("table-cancel"), void, key="Delete", main=True)

    def _reasons(self, builder: ScreenBuilder) -> Iterator[Button]:
        """One of the usual reasons; then another person approves it."""
        for number, name in enumerate(VOID_REASONS, start=1):
            why = builder.words(f"void-{name}")
            void = c.CancelSlip(who=builder.who, slip=self.slip.number, why=why)
            effect = builder.submit(void, then=lambda ui: ui.at(TablePage()))
            yield builder.button(f"void:{name}", why, effect, key=str(number), main=True)


def _where_it_is(builder: ScreenBuilder, slip: Slip) -> str:
    who = slip.settled_by or slip.verified_by or slip.sent_by or slip.requested_by
    at_ms = slip.settled_ms or slip.verified_ms or slip.sent_ms or slip.requested_ms
    name, time = builder.snapshot.names.get(who, who), _time(builder, at_ms)
    return builder.words(f"slip-at-{slip.step}", who=name, runner=slip.runner or "", time=time)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsPage:
    """What the table takes now; a change is announced and takes effect when its notice is over."""

    first: int = 0  # of the notices that wait

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        limits = builder.snapshot.table
        figures = [(builder.words(f"amount-{name}"), builder.money(getattr(limits, name, None))) for name in LIMITS]
        buttons = [
            builder.button(
                f"limit:{name}",
                builder.words(f"amount-{name}"),
                builder.open(AmountPage(purpose=name, back=self)),
                key="auto",
            )
            for name in LIMITS
        ]
        left = (
            Row(elements=(Sheet(head=(), rows=tuple(figures), amounts=(1,)),)),
            Row(elements=tuple(buttons[:2])),
            Row(elements=tuple(buttons[2:])),
        )
        return builder.overlay(
            "limits",
            builder.words("table-limits"),
            left,
            tuple(self._options(builder)),
            widths=(1, 1),
            close=builder.open(TablePage()),
        )

    def _options(self, builder: ScreenBuilder) -> Iterator[Row]:
        """What is in force, what can be announced, and notices that wait."""
        table, file = builder.snapshot.table, builder.config.table
        if table is not None:
            lines = options_in_force(builder, table)
            lines += [("", "")] * (len(LIMITS) - len(lines))  # the keys below stand beside those of the limits
            yield Row(elements=(Sheet(head=(), rows=tuple(lines), amounts=(1,)),))
            buttons = list(option_buttons(builder, table, self))
            for at in range(0, len(buttons), 2):
                yield Row(elements=tuple(buttons[at : at + 2]))
            if file is not None and any(getattr(file.game, key) != getattr(table, key) for key in OPTIONS):
                yield Row(elements=(Text(text=builder.words("notice-file_differs"), tone="danger"),))
        notices = builder.snapshot.shift.open_notices
        yield from turned(
            builder,
            notices,
            self.first,
            NOTICES,
            lambda notice: _notice(builder, notice),
            lambda at: LimitsPage(first=at),
        )


def _notice(builder: ScreenBuilder, notice: Notice) -> Row:
    label = builder.words("table-withdraw", changes=notice_words(builder, notice.changes))
    command = c.WithdrawNotice(who=c.WHO_SIGNS, notice=notice.number)
    withdraws = by_supervisor(builder, command, label, LimitsPage())
    return Row(elements=(builder.button(f"notice:{notice.number}", label, withdraws, key="auto"),))
