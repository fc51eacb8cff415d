"""An amount, and a spot touched on the felt: buy-in, toke handed over, cash called as a wager; or a new limit."""

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
from dealer_console.screens.pages.people.signature import by_dealer_or_signed
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Field, Overlay, Row, Text
from dealer_console.table import commands as c

CommandFor = Callable[[str, int, int | None], c.Command]
OF_A_SPOT: Final[dict[str, CommandFor]] = {
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

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return (str(self.spot),) if self.spot else ()

    def touched(self, builder: ScreenBuilder, hand: str, spot: int) -> Effect | None:
        if self.purpose not in OF_A_SPOT or hand:
            return None
        return builder.open(replace(self, spot=0 if spot == self.spot else spot))

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        amount = amount_of(self.typed)
        field = Field(id="amount", label=builder.words("correct-amount"), value=self.typed, active=True, touch=False)
        ok = builder.button(
            "ok",
            builder.words("pad-ok"),
            self._done(builder, amount or 0),
            key="Return",
            main=True,
            tone="go",
            refusal=None if amount else Refusal(Message("amount-none")),
        )
        digits = digit_rows(builder, self.typed, lambda typed: replace(self, typed=typed), most=9)
        return builder.overlay(
            "amount",
            builder.words(f"amount-{self.purpose}"),
            (Row(elements=(field,)), *self._of_spot(builder), *digits),
            close=builder.back_to(self.back),
            done=ok,
            covers="pad",
        )

    def _of_spot(self, builder: ScreenBuilder) -> list[Row]:
        if self.purpose not in OF_A_SPOT:
            return []
        words = builder.words("bets-spot", spot=self.spot) if self.spot else builder.words("amount-touch")
        return [Row(elements=(Text(text=words, size="large" if self.spot else "normal"),))]

    def _done(self, builder: ScreenBuilder, cents: int) -> Effect:
        if self.purpose in OF_A_SPOT:
            command_for = OF_A_SPOT[self.purpose]
            what = builder.words(f"amount-{self.purpose}")
            return by_dealer_or_signed(builder, lambda who: command_for(who, cents, self.spot or None), what, self.back)
        return builder.open(NoticePage(changes={self.purpose: show(cents)}, back=self.back))
