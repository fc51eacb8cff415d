"""One whole evening, driven from outside through a real display server by real pointer events, read from its pixels."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from dealer_console.demo import evening
from dealer_console.journal.verify import verify
from tests.console.rfb import Pixels
from tests.console.robot import Robot, Served

SIZE = (800, 1280, 3)


def test_an_evening_through_the_display_server(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    words = ("--closed", "--pace", "0.01", "--seed", "1", "--cards", evening.CARDS)
    served = Served(tmp_path, "demo", "--folder", str(folder), *words, "--control", "tcp://127.0.0.1:0")
    seen: dict[str, Pixels] = {}
    robot = Robot(served, served.read("tcp://"), seen.__setitem__)
    try:
        evening.evening(robot)
    finally:
        robot.close()
        status = served.end()
    assert status == 0
    assert set(seen) >= {"closed", "tray", "shuffle", "bets", "insurance", "switch", "settlement", "ruling", "report"}
    assert all(picture.shape == SIZE for picture in seen.values())
    _every_moment_looks_different(seen)
    journal = folder / f"demo-{evening.RULES}.journal"
    assert verify(journal).problem is None


def _every_moment_looks_different(seen: dict[str, Pixels]) -> None:
    names = list(seen)
    for at, name in enumerate(names):
        for other in names[at + 1 :]:
            assert not np.array_equal(seen[name], seen[other]), f"{name} looks like {other}"
