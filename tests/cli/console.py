"""The command as people start it: a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.cli import fork_server

PLAIN = """\
rules = "massachusetts-switch"
table = { decks = 6, hole_card = "reader", surrender = true }
bets = ["1 25 match=5", "3 100"]
play = [
    "??",
    "Th 5c  9d 8s  6h  6d Ks  9c 2d  ??",
    "1 switch",
    "1a stand",
    "1b double", "9h",
    "3a split", "2c", "3a1 stand", "Td", "3a2 stand",
    "3b stand",
    "reveal Th",
    "6c",
]
"""


def console(
    *words: str | Path, cwd: Path | None = None, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """`typed` is what somebody answers to its questions."""
    env = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", **environment}
    done = fork_server.run([*map(str, words)], cwd=cwd, env=env, typed=typed)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def answers(done: subprocess.CompletedProcess[str]) -> list[Any]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def round_file(folder: Path, text: str = PLAIN, name: str = "x.round") -> Path:
    file = folder / name
    file.write_text(text, "utf-8")
    return file
