"""Every executable clause has a planted fault, and the rounds and tests that it cites notice it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from tests.clauses import planted_faults
from tests.clauses.clause_faults import Fault, caught_by, caught_by_test
from tests.clauses.further_faults import FURTHER
from tests.clauses.planted_faults import FAULTS, caught, caught_further, unnoticing_tests
from tests.clauses.table_faults import OF_THE_TABLE
from tests.tools.documents.clause_index import READINGS, Index, read_index

SPOTS: Final = "tests/table/evening/test_shared_spots.py"


@cache
def index() -> Index:
    return read_index()


def executable() -> list[str]:
    """The clauses that the product carries out."""
    return [name for clauses in index().clauses.values() for name, clause in clauses.items() if clause.shown_by]


def test_each_executable_clause_and_reading_has_its_planted_fault() -> None:
    assert sorted(FAULTS) == sorted([*executable(), *READINGS])


def test_a_clause_that_cites_tests_beside_its_rounds_has_a_fault_for_them() -> None:
    beside = [
        name
        for clauses in index().clauses.values()
        for name, clause in clauses.items()
        if clause.shown_by == "rounds" and clause.tests
    ]
    assert beside
    assert set(beside) <= set(FURTHER)


@pytest.mark.parametrize(
    "name", [name for clauses in index().clauses.values() for name, clause in clauses.items() if clause.tests]
)
def test_each_test_that_a_clause_cites_notices_one_of_its_faults(name: str) -> None:
    assert unnoticing_tests(index(), name) == []


def test_a_row_without_a_fault_says_why_it_is_not_executed() -> None:
    rows = [clause for clauses in index().clauses.values() for clause in clauses.values()]
    assert [clause.name for clause in rows if clause.name not in FAULTS and not clause.not_executed] == []


def test_a_test_that_shows_nothing_of_its_clause_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven spots have nothing to do with a recut."""
    monkeypatch.setattr(planted_faults, "_CAUGHT", {})  # nobody else asks about this index
    monkeypatch.setattr(planted_faults, "_CAUGHT_FURTHER", {})
    clause = replace(
        index().clauses["MA"]["MA 4(g)"], tests=(f"{SPOTS}::test_cb_dealing_4_a_full_table_asks_for_spots",)
    )
    wrong = replace(index(), clauses={**index().clauses, "MA": {**index().clauses["MA"], "MA 4(g)": clause}})
    assert unnoticing_tests(wrong, "MA 4(g)") == list(clause.tests)


@pytest.mark.parametrize("name", FURTHER)
def test_each_further_fault_is_caught_by_what_the_clause_cites(name: str) -> None:
    unnoticed = [fault.words for fault, by in caught_further(index(), name) if by is None]
    assert unnoticed == []


@pytest.mark.parametrize("name", FURTHER)
def test_what_caught_a_further_fault_passes_without_it(name: str) -> None:
    tests = [by for _fault, by in caught_further(index(), name) if by is not None and "::" in by]
    assert caught_by_test(Fault(words="nothing is broken"), tests) is None


@pytest.mark.parametrize("name", FAULTS)
def test_the_planted_fault_is_caught_by_what_the_clause_cites(name: str) -> None:
    assert caught(index(), name) is not None, f"nothing that {name} cites notices: {FAULTS[name].words}"


def test_without_a_fault_nothing_is_noticed() -> None:

    assert (
        caught_by(Fault(words="nothing is broken"), sorted({file for of in index().rounds.values() for file in of}))
        is None
    )


def test_a_fault_is_gone_when_it_was_planted() -> None:
    for fault in FAULTS.values():
        with fault.planted():
            pass
    files = index().rounds["MA 5(c)"]
    assert caught_by(FAULTS["MA 5(c)"], files) is not None
    test_without_a_fault_nothing_is_noticed()


@pytest.mark.parametrize("name", OF_THE_TABLE)
def test_the_cited_test_passes_without_the_fault(name: str) -> None:
    found = caught(index(), name)
    assert found is not None
    assert caught_by_test(Fault(words="nothing is broken"), [found]) is None
