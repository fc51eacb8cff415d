"""The event feed from the floor's database."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.console import console
from tests.rigs.floor_rig import FloorRig, NotedTable


def test_the_floor_feeds_what_the_table_forwarded_and_resumes(
    floor: FloorRig, table: NotedTable, tmp_path: Path
) -> None:
    table.forward()
    table.deal(40)
    table.must_arrive()
    state = tmp_path / "state"
    words = ("feed", floor.url(), "--topic", "notices", "--state", state)
    first = console(*words)
    assert first.returncode == 0, first.stderr
    from_floor = [json.loads(line)["cursor"] for line in first.stdout.splitlines()]
    from_file = [
        json.loads(line)["cursor"] for line in console("feed", table.path, "--topic", "notices").stdout.splitlines()
    ]
    assert from_floor == from_file
    assert len(from_floor) > 10
    table.deal(10)
    table.must_arrive()
    more = [json.loads(line)["cursor"] for line in console(*words).stdout.splitlines()]
    assert more
    assert not set(more) & set(from_floor)


def test_a_floor_that_is_away_is_told(tmp_path: Path) -> None:
    done = console("feed", "postgresql://127.0.0.1:1/nowhere")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
