"""How the cards of one hand lie in their room: side by side, then in rows, the corner of each always in sight."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import CardOnFelt

CARD_SHAPE = 1.4  # height by width
CORNER_ACROSS = 0.44  # of the card's width: as much of a covered card stays in sight
CORNER_DOWN = 0.38  # of its height
APART = 1.07  # two cards that do not touch each other
WIDEST_CARD = 26.0
NEARLY = 0.90  # side by side is preferred, unless another way gives clearly larger cards


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlace:
    """`box` is what the card covers; a card that lies across is broader than high."""

    box: Box
    across: bool


def fan(
    cards: tuple[CardOnFelt, ...], room: Box, *, widest: float = WIDEST_CARD, one_row: bool = False
) -> tuple[CardPlace, ...]:
    """The largest cards with which the whole hand lies in the room. Later cards lie over earlier ones.

    `one_row` is the dealer's way: side by side, apart while there is room, never in a second row. Where there is no
    room at all, the cards have no width; nothing fails.
    """
    if not cards:
        return ()
    upright = max(1, sum(not card.across for card in cards))
    across = sum(card.across for card in cards)
    numbers = range(upright if one_row else 1, upright + 1)
    ways = {number: max(0.0, min(widest, _width(upright, across, number, room))) for number in numbers}
    best = max(ways.values())
    per_row = max(number for number, width in ways.items() if width >= best * NEARLY)
    return _laid(cards, ways[per_row], per_row, room, apart=one_row)


def _width(upright: int, across: int, per_row: int, room: Box) -> float:
    """The broadest card with which so many in a row, and the rest in rows below, stay inside."""
    rows = ceil(upright / per_row)
    by_width = room.width / (1 + (per_row - 1) * CORNER_ACROSS)
    steps = rows + across - 1
    last = 1 / CARD_SHAPE if across else 1.0
    by_height = room.height / CARD_SHAPE / (steps * CORNER_DOWN + last)
    lying = room.width / CARD_SHAPE if across else by_width
    return min(by_width, by_height, lying)


def _laid(
    cards: tuple[CardOnFelt, ...], width: float, per_row: int, room: Box, *, apart: bool
) -> tuple[CardPlace, ...]:
    height = width * CARD_SHAPE
    upright = sum(not card.across for card in cards)
    step = CORNER_ACROSS * width
    if apart and per_row > 1:
        step = min(APART * width, (room.width - width) / (per_row - 1))
    left = room.x + (room.width - (min(per_row, max(upright, 1)) - 1) * step - width) / 2
    places: list[CardPlace] = []
    stood = lying = 0
    for card in cards:
        if card.across:
            y = room.y + (ceil(upright / per_row) + lying) * CORNER_DOWN * height
            places.append(CardPlace(box=Box(room.x + (room.width - height) / 2, y, height, width), across=True))
            lying += 1
        else:
            x, y = left + stood % per_row * step, room.y + stood // per_row * CORNER_DOWN * height
            places.append(CardPlace(box=Box(x, y, width, height), across=False))
            stood += 1
    return tuple(places)
