"""The letters of the felt: one size for all totals, one for all marks, one for all wagers; the largest that fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dealer_console.screens.felt.hands import HandPlace
from dealer_console.screens.felt.places import FeltPlaces
from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Felt, HandOnFelt, Mark, WagerOnFelt
from dealer_console.touch.theme.text_layout import fitted
from dealer_console.touch.widgets.paint_context import PaintContext

# From where the dealer stands: taken chips come down to the tray, paid ones go up to the player.
WAY_SIGNS = {"take": "↓", "pay": "↑", "push": "●"}
MARK_SIGNS = {
    "natural": "★",
    "switched": "⇄",
    "doubled": "✚",
    "split": "⑂",
    "surrendered": "⚑",
    "insured": "⛊",
    "free-coin": "◎",
    "bust": "✗",
    "dead": "⊘",
}
# A wager whose word stands on the hand as a mark has the sign of that mark.
WAGER_SIGNS = {"double": "✚", "split": "⑂", "insurance": "⛊", "free-double": "◎", "free-split": "◎"}
TOTAL = 0.80  # of the height of its row
MARK = 0.62
LETTER = 0.56  # the breadth of a letter, as a share of its size
WAGER = 0.70
LEAST = 0.72  # one text that is too long is written smaller alone, before all others get smaller than this


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltLetters:
    """Sizes in pixels."""

    total: float
    mark: float
    wager: float


def mark_words(mark: Mark, box: Box) -> str:
    """Sign and word; where the word has no room, the sign."""
    sign = MARK_SIGNS.get(mark.kind, "●")
    needed = (len(mark.label) + 3) * box.height * MARK * LETTER
    return sign if box.width < needed else f"{sign} {mark.label}"


def wager_words(wager: WagerOnFelt) -> str:
    sign = WAGER_SIGNS.get(wager.kind, "")
    return f"{sign} {wager.label.rpartition(' ')[2]}" if sign else wager.label


def wager_texts(wager: WagerOnFelt) -> tuple[str, ...]:
    """All that there is to say of it, then less and less; the amount is always there."""
    way, amount = WAY_SIGNS.get(wager.way, ""), wager.label.rpartition(" ")[2]
    whole = f"{way} {wager_words(wager)}".strip()
    return (whole, f"{way} {amount}", f"{way}{amount}", amount) if way else (whole, amount)


def felt_letters(felt: Felt, places: FeltPlaces, stage: PaintContext) -> FeltLetters:
    density = stage.look.px_per_mm
    hands = list(_hands(felt, places))
    totals = [at.total.height for hand, at in hands if hand.total] or [at.total.height for _, at in hands]
    marks = [(mark_words(mark, box), box) for hand, at in hands for mark, box in zip(hand.marks, at.marks, strict=True)]
    return FeltLetters(
        total=min(totals, default=places.dealer.total.height) * density * TOTAL,
        mark=_common(marks, MARK, stage, bold=False),
        wager=_common(_wagers(felt, places), WAGER, stage, bold=True),
    )


def words_of(felt: Felt, places: FeltPlaces) -> tuple[object, ...]:
    """All that the sizes depend on: a card more leaves it as it was."""
    spots = tuple((spot.wagers, at.wagers) for spot, at in zip(felt.spots, places.spots, strict=True))
    hands = tuple(
        (hand.wagers, hand.marks, bool(hand.total), at.wagers, at.marks, at.total.height)
        for hand, at in _hands(felt, places)
    )
    return spots, hands


def _hands(felt: Felt, places: FeltPlaces) -> Iterator[tuple[HandOnFelt, HandPlace]]:
    for spot, at in zip(felt.spots, places.spots, strict=True):
        yield from zip(spot.hands, at.hands, strict=True)


def _wagers(felt: Felt, places: FeltPlaces) -> Iterator[tuple[str, Box]]:
    """With room for the sign that the settlement brings: it must not make all letters smaller."""
    pairs = [(spot.wagers, at.wagers) for spot, at in zip(felt.spots, places.spots, strict=True)]
    pairs += [(hand.wagers, at.wagers) for hand, at in _hands(felt, places)]
    for wagers, boxes in pairs:
        for wager, box in zip(wagers, boxes, strict=True):
            yield f"↓ {wager_words(wager)}", Box(box.x, box.y, box.width - box.height * 0.4, box.height)


def _common(texts: Iterable[tuple[str, Box]], share: float, stage: PaintContext, *, bold: bool) -> float:
    sizes: list[float] = []
    for text, box in texts:
        place = box.scaled(stage.look.px_per_mm)
        writing = stage.writing(place.height * share, bold=bold, smallest=LEAST)
        sizes.append(fitted(text, round(place.width, 2), round(place.height * 1.3, 2), writing).px)
    return min(sizes, default=1.0)
