"""A look at the table itself, in a demonstration: the cards as they lie, beside which the screen can be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dealer_console.game.state import Round
from dealer_console.screens.mistakes import RealTable
from dealer_console.screens.pages.irregularity import late_button
from dealer_console.screens.parts.settlement_lines import amount_words, what_words
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Overlay, Row, Text

MARK: Final = "look-mark"


def real_table(builder: ScreenBuilder) -> RealTable | None:
    mistakes = builder.config.mistakes
    return mistakes.real_table(builder.snapshot) if mistakes is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LookPage:
    mark = MARK
    shows_outcome = True

    def round_shown(self, builder: ScreenBuilder) -> Round | None:
        lies = real_table(builder)
        return lies.round if lies is not None else None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        words = builder.words
        rows = [Row(elements=(Text(text=words("look-how")),))]
        rows += [Row(elements=(Text(text=text, size="small"),)) for text in lying_words(builder)]
        rows.append(Row(elements=(late_button(builder),)))
        return builder.overlay("look", words("look-title"), rows, close=builder.close(), covers="pad")


def lying_words(builder: ScreenBuilder) -> Iterator[str]:
    """What the felt has no place for: cards beside the shoe, and what was taken and paid."""
    lies, words = real_table(builder), builder.words
    if lies is None:
        return
    if lies.beside:
        yield words("look-beside", cards=" ".join(words.card_short(card) for card in lies.beside))
    if lies.settled:
        yield "\n".join(f"{what_words(words, wager)} · {amount_words(words, wager)}" for wager in lies.settled)
