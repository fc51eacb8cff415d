"""The card byte (A4): suit times 16 plus rank."""

from __future__ import annotations

UNREADABLE = 0x7F
_SUITS = "?dcsh"
_RANKS = "?A23456789TJQK"


def card_byte(text: str) -> int:
    """`Kh` or `Td` as a card byte; `9?` is a rank without suit."""
    if len(text) == 2 and text[0] in _RANKS[1:] and text[1] in _SUITS:
        return _SUITS.index(text[1]) * 16 + _RANKS.index(text[0])
    raise ValueError(f"{text!r} is no card: write rank A23456789TJQK and suit d, c, s or h, for example Kh")


def card_text(byte: int) -> str:
    """The card as two characters, or `unreadable`."""
    suit, rank = divmod(byte, 16)
    if suit > 4 or not 1 <= rank <= 13:
        return "unreadable"
    return _RANKS[rank] + _SUITS[suit]


def is_card(byte: int) -> bool:
    """One of the 52 cards, with suit."""
    return 1 <= byte >> 4 <= 4 and 1 <= byte & 15 <= 13


def decks(count: int) -> list[int]:
    """`count` decks in the order a new pack has: by suit, then rank."""
    return [suit * 16 + rank for suit in (1, 2, 3, 4) for rank in range(1, 14)] * count
