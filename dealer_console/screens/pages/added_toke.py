"""A toke that rides on a double or a split: its amount by digits, then the decision with it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game import moves
from dealer_console.game.hand import HandId
from dealer_console.screens.desk import Desk, closed
from dealer_console.screens.pages.pads import amount_of, close_button, digit_rows
from dealer_console.screens.values import Button, Field, Overlay, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedTokePage:
    hand: str
    typed: str = ""

    def overlay(self, desk: Desk) -> Overlay:
        label = desk.words("toke.amount", hand=self.hand)
        rows = [
            Row(elements=(Field(id="amount", label=label, value=self.typed, touch=False),)),
            *digit_rows(desk, self.typed, lambda typed: replace(self, typed=typed), most=8),
            Row(elements=(self._with(desk, "double", "D"), self._with(desk, "split", "P"))),
        ]
        return Overlay(
            id="added-toke",
            title=desk.words("toke.title"),
            columns=(tuple(rows),),
            note=desk.local.note,
            close=close_button(desk),
            covers="pad",
        )

    def _with(self, desk: Desk, deed: str, key: str) -> Button:
        amount = amount_of(self.typed)
        kind = moves.Doubled if deed == "double" else moves.HandSplit
        move = kind(hand=HandId(self.hand), toke=amount)
        refusal = desk.why_not(move) if amount is not None else desk.own_refusal("amount.none")
        return desk.button(
            f"toke:{deed}", desk.words(f"act.{deed}"), desk.play(move, then=closed), key=key, main=True, refusal=refusal
        )
