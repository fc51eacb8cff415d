"""While somebody aims the camera, the running program looks several times between two seconds; a failure is told."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from dealer_console.touch.app import program as program_module
from dealer_console.touch.app.display import Display
from dealer_console.touch.app.program import LIVE_MS, TICK_MS, Program
from dealer_console.touch.app.renewed_flow import RenewedFlow


class QuietWindow:
    def __init__(self, ended: Callable[[], None]) -> None:
        self._ended = ended
        self.failures: list[str] = []

    def refresh(self) -> None: ...

    def trouble(self, failure: Exception) -> None:
        self.failures.append(str(failure))
        self._ended()


class QuietFlow:
    def tick(self, clock: str) -> None: ...


def test_it_looks_several_times_a_second_only_while_it_is_live(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    class Timer(QTimer):
        def start(self, milliseconds: int) -> None:  # type: ignore[override]
            started.append(milliseconds)
            super().start(milliseconds)

    monkeypatch.setattr(program_module, "QTimer", Timer)
    program = Program(Display(platform="offscreen", likely="offscreen"))
    program._flow, program._window = RenewedFlow(QuietFlow), QuietWindow(program.end)  # type: ignore[arg-type]
    looks: list[int] = []
    program.each_second = lambda: looks.append(1)
    program.is_live = lambda: 1 < len(looks) < 4
    program.after_refresh = lambda: program.end() if len(looks) == 5 else None
    program.run()
    assert started == [TICK_MS, LIVE_MS, TICK_MS]
    assert LIVE_MS * 3 <= TICK_MS


def test_a_failure_while_it_looks_reaches_the_window(qtbot: QtBot) -> None:
    program = Program(Display(platform="offscreen", likely="offscreen"))
    window = QuietWindow(program.end)
    program._flow, program._window = RenewedFlow(QuietFlow), window  # type: ignore[arg-type]

    def look() -> None:
        raise ValueError("no picture")

    program.each_second = look
    program.run()
    assert window.failures == ["no picture"]


class Garbage:
    """Only the collector ends it: it holds itself."""

    def __init__(self, ended_in: list[str]) -> None:
        self._itself, self._ended_in = self, ended_in

    def __del__(self) -> None:
        self._ended_in.append(threading.current_thread().name)


def test_while_the_program_runs_garbage_of_any_thread_ends_in_the_thread_of_the_window(qtbot: QtBot) -> None:
    """A widget that another thread ends takes the whole console with it."""
    program = Program(Display(platform="offscreen", likely="offscreen"))
    ended_in: list[str] = []

    def litter() -> None:
        while not ended_in:
            Garbage(ended_in)
            time.sleep(0)
        program.end()

    gc.enable()  # as outside of the tests
    try:
        thread = threading.Thread(target=litter, name="another thread", daemon=True)
        QTimer.singleShot(0, thread.start)
        program.run()
        thread.join(timeout=120)
        assert gc.isenabled()
        assert set(ended_in) == {threading.current_thread().name}
    finally:
        gc.disable()
