"""The demonstration deals by itself: it reads the screen as a dealer does and presses the same buttons.

The players' wishes come from dice and a simple strategy; the lawful buttons come from the screen alone.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from dealer_console.demo.autopages import next_on_page
from dealer_console.screens.values import Button, CardOnFelt, HandOnFelt, Screen

HIT: Final = "act:hit"
BLACKJACK: Final = 21
_TENS: Final = ("T", "J", "Q", "K")
# What goes on with the game, nearest first; nobody has to decide anything there.
_GOES_ON: Final = (
    "act:insurance_closed",
    "act:show",
    "act:paid_same",
    "act:next_same",
    "act:paid",
    "act:next",
    "act:same",
    "act:shoe",
)


class AutoPlayer:
    """`next_touch` gives the id to press, or None when there is only waiting. `HIT` may also be done by drawing."""

    def __init__(self, dice: Random, hole_card: Callable[[], str | None] = lambda: None) -> None:
        self._dice = dice
        self._hole_card = hole_card  # what the dealer sees under the corner when the rules let the dealer peek

    def next_touch(self, screen: Screen) -> str | None:
        if screen.overlay is not None:
            return next_on_page(screen)
        able = {each.id: each for each in screen.actions if each.enabled}
        if "act:switch" in able or HIT in able or "act:stand" in able:
            return self._decide(screen, able)
        if "act:clear" in able or "act:blackjack" in able:
            return self.peek(screen)
        return next((name for name in _GOES_ON if name in able), None)

    def peek(self, screen: Screen) -> str | None:
        """The dealer's look under the corner, where the rules have one: clear, or blackjack."""
        able = {each.id for each in screen.actions if each.enabled}
        if not able & {"act:clear", "act:blackjack"}:
            return None
        up, hole = screen.felt.dealer.cards[0], self._hole_card() or "2c"
        blackjack = _value(up) + _value(CardOnFelt(rank=hole[0])) == BLACKJACK
        name = "act:blackjack" if blackjack else "act:clear"
        return name if name in able else None

    # --- the players -----------------------------------------------------------------------------------------------

    def _decide(self, screen: Screen, able: dict[str, Button]) -> str | None:
        if "act:switch" in able and _switch_is_better(screen):
            return "act:switch"
        hand = next((each for spot in screen.felt.spots for each in spot.hands if each.in_turn), None)
        if hand is None:
            return "act:keep" if "act:keep" in able else None
        wish = self._wish(hand, _value(screen.felt.dealer.cards[0]) if screen.felt.dealer.cards else 10)
        for name in (*wish, "act:stand", HIT, "act:keep"):
            if name in able:
                return name
        return None

    def _wish(self, hand: HandOnFelt, up: int) -> tuple[str, ...]:
        total, soft = count(hand.cards)
        pair = len(hand.cards) == 2 and _value(hand.cards[0]) == _value(hand.cards[1])
        if pair and _value(hand.cards[0]) in (11, 8):
            return ("act:split_free", "act:split")
        if len(hand.cards) == 2 and total in (10, 11) and up < 10:
            return ("act:double_free", "act:double")
        if total == 16 and not soft and up >= 10 and self._dice.random() < 0.3:
            return ("act:surrender",)
        enough = 18 if soft else 12 if 2 <= up <= 6 else 17
        return (HIT,) if total < enough else ()


def _switch_is_better(screen: Screen) -> bool:
    """Two hands are worth more when one is made; what 17 and more gain, stiff hands lose."""
    spot = next((each for each in screen.felt.spots if each.in_turn), None)
    if spot is None or len(spot.hands) != 2 or any(len(hand.cards) != 2 for hand in spot.hands):
        return False
    (a, b), (c, d) = (hand.cards for hand in spot.hands)
    return _worth((a, d)) + _worth((c, b)) > _worth((a, b)) + _worth((c, d))


def _worth(cards: tuple[CardOnFelt, ...]) -> int:
    total, soft = count(cards)
    if total >= 20:
        return 10
    if total >= 17:
        return 4
    return 6 if total in (9, 10, 11) else 3 if soft else 0


def _value(card: CardOnFelt) -> int:
    return 11 if card.rank == "A" else 10 if card.rank in _TENS else int(card.rank or 10)


def count(cards: tuple[CardOnFelt, ...]) -> tuple[int, bool]:
    """The total of what lies open, and whether an ace still counts eleven."""
    total = sum(_value(card) for card in cards if card.rank)
    aces = sum(card.rank == "A" for card in cards)
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total, aces > 0
