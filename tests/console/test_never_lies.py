"""The screen never lies: after a restart the same pixels, after an exception a safe screen, and the journal intact."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from dealer_console.app.console import OpenConsole, open_console, show_window
from dealer_console.app.window_options import WindowOptions
from dealer_console.demo.demo_table import DemoTable, Pace
from dealer_console.demo.device_hall import LASTING, DeviceHall
from dealer_console.demo.operator import DemoOperator
from dealer_console.demo.people import SUPERVISOR
from dealer_console.journal.verification.verify import verify
from dealer_console.screens.console import Console
from dealer_console.touch.app.display import Display
from dealer_console.touch.app.program import Program
from dealer_console.touch.safe_screen import GO_ON
from tests.console.virtual import console_at, pixels, window_on

LONG = 120_000
MA = "massachusetts-switch"
DECISIONS = {"act:stand", "act:insurance_closed", "act:show"}


def test_the_same_journal_shows_the_same_pixels_after_a_restart(qtbot: QtBot) -> None:
    console = console_at(cards="2c Th 9d 9h 5c 8s 6d 4d 3c Kd 7c", bets=("1 25 match=5",))
    first = window_on(console.console)
    pixels(first)  # the first window of a program fills the caches of the letters
    for touched in ("act:switch", "act:hit", "act:stand", "act:stand", "act:show", "act:paid"):
        console.press(touched)
        before = pixels(first)
        console.table.restart()
        again = Console(console, console.console._config)
        again.show(console.snapshot)
        again.show_status(console.watch.status())
        second = window_on(again)
        assert pixels(second) == before, f"after {touched}"
        second.close()
        console.settle()
    first.close()


class Live:
    """A demonstration on wall time with its window, offscreen."""

    def __init__(self, folder: Path) -> None:
        self.program = Program(Display(platform="offscreen", likely="offscreen"))
        self.demo = DemoTable(folder, MA, seed=3, pace=Pace.of(0.01), post=self.program.offer, may_deal=lambda: True)
        self.file = folder / self.demo.table.journal
        self.opened: OpenConsole | None = None

    def actions(self) -> set[str]:
        assert self.opened is not None
        return {action.id for action in self.opened.console.screen.actions}


@pytest.fixture
def live(qtbot: QtBot, tmp_path: Path) -> Iterator[Live]:
    made = Live(tmp_path)
    with open_console(made.program, made.demo.running, made.demo.console_config, WindowOptions()) as opened:
        made.opened = opened
        made.demo.start(opened=True)
        show_window(opened, WindowOptions())
        yield made
        opened.window.close()
    made.demo.close()
    assert verify(made.file).problem is None


def test_an_exception_in_a_slot_leads_to_the_safe_screen_and_back(
    qtbot: QtBot, live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert live.opened is not None
    window, failing = live.opened.window, live.opened.console
    qtbot.waitUntil(lambda: bool(live.actions() & DECISIONS), timeout=LONG)
    before = failing.screen

    def fails(_touched: str) -> None:
        raise RuntimeError("a slot has failed")

    monkeypatch.setattr(failing, "press", fails)
    window._press("act:stand")
    qtbot.waitUntil(window.safe.isVisible, timeout=LONG)
    assert "a slot has failed" in window.safe.accessibleName()
    window._press(GO_ON)
    qtbot.waitUntil(lambda: not window.safe.isVisible(), timeout=LONG)
    assert live.opened.console is not failing
    qtbot.waitUntil(lambda: live.opened is not None and live.opened.console.screen.seq >= before.seq, timeout=LONG)
    assert live.opened.console.screen.prompt == before.prompt
    assert live.demo.running.session.stopped is None


def test_a_failure_in_another_thread_is_shown_and_the_table_goes_on(qtbot: QtBot, live: Live) -> None:
    assert live.opened is not None
    window = live.opened.window
    live.program.failed("RuntimeError: somewhere else")
    qtbot.waitUntil(window.safe.isVisible, timeout=LONG)
    assert "somewhere else" in window.safe.accessibleName()
    window._press(GO_ON)
    qtbot.waitUntil(lambda: bool(live.actions()), timeout=LONG)


def test_a_pulled_cable_is_shown_and_found_again(qtbot: QtBot, live: Live) -> None:
    assert live.opened is not None
    opened = live.opened

    def light() -> str:
        return next((light.words for light in opened.console.screen.top.lights if "shuffler" in light.id), "")

    qtbot.waitUntil(lambda: light() == "ready", timeout=LONG)
    live.demo.hall.unplug("batch-shuffler")
    qtbot.waitUntil(lambda: light() == "disconnected", timeout=LONG)
    live.demo.hall.plug("batch-shuffler")
    qtbot.waitUntil(lambda: light() == "ready", timeout=LONG)


def test_a_pin_on_the_screen_is_checked_aside_and_a_wrong_one_changes_nothing(qtbot: QtBot, live: Live) -> None:
    assert live.opened is not None
    opened = live.opened
    qtbot.waitUntil(lambda: bool(live.actions() & DECISIONS), timeout=LONG)
    for touched in ("irregularity", "void"):
        _touch(qtbot, opened, touched)
    qtbot.waitUntil(lambda: _overlay(opened) == "request", timeout=LONG)
    _approve(qtbot, opened, "0000")
    assert "wrong" in _note(opened)
    assert _overlay(opened) == "request"
    _approve(qtbot, opened, SUPERVISOR.pin)
    assert _note(opened) == ""
    qtbot.waitUntil(lambda: _overlay(opened) != "request", timeout=LONG)


def _approve(qtbot: QtBot, opened: OpenConsole, pin: str) -> None:
    for touched in (f"person:{SUPERVISOR.name}", *(f"digit:{digit}" for digit in pin), "approve"):
        _touch(qtbot, opened, touched)


def _touch(qtbot: QtBot, opened: OpenConsole, touched: str) -> None:
    """And wait for the table's answer."""
    opened.console.press(touched)
    qtbot.waitUntil(lambda: not opened.console.waits, timeout=LONG)


def _overlay(opened: OpenConsole) -> str | None:
    overlay = opened.console.screen.overlay
    return overlay.id if overlay is not None else None


def _note(opened: OpenConsole) -> str:
    overlay = opened.console.screen.overlay
    return overlay.note if overlay is not None else ""


def test_a_demonstration_that_goes_on_has_the_same_devices_ready_in_the_same_round(
    qtbot: QtBot, tmp_path: Path
) -> None:
    def at_a_decision() -> tuple[object, ...]:
        demo = DemoTable(tmp_path, MA, seed=3, pace=Pace.of(0.01), post=lambda _snapshot: None)
        try:
            demo.start(opened=True)
            session = demo.running.session
            qtbot.waitUntil(lambda: _phase(demo) in ("insurance", "switches", "play", "show"), timeout=LONG)
            links = {str(kind): link for kind, link in session.state.links.items()}
            round_now = session.state.round
            assert round_now is not None
            assert not session.snapshot.alarms
            assert session.snapshot.loose is None
            cards = {name: tuple(map(str, hand.cards)) for name, hand in round_now.hands.items()}
            left = demo.hall.together(lambda: str(demo.hall.simulator("shoe").lasting()["cards"]))
            return links, session.state.round_number, cards, left
        finally:
            demo.close()

    first = at_a_decision()
    assert set(first[0].values()) == {"ready"}  # type: ignore[attr-defined]
    assert at_a_decision() == first


@pytest.mark.parametrize("name", [LASTING, "devices.state"])
def test_a_file_in_the_folder_of_a_demonstration_runs_nothing(tmp_path: Path, name: str) -> None:
    ran = tmp_path / "ran"
    (tmp_path / name).write_bytes(f"cos\nsystem\n(S'touch {ran}'\ntR.".encode())  # a pickle that calls a program
    DeviceHall(["shoe"], tmp_path, seed=1).close()
    assert not ran.exists()


@pytest.mark.parametrize("text", ["[1]", '{"shoe": 5, "operator": 7}', '{"shoe": {}, "operator": {"shoe": 1}}'])
def test_what_no_device_left_in_the_folder_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / LASTING).write_text(text, "utf-8")
    hall = DeviceHall(["shoe"], tmp_path, seed=1)
    DemoOperator(hall.operate, hall.kinds, seed=1).take_over(hall.operator)
    hall.close()


def _phase(demo: DemoTable) -> str:
    now = demo.running.session.state.round
    return now.phase.name if now is not None else ""
