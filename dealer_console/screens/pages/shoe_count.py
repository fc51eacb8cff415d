"""The count of all cards: what was left in shoe or shuffler and the discards must make all decks (MA 7(n)(2))."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.screens.desk import Desk
from dealer_console.screens.local import Page
from dealer_console.screens.pages.pads import digit_rows
from dealer_console.screens.values import Button, Field, Overlay, Row, Text
from dealer_console.table import touches as t

NAMES: Final = ("rest", "discards", "removed")


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPage:
    typed: tuple[str, str, str] = ("", "", "")
    at: int = 0
    back: Page | None = None
    shuffler: bool = False  # all cards are out of a continuous shuffler

    def overlay(self, desk: Desk) -> Overlay:
        cards = desk.moment.table.decks * 52 if desk.moment.table is not None else 0
        counted = sum(int(each or "0") for each in self.typed)
        following = desk.open(replace(self, at=(self.at + 1) % len(NAMES)))
        turn = desk.button("other-field", desk.words("count.next"), following, key="Tab")
        left = (
            *(Row(elements=(self._field(desk, number),)) for number in range(len(NAMES))),
            Row(elements=(Text(text=desk.words("count.sum", counted=counted, cards=cards)),)),
            Row(elements=(turn, self._done(desk))),
        )
        return Overlay(
            id="count",
            title=desk.words("count.title_shuffler" if self.shuffler else "count.title"),
            columns=(left, tuple(digit_rows(desk, self.typed[self.at], self._with, most=4, point=False))),
            widths=(3, 2),
            note=desk.local.note,
            note_tone="danger",
            close=desk.button("close", desk.words("page.close"), desk.back_to(self.back), key="Escape"),
        )

    def _field(self, desk: Desk, number: int) -> Field:
        return Field(
            id=desk.touchable(f"field:{NAMES[number]}", desk.open(replace(self, at=number))),
            label=desk.words("count.out_of_it" if self.shuffler and not number else f"count.{NAMES[number]}"),
            value=self.typed[number],
            active=number == self.at,
        )

    def _done(self, desk: Desk) -> Button:
        rest, discards, removed = (int(each or "0") for each in self.typed)
        why = desk.words("count.why_removed") if removed else ""
        touch = t.CountCards(who=desk.who, shoe_rest=rest, discards=discards, removed=removed, why_removed=why)
        counted = desk.submit(touch, then=lambda local: local.at(self.back))
        return desk.button("ok", desk.words("pad.ok"), counted, key="Return", main=True, tone="go")

    def _with(self, digits: str) -> CountPage:
        one, two, three = (digits if number == self.at else each for number, each in enumerate(self.typed))
        return replace(self, typed=(one, two, three))
