"""While somebody aims the camera, the running program looks several times between two seconds; a failure is told."""

from __future__ import annotations

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
