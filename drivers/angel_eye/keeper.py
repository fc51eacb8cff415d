"""The keeper of a plain-value shoe (B4): a process of its own, under its own user, that alone opens the shoe's port.

    python -m drivers.angel_eye.keeper --port /dev/table-shoe --serial AE-1 --store FILE --key-file FILE \\
        --listen SHOE.sock --control CONTROL.sock

`--listen` is a UNIX socket that speaks tablelink as a sealed shoe; `--control` carries one JSON object per line:
notices and questions out, answers and the dealer's word about the shoe in. Neither carries a value before its REVEAL.
"""

from __future__ import annotations

import argparse
import json
import os
import selectors
import signal
import socket
import stat
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from drivers.angel_eye import hardening
from drivers.angel_eye.core import ASK, DRAW, IGNORE, KeeperCore, KeeperSettings
from drivers.angel_eye.store import KeeperStore
from drivers.angel_eye.tables import AUTO, BAUD, SEQUENCE_CYCLE, WITH_STX, WITHOUT_STX
from drivers.errors import DriverError, ImpossibleRequestError, PortError
from drivers.transports.interface import Transport
from drivers.transports.opening import transport_for

_LONGEST_WAIT = 0.5
_LONGEST_LINE = 4096


class ShoeLine(threading.Thread):
    """Reads the shoe's port and hands the bytes over inside the process; opens the port again when it was lost."""

    def __init__(self, transport: Transport) -> None:
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


class Keeper:
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
            for key, _ in self._selector.select(wait):
                self._ready(str(key.data))
            self._core.step(time.monotonic())
            self._hand_out()

    def _ready(self, what: str) -> None:
        now = time.monotonic()
        if what in self._listeners:
            self._connected(what)
        elif what == "shoe":
            for data in self._line.heard():
                self._core.shoe_lost() if data is None else self._core.shoe_bytes(data, now)
        elif what == "host-bytes":
            self._from_host(now)
        elif what == "control-bytes":
            self._from_control(now)

    def _connected(self, what: str) -> None:
        """A second caller is sent away: one host, one control."""
        connection, _ = self._listeners[what].accept()
        if (self._host if what == "host" else self._control) is not None:
            connection.close()
            return
        self._selector.register(connection, selectors.EVENT_READ, f"{what}-bytes")
        if what == "host":
            self._host = connection
        else:
            self._control, self._control_rest = connection, b""

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
            asked = json.loads(line)
        except ValueError:
            asked = None
        return (
            self._core.control(asked, now) if isinstance(asked, dict) else {"error": "write one JSON object per line"}
        )

    def _hand_out(self) -> None:
        out = self._core.bytes_to_shoe()
        if out:
            self._line.say(out)
        self._untold += self._core.to_control()
        if self._control is not None:
            text = "".join(json.dumps(told) + "\n" for told in self._untold)
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


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="keeper", description="Seals the cards of a plain-value shoe.")
    for name in ("--port", "--serial", "--store", "--key-file", "--listen", "--control"):
        parser.add_argument(name, required=True)
    parser.add_argument("--address", type=lambda text: int(text, 0), default=0x30)
    parser.add_argument("--baud", type=int, default=BAUD)
    parser.add_argument("--seq-cycle", default=SEQUENCE_CYCLE)
    parser.add_argument("--retransmission", choices=(ASK, DRAW, IGNORE), default=ASK)
    parser.add_argument("--command-bcc", choices=(WITH_STX, WITHOUT_STX, AUTO), default=WITH_STX)
    parser.add_argument("--commands", action="store_true", help="a technician allows commands to the shoe")
    parser.add_argument("--user", help="started as root: run as this user")
    parser.add_argument("--handlers", default="", help="a package with further pyserial URL handlers")
    return parser.parse_args(argv)


def _settings(given: argparse.Namespace) -> KeeperSettings:
    path = Path(given.key_file)
    if path.stat().st_mode & 0o077:
        raise ImpossibleRequestError(f"{path} can be read by others; chmod 600 it")
    return KeeperSettings(
        serial=given.serial,
        key=bytes.fromhex(path.read_text(encoding="ascii").strip()),
        address=given.address,
        read_only=not given.commands,
        command_bcc=given.command_bcc,
        retransmission=given.retransmission,
        seq_cycle=given.seq_cycle,
    )


def main(argv: Sequence[str] | None = None) -> int:
    given = _arguments(argv)
    hardening.quiet_tracebacks()
    hardening.no_core_dumps()
    if given.user:
        hardening.become(given.user)
    hardening.not_dumpable()
    if not hardening.no_swap():
        sys.stderr.write("memory cannot be locked here; run the keeper on a machine without swap\n")
    if given.handlers:
        import serial

        serial.protocol_handler_packages.append(given.handlers)
    try:
        core = KeeperCore(settings=_settings(given), store=KeeperStore(Path(given.store)), now=time.monotonic())
        line = ShoeLine(transport_for(given.port, baud=given.baud))
        keeper = Keeper(core=core, line=line, listen=Path(given.listen), control=Path(given.control))
    except (DriverError, OSError, ValueError) as problem:
        sys.stderr.write(f"the keeper cannot start: {problem}\n")
        return 2

    def stop(*_: object) -> None:
        keeper.stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    line.start()
    try:
        keeper.run()
    finally:
        keeper.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
