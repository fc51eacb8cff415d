"""A robot before a real display: it sees pixels, finds things by the map that the window writes, moves a pointer."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from dealer_console.demo.finger import shoe_in
from tests.console.rfb import Pixels, RfbClient
from tests.rigs.signals import handles

ROOT = Path(__file__).parents[2]
LIMIT = 180.0  # seconds: far more than anything takes, so that a loaded machine changes nothing
AGAIN = 10.0  # a touch on something that has just changed has no effect and is repeated, as a person would


class Served:
    """`dealer-console …` as a process of its own, its screen on VNC unless another platform is named.

    `platform` is empty where the console has to find a display by itself.
    """

    def __init__(self, folder: Path, *words: str, platform: str = "vnc:port=0", errors: Path | None = None) -> None:
        self.map = folder / "touchables.json"
        command = [sys.executable, "-m", "dealer_console.cli", *words]
        command += ["--platform", platform] if platform else []
        with ExitStack() as leave:
            stderr = subprocess.PIPE if errors is None else leave.enter_context(errors.open("w"))
            self.process = subprocess.Popen(
                [*command, "--touchables", str(self.map)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )
        self.said: list[str] = []
        self.address = self.read("127.0.0.1:") if platform.startswith("vnc") or not platform else ""

    def read(self, start: str) -> str:
        """The word that begins so, from the next line that has one."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            found = next((word for word in line.split() if word.startswith(start)), None)
            if found is not None:
                return found
        assert self.process.stderr is not None
        raise AssertionError(f"the console did not start: {self.said} {self.process.stderr.read()}")

    def until_shown(self, touched: str) -> None:
        end = time.monotonic() + LIMIT
        while not (self.map.exists() and touched in json.loads(self.map.read_text("utf-8"))["boxes"]):
            assert time.monotonic() < end, f"{touched} does not come"
            assert self.process.poll() is None, f"the console has ended: {self._last_words()}"
            time.sleep(0.01)

    def _last_words(self) -> str:
        return "".join(stream.read() for stream in (self.process.stdout, self.process.stderr) if stream is not None)

    def end(self, by: signal.Signals = signal.SIGTERM) -> int:
        """The window is there a moment before the program hears signals; the kernel knows from when on it does."""
        end = time.monotonic() + LIMIT
        while self.process.poll() is None and not handles(self.process.pid, by):
            assert time.monotonic() < end, "the console never listens to signals"
            time.sleep(0.01)
        self.process.send_signal(by)
        status = self.process.wait(LIMIT)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return status


RESTS = 1.0  # on what has to be held


class Robot:
    """Implements `evening.Finger` at a display server."""

    def __init__(
        self, served: Served, control: str = "", seen: Callable[[str, Pixels], None] = lambda *_: None
    ) -> None:
        self._served = served
        self.screen = RfbClient(served.address)
        self._seen = seen
        self.touches = 0
        host, _, port = control.removeprefix("tcp://").partition(":")
        self._hands = socket.create_connection((host, int(port)), timeout=LIMIT) if control else None

    def close(self) -> None:
        self.screen.close()
        if self._hands is not None:
            self._hands.close()

    # --- looking ---------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._served.map.read_text("utf-8"))
        return found

    def wait(self, holds: Callable[[dict[str, Any]], bool], what: str, limit: float = LIMIT) -> dict[str, Any]:
        end = time.monotonic() + limit
        while True:
            if self._served.map.exists() and holds(state := self.state()):
                return state
            assert time.monotonic() < end, f"{what} does not come: {self.state()}"
            assert self._served.process.poll() is None, "the console has ended"
            time.sleep(0.01)

    def has(self, touched: str) -> bool:
        return _is_there(self.state(), touched)

    def until(self, *touched: str) -> str:
        state = self.wait(lambda now: any(_is_there(now, touchable) for touchable in touched), " or ".join(touched))
        return next(touchable for touchable in touched if _is_there(state, touchable))

    def lamp(self, kind: str, words: str) -> None:
        said = {"away": "disconnected", "ready": "ready"}[words]
        self.wait(
            lambda now: any(kind in name and said in word for name, word in now["lights"].items()), f"{kind} {said}"
        )

    def shoe(self) -> tuple[int, int]:
        return shoe_in(self.state()["shoe"])

    def picture(self, name: str) -> None:
        self._seen(name, self.screen.picture())

    # --- touching --------------------------------------------------------------------------------------------------

    def press(self, *touched: str) -> None:
        for touchable in touched:
            self._press(touchable)

    def _press(self, touched: str) -> None:
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            before = self.wait(lambda now: _is_there(now, touched) and not now["waits"], touched)
            x, y, width, height = before["boxes"][touched]
            rests = RESTS if touched in before["hold"] else 0.0
            self.screen.click(x + width // 2, y + height // 2, rests)
            if self._felt(before["touches"]):
                self.touches += 1
                return
        raise AssertionError(f"{touched} has no effect: {self.state()}")

    def _felt(self, before: int) -> bool:
        """The flow has had the touch, and the table has answered it."""
        end = time.monotonic() + AGAIN
        while (now := self.state())["touches"] == before:
            if time.monotonic() > end:
                return False
            time.sleep(0.01)
        if now["waits"]:
            self.wait(lambda later: not later["waits"], "the answer of the table")
        return True

    def operate(self, kind: str, text: str) -> None:
        assert self._hands is not None
        self._hands.sendall(f"{kind} {text}\n".encode())
        answer = self._hands.recv(4096).decode()
        assert answer.startswith("ok"), answer


def _is_there(state: dict[str, Any], touched: str) -> bool:
    return touched in state["boxes"] and touched not in state["dim"]
