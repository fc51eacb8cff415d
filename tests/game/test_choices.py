"""A table's choices: the defaults, everything that is refused with its clause, the limits of the law by date."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from dealer_console.game.choices import BadChoices, amount_of, choose, lawful_maximum
from dealer_console.game.money import BadAmount
from dealer_console.messages import recorded
from dealer_console.rulebook import load_rules

from .felt import CB, LW1, LW2, LW3, LW4, MA, RULE_SETS, SD, WA1, WA2, WA3, WA4, table_of

SWITCH = tuple(name for name in RULE_SETS if name != CB)
LW, WA = (LW1, LW2, LW3, LW4), (WA1, WA2, WA3, WA4)


# --- defaults ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_defaults_that_all_tables_share(name: str) -> None:
    table = table_of(name)

    assert (table.decks, table.surrender, table.at_risk) == (6, False, "original")
    assert (table.chip_unit, table.reader_can_leak, table.resplit_aces) == (100, True, False)
    assert (table.side_bet_minimum, table.side_bet_maximum) == (None, None)
    assert table.hands_per_split == (2 if name == MA else 4)
    assert table.hole_card == ("last" if name == MA else "peek")
    assert table.soft_17 == ("stand" if name in (LW4, WA4) else "hit")
    assert table.two_card_21_against_blackjack == ("push" if name == MA else "loses")
    limits = {CB: (500, 1_000_000), **dict.fromkeys(WA, (None, 30_000))}
    assert (table.minimum, table.maximum) == limits.get(name, (None, None))
    assert (table.match_pays is None) == (name == CB)


@pytest.mark.parametrize(("hands", "resplit"), [(2, False), (3, True), (4, True)])
def test_ma_11e_more_hands_per_split_resplit_aces_unless_the_table_says_no(hands: int, resplit: bool) -> None:
    assert table_of(MA, hands_per_split=hands).resplit_aces is resplit
    assert table_of(MA, hands_per_split=hands, resplit_aces=False).resplit_aces is False


def test_what_the_hole_card_means() -> None:
    assert [table_of(MA, hole_card=how).hole_card_comes_last for how in ("last", "face-down", "reader")] == [
        *(True, False, False)
    ]
    assert [table_of(MA, hole_card=how).hole_card_is_checked for how in ("last", "face-down", "reader")] == [
        *(False, False, True)
    ]
    assert table_of(SD).hole_card_is_checked


OFFERED: list[tuple[tuple[str, ...], str, tuple[object, ...]]] = [
    (SWITCH, "decks", (6, 8)),
    ((CB,), "decks", (6,)),
    ((MA,), "hole_card", ("last", "face-down", "reader")),
    ((SD, *WA), "hole_card", ("peek", "reader")),
    ((CB,), "hole_card", ("peek",)),
    (LW, "hole_card", ("peek", "reader", "last")),
    ((MA,), "surrender", (False, True)),
    ((SD, CB, *LW, *WA), "surrender", (False,)),
    ((SD,), "soft_17", ("hit", "stand")),
    ((MA, CB, LW1, LW2, LW3, WA1, WA2, WA3), "soft_17", ("hit",)),
    ((LW4, WA4), "soft_17", ("stand",)),
    (RULE_SETS, "hands_per_split", (2, 3, 4)),
    ((SD, *LW, *WA), "resplit_aces", (False,)),
    ((MA, CB), "resplit_aces", (False, True)),
    ((MA,), "two_card_21_against_blackjack", ("push", "loses")),
    ((SD, CB, *LW, *WA), "two_card_21_against_blackjack", ("loses",)),
    (RULE_SETS, "reader_can_leak", (True, False)),
    ((MA, SD, CB, *WA), "at_risk", ("original",)),
]
EVERY: dict[str, tuple[object, ...]] = {
    "decks": (1, 2, 5, 6, 7, 8, 9, True, "6", "six", None, [6]),
    "hole_card": ("last", "face-down", "reader", "peek", "peak", 1, True),
    "surrender": (False, True, "yes", 0, 1),
    "soft_17": ("hit", "stand", "draw", False),
    "hands_per_split": (1, 2, 3, 4, 5, False, "2"),
    "resplit_aces": (False, True, "no", 1),
    "two_card_21_against_blackjack": ("push", "loses", "wins", 1),
    "reader_can_leak": (True, False, "maybe", 0),
    "at_risk": ("original", "all", "none", True),
}


@pytest.mark.parametrize(("names", "key", "offered"), OFFERED)
def test_exactly_what_a_rule_set_offers_is_taken(names: tuple[str, ...], key: str, offered: tuple[object, ...]) -> None:
    for name in names:
        rules = load_rules(name)
        for value in EVERY[key]:
            lawful = any(value is choice or (type(value) is type(choice) and value == choice) for choice in offered)
            if lawful:
                assert getattr(choose(rules, {key: value}), key) == value
            else:
                (problem,) = problems(name, {key: value})
                assert problem[:2] == (key, rules.choices[key].clause), (name, key, value)


def problems(name: str, wanted: dict[str, Any], on: date | None = None) -> list[tuple[str, str | None, str]]:
    with pytest.raises(BadChoices) as caught:
        choose(load_rules(name), wanted, on)
    assert str(caught.value)
    return [
        (problem.key, problem.refusal.clause, recorded(problem.refusal.message)) for problem in caught.value.problems
    ]


# --- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wanted", "key", "clause", "words"),
    [
        (MA, {"dekcs": 6}, "dekcs", None, "did you mean 'decks'"),
        (MA, {"decks": 7}, "decks", "MA 2(a)", "offers decks = 6 or 8, not 7"),
        (CB, {"decks": 8}, "decks", "CB cards new", "offers decks = 6, not 8"),
        (MA, {"hole_card": "raeder"}, "hole_card", "MA 7(l)(1)", "did you mean 'reader'"),
        (MA, {"surrender": "yes"}, "surrender", "MA 9(c)", "true or false"),
        (SD, {"surrender": True}, "surrender", None, "offers surrender = false, not true"),
        (LW1, {"at_risk": "all"}, "at_risk", None, "only where the dealer's second card comes last"),
        (MA, {"minimum": 12.5}, "minimum", "MA 5(a)", "a float cannot hold cents exactly"),
        (MA, {"minimum": True}, "minimum", "MA 5(a)", "is no amount"),
        (MA, {"minimum": -5}, "minimum", "MA 5(a)", "negative"),
        (MA, {"minimum": "12.505"}, "minimum", "MA 5(a)", "at most two decimals"),
        (MA, {"minimum": [5]}, "minimum", "MA 5(a)", "is no amount"),
        (MA, {"minimum": 50, "maximum": 10}, "minimum", "MA 5(a)", "50.00 is above the maximum 10.00"),
        (MA, {"side_bet_minimum": 50, "side_bet_maximum": 10}, "side_bet_minimum", "MA 5(a)", "above the maximum"),
        (MA, {"chip_unit": 0}, "chip_unit", "MA 5(a)", "more than 0.00"),
        (CB, {"minimum": 26}, "minimum", "CB limits", "may not be above 25.00"),
        (CB, {"minimum": 4}, "minimum", "CB limits", "may not be below 5.00"),
        (CB, {"maximum": "10000.01"}, "maximum", "CB limits", "above the lawful 10000.00"),
        (CB, {"side_bet_minimum": 1}, "side_bet_minimum", None, "does not offer the choice"),
        (CB, {"match_pays": {}}, "match_pays", None, "does not offer the choice"),
        (WA1, {"maximum": "300.01"}, "maximum", "WAC 230-15-140", "above the lawful 300.00"),
    ],
)
def test_refused(name: str, wanted: dict[str, Any], key: str, clause: str | None, words: str) -> None:
    ((found, rule, reason),) = problems(name, wanted)

    assert found == key
    assert words in reason
    assert rule is not None or key == "dekcs", "only an unknown key has no clause"
    assert clause is None or rule == clause


def test_every_problem_at_once() -> None:
    found = problems(MA, {"decks": 7, "surrender": 1, "frob": 2, "minimum": 1.5})

    assert sorted(key for key, _, _ in found) == ["decks", "frob", "minimum", "surrender"]


def test_lw_appendix_c_all_wagers_at_risk_where_the_second_card_comes_last() -> None:
    assert table_of(LW1, hole_card="last", at_risk="all").at_risk == "all"


def test_amounts_are_whole_dollars_or_texts() -> None:
    assert table_of(MA, minimum=5, maximum="12.50").minimum == 500
    assert table_of(MA, minimum=5, maximum="12.50").maximum == 1250
    assert amount_of("0.01") == 1
    with pytest.raises(BadAmount):
        amount_of(None)


# --- the pay table of the match ------------------------------------------------------------------------------------


def test_ma_6c_a_house_may_pay_more_never_less() -> None:
    table = choose(load_rules(MA), {"match_pays": {"pair": 2}})
    assert table.match_pays == {"four-of-a-kind": 40, "two-pair": 8, "three-of-a-kind": 5, "pair": 2}
    ((key, clause, reason),) = problems(MA, {"match_pays": {"two-pair": 7}})
    assert (key, clause) == ("match_pays", "MA 6(c)")
    assert "two-pair must pay at least 8 to 1 with 6 decks, not 7" in reason
    assert choose(load_rules(MA), {"decks": 8, "match_pays": {"two-pair": 7}}).match_pays is not None


@pytest.mark.parametrize("name", [SD, *LW, *WA])
@pytest.mark.parametrize("pays", [0, 2])
def test_elsewhere_the_figures_are_fixed(name: str, pays: int) -> None:
    ((key, clause, reason),) = problems(name, {"match_pays": {"pair": pays}})

    assert key == "match_pays"
    assert clause
    assert "exactly 1 to 1" in reason
    assert choose(load_rules(name), {"match_pays": {"pair": 1}}).match_pays is not None


@pytest.mark.parametrize("value", [5, {"pair": "2"}, {"pair": True}, {"pair": 1.5}, ["pair"]])
def test_a_pay_table_is_whole_odds_by_row(value: object) -> None:
    assert "whole odds by row" in problems(MA, {"match_pays": value})[0][2]


def test_an_unknown_row_names_the_nearest() -> None:
    assert "did you mean 'two-pair'" in problems(MA, {"match_pays": {"two-pairs": 8}})[0][2]


# --- limits by date ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WA)
def test_wa_the_maximum_by_date(name: str) -> None:
    rules = load_rules(name)

    assert lawful_maximum(rules, None) == 30_000
    assert lawful_maximum(rules, date(2012, 1, 1)) == 30_000
    assert lawful_maximum(rules, date(1999, 1, 1)) == 30_000, "before the first entry the first one holds"
    assert choose(rules, {"maximum": 200}).maximum == 20_000


def test_a_later_limit_holds_from_its_day() -> None:
    from dataclasses import replace

    from dealer_console.game.money import Cents
    from dealer_console.game.rules import DatedLimit

    rules = load_rules(WA1)
    later = DatedLimit(since=date(2024, 7, 1), maximum=Cents(50_000), source="WAC 230-15-140")
    rules = replace(rules, limits_by_date=(later, *rules.limits_by_date))

    assert lawful_maximum(rules, date(2024, 6, 30)) == 30_000
    assert lawful_maximum(rules, date(2024, 7, 1)) == 50_000
    assert lawful_maximum(rules, None) == 50_000
    assert choose(rules, {"maximum": 400}).maximum == 40_000
    with pytest.raises(BadChoices):
        choose(rules, {"maximum": 400}, date(2020, 1, 1))


def test_without_a_law_there_is_no_maximum() -> None:
    assert lawful_maximum(load_rules(MA), None) is None
    assert lawful_maximum(load_rules(CB), None) == 1_000_000


def test_a_table_offers_all_side_bets_of_its_rule_set_unless_it_says_fewer() -> None:
    cb = load_rules(CB)
    assert choose(cb, {}).side_bets == ("trilux", "bounty")
    assert choose(cb, {"side_bets": ["bounty"]}).side_bets == ("bounty",)
    assert choose(cb, {"side_bets": []}).side_bets == ()
    assert choose(load_rules(MA), {}).side_bets == ("match",)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("bounty", "a list of names"),
        ([1], "a list of names"),
        (["match"], "has no side bet 'match'"),
        (["bounty", "bounty"], "stands twice"),
    ],
)
def test_side_bets_that_a_table_cannot_offer(value: object, words: str) -> None:
    with pytest.raises(BadChoices) as caught:
        choose(load_rules(CB), {"side_bets": value})
    (problem,) = caught.value.problems
    assert (problem.key, problem.refusal.clause) == ("side_bets", "CB introduction")
    assert words in recorded(problem.refusal.message)


@pytest.mark.parametrize(
    ("rules", "wanted", "resplit"),
    [
        (MA, {}, False),
        (MA, {"hands_per_split": 3}, True),
        (MA, {"hands_per_split": 4, "resplit_aces": False}, False),
        (CB, {}, False),
        (CB, {"hands_per_split": 3}, False),
        (CB, {"resplit_aces": True}, True),
        (SD, {}, False),
    ],
)
def test_aces_are_split_again_where_the_table_says_so_and_in_ma_with_more_hands(
    rules: str, wanted: dict[str, object], resplit: bool
) -> None:
    assert choose(load_rules(rules), wanted).resplit_aces is resplit


def test_reading_9_decided_side_bets_stand_unless_the_table_says_otherwise() -> None:
    for name in RULE_SETS:
        assert choose(load_rules(name), {}).void_returns_side_bets is False
        assert choose(load_rules(name), {"void_returns_side_bets": True}).void_returns_side_bets is True
