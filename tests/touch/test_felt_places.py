"""The geometry of the felt, over random layouts: nothing lies over anything else, every index is seen, fingers fit."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_console.screens.fan import CORNER_ACROSS, CORNER_DOWN, fan
from dealer_console.screens.felt_places import FeltPlaces, HandPlace, felt_places
from dealer_console.screens.sizes import GAP, SMALLEST, Box
from dealer_console.screens.values import CardOnFelt, Felt
from dealer_console.touch.gallery_screens import CATFISH, SWITCH, SWITCH_FELT
from tests.touch.layouts import cards, felts

AREAS = st.sampled_from(((155.0, 52.0), (158.0, 58.0), (120.0, 52.0), (244.0, 90.0), (390.0, 150.0)))
LETTERS = st.sampled_from((1.0, 1.25, 1.4, 2.0))


def _parts(hand: HandPlace) -> list[Box]:
    return [*(card.box for card in hand.cards), *hand.marks, *hand.wagers]


@settings(max_examples=80)
@given(felt=felts(), area=AREAS, letters=LETTERS)
def test_nothing_overlaps_all_stays_on_the_felt_and_fingers_fit(
    felt: Felt, area: tuple[float, float], letters: float
) -> None:
    places = felt_places(felt, *area, letters)
    _hands_lie_apart(places)
    _words_lie_beside_the_hands(places)
    _fingers_fit(places)


def _hands_lie_apart(places: FeltPlaces) -> None:
    for one, other in combinations(places.hands, 2):
        assert not one.cell.overlaps(other.cell), (one.id, other.id)
    for hand in places.hands:
        assert places.box.holds(hand.cell)
        assert hand.cell.holds(hand.frame)
    for hand in places.hands[:-1]:
        for part in (*_parts(hand), hand.total):
            assert hand.cell.holds(part, 0.01), (hand.id, part)


def _words_lie_beside_the_hands(places: FeltPlaces) -> None:
    for spot in places.spots:
        assert places.box.holds(spot.box, 0.01)
        assert not spot.box.overlaps(places.dealer.cell)
        for word in (spot.name, *spot.wagers):
            assert spot.box.holds(word, 0.01)
            assert not any(word.overlaps(hand.frame, 0.01) for hand in spot.hands)
    for one, other in combinations(places.spots, 2):
        assert not one.box.overlaps(other.box)


def _fingers_fit(places: FeltPlaces) -> None:
    touched = [box for box in (*(hand.touch for hand in places.hands), *(spot.touch for spot in places.spots)) if box]
    assert all(box.shorter_side >= SMALLEST for box in touched)
    assert all(one.gap_to(other) >= GAP - 1e-6 for one, other in combinations(touched, 2))


def test_on_the_smallest_display_every_hand_of_a_switch_table_can_be_touched() -> None:
    for felt in (SWITCH_FELT, CATFISH.felt):
        places = felt_places(felt, 156.0, 52.0)
        assert all(hand.touch is not None for hand in places.hands)


@settings(max_examples=120)
@given(
    hand=cards(12),
    width=st.floats(min_value=8, max_value=60),
    height=st.floats(min_value=8, max_value=60),
    one_row=st.booleans(),
)
def test_the_corner_of_every_card_stays_in_sight(
    hand: tuple[CardOnFelt, ...], width: float, height: float, one_row: bool
) -> None:
    room = Box(3, 4, width, height)
    places = fan(hand, room, one_row=one_row)
    assert len(places) == len(hand)
    assert all(room.holds(place.box, 0.01) for place in places)
    for at, place in enumerate(places):
        if place.across:
            continue
        corner = Box(place.box.x, place.box.y, place.box.width * CORNER_ACROSS, place.box.height * CORNER_DOWN)
        assert not any(later.box.overlaps(corner, 0.01) for later in places[at + 1 :])


def test_spot_one_is_at_the_dealers_left_and_the_dealer_below() -> None:
    places = felt_places(SWITCH_FELT, 158.0, 58.0)
    lefts = [spot.box.x for spot in places.spots]
    assert lefts == sorted(lefts)
    assert places.dealer.cell.y > max(hand.cell.y for hand in places.hands[:-1])
    assert places.dealer.cell.middle[0] == 79.0
    tops = [spot.box.y for spot in places.spots]
    assert tops[0] > tops[2] < tops[4], "an arc: the outer spots are nearer to the dealer"


def test_a_card_more_moves_no_other_hand() -> None:
    """The eye finds every hand where it was."""
    before = felt_places(SWITCH.felt, 158.0, 58.0)
    spots = list(SWITCH.felt.spots)
    hand = spots[1].hands[0]
    longer = replace(hand, cards=(*hand.cards, CardOnFelt(rank="4", suit="d")))
    spots[1] = replace(spots[1], hands=(longer, spots[1].hands[1]))
    after = felt_places(replace(SWITCH.felt, spots=tuple(spots)), 158.0, 58.0)
    assert _without(before, "2a") == _without(after, "2a")


def _without(places: FeltPlaces, name: str) -> list[HandPlace]:
    return [hand for hand in places.hands if hand.id != name]
