"""How a console starts: on a display that answers, as it was seen last, and beside another demonstration."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication

from dealer_console.app.console import OpenConsole, show_window
from dealer_console.app.window_options import KeptLook, WindowOptions
from dealer_console.cli.table.demo import FolderRefused, claimed
from dealer_console.demo import demo_table
from dealer_console.game.message import Message
from dealer_console.screens.values import Look
from dealer_console.touch.app.display import answers, choose
from tests.console.robot import Robot, Served
from tests.console.virtual import console_at, window_on

SIZE = (1280, 800)


def test_a_display_that_does_not_answer_is_no_display() -> None:
    """Qt would abort the whole program."""
    assert not answers(":987")
    assert not answers("nonsense")
    display = choose(None, {"DISPLAY": ":987"}, SIZE)
    assert display.served
    assert display.why_served == Message("start-display-silent", display=":987")


def test_a_display_that_answers_is_taken() -> None:
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind("\0/tmp/.X11-unix/X986")
    server.listen()
    with server:
        assert answers(":986")
        assert answers(":986.0")
        assert choose(None, {"DISPLAY": ":986.0"}, SIZE).likely == "xcb"


def test_look_and_language_are_those_of_the_last_time(tmp_path: Path) -> None:
    file = tmp_path / "table.look.json"
    wanted = Look(theme="light", four_colours=True, large_text=True, language="es")
    kept = KeptLook(file)
    assert kept.look_for(WindowOptions()) == Look()
    kept.keep(wanted)
    assert KeptLook(file).look_for(WindowOptions()) == wanted
    assert KeptLook(file).look_for(WindowOptions(theme="high-contrast")) == Look(theme="high-contrast")
    file.write_text('{"theme": "pink", "four_colours": true, "large_text": true, "language": "es"}', "utf-8")
    assert KeptLook(file).look_for(WindowOptions()) == Look(), "a look that nobody knows is none"


def test_on_a_display_that_is_gone_the_screen_is_served_and_what_is_touched_there_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real pointer events from outside; the next start speaks the language that was chosen in the last one."""
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    words = ("demo", "--closed", "--no-devices", "--folder", str(tmp_path / "demo"))
    served = Served(tmp_path, *words, platform="")
    robot = Robot(served)
    try:
        robot.press("menu", "menu:settings", "language:es", "theme:light")
    finally:
        robot.close()
        assert served.end() == 0
    assert any(":987" in line for line in served.said)
    served.map.unlink()
    again = Served(tmp_path, *words, "--continue", platform="offscreen")
    again.until_shown("act:open")
    assert "cerrada" in json.loads(again.map.read_text("utf-8"))["prompt"]
    assert again.end() == 0


WINDOW_FIRST = """
import os, sys, time
from pathlib import Path
from dealer_console.app.window_options import WindowOptions
from dealer_console.cli.table.demo import DemoOptions, demo
from dealer_console.demo.demo_table import DemoTable

shown, folder = Path(sys.argv[1]), Path(sys.argv[2])

def start(table, *, opened):
    end = time.monotonic() + 60
    while not shown.exists() and time.monotonic() < end:
        time.sleep(0.01)
    os._exit(0 if shown.exists() else 1)

DemoTable.start = start
demo(DemoOptions(folder=folder, devices=False, window=WindowOptions(platform="offscreen", touchables=shown)))
"""


def test_the_window_is_there_before_the_demonstration_opens_its_table(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WINDOW_FIRST, str(tmp_path / "touchables.json"), str(tmp_path / "demo")]
    subprocess.run(command, check=True)


def test_without_devices_the_table_is_opened_without_waiting_for_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sleep(_seconds: float) -> None:
        raise AssertionError("it waits for a device that is not there")

    monkeypatch.setattr(demo_table, "time", SimpleNamespace(monotonic=time.monotonic, sleep=sleep))
    demo = demo_table.DemoTable(tmp_path, "massachusetts-switch", devices=False, post=lambda _snapshot: None)
    try:
        demo.start(opened=True)
        assert demo.running.session.state.is_open
        assert demo.running.session.state.bets
    finally:
        demo.close()


def test_a_second_demonstration_takes_another_folder(tmp_path: Path) -> None:
    with claimed(tmp_path / "demo", other=True) as first, claimed(tmp_path / "demo", other=True) as second:
        assert first == tmp_path / "demo"
        assert second == tmp_path / "demo-2"
        with pytest.raises(FolderRefused), claimed(tmp_path / "demo", other=False):
            pass
    with claimed(tmp_path / "demo", other=False) as again:
        assert again == tmp_path / "demo"


def test_full_screen_is_the_whole_display_without_a_window_manager(qapp: QApplication) -> None:
    table = console_at()
    window = window_on(table.console)

    class Served:
        address = ""

    opened = OpenConsole(program=Served(), window=window, consoles=[table.console])  # type: ignore[arg-type]
    show_window(opened, WindowOptions(full_screen=True))
    assert window.geometry() == window.screen().geometry()
    window.close()


SPLASH = """
import sys
from dealer_console.touch.app.display import Display
from dealer_console.touch.app.splash import NAME, end_splash, show_splash
show_splash(Display(platform="offscreen", likely="offscreen"), (1280, 800))
from PySide6.QtWidgets import QApplication
seen = [w.objectName() for w in QApplication.topLevelWidgets() if w.isVisible()]
assert seen == [NAME], seen
late = ("dealer_console.table", "dealer_console.journal", "pydantic")
heavy = [name for name in sys.modules if name.startswith(late)]
assert not heavy, heavy
end_splash()
QApplication.processEvents()
assert not [w for w in QApplication.topLevelWidgets() if w.isVisible()]
"""


def test_a_splash_is_there_before_the_table_is_loaded_and_gone_after() -> None:
    subprocess.run([sys.executable, "-c", SPLASH], check=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
