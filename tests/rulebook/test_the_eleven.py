"""The eleven rule sets load without a caution, and say what the comparison of the documents says."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from dealer_console.game.irregularity.catalogue import CATALOGUE, ruling_for
from dealer_console.game.rules import Rules
from dealer_console.rulebook import load_rules, rule_set_names, rules_from_file

from .files import RULESETS

DOCUMENTS = {"massachusetts": "MA", "south": "SD", "catfish": "CB", "light": "LW", "washington": "WA"}
NAMES = [
    "catfish-bend-blackjack",
    *(f"light-and-wonder-switch-v{n}" for n in range(1, 5)),
    "massachusetts-switch",
    "south-dakota-switch",
    *(f"washington-switch-v{n}" for n in range(1, 5)),
]
CLAUSES = Path(__file__).parent.parent.parent / "config" / "clauses"
KNOWN = {load["id"] for file in CLAUSES.glob("*.toml") for load in tomllib.loads(file.read_text("utf-8"))["clause"]}
EACH = pytest.mark.parametrize("name", NAMES)


def test_there_are_eleven() -> None:
    assert rule_set_names() == NAMES


@EACH
def test_loads_without_a_caution(name: str) -> None:
    loaded = rules_from_file(RULESETS / f"{name}.toml")

    assert loaded.cautions == ()
    assert loaded.rules.name == name
    assert loaded.rules.document == DOCUMENTS[name.partition("-")[0]]
    assert loaded.rules.is_switch == (loaded.rules.game == "switch") == (name != "catfish-bend-blackjack")


def clauses_of(rules: Rules) -> list[tuple[str, str]]:
    return [
        *((f"values.{key}", value.clause) for key, value in rules.values.items()),
        *((f"choices.{key}", choice.clause) for key, choice in rules.choices.items()),
        *((f"clauses.{key}", cited) for key, cited in rules.clauses.items()),
        *((f"irregularities.{key}", ruling.clause) for key, ruling in rules.irregularities.items()),
        *((f"procedures.{name}.{s.key}", s.clause) for name, steps in rules.procedures.items() for s in steps),
        *(
            (f"side_bets.{name}", clause)
            for name, bet in rules.side_bets.items()
            for clause in (bet.clause, bet.lose_clause)
        ),
        *((f"limits {limit.since}", limit.source) for limit in rules.limits_by_date),
    ]


@EACH
def test_every_clause_stands_in_the_tables_of_clauses(name: str) -> None:
    strange = [
        (key, clause)
        for key, clause in clauses_of(load_rules(name))
        if clause not in KNOWN and clause != "house" and not re.fullmatch(r"Reading \d+", clause)
    ]
    assert strange == []


@EACH
def test_the_readings_in_use_are_listed_with_their_key(name: str) -> None:
    rules = load_rules(name)
    listed = {reading.number for reading in rules.readings}
    used = {int(clause.split()[1]) for _, clause in clauses_of(rules) if clause.startswith("Reading ")}

    assert len(listed) == len(rules.readings)
    assert listed <= set(range(1, 22))
    assert used <= listed, f"used as a clause, but not explained: {sorted(used - listed)}"
    for reading in rules.readings:
        assert reading.says
        assert reading.key


def version(name: str) -> int | None:
    return int(name[-1]) if name[-2] == "v" else None


@EACH
def test_what_differs(name: str) -> None:
    """The rows of the comparison that are values, not choices."""
    rules = load_rules(name)
    doc = rules.document
    assert rules.dealer_22 == ("bust" if doc == "CB" else "push")
    assert rules.blackjack_odds == (Fraction(3, 2) if doc == "CB" else 1)
    assert rules.blackjack_rounding == (50 if doc == "CB" else 1)
    assert rules.natural_against_blackjack == ("wins" if version(name) == 3 else "push")
    assert rules.switched_21 == ("blackjack" if version(name) == 1 else "21")
    assert rules.check == ("after-switches" if version(name) == 1 else "before-switches")
    assert rules.insurance_limit == ("half-or-next-chip" if doc == "MA" else "half")
    assert rules.insurance_taken == ("when-shown" if doc == "MA" else "at-check")
    assert rules.even_money == (doc == "CB")
    assert rules.naturals_paid == {"MA": "at-end", "CB": "at-once"}.get(doc, "after-offer")
    assert rules.tokes == (doc in ("SD", "CB"))
    assert rules.bettors_per_spot == (3 if doc == "MA" else 1)
    assert rules.spots == 7
    assert rules.double_face_down == (doc == "CB")
    assert rules.approved_game == (doc == "WA")
    side_bets = {"CB": {"trilux", "bounty"}, "LW": {"match", "free-bet"}, "WA": {"match", "bounty"}}
    assert set(rules.side_bets) == side_bets.get(doc, {"match"})


@EACH
def test_the_pay_tables(name: str) -> None:
    bets = load_rules(name).side_bets
    if "match" in bets:
        assert dict(bets["match"].pays_at(6)) == {"four-of-a-kind": 40, "two-pair": 8, "three-of-a-kind": 5, "pair": 1}
        assert dict(bets["match"].pays_at(8)) == {"four-of-a-kind": 50, "two-pair": 7, "three-of-a-kind": 5, "pair": 1}
        assert bets["match"].may_pay_more == (name == "massachusetts-switch")
    if "trilux" in bets:
        assert list(bets["trilux"].pays_at(6).values()) == [30, 20, 10, 5]
    if "bounty" in bets:
        assert list(bets["bounty"].pays_at(8).values()) == [1000, 100, 30, 20, 9, 6, 4]


CELLS = {
    "massachusetts-switch": {
        "card-face-up-in-shoe": "discard",
        "card-drawn-unexposed": "next-card",
        "card-exposed": "next-card",
        "dealer-drew-too-many": "burn",
        "dealer-card-missed": "continue",
        "shoe-empty": "reshuffle",
        "hand-not-dealt": "dead-hand*",
        "hand-one-card": "deal-last dead-hand*",
        "hit-missed": "deal-last dead-hand*",
        "card-misdelivered": "forward* dealer-next* burn spot-out",
        "reader-wrong-up-card": "void* continue*",
        "reader-fault": "continue-without-reader",
        "shuffler-fault": "reshuffle",
        "shuffle-beside-device": "device-removed",
        "burn-missed": "continue",
        "card-impossible": "void* continue*",
        "reader-disagrees": "counts-as-21* stands* void*",
        "shoe-fault": "continue-by-hand* void*",
    },
    "catfish-bend-blackjack": {
        "card-face-up-in-shoe": "accept burn",
        "dealer-drew-too-many": "burn*",
        "dealer-card-missed": "continue* spot-out* spot-play*",
        "shoe-empty": "misdeal*",
        "hand-not-dealt": "dead-hand*",
        "hand-one-card": "keep* dead-hand* misdeal*",
        "hand-too-many-cards": "keep* dead-hand* misdeal*",
        "hit-missed": "deal-last* dead-hand*",
        "dealer-wrong-count": "continue* spot-out* spot-play* misdeal*",
        "hole-card-exposed": "continue*",
        "dealer-blackjack-late": "counts-as-21*",
        "natural-overlooked": "continue",
        "burn-missed": "continue",
    },
    "south-dakota-switch": {
        "dealer-card-missed": "misdeal*",
        "hand-not-dealt": "misdeal*",
        "hand-one-card": "misdeal*",
        "hand-too-many-cards": "misdeal*",
        "dealer-wrong-count": "misdeal*",
    },
}


@pytest.mark.parametrize(("name", "code"), [(name, code) for name, cells in CELLS.items() for code in cells])
def test_the_cells_of_the_table_of_irregularities(name: str, code: str) -> None:
    """The choices of each cell; a star where a supervisor decides. Answers of players are their own."""
    ruling = load_rules(name).irregularities[code]
    wanted = CELLS[name][code].split()

    assert set(ruling.choices) == {value.rstrip("*") for value in wanted}
    answers = {choice for choice in ruling.choices if choice.startswith(("spot-", "hand-"))}
    assert set(ruling.supervisor) - answers == {value[:-1] for value in wanted if value.endswith("*")} - answers


@EACH
def test_a_code_that_the_document_does_not_treat_is_open_with_a_supervisor(name: str) -> None:
    rules = load_rules(name)
    for code, row in CATALOGUE.items():
        if code not in rules.irregularities:
            ruling = ruling_for(rules, code)
            assert ruling.choices == ruling.supervisor == row.choices
            assert ruling.clause == "house"
    if rules.document in ("LW", "WA"):
        assert set(rules.irregularities) <= {"card-impossible", "reader-disagrees", "shoe-fault"}
