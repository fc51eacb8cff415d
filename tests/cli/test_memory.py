"""Replaying many files in one process takes no more memory than replaying a few."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from .console import PLAIN, round_file

SLACK = 3_000  # kilobytes: where garbage is collected a little later


def peak_of(files: Sequence[Path], folder: Path) -> int:
    """The most memory that the command held, in kilobytes, as the system counted it."""
    with subprocess.Popen(
        [sys.executable, "-m", "dealer_console.cli", "replay", "--json", *map(str, files)],
        stdout=subprocess.DEVNULL,
        cwd=folder,
    ) as running:
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode == 0
    return used.ru_maxrss


def files_of(folder: Path, count: int, change: str = "decks = 6") -> None:
    """Different rounds, so that nothing that is kept by content could hide a leak."""
    folder.mkdir()
    for number in range(count):
        text = PLAIN.replace('"3 100"', f'"3 {number + 1}"').replace("decks = 6", change.format(number=number + 5000))
        round_file(folder, text, f"{number}.round")


def test_two_thousand_rounds_take_what_two_hundred_take(tmp_path: Path) -> None:
    folder = tmp_path / "rounds"
    files_of(folder, 200)

    assert peak_of([folder] * 10, tmp_path) <= peak_of([folder], tmp_path) + SLACK


@pytest.mark.proof
def test_tables_with_ever_new_choices_are_not_kept_for_ever(tmp_path: Path) -> None:
    """A table that was made is kept for the next file, but only so many of them."""
    few, many = tmp_path / "few", tmp_path / "many"
    files_of(few, 1_000, "maximum = {number}")
    files_of(many, 12_000, "maximum = {number}")

    assert peak_of([many], tmp_path) <= peak_of([few], tmp_path) + SLACK


@pytest.mark.proof
def test_a_hundred_thousand_rounds_take_what_a_thousand_take(tmp_path: Path) -> None:
    folder = tmp_path / "rounds"
    files_of(folder, 1_000)

    assert peak_of([folder] * 100, tmp_path) <= peak_of([folder], tmp_path) + SLACK
