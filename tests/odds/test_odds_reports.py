"""What every report keeps to, whatever the pay table; and which questions are refused."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_console.odds import (
    BETS,
    LOSES,
    ImpossibleOddsError,
    OddsReport,
    bounty_odds,
    insurance_odds,
    match_odds,
    odds_of,
    trilux_odds,
)

from .pay_tables import BOUNTY, INSURANCE, MATCH_SIX_DECKS, TRILUX, printed_pays

deck_numbers = st.integers(1, 8)
pay_figures = st.integers(0, 2000) | st.fractions(min_value=0, max_value=50, max_denominator=10)


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, int, dict[str, int | Fraction]]:
    bet = draw(st.sampled_from(sorted(BETS)))
    return bet, draw(deck_numbers), {row: draw(pay_figures) for row in BETS[bet][0]}


def count_of(report: OddsReport, name: str) -> int:
    (row,) = (row for row in report.rows if row.name == name)
    return row.count


@given(questions())
def test_the_rows_are_the_whole_of_the_bet(question: tuple[str, int, Mapping[str, int | Fraction]]) -> None:
    bet, decks, pays = question
    report = odds_of(bet, decks, pays)

    assert [(row.name, row.pays) for row in report.rows] == [*((n, pays[n]) for n in BETS[bet][0]), (LOSES, None)]
    assert sum(row.count for row in report.rows) == report.total
    assert sum(row.probability for row in report.rows) == 1
    assert all(row.probability * report.total == row.count >= 0 for row in report.rows)


@given(questions())
def test_expectation_and_variance_follow_from_the_counts(
    question: tuple[str, int, Mapping[str, int | Fraction]],
) -> None:
    report = odds_of(*question)
    results = [(Fraction(-1) if row.pays is None else row.pays, row.count) for row in report.rows]
    mean = sum(result * count for result, count in results) / report.total
    spread = sum((result - mean) ** 2 * count for result, count in results) / report.total

    assert report.expectation == mean == -report.house_edge
    assert report.variance == spread
    assert sum(row.contribution for row in report.rows) == mean


@given(question=questions(), data=st.data(), raise_by=st.integers(1, 1000))
def test_a_higher_pay_never_lowers_the_expectation(
    question: tuple[str, int, dict[str, int | Fraction]], data: st.DataObject, raise_by: int
) -> None:
    bet, decks, pays = question
    raised = data.draw(st.sampled_from(BETS[bet][0]))

    before = odds_of(bet, decks, pays)
    after = odds_of(bet, decks, {**pays, raised: pays[raised] + raise_by})

    assert after.expectation >= before.expectation
    if count_of(before, raised):
        assert after.expectation > before.expectation


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_asked_by_name_or_by_function_it_is_the_same(decks: int) -> None:
    by_function = [
        match_odds(decks, MATCH_SIX_DECKS),
        trilux_odds(decks, TRILUX),
        bounty_odds(decks, BOUNTY),
        insurance_odds(decks),
    ]

    assert by_function == [
        odds_of("match", decks, MATCH_SIX_DECKS),
        odds_of("trilux", decks, TRILUX),
        odds_of("bounty", decks, BOUNTY),
        odds_of("insurance", decks, INSURANCE),
    ]


def test_the_best_payoff_is_paid_once_ma_6() -> None:
    """A house that pays a pair more than two pairs pays two pairs as the pair they hold."""
    printed = match_odds(6, MATCH_SIX_DECKS)
    generous = match_odds(6, {**MATCH_SIX_DECKS, "pair": 10})

    assert count_of(generous, "two-pair") == 0
    assert count_of(generous, "pair") == sum(count_of(printed, n) for n in ("two-pair", "three-of-a-kind", "pair"))
    assert count_of(generous, "four-of-a-kind") == count_of(printed, "four-of-a-kind")


def test_three_suited_of_a_kind_are_no_flush_at_the_printed_pays() -> None:
    flush_above = {**TRILUX, "flush": 25}

    moved = count_of(trilux_odds(6, flush_above), "flush") - count_of(trilux_odds(6, TRILUX), "flush")

    assert moved == 52 * 20  # every face six times: 20 ways to hold it three times


def test_one_deck_has_no_two_kings_of_spades() -> None:
    report = bounty_odds(1, BOUNTY)

    assert [row.name for row in report.rows if row.count] == ["suited-20", "two-kings", "unsuited-20", LOSES]


@pytest.mark.parametrize("decks", [-1, 0, 9])
@pytest.mark.parametrize("bet", sorted(BETS))
def test_refuses_decks_that_no_table_has(bet: str, decks: int) -> None:
    with pytest.raises(ImpossibleOddsError, match=rf"^{bet} with {decks} decks: ask for 1 to 8 decks$"):
        odds_of(bet, decks, printed_pays(bet, 6))


def test_names_every_fault_of_a_pay_table_at_once() -> None:
    faulty = {"four-of-a-kind": 40, "two-pairs": 8, "three-of-a-kind": -5, "pair": 1, "xyzzy": 1}

    with pytest.raises(ImpossibleOddsError) as refusal:
        match_odds(9, faulty)

    assert str(refusal.value).split("; ") == [
        "match with 9 decks: ask for 1 to 8 decks",
        "match pay table without 'two-pair': say what it pays",
        "match has no row 'two-pairs': did you mean 'two-pair'?",
        "match row 'three-of-a-kind' pays -5: give a whole number or a fraction, 0 or more",
        "match has no row 'xyzzy': its rows are four-of-a-kind, two-pair, three-of-a-kind, pair",
    ]


def test_refuses_a_float_pay() -> None:
    with pytest.raises(ImpossibleOddsError, match=r"'ten-value' pays 2\.0: give a whole number or a fraction"):
        insurance_odds(6, {"ten-value": 2.0})  # type: ignore[dict-item]


def test_helps_with_the_name_of_the_bet() -> None:
    with pytest.raises(ImpossibleOddsError, match="no odds are counted for 'bonty': did you mean 'bounty'"):
        odds_of("bonty", 6, BOUNTY)
    with pytest.raises(ImpossibleOddsError, match="choose one of match, trilux, bounty, insurance"):
        odds_of("zzz", 6, BOUNTY)
