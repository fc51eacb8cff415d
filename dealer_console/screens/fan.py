"""How the cards of one hand lie in their room: side by side, then in rows, the corner of each always in sight."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import CardOnFelt

CARD_SHAPE = 1.4  # height by width
CORNER_ACROSS = 0.40  # of the card's width: as much of a covered card stays in sight
CORNER_DOWN = 0.34  # of its height
ROOMIEST = 1.12  # where there is room, two cards lie apart
WIDEST_CARD = 24.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlace:
    """`box` is what the card covers; a card that lies across is broader than high."""

    box: Box
    across: bool


def fan(cards: tuple[CardOnFelt, ...], room: Box) -> tuple[CardPlace, ...]:
    """The largest cards with which the whole hand lies in the room. Later cards lie over earlier ones."""
    if not cards:
        return ()
    upright = sum(not card.across for card in cards)
    width, per_row = max(
        ((_width(upright, len(cards) - upright, per_row, room), per_row) for per_row in range(1, max(upright, 1) + 1)),
        key=lambda found: (round(found[0], 3), found[1]),
    )
    return _laid(cards, width, per_row, room)


def _width(upright: int, across: int, per_row: int, room: Box) -> float:
    """The broadest card with which so many in a row, and the rest in rows below, stay inside."""
    rows = ceil(upright / per_row)
    by_width = room.width / (1 + (min(per_row, max(upright, 1)) - 1) * CORNER_ACROSS)
    steps = rows + across - 1
    last = 1 / CARD_SHAPE if across else 1.0
    by_height = room.height / CARD_SHAPE / (steps * CORNER_DOWN + last)
    lying = room.width / CARD_SHAPE if across else by_width
    return min(by_width, by_height, lying, WIDEST_CARD)


def _laid(cards: tuple[CardOnFelt, ...], width: float, per_row: int, room: Box) -> tuple[CardPlace, ...]:
    height = width * CARD_SHAPE
    upright = sum(not card.across for card in cards)
    in_row = min(per_row, max(upright, 1))
    step = CORNER_ACROSS * width
    if in_row > 1:
        step = min(ROOMIEST * width, (room.width - width) / (in_row - 1), max(step, 0.44 * width))
    left = room.x + (room.width - (in_row - 1) * step - width) / 2
    places: list[CardPlace] = []
    stood = lying = 0
    rows = ceil(upright / per_row)
    for card in cards:
        if card.across:
            y = room.y + (rows + lying) * CORNER_DOWN * height
            places.append(CardPlace(box=Box(room.x + (room.width - height) / 2, y, height, width), across=True))
            lying += 1
        else:
            x, y = left + stood % per_row * step, room.y + stood // per_row * CORNER_DOWN * height
            places.append(CardPlace(box=Box(x, y, width, height), across=False))
            stood += 1
    return tuple(places)
