"""A table that is killed while it deals comes back to what it had acknowledged."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


def kill_often(folder: Path, kills: int, seed: int) -> dict[str, object]:
    command = [sys.executable, "-m", "tests.tools.kills.process_kill", str(folder), str(kills), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert isinstance(found, dict)
    return found


def test_twenty_kills(tmp_path: Path) -> None:
    found = kill_often(tmp_path, 20, 7)
    assert found["wrong"] == []
    assert isinstance(found["longest"], int)
    assert found["longest"] > 50


@pytest.mark.proof
def test_three_hundred_kills(tmp_path: Path) -> None:
    found = kill_often(tmp_path, 300, 1)
    assert (found["kills"], found["wrong"]) == (300, [])
