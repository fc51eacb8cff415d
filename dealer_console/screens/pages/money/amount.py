"""An amount and a spot: buy-in, toke handed over, cash called as a wager, a new limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.money import show
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.notice import NoticePage
from dealer_console.screens.pages.pads import amount_of, digit_rows
from dealer_console.screens.pages.people.sign import by_dealer_or_signed
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, Field, Overlay, Row
from dealer_console.table import commands as c

Made = Callable[[str, int, int | None], c.Command]
OF_A_SPOT: Final[dict[str, Made]] = {
    "buy_in": lambda who, cents, spot: c.BuyIn(who=who, cents=cents, spot=spot),
    "toke": lambda who, cents, spot: c.TokeGiven(who=who, cents=cents, spot=spot),
    "marker": lambda who, cents, spot: c.IssueMarker(who=who, cents=cents, spot=spot or 1),
    "called": lambda who, cents, spot: c.CallWager(who=who, cents=cents, spot=spot or 1),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountPage:
    purpose: str  # of `OF_A_SPOT`, or a limit
    typed: str = ""
    spot: int = 0
    back: Page | None = None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        amount = amount_of(self.typed)
        field = Field(id="amount", label=builder.words(f"amount-{self.purpose}"), value=self.typed, touch=False)
        ok = builder.button(
            "ok",
            builder.words("pad-ok"),
            self._done(builder, amount or 0),
            key="Return",
            main=True,
            tone="go",
            refusal=None if amount else Refusal(Message("amount-none")),
        )
        left = [Row(elements=(field,)), *self._spots(builder), Row(elements=(ok,))]
        return Overlay(
            id="amount",
            title=builder.words(f"amount-{self.purpose}"),
            columns=(
                tuple(left),
                tuple(digit_rows(builder, self.typed, lambda typed: replace(self, typed=typed), most=9)),
            ),
            widths=(3, 2),
            note=builder.local.note,
            note_tone="danger",
            close=builder.button("close", builder.words("page-close"), builder.back_to(self.back), key="Escape"),
        )

    def _spots(self, builder: ScreenBuilder) -> list[Row]:
        if self.purpose not in OF_A_SPOT or builder.snapshot.table is None:
            return []
        found = [self._spot(builder, number) for number in range(1, builder.snapshot.table.rules.spots + 1)]
        return [Row(elements=tuple(found[start : start + 4])) for start in range(0, len(found), 4)]

    def _spot(self, builder: ScreenBuilder, number: int) -> Button:
        chosen = replace(self, spot=0 if number == self.spot else number)
        label = builder.words("bets-spot", spot=number)
        return builder.button(
            f"of-spot:{number}", label, builder.open(chosen), key="auto-letter", checked=number == self.spot
        )

    def _done(self, builder: ScreenBuilder, cents: int) -> Effect:
        if self.purpose in OF_A_SPOT:
            made = OF_A_SPOT[self.purpose]
            what = builder.words(f"amount-{self.purpose}")
            return by_dealer_or_signed(builder, lambda who: made(who, cents, self.spot or None), what, self.back)
        return builder.open(NoticePage(changes={self.purpose: show(cents)}, back=self.back))
