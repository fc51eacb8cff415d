"""Fewest chips, told in words; a set where greedy is wrong; amounts that cannot be made; colour up."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_console.game.errors import Bug, Refused
from dealer_console.game.money import short
from dealer_console.messages import recorded
from dealer_console.rulebook.tables import load_table
from dealer_console.table.shift.chips import (
    chips,
    chips_from_data,
    colour_up,
    fewest,
    why_not_chips,
    why_not_made,
)
from tests.messages.codes import code

USUAL = load_table("massachusetts-switch-1").denominations


def test_the_example_of_the_console() -> None:
    made = fewest(USUAL, 3750)
    assert f"37.50 = {made.words}" == "37.50 = 25 + 5 + 5 + 2.50"
    assert (made.cents, made.count) == (3750, 4)


def test_greedy_is_wrong_for_some_sets() -> None:
    assert fewest((2500, 2000, 500), 4000).words == "20 + 20"
    assert fewest((2500, 1000, 100), 3000).words == "10 + 10 + 10"


def test_among_equally_few_the_higher_chips() -> None:
    assert fewest((400, 300, 200, 100), 600).words == "4 + 2"


def test_many_of_a_kind_are_counted() -> None:
    assert fewest((10000, 500), 123000).words == "12 × 100 + 6 × 5"


def test_nothing_needs_no_chip() -> None:
    assert fewest(USUAL, 0).words == "nothing"


@pytest.mark.parametrize(
    ("denominations", "amount", "nearest"),
    [
        ((500, 100), 250, "2.00 and 3.00"),
        ((2500, 500), 1234, "10.00 and 15.00"),
        ((700, 500), 100, "0.00 and 5.00"),
        ((700, 500), 2300, "22.00 and 24.00"),
    ],
)
def test_an_amount_that_cannot_be_made_is_told(denominations: tuple[int, ...], amount: int, nearest: str) -> None:
    refusal = why_not_made(denominations, amount)
    assert refusal is not None
    assert recorded(refusal.message).endswith(f"the nearest are {nearest}")
    with pytest.raises(Refused, match="not-in-chips-between"):
        fewest(denominations, amount)


def test_a_negative_amount_is_no_amount() -> None:
    assert why_not_made(USUAL, -1) is not None


@settings(max_examples=150, deadline=None)
@given(st.sets(st.integers(1, 40), min_size=1, max_size=6), st.integers(0, 600))
def test_the_search_is_exact(denominations: set[int], amount: int) -> None:
    best = _fewest_by_table(denominations, amount)
    refusal = why_not_made(tuple(denominations), amount)
    if best is None:
        assert refusal is not None
        return
    made = fewest(tuple(denominations), amount)
    assert (made.cents, made.count) == (amount, best)


def _fewest_by_table(denominations: set[int], amount: int) -> int | None:
    least: list[int | None] = [0]
    for number in range(1, amount + 1):
        found = [least[number - worth] for worth in denominations if worth <= number]
        possible = [count + 1 for count in found if count is not None]
        least.append(min(possible) if possible else None)
    return least[amount]


def test_large_amounts_are_quick() -> None:
    assert fewest(USUAL, 987_654_350).cents == 987_654_350


def test_colour_up_takes_small_chips_and_leaves_what_is_best_already() -> None:
    exchange = colour_up(USUAL, chips({500: 21, 100: 7, 10000: 1}))
    assert exchange.words == "100.00: 19 × 5 + 5 × 1 for 100"
    assert exchange.comes_in.cents == exchange.goes_out.cents


def test_foreign_chips_and_impossible_counts_are_refused() -> None:
    assert code(why_not_chips(USUAL, chips({300: 1}))) == "no-such-chip"
    assert code(why_not_chips(USUAL, chips({500: -2}))) == "count-chips-again"
    assert code(why_not_chips(USUAL, chips({500: 1_000_000}))) == "count-chips-again"
    assert why_not_chips(USUAL, chips({500: 1})) is None


def test_chips_survive_the_journal() -> None:
    held = chips({250: 3, 10000: 2, 500: 0})
    assert held.rows == ((10000, 2), (250, 3))
    assert chips_from_data(held.data()) == held
    for wrong in ([1], {"x": 1}, {"100": None}):
        with pytest.raises(Bug):
            chips_from_data(wrong)


def test_amounts_as_they_are_said() -> None:
    assert [short(cents) for cents in (100, 250, 50, 100_000)] == ["1", "2.50", "0.50", "1000"]
