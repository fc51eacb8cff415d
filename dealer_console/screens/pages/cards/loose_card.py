"""A card came that nobody was due: the dealer says whether its face was seen, and names it where no shoe can."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game.cards import card
from dealer_console.screens.pages.look import lying_words
from dealer_console.screens.pages.pads import rank_rows, suit_row
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.values import Overlay, Row, Text
from dealer_console.table import commands as c


@dataclass(frozen=True, slots=True, kw_only=True)
class LooseCardPage:
    seen: bool = False  # it was seen and has to be named
    asked: bool = False  # the hand in turn asked for it
    rank: str = ""

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        loose = builder.snapshot.loose
        naming = loose is not None and (self.seen or loose.face_up)
        return builder.overlay(
            "loose-card",
            builder.words("loose-title"),
            self._naming(builder) if naming else self._question(builder),
            covers="pad",
            under_prompt=True,
        )

    def _question(self, builder: ScreenBuilder) -> list[Row]:
        loose = builder.snapshot.loose
        name_it = loose is not None and loose.name_it
        seen = (
            builder.open(LooseCardPage(seen=True))
            if name_it
            else builder.submit(c.ExplainDraw(who=builder.who, seen=True), then=closed)
        )
        unseen = builder.submit(c.ExplainDraw(who=builder.who, seen=False), then=closed)
        return [
            *(Row(elements=(Text(text=text),)) for text in lying_words(builder)),
            *self._asked(builder),
            Row(elements=(builder.button("seen", builder.words("loose-seen"), seen, key="Y", main=True),)),
            Row(elements=(builder.button("unseen", builder.words("loose-unseen"), unseen, key="N", main=True),)),
        ]

    def _asked(self, builder: ScreenBuilder) -> list[Row]:
        """At a table that supposes no hit, and whenever a card came while a hand is in turn."""
        loose = builder.snapshot.loose
        if loose is None or not loose.hit_of:
            return []
        hit = builder.submit(c.ExplainDraw(who=builder.who, seen=True, asked=True), then=closed)
        does = builder.open(LooseCardPage(seen=True, asked=True)) if loose.name_it else hit
        label = builder.words("loose-asked", hand=loose.hit_of)
        return [Row(elements=(builder.button("asked", label, does, key="H", main=True, tone="go"),))]

    def _naming(self, builder: ScreenBuilder) -> list[Row]:
        rows = rank_rows(builder, lambda rank: builder.open(replace(self, seen=True, rank=rank)), chosen=self.rank)
        if self.rank:

            def named(text: str) -> c.ExplainDraw:
                return c.ExplainDraw(who=builder.who, seen=True, card=card(text), asked=self.asked)

            rows.append(suit_row(builder, self.rank, lambda face: builder.submit(named(face.text), then=closed)))
            only_rank = builder.submit(named(f"{self.rank}?"), then=closed)
            label = builder.words("irregularity-no_suit")
            rows.append(Row(elements=(builder.button("no-suit", label, only_rank, key="Return"),)))
        return rows
