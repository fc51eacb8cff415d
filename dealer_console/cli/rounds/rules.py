"""`dealer-console rules`, `irregularities` and `odds`: what a rule set says, with every clause.

`odds` is the exact expectation of a side bet with the pay table of a rule set.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from dealer_console.cli.output import print_error, print_json, words
from dealer_console.cli.terminal import terminal
from dealer_console.cli.verbs import AsJson, RuleSet, refusing
from dealer_console.game.irregularity.catalogue import CATALOGUE, ruling_for
from dealer_console.game.message import AnyOf, Message, Quoted
from dealer_console.game.money import show
from dealer_console.game.rules import Rules, SideBet
from dealer_console.game.similar_names import did_you_mean
from dealer_console.messages import MessageError, recorded
from dealer_console.odds import BETS, ImpossibleOddsError, odds_of, to_json, to_table
from dealer_console.rulebook import (
    BadFile,
    Caution,
    NoConfig,
    UnknownRules,
    load_rules,
    rule_set_names,
    rules_from_file,
)

AMOUNTS = frozenset(
    (
        "blackjack_rounding",
        "toke_minimum",
        "toke_maximum",
        "lowest_minimum",
        "highest_minimum",
        "minimum",
        "maximum",
        "chip_unit",
        "side_bet_minimum",
        "side_bet_maximum",
    )
)


class _NotOffered(MessageError):
    """The rule set has no such side bet."""


@refusing(UnknownRules, NoConfig, BadFile)
def rules(
    name: Annotated[str | None, typer.Argument(help="help-rules-name")] = None,
    as_json: AsJson = False,
) -> int:
    if name is None:
        return _list(as_json=as_json)
    rule_set, cautions = _load(name)
    if as_json:
        print_json(
            {**rules_data(rule_set), "cautions": [f"{caution.key}: {recorded(caution.reason)}" for caution in cautions]}
        )
    else:
        _print(rule_set, cautions)
    return 0


def _load(name: str) -> tuple[Rules, tuple[Caution, ...]]:
    if name.endswith(".toml"):
        loaded = rules_from_file(Path(name))
        return loaded.rules, loaded.cautions
    return load_rules(name), ()


def _list(*, as_json: bool) -> int:
    rule_sets = [load_rules(name) for name in rule_set_names()]
    if as_json:
        print_json(
            [
                {"name": rule_set.name, "title": rule_set.title, "document": rule_set.document, "game": rule_set.game}
                for rule_set in rule_sets
            ]
        )
        return 0
    table = _columns("col-rule-set", "col-document", "col-game", "col-title")
    for rule_set in rule_sets:
        table.add_row(rule_set.name, rule_set.document, rule_set.game, rule_set.title)
    terminal().print(table)
    return 0


def plain(key: str, value: object) -> object:
    """A value as JSON can hold it: amounts as text with two decimals, fractions as text."""
    if value is None or isinstance(value, bool):
        return value
    if key in AMOUNTS and isinstance(value, int):
        return show(value)
    if isinstance(value, Fraction):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def rules_data(rules: Rules) -> dict[str, object]:
    return {
        "name": rules.name,
        "title": rules.title,
        "document": rules.document,
        "game": rules.game,
        "values": {key: {"is": plain(key, entry.value), "clause": entry.clause} for key, entry in rules.values.items()},
        "choices": {
            key: {"of": plain(key, entry.of), "default": plain(key, entry.default), "clause": entry.clause}
            for key, entry in rules.choices.items()
        },
        "side_bets": {name: _side_bet_data(bet) for name, bet in rules.side_bets.items()},
        "limits_by_date": [
            {"since": limit.since.isoformat(), "maximum": show(limit.maximum), "source": limit.source}
            for limit in rules.limits_by_date
        ],
        "irregularities": irregularities_data(rules),
        "procedures": {
            name: [{"key": s.key, "does": s.does, "who": s.who, "clause": s.clause, "then": s.then} for s in steps]
            for name, steps in rules.procedures.items()
        },
        "calls": dict(rules.calls),
        "readings": [
            {"number": reading.number, "key": reading.key, "says": reading.says} for reading in rules.readings
        ],
        "clauses": dict(rules.clauses),
    }


def _side_bet_data(bet: SideBet) -> dict[str, object]:
    return {
        "pays": {str(decks or "any"): dict(rows) for decks, rows in bet.pays.items()},
        "settled": bet.settled,
        "minimum": show(bet.minimum) if bet.minimum is not None else None,
        "maximum": show(bet.maximum) if bet.maximum is not None else None,
        "may_pay_more": bet.may_pay_more,
        "cap": show(bet.cap) if bet.cap is not None else None,
        "cap_from": bet.cap_from or None,
        "clause": bet.clause,
    }


def _print(rules: Rules, cautions: tuple[Caution, ...]) -> None:
    console, said = terminal(), words()
    console.rule(f"{rules.name}: {rules.title}")
    for caution in cautions:
        console.print(
            f"[yellow]{said('out-caution')}[/yellow] {caution.key}: {said(caution.reason)} [{caution.clause}]",
            markup=True,
        )
    table = _columns("col-value", "col-is", "col-clause", title="out-document-fixes")
    for key, value in rules.values.items():
        table.add_row(key, _text(plain(key, value.value)), value.clause)
    console.print(table)
    table = _columns("col-choice", "col-offered", "col-default", "col-clause", title="out-table-chooses")
    for key, choice in rules.choices.items():
        table.add_row(key, _offered(choice.of), _text(plain(key, choice.default)), choice.clause)
    console.print(table)
    for bet in rules.side_bets.values():
        for decks, rows in bet.pays.items():
            name = said("out-with-decks", name=bet.name, count=decks) if decks else bet.name
            table = _columns("col-hand", "col-pays")
            table.title = f"{name} ({bet.clause})"
            for row, pays in rows.items():
                table.add_row(row, said("out-to-one", pays=pays))
            console.print(table)
    _print_irregularities(console, rules)
    table = _columns("col-reading", "col-key", "col-how-read", title="out-readings")
    for reading in rules.readings:
        table.add_row(str(reading.number), reading.key, said.phrase(reading.says))
    console.print(table)


def _columns(*columns: str, title: str | None = None) -> Table:
    """Their headings and the title by their keys."""
    return Table(*map(words(), columns), title=words()(title) if title is not None else None)


def _offered(values: tuple[object, ...] | None) -> str:
    offered = (
        Message("out-any-amount") if values is None else Message("plain-text", text=AnyOf(tuple(map(_text, values))))
    )
    return words()(offered)


def _text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return words()("out-none" if value is None else "out-yes" if value else "out-no")
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def irregularities_data(rules: Rules) -> list[dict[str, object]]:
    rows = []
    for code, row in CATALOGUE.items():
        ruling = ruling_for(rules, code)
        rows.append(
            {
                "code": code,
                "words": recorded(row.message),
                "hand": row.hand,
                "card": row.card,
                "treated": code in rules.irregularities,
                "says": ruling.says,
                "choices": [{"choice": choice, "supervisor": choice in ruling.supervisor} for choice in ruling.choices],
                "clause": ruling.clause,
            }
        )
    return rows


@refusing(UnknownRules, NoConfig, BadFile)
def irregularities(rule_set: RuleSet, as_json: AsJson = False) -> int:
    rules = load_rules(rule_set)
    if as_json:
        print_json({"rules": rules.name, "irregularities": irregularities_data(rules)})
    else:
        _print_irregularities(terminal(), rules)
    return 0


def _print_irregularities(console: Console, rules: Rules) -> None:
    said = words()
    table = _columns("col-code", "col-what-rule-says", "col-choices", "col-clause", title="out-irregularities")
    for code, row in CATALOGUE.items():
        ruling = ruling_for(rules, code)
        choices = ", ".join(f"{choice}*" if choice in ruling.supervisor else choice for choice in ruling.choices)
        names = " ".join([code, *(["HAND"] if row.hand else []), *(["CARD"] if row.card else [])])
        happened = f"{said(row.message)}. {said.phrase(ruling.says)}" if ruling.says else said(row.message)
        table.add_row(names, happened, choices, ruling.clause)
    console.print(table)


# The rule set whose pay table is taken when none is named.
USUAL: Final = {"match": "massachusetts-switch", "trilux": "catfish-bend-blackjack", "bounty": "catfish-bend-blackjack"}
INSURANCE_PAYS: Final = {"ten-value": 2}


@refusing(ImpossibleOddsError, UnknownRules, NoConfig, BadFile, _NotOffered)
def odds(
    bet: Annotated[str, typer.Argument(help="help-odds-bet")],
    decks: Annotated[int, typer.Option("--decks", help="help-odds-decks")],
    rule_set: Annotated[str | None, typer.Option("--rules", help="help-odds-rule-set")] = None,
    as_json: AsJson = False,
) -> int:
    if bet not in BETS:
        return print_error(Message("command-unknown-bet", bet=Quoted(bet), hint=did_you_mean(bet, BETS)))
    report = odds_of(bet, decks, _pays(bet, decks, rule_set))
    if as_json:
        print_json({"rules": rule_set or USUAL.get(bet), **to_json(report)})
    else:
        terminal().print(to_table(report))
    return 0


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
        offered = tuple(rules.side_bets) or Message("out-no-side-bet")
        raise _NotOffered(Message("command-bet-not-offered", rules=rules.name, bet=bet, offered=offered))
    nearest = min(side_bet.pays, key=lambda printed: (abs(printed - decks), printed))
    return side_bet.pays[nearest]
