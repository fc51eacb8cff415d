"""A toke that rides on a double or a split: its amount by digits, then the decision with it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import HandId
from dealer_console.game.message import Message
from dealer_console.screens.pages.pads import amount_of, digit_rows
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.values import Button, Field, Overlay, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedTokePage:
    hand: str
    typed: str = ""

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        label = builder.words("toke-amount", hand=self.hand)
        rows = [
            Row(elements=(Field(id="amount", label=label, value=self.typed, touch=False),)),
            *digit_rows(builder, self.typed, lambda typed: replace(self, typed=typed), most=8),
            Row(elements=(self._with(builder, "double", "D"), self._with(builder, "split", "P"))),
        ]
        return builder.overlay(
            "added-toke", builder.words("toke-title"), rows, close=builder.close(), covers="pad", tone="plain"
        )

    def _with(self, builder: ScreenBuilder, action: str, key: str) -> Button:
        amount = amount_of(self.typed)
        kind = moves.Doubled if action == "double" else moves.HandSplit
        move = kind(hand=HandId(self.hand), toke=amount)
        refusal = builder.why_not(move) if amount is not None else Refusal(Message("amount-none"))
        return builder.button(
            f"toke:{action}",
            builder.words(f"act-{action}"),
            builder.play(move, then=closed),
            key=key,
            main=True,
            refusal=refusal,
        )
