"""Chips by denomination: the tray at opening and closing, a fill, a credit, a count in between, colouring up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.money import show
from dealer_console.screens.desk import Desk
from dealer_console.screens.local import Page
from dealer_console.screens.pages.pads import digit_rows
from dealer_console.screens.pages.sign import by_dealer_or_signed
from dealer_console.screens.values import Button, Overlay, Row, Sheet, Text
from dealer_console.table import touches as t
from dealer_console.table.shift.chips import Chips, chips, colour_up, short

Made = Callable[[str, Chips], t.Touch]
PURPOSES: Final[dict[str, Made]] = {
    "open": lambda who, held: t.OpenTable(who=who, tray=held),
    "close": lambda who, held: t.CloseTable(who=who, tray=held),
    "fill": lambda who, held: t.AskFill(who=who, chips=held),
    "credit": lambda who, held: t.AskCredit(who=who, chips=held),
    "count": lambda who, held: t.CountTray(who=who, tray=held),
    "colour_up": lambda who, held: t.ColourUp(who=who, held=held),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipCountPage:
    """`counts` in the order of the table's chips; the digits type the count of the chosen one."""

    purpose: str
    counts: tuple[int, ...] = ()
    chosen: int = 0
    back: Page | None = None

    def overlay(self, desk: Desk) -> Overlay:
        rows = desk.house.chips
        counts = (*self.counts, *(0 for _ in rows))[: len(rows)]
        held = chips({chip.cents: count for chip, count in zip(rows, counts, strict=True)})
        return Overlay(
            id="chips",
            title=desk.words(f"chips.{self.purpose}"),
            columns=(
                (*self._chips(desk, counts), *self._sum(desk, held)),
                (*self._pad(desk, counts), Row(elements=(self._done(desk, held),))),
            ),
            widths=(3, 2),
            note=desk.local.note,
            note_tone="danger",
            close=desk.button("close", desk.words("page.close"), desk.back_to(self.back), key="Escape"),
        )

    def _chips(self, desk: Desk, counts: tuple[int, ...]) -> list[Row]:
        found = [self._chip(desk, counts, number) for number in range(len(counts))]
        return [Row(elements=tuple(found[start : start + 4])) for start in range(0, len(found), 4)]

    def _chip(self, desk: Desk, counts: tuple[int, ...], number: int) -> Button:
        chip = desk.house.chips[number]
        return desk.button(
            f"chip:{chip.cents}",
            f"{counts[number]}\u00a0×\u00a0{short(chip.cents)}",
            desk.open(replace(self, counts=counts, chosen=number)),
            key="auto-letter",
            checked=number == self.chosen,
            colour=chip.colour,
            spoken=desk.words("chips.spoken", count=counts[number], name=short(chip.cents)),
        )

    def _sum(self, desk: Desk, held: Chips) -> list[Row]:
        lines = [(desk.words("chips.total"), show(held.cents))]
        shift = desk.moment.view.shift if desk.moment.view is not None else None
        if self.purpose in ("close", "count") and shift is not None:
            lines.append((desk.words("chips.expected"), show(shift.tray)))
            lines.append((desk.words("chips.difference"), show(held.cents - shift.tray)))
        found = [Row(elements=(Sheet(head=(), rows=tuple(lines), amounts=(1,)),))]
        if self.purpose == "colour_up" and held.cents:
            found.append(Row(elements=(Text(text=colour_up(desk.house.denominations, held).words),)))
        return found

    def _pad(self, desk: Desk, counts: tuple[int, ...]) -> list[Row]:
        now = str(counts[self.chosen]) if counts and counts[self.chosen] else ""

        def typed(digits: str) -> Page:
            changed = tuple(int(digits or "0") if at == self.chosen else each for at, each in enumerate(counts))
            return replace(self, counts=changed)

        return digit_rows(desk, now, typed, most=5, point=False)

    def _done(self, desk: Desk, held: Chips) -> Button:
        made = PURPOSES[self.purpose]
        return desk.button(
            "chips-done",
            desk.words(f"chips.{self.purpose}.done"),
            by_dealer_or_signed(desk, lambda who: made(who, held), desk.words(f"chips.{self.purpose}"), self.back),
            key="Return",
            main=True,
            tone="go",
            refusal=None if held.cents else desk.own_refusal("chips.none"),
        )
