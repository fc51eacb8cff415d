"""The cards of one hand: a card that was misread or mistyped is touched, and named as it lies there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game.cards import UNSEEN, Card, card
from dealer_console.game.hand import Hand, HandId
from dealer_console.screens.desk import Desk, closed
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import close_button, rank_rows, suit_row
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import touches as t


def hand_named(desk: Desk, name: str) -> Hand | None:
    r = desk.moment.round
    if r is None:
        return None
    return r.dealer if name == "dealer" else r.hands.get(HandId(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsPage:
    """For whoever works with keys: the hands that lie on the felt, as a list."""

    def overlay(self, desk: Desk) -> Overlay:
        r = desk.moment.round
        names = [*r.hands, "dealer"] if r is not None else []
        found = [
            desk.button(f"of:{name}", desk.words.hand(name), desk.open(CorrectionPage(hand=name)), key="auto")
            for name in names
        ]
        rows = tuple(Row(elements=tuple(found[at : at + 7])) for at in range(0, len(found), 7))
        return Overlay(
            id="hands", title=desk.words("cards.which_hand"), columns=(rows,), close=close_button(desk), covers="pad"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionPage:
    hand: str
    index: int | None = None  # the card that was misread
    rank: str = ""

    def overlay(self, desk: Desk) -> Overlay:
        return Overlay(
            id="cards",
            title=desk.words("cards.title", hand=desk.words.hand(self.hand)),
            columns=(tuple(self._rows(desk)),),
            note=desk.local.note,
            note_tone="danger",
            close=close_button(desk),
            covers="pad",
        )

    def _rows(self, desk: Desk) -> list[Row]:
        hand = hand_named(desk, self.hand)
        cards = list(hand.cards) if hand is not None else []
        if self.index is None or self.index >= len(cards):
            return self._choose(desk, cards)
        said = desk.words("cards.is", card=desk.words.card(cards[self.index]))
        rows = [Row(elements=(Text(text=said),))]
        rows += rank_rows(desk, lambda rank: desk.open(replace(self, rank=rank)), chosen=self.rank)
        if self.rank:
            rows.append(suit_row(desk, self.rank, lambda face: self._correct(desk, face)))
            only_rank = self._correct(desk, card(f"{self.rank}?"))
            rows.append(
                Row(elements=(desk.button("no-suit", desk.words("irregularity.no_suit"), only_rank, key="Return"),))
            )
        return rows

    def _choose(self, desk: Desk, cards: list[Card]) -> list[Row]:
        buttons = [self._card(desk, number, each) for number, each in enumerate(cards) if each is not UNSEEN]
        text = desk.words("cards.which" if buttons else "cards.none")
        rows = [Row(elements=(Text(text=text),))]
        return rows + [Row(elements=tuple(buttons[at : at + 4])) for at in range(0, len(buttons), 4)]

    def _card(self, desk: Desk, number: int, face: Card) -> Button:
        return desk.button(
            f"card:{number}",
            desk.words.card_short(face),
            desk.open(replace(self, index=number)),
            key="auto",
            main=True,
            spoken=desk.words.card(face),
        )

    def _correct(self, desk: Desk, face: Card) -> Effect:
        touch = t.CorrectCard(who=desk.who, hand=self.hand, index=self.index or 0, card=face)
        return desk.submit(touch, then=closed)
