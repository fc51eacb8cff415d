"""Cards as the floor writes them: rank `A 2 … 9 T J Q K`, suit `c d h s`; `9?` without its suit, `??` unseen.

There is one object per card face, made once, so a comparison is an identity and a count is an index.
"""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Unreadable
from dealer_console.game.message import Message, Quoted

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
UNKNOWN_SUIT: Final = "?"


class Card:
    """One card face. `points` is 1 for an ace (`hand.py` adds the ten), 10 for ten, jack, queen and king."""

    __slots__ = ("index", "is_ace", "is_ten", "opens_blackjack", "points", "rank", "suit", "text")

    def __init__(self, rank: str, suit: str, index: int) -> None:
        self.rank = rank
        self.suit = suit
        self.text = rank + suit
        self.index = index
        self.points = min(RANKS.index(rank) + 1, 10) if rank in RANKS else 0
        self.is_ace = rank == "A"
        self.is_ten = self.points == 10
        self.opens_blackjack = self.is_ace or self.is_ten

    @property
    def suit_known(self) -> bool:
        return self.suit != UNKNOWN_SUIT

    @property
    def seen(self) -> bool:
        return self is not UNSEEN

    def __repr__(self) -> str:
        return f"card({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)


# Indexes 0–51 are the full faces (their copies are counted), 52–64 the ranks without a suit, 65 the unseen card.
FACES: Final[tuple[Card, ...]] = tuple(
    Card(rank, suit, number) for number, (suit, rank) in enumerate((s, r) for s in SUITS for r in RANKS)
)
RANKS_ONLY: Final[tuple[Card, ...]] = tuple(
    Card(rank, UNKNOWN_SUIT, len(FACES) + number) for number, rank in enumerate(RANKS)
)
UNSEEN: Final = Card("?", "?", len(FACES) + len(RANKS_ONLY))
BY_TEXT: Final[dict[str, Card]] = {face.text: face for face in (*FACES, *RANKS_ONLY, UNSEEN)}


class UnknownCard(Unreadable):
    """A text that names no card."""


def card(text: str) -> Card:
    """The card of a text such as `Th`, `9?` or `??`."""
    try:
        return BY_TEXT[text]
    except KeyError:
        raise UnknownCard(Message("no-card", text=Quoted(text))) from None


def cards(text: str) -> tuple[Card, ...]:
    """A run of cards, such as `Th 5c ??`."""
    return tuple(card(word) for word in text.split())
