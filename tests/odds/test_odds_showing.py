"""Reports as programs and people read them, and the figures printed in docs/odds.md."""

import json
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from dealer_console.odds import BETS, bounty_odds, insurance_odds, odds_of, to_json, to_table, to_text
from dealer_console.odds.output import BAR_CELLS, bar_text, decimal_text, pays_text, square_root_text

from .pay_tables import BOUNTY, TRILUX, printed_pays

DOCUMENT = Path(__file__).parents[2] / "docs" / "odds.md"
PAGE_BETS = [(bet, decks) for decks in (6, 8) for bet in BETS]


def test_json_of_the_published_bounty() -> None:
    answer = to_json(bounty_odds(6, BOUNTY))

    assert answer["expectation"] == "-5980547/25818598"
    assert answer["expectation_decimal"] == "-0.231637171004"
    assert str(answer["house_edge_percent"]).startswith("23.1637")
    assert str(answer["standard_deviation"]).startswith("4.8706")
    assert answer["total"] == 2323673820


def test_json_of_insurance_whole() -> None:
    assert json.loads(json.dumps(to_json(insurance_odds(1)))) == {
        "bet": "insurance",
        "decks": 1,
        "total": 51,
        "expectation": "-1/17",
        "expectation_decimal": "-0.058823529412",
        "house_edge_percent": "5.882352941176",
        "variance": "560/289",
        "variance_decimal": "1.937716262976",
        "standard_deviation": "1.392018772494",
        "rows": [
            {
                "name": "ten-value",
                "pays": "2",
                "count": 16,
                "probability": "16/51",
                "probability_decimal": "0.313725490196",
                "contribution": "32/51",
                "contribution_decimal": "0.627450980392",
            },
            {
                "name": "loses",
                "pays": None,
                "count": 35,
                "probability": "35/51",
                "probability_decimal": "0.686274509804",
                "contribution": "-35/51",
                "contribution_decimal": "-0.686274509804",
            },
        ],
    }


@given(value=st.fractions(min_value=-1000, max_value=1000), digits=st.integers(1, 15))
def test_decimals_are_the_nearest(value: Fraction, digits: int) -> None:
    shown = decimal_text(value, digits)

    assert len(shown.partition(".")[2]) == digits
    assert abs(Fraction(shown) - value) <= Fraction(1, 2 * 10**digits)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(0), "0.000"),
        (Fraction(-1, 10000), "0.000"),
        (Fraction(-1, 1000), "-0.001"),
        (Fraction(1, 2000), "0.000"),
        (Fraction(3, 2000), "0.002"),
        (Fraction(99999, 100000), "1.000"),
        (Fraction(-25, 2), "-12.500"),
    ],
)
def test_decimal_text(value: Fraction, shown: str) -> None:
    assert decimal_text(value, 3) == shown


@given(st.fractions(min_value=0, max_value=100000, max_denominator=10**9))
def test_square_roots_are_the_nearest(value: Fraction) -> None:
    root, half = Fraction(square_root_text(value, 12)), Fraction(1, 2 * 10**12)

    assert max(root - half, Fraction(0)) ** 2 <= value < (root + half) ** 2


def test_square_root_agrees_with_decimal_arithmetic() -> None:
    variance = bounty_odds(6, BOUNTY).variance
    with localcontext() as context:
        context.prec = 50
        root = (Decimal(variance.numerator) / Decimal(variance.denominator)).sqrt()

    assert square_root_text(variance, 12) == str(root.quantize(Decimal("1e-12"), ROUND_HALF_EVEN))


@pytest.mark.parametrize(("bet", "decks"), [(bet, decks) for bet in BETS for decks in range(1, 9)])
def test_the_text_holds_every_figure_in_80_columns(bet: str, decks: int) -> None:
    report = odds_of(bet, decks, printed_pays(bet, decks))
    text = to_text(report)
    words = text.split()

    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text
    assert str(report.expectation) in words
    for row in report.rows:
        assert f"{row.count:,}" in words
        assert decimal_text(row.probability, 8) in words
        if row.pays is not None:
            assert pays_text(row.pays) in words


def test_the_title_counts_decks_as_people_do() -> None:
    assert to_text(insurance_odds(1)).lstrip().startswith("insurance, 1 deck: 51 deals")
    assert to_text(insurance_odds(6)).lstrip().startswith("insurance, 6 decks: 311 deals")


def test_a_narrow_terminal_loses_no_digit() -> None:
    page = StringIO()
    Console(file=page, width=50, color_system=None).print(to_table(insurance_odds(8)))

    assert "…" not in page.getvalue()


def test_bars_grow_with_the_weight() -> None:
    assert bar_text(Fraction(0), Fraction(1)) == ""
    assert bar_text(Fraction(1, 10**9), Fraction(1)) == "▏"
    assert bar_text(Fraction(1, 2), Fraction(1)) == "█" * (BAR_CELLS // 2)
    assert bar_text(Fraction(1), Fraction(1)) == "█" * BAR_CELLS
    assert bar_text(Fraction(9, 80), Fraction(1)) == "█▏"


@pytest.mark.parametrize(("bet", "decks"), PAGE_BETS)
def test_the_document_prints_these_figures(bet: str, decks: int) -> None:
    report = odds_of(bet, decks, printed_pays(bet, decks))
    document = DOCUMENT.read_text(encoding="utf-8")

    edge, deviation = decimal_text(100 * report.house_edge, 4), square_root_text(report.variance, 4)
    assert f"| {bet} | {decks} | {report.total:,} | {report.expectation} | {edge} % | {deviation} |" in document
    section = document.partition(f"### {bet}, {decks} decks\n")[2].partition("###")[0]
    for row in report.rows:
        pays = "" if row.pays is None else pays_text(row.pays)
        assert f"| {row.name} | {pays} | {row.count:,} | {decimal_text(row.probability, 8)} |" in section


def test_the_document_shows_the_table_as_it_is() -> None:
    assert f"```\n{to_text(odds_of('trilux', 6, TRILUX))}```" in DOCUMENT.read_text(encoding="utf-8")
