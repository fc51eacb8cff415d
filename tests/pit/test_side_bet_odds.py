"""The exact odds, counted by the engine's own judgement, against those counted by shapes; nothing is sampled."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dealer_console.game.choices import choose
from dealer_console.game.wagers.side_bets import EXACT, side_bet_odds
from dealer_console.odds import INSURANCE_PAYS, odds_of
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.load import rule_set_names


@pytest.mark.parametrize("name", rule_set_names())
def test_two_ways_of_counting_agree(name: str) -> None:
    rules = load_rules(name)
    decks_offered = rules.choices["decks"].of or (6,)
    for decks in decks_offered:
        table = choose(rules, {"decks": decks})
        for wager in EXACT:
            odds = side_bet_odds(table, wager)
            if wager == "insurance":
                pays: object = INSURANCE_PAYS
            elif wager not in rules.side_bets:
                assert odds is None
                continue
            else:
                pays = (wager == "match" and table.match_pays) or rules.side_bets[wager].pays_at(table.decks)
            counted = odds_of(wager, table.decks, pays)  # type: ignore[arg-type]
            assert odds is not None
            assert (odds.mean, odds.variance, odds.edge) == (
                counted.expectation,
                counted.variance,
                counted.house_edge,
            )


def test_kings_bounty_of_six_decks_is_the_published_figure() -> None:
    table = choose(load_rules("catfish-bend-blackjack"), {"decks": 6})
    odds = side_bet_odds(table, "bounty")
    assert odds is not None
    assert odds.mean == Fraction(-5980547, 25818598)


def test_what_depends_on_the_players_has_no_exact_odds() -> None:
    assert side_bet_odds(choose(load_rules("light-and-wonder-switch-v1"), {}), "free-bet") is None
    assert side_bet_odds(choose(load_rules("massachusetts-switch"), {}), "main") is None
