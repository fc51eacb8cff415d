"""Where everything on the felt lies, in millimetres, from the dealer's side: an arc of spots, the dealer's hand below.

Pure geometry. Columns from the dealer's left to right; the outer ones lie nearer to the dealer. The dealer's hand takes
the middle of the lower edge, so that the spots beside it can come down. A spot that nobody plays is only a number while
cards lie on the others. How a spot lies in its column stands in `felt_hands`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from dealer_console.screens.felt.fan import CORNER_ACROSS, fan
from dealer_console.screens.felt.hands import AIR, FRAME, TOTAL, HandPlace, SpotPlace, room_for_cards, spot_place
from dealer_console.screens.sizes import FINGER, SPACE, Box
from dealer_console.screens.values import Felt, HandOnFelt, SpotOnFelt

HIGHEST: Final = 0.60  # the height of the table, as a share of its breadth
UNUSED_SPOT: Final = 6.0
DEALER_SHARE: Final = 0.28
DEALER_SHAPE: Final = 2.4  # breadth by height: six cards lie there without getting smaller
TALLEST_CARD: Final = 42.0
CARD_SHAPE: Final = 1.4
LARGER: Final = 1.2  # the dealer's total, against those of the players


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
    table = table_on(width, height)
    dealer = _dealer(felt.dealer, table, letters)
    boxes = _spot_boxes(felt, table, dealer.cell)
    placed = list(zip(felt.spots, boxes, strict=True))
    widest = min((_two_cards(spot, box, letters) for spot, box in placed), default=TALLEST_CARD)
    spots = tuple(spot_place(spot, box, letters, widest) for spot, box in placed)
    return FeltPlaces(box=Box(0, 0, width, height), spots=spots, dealer=dealer)


def table_on(width: float, height: float) -> Box:
    """On an area that is high for its breadth the table takes its middle: its spots do not lie far apart."""
    used = min(height, width * HIGHEST)
    return Box(0, (height - used) / 2, width, used)


def _two_cards(spot: SpotOnFelt, box: Box, letters: float) -> float:
    """The breadth of a card in a hand of two: the same on all spots that have not split."""
    if not spot.hands or len(spot.hands) > 3:
        return TALLEST_CARD
    hands = 2 if len(spot.hands) == 2 else 1
    by_width = (box.width / hands - 2 * FRAME) / (1 + CORNER_ACROSS)
    return min(by_width, room_for_cards(spot, box, letters) / CARD_SHAPE)


# --- the dealer -------------------------------------------------------------------------------------------------------


def _dealer(hand: HandOnFelt, table: Box, letters: float) -> HandPlace:
    """Below, in the middle: the cards in one row; total and marks over their lower edge, where no index is."""
    height = max(min(table.height * DEALER_SHARE, TALLEST_CARD), FINGER + SPACE)
    width = min(table.width * 0.40, height * DEALER_SHAPE)
    cell = Box(table.width / 2 - width / 2, table.bottom - height - AIR, width, height)
    cards = fan(hand.cards, cell.inset(FRAME, AIR), one_row=True)
    left = min((place.box.x for place in cards), default=cell.x)
    right = max((place.box.right for place in cards), default=cell.right)
    line = min(TOTAL * LARGER * letters, height * 0.42)
    low = Box(left, cell.bottom - AIR - line, right - left, line)
    broad = max(right - left, FINGER)
    touch = Box((left + right - broad) / 2, cell.y + AIR, broad, table.bottom - SPACE - cell.y - AIR)
    at_hand = touch if hand.touch and touch.shorter_side >= FINGER else None
    return HandPlace(
        id=hand.id,
        cell=cell,
        frame=cell,
        total=low,
        cards=cards,
        marks=_beside_the_total(low, len(hand.marks)),
        wagers=(),
        touch=at_hand,
    )


def _beside_the_total(low: Box, number: int) -> tuple[Box, ...]:
    """What the total leaves of its line, in equal parts."""
    taken = low.height * 1.6
    each = (low.width - taken) / max(1, number)
    return tuple(Box(low.x + taken + at * each, low.y, each, low.height) for at in range(number))


# --- the arc of the spots ---------------------------------------------------------------------------------------------


def _spot_boxes(felt: Felt, table: Box, dealer: Box) -> list[Box]:
    in_play = any(spot.hands for spot in felt.spots)
    widths = _widths([_columns(spot, in_play) for spot in felt.spots], table.width)
    free = dealer.y - table.y - 2 * AIR
    depth = max(0.0, table.height - free - 2 * AIR)
    boxes: list[Box] = []
    x = 0.0
    for width in widths:
        top = table.y + AIR + _drop(x, width, table.width, dealer, depth)
        boxes.append(Box(x, top, width, free - AIR))
        x += width
    return boxes


def _drop(x: float, width: float, felt_width: float, dealer: Box, depth: float) -> float:
    """How far a spot lies below the top of the arc; nothing may slide under the dealer's hand."""
    if x < dealer.right + AIR and dealer.x - AIR < x + width:
        return 0.0
    away = abs(x + width / 2 - felt_width / 2) / (felt_width / 2)
    return float(depth * min(1.0, away**2 * 1.35))


def _columns(spot: SpotOnFelt, in_play: bool) -> int:
    """Hands side by side: up to three; then in two rows. 0: nobody plays there in this round."""
    hands = len(spot.hands)
    if in_play and not (hands or spot.wagers or spot.touch):
        return 0
    return max(1, hands if hands <= 3 else ceil(hands / 2))


def _widths(columns: list[int], width: float) -> list[float]:
    """As broad as its hands are many: so the cards of a split hand are not smaller than all others."""
    unused = columns.count(0)
    each = (width - UNUSED_SPOT * unused) / max(1, sum(columns))
    return [number * each if number else UNUSED_SPOT for number in columns]
