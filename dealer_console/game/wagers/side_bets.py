"""The side bets: which row the cards make, and the three that look at suits when a suit was not recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from dealer_console.game.cards import RANKS, SUITS, UNKNOWN_SUIT, Card, card

_HIGH_STRAIGHTS: Final = frozenset(frozenset(RANKS[i : i + 3]) for i in range(11)) | {frozenset("QKA")}
_LOW_ACE_STRAIGHT: Final = frozenset("A23")


def match_row(first_four: Sequence[Card], pays: Mapping[str, int]) -> str | None:
    """The best-paying row that the four ranks make (MA 6(a), 6(d); Reading 7)."""
    counts = sorted(
        (sum(card.rank == rank for card in first_four) for rank in {card.rank for card in first_four}), reverse=True
    )
    rows = {
        (4,): ("four-of-a-kind", "two-pair", "three-of-a-kind", "pair"),
        (3, 1): ("three-of-a-kind", "pair"),
        (2, 2): ("two-pair", "pair"),
        (2, 1, 1): ("pair",),
    }.get(tuple(counts), ())
    return max(rows, key=lambda row: pays[row], default=None)


def trilux_row(three: Sequence[Card], *, ace_low: bool) -> str | None:
    """The spot's first two cards and the up-card (CB TriLux); the ace is low too by Reading 18."""
    ranks = frozenset(face.rank for face in three)
    flush = len({face.suit for face in three}) == 1
    straight = ranks in _HIGH_STRAIGHTS and (ace_low or ranks != _LOW_ACE_STRAIGHT)
    if straight and flush:
        return "straight-flush"
    if len(ranks) == 1:
        return "three-of-a-kind"
    if straight:
        return "straight"
    return "flush" if flush else None


def is_twenty(two: Sequence[Card], *, ace_nine: bool) -> bool:
    points = sum(face.points for face in two)
    return points == 20 or (ace_nine and {face.rank for face in two} == {"A", "9"})


def bounty_row(two: Sequence[Card], *, ace_nine: bool, dealer_blackjack: bool) -> str | None:
    """King's Bounty: the first two cards of hand a total 20; only the best row counts."""
    if not is_twenty(two, ace_nine=ace_nine):
        return None
    one, other = two
    suited = one.suit == other.suit
    if one.rank == other.rank == "K":
        if suited and one.suit == "s":
            return "two-kings-of-spades-dealer-blackjack" if dealer_blackjack else "two-kings-of-spades"
        return "two-suited-kings" if suited else "two-kings"
    if suited:
        return "two-suited-queens-jacks-tens" if one.rank == other.rank else "suited-20"
    return "unsuited-20"


def with_suits(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every way to fill in the suits that were not recorded."""
    fillings = [[card(seen.rank + suit) for suit in SUITS] if seen.suit == UNKNOWN_SUIT else [seen] for seen in cards]
    return product(*fillings)


def trilux_decided(three: Sequence[Card], *, ace_low: bool) -> bool:
    """Do the recorded suits, or the ranks alone, decide the wager?"""
    if all(face.suit_known for face in three):
        return True
    return len({trilux_row(filled, ace_low=ace_low) for filled in with_suits(three)}) == 1


def bounty_decided(two: Sequence[Card], *, ace_nine: bool) -> bool:
    if all(face.suit_known for face in two):
        return True
    return len({bounty_row(filled, ace_nine=ace_nine, dealer_blackjack=True) for filled in with_suits(two)}) == 1
