"""The keeper's loop (B4): one shoe line, one host at a UNIX socket, one control connection, around `KeeperCore`.

The host's socket speaks tablelink as a sealed shoe. The control socket carries one JSON object per line: notices and
questions out, answers and the dealer's word about the shoe in. Neither carries a value before its REVEAL. Which port
the shoe is at is decided by `drivers.keeper`, the program around this.
"""

from __future__ import annotations

import json
import os
import select
import selectors
import socket
import stat
import sys
import threading
import time
from pathlib import Path
from typing import Any, Protocol

from drivers.angel_eye.core import KeeperCore
from drivers.errors import PortError

_LONGEST_WAIT = 0.5
_LONGEST_LINE = 4096


class ShoePort(Protocol):
    """What the loop needs of a transport."""

    def open(self) -> None: ...

    def read(self, timeout: float) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def wake(self) -> None: ...

    def close(self) -> None: ...


class ShoeLine(threading.Thread):
    """Reads the shoe's port and hands the bytes over inside the process; opens the port again when it was lost.

    In `incoming`, None stands for a port that was lost and empty bytes for one that was opened.
    """

    def __init__(self, transport: ShoePort) -> None:
        super().__init__(name="shoe line", daemon=True)
        self.transport = transport
        self.incoming: list[bytes | None] = []
        self.ears, self._mouth = socket.socketpair()
        self.lock = threading.Lock()
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                self.transport.open()
                self._pass_on(b"")
                while not self.stopping.is_set():
                    data = self.transport.read(_LONGEST_WAIT)
                    if data:
                        self._pass_on(data)
                self.transport.close()
            except PortError as problem:
                self.transport.close()
                sys.stderr.write(f"{problem}\n")
                self._pass_on(None)
                self.stopping.wait(1.0)

    def _pass_on(self, data: bytes | None) -> None:
        with self.lock:
            self.incoming.append(data)
        self._mouth.send(b"\0")

    def heard(self) -> list[bytes | None]:
        self.ears.recv(4096)
        with self.lock:
            heard, self.incoming = self.incoming, []
        return heard

    def say(self, data: bytes) -> None:
        try:
            self.transport.write(data)
        except PortError as problem:
            sys.stderr.write(f"{problem}\n")


class KeeperServer:
    """The loop around `KeeperCore`: one shoe line, one host, one control connection."""

    def __init__(self, *, core: KeeperCore, line: ShoeLine, listen: Path, control: Path) -> None:
        self._core = core
        self._line = line
        self._selector = selectors.DefaultSelector()
        self._host: socket.socket | None = None
        self._control: socket.socket | None = None
        self._control_rest = b""
        self._untold: list[dict[str, Any]] = []
        self.stopping = False
        self._listeners = {"host": _listen(listen), "control": _listen(control)}
        for name, listener in self._listeners.items():
            self._selector.register(listener, selectors.EVENT_READ, name)
        self._selector.register(line.ears, selectors.EVENT_READ, "shoe")

    def run(self) -> None:
        while not self.stopping:
            now = time.monotonic()
            due = self._core.due()
            wait = _LONGEST_WAIT if due is None else min(max(due - now, 0.0), _LONGEST_WAIT)
            # Whoever has hung up is noticed before the next caller: a console that was started again is not sent away.
            for name in sorted(
                (str(key.data) for key, _ in self._selector.select(wait)), key=self._listeners.__contains__
            ):
                self._ready(name)
            self._core.step(time.monotonic())
            self._hand_out()

    def _ready(self, what: str) -> None:
        now = time.monotonic()
        if what in self._listeners:
            self._connected(what)
        elif what == "shoe":
            for data in self._line.heard():
                self._from_shoe(data, now)
        elif what == "host-bytes":
            self._from_host(now)
        elif what == "control-bytes":
            self._from_control(now)

    def _from_shoe(self, data: bytes | None, now: float) -> None:
        if data is None:
            self._core.shoe_lost()
        elif data:
            self._core.shoe_bytes(data, now)
        else:
            self._core.shoe_found()

    def _connected(self, what: str) -> None:
        """A second caller is sent away: one host, one control."""
        connection, _ = self._listeners[what].accept()
        self._hear_out(what)
        if self._caller(what) is not None:
            connection.close()
            return
        self._selector.register(connection, selectors.EVENT_READ, f"{what}-bytes")
        if what == "host":
            self._host = connection
        else:
            self._control, self._control_rest = connection, b""

    def _caller(self, what: str) -> socket.socket | None:
        return self._host if what == "host" else self._control

    def _hear_out(self, what: str) -> None:
        """What the caller before had still said, and whether it has hung up after it."""
        while (caller := self._caller(what)) is not None and select.select([caller], [], [], 0)[0]:
            self._ready(f"{what}-bytes")

    def _from_host(self, now: float) -> None:
        data = _received(self._host)
        if not data:
            self._gone(self._host)
            self._host = None
            return
        _sent(self._host, self._core.host_bytes(data, now))

    def _from_control(self, now: float) -> None:
        data = _received(self._control)
        if not data:
            self._gone(self._control)
            self._control = None
            return
        *lines, self._control_rest = (self._control_rest + data).split(b"\n")
        self._control_rest = self._control_rest[-_LONGEST_LINE:]
        for line in lines:
            self._untold.append(self._obey(line, now))

    def _obey(self, line: bytes, now: float) -> dict[str, Any]:
        try:
            request = json.loads(line)
        except (ValueError, RecursionError):
            request = None
        return (
            self._core.control(request, now)
            if isinstance(request, dict)
            else {"error": "write one JSON object per line"}
        )

    def _hand_out(self) -> None:
        out = self._core.bytes_to_shoe()
        if out:
            self._line.say(out)
        self._untold += self._core.to_control()
        if self._control is not None:
            text = "".join(json.dumps(message) + "\n" for message in self._untold)
            self._untold.clear()
            _sent(self._control, text.encode("ascii"))

    def _gone(self, connection: socket.socket | None) -> None:
        if connection is not None:
            self._selector.unregister(connection)
            connection.close()

    def close(self) -> None:
        for connection in (self._host, self._control, *self._listeners.values()):
            if connection is not None:
                connection.close()
        self._line.stopping.set()
        self._line.transport.wake()
        self._line.join(timeout=5)
        self._selector.close()


def _listen(path: Path) -> socket.socket:
    """Only the group of the socket's folder may connect: the console's user belongs to it, nobody else."""
    if path.exists() and stat.S_ISSOCK(path.stat().st_mode):
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o007)
    try:
        listener.bind(str(path))
    finally:
        os.umask(before)
    listener.listen(1)
    return listener


def _received(connection: socket.socket | None) -> bytes:
    try:
        return connection.recv(65536) if connection is not None else b""
    except OSError:
        return b""


def _sent(connection: socket.socket | None, data: bytes) -> None:
    if connection is not None and data:
        try:
            connection.sendall(data)
        except OSError:
            sys.stderr.write("a connection broke while an answer was on its way\n")
