"""Strategies: any rule set, any table choice that it offers, any lawful wagers."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from dealer_console.game.choices import choose
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents
from dealer_console.game.rules import Rules, TableRules
from dealer_console.game.wagers.bets import Bet, side_bet_limits, why_not_bet
from dealer_console.rulebook import load_rules, rule_set_names


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A table, its wagers and the dice of its players; `wanted` are the choices as a person would write them."""

    table: TableRules
    wanted: dict[str, object]
    bets: tuple[Bet, ...]
    seed: int


def any_choices(rules: Rules, dice: Random) -> dict[str, object]:
    wanted: dict[str, object] = {}
    for key, choice in rules.choices.items():
        if choice.of is not None and dice.random() < 0.7:
            wanted[key] = dice.choice(choice.of)
    if wanted.get("hole_card", rules.choices["hole_card"].default) != "last":
        wanted.pop("at_risk", None)
    return wanted


def any_bets(table: TableRules, dice: Random) -> tuple[Bet, ...]:
    bets: list[Bet] = []
    for spot in sorted(dice.sample(range(1, 8), dice.randint(1, 5))):
        for bettor in range(1, dice.randint(1, table.rules.bettors_per_spot) + 1):
            bet = _any_bet(table, dice, Spot(spot), Bettor(bettor))
            assert why_not_bet(table, bettor - 1, bet) is None
            bets.append(bet)
    return tuple(bets)


def _any_bet(table: TableRules, dice: Random, spot: Spot, bettor: Bettor) -> Bet:
    amount = Cents(dice.choice([500, 1000, 1050, 2500, 2575, 10000]))
    side_bets: dict[str, Cents] = {}
    for name in table.rules.side_bets:
        if dice.random() < 0.5:
            low, _ = side_bet_limits(table, name)
            side_bets[name] = amount if name == "free-bet" else Cents((low or 0) + dice.choice([100, 50, 75]))
    tokes: dict[str, Cents] = {}
    if table.rules.tokes:
        places = ["a", *(["b"] if table.rules.is_switch else []), *(name for name in side_bets if name != "free-bet")]
        tokes = {place: Cents(50) for place in places if dice.random() < 0.4}
    return Bet(spot=spot, bettor=bettor, amount=amount, side_bets=side_bets, tokes=tokes)


@st.composite
def sittings(draw: st.DrawFn) -> Sitting:
    rules = load_rules(draw(st.sampled_from(rule_set_names())))
    seed = draw(st.integers(min_value=0, max_value=2**32 - 1))
    dice = Random(seed)
    wanted = any_choices(rules, dice)
    table = choose(rules, wanted)
    return Sitting(table=table, wanted=wanted, bets=any_bets(table, dice), seed=seed)
