"""Random felts, from the empty table to more than any evening brings."""

from __future__ import annotations

from hypothesis import strategies as st

from dealer_console.screens.values import CardOnFelt, Felt, HandOnFelt, Mark, SpotOnFelt, WagerOnFelt

RANKS = "A23456789TJQK"
LABELS = ("25", "2.50", "1000", "double 25", "insurance 12.50", "match 5", "King's Bounty 10", "coupon 5")
MARKS = ("natural", "switched", "doubled", "split", "surrendered", "insured", "free coin", "bust")


@st.composite
def cards(draw: st.DrawFn, most: int = 9) -> tuple[CardOnFelt, ...]:
    faces = draw(st.lists(st.sampled_from(RANKS), max_size=most))
    upright = tuple(CardOnFelt(rank=rank, suit=draw(st.sampled_from("shdc"))) for rank in faces)
    across = draw(st.booleans()) and len(upright) >= 2
    return (*upright, CardOnFelt(across=True)) if across else upright


@st.composite
def hands(draw: st.DrawFn, name: str) -> HandOnFelt:
    wagers = draw(st.lists(st.sampled_from(LABELS), max_size=4))
    marks = draw(st.lists(st.sampled_from(MARKS), max_size=3, unique=True))
    return HandOnFelt(
        id=name,
        cards=draw(cards()),
        total=draw(st.sampled_from(("", "20", "soft 17"))),
        marks=tuple(Mark(kind=mark, label=mark) for mark in marks),
        wagers=tuple(WagerOnFelt(kind="base", label=label) for label in wagers),
        touch=f"hand:{name}",
        in_turn=draw(st.booleans()),
    )


@st.composite
def spots(draw: st.DrawFn, number: int, boxes: str) -> SpotOnFelt:
    """Empty, or each of its boxes with up to four hands."""
    names: list[str] = []
    if draw(st.booleans()):
        for box in boxes:
            split = draw(st.sampled_from((1, 1, 1, 2, 3, 4)))
            names += (
                [f"{number}{box}"]
                if split == 1
                else [f"{number}{box}{hand_number}" for hand_number in range(1, split + 1)]
            )
    sides = draw(st.lists(st.sampled_from(LABELS), max_size=5))
    return SpotOnFelt(
        number=number,
        hands=tuple(draw(hands(name)) for name in names),
        wagers=tuple(WagerOnFelt(kind="side", label=label) for label in sides),
        player=draw(st.sampled_from(("", "Mr Lee"))),
        touch=f"spot:{number}",
    )


@st.composite
def felts(draw: st.DrawFn) -> Felt:
    boxes = draw(st.sampled_from(("a", "ab")))
    number = draw(st.integers(min_value=5, max_value=7))
    dealer = HandOnFelt(id="dealer", cards=draw(cards(7)), total="17", touch="hand:dealer")
    return Felt(spots=tuple(draw(spots(spot_number, boxes)) for spot_number in range(1, number + 1)), dealer=dealer)
