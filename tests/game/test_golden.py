"""Golden rounds: what was settled once must never change silently.

`tests/golden/<rule set>.jsonl` holds rounds with their whole report. Rewrite them on purpose only, and say in the
changelog why a settlement changed:

    python -m tests.game.test_golden
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from dealer_console.game.choices import choose
from dealer_console.game.round_files.replay import replay
from dealer_console.game.round_files.report import report
from dealer_console.game.round_files.round_file import RoundFile, read_round, write_bet, write_play, write_round
from dealer_console.messages import recorded
from dealer_console.rulebook import load_rules, rule_set_names
from dealer_console.simulation.engine_table import IrregularTable

from .tables import any_bets, any_choices

FOLDER = Path(__file__).parent.parent / "golden"
ROUNDS = 60


def corpus(name: str) -> list[str]:
    """Sixty rounds of a rule set: all table choices, several bettors, side bets, and things that go wrong."""
    rules = load_rules(name)
    lines = []
    for seed in range(ROUNDS):
        dice = Random(f"{name} {seed}")
        wanted = any_choices(rules, dice)
        table = choose(rules, wanted)
        bets = any_bets(table, dice)
        often = 0.0 if seed % 2 else 0.04
        r = IrregularTable(table, dice, often=often).play_round(bets)
        file = RoundFile(rules=name, table=wanted, bets=tuple(map(write_bet, bets)), play=tuple(write_play(r.moves)))
        lines.append(json.dumps({"round": write_round(file), "report": report(r, recorded)}, ensure_ascii=False))
    return lines


@pytest.mark.parametrize("name", rule_set_names())
def test_golden_rounds_settle_as_they_always_did(name: str) -> None:
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == ROUNDS
    for number, line in enumerate(lines, start=1):
        stored = json.loads(line)
        replayed = replay(read_round(tomllib.loads(stored["round"])), load_rules(name))
        assert replayed.fault is None, (number, replayed.fault)
        assert replayed.round is not None
        assert report(replayed.round, recorded) == stored["report"], f"golden round {number}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in rule_set_names():
        (FOLDER / f"{name}.jsonl").write_text("\n".join(corpus(name)) + "\n", "utf-8")
