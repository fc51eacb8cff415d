"""Replay of many files in one call of the command: rounds per second, start-up included, and memory that stays flat.

The rounds are five spots of Blackjack Switch, written by random play into files of their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from dealer_console.game.choices import choose
from dealer_console.game.round_files.round_file import RoundFile, write_bet, write_play, write_round
from dealer_console.rulebook import load_rules
from dealer_console.simulation.engine_table import EngineTable
from dealer_console.simulation.player import plain_bets

LEAST_PER_SECOND = 300


def write_rounds(folder: Path, count: int) -> None:
    rules = load_rules("massachusetts-switch")
    table = EngineTable(choose(rules, {}), Random(7))
    bets = plain_bets(5)
    for number in range(count):
        table.shuffle()
        r = table.play_round(bets)
        file = RoundFile(rules=rules.name, bets=tuple(map(write_bet, bets)), play=tuple(write_play(r.moves)))
        (folder / f"{number:06d}.round").write_text(write_round(file), "utf-8")


def replay_in_a_process(folder: Path, rounds: int) -> tuple[float, int]:
    """Seconds for the whole process, and its highest memory in kibibytes."""
    command = [sys.executable, "-m", "dealer_console.cli", "replay", str(folder), "--json"]
    begin = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        lines = sum(1 for _ in process.stdout or ())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or lines != rounds:
        raise RuntimeError(f"{lines} of {rounds} rounds were replayed, exit status {process.returncode}")
    return time.perf_counter() - begin, usage.ru_maxrss


def bench(few: int = 1_000, many: int = 10_000) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as place:
        small, large = Path(place, "few"), Path(place, "many")
        for folder, count in ((small, few), (large, many)):
            folder.mkdir()
            write_rounds(folder, count)
        few_seconds, few_memory = replay_in_a_process(small, few)
        many_seconds, many_memory = replay_in_a_process(large, many)
    return {
        "rounds_per_second_of_1000": few / few_seconds,
        "rounds_per_second": many / many_seconds,
        "against_the_least_of_300": few / few_seconds / LEAST_PER_SECOND,
        f"memory_of_{many}_against_{few}": many_memory / few_memory,
    }
