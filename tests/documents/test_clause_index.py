"""Every clause has a place: a rule set, a round, or a reason why not."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from types import ModuleType

import pytest

from dealer_console.rulebook import load_rules
from tests.tools.documents.clause_index import ROOT, Index, cited, read_index, round_clauses
from tests.tools.documents.clauses_page import NOTHING
from tests.tools.documents.engine_places import PLACES


@pytest.fixture(scope="module")
def index() -> Index:
    return read_index()


def test_every_clause_is_shown_by_rounds_or_says_why_not(index: Index) -> None:
    for clauses in index.clauses.values():
        for clause in clauses.values():
            reasons = [clause.shown_by, clause.later, clause.not_executed]
            assert sum(reason is not None for reason in reasons) == 1, clause.name
            assert clause.says, clause.name


def test_every_clause_that_rounds_show_has_a_round(index: Index) -> None:
    shown = [clause.name for of in index.clauses.values() for clause in of.values() if clause.shown_by == "rounds"]
    assert shown
    assert [name for name in shown if name not in index.rounds] == []


def test_every_clause_that_tests_of_the_table_show_names_tests_that_exist(index: Index) -> None:
    named = [
        clause for of in index.clauses.values() for clause in of.values() if clause.shown_by == "tests" or clause.tests
    ]
    assert named
    for clause in named:
        assert clause.shown_by in ("tests", "rounds"), clause.name
        assert clause.tests, clause.name
        for test in clause.tests:
            file, _, name = test.partition("::")
            assert f"def {name}(" in (ROOT / file).read_text("utf-8"), test


def test_no_clause_is_without_an_implementation_or_a_reason() -> None:
    """In the committed page, which `test_generated_pages.py` compares with what would be written today."""
    page = (ROOT / "docs" / "clauses.md").read_text("utf-8")
    assert "| MA 12(c) |" in page
    assert NOTHING not in page


def engine_module(name: str) -> ModuleType:
    """A module or package of the engine by its own name, in whichever package it is."""
    game = ROOT / "dealer_console" / "game"
    places = [file.with_suffix("") for file in game.rglob(f"{name}.py")] or [game / name]
    return import_module(".".join(places[0].relative_to(ROOT).parts))


def test_every_place_in_the_engine_exists(index: Index) -> None:
    for clause, places in PLACES.items():
        assert index.is_known(clause), clause
        for place in places:
            module, _, name = place.partition(".")
            if module == "calls":
                assert name in load_rules("catfish-bend-blackjack").calls, place
            else:
                found: object = engine_module(module)
                assert reduce(getattr, name.split("."), found) is not None, place


def test_every_clause_cited_by_a_rule_set_exists(index: Index) -> None:
    assert index.keys
    assert {clause: keys for clause, keys in index.keys.items() if not index.is_known(clause)} == {}


def test_every_clause_named_by_a_round_exists(index: Index) -> None:
    assert {clause: files for clause, files in index.rounds.items() if not index.is_known(clause)} == {}


def test_every_round_names_its_clauses() -> None:
    files = sorted((ROOT / "tests" / "rounds").rglob("*.round"))
    assert [file.name for file in files if not round_clauses(file.read_text("utf-8"))] == []


def test_unknown_clauses_are_found_out(index: Index) -> None:
    assert index.is_known("MA 2")  # the heading of MA 2(a)
    assert index.is_known("MA 2(a)")
    assert not index.is_known("MA 2(z)")
    assert not index.is_known("MA 99")
    assert not index.is_known("MA")


def test_a_rule_set_cites_at_every_depth() -> None:
    data = {
        "values": {"dealer_22": {"is": "push", "clause": "MA 5(c)"}},
        "side_bets": {"match": {"clause": "MA 6(c)", "lose_clause": "MA 6(a)"}},
        "procedures": {"cut": [{"key": "cut", "clause": "MA 4(f)"}]},
        "clauses": {"bust": "MA 5(b)(2)"},
    }
    assert list(cited(data)) == [
        ("MA 5(b)(2)", "clauses.bust"),
        ("MA 5(c)", "values.dealer_22"),
        ("MA 6(c)", "side_bets.match"),
        ("MA 6(a)", "side_bets.match"),
        ("MA 4(f)", "procedures.cut"),
    ]


def test_a_shorter_clause_is_not_found_inside_a_longer_one(index: Index) -> None:
    assert "legality.py" not in index.modules.get("SD 1", ())
    assert "hand.py" in index.modules["MA 12(c)"]
