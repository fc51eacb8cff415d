"""The choices of a table: what the rule set offers, what the table took, and every problem with it at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Amount, AnyOf, Message, Quoted
from dealer_console.game.money import BadAmount, Cents, parse_amount
from dealer_console.game.rules import Rules, TableRules
from dealer_console.game.similar_names import did_you_mean

AMOUNTS: Final = ("minimum", "maximum", "chip_unit", "side_bet_minimum", "side_bet_maximum")
SWITCHES: Final = ("surrender", "resplit_aces", "reader_can_leak", "void_returns_side_bets")
WORDS: Final = ("hole_card", "at_risk", "soft_17", "two_card_21_against_blackjack")
NUMBERS: Final = ("decks", "hands_per_split")
KEYS: Final = (*NUMBERS, *WORDS, *SWITCHES, *AMOUNTS, "side_bets", "match_pays")


Wrong = Callable[..., None]  # key, reason, clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong with a table's choices: the key, why, and the clause."""

    key: str
    refusal: Refusal


class BadChoices(ValueError):
    """A table asks for what its rule set does not offer. Holds every problem found."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


def amount_of(value: object) -> Cents:
    """Whole dollars, or a text with at most two decimals. A float is refused: it cannot hold a cent exactly."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        code = "no-amount-float" if isinstance(value, float) else "no-amount"
        raise BadAmount(Message(code, value=Quoted(value)))
    if isinstance(value, int):
        if value < 0:
            raise BadAmount(Message("is-negative", value=value))
        return Cents(value * 100)
    return parse_amount(value)


def choose(rules: Rules, chosen: Mapping[str, object], on: date | None = None) -> TableRules:
    """Fill in a table's choices over the defaults of its rule set, or raise `BadChoices` with every problem."""
    problems: list[Problem] = []

    def wrong(key: str, message: Message, clause: str | None = None) -> None:
        problems.append(Problem(key=key, refusal=Refusal(message, clause)))

    for key in chosen:
        if key not in KEYS:
            wrong(key, Message("unknown-table-choice", key=Quoted(key), hint=did_you_mean(key, KEYS)))
    values: dict[str, object] = {}
    for key in KEYS:
        offered = rules.choices.get(key)
        if key not in chosen:
            values[key] = offered.default if offered else None
        elif offered is None:
            wrong(key, Message("choice-unknown-to-rules", rules=rules.name, key=Quoted(key)), rules.cite("choices"))
        else:
            _take(rules, key, chosen[key], values, wrong)
    if not problems:
        _check_together(rules, chosen, values, on, wrong)
    if problems:
        raise BadChoices(problems)
    return TableRules(rules=rules, **values)  # type: ignore[arg-type]


def _take(rules: Rules, key: str, value: object, values: dict[str, object], wrong: Wrong) -> None:
    offered = rules.choices[key]
    if key in AMOUNTS:
        try:
            values[key] = amount_of(value)
        except BadAmount as error:
            wrong(key, error.message, offered.clause)
        return
    if key == "match_pays":
        _take_match_pays(rules, value, values, wrong)
        return
    if key == "side_bets":
        _take_side_bets(rules, value, values, wrong)
        return
    if key in SWITCHES and not isinstance(value, bool):
        wrong(key, Message("true-or-false", key=key, value=Quoted(value)), offered.clause)
        return
    if offered.of is not None and (
        value not in offered.of or isinstance(value, bool) != isinstance(offered.of[0], bool)
    ):
        offer = AnyOf(tuple(str(option).lower() if isinstance(option, bool) else str(option) for option in offered.of))
        shown = str(value).lower() if isinstance(value, bool) else repr(value)
        words = [option for option in offered.of if isinstance(option, str)]
        near = did_you_mean(value, words) if isinstance(value, str) and words else ""
        wrong(
            key,
            Message("choice-not-offered", rules=rules.name, key=key, offer=offer, given=shown, hint=near),
            offered.clause,
        )
        return
    values[key] = value


def _take_side_bets(rules: Rules, value: object, values: dict[str, object], wrong: Wrong) -> None:
    """A table may offer fewer side bets than its rule set has, never others."""
    clause = rules.choices["side_bets"].clause
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        wrong("side_bets", Message("side-bets-wants-list"), clause)
        return
    for name in value:
        if name not in rules.side_bets:
            wrong(
                "side_bets",
                Message(
                    "has-no-side-bet", rules=rules.name, name=Quoted(name), hint=did_you_mean(name, rules.side_bets)
                ),
                clause,
            )
    if len(set(value)) != len(value):
        wrong("side_bets", Message("side-bet-stands-twice"), clause)
    values["side_bets"] = tuple(name for name in rules.side_bets if name in value)


def _take_match_pays(rules: Rules, value: object, values: dict[str, object], wrong: Wrong) -> None:
    offered = rules.choices["match_pays"]
    match = rules.side_bets["match"]
    rows = set(match.pays_at(6))
    if not isinstance(value, dict) or any(
        not isinstance(pays, int) or isinstance(pays, bool) for pays in value.values()
    ):
        wrong("match_pays", Message("match-pays-wants-table"), offered.clause)
        return
    for row in value:
        if row not in rows:
            wrong("match_pays", Message("unknown-row", row=Quoted(row), hint=did_you_mean(row, rows)), offered.clause)
    values["match_pays"] = dict(value)


def _check_together(
    rules: Rules, chosen: Mapping[str, object], values: dict[str, object], on: date | None, wrong: Wrong
) -> None:
    if values["at_risk"] == "all" and values["hole_card"] != "last":
        wrong("at_risk", Message("at-risk-needs-last-card"), rules.cite("at_risk"))
    if values["side_bets"] is None:
        values["side_bets"] = tuple(rules.side_bets)
    hands, usual = values["hands_per_split"], rules.choices["hands_per_split"].default
    if "resplit_aces" not in chosen and isinstance(hands, int) and isinstance(usual, int):
        # A table that allows more hands than its document does by itself allows them for aces too (MA 11(e)).
        values["resplit_aces"] = hands > usual
    _check_limits(rules, chosen, values, on, wrong)
    _check_match_pays(rules, values, wrong)


def _check_limits(
    rules: Rules, chosen: Mapping[str, object], values: dict[str, object], on: date | None, wrong: Wrong
) -> None:
    lawful = lawful_maximum(rules, on)
    if values["maximum"] is None and lawful is not None:
        values["maximum"] = lawful
    low, high = values["minimum"], values["maximum"]
    clause = rules.cite("limits")
    if isinstance(low, int) and isinstance(high, int) and low > high:
        wrong("minimum", Message("minimum-above-maximum", low=Amount(low), high=Amount(high)), clause)
    if lawful is not None and isinstance(high, int) and high > lawful:
        wrong("maximum", Message("maximum-above-lawful", amount=Amount(high), limit=Amount(lawful)), clause)
    side_low, side_high = values["side_bet_minimum"], values["side_bet_maximum"]
    if isinstance(side_low, int) and isinstance(side_high, int) and side_low > side_high:
        wrong(
            "side_bet_minimum", Message("minimum-above-maximum", low=Amount(side_low), high=Amount(side_high)), clause
        )
    if "minimum" in chosen and isinstance(low, int):
        if rules.highest_minimum is not None and low > rules.highest_minimum:
            wrong("minimum", Message("minimum-too-high", amount=Amount(rules.highest_minimum)), clause)
        if rules.lowest_minimum is not None and low < rules.lowest_minimum:
            wrong("minimum", Message("minimum-too-low", amount=Amount(rules.lowest_minimum)), clause)
    if values["chip_unit"] == 0:
        wrong("chip_unit", Message("chip-unit-more-than-0"), clause)


def _check_match_pays(rules: Rules, values: dict[str, object], wrong: Wrong) -> None:
    own, decks = values.get("match_pays"), values["decks"]
    if "match" not in rules.side_bets or not isinstance(decks, int):
        return
    match = rules.side_bets["match"]
    lawful = match.pays_at(decks)
    if not isinstance(own, dict):
        values["match_pays"] = lawful
        return
    for row, pays in own.items():
        if row in lawful and (pays < lawful[row] or (pays != lawful[row] and not match.may_pay_more)):
            code = "must-pay-at-least" if match.may_pay_more else "must-pay-exactly"
            wrong("match_pays", Message(code, row=row, lawful=lawful[row], decks=decks, pays=pays), match.clause)
    values["match_pays"] = {**lawful, **own}


def lawful_maximum(rules: Rules, on: date | None) -> Cents | None:
    """The maximum the law sets on that day (the newest entry without a day), or the rule set's own, or none."""
    if rules.limits_by_date:
        fitting = [limit for limit in rules.limits_by_date if on is None or limit.since <= on]
        if fitting:
            return max(fitting, key=lambda limit: limit.since).maximum
        return min(rules.limits_by_date, key=lambda limit: limit.since).maximum
    default = rules.choices["maximum"].default
    return Cents(default) if isinstance(default, int) else None
