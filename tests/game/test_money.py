"""Money is whole cents: reading, showing, rounding, sharing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_console.game.money import BadAmount, Cents, half_down, parse_amount, pay, round_down, share_out, show


@pytest.mark.parametrize(
    ("text", "cents"),
    [("0", 0), ("25", 2500), ("12.5", 1250), ("12.50", 1250), ("0.01", 1), ("0.1", 10), ("007", 700)],
)
def test_an_amount_is_dollars_with_at_most_two_decimals(text: str, cents: int) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    "text", ["", "12.345", "12.", ".5", "-5", "+5", "1,000", "1e3", "5 ", "٥", "1" * 13, "$5", "nan"]
)
def test_anything_else_is_no_amount(text: str) -> None:
    with pytest.raises(BadAmount, match="no-amount-in-dollars") as caught:
        parse_amount(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("cents", "text"), [(0, "0.00"), (1, "0.01"), (1250, "12.50"), (-5, "-0.05"), (-12345, "-123.45"), (100, "1.00")]
)
def test_shown_with_two_decimals_and_the_sign_before_the_dollars(cents: int, text: str) -> None:
    assert show(cents) == text


@given(st.integers(0, 10**13))
def test_what_is_shown_is_read_back(cents: int) -> None:
    assert parse_amount(show(cents)) == cents


def test_three_to_two_is_rounded_down_to_the_half_dollar() -> None:
    odds, unit = Fraction(3, 2), Cents(50)

    assert pay(Cents(500), odds, unit) == 750
    assert pay(Cents(505), odds, unit) == 750
    assert pay(Cents(50), odds, unit) == 50
    assert pay(Cents(1), odds) == 1
    assert pay(Cents(700), Fraction(40)) == 28_000


@given(
    st.integers(0, 10**8), st.fractions(min_value=0, max_value=1000, max_denominator=20), st.sampled_from([1, 50, 100])
)
def test_pay_is_the_highest_multiple_of_the_unit_that_the_odds_reach(stake: int, odds: Fraction, unit: int) -> None:
    paid = pay(Cents(stake), odds, Cents(unit))

    assert paid % unit == 0
    assert paid <= stake * odds < paid + unit


def test_half_and_round_down() -> None:
    assert [half_down(Cents(cents)) for cents in (0, 1, 2, 2501)] == [0, 0, 1, 1250]
    assert round_down(Fraction(7, 2)) == 3
    assert round_down(Fraction(199), Cents(100)) == 100


def test_the_published_example_of_shared_payouts() -> None:
    claims = [Cents(2_500_000), Cents(2_000_000), Cents(1_000_000)]

    assert [show(cents) for cents in share_out(Cents(2_500_000), claims)] == ["11363.64", "9090.91", "4545.45"]


def test_equal_remainders_favour_the_first_claim() -> None:
    third = Cents(1_000_000)

    assert share_out(Cents(100), [third, third, third]) == [34, 33, 33]
    assert share_out(Cents(200), [third, third, third]) == [67, 67, 66]
    assert share_out(Cents(1), [third, third]) == [1, 0]


def test_claims_inside_the_limit_are_paid_in_full() -> None:
    assert share_out(Cents(300), [Cents(100), Cents(200)]) == [100, 200]
    assert share_out(Cents(300), []) == []


@given(st.integers(1, 10**7), st.lists(st.integers(1, 10**7), min_size=1, max_size=8))
def test_shares_use_the_limit_up_and_stay_within_a_cent_of_the_exact_part(limit: int, amounts: list[int]) -> None:
    claims = [Cents(amount) for amount in amounts]
    shares = share_out(Cents(limit), claims)
    total = sum(claims)

    assert sum(shares) == min(limit, total)
    for share, claim in zip(shares, claims, strict=True):
        assert abs(share - Fraction(min(limit, total) * claim, total)) < 1
