"""Replaying many files in one process takes no more memory than replaying a few."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import pytest

from dealer_console.commands.replay import replay_files

from .console import PLAIN, round_file

SLACK = 100_000  # bytes: caches of the interpreter and of regular expressions may still fill


def peak_of(files: list[Path], capsys: pytest.CaptureFixture[str]) -> int:
    """The highest memory in use beyond the beginning, with the output thrown away as it comes."""
    gc.collect()
    tracemalloc.start()
    try:
        for begin in range(0, len(files), 100):
            assert replay_files(files[begin : begin + 100], as_json=True) == 0
            capsys.readouterr()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def files_of(folder: Path, count: int) -> list[Path]:
    """Different rounds, so that nothing that is kept by content could hide a leak."""
    return [
        round_file(folder, PLAIN.replace('"3 100"', f'"3 {number + 1}"'), f"{number}.round") for number in range(count)
    ]


def test_six_hundred_rounds_take_what_a_hundred_take(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = files_of(tmp_path, 600)
    peak_of(files[:100], capsys)

    assert peak_of(files, capsys) <= peak_of(files[:100], capsys) + SLACK


def test_tables_with_ever_new_choices_are_not_kept_for_ever(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table that was made is kept for the next file, but only so many of them."""
    texts = [PLAIN.replace("decks = 6", f"decks = 6, maximum = {number + 1000}") for number in range(1400)]
    files = [round_file(tmp_path, text, f"{number}.round") for number, text in enumerate(texts)]
    assert replay_files(files[:1100], as_json=True) == 0
    usual = peak_of([files[0]] * 100, capsys)

    assert peak_of(files[1100:], capsys) <= usual + SLACK


@pytest.mark.proof
def test_a_hundred_thousand_rounds_take_what_a_thousand_take(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = files_of(tmp_path, 2000)
    peak_of(files[:1000], capsys)
    few = peak_of(files[:1000], capsys)

    assert peak_of(files * 50, capsys) <= few + SLACK
