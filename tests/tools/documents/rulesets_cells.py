"""Cells of `docs/rulesets.md`: a key's value, choice, ruling or call in every rule set, equal ones told once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from dealer_console.game import choices
from dealer_console.game.money import show
from dealer_console.game.rules import Rules
from dealer_console.rulebook import load_rules, rule_set_names

_AMOUNTS: Final = frozenset(
    (
        *choices.AMOUNTS,
        "blackjack_rounding",
        "toke_minimum",
        "toke_maximum",
        "lowest_minimum",
        "highest_minimum",
    )
)
_FIRST: Final = ("massachusetts-switch", "south-dakota-switch", "catfish-bend-blackjack")

Say = Callable[[Rules, str], str]


def all_rules() -> list[Rules]:
    """The three houses first, then the versions of the maker and of the approval."""
    names = rule_set_names()
    return [load_rules(name) for name in (*_FIRST, *(name for name in names if name not in _FIRST))]


def short(rules: Rules) -> str:
    """`MA`, `LW v1`."""
    version = rules.name.rpartition("-")[2]
    return f"{rules.document} {version}" if version.startswith("v") else rules.document


def shorts(found: Iterable[Rules]) -> str:
    """`MA, LW v1–v4`: the versions of a document that follow one another stand together."""
    names: list[str] = []
    runs: list[tuple[str, int, int]] = []
    for row in map(short, found):
        document, _, version = row.partition(" v")
        if runs and version and runs[-1][0] == document and int(version) == runs[-1][2] + 1:
            runs[-1] = (document, runs[-1][1], int(version))
        else:
            runs.append((document, int(version or 0), int(version or 0)))
    for document, first, last in runs:
        versions = f" v{first}" if first == last else f" v{first}–v{last}"
        names.append(f"{document}{versions}" if first else document)
    return ", ".join(names)


def grouped(found: Iterable[Rules], key: str, say: Say, clause: Say) -> str:
    """`push: MA (MA 5(c)), SD (SD 13)`: equal words stand once, each rule set with its clause."""
    groups: dict[str, dict[str, list[Rules]]] = {}
    for rules in found:
        groups.setdefault(say(rules, key), {}).setdefault(clause(rules, key), []).append(rules)
    return "<br>".join(f"{words}: {_with_clauses(places)}" for words, places in groups.items())


def _with_clauses(places: dict[str, list[Rules]]) -> str:
    return ", ".join(f"{shorts(rules)} ({clause})" if clause else shorts(rules) for clause, rules in places.items())


def no_clause(_rules: Rules, _key: str) -> str:
    return ""


def shown(key: str, value: object) -> str:
    """A value as a person reads it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key in _AMOUNTS and isinstance(value, int):
        return show(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def value(rules: Rules, key: str) -> str:
    return shown(key, rules.values[key].value)


def value_clause(rules: Rules, key: str) -> str:
    return rules.values[key].clause


def choice(rules: Rules, key: str) -> str:
    """The default, then what else is on offer."""
    offered = rules.choices.get(key)
    if offered is None:
        return "not offered"
    default = shown(key, offered.default)
    if offered.of is None or len(offered.of) == 1:
        return default
    others = [shown(key, choice) for choice in offered.of if choice != offered.default]
    return f"{default} (or {', '.join(others)})"


def choice_clause(rules: Rules, key: str) -> str:
    offered = rules.choices.get(key)
    return offered.clause if offered else ""


def ruling(rules: Rules, code: str) -> str:
    found = rules.irregularities[code]
    offered = ", ".join(
        f"{offered_choice}\\*" if offered_choice in found.supervisor else offered_choice
        for offered_choice in found.choices
    )
    return f"**{offered}** – {found.says.rstrip('.')}"


def ruling_clause(rules: Rules, code: str) -> str:
    return rules.irregularities[code].clause


def call(rules: Rules, name: str) -> str:
    return rules.calls[name]


def cited(rules: Rules, topic: str) -> str:
    return rules.clauses[topic]
