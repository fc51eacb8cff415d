"""How the cards of one hand lie in their room: from the top left, in rows; the index of each always in sight.

The size of a card belongs to the table, not to the hand, and a card that lies stays where it is when the next one
comes. Only a hand that is too long for its room has its cards closer together, and at last smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import CardOnFelt

CARD_SHAPE: Final = 1.4  # height by width
INDEX_ACROSS: Final = 0.44  # of the card's width: as much of a covered card stays in sight
INDEX_DOWN: Final = 0.27  # of its height
ACROSS_DOWN: Final = 0.62  # of the height of a card that lies across: rank and suit stand in it
EASY_DOWN: Final = 0.46  # of its height, while there is room
APART: Final = 1.05  # two cards that do not touch each other
SMALLER: Final = 0.94


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlace:
    """`box` is what the card covers; a card that lies across is broader than high."""

    box: Box
    across: bool


def index_of(place: CardPlace) -> Box:
    """Rank and suit of a card, in a strip at its top: nothing may lie over them."""
    down = ACROSS_DOWN if place.across else INDEX_DOWN
    return Box(place.box.x, place.box.y, place.box.width, place.box.height * down)


def fan(cards: tuple[CardOnFelt, ...], room: Box, width: float, words: float = 0.0) -> tuple[CardPlace, ...]:
    """Cards of this width while the hand fits; later cards lie over earlier ones. Without room they have no width.

    `words`: what is written over the last card, below its index, has this height.
    """
    if not cards:
        return ()
    width = min(width, room.width, room.height / CARD_SHAPE)
    while width > 0.5:
        for per_row in sorted({_in_a_row(room.width, width, APART), _in_a_row(room.width, width, INDEX_ACROSS)}):
            if _down(cards, room, width, per_row, words) >= INDEX_DOWN * width * CARD_SHAPE - 1e-6:
                return _laid(cards, room, width, per_row, words)
        width *= SMALLER
    return _laid(cards, room, max(0.0, width), len(cards), 0.0)


def _rows(cards: tuple[CardOnFelt, ...], per_row: int) -> int:
    """A card that lies across has the last row for itself."""
    across = sum(card.across for card in cards)
    return ceil((len(cards) - across) / per_row) + across


def _last_row(cards: tuple[CardOnFelt, ...], room: Box, width: float, words: float) -> float:
    """The height of the cards in it, and of what is written over them below their index."""
    last = _place(cards[-1], Box(room.x, 0, width, width * CARD_SHAPE), room)
    return max(last.box.height, index_of(last).height + words)


def _down(cards: tuple[CardOnFelt, ...], room: Box, width: float, per_row: int, words: float) -> float:
    """How far a row may lie below the one above it; below zero: there is no room."""
    height, rows = width * CARD_SHAPE, _rows(cards, per_row)
    free = room.height - _last_row(cards, room, width, words)
    if rows == 1 or free < -1e-6:
        return min(free, 0.0) if free < -1e-6 else EASY_DOWN * height
    upright = (room.height - height) / (rows - 2) if cards[-1].across and rows > 2 else height
    return min(EASY_DOWN * height, free / (rows - 1), upright)


def one_row(cards: tuple[CardOnFelt, ...], room: Box, width: float) -> tuple[CardPlace, ...]:
    """The dealer's way: side by side in the middle, apart while there is room, then closer, never in a second row."""
    if not cards:
        return ()
    width = max(0.0, min(width, room.height / CARD_SHAPE, room.width / (1 + (len(cards) - 1) * INDEX_ACROSS)))
    step = min(APART * width, (room.width - width) / (len(cards) - 1)) if len(cards) > 1 else 0.0
    left = room.x + (room.width - (len(cards) - 1) * step - width) / 2
    boxes = (Box(left + at * step, room.y, width, width * CARD_SHAPE) for at in range(len(cards)))
    return tuple(CardPlace(box=box, across=False) for box in boxes)


def _in_a_row(room: float, width: float, step: float) -> int:
    return 1 + int((room - width) / (step * width) + 1e-9)


def _laid(cards: tuple[CardOnFelt, ...], room: Box, width: float, per_row: int, words: float) -> tuple[CardPlace, ...]:
    height = width * CARD_SHAPE
    step = min(APART * width, (room.width - width) / (per_row - 1)) if per_row > 1 else 0.0
    left = room.x + (room.width - (per_row - 1) * step - width) / 2
    rows = _rows(cards, per_row)
    down = max(0.0, _down(cards, room, width, per_row, words))

    def upright(at: int, card: CardOnFelt) -> Box:
        row, column = (rows - 1, 0) if card.across else divmod(at, per_row)
        return Box(left + column * step, room.y + row * down, width, height)

    return tuple(_place(card, upright(at, card), room) for at, card in enumerate(cards))


def _place(card: CardOnFelt, upright: Box, room: Box) -> CardPlace:
    """A card across is as broad as an upright one is high, where the room is."""
    if not card.across:
        return CardPlace(box=upright, across=False)
    width = max(0.0, min(upright.height, room.width))
    x = min(max(room.x, upright.middle[0] - width / 2), room.right - width)
    return CardPlace(box=Box(x, upright.y, width, width / CARD_SHAPE), across=True)
