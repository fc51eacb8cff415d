"""While somebody aims the camera, the running program looks several times between two seconds; a failure is told."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable

from pytestqt.qtbot import QtBot

from dealer_console.touch.app.display import Display
from dealer_console.touch.app.program import LIVE_MS, TICK_MS, Program


class QuietWindow:
    def __init__(self, ended: Callable[[], None]) -> None:
        self._ended = ended
        self.failures: list[str] = []

    def refresh(self) -> None: ...

    def trouble(self, failure: Exception) -> None:
        self.failures.append(str(failure))
        self._ended()


def test_it_looks_several_times_a_second_and_a_failure_reaches_the_window(qtbot: QtBot) -> None:
    program = Program(Display(platform="offscreen", likely="offscreen"))
    window = QuietWindow(program.end)
    program._window = window
    looks: list[int] = []

    def look() -> None:
        looks.append(1)
        if len(looks) == 3:
            raise ValueError("no picture")

    program.live = look
    program.run()
    assert len(looks) >= 3
    assert window.failures == ["no picture"]
    assert LIVE_MS * 3 <= TICK_MS


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
        program.live = lambda: thread.start() if thread.ident is None else None
        program.run()
        thread.join(timeout=120)
        assert gc.isenabled()
        assert set(ended_in) == {threading.current_thread().name}
    finally:
        gc.disable()
