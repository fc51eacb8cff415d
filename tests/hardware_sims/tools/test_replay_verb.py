"""replay: a capture lives again, as the device and as the host."""

import io
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from hardware_sims.capture import CaptureWriter, Channel
from hardware_sims.devices import build
from hardware_sims.seeds import Stream
from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.benches import SimulatorPort
from hardware_sims.tools.conformance.lines import LinePort
from hardware_sims.tools.conformance.port import NoOperator
from hardware_sims.tools.line.playback import PlaybackTiming
from hardware_sims.wire.angel_eye import build_report

Verb = Callable[..., Result]
Started = Callable[..., "subprocess.Popen[str]"]
KEY = bytes([0x42]) * 32


def story(bench: Bench) -> list[str]:
    """What a host does in the recording, and again later."""
    bench.hello()
    bench.acked = bench.identity["acked"]
    said = [event["event"] for event in bench.drain()]
    bench.done("ENABLE")
    said.append(bench.status().name)
    bench.done("INHIBIT")
    return [*said, *(event["event"] for event in bench.drain())]


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    simulator = build("shoe", seed=7)
    out = io.StringIO()
    writer = CaptureWriter(out, [Channel(name="shoe0", device="shoe", seed="7")])
    simulator.tap = lambda at, way, data: writer.heard(at, "shoe0", "T" if way == "T" else "R", data)
    port = SimulatorPort(simulator)
    port.wait(1.0)
    assert story(Bench(port, NoOperator(), family="s", key=KEY, dice=Stream(1, "first")))[-1] == "INHIBITED"
    writer.finish()
    file = tmp_path / "shoe.log"
    file.write_text(out.getvalue(), encoding="utf-8")
    return file


def test_device_and_host_of_the_same_capture_understand_each_other(
    verb: Verb, started: Started, recording: Path, tmp_path: Path
) -> None:
    place = tmp_path / "line"
    device = started("replay", recording, "--as", "device", "--to", f"pty:{place}", "-t", "-l", "2")
    result = verb("replay", recording, "--as", "host", "--to", place, "-t", "-l", "2")
    _, err = device.communicate(timeout=120)
    assert (result.exit_code, device.returncode) == (0, 0), result.output + err
    assert "0 surprises" in result.output
    assert "0 surprises" in err


def test_loose_answers_a_host_with_its_own_nonce_and_ids(started: Started, recording: Path, tmp_path: Path) -> None:
    place = tmp_path / "line"
    device = started("replay", recording, "--to", f"pty:{place}", "-t", "--loose", "--key", KEY.hex())
    port = LinePort(str(place))
    said = story(Bench(port, NoOperator(), family="s", key=KEY, dice=Stream(2, "second")))
    port.close()
    _, err = device.communicate(timeout=120)
    assert device.returncode == 0, err
    assert said == ["POWER_UP", "STATUS_IS", "ENABLED", "INHIBITED"]


def test_loose_host_lives_the_story_again_on_a_simulator_at_another_epoch(
    verb: Verb, recording: Path, devices: Callable[..., object]
) -> None:
    found = devices("shoe", "--listen", "pty", "--seed", "7", "--option", "epoch=300")
    arguments = ("--as", "host", "--to", found.lines["shoe0"], "-t", "--loose", "--key", KEY.hex())  # type: ignore[attr-defined]
    result = verb("replay", recording, *arguments)
    assert result.exit_code == 0, result.output


def test_another_answer_is_told_and_ends_with_1(verb: Verb, recording: Path, devices: Callable[..., object]) -> None:
    found = devices("shoe", "--listen", "pty", "--seed", "8", "--option", "epoch=77")
    result = verb("replay", recording, "--as", "host", "--to", found.lines["shoe0"], "-t")  # type: ignore[attr-defined]
    assert result.exit_code == 1
    assert "another answer, IDENTITY" in result.output


def test_an_unexpected_request_is_told_and_ends_with_1(started: Started, recording: Path, tmp_path: Path) -> None:
    place = tmp_path / "line"
    device = started("replay", recording, "--to", f"pty:{place}", "-t", "--patience", "0.5")
    port = LinePort(str(place))
    port.send(b"\0" + b"\x11" * 20 + b"\0")
    _, err = device.communicate(timeout=120)
    port.close()
    assert device.returncode == 1
    assert "unexpected" in err
    assert "was never asked for" in err


def test_reports_nobody_asked_for_are_sent_in_their_time(started: Started, tmp_path: Path) -> None:
    file = tmp_path / "angel.log"
    report = build_report("1", "C")
    file.write_text(
        "# hardware-capture 1\n# channel a dialect angel-eye\n"
        + "".join(f"(000000000{at}.000000) a {report.hex()} R\n" for at in range(3)),
        encoding="utf-8",
    )
    device = started("replay", file, "--to", f"pty:{tmp_path / 'line'}", "--speed", "10")
    port = LinePort(str(tmp_path / "line"), dialect="angel-eye")
    heard = b""
    while len(heard) < 2 * len(report):
        data = port.receive(5.0)
        assert data, "nothing more came"
        heard += data
    port.close()
    device.communicate(timeout=120)
    assert device.returncode == 0
    assert (report * 3).endswith(heard)


@pytest.mark.parametrize(
    ("pace", "wait"),
    [
        (PlaybackTiming(), 3.0),
        (PlaybackTiming(timed=False), 0.0),
        (PlaybackTiming(speed=2.0), 1.5),
        (PlaybackTiming(skip_longer=2.0), 0.0),
        (PlaybackTiming(skip_longer=4.0), 3.0),
        (PlaybackTiming(gap=0.01), 0.01),
    ],
)
def test_pace(pace: PlaybackTiming, wait: float) -> None:
    assert pace.wait(3.0) == wait


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.log", "--to", "pty"], "nowhere.log"),
        (["FILE", "--to", "carrier-pigeon"], "carrier-pigeon"),
        (["FILE", "--to", "pty", "-l", "many"], "no number of loops"),
        (["FILE", "--to", "pty", "--channel", "shoe9"], "no line of shoe9"),
        (["FILE", "--as", "host", "--to", "/nowhere/at/all"], "cannot be opened"),
    ],
)
def test_bad_input_ends_with_2_and_says_what_to_do(
    verb: Verb, recording: Path, arguments: list[str], words: str
) -> None:
    result = verb("replay", *[str(recording) if word == "FILE" else word for word in arguments])
    assert result.exit_code == 2
    assert words in result.output
