"""Chips by denomination: the tray at opening and closing, a fill, a credit, a count in between, colouring up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.money import short
from dealer_console.screens.pages.pads import digit_rows
from dealer_console.screens.pages.people.signature import by_dealer_or_signed
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.shift.chips import Chips, chips, colour_up

STACK: Final = 20
CommandFor = Callable[[str, Chips], c.Command]
PURPOSES: Final[dict[str, CommandFor]] = {
    "open": lambda who, held: c.OpenTable(who=who, tray=held),
    "close": lambda who, held: c.CloseTable(who=who, tray=held),
    "fill": lambda who, held: c.AskFill(who=who, chips=held),
    "credit": lambda who, held: c.AskCredit(who=who, chips=held),
    "count": lambda who, held: c.CountTray(who=who, tray=held),
    "colour_up": lambda who, held: c.ColourUp(who=who, held=held),
}
OF_A_SLIP: Final = "verify"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipCountPage:
    """`counts` in the order of the table's chips; the digits type the count of the chosen one."""

    purpose: str
    counts: tuple[int, ...] = ()
    chosen: int = 0
    stacks: bool = False  # digits count stacks of twenty
    slip: str = ""  # which one is counted
    back: Page | None = None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        rows = builder.config.chips
        counts = (*self.counts, *(0 for _ in rows))[: len(rows)]
        held = chips({chip.cents: count for chip, count in zip(rows, counts, strict=True)})
        return builder.overlay(
            "chips",
            builder.words(f"chips-{self.purpose}"),
            (*self._chips(builder, counts), *self._sum(builder, held)),
            (Row(elements=(self._in_stacks(builder),)), *self._pad(builder, counts)),
            widths=(3, 2),
            done=self._done(builder, held),
            close=builder.back_to(self.back),
        )

    def _chips(self, builder: ScreenBuilder, counts: tuple[int, ...]) -> list[Row]:
        return [Row(elements=tuple(self._chip(builder, counts, number) for number in range(len(counts))))]

    def _chip(self, builder: ScreenBuilder, counts: tuple[int, ...], number: int) -> Button:
        chip = builder.config.chips[number]
        return builder.button(
            f"chip:{chip.cents}",
            f"{counts[number]}\u00a0×\u00a0{short(chip.cents)}",
            builder.open(replace(self, counts=counts, chosen=number)),
            key="auto-letter",
            checked=number == self.chosen,
            colour=chip.colour,
            hint=builder.money(counts[number] * chip.cents) if counts[number] else "",
            spoken=builder.words("chips-spoken", count=counts[number], name=short(chip.cents)),
        )

    def _sum(self, builder: ScreenBuilder, held: Chips) -> list[Row]:
        # A count is blind: what the books expect is shown after it is signed.
        total = builder.words("chips-total", amount=builder.money(held.cents))
        rows = [Row(elements=(Text(text=total, size="large"),))]
        if self.purpose == "colour_up" and held.cents:
            rows.append(Row(elements=(Text(text=colour_up(builder.config.denominations, held).words),)))
        return rows

    def _pad(self, builder: ScreenBuilder, counts: tuple[int, ...]) -> list[Row]:
        """In stacks the digits say how many twenties; chips beside the stacks stay as they were counted."""
        count = counts[self.chosen] if counts else 0
        now = (count // STACK if self.stacks else count) or ""

        def typed(digits: str) -> Page:
            number = int(digits or "0")
            counted = number * STACK + count % STACK if self.stacks else number
            return replace(self, counts=tuple(counted if at == self.chosen else held for at, held in enumerate(counts)))

        return digit_rows(builder, str(now), typed, most=5, point=False)

    def _in_stacks(self, builder: ScreenBuilder) -> Button:
        label = builder.words("chips-stacks")
        return builder.button(
            "stacks", label, builder.open(replace(self, stacks=not self.stacks)), key="F2", checked=self.stacks
        )

    def _done(self, builder: ScreenBuilder, held: Chips) -> Button:
        command_for = self._counted_slip if self.purpose == OF_A_SLIP else PURPOSES[self.purpose]
        return builder.button(
            "chips-done",
            builder.words(f"chips-{self.purpose}-done"),
            by_dealer_or_signed(
                builder, lambda who: command_for(who, held), builder.words(f"chips-{self.purpose}"), self.back
            ),
            key="Return",
            main=True,
            tone="go",
            refusal=None if held.cents else Refusal(Message("chips-none")),
            hold=self.purpose == "close",
        )

    def _counted_slip(self, who: str, held: Chips) -> c.Command:
        return c.VerifySlip(who=who, slip=self.slip, chips=held)
