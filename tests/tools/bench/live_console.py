"""A console with its devices on ports, alive: `make bench BENCH=live`. Times of a processor are read from the kernel.

* a snapshot made for a publish in the middle of a round, against 0.3 ms;
* functions on the way of one card, from the event of the shoe to the value of the screen, against 250;
* the bytes of a card on the line until its pixels are painted, against 25 ms (p50) and 50 ms (p99); and from the card
  itself, which waits up to 20 ms for the poll;
* a console with devices on ports that has been idle for a minute, against 1 % of a core, and what the same polls cost
  without a protocol; the demonstration with its own devices, against 5 %.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

import dealer_console
import drivers
from dealer_console.app.console import OpenConsole, open_console, show_window, start_program
from dealer_console.app.window_options import WindowOptions
from dealer_console.demo.autoplay import AutoPlayer
from dealer_console.demo.demo_table import DemoTable, Pace
from dealer_console.demo.opening import kinds_for, write_table
from dealer_console.demo.operator import DemoOperator, OperatorTasks, tasks_of
from dealer_console.demo.people import open_book
from dealer_console.demo.virtual_console import VirtualConsole, put_sample_wagers, staged_open
from dealer_console.rulebook import load_rules
from dealer_console.table.people import load_permissions
from dealer_console.table.snapshot import snapshot_of
from dealer_console.touch.app.program import Program
from drivers.tablelink.constants import Times
from tests.tools.bench.bare_exchange import bare_exchange
from tests.tools.bench.device_process import DeviceProcess

MA = "massachusetts-switch"
LIMIT = 60.0
OURS = tuple(str(Path(package.__file__ or "").parent) for package in (dealer_console, drivers))
PUBLISH_MS, CALLS, P50_MS, P99_MS, PORTS_PERCENT, DEMO_PERCENT = 0.3, 250, 25.0, 50.0, 1.0, 5.0


def bench(cards: int = 300, seconds: float = 30.0) -> dict[str, Any]:
    program = start_program(WindowOptions(platform="offscreen"))
    return {**publish(), **functions_for_a_card(), **byte_to_pixels(program, cards), **idle(seconds)}


# --- a snapshot ------------------------------------------------------------------------------------------------------


def publish(times: int = 500) -> dict[str, Any]:
    """Five spots of Switch in play. The time is the processor's: others on it do not count."""
    console = staged_open(MA, seed=7)
    put_sample_wagers(console, MA)
    session = console.table.session
    taken = []
    for _ in range(times):
        start = time.thread_time()
        snapshot_of(session.state, session.setup)
        taken.append(time.thread_time() - start)
    ms = sorted(taken)[times // 2] * 1000
    return {"publish ms": ms, f"publish against {PUBLISH_MS} ms (<= 1)": ms / PUBLISH_MS}


def functions_for_a_card(cards: int = 8) -> dict[str, Any]:
    """How many functions of ours somebody meets who follows a card of the first deal: each counts once.

    From the event that the driver hands out, over judgement, journal, order to the shoe and fold, to the screen value.
    """
    console = staged_open(MA, seed=7)
    console.operator_works = False
    put_sample_wagers(console, MA)
    met = max((_functions_met(console) for _ in range(cards)), key=len)
    return {"functions for a card": len(met), f"functions against {CALLS} (<= 1)": len(met) / CALLS}


def _functions_met(console: VirtualConsole) -> set[CodeType]:
    table, session = console.table, console.table.session
    before, met = len(session.state.standing), set[CodeType]()
    step = session.step

    def profiled_step() -> None:
        if any(device._events for device in table.devices.values()):  # else nothing happens: it is not on the way
            _profiled(step, met)
        else:
            step()

    table.operate("shoe", "draw 1")
    with patch.object(session, "step", profiled_step):
        table.run(5.0, lambda: len(session.state.standing) > before)
    _profiled(lambda: console.console.show(session.snapshot), met)
    _profiled(lambda: console.console.screen, met)
    return met


def _profiled(work: Callable[[], object], met: set[CodeType]) -> None:
    def profile(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and not code.co_name.startswith("<") and code.co_filename.startswith(OURS):
            met.add(code)

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)


# --- a byte on the pty -----------------------------------------------------------------------------------------------


class LiveTable:
    """A table whose cards are drawn here, one at a time, so that each can be followed to its pixels."""

    def __init__(self, program: Program, folder: Path, leave: ExitStack) -> None:
        with patch("dealer_console.demo.demo_table.DeviceHall", DeviceProcess):
            self.demo = DemoTable(folder, MA, seed=5, pace=Pace.of(0.01), post=program.offer)
        leave.callback(self.demo.close)
        options = WindowOptions()
        self.opened: OpenConsole = leave.enter_context(
            open_console(program, self.demo.running, self.demo.console_config, options)
        )
        self.demo.start(opened=True)
        show_window(self.opened, options)
        self.demo.operator.stop()
        self.drawn = self.arrived = 0.0
        shoe = self.demo.running.lines.devices["shoe"]
        self._woken, shoe.on_event = shoe.on_event, self._shoe_has_news
        self._dice = Random(5)
        self.operator = DemoOperator(self._operate, self.demo.hall.kinds, seed=5)
        self.operator.forget_the_past(self.tasks)
        self.player = AutoPlayer(lambda: self.opened.console.snapshot.round)
        self._beat = QTimer()  # so that waiting for an event always ends
        self._beat.start(200)

    def _operate(self, kind: str, text: str) -> str:
        if text == "draw 1":
            self.drawn = time.perf_counter()
        return self.demo.hall.operate(kind, text)

    def _shoe_has_news(self) -> None:
        """On the thread of the line, which has just read the bytes."""
        if self.arrived < self.drawn:
            self.arrived = time.perf_counter()
        self._woken()

    @property
    def tasks(self) -> OperatorTasks:
        return tasks_of(self.demo.running.session.state)

    def until(self, holds: Callable[[], bool]) -> None:
        """As the running program waits: the other threads have the processor meanwhile."""
        end = time.perf_counter() + LIMIT
        while not holds():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if time.perf_counter() > end:
                raise TimeoutError(f"{self.opened.console.screen.prompt} {self.tasks}")

    def _wait(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        QTimer.singleShot(round(seconds * 1000), lambda: None)
        self.until(lambda: time.perf_counter() >= end)

    def card(self) -> tuple[float, float] | None:
        """Seconds to the pixels, from the bytes on the line and from the card itself; None when no card was drawn."""
        burns = self.demo.running.session.state.burn_due  # a burn card is counted, and never seen
        if self.tasks.card and not burns and self.operator.can_draw(self.tasks):
            self._wait(
                self._dice.uniform(0.03, 0.07)
            )  # a card leaves the shoe when it likes, not when the line is polled
            shown = self.opened.console.screen.felt
            self.operator.step(self.tasks)
            self.until(lambda: self.opened.console.screen.felt != shown)
            QApplication.processEvents()  # and painted
            painted = time.perf_counter()
            return painted - self.arrived, painted - self.drawn
        if self.operator.step(self.tasks) is None:
            touched = self.player.next_touch(self.opened.console.screen)
            if touched is not None and not self.opened.console.waits:
                self.opened.console.press(touched)
        QApplication.processEvents()
        return None


def byte_to_pixels(program: Program, cards: int) -> dict[str, Any]:
    with ExitStack() as leave:
        folder = Path(leave.enter_context(tempfile.TemporaryDirectory()))
        live = LiveTable(program, folder, leave)
        taken: list[tuple[float, float]] = []
        end = time.perf_counter() + LIMIT * 5
        while len(taken) < cards and time.perf_counter() < end:
            seconds = live.card()
            if seconds is not None:
                taken.append(seconds)
    p50, p99 = _quantiles([byte for byte, _card in taken])
    card_p50, card_p99 = _quantiles([card for _byte, card in taken])
    return {
        "cards": len(taken),
        "byte to pixels p50 ms": p50,
        "byte to pixels p99 ms": p99,
        "card out of the shoe to pixels p50 ms": card_p50,
        "card out of the shoe to pixels p99 ms": card_p99,
        f"p50 against {P50_MS:g} ms (<= 1)": p50 / P50_MS,
        f"p99 against {P99_MS:g} ms (<= 1)": p99 / P99_MS,
    }


def _quantiles(seconds: list[float]) -> tuple[float, float]:
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2] * 1000, ordered[int(len(ordered) * 0.99)] * 1000


# --- nobody does anything --------------------------------------------------------------------------------------------


def idle(seconds: float) -> dict[str, Any]:
    ports, bare, demo = idle_at_ports(seconds), bare_exchange(seconds), idle_demo(seconds)
    return {
        "idle with devices on ports, % of a core": ports,
        "the same polls without a protocol, % of a core": bare,
        f"idle against {PORTS_PERCENT:g} % (<= 1)": ports / PORTS_PERCENT,
        "idle demonstration, % of a core": demo,
        f"idle demonstration against {DEMO_PERCENT:g} % (<= 1)": demo / DEMO_PERCENT,
    }


def idle_at_ports(seconds: float) -> float:
    with tempfile.TemporaryDirectory() as name, DeviceProcess(kinds_for(load_rules(MA)), Path(name)) as devices:
        folder = Path(name)
        table = write_table(folder, MA, devices.port, devices.serial)
        open_book(folder, load_permissions(), lambda: 0).close()
        files = {"table": f"{table.name}.toml", "people": "people.db", "pepper": "people.pepper", "data": "data"}
        words = [word for option, file in files.items() for word in (f"--{option}", str(folder / file))]
        return _share(["run", *words, "--simulators"], folder, seconds)


def idle_demo(seconds: float) -> float:
    with tempfile.TemporaryDirectory() as name:
        return _share(["demo", "--folder", str(Path(name) / "demo")], Path(name), seconds)


def _share(words: list[str], folder: Path, seconds: float) -> float:
    """Percent of a core that the command uses when it has come to rest."""
    there = folder / "touchables.json"
    command = [sys.executable, "-m", "dealer_console.cli", *words, "--platform", "offscreen"]
    process = subprocess.Popen([*command, "--touchables", str(there)])
    try:
        while not there.exists() and process.poll() is None:
            time.sleep(0.1)
        _at_rest(process.pid)
        time.sleep(Times().quiet_after)  # its devices are polled less often then
        before, start = _processor_seconds(process.pid), time.monotonic()
        time.sleep(seconds)
        return 100 * (_processor_seconds(process.pid) - before) / (time.monotonic() - start)
    finally:
        process.terminate()
        process.wait(LIMIT)


def _at_rest(pid: int) -> None:
    """Until a second costs little more than the one before it."""
    shares = [9.0, 8.0]
    for _ in range(30):
        before = _processor_seconds(pid)
        time.sleep(2.0)
        shares.append(_processor_seconds(pid) - before)
        if shares[-1] < 0.3 and shares[-1] > 0.8 * shares[-2]:
            return


def _processor_seconds(pid: int) -> float:
    """Of all threads, as the scheduler counts them."""
    return sum(int((task / "schedstat").read_text().split()[0]) for task in Path(f"/proc/{pid}/task").iterdir()) / 1e9


if __name__ == "__main__":
    for name, value in bench().items():
        sys.stdout.write(f"{name:<46} {value:,.4g}\n")
