"""The cards of one hand: a card that was misread or mistyped is touched, and named as it lies there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dealer_console.game.cards import UNSEEN, Card, card
from dealer_console.game.hand import Hand, HandId
from dealer_console.game.state import Round
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import rank_rows, suit_row
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import commands as c


def hand_named(builder: ScreenBuilder, name: str) -> Hand | None:
    r = builder.snapshot.round
    if r is None:
        return None
    return r.dealer if name == "dealer" else r.hands.get(HandId(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsPage:
    """For whoever works with keys: the spots in the row of actions, then the hands of one, as a finger finds them."""

    spot: int = 0

    def touched(self, builder: ScreenBuilder, hand: str, _spot: int) -> Effect | None:
        return builder.open(CorrectionPage(hand=hand)) if hand else None

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return ()

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        r = builder.snapshot.round
        keys = list(self._hands(builder, r) if self.spot else self._spots(builder, r)) if r is not None else []
        return Overlay(
            id="hands",
            title=builder.words("cards-which_hand"),
            columns=((Row(elements=tuple(keys), band=True),),),
            close=builder.close_button(),
            covers="pad",
        )

    def _spots(self, builder: ScreenBuilder, r: Round) -> Iterator[Button]:
        for spot in r.spots:
            label = builder.words("bets-spot", spot=spot.number)
            yield builder.button(f"spot:{spot.number}", label, builder.open(HandsPage(spot=spot.number)), key="auto")
        yield self._hand(builder, "dealer")

    def _hands(self, builder: ScreenBuilder, r: Round) -> Iterator[Button]:
        for hand in r.hands.values():
            if hand.spot.number == self.spot:
                yield self._hand(builder, hand.id)

    def _hand(self, builder: ScreenBuilder, name: str) -> Button:
        page = CorrectionPage(hand=name)
        return builder.button(f"of:{name}", builder.words.hand(name), builder.open(page), key="auto")


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionPage:
    hand: str
    index: int | None = None  # the card that was misread
    rank: str = ""

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return (self.hand,)

    def touched(self, builder: ScreenBuilder, hand: str, _spot: int) -> Effect | None:
        return builder.open(CorrectionPage(hand=hand)) if hand else None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        return builder.overlay(
            "cards",
            builder.words("cards-title", hand=builder.words.hand(self.hand)),
            self._rows(builder),
            close=builder.close(),
            covers="pad",
        )

    def _rows(self, builder: ScreenBuilder) -> list[Row]:
        hand = hand_named(builder, self.hand)
        cards = list(hand.cards) if hand is not None else []
        if self.index is None or self.index >= len(cards):
            return self._choose(builder, cards)
        read = "cards-is_shoe" if "shoe" in builder.snapshot.links else "cards-is"
        text = builder.words(read, card=builder.words.card_short(cards[self.index]))
        rows = [Row(elements=(Text(text=text),))]
        rows += rank_rows(builder, lambda rank: builder.open(replace(self, rank=rank)), chosen=self.rank)
        if self.rank:
            rows.append(suit_row(builder, self.rank, lambda face: self._correct(builder, face)))
            only_rank = self._correct(builder, card(f"{self.rank}?"))
            rows.append(
                Row(
                    elements=(
                        builder.button("no-suit", builder.words("irregularity-no_suit"), only_rank, key="Return"),
                    )
                )
            )
        return rows

    def _choose(self, builder: ScreenBuilder, cards: list[Card]) -> list[Row]:
        buttons = [self._card(builder, number, shown) for number, shown in enumerate(cards) if shown is not UNSEEN]
        text = builder.words("cards-which" if buttons else "cards-none")
        rows = [Row(elements=(Text(text=text),))]
        return rows + [Row(elements=tuple(buttons[at : at + 4])) for at in range(0, len(buttons), 4)]

    def _card(self, builder: ScreenBuilder, number: int, face: Card) -> Button:
        return builder.button(
            f"card:{number}",
            builder.words.card_short(face),
            builder.open(replace(self, index=number)),
            key="auto",
            main=True,
            spoken=builder.words.card(face),
        )

    def _correct(self, builder: ScreenBuilder, face: Card) -> Effect:
        command = c.CorrectCard(who=builder.who, hand=self.hand, index=self.index or 0, card=face)
        return builder.submit(command, then=closed)
