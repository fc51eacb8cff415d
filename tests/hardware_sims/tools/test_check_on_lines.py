"""check in wall time: the list over a pty and over tcp, on simulators in a process of their own.

Items that take long in wall time (hundreds of events, whole shuffles) run here as proofs; in virtual time they are part
of every run.
"""

import contextlib
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import serial
import serial.rfc2217
from typer.testing import Result

from hardware_sims.tools.conformance.operators import ControlPort

Verb = Callable[..., Result]
CHANNELS = {
    "batch-shuffler": "batch0",
    "continuous-shuffler": "continuous0",
    "shoe": "shoe0",
    "reader": "reader0",
    "angel-eye": "angel-eye0",
}
# Fast enough to be quick, slow enough that a busy computer is not taken for a lost host.
SCALE = "4"
# An angel-eye shoe knows no lost host, but its reply must come in time on a busy computer, too.
SCALE_OF = {"angel-eye": "6"}
LONG = {17, 18, 26, 28, 29, 38, 52, 54, 55}
# Waiting for silence takes its time on a line; these are about the line, not the family, and run on one.
ON_ONE_LINE = {7, 8, 10, 23}
SHORT_CYCLES = ("--option", "cycle_seconds=1.2")
WHERES = ["pty", "tcp://127.0.0.1:0"]


def checked(verb: Verb, found: Any, family: str, only: str) -> dict[str, str]:
    """Item → outcome and reason, of what did not pass."""
    channel = CHANNELS[family]
    where, hands, scale = found.lines[channel], found.hands(channel), SCALE_OF.get(family, SCALE)
    result = verb("check", where, "--family", family, "--hands", hands, "--time-scale", scale, "--only", only, "--json")
    told = json.loads(result.stdout)
    assert told["items"], result.output
    return {
        entry["item"]: f"{entry['outcome']} {entry['reason']}" for entry in told["items"] if entry["outcome"] != "PASS"
    }


def running(devices: Callable[..., Any], family: str, where: str) -> Any:
    if family in SCALE_OF:
        return devices(family, "--listen", where, "--time-scale", SCALE_OF[family])
    return devices("all", "--listen", where, "--seed", "7", "--time-scale", SCALE, *SHORT_CYCLES)


def expected(family: str) -> dict[str, str]:
    """C37 needs an unpaired shoe, which this one is not."""
    return {"C37": "SKIP the device is paired; check one that is not"} if family == "shoe" else {}


@pytest.mark.parametrize("where", WHERES, ids=["pty", "tcp"])
@pytest.mark.parametrize("family", CHANNELS)
def test_the_list_passes_on_a_line(verb: Verb, devices: Callable[..., Any], family: str, where: str) -> None:
    found = running(devices, family, where)
    long = LONG if (family, where) == ("batch-shuffler", "pty") else LONG | ON_ONE_LINE
    only = ",".join(str(number) for number in range(1, 56) if number not in long)
    assert checked(verb, found, family, only) == expected(family)


@pytest.mark.proof
@pytest.mark.parametrize("where", WHERES, ids=["pty", "tcp"])
@pytest.mark.parametrize("family", CHANNELS)
def test_the_whole_list_passes_on_a_line(verb: Verb, devices: Callable[..., Any], family: str, where: str) -> None:
    found = running(devices, family, where)
    assert checked(verb, found, family, "1-55") == expected(family)


def test_an_unpaired_shoe_on_a_line(verb: Verb, devices: Callable[..., Any]) -> None:
    found = devices("shoe", "--listen", "pty", "--key", "none", "--time-scale", SCALE)
    assert checked(verb, found, "shoe", "1-3,37") == {}


# pyserial's own rfc2217 client uses a name Python is going to drop.
@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
def test_without_hands_the_rest_is_judged(verb: Verb, devices: Callable[..., Any]) -> None:
    found = devices("reader", "--listen", "rfc2217://127.0.0.1:0", "--time-scale", SCALE)
    result = verb("check", found.lines["reader0"], "--family", "reader", "--only", "1,40,42", "--time-scale", SCALE)
    assert result.exit_code == 0
    assert [line.split()[1] for line in result.stdout.splitlines()] == ["PASS", "SKIP", "PASS"]


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
def test_a_good_device_behind_rfc2217_passes_and_its_port_is_negotiated_once(
    verb: Verb, devices: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    changes: list[object] = []
    original = getattr(serial.rfc2217.Serial, "_reconfigure_port")  # noqa: B009  the stubs do not know it

    def counted(port: serial.rfc2217.Serial) -> None:
        changes.append(port)
        original(port)

    monkeypatch.setattr(serial.rfc2217.Serial, "_reconfigure_port", counted)
    found = devices("reader", "--listen", "rfc2217://127.0.0.1:0", "--time-scale", SCALE)
    arguments = ("--family", "reader", "--hands", found.hands("reader0"), "--time-scale", SCALE, "--json")
    result = verb("check", found.lines["reader0"], *arguments, "--only", "1-6,9,12-16,20-22,40-43")
    assert json.loads(result.stdout)["failed"] == 0, result.stdout
    assert len(changes) == 1


def test_the_self_test_after_power_up_is_waited_for(verb: Verb) -> None:
    """A simulated reader on USB gets its power, and begins its 5 s of silence, when it is opened."""
    result = verb("check", "usb+sim://reader?seed=7&self_test=4.9", "--only", "1")
    assert result.exit_code == 0, result.output


class UnixBridge:
    """A UNIX socket in front of a simulator that listens on tcp."""

    def __init__(self, path: Path, line: str) -> None:
        host, _, port = line.removeprefix("tcp://").rpartition(":")
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen(1)
        self._far = socket.create_connection((host, int(port)))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        near, _ = self._server.accept()
        with near:
            up = threading.Thread(target=self._copy, args=(near, self._far), daemon=True)
            up.start()
            self._copy(self._far, near)
            with contextlib.suppress(OSError):
                near.shutdown(socket.SHUT_RDWR)
            up.join()

    @staticmethod
    def _copy(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(4096):
                other.sendall(data)

    def close(self) -> None:
        for end in (self._server, self._far):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._thread.join(timeout=120)
        for end in (self._server, self._far):
            end.close()


def test_a_device_behind_a_unix_socket(verb: Verb, devices: Callable[..., Any], tmp_path: Path) -> None:
    found = devices("batch-shuffler", "--listen", "tcp://127.0.0.1:0", "--time-scale", SCALE, "--seed", "11")
    bridge = UnixBridge(tmp_path / "device.sock", found.lines["batch0"])
    port = f"unix:{tmp_path / 'device.sock'}"
    result = verb("check", port, "--family", "batch-shuffler", "--only", "1-6", "--time-scale", SCALE)
    bridge.close()
    assert result.exit_code == 0, result.output
    missing = verb("check", f"unix:{tmp_path / 'nobody.sock'}", "--family", "shoe")
    assert missing.exit_code == 2
    assert "cannot be opened" in missing.output


def test_the_speed_of_a_line_can_be_chosen(monkeypatch: pytest.MonkeyPatch, verb: Verb) -> None:
    asked: list[object] = []

    def refuse(url: str, **settings: object) -> None:
        asked.append(settings["baudrate"])
        raise serial.SerialException("not here")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    for words in (("check", "/dev/none", "--family", "shoe"), ("record", "/dev/none"), ("monitor", "/dev/none")):
        assert verb(*words, "--baud", "9600").exit_code == 2
        assert verb(*words).exit_code == 2
    assert asked == [9600, 115_200] * 3


def test_a_key_comes_from_a_file_that_only_its_owner_may_read(
    verb: Verb, devices: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "reader.key"
    file.write_text("17" * 32 + "\n")
    file.chmod(0o644)
    found = devices("reader", "--listen", "pty", "--time-scale", SCALE, "--key", "17" * 32)
    words = ("check", found.lines["reader0"], "--family", "reader", "--only", "1", "--key-file", str(file))
    refused = verb(*words)
    assert refused.exit_code == 2
    assert "can be read by others" in refused.output
    file.chmod(0o600)
    assert verb(*words).exit_code == 0
    assert "both given" in verb(*words, "--key", "17" * 32).output


@pytest.mark.parametrize("name", ["check", "decode", "fuzz", "monitor", "replay", "run"])
def test_every_verb_that_takes_a_key_takes_it_from_a_file(name: str) -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "hardware_sims", name, "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert "--key " in shown
    assert "--key-file" in shown


def test_a_person_is_asked_and_may_skip(verb: Verb, devices: Callable[..., Any]) -> None:
    found = devices("reader", "--listen", "pty", "--time-scale", SCALE, "--seed", "9")
    result = verb(
        "check",
        found.lines["reader0"],
        *("--family", "reader", "--only", "40", "--hands", "ask", "--time-scale", SCALE),
        stdin="s\n" * 20,
    )
    assert result.exit_code == 0
    assert "Put the card Kd into the reader." in result.output
    assert "C40  SKIP the person skipped 'insert Kd'" in result.output


def test_a_slow_person_does_not_lose_the_host(started: Callable[..., Any], devices: Callable[..., Any]) -> None:
    found = devices("reader", "--listen", "pty", "--time-scale", SCALE, "--seed", "9")
    arguments = ("check", found.lines["reader0"], "--family", "reader", "--only", "40", "--hands", "ask")
    asking = started(*arguments, "--time-scale", SCALE, until="Put the card Kd into the reader", stdin=subprocess.PIPE)
    hands = ControlPort(found.hands("reader0"))
    for act in ("insert Kd", "remove"):
        time.sleep(0.7)  # 2.8 s for this reader, which takes a host for lost after 2 s
        hands.do(act)
        asking.stdin.write("\n")
        asking.stdin.flush()
    out, err = asking.communicate(timeout=120)
    hands.close()
    assert "C40  PASS" in out, err


def test_a_reader_on_usb(verb: Verb) -> None:
    result = verb("check", f"usb+sim://reader?seed=7&time_scale={SCALE}", "--only", "1-6,11-16,19,22,39-43", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["skipped"] == 0


def test_no_reader_on_usb(verb: Verb) -> None:
    result = verb("check", "usb://dead:beef")
    assert result.exit_code == 2
    assert "usb://dead:beef: " in result.output


def test_nobody_at_the_port_cannot_be_judged(verb: Verb, devices: Callable[..., Any]) -> None:
    found = devices("all", "--listen", "pty", "--seed", "7", "--time-scale", SCALE, *SHORT_CYCLES)
    result = verb("check", found.lines["angel-eye0"], "--family", "shoe")
    assert result.exit_code == 2
    assert "nobody answers HELLO" in result.output


def test_a_wrong_key_is_named_before_anything_is_judged(verb: Verb, devices: Callable[..., Any]) -> None:
    found = devices("reader", "--listen", "pty", "--time-scale", SCALE, "--seed", "9")
    result = verb("check", found.lines["reader0"], "--family", "reader", "--key", "17" * 32)
    assert result.exit_code == 2
    assert "is --key right" in result.output


def test_a_paired_device_with_a_key_of_its_own_asks_for_it(verb: Verb, devices: Callable[..., Any]) -> None:
    found = devices("reader", "--listen", "pty", "--time-scale", SCALE, "--key", "17" * 32)
    result = verb("check", found.lines["reader0"], "--family", "reader")
    assert result.exit_code == 2
    assert "give its --key" in result.output
    assert verb("check", found.lines["reader0"], "--family", "reader", "--key", "17" * 32, "--only", "1").exit_code == 0


def test_a_wrong_control_port_is_named(verb: Verb, devices: Callable[..., Any]) -> None:
    found = devices("reader", "--listen", "pty", "--time-scale", SCALE, "--seed", "9")
    result = verb("check", found.lines["reader0"], "--family", "reader", "--hands", "tcp://127.0.0.1:1")
    assert result.exit_code == 2
    assert "no control port at tcp://127.0.0.1:1" in result.output
