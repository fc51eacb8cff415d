"""The count of all cards: what was left in shoe or shuffler and the discards must make all decks (MA 7(n)(2))."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.screens.pages.pads import digit_rows
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, Field, Overlay, Row, Text
from dealer_console.table import commands as c

NAMES: Final = ("rest", "discards", "removed")


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPage:
    typed: tuple[str, str, str] = ("", "", "")
    at: int = 0
    back: Page | None = None
    shuffler: bool = False  # all cards are out of a continuous shuffler

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        cards = builder.snapshot.table.decks * 52 if builder.snapshot.table is not None else 0
        counted = sum(int(digits or "0") for digits in self.typed)
        following = builder.open(replace(self, at=(self.at + 1) % len(NAMES)))
        turn = builder.button("other-field", builder.words("count-next"), following, key="Tab")
        left = (
            *(Row(elements=(self._field(builder, number),)) for number in range(len(NAMES))),
            Row(elements=(Text(text=builder.words("count-sum", counted=counted, cards=cards)),)),
            Row(elements=(turn, self._done(builder))),
        )
        return builder.overlay(
            "count",
            builder.words("count-title_shuffler" if self.shuffler else "count-title"),
            left,
            digit_rows(builder, self.typed[self.at], self._with, most=4, point=False),
            widths=(3, 2),
            close=builder.back_to(self.back),
        )

    def _field(self, builder: ScreenBuilder, number: int) -> Field:
        return Field(
            id=builder.touchable(f"field:{NAMES[number]}", builder.open(replace(self, at=number))),
            label=builder.words("count-out_of_it" if self.shuffler and not number else f"count-{NAMES[number]}"),
            value=self.typed[number],
            active=number == self.at,
        )

    def _done(self, builder: ScreenBuilder) -> Button:
        rest, discards, removed = (int(digits or "0") for digits in self.typed)
        why = builder.words("count-why_removed") if removed else ""
        command = c.CountCards(who=builder.who, shoe_rest=rest, discards=discards, removed=removed, why_removed=why)
        counted = builder.submit(command, then=lambda ui: ui.at(self.back))
        return builder.button("ok", builder.words("pad-ok"), counted, key="Return", main=True, tone="go")

    def _with(self, digits: str) -> CountPage:
        first, second, third = (digits if number == self.at else typed for number, typed in enumerate(self.typed))
        return replace(self, typed=(first, second, third))
