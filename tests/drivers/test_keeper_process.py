"""The keeper as it runs on a table: its own process, a real pty as the shoe, UNIX sockets, kill -9, no leak."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers.angel_eye import codec
from drivers.events import CardDrawn, CardRevealed, Event, PoweredUp, RevealReason
from drivers.tablelink.link import HostLink
from drivers.tablelink_devices import SealedShoe
from drivers.transports.port_runner import PortRunner
from drivers.transports.unix_socket import UnixSocketTransport
from tests.drivers.bench_table import KEY, SHOE, Journal, commit_all, nonces, setup_for


def keeper_command(port: str, folder: Path) -> list[str]:
    options = {
        "port": port,
        "serial": "AE-1",
        "store": folder / "store",
        "key-file": folder / "key",
        "listen": folder / "shoe.sock",
        "control": folder / "control.sock",
        "capture": folder / "shoe.log",
    }
    given = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    return [sys.executable, "-m", "drivers.keeper", *given]


# A keeper that outlives killed tests would look for its shoe for ever, and find it in whoever gets the number of its
# terminal next. So the kernel ends it together with us (PR_SET_PDEATHSIG).
_MORTAL = "import ctypes, os, sys; ctypes.CDLL(None).prctl(1, 9); os.execv(sys.argv[1], sys.argv[1:])"


class KeeperProcess:
    """The keeper's process, and the far end of its shoe's line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        self.slave = slave
        (folder / "key").write_text(KEY.hex())
        (folder / "key").chmod(0o600)
        self.errors = folder / "errors"
        self.start()

    def start(self) -> None:
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _MORTAL, *keeper_command(self.port, self.folder)],
                stderr=errors,
                stdout=errors,
            )

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            assert self.process.wait(120) == 0
        finally:
            self.process.kill()
            os.close(self.master)
            os.close(self.slave)


class SimulatedTable(KeeperProcess):
    """And a host at its socket."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.journal = Journal()
        self.seen: list[Event] = []
        self.shoe = SealedShoe(HostLink(setup=setup_for(SHOE), journal=self.journal, nonce=nonces()))
        self.attendant = PortRunner(user=self.shoe, transport=UnixSocketTransport(str(folder / "shoe.sock")))
        self.attendant.start()

    def wait(self, condition: Callable[[], bool], seconds: float = 120) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.errors.read_text()
            self.seen += commit_all(self.shoe, self.journal)
            time.sleep(0.005)

    def events(self, kind: type) -> list[Event]:
        return [event for event in self.seen if isinstance(event, kind)]

    def close(self) -> None:
        self.attendant.stop()
        super().close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimulatedTable]:
    table = SimulatedTable(tmp_path)
    yield table
    table.close()


def test_draw_kill_reveal(table: SimulatedTable) -> None:
    table.wait(lambda: table.shoe.ready)
    os.write(table.master, codec.encode_report(seq="1", code="D", data=b"\x81\xcd") * 3)
    table.wait(lambda: bool(table.events(CardDrawn)))
    limits = Path(f"/proc/{table.process.pid}/limits").read_text()
    assert [line.split()[4] for line in limits.splitlines() if line.startswith("Max core")] == ["0"]
    table.process.kill()
    table.process.wait()
    table.start()
    table.wait(lambda: len(table.events(PoweredUp)) == 2 and table.shoe.ready)
    os.write(table.master, codec.encode_report(seq="1", code="D", data=b"\x81\xcd"))
    table.shoe.reveal(1, RevealReason.HOLE_CARD_TURNED)
    table.wait(lambda: bool(table.events(CardRevealed)))
    assert [event.card for event in table.seen if isinstance(event, CardRevealed)] == ["Kh"]
    assert len(table.events(CardDrawn)) == 1
    told = table.errors.read_text() + (table.folder / "shoe.log").read_text()
    assert "# masked" in told
    assert "053144818003" in told
    without_times = re.sub(r"^\(\d+\.\d+\) ", "", told, flags=re.MULTILINE)
    assert not [word for word in ("81cd", "\\xcd", "Kh", "205", "0x4d") if word in without_times]


def test_control_asks_and_one_caller_only(table: SimulatedTable) -> None:
    table.wait(lambda: table.shoe.ready)
    with socket.socket(socket.AF_UNIX) as control, socket.socket(socket.AF_UNIX) as second:
        control.settimeout(120)
        second.settimeout(120)
        control.connect(str(table.folder / "control.sock"))
        lines = control.makefile("rw", encoding="ascii")
        lines.write('{"do": "new-shoe"}\nnonsense\n')
        lines.flush()
        assert json.loads(lines.readline()) == {"ok": "new-shoe"}
        assert "error" in json.loads(lines.readline())
        second.connect(str(table.folder / "control.sock"))
        assert second.recv(1) == b""
        os.write(table.master, codec.encode_report(seq="1", code="R", data=b"\x81\x96") * 3)
        assert json.loads(lines.readline()) == {"question": 1, "kind": "retransmission"}
        lines.write('{"answer": 1, "yes": true}\n')
        lines.flush()
        assert json.loads(lines.readline()) == {"ok": "answer"}
        lines.close()
    table.wait(lambda: bool(table.events(CardDrawn)))


def test_a_caller_that_comes_back_is_not_sent_away(table: SimulatedTable) -> None:
    """As a console that was started again: what it had said before is obeyed, and its new line stays."""
    table.wait(lambda: table.shoe.ready)
    for entry in range(1, 30):
        with socket.socket(socket.AF_UNIX) as control:
            control.settimeout(120)
            control.connect(str(table.folder / "control.sock"))
            lines = control.makefile("rw", encoding="ascii")
            lines.write('{"do": "questions"}\n')
            lines.flush()
            while json.loads(lines.readline()) != {"ok": "questions"}:
                pass
            lines.write(f'{{"do": "round-over", "journal": "J", "entry": {entry}}}\n')
            lines.flush()
            lines.close()


def test_it_refuses_to_start_with_a_key_that_others_can_read(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(KEY.hex())
    (tmp_path / "key").chmod(0o644)
    run = subprocess.run(
        keeper_command("/dev/null", tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 2
    assert "chmod 600" in run.stderr
    assert KEY.hex() not in run.stderr
