"""The keeper as it runs on a table: its own process, a real pty as the shoe, UNIX sockets, kill -9, no leak."""

from __future__ import annotations

import json
import os
import pty
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
from drivers.events import CardDrawn, CardRevealed, Fact, PoweredUp, RevealReason
from drivers.port_runner import LineAttendant
from drivers.shoe import SealedShoe
from drivers.tablelink.link import HostLink
from drivers.transports.local import LocalTransport
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


class Floor(KeeperProcess):
    """And a host at its socket."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.journal = Journal()
        self.seen: list[Fact] = []
        self.shoe = SealedShoe(HostLink(setup=setup_for(SHOE), journal=self.journal, nonce=nonces()))
        self.attendant = LineAttendant(user=self.shoe, transport=LocalTransport(str(folder / "shoe.sock")))
        self.attendant.start()

    def wait(self, condition: Callable[[], bool], seconds: float = 120) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.errors.read_text()
            self.seen += commit_all(self.shoe, self.journal)
            time.sleep(0.005)

    def facts(self, kind: type) -> list[Fact]:
        return [fact for fact in self.seen if isinstance(fact, kind)]

    def close(self) -> None:
        self.attendant.stop()
        super().close()


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    floor = Floor(tmp_path)
    yield floor
    floor.close()


def test_draw_kill_reveal(floor: Floor) -> None:
    floor.wait(lambda: floor.shoe.ready)
    os.write(floor.master, codec.encode_report(seq="1", code="D", data=b"\x81\xcd") * 3)
    floor.wait(lambda: bool(floor.facts(CardDrawn)))
    limits = Path(f"/proc/{floor.process.pid}/limits").read_text()
    assert [line.split()[4] for line in limits.splitlines() if line.startswith("Max core")] == ["0"]
    floor.process.kill()
    floor.process.wait()
    floor.start()
    floor.wait(lambda: len(floor.facts(PoweredUp)) == 2 and floor.shoe.ready)
    os.write(floor.master, codec.encode_report(seq="1", code="D", data=b"\x81\xcd"))
    floor.shoe.reveal(1, RevealReason.HOLE_CARD_TURNED)
    floor.wait(lambda: bool(floor.facts(CardRevealed)))
    assert [fact.card for fact in floor.seen if isinstance(fact, CardRevealed)] == ["Kh"]
    assert len(floor.facts(CardDrawn)) == 1
    told = floor.errors.read_text() + (floor.folder / "shoe.log").read_text()
    assert "# masked" in told
    assert "053144818003" in told
    assert not [word for word in ("81cd", "\\xcd", "Kh", "205", "0x4d") if word in told]


def test_control_asks_and_one_caller_only(floor: Floor) -> None:
    floor.wait(lambda: floor.shoe.ready)
    with socket.socket(socket.AF_UNIX) as control, socket.socket(socket.AF_UNIX) as second:
        control.settimeout(10)
        second.settimeout(10)
        control.connect(str(floor.folder / "control.sock"))
        lines = control.makefile("rw", encoding="ascii")
        lines.write('{"do": "new-shoe"}\nnonsense\n')
        lines.flush()
        assert json.loads(lines.readline()) == {"ok": "new-shoe"}
        assert "error" in json.loads(lines.readline())
        second.connect(str(floor.folder / "control.sock"))
        assert second.recv(1) == b""
        os.write(floor.master, codec.encode_report(seq="1", code="R", data=b"\x81\x96") * 3)
        assert json.loads(lines.readline()) == {"question": 1, "kind": "retransmission"}
        lines.write('{"answer": 1, "yes": true}\n')
        lines.flush()
        assert json.loads(lines.readline()) == {"ok": "answer"}
        lines.close()
    floor.wait(lambda: bool(floor.facts(CardDrawn)))


def test_a_caller_that_comes_back_is_not_sent_away(floor: Floor) -> None:
    """As a console that was started anew: what it had said before is obeyed, and its new line stays."""
    floor.wait(lambda: floor.shoe.ready)
    for entry in range(1, 30):
        with socket.socket(socket.AF_UNIX) as control:
            control.settimeout(30)
            control.connect(str(floor.folder / "control.sock"))
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
        timeout=30,
    )
    assert run.returncode == 2
    assert "chmod 600" in run.stderr
    assert KEY.hex() not in run.stderr
