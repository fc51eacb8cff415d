"""The geometry of the felt, over random layouts: nothing lies over anything else, every index is seen, fingers fit."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_console.screens.felt.fan import CORNER_ACROSS, CORNER_DOWN, fan
from dealer_console.screens.felt.hands import HandPlace
from dealer_console.screens.felt.places import UNUSED_SPOT, FeltPlaces, felt_places
from dealer_console.screens.sizes import GAP, SMALLEST, Box
from dealer_console.screens.values import CardOnFelt, Felt, Mark, SpotOnFelt
from tests.tools.gallery.screens import CATFISH, SWITCH, SWITCH_FELT
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


def test_words_have_rows_of_their_own_and_the_total_hides_no_index() -> None:
    """Marks and wagers lie below the cards; the total only over their lower part."""
    for felt in (SWITCH_FELT, CATFISH.felt):
        for hand in felt_places(felt, 156.0, 56.0).hands[:-1]:
            bottom = max(card.box.bottom for card in hand.cards)
            assert all(box.y >= bottom for box in (*hand.marks, *hand.wagers)), hand.id
            last = hand.cards[-1].box
            assert hand.total.y >= last.y + last.height * 0.5, hand.id


def test_cards_of_all_hands_that_are_not_long_have_one_size() -> None:
    """Also of those on a spot that has split."""
    spots = list(SWITCH_FELT.spots)
    first, second = spots[1].hands
    split = (replace(first, id="2a1", in_turn=False), replace(first, id="2a2", in_turn=False), second)
    spots[1] = replace(spots[1], hands=split)
    places = felt_places(replace(SWITCH_FELT, spots=tuple(spots)), 156.0, 56.0)
    sizes = {round(card.box.width, 2) for hand in places.hands[:-1] for card in hand.cards if not card.across}
    assert len(sizes) == 1


def test_a_spot_that_nobody_plays_takes_no_room_once_cards_lie() -> None:
    empty = SpotOnFelt(number=6)
    before = Felt(spots=tuple(SpotOnFelt(number=each) for each in range(1, 7)), dealer=SWITCH_FELT.dealer)
    widths = [spot.box.width for spot in felt_places(before, 156.0, 56.0).spots]
    assert widths == [26.0] * 6
    dealt = felt_places(replace(SWITCH_FELT, spots=(*SWITCH_FELT.spots, empty)), 156.0, 56.0)
    assert dealt.spots[-1].box.width == UNUSED_SPOT
    assert dealt.spots[0].box.width == (156.0 - UNUSED_SPOT) / 5


def test_many_marks_share_two_rows_and_the_first_keeps_its_word() -> None:
    spots = list(SWITCH_FELT.spots)
    marks = tuple(Mark(kind=kind, label=kind) for kind in ("doubled", "split", "insured", "switched"))
    spots[0] = replace(spots[0], hands=(replace(spots[0].hands[0], marks=marks), spots[0].hands[1]))
    first, *signs = felt_places(replace(SWITCH_FELT, spots=tuple(spots)), 156.0, 56.0).hands[0].marks
    assert first.width > 3 * first.height
    assert len({box.y for box in signs}) == 1
    assert all(round(box.width, 6) <= round(box.height, 6) for box in signs)


def test_on_a_high_area_the_table_keeps_its_shape() -> None:
    high = felt_places(SWITCH_FELT, 100.0, 100.0)
    assert high.spots[2].box.y > 15.0
    assert high.dealer.cell.bottom < 85.0


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
