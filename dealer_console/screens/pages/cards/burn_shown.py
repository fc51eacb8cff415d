"""A player wants to see the burned card: the dealer shows it and names it here (MA 7(c); CB shuffle 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game.cards import Card
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import rank_rows, suit_row
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Overlay, Row, Text
from dealer_console.table import commands as c


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnShownPage:
    """Rank, then suit. Where a supervisor has to agree, the table asks for one."""

    rank: str = ""
    back: Page | None = None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        rows = [Row(elements=(Text(text=builder.words("irregularity-which_card")),))]
        rows += rank_rows(builder, lambda rank: builder.open(replace(self, rank=rank)), chosen=self.rank)
        if self.rank:
            rows.append(suit_row(builder, self.rank, lambda face: self._shown(builder, face)))
        return Overlay(
            id="burn-shown",
            title=builder.words("shoe-show_burn"),
            columns=(tuple(rows),),
            note=builder.local.note,
            note_tone="danger",
            close=builder.button("close", builder.words("page-close"), builder.back_to(self.back), key="Escape"),
        )

    def _shown(self, builder: ScreenBuilder, face: Card) -> Effect:
        return builder.submit(c.ShowBurnCard(who=builder.who, card=face), then=lambda local: local.at(self.back))
