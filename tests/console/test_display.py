"""Which display is taken, and that a screen served by VNC is never open to the network."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_console.game.message import Message
from dealer_console.touch.app.display import Display, choose
from tests.console.rfb import RfbClient

ROOT = Path(__file__).parents[2]
SIZE = (1280, 800)

# A button over the whole screen that turns from red to green when it is clicked.
PROGRAM = """
import sys
from PySide6.QtWidgets import QApplication, QPushButton
from dealer_console.touch.app.display import choose, keep_to_loopback, listening

before = listening()
display = choose("vnc:port=0", {}, (640, 480))
application = QApplication(["window", "-platform", display.platform])
address = keep_to_loopback(application, display, before)
button = QPushButton("")
button.setStyleSheet("background: #ff0000; border: none")
button.clicked.connect(lambda: button.setStyleSheet("background: #00ff00; border: none"))
button.showFullScreen()
print(address, flush=True)
sys.stdin.close()
application.exec()
"""


@pytest.fixture
def served() -> Iterator[tuple[str, int]]:
    """A program on VNC: its address and its process."""
    program = subprocess.Popen([sys.executable, "-c", PROGRAM], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    yield program.stdout.readline().strip(), program.pid
    program.terminate()
    program.wait(120)
    program.stdout.close()


def test_the_display_of_the_session_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealer_console.touch.app.display.answers", lambda name: name == ":0")
    assert choose(None, {"DISPLAY": ":0"}, SIZE).likely == "xcb"
    assert choose(None, {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, SIZE).likely == "wayland"
    assert not choose(None, {"DISPLAY": ":0"}, SIZE).served


def test_what_a_person_asks_for_comes_first() -> None:
    assert choose("eglfs", {"DISPLAY": ":0"}, SIZE) == Display(platform="eglfs", likely="eglfs")
    assert choose(None, {"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, SIZE).platform == "offscreen"


def test_without_a_display_the_screen_is_served_and_says_so() -> None:
    display = choose(None, {}, SIZE)
    assert display.served
    assert display.port == 5900
    assert display.why_served == Message("start-no-display")
    assert display.platform.startswith("vnc:size=1280x800")


def test_a_port_can_be_chosen() -> None:
    assert choose("vnc:port=5977", {}, SIZE).port == 5977
    assert choose("vnc", {}, SIZE).port == 5900


def test_the_screen_is_on_loopback_and_nowhere_else(served: tuple[str, int]) -> None:
    address, process = served
    assert address.startswith("127.0.0.1:")
    assert _listening_addresses(process) == {("127.0.0.1", int(address.partition(":")[2]))}


def test_pictures_come_and_clicks_go(served: tuple[str, int]) -> None:
    client = RfbClient(served[0])
    assert (client.width, client.height) == (640, 480)
    while tuple(client.picture()[240, 320]) != (255, 0, 0):
        pass
    client.click(320, 240)
    while tuple(client.changed()[240, 320]) != (0, 255, 0):
        pass
    client.close()


def _listening_addresses(process: int) -> set[tuple[str, int]]:
    """What this process listens on, as the kernel tells it."""
    own = {link for file in Path(f"/proc/{process}/fd").iterdir() if (link := str(file.readlink()))}
    found = set()
    for table, length in (("tcp", 8), ("tcp6", 32)):
        for line in Path(f"/proc/{process}/net/{table}").read_text().splitlines()[1:]:
            cells = line.split()
            if cells[3] == "0A" and f"socket:[{cells[9]}]" in own:
                host, _, port = cells[1].partition(":")
                raw = bytes.fromhex(host)
                words = b"".join(raw[at : at + 4][::-1] for at in range(0, len(raw), 4))
                family = socket.AF_INET if length == 8 else socket.AF_INET6
                found.add((socket.inet_ntop(family, words), int(port, 16)))
    return found
