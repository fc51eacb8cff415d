"""Doubling for less than the own wager: the amount by its digits."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import HandId
from dealer_console.game.message import Message
from dealer_console.game.money import Cents
from dealer_console.screens.pages.pads import amount_of, digit_rows
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.values import Field, Overlay, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleLessPage:
    hand: str
    typed: str = ""

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        amount = amount_of(self.typed)
        move = moves.Doubled(hand=HandId(self.hand), amount=amount or Cents(0))
        refusal = builder.why_not(move) if amount is not None else Refusal(Message("amount-none"))
        rows = [
            Row(
                elements=(
                    Field(
                        id="amount", label=builder.words("double-amount", hand=self.hand), value=self.typed, touch=False
                    ),
                )
            ),
            *digit_rows(builder, self.typed, lambda typed: replace(self, typed=typed), most=8),
            Row(
                elements=(
                    builder.button(
                        "ok",
                        builder.words("act-double"),
                        builder.play(move, then=closed),
                        key="Return",
                        main=True,
                        tone="go",
                        refusal=refusal,
                    ),
                )
            ),
        ]
        return builder.overlay(
            "double-less", builder.words("double-title"), rows, close=builder.close(), covers="pad", tone="plain"
        )
