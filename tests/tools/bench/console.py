"""Speeds of the dealer's console, each against a peer of the same run: `make bench BENCH=console`.

* painting one card against painting everything again;
* how long the window's thread was ever busy in an hour of play;
* from the command to the first screen that can be touched, against a bare Python with Qt;
* memory and objects over 30,000 updates.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from dealer_console.app.console import start_program
from dealer_console.app.window_options import WindowOptions
from dealer_console.demo.autoplay import AutoPlayer
from dealer_console.demo.screenshots import StillFlow
from dealer_console.demo.virtual_console import put_sample_wagers, staged_open
from dealer_console.screens.values import Screen
from dealer_console.table import commands as c
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.console.virtual import console_at, shuffle_again

MA = "massachusetts-switch"
ROUNDS_PER_HOUR = 60
LIMIT = 60.0


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def bench(updates: int = 30_000, rounds: int = ROUNDS_PER_HOUR) -> dict[str, Any]:
    start_program(WindowOptions(platform="offscreen"))
    return {
        **one_card_against_all(),
        **an_hour(rounds),
        **start_up(),
        **growth(updates),
    }


# --- painting --------------------------------------------------------------------------------------------------------


def screens_of_a_deal() -> list[Screen]:
    """One screen per card, as the deal goes round."""
    console = staged_open(MA, seed=7)
    seen: list[Screen] = []
    console.console.changed = lambda: seen.append(console.console.screen)
    put_sample_wagers(console, MA)
    return [screen for screen, before in zip(seen[1:], seen, strict=False) if screen.felt != before.felt]


def painted(action: Callable[[], None]) -> float:
    start = time.perf_counter()
    action()
    QApplication.processEvents()
    return time.perf_counter() - start


def one_card_against_all() -> dict[str, Any]:
    screens = screens_of_a_deal()
    flow = StillFlow(screens[0])
    window = ConsoleWindow(flow, Look())
    window.show()
    QApplication.processEvents()
    one, whole = [], []
    for _ in range(10):  # in turns, so that a busy machine is as unkind to the one as to the other
        for screen in screens:
            flow.screen = screen
            one.append(painted(window.refresh))
        whole += [painted(lambda: _all(window)) for _ in screens]
    window.close()
    return {
        "one card painted ms": median(one) * 1000,
        "everything painted ms": median(whole) * 1000,
        "one card against everything (<= 0.3)": median(one) / median(whole),
    }


def _all(window: ConsoleWindow) -> None:
    """Every widget paints itself again, as after another window lay over it."""
    window.grab()


# --- an hour ---------------------------------------------------------------------------------------------------------


def an_hour(rounds: int) -> dict[str, Any]:
    """The longest time that one touch or one view kept the window's thread busy, painting included.

    By the clock of the thread: what other programs take meanwhile is not ours. The clock on the wall is told, too.
    """
    console = console_at(bets=tuple(f"{spot} 25" for spot in range(1, 6)), seed=9)
    window = ConsoleWindow(console.console, Look())
    window.show()
    QApplication.processEvents()
    gc.freeze()  # as the program does before its loop runs
    busy: list[float] = []
    waited: list[float] = []

    def changed() -> None:
        start = time.thread_time()
        waited.append(painted(window.refresh))
        busy.append(time.thread_time() - start)

    console.console.changed = changed
    player = AutoPlayer(console.round_shown)
    done = 0
    while done < rounds:
        if console.table.session.state.shoe_over:
            shuffle_again(console)
            console.must(c.SameWagers(who="Dee"))
        touched = player.next_touch(console.screen)
        if touched is None:
            raise RuntimeError(f"nothing to touch: {console.screen.prompt}")
        start = time.thread_time()
        console.console.press(touched)
        busy.append(time.thread_time() - start)
        console.settle(ready=lambda screen: player.next_touch(screen) is not None)
        done += touched.startswith(("act:paid", "act:next"))
    window.close()
    gc.unfreeze()
    return {
        "longest busy ms (<= 50)": max(busy) * 1000,
        "longest by the wall ms": max(waited) * 1000,
        "rounds of the hour": done,
    }


# --- starting --------------------------------------------------------------------------------------------------------


def start_up() -> dict[str, Any]:
    bare = min(_seconds([sys.executable, "-c", "import PySide6.QtWidgets"]) for _ in range(3))
    with tempfile.TemporaryDirectory() as folder:
        taken = min(_to_first_screen(Path(folder) / str(number)) for number in range(3))
    return {"start to first screen s": taken, "against bare Qt": taken / bare}


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - start


def _to_first_screen(folder: Path) -> float:
    there = folder.with_suffix(".json")
    command = [sys.executable, "-m", "dealer_console.cli", "demo", "--closed", "--platform", "offscreen"]
    start = time.perf_counter()
    process = subprocess.Popen([*command, "--folder", str(folder), "--touchables", str(there)])
    while not there.exists() and process.poll() is None:
        time.sleep(0.002)
    taken = time.perf_counter() - start
    process.terminate()
    process.wait(LIMIT)
    return taken


# --- growth ----------------------------------------------------------------------------------------------------------


def growth(updates: int) -> dict[str, Any]:
    """Memory and objects after a warm-up and after so many updates more."""
    screens = screens_of_a_deal()
    flow = StillFlow(screens[0])
    window = ConsoleWindow(flow, Look())
    window.show()

    def run(count: int) -> tuple[int, int]:
        for number in range(count):
            flow.screen = screens[number % len(screens)]
            window.refresh()
            if number % 10 == 0:
                QApplication.processEvents()
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, len(gc.get_objects())

    memory, objects = run(1000)
    start = time.perf_counter()
    later_memory, later_objects = run(updates)
    taken = time.perf_counter() - start
    window.close()
    return {
        "updates": updates,
        "updates per second": updates / taken,
        "memory grown kB": later_memory - memory,
        "objects grown": later_objects - objects,
    }


if __name__ == "__main__":
    for name, value in bench().items():
        sys.stdout.write(f"{name:<42} {value:,.4g}\n")
