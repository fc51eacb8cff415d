"""The counts against deals gone through one by one, and against the published figures."""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from dealer_console.odds import OddsReport, bounty_odds, insurance_odds, match_odds, trilux_odds

from . import card_by_card as cards
from .pay_tables import BOUNTY, MATCH_SIX_DECKS, TRILUX


def counts_of(report: OddsReport) -> dict[str, int]:
    return {row.name: row.count for row in report.rows if row.count}


def test_match_of_one_deck_is_every_four_cards() -> None:
    assert counts_of(match_odds(1, MATCH_SIX_DECKS)) == cards.every_deal(1, 4, cards.judge_match)


@pytest.mark.parametrize("decks", [2, 6, 8])
def test_match_is_every_four_faces_with_their_copies(decks: int) -> None:
    assert counts_of(match_odds(decks, MATCH_SIX_DECKS)) == cards.every_face_deal(decks, 4, cards.judge_match)


@pytest.mark.proof
def test_match_of_two_decks_is_every_four_cards() -> None:
    assert counts_of(match_odds(2, MATCH_SIX_DECKS)) == cards.every_deal(2, 4, cards.judge_match)


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_trilux_is_every_three_cards(decks: int) -> None:
    assert counts_of(trilux_odds(decks, TRILUX)) == cards.every_deal(decks, 3, cards.judge_trilux)


@pytest.mark.parametrize("decks", range(1, 9))
def test_trilux_is_every_three_faces_with_their_copies(decks: int) -> None:
    assert counts_of(trilux_odds(decks, TRILUX)) == cards.every_face_deal(decks, 3, cards.judge_trilux)


@pytest.mark.proof
def test_trilux_of_six_decks_is_every_three_cards() -> None:
    assert counts_of(trilux_odds(6, TRILUX)) == cards.every_deal(6, 3, cards.judge_trilux)


@pytest.mark.parametrize("decks", [1, 2, 3, 6])
def test_bounty_is_every_hand_and_every_dealer(decks: int) -> None:
    assert counts_of(bounty_odds(decks, BOUNTY)) == cards.every_bounty_deal(decks)


@pytest.mark.proof
def test_bounty_of_two_decks_needs_no_shortcut() -> None:
    assert counts_of(bounty_odds(2, BOUNTY)) == cards.every_bounty_deal_with_every_dealer(2)


@pytest.mark.parametrize("decks", range(1, 9))
def test_insurance_is_every_card_under_the_ace(decks: int) -> None:
    rest = cards.shoe(decks)
    rest.remove("As")
    under_the_ace = Counter("ten-value" if cards.points(card) == 10 else "loses" for card in rest)

    assert counts_of(insurance_odds(decks)) == under_the_ace


def test_published_three_card_counts_of_six_decks() -> None:
    report = trilux_odds(6, TRILUX)

    assert report.total == 5013320
    assert counts_of(report) == {
        "straight-flush": 10368,
        "three-of-a-kind": 26312,
        "straight": 155520,
        "flush": 292896,
        "loses": 4528224,
    }


def test_published_bounty_of_six_decks() -> None:
    assert bounty_odds(6, BOUNTY).expectation == Fraction(-5980547, 25818598)


@pytest.mark.parametrize(
    ("decks", "published"), [(1, "-1/17"), (2, "-7/103"), (4, "-5/69"), (6, "-23/311"), (8, "-31/415")]
)
def test_published_insurance(decks: int, published: str) -> None:
    assert insurance_odds(decks).expectation == Fraction(published)


@pytest.mark.parametrize("decks", range(1, 9))
def test_the_shapes_of_each_bet_are_all_deals(decks: int) -> None:
    """The losing cards are counted on their own, so a shape left out or counted twice shows here."""
    shoe = 52 * decks

    assert match_odds(decks, MATCH_SIX_DECKS).total == comb(shoe, 4)
    assert trilux_odds(decks, TRILUX).total == comb(shoe, 3)
    assert bounty_odds(decks, BOUNTY).total == comb(shoe, 2) * comb(shoe - 2, 2)
    assert insurance_odds(decks).total == shoe - 1
