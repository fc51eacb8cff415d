"""Where everything on the felt lies, in millimetres, from the dealer's side: an arc of spots, the dealer's hand below.

Pure geometry. Every hand gets a cell of its own and stays inside it, so two hands can never lie over each other: a long
hand fans in rows and, when even that is too much, with smaller cards. The corner of every card stays in sight.

    ┌─────────── spot ───────────┐
    │  2                  player │   name line
    │ ┌─── cell ──┐ ┌─── cell ──┐│
    │ │   (15)    │ │   (14)    ││   total
    │ │  ▒▒▒▒     │ │  ▒▒▒▒     ││   cards
    │ │ switched  │ │           ││   marks
    │ │   25      │ │   25      ││   wagers of the hand
    │ └───────────┘ └───────────┘│
    │        match 5             │   wagers of the spot
    └────────────────────────────┘
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from dealer_console.screens.fan import CORNER_ACROSS, CardPlace, fan
from dealer_console.screens.sizes import FINGER, SPACE, Box
from dealer_console.screens.values import Felt, HandOnFelt, SpotOnFelt, WagerOnFelt

LINE = 4.4  # a line of letters: name, total, a short wager
TALL_LINE = 6.4  # a wager whose word stands above its amount
AIR = 0.8
HAND_AIR = 1.2  # between the pictures of two hands; between their touches there is a whole gap
WORDS_SHARE = 0.62  # of a hand's cell; the rest is for its cards
SIDE_BETS_SHARE = 0.4  # of a spot, at most, for the wagers that belong to no hand
MARK = 0.92  # a mark, as a share of a line
LETTER = 0.60  # a letter's breadth, as a share of its height
NARROWEST_HAND = FINGER + SPACE + 0.1
EMPTY_SPOT = NARROWEST_HAND
DEALER_SHARE = 0.30
TALLEST_CARD = 42.0
ARC_SHARE = 0.55


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPlace:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltPlaces:
    box: Box
    spots: tuple[SpotPlace, ...]
    dealer: HandPlace

    @property
    def hands(self) -> tuple[HandPlace, ...]:
        return (*(hand for spot in self.spots for hand in spot.hands), self.dealer)


def felt_places(felt: Felt, width: float, height: float, letters: float = 1.0) -> FeltPlaces:
    """All places for this felt on an area of this size; `letters` grows every line of words."""
    whole = Box(0, 0, width, height)
    dealer = _dealer(felt.dealer, whole, letters)
    boxes = _spot_boxes(felt, whole, dealer.cell)
    widest = min((_two_cards(spot, box) for spot, box in zip(felt.spots, boxes, strict=True)), default=TALLEST_CARD)
    spots = tuple(_spot(spot, box, letters, widest) for spot, box in zip(felt.spots, boxes, strict=True))
    return FeltPlaces(box=whole, spots=spots, dealer=dealer)


def _two_cards(spot: SpotOnFelt, box: Box) -> float:
    """The breadth of a card in a hand of two: the same on all spots that have not split."""
    hands = 2 if len(spot.hands) == 2 else 1
    return (box.width / hands - 2 * HAND_AIR) / (1 + CORNER_ACROSS)


# --- the dealer -------------------------------------------------------------------------------------------------------


def _dealer(hand: HandOnFelt, whole: Box, letters: float) -> HandPlace:
    """Below, in the middle: the cards in one row, the total at their left, marks at their right."""
    height = max(min(whole.height * DEALER_SHARE, TALLEST_CARD), FINGER + SPACE)
    width = min(whole.width * 0.40, height * 4.2)
    cell = Box(whole.width / 2 - width / 2, whole.height - height - AIR, width, height)
    line = LINE * 1.25 * letters
    beside = min(line * 3.2, width * 0.24)
    cards = fan(hand.cards, Box(cell.x + beside, cell.y + AIR, width - 2 * beside, height - 2 * AIR), one_row=True)
    left = min((place.box.x for place in cards), default=cell.x + beside)
    right = max((place.box.right for place in cards), default=cell.right - beside)
    total = Box(left - beside, cell.y + height / 2 - line / 2, beside - AIR, line)
    marks = _stack(tuple(mark.label for mark in hand.marks), right + AIR, cell.y + AIR, beside - AIR, letters)
    broad = max(right - left, FINGER)
    touch = Box((left + right - broad) / 2, cell.y + AIR, broad, whole.bottom - SPACE - cell.y - AIR)
    at_hand = touch if hand.touch and touch.shorter_side >= FINGER else None
    return HandPlace(
        id=hand.id,
        cell=cell,
        frame=cell,
        total=total,
        cards=cards,
        marks=marks,
        wagers=(),
        touch=at_hand,
    )


def _stack(labels: tuple[str, ...], x: float, y: float, width: float, letters: float) -> tuple[Box, ...]:
    boxes: list[Box] = []
    for label in labels:
        height = _height_of(label, width, letters)
        boxes.append(Box(x, y, width, height))
        y += height + AIR
    return tuple(boxes)


# --- the arc of the spots ---------------------------------------------------------------------------------------------


def _spot_boxes(felt: Felt, whole: Box, dealer: Box) -> list[Box]:
    """Columns from the dealer's left to right, the outer ones nearer to the dealer. Equal, unless a spot needs more."""
    widths = _shares([_columns(spot) for spot in felt.spots], whole.width)
    free = dealer.y - 2 * AIR
    depth = max(0.0, min(whole.height - free - AIR, whole.height * ARC_SHARE / 2))
    boxes: list[Box] = []
    x = 0.0
    for width in widths:
        top = AIR + _drop(x, width, whole.width, dealer, depth)
        boxes.append(Box(x, top, width, free - AIR))
        x += width
    return boxes


def _drop(x: float, width: float, felt_width: float, dealer: Box, depth: float) -> float:
    """How far a spot lies below the top of the arc; nothing may slide under the dealer's hand."""
    if x < dealer.right + AIR and dealer.x - AIR < x + width:
        return 0.0
    away = abs(x + width / 2 - felt_width / 2) / (felt_width / 2)
    return float(depth * min(1.0, away**2 * 1.35))


def _columns(spot: SpotOnFelt) -> int:
    """Hands side by side: up to three; then in two rows."""
    hands = len(spot.hands)
    return max(1, hands if hands <= 3 else ceil(hands / 2))


def _shares(columns: list[int], width: float) -> list[float]:
    """Equal columns while they hold every hand at a finger's breadth; else each what it needs, and the rest shared."""
    if not columns:
        return []
    equal = width / len(columns)
    if equal / max(columns) >= NARROWEST_HAND:
        return [equal] * len(columns)
    needs = [max(number * NARROWEST_HAND, EMPTY_SPOT) for number in columns]
    spare = width - sum(needs)
    if spare >= 0:
        return [need + spare / len(needs) for need in needs]
    return [width * need / sum(needs) for need in needs]


# --- one spot ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)  # a card changes one spot; the others are asked for again and again
def _spot(spot: SpotOnFelt, box: Box, letters: float, widest: float) -> SpotPlace:
    line = LINE * letters
    inner = box.inset(HAND_AIR / 2, 0)
    name = Box(inner.x, inner.y, inner.width, line)
    top = name.bottom + AIR / 2
    room = (inner.bottom - top) * (SIDE_BETS_SHARE if spot.hands else 1.0)
    wagers = _wager_boxes(spot.wagers, Box(inner.x, 0, inner.width, room), letters)
    needed = max((place.bottom for place in wagers), default=0.0) + AIR if wagers else 0.0
    hands = _hands(spot.hands, Box(inner.x, top, inner.width, inner.bottom - top - needed), letters, widest)
    y = max((hand.frame.bottom for hand in hands), default=top) + AIR
    wanted = spot.touch or any(hand.touch for hand in spot.hands)
    touch = box.inset(SPACE / 2, SPACE) if wanted and not any(hand.touch for hand in hands) else None
    if touch is not None and touch.shorter_side < FINGER:
        touch = None
    placed = tuple(place.moved(0, y) for place in wagers)
    return SpotPlace(number=spot.number, box=box, name=name, hands=hands, wagers=placed, touch=touch)


def _wager_boxes(wagers: tuple[WagerOnFelt, ...], room: Box, letters: float) -> tuple[Box, ...]:
    """Two in a row, from the top of the room; lower lines when there are too many."""
    if not wagers:
        return ()
    per_row = 1 if len(wagers) == 1 else 2
    width = (room.width - AIR * (per_row - 1)) / per_row
    heights = [_height_of(wager.label, width, letters) for wager in wagers]
    rows = [heights[at : at + per_row] for at in range(0, len(heights), per_row)]
    squeeze = min(1.0, (room.height - AIR) / sum(max(row) + AIR for row in rows))
    boxes: list[Box] = []
    y = room.y
    for row in rows:
        indent = (room.width - len(row) * width - (len(row) - 1) * AIR) / 2
        boxes += [Box(room.x + indent + at * (width + AIR), y, width, max(row) * squeeze) for at in range(len(row))]
        y += (max(row) + AIR) * squeeze
    return tuple(boxes)


def _hands(hands: tuple[HandOnFelt, ...], area: Box, letters: float, widest: float) -> tuple[HandPlace, ...]:
    if not hands:
        return ()
    columns = len(hands) if len(hands) <= 3 else ceil(len(hands) / 2)
    rows = ceil(len(hands) / columns)
    width, height = area.width / columns, area.height / rows
    cells = (Box(area.x + at % columns * width, area.y + at // columns * height, width, height) for at in range(99))
    return tuple(_hand(hand, cell, letters, widest) for hand, cell in zip(hands, cells, strict=False))


def _hand(hand: HandOnFelt, cell: Box, letters: float, widest: float) -> HandPlace:
    """The total above the cards, the wagers below; marks lie over the lower part of the cards."""
    inner = cell.inset(HAND_AIR / 2, AIR)
    lines = [_height_of(wager.label, inner.width, letters) for wager in hand.wagers]
    marks = [LINE * MARK * letters] * len(hand.marks)
    line = LINE * letters
    squeeze = min(1.0, inner.height * WORDS_SHARE / (line + AIR + sum(each + AIR for each in lines) + sum(marks) / 2))
    total = Box(inner.x, inner.y, inner.width, line * squeeze)
    top = total.bottom + AIR / 2
    below = sum(each + AIR for each in lines) * squeeze
    cards = fan(hand.cards, Box(inner.x, top, inner.width, max(inner.bottom - top - below, 1.0)), widest=widest)
    bottom = max((place.box.bottom for place in cards), default=top)
    mark_boxes, y = _marks(marks, cards, inner, bottom, squeeze)
    wagers: list[Box] = []
    shrink = min(1.0, (inner.bottom - y) / below) if below else 1.0
    for each in lines:
        y += AIR * squeeze * shrink
        wagers.append(Box(inner.x, y, inner.width, each * squeeze * shrink))
        y += each * squeeze * shrink
    touch = cell.inset(SPACE / 2)
    return HandPlace(
        id=hand.id,
        cell=cell,
        frame=Box(cell.x, cell.y, cell.width, min(y + AIR * 1.4, cell.bottom) - cell.y),
        total=total,
        cards=cards,
        marks=mark_boxes,
        wagers=tuple(wagers),
        touch=touch if hand.touch and touch.shorter_side >= FINGER else None,
    )


def _marks(
    heights: list[float], cards: tuple[CardPlace, ...], inner: Box, bottom: float, squeeze: float
) -> tuple[tuple[Box, ...], float]:
    """Over the lower half of the last card; and where the words below may begin."""
    if not heights:
        return (), bottom
    room = cards[-1].box.height * 0.52 if cards else (inner.bottom - bottom) * 0.5
    shrink = min(squeeze, room / sum(heights))
    y = bottom - sum(heights) * shrink if cards else bottom
    boxes: list[Box] = []
    for height in heights:
        boxes.append(Box(inner.x, y, inner.width, height * shrink))
        y += height * shrink
    return tuple(boxes), y


def _height_of(label: str, width: float, letters: float) -> float:
    """One line where the label fits in slightly smaller letters, else its word above its amount."""
    needed = (len(label) + 1.5) * LINE * letters * 0.50 * LETTER
    return (LINE if needed <= width or " " not in label else TALL_LINE) * letters
