"""The geometry of the felt, over random layouts: nothing lies over anything else, every index is seen, fingers fit."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_console.screens.felt.fan import INDEX_ACROSS, INDEX_DOWN, fan, one_row
from dealer_console.screens.felt.hands import HandPlace
from dealer_console.screens.felt.places import FeltPlaces, felt_places, table_plan
from dealer_console.screens.sizes import GAP, SMALLEST, Box
from dealer_console.screens.values import CardOnFelt, Felt, Mark, SpotOnFelt
from tests.tools.gallery.screens import CATFISH, SWITCH, SWITCH_FELT
from tests.touch.layouts import cards, felts

AREAS = st.sampled_from(((173.0, 101.0), (170.0, 60.0), (134.0, 130.0), (120.0, 52.0), (266.0, 141.0), (390.0, 219.0)))
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


def test_where_hands_are_too_close_for_fingers_the_spot_is_touched() -> None:
    for felt in (_of_seven(SWITCH_FELT), CATFISH.felt):
        places = felt_places(felt, 173.0, 101.0)
        for spot, at in zip(felt.spots, places.spots, strict=True):
            assert at.touch is not None or all(hand.touch is not None for hand in at.hands), spot.number
    broad = felt_places(_of_seven(SWITCH_FELT), 225.0, 130.0)
    assert all(hand.touch is not None for hand in broad.hands)


def _of_seven(felt: Felt) -> Felt:
    more = tuple(SpotOnFelt(number=number, touch=f"spot:{number}") for number in range(len(felt.spots) + 1, 8))
    return replace(felt, spots=(*felt.spots, *more))


@settings(max_examples=120)
@given(
    hand=cards(12),
    width=st.floats(min_value=8, max_value=60),
    height=st.floats(min_value=8, max_value=60),
    card=st.floats(min_value=4, max_value=30),
    dealer=st.booleans(),
)
def test_the_index_of_every_card_stays_in_sight(
    hand: tuple[CardOnFelt, ...], width: float, height: float, card: float, dealer: bool
) -> None:
    room = Box(3, 4, width, height)
    places = one_row(hand, room, card) if dealer else fan(hand, room, card)
    assert len(places) == len(hand)
    assert all(room.holds(place.box, 0.01) for place in places)
    for at, place in enumerate(places):
        across, down = (1.0, 0.6) if place.across else (INDEX_ACROSS, INDEX_DOWN)
        if place.across:
            continue
        index = Box(place.box.x, place.box.y, place.box.width * across, place.box.height * down)
        assert not any(later.box.overlaps(index, 0.02) for later in places[at + 1 :] if not later.across)


def test_spot_one_is_at_the_dealers_left_and_the_dealer_below() -> None:
    places = felt_places(SWITCH_FELT, 173.0, 101.0)
    lefts = [spot.box.x for spot in places.spots]
    assert lefts == sorted(lefts)
    assert places.dealer.cell.y > max(hand.cell.y for hand in places.hands[:-1])
    assert abs(places.dealer.cell.middle[0] - 86.5) < 0.01
    tops = [spot.box.y for spot in places.spots]
    assert tops[0] > tops[2] < tops[4], "an arc: the outer spots are nearer to the dealer"


def test_the_total_hides_no_index_and_wagers_lie_beyond_the_cards() -> None:
    for felt in (SWITCH_FELT, CATFISH.felt):
        for hand in felt_places(felt, 173.0, 101.0).hands[:-1]:
            top = min(card.box.y for card in hand.cards)
            assert all(box.bottom <= top for box in hand.wagers), hand.id
            last = hand.cards[-1].box
            assert hand.total.y >= last.y + last.height * INDEX_DOWN, hand.id


def test_frames_and_the_size_of_cards_stay_for_the_tables_life() -> None:
    """Whatever lies on them: nothing, wagers, two hands, four hands of a split."""
    empty = Felt(spots=tuple(SpotOnFelt(number=number) for number in range(1, 6)), dealer=SWITCH_FELT.dealer)
    spots = list(SWITCH_FELT.spots)
    first = spots[1].hands[0]
    split = tuple(replace(first, id=f"2{name}", in_turn=False) for name in ("a1", "a2", "b1", "b2"))
    spots[1] = replace(spots[1], hands=split)
    felts = (empty, SWITCH_FELT, replace(SWITCH_FELT, spots=tuple(spots)))
    frames = [[spot.box for spot in felt_places(felt, 173.0, 101.0).spots] for felt in felts]
    assert frames[0] == frames[1] == frames[2]
    sizes = {
        round(card.box.width, 3)
        for felt in felts
        for hand in felt_places(felt, 173.0, 101.0).hands[:-1]
        for card in hand.cards
        if not card.across
    }
    assert len(sizes) == 1


def test_the_dealers_cards_are_the_largest() -> None:
    for area in ((173.0, 101.0), (134.0, 130.0), (266.0, 141.0)):
        plan = table_plan(7, *area, 1.0)
        assert plan.dealer_card > plan.card * 1.2


def test_twenty_hands_are_readable_on_1280_by_800() -> None:
    """Seven spots of Switch, three of them split to four hands: an index is at least 2.4 mm high."""
    hand = SWITCH_FELT.spots[1].hands[0]
    spots = []
    for number in range(1, 8):
        names = ("a1", "a2", "b1", "b2") if number in (2, 4, 6) else ("a", "b")
        spots.append(SpotOnFelt(number=number, hands=tuple(replace(hand, id=f"{number}{name}") for name in names)))
    places = felt_places(Felt(spots=tuple(spots), dealer=SWITCH_FELT.dealer), 173.0, 101.0)
    assert len(places.hands) == 21
    cards = [card.box for hand in places.hands[:-1] for card in hand.cards]
    assert min(card.width for card in cards) >= 9.5
    assert min(card.height * 0.225 for card in cards) >= 2.4


def test_several_marks_are_signs_in_one_row() -> None:
    spots = list(SWITCH_FELT.spots)
    marks = tuple(Mark(kind=kind, label=kind) for kind in ("doubled", "split", "insured"))
    spots[0] = replace(spots[0], hands=(replace(spots[0].hands[0], marks=marks), spots[0].hands[1]))
    signs = felt_places(replace(SWITCH_FELT, spots=tuple(spots)), 173.0, 101.0).hands[0].marks
    assert len({box.y for box in signs}) == 1
    assert all(one.right <= other.x + 1e-6 for one, other in pairwise(signs))


def test_a_card_more_moves_no_other_hand_and_no_card() -> None:
    """The eye finds everything where it was."""
    before = felt_places(SWITCH.felt, 173.0, 101.0)
    spots = list(SWITCH.felt.spots)
    hand = spots[1].hands[0]
    longer = replace(hand, cards=(*hand.cards, CardOnFelt(rank="4", suit="d")))
    spots[1] = replace(spots[1], hands=(longer, spots[1].hands[1]))
    after = felt_places(replace(SWITCH.felt, spots=tuple(spots)), 173.0, 101.0)
    assert _without(before, "2a") == _without(after, "2a")
    old, new = (next(hand for hand in places.hands if hand.id == "2a") for places in (before, after))
    assert new.cards[:2] == old.cards
    assert new.wagers == old.wagers


def _without(places: FeltPlaces, name: str) -> list[HandPlace]:
    return [hand for hand in places.hands if hand.id != name]
