"""Whether the dealer takes a card: the second one of `last`, and the next one of the dealer's hand."""

from __future__ import annotations

from dealer_console.game.hand import Hand
from dealer_console.game.state import Round


def needs_second_card(r: Round) -> bool:
    """In `last`: is there a wager that the dealer's second card can still decide? (MA 12(c))"""
    if r.rules.needless_drawing or any(not wager.settled for wager in r.insurance):
        return True
    return any(_second_card_decides(r, hand) for spot in r.spots for hand in spot.hands if not hand.removed)


def _second_card_decides(r: Round, hand: Hand) -> bool:
    if hand.blackjack:
        wins_anyway = hand.natural and r.rules.natural_against_blackjack == "wins"
        return r.at_risk_now and not wins_anyway
    return True


def must_draw(r: Round) -> bool:
    """Hard 17 or more and soft 18 or more stand; soft 17 by the rules in use."""
    dealer = r.dealer
    if dealer.total != 17:
        return dealer.total < 17
    return dealer.soft and r.table.soft_17 == "hit"


def hand_contests(r: Round) -> bool:
    return any(hand.contests for hand in r.hands.values())
