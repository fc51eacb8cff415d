"""A whole evening by touches alone: opened, dealt, ruled, filled, changed, corrected, closed, reported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from dealer_console.journal import Journal
from dealer_console.journal.verify import verify
from dealer_console.table import touches as t
from dealer_console.table.shift import report_data
from tests.table.evening.house_bench import MA, HouseBench

ROOT = Path(__file__).parents[3]
QUIET = "Th 9d 6c Tc 8s Td ??"  # one spot: hands a and b, the dealer's up-card, again, the hole card


def a_round(bench: HouseBench) -> None:
    """One spot, everybody stands, the dealer has 17."""
    bench.bet("1 25")
    bench.play("Th 9d 7c Tc 8s ??", "1 keep", "1a stand", "1b stand", "reveal Td")


def test_an_evening(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.create(path, table=MA, signing_key=bytes(32), at_ms=0, log=bytes(16)) as journal:
        bench = HouseBench(tmp_path, MA, journal=journal)
        bench.ready()
        a_round(bench)
        bench.done(t.WagersPaid(who=bench.dealer))
        report = report_data(bench.state.shift)
    assert report["stage"] == "open"
    _verified(path)


def _verified(path: Path) -> None:
    assert verify(path).problem is None
    told = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "verify_journal.py"), str(path)], capture_output=True, text=True
    )
    assert told.returncode == 0, told.stdout + told.stderr
