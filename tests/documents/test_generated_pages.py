"""The generated documents are what the code, the rule sets and the rounds say now."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

import pytest

from dealer_console.game.moves import Move
from dealer_console.game.phases import PHASES
from dealer_console.messages import recorded
from dealer_console.rulebook import load_rules, rule_set_names
from tests.tools.documents.__main__ import PAGES, main, out_of_date, write
from tests.tools.documents.meanings import BETS, CHOICES, VALUES
from tests.tools.documents.phases_page import MOVES, phases_page


def test_the_committed_documents_are_up_to_date(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["documents", "--check"])
    assert (main(), capsys.readouterr().err) == (0, "")


def test_a_changed_or_missing_document_is_out_of_date(tmp_path: Path) -> None:
    assert out_of_date(tmp_path) == list(PAGES)
    write(tmp_path)
    assert out_of_date(tmp_path) == []
    with (tmp_path / "phases.md").open("a", encoding="utf-8") as file:
        file.write("one more line\n")
    assert out_of_date(tmp_path) == ["phases.md"]


def test_every_key_of_every_rule_set_has_a_meaning() -> None:
    for name in rule_set_names():
        rules = load_rules(name)
        assert set(rules.values) == set(VALUES), name
        assert set(rules.choices) <= set(CHOICES), name
        assert set(rules.side_bets) <= set(BETS), name


def test_the_page_of_phases_names_every_phase_and_every_move() -> None:
    assert {type(move) for move, _ in MOVES} == set(get_args(Move))
    page = phases_page()
    for phase in PHASES.values():
        assert f"| **{phase.name}** | {recorded(phase.waits)} |" in page
        for after in phase.after:
            assert f"    {phase.name} --> {after}\n" in page
