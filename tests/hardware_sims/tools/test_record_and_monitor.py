"""record and monitor: between a host and its device, and listening alone, on real ptys and sockets."""

import os
import pty
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from hardware_sims.capture import CaptureReader
from hardware_sims.tools.line.line_tap import DirectionSorter
from hardware_sims.wire.tablelink import Frame, encode, pack

Verb = Callable[..., Result]
Started = Callable[..., Any]
POLL = encode(Frame(dst=0x10, src=1, type=0x02, seq=1, epoch=7, payload=pack("POLL", upto=0)))
STATUS = encode(Frame(dst=1, src=0x10, type=0x84, seq=1, epoch=7, payload=bytes(9)))


def ended(process: "subprocess.Popen[str]") -> str:
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out + err


def lines_of(file: Path) -> list[tuple[str, bytes]]:
    with file.open(encoding="utf-8") as stream:
        return [(line.direction, line.data) for line in CaptureReader(stream, str(file))]


@pytest.mark.parametrize("where", ["pty", "tcp://127.0.0.1:0"], ids=["pty", "tcp"])
def test_record_between_host_and_device_passes_everything_on(
    verb: Verb, started: Started, devices: Callable[..., Any], tmp_path: Path, where: str
) -> None:
    device = devices("shoe", "--listen", "pty", "--seed", "4").lines["shoe0"]
    meeting = f"pty:{tmp_path / 'line'}" if where == "pty" else where
    recording = started("record", device, "-o", tmp_path / "a.log", "--listen", meeting)
    host = recording.said.split()[-1]
    result = verb("check", host, "--family", "shoe", "--only", "1-3")
    assert result.exit_code == 0, result.output
    assert "written to" in ended(recording)
    heard = lines_of(tmp_path / "a.log")
    assert {direction for direction, _ in heard} == {"T", "R"}
    decoded = verb("decode", tmp_path / "a.log", "--key", "42" * 32, "--only", "bad-mac,bad-crc", "--json")
    assert decoded.output.strip() == "[]"
    assert b"".join(data for direction, data in heard if direction == "R").count(b"SIM-S") > 0


def test_listening_alone_tells_the_sides_apart_by_type() -> None:
    sorter = DirectionSorter("tablelink")
    pieces = [POLL[:9], POLL[9:] + STATUS, b"\x55"]
    heard = [entry for at, piece in enumerate(pieces) for entry in sorter.feed(at * 1000, piece)]
    heard += sorter.idle(90_000)
    assert [(entry.direction, entry.data) for entry in heard] == [("T", POLL), ("R", STATUS), ("R", b"\x55")]


def test_record_listens_to_an_angel_eye_and_masks_its_cards(
    started: Started, devices: Callable[..., Any], tmp_path: Path
) -> None:
    found = devices("angel-eye", "--listen", "pty", "--time-scale", "10", "--seed", "4")
    for name, more in (("masked.log", ()), ("plain.log", ("--unmasked",))):
        out = tmp_path / name
        arguments = ("record", found.lines["angel-eye0"], "-o", out, "--dialect", "angel-eye", "--for", "0.8", *more)
        recording = started(*arguments, until="listening at")
        _hand(found, "load KhAd7c")
        _hand(found, "draw 3")
        recording.communicate(timeout=120)
        assert recording.returncode == 0
    masked, plain = ((tmp_path / name).read_text(encoding="utf-8") for name in ("masked.log", "plain.log"))
    assert "# masked" in masked
    assert "# masked" not in plain
    cards = {line.data[4] for line in CaptureReader(plain.splitlines(), "plain") if line.data[2:3] == b"D"}
    assert cards == {0xCD, 0x91, 0xA7}
    assert {line.data[4] for line in CaptureReader(masked.splitlines(), "masked") if line.data[2:3] == b"D"} == {0x80}


def _hand(found: Any, line: str) -> None:
    from hardware_sims.tools.conformance.operators import ControlPort

    hands = ControlPort(found.hands("angel-eye0"))
    hands.do(line)
    hands.close()


def test_unmasked_is_refused_where_a_device_could_be(verb: Verb) -> None:
    for port in ("/dev/ttyUSB0", "tcp://10.0.0.7:4001"):
        result = verb("record", port, "--unmasked", "--dialect", "angel-eye")
        assert result.exit_code == 2
        assert "simulators only" in result.output


def test_a_place_that_is_none_is_refused(verb: Verb, devices: Callable[..., Any], tmp_path: Path) -> None:
    device = devices("shoe", "--listen", "pty", "--seed", "4").lines["shoe0"]
    for verb_name in ("record", "monitor"):
        result = verb(verb_name, device, "--listen", "carrier-pigeon")
        assert result.exit_code == 2
        assert "carrier-pigeon" in result.output
        assert verb(verb_name, tmp_path / "nothing").exit_code == 2


def test_record_writes_to_standard_output(started: Started, devices: Callable[..., Any], tmp_path: Path) -> None:
    device = devices("shoe", "--listen", "pty", "--seed", "4").lines["shoe0"]
    recording = started("record", device, "--for", "0.3", "--quiet", until="")
    out, err = recording.communicate(timeout=120)
    assert recording.returncode == 0, err
    assert out.startswith("# hardware-capture 1\n# channel line0 dialect tablelink\n")
    assert err == ""


def test_monitor_prints_plain_lines_without_a_terminal(
    verb: Verb, started: Started, devices: Callable[..., Any], tmp_path: Path
) -> None:
    device = devices("shoe", "--listen", "pty", "--seed", "4").lines["shoe0"]
    watching = started("monitor", device, "--listen", f"pty:{tmp_path / 'line'}")
    assert verb("check", tmp_path / "line", "--family", "shoe", "--only", "5").exit_code == 0
    said = ended(watching)
    assert "BAD_TYPE of=RESERVED" in said
    assert "frames, 0.0% wrong in the last 10 s (nothing wrong)" in said


class Screen:
    """A terminal somebody looks at: it reads all the time, or the program on it would wait."""

    def __init__(self) -> None:
        self._ours, self.theirs = pty.openpty()
        self.shown = b""
        self._over = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while not self._over.is_set():
            ready, _, _ = select.select([self._ours], [], [], 0.05)
            if ready:
                self.shown += os.read(self._ours, 65536)

    def close(self) -> None:
        self._over.set()
        self._reader.join(timeout=120)
        os.close(self._ours)
        os.close(self.theirs)


def test_monitor_draws_a_live_view_on_a_terminal(verb: Verb, devices: Callable[..., Any], tmp_path: Path) -> None:
    device = devices("shoe", "--listen", "pty", "--seed", "4").lines["shoe0"]
    screen = Screen()
    command = [sys.executable, "-m", "hardware_sims", "monitor", device, "--listen", f"pty:{tmp_path / 'line'}"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "140", "LINES": "40"}
    with subprocess.Popen(
        command, stdin=screen.theirs, stdout=screen.theirs, stderr=subprocess.PIPE, text=True, env=environment
    ) as watching:
        assert watching.stderr is not None
        assert "the host opens" in watching.stderr.readline()
        judged = verb("check", tmp_path / "line", "--family", "shoe", "--only", "7")
        watching.terminate()
        _, summary = watching.communicate(timeout=120)
    assert judged.exit_code == 0, judged.output
    assert watching.returncode == 0
    screen.close()
    assert "bad-crc" in summary
    for word in (b"devices", b"last event", b"EMPTY", b"POLL", b"frames,"):
        assert word in screen.shown
