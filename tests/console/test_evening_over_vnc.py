"""One whole evening, driven from outside through a real display server by real pointer events, read from its pixels.

What the display shows is compared with what the same moments look like when they are painted here, without any display.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from dealer_console.demo import evening
from dealer_console.demo.finger import VirtualFinger
from dealer_console.demo.screenshots import StillFlow
from dealer_console.demo.virtual_console import staged
from dealer_console.journal.verification.verify import verify
from dealer_console.screens.values import Screen
from dealer_console.touch.app.libraries import missing
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.console.rfb import Pixels
from tests.console.robot import LIMIT, Robot, Served
from tests.console.virtual import picture

SIZE = (800, 1280, 3)
TOP_LINE = 64  # title and clock are those of the day
BANNERS = 3  # simulated, training, the PINs
COMPARED = ("insurance", "switch", "split", "surrendered", "show", "settlement")


def painted_here() -> dict[str, Pixels]:
    """The first round of the same evening in virtual time, painted without a display."""
    screens: dict[str, Screen] = {}
    console = staged(evening.RULES, seed=1)
    console.operator.load_next(evening.CARDS)
    finger = VirtualFinger(console, screens.__setitem__)
    evening.open_the_table(finger)
    evening.bring_the_cards(finger)
    evening.put_the_bets_down(finger)
    evening.deal_the_first_round(finger)
    evening.settle_and_go_on(finger)
    return {name: _pixels(screens[name]) for name in COMPARED}


def _pixels(screen: Screen) -> Pixels:
    window = ConsoleWindow(StillFlow(screen), Look())
    window.show()
    image = picture(window)
    found = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.width(), 4)[:, :, 2::-1]
    window.close()
    return found.copy()


class Comparing(Robot):
    """Waits until the display shows what it should, pixel by pixel below the top line."""

    expected: dict[str, Pixels]
    seen: dict[str, Pixels]

    def picture(self, name: str) -> None:
        end = time.monotonic() + LIMIT
        self.screen.pointer(2, 2, pressed=False)  # the pointer lies in its own pixels, and those are not compared
        shown = self.screen.picture()
        while problem := self._problem(name, shown):
            if name in self.expected and len(self.state()["banners"]) != BANNERS:
                break  # a device that was slow for a moment has a banner of its own, and everything lies elsewhere
            assert time.monotonic() < end, f"{name}: {problem} {self.state()}"
            shown = self.screen.picture()
        self.seen[name] = shown

    def _problem(self, name: str, shown: Pixels) -> str | None:
        """Why this is not yet the picture: the state is known a moment before the display has painted it."""
        if name in self.expected and not np.array_equal(shown[TOP_LINE:], self.expected[name][TOP_LINE:]):
            return _difference(shown, self.expected[name])
        return next((f"looks like {other}" for other in self.seen if np.array_equal(shown, self.seen[other])), None)


def _difference(shown: Pixels, wanted: Pixels) -> str:
    places = np.argwhere((shown[TOP_LINE:] != wanted[TOP_LINE:]).any(axis=2))
    return f"{len(places)} pixels differ, from {places.min(axis=0)} to {places.max(axis=0)}"


def test_an_evening_through_the_display_server(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    words = ("--closed", "--pace", "0.01", "--seed", "1", "--cards", evening.CARDS)
    served = Served(tmp_path, "demo", "--folder", str(folder), *words, "--control", "tcp://127.0.0.1:0")
    robot = Comparing(served, served.read("tcp://"))
    robot.expected, robot.seen = painted_here(), {}
    try:
        evening.evening(robot)
    finally:
        robot.close()
        status = served.end()
    assert status == 0
    assert set(robot.seen) >= {*COMPARED, "closed", "tray", "shuffle", "bets", "ruling", "report"}
    assert all(shown.shape == SIZE for shown in robot.seen.values())
    _every_moment_looks_different(robot.seen)
    assert verify(folder / f"demo-{evening.RULES}.journal").problem is None


def _every_moment_looks_different(seen: dict[str, Pixels]) -> None:
    names = list(seen)
    for at, name in enumerate(names):
        for other in names[at + 1 :]:
            assert not np.array_equal(seen[name], seen[other]), f"{name} looks like {other}"


# --- an X server, where there is one ----------------------------------------------------------------------------------


@contextmanager
def x_display() -> Iterator[str | None]:
    """The name of a fresh X display, or None where Xvfb or the libraries of Qt for X are missing."""
    command = shutil.which("Xvfb")
    if command is None or missing("xcb"):
        yield None
        return
    hears, tells = os.pipe()
    server = subprocess.Popen(
        [command, "-displayfd", str(tells), "-screen", "0", "1280x800x24", "-nolisten", "tcp"], pass_fds=(tells,)
    )
    os.close(tells)
    try:
        with os.fdopen(hears) as line:
            yield f":{line.readline().strip()}"
    finally:
        server.terminate()
        server.wait(LIMIT)


def test_the_window_opens_on_an_x_display_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with x_display() as display:
        if display is not None:
            monkeypatch.setenv("DISPLAY", display)
        platform = "xcb" if display is not None else "offscreen"
        served = Served(tmp_path, "demo", "--closed", "--folder", str(tmp_path / "demo"), platform=platform)
        try:
            served.until_shown("act:open")
        finally:
            status = served.end()
        assert status == 0
