"""SIGKILL at any moment: nothing acknowledged is lost, nothing half-written is there, the chain verifies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def prove(folder: Path, kills: int, seed: int) -> None:
    command = [sys.executable, "-m", "tests.journal.writer_kills", str(folder), str(kills), str(seed)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    words = ended.stdout.split()
    assert int(words[0]) == kills
    assert int(words[2]) >= kills  # on average the victims were killed in the middle of their work


def test_fifty_kills_lose_nothing(tmp_path: Path) -> None:
    prove(tmp_path, 50, seed=1)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.proof
def test_three_hundred_kills_lose_nothing(tmp_path: Path, seed: int) -> None:
    prove(tmp_path, 150, seed=100 + seed)
