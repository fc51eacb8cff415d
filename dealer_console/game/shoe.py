"""Shoe accounting: cards seen, cards left, cards that cannot be."""

from __future__ import annotations

from collections.abc import Iterable

from dealer_console.game.cards import FACES, UNSEEN, Card


class ShoeCount:
    """Counts what left the shoe since the shuffle. Unseen cards and unrecorded suits count as out, not as copies."""

    __slots__ = ("allowed", "copies", "decks", "face_up", "out")

    def __init__(self, decks: int) -> None:
        self.decks = decks
        self.copies = [0] * (UNSEEN.index + 1)
        self.allowed: dict[Card, int] = {}  # further copies that a supervisor let pass
        self.out = 0
        self.face_up = 0  # cards found face up since the shuffle (MA 15(b))

    @property
    def total(self) -> int:
        return self.decks * len(FACES)

    @property
    def left(self) -> int:
        return self.total - self.out

    def is_impossible(self, card: Card) -> bool:
        """All copies of this face are out already."""
        return (
            card.index < len(FACES)
            and self.copies[card.index] >= self.decks
            and self.copies[card.index] >= self.decks + self.allowed.get(card, 0)
        )

    def allow(self, card: Card) -> None:
        """A supervisor let one more copy of this face pass."""
        over = max(0, self.copies[card.index] - self.decks)
        self.allowed[card] = over + 1

    def draw(self, card: Card) -> None:
        self.out += 1
        self.copies[card.index] += 1

    def identify(self, card: Card) -> None:
        """A card that left unseen (hole card, double card) has been turned."""
        self.copies[UNSEEN.index] -= 1
        self.copies[card.index] += 1

    def reshuffled(self, on_layout: Iterable[Card]) -> None:
        """The discards went back: only what lies on the layout is out of the shoe."""
        self.copies = [0] * (UNSEEN.index + 1)
        self.allowed = {}
        self.out = self.face_up = 0
        for card in on_layout:
            self.draw(card)

    def put_back(self, count: int) -> None:
        """So many cards went back into a continuous shuffler, nobody recorded which: the rest is out without a face."""
        out = max(0, self.out - count)
        self.reshuffled([UNSEEN] * out)

    def copy(self) -> ShoeCount:
        """The same count, to begin a round again after an undo."""
        copied = ShoeCount(self.decks)
        copied.copies = list(self.copies)
        copied.allowed = dict(self.allowed)
        copied.out = self.out
        copied.face_up = self.face_up
        return copied
