"""The rows of the side bets against a brute force that is written from the pay tables alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from dealer_console.game.cards import FACES, RANKS, Card, card, cards
from dealer_console.game.wagers.side_bets import (
    bounty_decided,
    bounty_row,
    is_twenty,
    match_row,
    trilux_decided,
    trilux_row,
    with_suits,
)

PAYS_6 = {"four-of-a-kind": 40, "two-pair": 8, "three-of-a-kind": 5, "pair": 1}
PAYS_8 = {"four-of-a-kind": 50, "two-pair": 7, "three-of-a-kind": 5, "pair": 1}


@pytest.mark.parametrize("pays", [PAYS_6, PAYS_8], ids=["6 decks", "8 decks"])
def test_match_for_all_ranks(pays: dict[str, int]) -> None:
    for ranks in combinations_with_replacement(RANKS, 4):
        alike = max(Counter(ranks).values())
        pairs = sum(1 for n in Counter(ranks).values() if n >= 2)
        row = match_row([card(rank + "c") for rank in ranks], pays)
        if alike == 4:
            assert row == "four-of-a-kind"
        elif pairs == 2:
            assert row == "two-pair"
        elif alike == 3:
            assert row == "three-of-a-kind"
        elif alike == 2:
            assert row == "pair"
        else:
            assert row is None


def test_match_pays_the_best_payoff_whatever_a_house_pays() -> None:
    generous = {"four-of-a-kind": 40, "two-pair": 100, "three-of-a-kind": 5, "pair": 200}

    assert match_row(cards("9c 9d 9h 9s"), generous) == "pair"
    assert match_row(cards("9c 9d 8h 8s"), generous) == "pair"
    assert match_row(cards("9c 9d 9h 8s"), PAYS_6) == "three-of-a-kind"


def test_match_looks_at_ranks_not_at_values_or_suits() -> None:
    assert match_row(cards("Kc Qc Jc Tc"), PAYS_6) is None


def _trilux_by_hand(three: tuple[Card, ...], *, ace_low: bool) -> str | None:
    values = sorted("23456789TJQKA".index(face.rank) for face in three)
    runs = values[2] - values[1] == 1 and values[1] - values[0] == 1
    runs = runs or (ace_low and values == [0, 1, 12])
    suited = all(face.suit == three[0].suit for face in three)
    if runs and suited:
        return "straight-flush"
    if values[0] == values[2]:
        return "three-of-a-kind"
    return "straight" if runs else "flush" if suited else None


@pytest.mark.parametrize("ace_low", [True, False])
def test_trilux_for_all_cards(ace_low: bool) -> None:
    found: Counter[str | None] = Counter()
    for three in combinations_with_replacement(FACES, 3):
        row = trilux_row(three, ace_low=ace_low)
        assert row == _trilux_by_hand(three, ace_low=ace_low), three
        found[row] += 1
    straights = 12 if ace_low else 11
    assert found["straight-flush"] == straights * 4
    assert found["straight"] == straights * (64 - 4)


def test_trilux_straights_do_not_go_round_the_corner() -> None:
    assert trilux_row(cards("Kc Ad 2h"), ace_low=True) is None
    assert trilux_row(cards("Qc Kd Ah"), ace_low=False) == "straight"
    assert trilux_row(cards("3c Ad 2h"), ace_low=True) == "straight"
    assert trilux_row(cards("3c Ad 2h"), ace_low=False) is None


def _bounty_by_hand(one: Card, other: Card, *, ace_nine: bool, dealer_blackjack: bool) -> str | None:
    tens = "TJQK"
    twenty = (one.rank in tens and other.rank in tens) or (ace_nine and sorted(one.rank + other.rank) == ["9", "A"])
    if not twenty:
        return None
    if one.text == other.text == "Ks":
        return "two-kings-of-spades-dealer-blackjack" if dealer_blackjack else "two-kings-of-spades"
    if one.text == other.text and one.rank == "K":
        return "two-suited-kings"
    if one.text == other.text:
        return "two-suited-queens-jacks-tens"
    if one.suit == other.suit:
        return "suited-20"
    return "two-kings" if one.rank == other.rank == "K" else "unsuited-20"


@pytest.mark.parametrize(("ace_nine", "dealer_blackjack"), list(product([True, False], repeat=2)))
def test_bounty_for_all_cards(ace_nine: bool, dealer_blackjack: bool) -> None:
    for one, other in product(FACES, repeat=2):
        by_hand = _bounty_by_hand(one, other, ace_nine=ace_nine, dealer_blackjack=dealer_blackjack)
        assert bounty_row((one, other), ace_nine=ace_nine, dealer_blackjack=dealer_blackjack) == by_hand
        assert is_twenty((one, other), ace_nine=ace_nine) == (by_hand is not None)


def test_every_filling_of_missing_suits() -> None:
    assert len(list(with_suits(cards("K? Kd")))) == 4
    assert len(list(with_suits(cards("K? K? 5?")))) == 64
    assert list(with_suits(cards("Kc Kd"))) == [cards("Kc Kd")]


@pytest.mark.parametrize(
    ("three", "decided"),
    [
        ("9c 9d 4h", True),
        ("K? 7c 2d", True),  # no straight, and two suits are different already
        ("9? 9c 9d", True),  # three of a kind whatever the suit
        ("K? 7c 2c", False),  # a flush, or nothing
        ("Q? Kc Ad", True),  # a straight, whatever the suit
        ("Q? Kc Ac", False),  # a straight flush, or a straight
        ("K? J? 5c", False),
    ],
)
def test_trilux_without_a_suit(three: str, decided: bool) -> None:
    assert trilux_decided(cards(three), ace_low=True) is decided


@pytest.mark.parametrize(
    ("two", "decided"),
    [
        ("Kc Kd", True),
        ("9? 5c", True),
        ("T? Kc", False),  # suited, or not
        ("K? K?", False),
        ("A? 9?", False),
    ],
)
def test_bounty_without_a_suit(two: str, decided: bool) -> None:
    assert bounty_decided(cards(two), ace_nine=True) is decided


def test_ace_and_nine_are_decided_where_they_are_no_twenty() -> None:
    assert bounty_decided(cards("A? 9?"), ace_nine=False)
