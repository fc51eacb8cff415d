"""The benchmarks run and tell ratios; how fast this machine is today is not tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench.journal import append_bench, open_bench, replay_bench
from tests.tools.bench.journal_size import dealt


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_bench_of_appends(tmp_path: Path) -> None:
    told = append_bench(events=20)
    assert set(told) == {
        "appends_per_second",
        "eventsourcing_appends_per_second",
        "fdatasync_per_second",
        "fdatasync_of_a_page_per_second",
        "append_ratio",
        "append_share_of_floor",
        "append_share_of_a_page",
    }
    assert all(value > 0 for value in told.values())
    assert list(tmp_path.iterdir()) == []


def test_the_bench_of_verification() -> None:
    told = replay_bench(rounds=5)
    assert told["verify_ratio"] > 0


def test_the_bench_of_opening() -> None:
    told = open_bench(long=3_000, short=100)
    assert told["open_ratio"] > 0


def test_a_round_of_switch_from_a_sealed_shoe_takes_less_than_8_kb() -> None:
    """Bytes, not time: six rounds are the same everywhere. They take 6.1."""
    told = dealt("massachusetts-switch", 8, rounds=6)
    assert told["devices"] == "shoe and reader"
    assert float(str(told["kB a round"])) < 8
