"""Corners that random play has found: what one ruling leaves behind must not trip the next move."""

from __future__ import annotations

import pytest

from dealer_console.game import moves
from dealer_console.game.cards import FACES
from dealer_console.game.engine import Round
from dealer_console.game.hand import HandId
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.game.state import DEALER
from dealer_console.messages import recorded

from .felt import CB, LW2, MA, SD, WA1, WA4, go_on, outcomes, refused, round_of


def cards_lie_somewhere(r: Round) -> bool:
    """Every card that left the shoe lies on the layout, is held or was burned."""
    held = [*r.held_for_anyone, *r.held_for_dealer]
    on_layout = sum(len(hand.cards) for hand in r.hands.values()) + len(r.dealer.cards)
    return on_layout + len(held) + len(r.burned) == r.shoe.out == sum(r.shoe.copies)


def test_two_cards_held_for_the_dealer_come_one_after_the_other() -> None:
    r = round_of(
        MA,
        "1 25",
        "9c 8d 6h 7c 2d ??",
        "irregularity card-misdelivered Ts",
        "resolve dealer-next by Ann",
        "irregularity card-misdelivered 4s",
        "resolve dealer-next by Ann",
        "1a stand",
        "1b stand",
        "reveal 2h",
        table={"hole_card": "face-down"},
    )

    assert [card.text for card in r.dealer.cards][2:] == ["Ts"]
    assert [card.text for card in r.burned] == ["4s"]
    assert cards_lie_somewhere(r)


def test_a_hand_busted_by_a_surplus_card_is_not_switched_back_to_life() -> None:
    r = round_of(
        LW2,
        "5 10",
        "Qc 9c 6h Qd 6c",
        "irregularity hand-too-many-cards 5b Kc",
        "resolve keep by Ann",
        table={"hole_card": "last"},
    )

    assert r.hands[HandId("5b")].busted
    assert ("5b", "main", "lose") in outcomes(r)
    assert recorded(refused(r, "5 switch").message)


def test_ma_15d_who_refused_an_exposed_card_may_still_take_the_switch_back() -> None:
    r = round_of(
        MA, "5 10", "4d 2s 6s Jc 5c", "5 switch", "irregularity card-exposed Qh", "resolve next-card", "5a refuse"
    )

    go_on(r, "5 unswitch")
    assert [card.text for card in r.hands[HandId("5a")].cards] == ["4d", "Jc"]
    assert refused(r, "5a hit").clause == "MA 15(d)"


def test_a_surplus_card_that_was_announced_does_not_come_after_the_end() -> None:
    r = round_of(
        WA4, "5 10", "2d 9c 9h 4h 5c ??", "irregularity hand-too-many-cards 5b", "resolve keep by Ann", "void by Ann"
    )

    assert r.complete
    assert recorded(refused(r, "As").message)
    assert cards_lie_somewhere(r)


def test_a_missed_hit_of_a_spot_that_left_is_not_dealt() -> None:
    r = round_of(
        MA,
        ["2 10", "5 10"],
        "9c 9d 8c 8d 6h 2c 2d 3c 3d",
        "2a hit",
        "irregularity hit-missed 2a",
        "resolve deal-last",
        "2b stand",
        "irregularity card-misdelivered 4c",
        "2 out",
        "resolve burn",
        "5a stand",
        "5b stand",
    )

    assert r.due is DEALER


def test_a_round_that_all_players_left_in_the_deal_is_over() -> None:
    r = round_of(SD, "1 10 match=5", "9c", "irregularity card-misdelivered 4c", "1 out", "resolve burn by Ann")

    assert r.complete
    assert outcomes(r) == [("1b", "main", "returned"), ("1a", "main", "returned"), (None, "match", "returned")]
    assert cards_lie_somewhere(r)


def test_a_named_surplus_card_that_is_unseen_is_refused() -> None:
    r = round_of(CB, "1 10", "3h 9d 4h")

    assert refused(r, "irregularity hand-too-many-cards 1a ??").clause == "CB irregularities 7"


def test_a_card_forwarded_after_its_hand_left_goes_to_the_next_who_is_due_one() -> None:
    r = round_of(
        MA,
        ["1 10", "2 10"],
        "9c 9d 8c 8d 6h 2c 2d 3c 3d",
        "1a hit",
        "irregularity card-misdelivered 5c",
        "1 out",
        "resolve forward by Ann",
    )
    assert cards_lie_somewhere(r)
    assert r.hand is r.hands[HandId("2a")]

    go_on(r, "2a hit")
    assert [card.text for card in r.hands[HandId("2a")].cards] == ["8c", "3c", "5c"]
    assert r.due is None
    assert cards_lie_somewhere(r)


def test_a_spot_that_left_in_the_deal_gets_no_card_after_a_forwarded_one() -> None:
    r = round_of(
        MA,
        ["2 5", "6 5", "7 25"],
        "Qd Qs Td 9d Kh 3s",
        "irregularity card-misdelivered 6s",
        "2 out",
        "resolve forward by Ann",
        table={"hole_card": "reader"},
    )

    assert r.up_card is not None
    assert r.up_card.text == "6s"
    assert r.due is r.hands[HandId("6a")]


@pytest.mark.parametrize("up", ["Ah", "Kh", "6h"])
@pytest.mark.parametrize("rules", [WA1, WA4])
def test_the_surplus_card_is_listed_among_the_possible_moves(rules: str, up: str) -> None:
    r = round_of(rules, "1 10", f"9c 9d {up} 2c 2d ??", "irregularity hand-too-many-cards 1a", "resolve keep by Ann")

    assert set(legal_moves(r)) == {moves.CardDrawn(card=face) for face in FACES}


def test_the_burn_after_a_reshuffle_comes_first_and_nobody_who_left_is_due_a_card() -> None:
    r = round_of(
        WA4,
        ["2 10", "7 25"],
        "5c 6d Jh Js 6c 3s Qs 9d 8d ??",
        "2a double",
        "irregularity shoe-empty",
        "resolve reshuffle by Ann",
        "irregularity card-misdelivered Jc",
        "2 out",
        "resolve forward by Ann",
    )
    go_on(r, "??")
    assert r.due is None
    assert r.hand is not None
    assert r.hand.id == "7a"
    go_on(r, "7a hit")
    assert [card.text for card in r.hands[HandId("7a")].cards] == ["Jh", "9d", "Jc"], "the misplaced card goes forward"
