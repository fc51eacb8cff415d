"""`dealer-console odds`: the exact expectation of a side bet with the pay table of a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import typer

from dealer_console.cli.output import print_error, print_json
from dealer_console.cli.terminal import terminal
from dealer_console.cli.verbs import AsJson
from dealer_console.game.message import Message, Quoted
from dealer_console.game.rules import Rules
from dealer_console.game.suggestions import did_you_mean
from dealer_console.odds import BETS, ImpossibleOddsError, odds_of, to_json, to_table
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules

# The rule set whose pay table is taken when none is named.
USUAL: Final = {"match": "massachusetts-switch", "trilux": "catfish-bend-blackjack", "bounty": "catfish-bend-blackjack"}
INSURANCE_PAYS: Final = {"ten-value": 2}


def odds(
    bet: Annotated[str, typer.Argument(help="help-odds-bet")],
    decks: Annotated[int, typer.Option("--decks", help="help-odds-decks")],
    rule_set: Annotated[str | None, typer.Option("--rules", help="help-odds-rule-set")] = None,
    as_json: AsJson = False,
) -> int:
    if bet not in BETS:
        return print_error(Message("command-unknown-bet", bet=Quoted(bet), hint=did_you_mean(bet, BETS)))
    try:
        report = odds_of(bet, decks, _pays(bet, decks, rule_set))
    except (ImpossibleOddsError, UnknownRules, NoConfig, BadFile, _NotOffered) as error:
        return print_error(error)
    if as_json:
        print_json({"rules": rule_set or USUAL.get(bet), **to_json(report)})
    else:
        terminal().print(to_table(report))
    return 0


class _NotOffered(ValueError):
    pass


def _pays(bet: str, decks: int, rule_set: str | None) -> Mapping[str, int]:
    if bet == "insurance":
        if rule_set is not None:
            load_rules(rule_set)
        return INSURANCE_PAYS
    rules = load_rules(rule_set or USUAL[bet])
    return _table(rules, bet, decks)


def _table(rules: Rules, bet: str, decks: int) -> Mapping[str, int]:
    """The pay table for that many decks; where only others are printed, the one for the nearest number."""
    side_bet = rules.side_bets.get(bet)
    if side_bet is None:
        raise _NotOffered(f"{rules.name} offers no {bet}; it offers {', '.join(rules.side_bets) or 'no side bet'}")
    nearest = min(side_bet.pays, key=lambda printed: (abs(printed - decks), printed))
    return side_bet.pays[nearest]
