"""The names of the 52 cards, as pictures and readings carry them: rank and suit, `As`, `Td`."""

from __future__ import annotations

RANKS = "A23456789TJQK"
SUITS = "cdhs"
COURTS = "JQK"
ALL_CARDS: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""A fixed order: the rows of every template matrix."""
