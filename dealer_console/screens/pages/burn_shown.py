"""A player wants to see the burned card: the dealer shows it and names it here (MA 7(c); CB shuffle 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game.cards import Card
from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Effect
from dealer_console.screens.local import Page
from dealer_console.screens.pages.pads import rank_rows, suit_row
from dealer_console.screens.values import Overlay, Row, Text
from dealer_console.table import touches as t


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnShownPage:
    """Rank, then suit. Where a supervisor has to agree, the table asks for one."""

    rank: str = ""
    back: Page | None = None

    def overlay(self, desk: Desk) -> Overlay:
        rows = [Row(elements=(Text(text=desk.words("irregularity.which_card")),))]
        rows += rank_rows(desk, lambda rank: desk.open(replace(self, rank=rank)), chosen=self.rank)
        if self.rank:
            rows.append(suit_row(desk, self.rank, lambda face: self._shown(desk, face)))
        return Overlay(
            id="burn-shown",
            title=desk.words("shoe.show_burn"),
            columns=(tuple(rows),),
            note=desk.local.note,
            note_tone="danger",
            close=desk.button("close", desk.words("page.close"), desk.back_to(self.back), key="Escape"),
        )

    def _shown(self, desk: Desk, face: Card) -> Effect:
        return desk.submit(t.ShowBurnCard(who=desk.who, card=face), then=lambda local: local.at(self.back))
