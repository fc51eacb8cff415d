"""How deep the cut is: in half decks from the front of the stack; too near an end is refused with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.commands.cards.cut import why_not_depth

HALF_DECK: Final = 26
_IN_A_ROW: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class CutDepthPage:
    """`spot` has placed the cutting card (0: the dealer)."""

    spot: int
    who: str
    back: Page

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        buttons = list(self._depths(builder))
        asks = Text(text=builder.words("cut-how_deep", who=self.who), size="large")
        rows = [Row(elements=tuple(buttons[at : at + _IN_A_ROW])) for at in range(0, len(buttons), _IN_A_ROW)]
        return builder.overlay(
            "cut-depth", builder.words("cut-title"), (Row(elements=(asks,)), *rows), close=builder.open(self.back)
        )

    def _depths(self, builder: ScreenBuilder) -> Iterator[Button]:
        stack = _stack(builder)
        for halves in range(1, (stack - 1) // HALF_DECK + 1):
            cards = halves * HALF_DECK
            label = builder.words("cut-decks", decks=_mixed(Fraction(halves, 2)))
            command = c.CutMade(who=builder.who, spot=self.spot, cards_before=cards)
            submit = builder.submit(command, then=lambda ui: ui.at(self.back))
            hint = builder.words("cut-cards", cards=cards)
            refusal = _why_not(builder, cards, stack)
            yield builder.button(f"depth:{cards}", label, submit, key="auto", hint=hint, refusal=refusal)


def _why_not(builder: ScreenBuilder, cards: int, stack: int) -> Refusal | None:
    table = builder.config.table
    return why_not_depth(table.rules, cards, stack) if table is not None else None


def _stack(builder: ScreenBuilder) -> int:
    """Inside a round only the discards are cut."""
    r, table = builder.snapshot.round, builder.snapshot.table
    return r.shoe.left if r is not None else (table.decks if table is not None else 0) * 2 * HALF_DECK


def _mixed(decks: Fraction) -> str:
    """1, 1½, 2 …"""
    whole, half = divmod(decks, 1)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"
