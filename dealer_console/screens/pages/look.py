"""A look at the table itself, in a demonstration: the cards as they lie, beside which the screen can be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dealer_console.game.state import Round
from dealer_console.journal.settlements import SettledWager
from dealer_console.screens.mistakes import RealTable
from dealer_console.screens.pages.irregularity import late_button
from dealer_console.screens.parts.settlement_lines import amount_words, what_words
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Text

MARK: Final = "look-mark"
LINES: Final = 5  # of payments, at a time


def real_table(builder: ScreenBuilder) -> RealTable | None:
    mistakes = builder.config.mistakes
    return mistakes.real_table(builder.snapshot) if mistakes is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LookPage:
    first: int = 0  # of the payments that are shown

    mark = MARK
    shows_outcome = True

    def round_shown(self, builder: ScreenBuilder) -> Round | None:
        lies = real_table(builder)
        return lies.round if lies is not None else None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        words = builder.words
        texts = [words("look-how"), *lying_words(builder)]
        rows = [Row(elements=(Text(text=text),)) for text in texts]
        lies = real_table(builder)
        settled = lies.settled if lies is not None else ()
        rows += self._payments(builder, settled)
        rows.append(Row(elements=(late_button(builder), *self._more(builder, len(settled))), band=True))
        return builder.overlay("look", words("look-title"), rows, close=builder.close(), covers="pad")

    def _payments(self, builder: ScreenBuilder, settled: Sequence[SettledWager]) -> Iterator[Row]:
        """Of a round that is over: what was really taken and paid, some at a time."""
        words, shown = builder.words, settled[self.first : self.first + LINES]
        if shown:
            lines = (f"{what_words(words, wager)} · {amount_words(words, wager)}" for wager in shown)
            yield Row(elements=(Text(text="\n".join(lines), size="small"),))

    def _more(self, builder: ScreenBuilder, count: int) -> Iterator[Button]:
        after = self.first + LINES
        if count > LINES:
            more = builder.open(LookPage(first=after if after < count else 0))
            yield builder.button("more", builder.words("page-more"), more, key="PgDown")


def lying_words(builder: ScreenBuilder) -> Iterator[str]:
    """What the felt has no place for: cards beside the shoe."""
    lies, words = real_table(builder), builder.words
    if lies is not None and lies.beside:
        yield words("look-beside", cards=" ".join(words.card_short(card) for card in lies.beside))
