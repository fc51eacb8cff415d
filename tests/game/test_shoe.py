"""Shoe accounting: what left the shoe, what is left, what cannot be."""

from __future__ import annotations

import pytest

from dealer_console.game.cards import FACES, UNSEEN, card, cards
from dealer_console.game.shoe import ShoeCount
from dealer_console.messages import recorded

from .felt import CB, MA, go_on, picture, refused, round_of


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_all_cards_of_the_decks_are_there(decks: int) -> None:
    shoe = ShoeCount(decks)
    for face in FACES * decks:
        assert not shoe.is_impossible(face)
        shoe.draw(face)

    assert (shoe.total, shoe.out, shoe.left) == (decks * 52, decks * 52, 0)
    assert all(shoe.is_impossible(face) for face in FACES)


def test_unseen_cards_and_missing_suits_count_as_out_but_not_as_copies() -> None:
    shoe = ShoeCount(1)
    for face in (*cards("9? 9? 9? 9? 9?"), UNSEEN, UNSEEN):
        shoe.draw(face)

    assert shoe.left == 45
    assert not any(shoe.is_impossible(face) for face in (*FACES, card("9?"), UNSEEN))


def test_a_supervisor_lets_one_more_copy_pass_each_time() -> None:
    shoe, ace = ShoeCount(1), card("As")
    shoe.draw(ace)
    assert shoe.is_impossible(ace)
    shoe.allow(ace)
    assert not shoe.is_impossible(ace)
    shoe.draw(ace)
    assert shoe.is_impossible(ace)
    shoe.allow(ace)
    shoe.draw(ace)
    assert shoe.copies[ace.index] == 3
    assert not shoe.is_impossible(card("Ah"))


def test_a_turned_card_is_counted_once() -> None:
    shoe = ShoeCount(6)
    shoe.draw(UNSEEN)
    shoe.identify(card("Kh"))

    assert (shoe.out, shoe.copies[UNSEEN.index], shoe.copies[card("Kh").index]) == (1, 0, 1)


def test_after_a_reshuffle_only_the_layout_is_out() -> None:
    shoe = ShoeCount(6)
    for face in cards("Kh Kh 2c 3d"):
        shoe.draw(face)
    shoe.allow(card("2c"))
    shoe.reshuffled(cards("Kh 2c"))

    assert (shoe.out, shoe.left) == (2, 310)
    assert shoe.copies[card("Kh").index] == 1
    assert shoe.allowed == {}


def _on_the_table(r: object) -> int:
    from dealer_console.game.engine import Round

    assert isinstance(r, Round)
    return sum(len(hand.cards) for hand in r.hands.values()) + len(r.dealer.cards) + len(r.burned)


def test_every_card_of_a_round_is_counted_when_it_leaves_the_shoe() -> None:
    r = round_of(CB, "1 10", "??", "6c 7h 2d ??", "1a double", "??")
    assert (r.shoe.out, _on_the_table(r)) == (6, 6)
    assert r.shoe.copies[UNSEEN.index] == 3

    go_on(r, "reveal Kc", "1a turn 4s")
    assert r.complete
    assert r.shoe.copies[UNSEEN.index] == 1
    assert sum(r.shoe.copies) == r.shoe.out == 6


def test_a_seventh_copy_is_refused_and_a_supervisor_may_let_it_pass() -> None:
    r = round_of(MA, ["1 10", "2 10"], "9c 9c 9c 9c 5d 9c 9c")
    before = picture(r)
    refusal = refused(r, "9c")

    assert refusal.clause == "MA 2(a)"
    assert "card-impossible 9c" in recorded(refusal.message)
    assert picture(r) == before
    go_on(r, "irregularity card-impossible 9c", "resolve continue by Ann", "9c")
    assert refused(r, "9c").clause == "MA 2(a)"


def test_a_reshuffle_in_the_round_counts_the_layout_with_its_unseen_cards() -> None:
    r = round_of(
        MA,
        "1 10",
        "2c 3c 6h 4d 5s ??",
        "1a hit",
        "irregularity shoe-empty",
        "resolve reshuffle",
        "burn Qd",
        "Tc",
        table={"hole_card": "face-down"},
    )
    assert r.shoe.out == 8

    go_on(r, "1a stand", "1b stand", "reveal 5h")
    assert all(count >= 0 for count in r.shoe.copies)
    assert sum(r.shoe.copies) == r.shoe.out
