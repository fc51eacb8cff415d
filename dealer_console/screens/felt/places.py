"""Where everything on the felt lies, in millimetres, from the dealer's side: an arc of spots, the dealer's hand below.

Pure geometry. The frames of the spots depend on the number of spots and on the size of the felt, and on nothing that
happens in a round: they stay for the table's life, as does the one size of all cards. The dealer's hand takes the
middle of the lower edge; both lower corners are left free, for the banner and the last action.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from dealer_console.screens.felt.fan import APART, CARD_SHAPE, one_row
from dealer_console.screens.felt.hands import (
    AIR,
    FRAME,
    TOTAL,
    HandPlace,
    SpotPlace,
    card_width,
    letters_for,
    spot_place,
)
from dealer_console.screens.sizes import FINGER, KEY, SPACE, Box
from dealer_console.screens.values import Felt, HandOnFelt

DEALER_SHARE: Final = 0.27
CORNER: Final = KEY + 1.2 * SPACE  # high, at both lower ends
ARC: Final = 0.075  # of the height: how much nearer the outer spots are
HIGHEST_FRAME: Final = 3.9  # by its breadth
BROADEST_FRAME: Final = 0.72  # by its height
DEALER_CARD: Final = 1.6  # at most, against those of the players
DEALER_TOTAL: Final = 1.3
DEALER_BREADTH: Final = 0.44  # of the felt
UPRIGHT_FELT: Final = 0.85  # of its breadth: a felt that is so high lies on an upright display
FREE_EDGE: Final = 26.0  # at most, below the dealer's hand on an upright display: a page that needs it covers no card


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """What never changes while the table stands: frames, sizes of cards and letters, the free corners."""

    frames: tuple[Box, ...]
    dealer: Box
    letters: float
    card: float
    dealer_card: float
    left_corner: Box
    right_corner: Box


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
    plan = table_plan(len(felt.spots), width, height, letters)
    spots = tuple(
        spot_place(spot, box, plan.letters, plan.card) for spot, box in zip(felt.spots, plan.frames, strict=True)
    )
    return FeltPlaces(box=Box(0, 0, width, height), spots=spots, dealer=_dealer(felt.dealer, plan))


@lru_cache(maxsize=32)
def table_plan(spots: int, width: float, height: float, letters: float) -> TablePlan:
    corner = min(CORNER, height * 0.22)
    arc = height * ARC
    high = min(height * (1 - DEALER_SHARE) - AIR, height - corner - arc)
    broad = min((width - AIR) / max(1, spots), high * BROADEST_FRAME)  # as much air at the ends as between
    high = min(high, broad * HIGHEST_FRAME)
    left = (width - broad * spots) / 2
    free = height - high - AIR
    dealer_high = max(height * DEALER_SHARE, free - arc - AIR) if free > height * 0.4 else height * DEALER_SHARE
    middle = (spots - 1) / 2
    drops = [arc * ((at - middle) / max(middle, 1.0)) ** 2 for at in range(spots)]
    top = max(AIR, (height - dealer_high - high) / 2 - arc / 2)
    frames = tuple(
        Box(left + at * broad + AIR / 2, top + drop, broad - AIR, high - AIR) for at, drop in enumerate(drops)
    )
    size = letters_for(frames[0], letters) if frames else letters
    card = card_width(frames[0], size) if frames else 10.0
    low = height - _free_edge(frames, card, width, height, corner)
    dealer = _below(frames, Box(width * (1 - DEALER_BREADTH) / 2, low - dealer_high, width * DEALER_BREADTH, 0), low)
    aside = Box(SPACE, low - corner + SPACE / 2, dealer.x - 2 * SPACE, corner - SPACE)
    return TablePlan(
        frames=frames,
        dealer=dealer,
        letters=size,
        card=card,
        dealer_card=max(1.0, min(card * DEALER_CARD, (dealer.height - 2 * AIR) / CARD_SHAPE)),
        left_corner=aside,
        right_corner=aside.moved(width - aside.width - 2 * SPACE, 0),
    )


def _free_edge(frames: tuple[Box, ...], card: float, width: float, height: float, corner: float) -> float:
    """What an upright felt has to spare below the frames, the dealer's hand and the corners."""
    if height < width * UPRIGHT_FELT or not frames:
        return 0.0
    needed = max(corner, card * DEALER_CARD * CARD_SHAPE + 4 * AIR)
    return max(0.0, min(FREE_EDGE, height - max(frame.bottom for frame in frames) - AIR - needed))


def _below(frames: tuple[Box, ...], cell: Box, height: float) -> Box:
    """The dealer's cell, from its upper edge or that of the frames above it down to the lower edge of the felt."""
    above = [frame.bottom + AIR for frame in frames if frame.x < cell.right and cell.x < frame.right]
    top = max((cell.y, *above))
    return Box(cell.x, top, cell.width, height - AIR - top)


def _dealer(hand: HandOnFelt, plan: TablePlan) -> HandPlace:
    """Below, in the middle: the cards in one row; total and marks over their lower edge, where no index is."""
    cell = plan.dealer
    room = cell.inset(FRAME, AIR)
    high = plan.dealer_card * CARD_SHAPE
    cards = one_row(hand.cards, Box(room.x, room.bottom - high, room.width, high), plan.dealer_card)
    two = APART * plan.dealer_card  # where no card lies yet, two will
    left = min((place.box.x for place in cards), default=cell.middle[0] - two)
    right = max((place.box.right for place in cards), default=cell.middle[0] + two)
    line = min(TOTAL * DEALER_TOTAL * plan.letters, high * 0.4)
    low = Box(left, cell.bottom - AIR - line, max(right - left, line * 3), line)
    broad = max(right - left, FINGER)
    touch = Box((left + right - broad) / 2, cell.y + AIR, broad, cell.bottom - SPACE / 2 - cell.y - AIR)
    return HandPlace(
        id=hand.id,
        cell=cell,
        frame=_frame(cell, left, right, cell.bottom - 2 * AIR - high),
        total=low,
        cards=cards,
        marks=_beside_the_total(low, len(hand.marks)),
        wagers=(),
        touch=touch if hand.touch and touch.shorter_side >= FINGER else None,
    )


def _frame(cell: Box, left: float, right: float, top: float) -> Box:
    """Around the dealer's cards, or where the first two will lie."""
    x, y = max(cell.x, left - 2 * FRAME), max(cell.y, top - FRAME)
    return Box(x, y, min(cell.right, right + 2 * FRAME) - x, cell.bottom - y)


def _beside_the_total(low: Box, number: int) -> tuple[Box, ...]:
    """What the total leaves of its line, in equal parts."""
    total_width = low.height * 1.7
    part = (low.width - total_width) / max(1, number)
    return tuple(Box(low.x + total_width + at * part, low.y, part, low.height) for at in range(number))
