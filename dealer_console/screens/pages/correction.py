"""The cards of one hand, to be looked at and corrected when one was misread."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.game.cards import UNSEEN
from dealer_console.game.hand import Hand, HandId
from dealer_console.screens.desk import Desk
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.values import Overlay, Row, Text


def hand_named(desk: Desk, name: str) -> Hand | None:
    r = desk.moment.round
    if r is None:
        return None
    return r.dealer if name == "dealer" else r.hands.get(HandId(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionPage:
    hand: str

    def overlay(self, desk: Desk) -> Overlay:
        hand = hand_named(desk, self.hand)
        cards = [card for card in hand.cards if card is not UNSEEN] if hand is not None else []
        rows = [Row(elements=(Text(text=desk.words.card(card), size="large"),)) for card in cards]
        return Overlay(
            id="cards",
            title=desk.words("cards.title", hand=desk.words.hand(self.hand)),
            columns=(tuple(rows),),
            note=desk.local.note,
            close=close_button(desk),
            covers="pad",
        )
