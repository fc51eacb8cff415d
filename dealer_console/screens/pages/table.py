"""The table itself: opening, dealers, fills, credits, buy-ins, limits, closing, the report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.amount import LIMITS, AmountPage
from dealer_console.screens.pages.chip_count import ChipCountPage
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.people import PeoplePage
from dealer_console.screens.pages.players import PlayersPage
from dealer_console.screens.pages.report import ReportPage
from dealer_console.screens.pages.sign import by_supervisor
from dealer_console.screens.values import Button, Overlay, Row, Sheet, Text
from dealer_console.table import touches as t
from dealer_console.table.shift.state import Notice, Slip

_IN_A_ROW = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    def overlay(self, desk: Desk) -> Overlay:
        rows = _in_rows(list(self._items(desk)))
        rows += [Row(elements=(each,)) for each in _waiting(desk)]
        rows += [Row(elements=each) for each in _called(desk)]
        return Overlay(
            id="table",
            title=desk.words("table.title"),
            columns=(tuple(rows),),
            note=desk.local.note,
            note_tone="danger",
            close=close_button(desk),
        )

    def _items(self, desk: Desk) -> Iterator[Button]:
        if not desk.moment.is_open:
            yield self._item(desk, "open", desk.open(ChipCountPage(purpose="open", back=self)))
        yield self._item(desk, "people", desk.open(PeoplePage()))
        if desk.moment.is_open:
            for name in ("fill", "credit", "count", "colour_up", "close"):
                yield self._item(desk, name, desk.open(ChipCountPage(purpose=name, back=self)))
            for name in ("buy_in", "toke"):
                yield self._item(desk, name, desk.open(AmountPage(purpose=name, back=self)))
            if desk.house.table is not None and desk.house.table.called_wagers:
                yield self._item(desk, "called", desk.open(AmountPage(purpose="called", back=self)))
            yield self._item(desk, "players", desk.open(PlayersPage()))
            yield self._item(desk, "limits", desk.open(LimitsPage()))
        yield self._item(desk, "report", desk.open(ReportPage()))

    def _item(self, desk: Desk, name: str, does: Effect) -> Button:
        return desk.button(f"table:{name}", desk.words(f"table.{name}"), does, key="auto")


def _in_rows(buttons: list[Button]) -> list[Row]:
    return [Row(elements=tuple(buttons[at : at + _IN_A_ROW])) for at in range(0, len(buttons), _IN_A_ROW)]


def _waiting(desk: Desk) -> Iterator[Button]:
    """Slips that wait for their confirmation."""
    shift = desk.moment.view.shift if desk.moment.view is not None else None
    if shift is None:
        return
    for slip in shift.slips[:2]:
        yield desk.button(f"slip:{slip.number}", _slip_words(desk, slip), desk.open(SlipPage(slip=slip)), key="auto")


def _called(desk: Desk) -> Iterator[tuple[Button, Button]]:
    """Cash that lies as a wager: a supervisor lets it count, or it goes back."""
    shift = desk.moment.view.shift if desk.moment.view is not None else None
    for called in shift.called[:1] if shift is not None else ():
        counts = desk.submit(t.ConfirmCalledWager(who=desk.who, called=called.number))
        back = desk.submit(t.ReturnCalledWager(who=desk.who, called=called.number))
        yield (
            desk.button(
                f"called:{called.number}", desk.words("table.confirm_called", spot=called.spot), counts, key="auto"
            ),
            desk.button(
                f"call-back:{called.number}", desk.words("table.return_called", spot=called.spot), back, key="auto"
            ),
        )


def _slip_words(desk: Desk, slip: Slip) -> str:
    return desk.words(f"table.slip.{slip.what}", number=slip.number, chips=slip.chips.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipPage:
    """A fill or a credit that waits: the chips have come or gone, or it is cancelled."""

    slip: Slip

    def overlay(self, desk: Desk) -> Overlay:
        what = _slip_words(desk, self.slip)
        confirm = by_supervisor(desk, t.ConfirmSlip(who=t.WHO_SIGNS, slip=self.slip.number), what, TablePage())
        cancel = t.CancelSlip(who=desk.who, slip=self.slip.number, why=desk.words("table.cancelled"))
        rows = (
            Row(elements=(Text(text=what, size="large"),)),
            Row(
                elements=(
                    desk.button("confirm", desk.words("table.confirm"), confirm, key="Return", main=True, tone="go"),
                    desk.button(
                        "cancel",
                        desk.words("table.cancel"),
                        desk.submit(cancel, then=lambda local: local.at(TablePage())),
                        key="Delete",
                        main=True,
                    ),
                )
            ),
        )
        return Overlay(
            id="slip",
            title=desk.words("table.slip"),
            columns=(rows,),
            note=desk.local.note,
            note_tone="danger",
            close=desk.button("close", desk.words("page.close"), desk.open(TablePage()), key="Escape"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsPage:
    """What the table takes now; a change is announced and takes effect when its notice is over."""

    def overlay(self, desk: Desk) -> Overlay:
        limits = desk.moment.view.limits if desk.moment.view is not None else None
        figures = [(desk.words(f"amount.{name}"), desk.words.money(getattr(limits, name, None))) for name in LIMITS]
        buttons = [
            desk.button(
                f"limit:{name}",
                desk.words(f"amount.{name}"),
                desk.open(AmountPage(purpose=name, back=self)),
                key="auto",
            )
            for name in LIMITS
        ]
        shift = desk.moment.view.shift if desk.moment.view is not None else None
        notices = [_notice(desk, each) for each in (shift.notices if shift is not None else ())[:2]]
        rows = [
            Row(elements=(Sheet(head=(), rows=tuple(figures), amounts=(1,)),)),
            Row(elements=tuple(buttons[:2])),
            Row(elements=tuple(buttons[2:])),
            *(Row(elements=(each,)) for each in notices),
        ]
        return Overlay(
            id="limits",
            title=desk.words("table.limits"),
            columns=(tuple(rows),),
            note=desk.local.note,
            note_tone="danger",
            close=desk.button("close", desk.words("page.close"), desk.open(TablePage()), key="Escape"),
        )


def _notice(desk: Desk, notice: Notice) -> Button:
    changes = ", ".join(f"{name} {value}" for name, value in notice.changes.items())
    label = desk.words("table.withdraw", changes=changes)
    touch = t.WithdrawNotice(who=t.WHO_SIGNS, notice=notice.number)
    return desk.button(f"notice:{notice.number}", label, by_supervisor(desk, touch, label, LimitsPage()), key="auto")
