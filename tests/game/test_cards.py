"""Cards as the floor writes them: one object per face."""

from __future__ import annotations

import copy
import pickle

import pytest

from dealer_console.game.cards import BY_TEXT, FACES, RANKS, RANKS_ONLY, SUITS, UNSEEN, UnknownCard, card, cards


def test_fifty_two_faces_thirteen_ranks_and_the_unseen_card() -> None:
    assert [face.text for face in FACES] == [rank + suit for suit in SUITS for rank in RANKS]
    assert [face.text for face in RANKS_ONLY] == [f"{rank}?" for rank in RANKS]
    assert [face.index for face in (*FACES, *RANKS_ONLY, UNSEEN)] == list(range(66))


def test_points() -> None:
    assert [card(f"{rank}h").points for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert UNSEEN.points == 0
    assert {face.rank for face in FACES if face.opens_blackjack} == set("ATJQK")
    assert {face.rank for face in FACES if face.is_ace} == {"A"}


def test_a_card_is_one_object_wherever_it_comes_from() -> None:
    for text, face in BY_TEXT.items():
        assert card(text) is face
        assert copy.deepcopy(face) is face
        assert pickle.loads(pickle.dumps(face)) is face
        assert str(face) == text
        assert repr(face) == f"card('{text}')"


def test_what_is_known_of_a_card() -> None:
    assert card("9h").suit_known
    assert not card("9?").suit_known
    assert card("9?").seen
    assert not UNSEEN.seen


def test_a_run_of_cards() -> None:
    assert [face.text for face in cards("Th 5c  ?? 9?")] == ["Th", "5c", "??", "9?"]


@pytest.mark.parametrize("text", ["", "10h", "th", "TH", "1c", "Tx", "?h", "T", "Thh"])
def test_what_is_no_card_says_how_to_write_one(text: str) -> None:
    with pytest.raises(UnknownCard, match="no-card") as caught:
        card(text)
    assert repr(text) in str(caught.value)
