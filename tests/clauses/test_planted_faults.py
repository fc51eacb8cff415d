"""Every executable clause has a planted fault, and the rounds and tests that it cites notice it."""

from __future__ import annotations

from functools import cache

import pytest

from tests.clauses.planted import Fault, caught_by
from tests.clauses.planted_faults import FAULTS, caught
from tests.tools.documents.clause_index import READINGS, Index, read_index


@cache
def index() -> Index:
    return read_index()


def executable() -> list[str]:
    """The clauses that the engine carries out: shown by rounds, or by tests of the engine."""
    return [
        name
        for clauses in index().clauses.values()
        for name, clause in clauses.items()
        if clause.shown_by == "rounds" or (clause.tests and all("tests/game/" in test for test in clause.tests))
    ]


def test_each_executable_clause_has_its_planted_fault_and_no_other_has_one() -> None:
    assert sorted(FAULTS) == sorted([*executable(), *READINGS])


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
