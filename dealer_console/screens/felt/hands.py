"""How a spot lies in its column, and a hand in its cell, in millimetres.

Every hand stays inside its own cell, so two hands can never lie over each other: a long hand fans in rows and, when
even that is too much, with smaller cards. The corner of every card stays in sight. Words have their rows, from below:
so the cards of all hands stand on one line and grow upwards, and the eye finds every total where the last one was.

    ┌────────── spot ──────────┐
    │ ┌── cell ──┐┌── cell ──┐ │
    │ │  ▒▒▒▒    ││  ▒▒▒▒    │ │   cards
    │ │ (15)▒    ││ (14)▒    │ │   total, over their lower edge
    │ │⇄ switched││          │ │   marks
    │ │    25    ││    25    │ │   wagers of the hand
    │ └──────────┘└──────────┘ │
    │     2      match 5       │   number; wagers of the spot, where they find room beside it
    └──────────────────────────┘
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Final

from dealer_console.screens.felt.fan import CardPlace, fan
from dealer_console.screens.sizes import FINGER, SPACE, Box
from dealer_console.screens.values import HandOnFelt, SpotOnFelt, WagerOnFelt

NAME: Final = 4.6
TOTAL: Final = 4.8
MARK: Final = 3.4
WAGER: Final = 4.4
AIR: Final = 0.7
FRAME: Final = 1.0  # what the frame of a hand in turn takes at each side
OVER_CARDS: Final = 0.55  # as much of the total lies over the cards
KEPT_ROWS: Final = MARK + WAGER + AIR  # kept free below every hand, so that a mark moves nothing
WORDS_SHARE: Final = 0.66  # of a hand's cell, at most; the rest is for its cards
SIDE_BETS_SHARE: Final = 0.4  # of a spot, at most, for wagers that find no room beside its number
LETTER: Final = 0.62  # a bold letter's breadth, as a share of its size
NARROW_LETTER: Final = 0.54  # of one that is written somewhat smaller
LETTERS: Final = 0.70  # their size, as a share of the row
SHORT_TOTAL: Final = 1.9  # the breadth of "20", as a share of its row
LONG_TOTAL: Final = 3.0  # of "soft 20"
IN_COLUMN: Final = 2  # wagers one below the other; more of them stand two in a line
IN_RING: Final = 3
BEFORE_THE_DEAL: Final = 1.3  # wagers alone on a spot can be larger


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


@lru_cache(maxsize=128)  # a card changes one spot; the others are asked for again and again
def spot_place(spot: SpotOnFelt, box: Box, letters: float, widest: float) -> SpotPlace:
    name, beside = _name_line(spot, box, letters)
    area = _hands_area(spot, box, letters)
    hands = _hands(spot.hands, area, letters, widest)
    wagers = beside or _other_wagers(spot, box, area, letters)
    wanted = spot.touch or any(hand.touch for hand in spot.hands)
    touch = box.inset(SPACE / 2, SPACE) if wanted and not any(hand.touch for hand in hands) else None
    if touch is not None and touch.shorter_side < FINGER:
        touch = None
    return SpotPlace(number=spot.number, box=box, name=name, hands=hands, wagers=wagers, touch=touch)


def room_for_cards(spot: SpotOnFelt, box: Box, letters: float) -> float:
    """How high the cards of a hand may be while it has no more words than are kept free for everybody."""
    area = _hands_area(spot, box, letters)
    inner = area.height - 2 * AIR
    words = (TOTAL * (1 - OVER_CARDS) + KEPT_ROWS) * letters
    return max(inner - min(words, inner * WORDS_SHARE), 1.0)


# --- a spot -----------------------------------------------------------------------------------------------------------


def _name_line(spot: SpotOnFelt, box: Box, letters: float) -> tuple[Box, tuple[Box, ...]]:
    """The number, and beside it the wagers of the spot where all of them fit; else none."""
    line = NAME * letters
    whole = Box(box.x + FRAME / 2, box.bottom - line, box.width - FRAME, line)
    if not spot.hands or not spot.wagers or spot.player:
        return whole, ()
    number = line * 1.1
    free = whole.width - number
    needs = _breadths(spot.wagers, letters, LETTER)
    if sum(needs) > free:
        needs = _breadths(spot.wagers, letters, NARROW_LETTER)
    if sum(needs) > free:
        return whole, ()
    x = whole.middle[0] - (number + sum(needs)) / 2
    name = Box(x, whole.y, number, line)
    x += number
    height = WAGER * letters
    boxes: list[Box] = []
    for need in needs:
        boxes.append(Box(x + AIR, whole.y + (line - height) / 2, need - AIR, height))
        x += need
    return name, tuple(boxes)


def _breadths(wagers: tuple[WagerOnFelt, ...], letters: float, letter: float) -> list[float]:
    """Of the wagers' words, each with the sign that its settlement will bring."""
    return [(len(wager.label) + 2.6) * WAGER * LETTERS * letter * letters + AIR for wager in wagers]


def _hands_area(spot: SpotOnFelt, box: Box, letters: float) -> Box:
    """Above the name, and above the wagers of the spot that found no room beside it."""
    room = box.height - NAME * letters
    if not spot.hands or _name_line(spot, box, letters)[1]:
        return Box(box.x, box.y, box.width, room)
    taken = min(_rows(len(spot.wagers), IN_COLUMN) * (WAGER * letters + AIR), room * SIDE_BETS_SHARE)
    return Box(box.x, box.y, box.width, room - taken)


def _other_wagers(spot: SpotOnFelt, box: Box, area: Box, letters: float) -> tuple[Box, ...]:
    """Below the hands; before the deal in the middle of the spot, and larger."""
    inside = area.inset(FRAME, 0)
    if spot.hands:
        below = Box(inside.x, area.bottom, inside.width, box.bottom - NAME * letters - area.bottom)
        return _in_rows(len(spot.wagers), below, WAGER * letters)
    height = WAGER * BEFORE_THE_DEAL * letters
    room = min(AIR + _rows(len(spot.wagers), IN_RING) * (height + AIR), area.height)
    block = Box(inside.x, area.middle[1] - room / 2, inside.width, room)
    return _in_rows(len(spot.wagers), block, height, IN_RING)


def _rows(number: int, in_column: int) -> int:
    return number if number <= in_column else ceil(number / 2)


def _in_rows(number: int, room: Box, height: float, in_column: int = IN_COLUMN) -> tuple[Box, ...]:
    """Wagers from the top of the room, in equal lines: one below the other, or two in a line when there are many."""
    if not number:
        return ()
    per_row = 1 if number <= in_column else 2
    width = (room.width - AIR * (per_row - 1)) / per_row
    squeeze = min(1.0, room.height / (_rows(number, in_column) * (height + AIR)))
    boxes: list[Box] = []
    for at in range(number):
        row, column = divmod(at, per_row)
        alone = per_row == 2 and at == number - 1 and column == 0
        x = room.x + (room.width - width) / 2 if alone else room.x + column * (width + AIR)
        boxes.append(Box(x, room.y + (AIR + row * (height + AIR)) * squeeze, width, height * squeeze))
    return tuple(boxes)


# --- a hand -----------------------------------------------------------------------------------------------------------


def _rows_of_hands(number: int) -> int:
    return 1 if number <= 3 else 2


def _hands(hands: tuple[HandOnFelt, ...], area: Box, letters: float, widest: float) -> tuple[HandPlace, ...]:
    if not hands:
        return ()
    rows = _rows_of_hands(len(hands))
    columns = ceil(len(hands) / rows)
    width, height = area.width / columns, area.height / rows
    cells = (Box(area.x + at % columns * width, area.y + at // columns * height, width, height) for at in range(99))
    return tuple(_hand(hand, cell, letters, widest) for hand, cell in zip(hands, cells, strict=False))


def _hand(hand: HandOnFelt, cell: Box, letters: float, widest: float) -> HandPlace:
    inner = cell.inset(FRAME, AIR)
    rows = _words_below(hand, letters)
    overhang = TOTAL * (1 - OVER_CARDS) * letters
    most = inner.height * WORDS_SHARE
    kept = min(overhang + max(rows, KEPT_ROWS * letters), max(most, overhang + rows))
    squeeze = min(1.0, most / kept)
    line = inner.bottom - kept * squeeze
    cards = _standing(fan(hand.cards, Box(inner.x, inner.y, inner.width, line - inner.y), widest=widest), line)
    size = min(TOTAL * letters * squeeze, (line - inner.y) / OVER_CARDS)
    left = _left_of_total(hand, cards, inner, size)
    total = Box(left, line - size * OVER_CARDS, inner.right - left, size)
    broad = cell.inset(FRAME / 2, 0)
    marks = _marks(len(hand.marks), Box(broad.x, total.bottom, broad.width, 0), MARK * letters * squeeze)
    low = _rows(len(hand.wagers), IN_COLUMN) * (WAGER + AIR) * letters * squeeze
    lines = Box(inner.x, inner.bottom - low, inner.width, low)
    wagers = _in_rows(len(hand.wagers), lines, WAGER * letters * squeeze)
    place = HandPlace(
        id=hand.id,
        cell=cell,
        frame=cell,
        total=total,
        cards=cards,
        marks=marks,
        wagers=wagers,
        touch=_touch(cell) if hand.touch else None,
    )
    return replace(place, frame=_frame(place, widest))


def _touch(cell: Box) -> Box | None:
    """Away from its neighbours and from what lies above the felt."""
    inside = cell.inset(SPACE / 2)
    top = max(inside.y, SPACE)
    touch = Box(inside.x, top, inside.width, inside.bottom - top)
    return touch if touch.shorter_side >= FINGER else None


def _left_of_total(hand: HandOnFelt, cards: tuple[CardPlace, ...], inner: Box, size: float) -> float:
    """At the left edge of the cards, unless its words need more than lies at the right of it."""
    needed = size * (LONG_TOTAL if " " in hand.total else SHORT_TOTAL)
    left = min((place.box.x for place in cards), default=inner.x)
    return max(inner.x, min(left, inner.right - needed))


def _words_below(hand: HandOnFelt, letters: float) -> float:
    """How high the rows of marks and wagers are together."""
    marks = min(2, len(hand.marks)) * MARK
    wagers = _rows(len(hand.wagers), IN_COLUMN) * (WAGER + AIR)
    return (marks + wagers) * letters


def _standing(cards: tuple[CardPlace, ...], line: float) -> tuple[CardPlace, ...]:
    """Moved down until the lowest stands on the line."""
    down = line - max((place.box.bottom for place in cards), default=line)
    return tuple(replace(place, box=place.box.moved(0, down)) for place in cards)


def _marks(number: int, row: Box, height: float) -> tuple[Box, ...]:
    """One below the other; of three and more the first has its word, the others share a row as signs."""
    if number <= 2:
        return tuple(Box(row.x, row.y + at * height, row.width, height) for at in range(number))
    side = min(height, row.width / (number - 1))
    left = row.middle[0] - side * (number - 1) / 2
    signs = (Box(left + at * side, row.y + height, side, height) for at in range(number - 1))
    return (Box(row.x, row.y, row.width, height), *signs)


def _frame(place: HandPlace, widest: float) -> Box:
    """From the first card, or where it will lie, to the last word."""
    cell, cards = place.cell, place.cards
    empty = place.total.y + place.total.height * OVER_CARDS - widest * 1.4
    top = min((card.box.y for card in cards), default=empty) - FRAME - AIR / 2
    low = max((box.bottom for box in (*place.marks, *place.wagers)), default=place.total.bottom) + FRAME + AIR / 2
    top, low = max(cell.y, top), min(cell.bottom, low)
    return Box(cell.x, top, cell.width, low - top)
