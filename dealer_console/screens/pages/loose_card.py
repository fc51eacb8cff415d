"""A card came that nobody was due: the dealer says whether its face was seen, and names it where no shoe can."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.game.cards import card
from dealer_console.screens.desk import Desk, closed
from dealer_console.screens.pages.pads import rank_rows, suit_row
from dealer_console.screens.values import Overlay, Row
from dealer_console.table import touches as t


@dataclass(frozen=True, slots=True, kw_only=True)
class LooseCardPage:
    seen: bool = False  # it was seen and has to be named
    rank: str = ""

    def overlay(self, desk: Desk) -> Overlay:
        loose = desk.moment.loose
        naming = loose is not None and (self.seen or loose.face_up)
        return Overlay(
            id="loose-card",
            title=desk.words("loose.title"),
            columns=(tuple(self._naming(desk) if naming else self._question(desk)),),
            note=desk.local.note,
            note_tone="danger",
            covers="pad",
        )

    def _question(self, desk: Desk) -> list[Row]:
        loose = desk.moment.loose
        name_it = loose is not None and loose.name_it
        seen = (
            desk.open(LooseCardPage(seen=True))
            if name_it
            else desk.submit(t.ExplainDraw(who=desk.who, seen=True), then=closed)
        )
        unseen = desk.submit(t.ExplainDraw(who=desk.who, seen=False), then=closed)
        return [
            Row(elements=(desk.button("seen", desk.words("loose.seen"), seen, key="Y", main=True),)),
            Row(elements=(desk.button("unseen", desk.words("loose.unseen"), unseen, key="N", main=True),)),
        ]

    def _naming(self, desk: Desk) -> list[Row]:
        rows = rank_rows(desk, lambda rank: desk.open(LooseCardPage(seen=True, rank=rank)), chosen=self.rank)
        if self.rank:

            def named(text: str) -> t.ExplainDraw:
                return t.ExplainDraw(who=desk.who, seen=True, card=card(text))

            rows.append(suit_row(desk, self.rank, lambda face: desk.submit(named(face.text), then=closed)))
            only_rank = desk.submit(named(f"{self.rank}?"), then=closed)
            label = desk.words("irregularity.no_suit")
            rows.append(Row(elements=(desk.button("no-suit", label, only_rank, key="Return"),)))
        return rows
