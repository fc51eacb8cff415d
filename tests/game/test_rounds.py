"""Every `.round` file of the collection replays, says what it expects, and names the clauses that it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dealer_console.cli.rounds.replay import replay_file

ROUNDS = Path(__file__).parent.parent / "rounds"
FILES = sorted(ROUNDS.rglob("*.round"))
CLAUSES = re.compile(r"^# clauses: \S", re.MULTILINE)
RULES = re.compile(r'^rules = "([^"]+)"', re.MULTILINE)


def test_the_collection_is_there() -> None:
    assert len(FILES) >= 900


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_round(file: Path) -> None:
    replayed, text = replay_file(file)

    assert replayed.status == 0, (replayed.fault, replayed.differences)
    assert text is not None
    assert re.search(r'^expect = \[\s*"', text, re.MULTILINE), "the round expects nothing: it could not fail"
    assert CLAUSES.search(text), "no comment '# clauses:' names what the round shows"
    rules = RULES.search(text)
    assert rules is not None
    assert rules[1] == file.parent.name, "the file lies in the folder of another rule set"
