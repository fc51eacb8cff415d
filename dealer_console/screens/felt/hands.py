"""How a spot lies in its frame, and a hand in its cell, in millimetres.

Every hand stays inside its own cell, so two hands can never lie over each other. Seen from the dealer: the wagers lie
beyond, towards the player, the cards before them grow towards the dealer, and the total hangs at the last card. A card
more, a mark or a wager moves nothing else.

    ┌────────── spot ──────────┐
    │ match 5                  │   wagers of the spot
    │ ┌── cell ──┐┌── cell ──┐ │
    │ │    25    ││    25    │ │   wagers of the hand
    │ │  ▒▒▒▒    ││  ▒▒▒▒    │ │   cards
    │ │  ▒▒▒▒    ││  ▒▒▒▒    │ │
    │ │ (15)     ││ (14)     │ │   total, over the lower edge of the last card
    │ │ ⇄        ││          │ │   marks
    │ └──────────┘└──────────┘ │
    │            2             │   number
    └──────────────────────────┘
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from dealer_console.screens.felt.fan import CARD_SHAPE, INDEX_ACROSS, INDEX_DOWN, CardPlace, fan, index_of
from dealer_console.screens.sizes import FINGER, SPACE, Box
from dealer_console.screens.values import HandOnFelt, SpotOnFelt

NAME: Final = 5.2
TOTAL: Final = 5.2
MARK: Final = 4.4
WAGER: Final = 4.6
AIR: Final = 0.7
FRAME: Final = 1.0  # what the frame of a spot or of the hand in turn takes at each side
OVER_CARDS: Final = 0.5  # as much of the total lies over the cards, where they come down so far
WORDS_SHARE: Final = 0.46  # of a frame, at most; the rest is for cards
SHORT_TOTAL: Final = 1.6  # the breadth of "20", as a share of its row
LONG_TOTAL: Final = 2.9  # of "soft 20"
CARDS_OF_A_SPLIT: Final = 3  # with so many in each hand, four hands of a spot have cards of the table's size
BEFORE_THE_DEAL: Final = 1.35  # wagers alone on a spot can be larger


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPlace:
    """A mark that is not broader than high has room for its sign alone."""

    id: str
    cell: Box
    frame: Box  # around what lies there: the hand in turn is framed
    total: Box
    cards: tuple[CardPlace, ...]
    marks: tuple[Box, ...]
    wagers: tuple[Box, ...]
    touch: Box | None  # None: too narrow for a finger, or nothing to touch


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotPlace:
    number: int
    box: Box
    name: Box
    hands: tuple[HandPlace, ...]
    wagers: tuple[Box, ...]
    touch: Box | None  # of the whole spot: while it has no hands, or only such as are too narrow


def words_height() -> float:
    """Of the rows of words in a frame with one row of hands, in letters of 1."""
    return NAME + 3 * (WAGER + AIR) + TOTAL * (1 - OVER_CARDS) + MARK


def letters_for(frame: Box, letters: float) -> float:
    """As large as wanted, while the words of a spot leave enough of its frame to the cards."""
    return min(letters, frame.height * WORDS_SHARE / words_height())


def card_width(frame: Box, letters: float) -> float:
    """The one size of the players' cards: two hands side by side, or four of a split spot, have room in a frame."""
    inner = frame.inset(FRAME)
    beside = inner.width / 2 - FRAME
    of_hands = inner.height - (NAME + WAGER) * letters - 2 * AIR
    room = of_hands / 2 - WAGER * letters - 3 * AIR
    return max(1.0, min(beside, max(_split_hand(per_row, beside, room) for per_row in (1, 2, 3))))


def _split_hand(per_row: int, broad: float, high: float) -> float:
    """The broadest card with which the usual cards of a split hand, so many in a row, stay inside."""
    rows = ceil(CARDS_OF_A_SPLIT / per_row)
    return min(broad / (1 + (per_row - 1) * INDEX_ACROSS), high / (1 + (rows - 1) * INDEX_DOWN) / CARD_SHAPE)


@lru_cache(maxsize=128)  # a card changes one spot; the others are asked for again and again
def spot_place(spot: SpotOnFelt, box: Box, letters: float, width: float) -> SpotPlace:
    inner = box.inset(FRAME)
    row = WAGER * letters
    name = Box(inner.x, inner.bottom - NAME * letters, inner.width, NAME * letters)
    beyond = Box(inner.x, inner.y, inner.width, row)
    area = Box(inner.x, beyond.bottom + AIR, inner.width, name.y - beyond.bottom - AIR)
    hands = _hands(spot.hands, area, letters, width)
    wagers = _in_lines(len(spot.wagers), beyond, row, 1) if spot.hands else _before(len(spot.wagers), inner, name, row)
    touchable = spot.touch or any(hand.touch for hand in spot.hands)
    touch = _touch(box) if touchable and not any(hand.touch for hand in hands) else None
    return SpotPlace(number=spot.number, box=box, name=name, hands=hands, wagers=wagers, touch=touch)


def _touch(box: Box) -> Box | None:
    """Away from its neighbours and from what lies above the felt."""
    inside = box.inset(SPACE / 2)
    top = max(inside.y, SPACE)
    touch = Box(inside.x, top, inside.width, inside.bottom - top)
    return touch if touch.shorter_side >= FINGER else None


def _before(number: int, inner: Box, name: Box, row: float) -> tuple[Box, ...]:
    """Before the deal: one below the other from where they will lie, and larger."""
    if not number:
        return ()
    height = min(row * BEFORE_THE_DEAL, (name.y - inner.y - row) / number - AIR)
    return tuple(Box(inner.x, inner.y + row + at * (height + AIR), inner.width, height) for at in range(number))


def _in_lines(number: int, room: Box, row: float, lines: int) -> tuple[Box, ...]:
    """Wagers in at most so many lines, side by side where there are more than lines."""
    if not number:
        return ()
    per_line = ceil(number / lines)
    width = (room.width - AIR * (per_line - 1)) / per_line
    return tuple(
        Box(room.x + at % per_line * (width + AIR), room.y + at // per_line * (row + AIR), width, row)
        for at in range(number)
    )


# --- a hand -----------------------------------------------------------------------------------------------------------


def _grid(number: int) -> tuple[int, int]:
    """Columns and rows of hands."""
    columns = number if number <= 2 else max(2, ceil(number / 2))
    return columns, ceil(number / columns)


def _hands(hands: tuple[HandOnFelt, ...], area: Box, letters: float, width: float) -> tuple[HandPlace, ...]:
    if not hands:
        return ()
    columns, rows = _grid(len(hands))
    broad, high = area.width / columns, area.height / rows
    cells = (Box(area.x + at % columns * broad, area.y + at // columns * high, broad, high) for at in range(len(hands)))
    return tuple(
        _hand(hand, cell, letters, width, lines=2 if rows == 1 else 1) for hand, cell in zip(hands, cells, strict=True)
    )


def _hand(hand: HandOnFelt, cell: Box, letters: float, width: float, *, lines: int) -> HandPlace:
    inner = cell.inset(FRAME / 2, AIR)
    row = WAGER * letters
    split = lines == 1
    lines = max(lines, min(2, len(hand.wagers)))
    top = inner.y + lines * (row + AIR)
    size = min(TOTAL * letters, inner.width / SHORT_TOTAL)
    mark = MARK * letters
    marked = mark if hand.marks else 0.0
    # The total hangs at the last card, the marks below it; a split hand has both over its last card.
    kept, over = (0.0, size + marked) if split else (size * (1 - OVER_CARDS) + mark, size * OVER_CARDS)
    cards = fan(hand.cards, Box(inner.x, top, inner.width, inner.bottom - kept - top), width, over)
    last = max((card.box.bottom for card in cards), default=top + width * CARD_SHAPE)
    index = max((index_of(card).bottom for card in cards), default=top)
    total_width = min(inner.width, size * (LONG_TOTAL if " " in hand.total else SHORT_TOTAL))
    hung = max(last - size * OVER_CARDS, index)
    lowest = hung + size + marked > inner.bottom + 1e-6  # no room for marks below it: they lie above, below the index
    total = Box(inner.x, inner.bottom - size if lowest else hung, total_width, size)
    low = min(cell.bottom, max(total.bottom + mark, top + width * CARD_SHAPE * 1.6) + 2 * AIR)
    return HandPlace(
        id=hand.id,
        cell=cell,
        frame=Box(cell.x, cell.y, cell.width, low - cell.y),
        total=total,
        cards=cards,
        marks=_marks(len(hand.marks), total, inner, mark),
        wagers=_in_lines(len(hand.wagers), inner, row, lines),
        touch=_touch(cell) if hand.touch else None,
    )


def _marks(number: int, total: Box, inner: Box, height: float) -> tuple[Box, ...]:
    """Below the total; where a split hand has no room there, above it over the last card. One may write its word."""
    row = Box(inner.x, total.bottom, inner.width, height)
    if row.bottom > inner.bottom + 1e-6:
        side = min(inner.width, height * 1.1 * number)
        row = Box(inner.right - side, total.y - height, side, height)
    if number == 1:
        return (row,)
    side = min(height * 1.1, row.width / max(1, number))
    return tuple(Box(row.x + at * side, row.y, side, row.height) for at in range(number))
