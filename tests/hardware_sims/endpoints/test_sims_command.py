"""The command `hardware-sims run` and `list`, as a process on real lines (E)."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial
from typer.testing import CliRunner

from hardware_sims.capture import CaptureReader
from hardware_sims.cli import app
from hardware_sims.wire.angel_eye import Report, ShoeLineReceiver
from hardware_sims.wire.tablelink import Frame, Receiver, encode, pack

KEY = bytes([0x42]) * 32
REPO = Path(__file__).parents[3]
SIMS = [sys.executable, "-m", "hardware_sims"]
PATIENCE = 120.0


def sims(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*SIMS, *words], cwd=REPO, input=stdin, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@contextmanager
def running(*words: str, places: int = 1) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """`run` in a process of its own; the places it prints, by channel."""
    process = subprocess.Popen(
        [*SIMS, "run", *words],
        cwd=REPO,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, dict(process.stdout.readline().split() for _ in range(places))
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)


def url_of(place: str) -> str:
    return "socket://" + place.removeprefix("tcp://") if place.startswith("tcp://") else place


def request(dst: int, name: str, seq: int, epoch: int, **fields: int | bytes) -> bytes:
    code = {"HELLO": 1, "STATUS": 3, "ENABLE": 16}[name]
    return encode(Frame(dst=dst, src=1, type=code, seq=seq, epoch=epoch, payload=pack(name, **fields)), KEY)


def exchange(port: serial.SerialBase, wire: bytes, seq: int) -> Frame:
    """The reply; a request is repeated in the self-test, so another reply to the one before may come first."""
    receiver = Receiver()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        port.write(wire)
        deadline = time.monotonic() + 0.25
        while time.monotonic() < deadline:
            for frame in receiver.feed(port.read(1)):
                if frame.seq == seq:
                    return frame
    raise AssertionError("no answer")


def hello(port: serial.SerialBase, dst: int = 0x30) -> Frame:
    return exchange(port, request(dst, "HELLO", 0, 0, minor=0, nonce=b"12345678"), 0)


def talk(place: str) -> None:
    with serial.serial_for_url(url_of(place), baudrate=115200, timeout=0.05) as port:
        identity = hello(port)
        assert identity.name == "IDENTITY"
        answer = exchange(port, request(0x30, "STATUS", 1, identity.epoch), 1)
        assert answer.name == "STATUS_IS"


# pyserial's own rfc2217 client starts its thread in a way that Python has deprecated.
@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
@pytest.mark.parametrize("where", ["pty", "tcp://127.0.0.1:0", "rfc2217://127.0.0.1:0"])
def test_e_a_shoe_on_every_kind_of_line(where: str) -> None:
    with running("shoe", "--listen", where, "--seed", "7") as (process, places):
        talk(places["shoe0"])
        talk(places["shoe0"])
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


def test_e_a_pty_at_a_path_is_a_link_that_goes_away_again(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    with running("shoe", "--listen", f"pty:{link}") as (process, places):
        assert places["shoe0"] == str(link)
        assert link.is_symlink()
        talk(str(link))
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    assert not link.is_symlink()
    link.write_text("in the way")
    refused = sims("run", "shoe", "--listen", f"pty:{link}")
    assert refused.returncode == 2
    assert "something else is there already" in refused.stderr
    assert link.read_text() == "in the way"


def test_e_a_stale_link_is_replaced(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    link.symlink_to("/dev/pts/nowhere")
    with running("shoe", "--listen", f"pty:{link}") as (_, places):
        talk(places["shoe0"])


def test_e_all_devices_in_one_process() -> None:
    with running("all", "--listen", "tcp://127.0.0.1:0", places=5) as (_, places):
        assert set(places) == {"batch0", "continuous0", "shoe0", "reader0", "angel-eye0"}
        talk(places["shoe0"])
        with serial.serial_for_url(url_of(places["angel-eye0"]), timeout=0.1) as port:
            port.write(b"\x02OPLK02\x031B")
            receiver, codes = ShoeLineReceiver(), []
            end = time.monotonic() + PATIENCE
            while "L" not in codes and time.monotonic() < end:
                codes += [item.code for item in receiver.feed(port.read(64)) if isinstance(item, Report)]
            assert "L" in codes


def test_e_the_same_device_twice_gets_two_units() -> None:
    with running("shoe", "shoe", "--listen", "pty", "--unit", "2", places=2) as (_, places):
        assert set(places) == {"shoe2", "shoe3"}


def test_e_one_host_at_a_time_on_tcp() -> None:
    with running("shoe", "--listen", "tcp://127.0.0.1:0") as (_, places):
        with serial.serial_for_url(url_of(places["shoe0"]), timeout=0.05) as first:
            hello(first)
            host, port = places["shoe0"].removeprefix("tcp://").split(":")
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as second:
                assert second.recv(1) == b"", "turned away"
            hello(first)
        talk(places["shoe0"])


def control(place: str) -> tuple[socket.socket, str]:
    host, port = place.removeprefix("tcp://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE), place


def say(person: socket.socket, line: str) -> str:
    person.sendall(line.encode() + b"\n")
    answer = b""
    while not answer.endswith(b"\n"):
        answer += person.recv(4096)
    return answer.decode().strip()


def test_e_hands_by_control_port_and_standard_input(tmp_path: Path) -> None:
    capture = tmp_path / "shoe.log"
    words = ("shoe", "--control", "tcp://127.0.0.1:0", "--capture", str(capture), "--option", "self_test=0")
    with running(*words, places=2) as (process, places):
        person, _ = control(places["control"])
        with person, serial.serial_for_url(places["shoe0"], timeout=0.05) as port:
            assert say(person, "load AhKd") == "ok loaded 2"
            epoch = hello(port).epoch
            exchange(port, request(0x30, "ENABLE", 1, epoch, cmd=5), 1)
            assert say(person, "shoe0 draw 1") == "ok drew 1 Ah"
            assert say(person, "darw").startswith("error shoe: unknown hand 'darw'; did you mean 'draw'?")
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("state\n")
            process.stdin.flush()
            assert "cards=1" in process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
    with capture.open() as stream:
        reader = CaptureReader(stream, "shoe.log")
        lines = list(reader)
    assert reader.channels["shoe0"].serial == "SIM-S0"
    assert [line.direction for line in lines[-2:]] == ["T", "R"]
    assert b"\0".join(line.data for line in lines).count(b"\0") > 4


def test_e_with_several_devices_a_hand_names_its_channel() -> None:
    with running("shoe", "reader", "--control", "tcp://127.0.0.1:0", places=3) as (_, places):
        person, _ = control(places["control"])
        with person:
            assert say(person, "reader insert Kh") == "ok inserted Kh"
            assert say(person, "shoe0 load 5") == "ok loaded 5"
            assert "name one first" in say(person, "load 5")


# pyserial leaves the socket of a refused call to the collector.
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_e_a_disconnect_hangs_up_on_tcp_and_comes_back() -> None:
    words = ("shoe", "--listen", "tcp://127.0.0.1:0", "--control", "tcp://127.0.0.1:0")
    with running(*words, places=2) as (_, places):
        person, _ = control(places["control"])
        host, port = places["shoe0"].removeprefix("tcp://").split(":")
        with person, socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
            assert say(person, "fault disconnect for=0.3") == "ok fault disconnect"
            assert line.recv(1) == b""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                talk(places["shoe0"])
                return
            except serial.SerialException:
                assert time.monotonic() < end
                time.sleep(0.02)


def test_e_time_scale_runs_the_self_test_faster() -> None:
    with running("shoe", "--option", "self_test=5", "--time-scale", "50") as (_, places):
        talk(places["shoe0"])


def test_e_a_scenario_and_a_fault_from_the_command_line() -> None:
    words = ("reader", "--scenario", "reader-blackjack", "--fault", "drop:rate=0.3,dir=device", "--clear-after", "4")
    with (
        running(*words, "--option", "self_test=0") as (_, places),
        serial.serial_for_url(places["reader0"], timeout=0.02) as port,
    ):
        assert hello(port, 0x40).name == "IDENTITY"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("shoo",), "unknown device 'shoo'; did you mean 'shoe'?"),
        (("reader-usb",), "reader-usb lives inside the program that opens it"),
        (("shoe", "--listen", "tpc://127.0.0.1:1"), "unknown place to listen 'tpc'; did you mean 'tcp'?"),
        (("shoe", "--listen", "tcp://127.0.0.1"), "write tcp://HOST:PORT"),
        (("shoe", "--listen", "tcp://127.0.0.1:99999"), "write tcp://HOST:PORT"),
        (("shoe", "--fault", "jamm"), "unknown fault 'jamm'; did you mean 'jam'?"),
        (("shoe", "--option", "deks=6"), "unknown option 'deks'; did you mean 'decks'?"),
        (("shoe", "--option", "decks"), "--option decks: write name=value"),
        (("shoe", "--key", "12"), "a key is 64 hex digits or none"),
        (("shoe", "--unit", "9"), "a unit is a number from 0 to 7"),
        (("shoe", "--scenario", "reader-blackjack"), "the scenario is for a reader, and none is to run"),
        (("shoe", "--scenario", "nowhere.toml"), "there is no scenario file 'nowhere.toml'"),
        (("shoe", "--time-scale", "0"), "--time-scale must be above 0"),
        (("shoe", "--capture", "/nowhere/x.log"), "--capture /nowhere/x.log: cannot be written"),
        (("shoe", "--control", "tcp://127.0.0.1"), "write tcp://HOST:PORT"),
        (("shoe", "reader", "--listen", "tcp://127.0.0.1:5", "--listen", "pty", "--listen", "pty"), "2 devices need 2"),
        (("shoe", "reader", "--option", "wheels=4"), "unknown option 'wheels'"),
    ],
)
def test_e_what_cannot_run_ends_with_2_and_says_why(words: tuple[str, ...], problem: str) -> None:
    done = CliRunner().invoke(app, ["run", *words])
    assert done.exit_code == 2, done
    assert problem in done.stderr


def test_e_a_port_in_use_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        done = sims("run", "shoe", "--listen", place)
    assert done.returncode == 2
    assert f"{place}: cannot listen there" in done.stderr


def test_e_list_for_people_and_programs() -> None:
    text = CliRunner().invoke(app, ["list"]).stdout
    for word in ("angel-eye", "double-feed", "press", "shoe-evening", "buttons"):
        assert word in text
    told = json.loads(sims("list", "--json").stdout)
    assert json.loads(CliRunner().invoke(app, ["list", "--json"]).stdout) == told
    assert set(told["devices"]) >= {"shoe", "reader", "reader-usb", "batch-shuffler", "continuous-shuffler"}
    assert "wrong-commit" in told["devices"]["shoe"]["faults"]
    assert told["devices"]["shoe"]["hands"].count("draw") == 1
    assert "jam" not in told["devices"]["reader"]["faults"]


def test_e_hands_from_a_file_are_done_and_the_device_goes_on(tmp_path: Path) -> None:
    hands = tmp_path / "hands.txt"
    hands.write_text("load AhKd\nstate")
    with hands.open() as stdin:
        process = subprocess.Popen(
            [*SIMS, "run", "angel-eye"], cwd=REPO, stdin=stdin, stdout=subprocess.PIPE, text=True, env=os.environ
        )
        assert process.stdout is not None
        assert process.stdout.readline().startswith("angel-eye0 /dev/")
        assert process.stdout.readline() == "ok loaded 2\n"
        assert "cards=2" in process.stdout.readline()
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0


def test_e_the_command_starts_without_loading_the_tools() -> None:
    code = "import sys, hardware_sims.cli; print([name for name in sys.modules if name.startswith('hardware_sims.')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPO, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['hardware_sims.cli']"
