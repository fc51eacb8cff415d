"""`hardware-sims` with the camera: listed, run into a folder of real PNG files, refused by the tools for lines (E)."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from hardware_sims.camera.designs.canvas import Picture
from hardware_sims.camera.pictures.disturbances import NAMES
from hardware_sims.camera.simulator import build_camera
from hardware_sims.cli import app
from hardware_sims.devices import build
from hardware_sims.endpoints.sim_url import simulator_for
from hardware_sims.errors import SetupError
from tests.tools.camera.contact_sheet import main as make_contact_sheet

REPO = Path(__file__).parents[3]
SIMS = [sys.executable, "-m", "hardware_sims"]
PATIENCE = 120.0
SMALL = ("--option", "width=160", "--option", "height=120", "--option", "scale=1", "--option", "level=clean")


@contextmanager
def running(folder: Path, *words: str, lines: int = 1) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    process = subprocess.Popen(
        [*SIMS, "run", "camera", "--option", f"out={folder}", *SMALL, *words],
        cwd=REPO,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, [process.stdout.readline().strip() for _ in range(lines)]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)


def pictures(folder: Path) -> list[Path]:
    return sorted(folder.glob("frame-*.png"))


def read(file: Path) -> Picture:
    picture = cv2.imread(str(file))
    assert picture is not None
    return np.asarray(picture, dtype=np.uint8)


def wait_for(folder: Path, more_than: int) -> list[Path]:
    end = time.monotonic() + PATIENCE
    while len(paths := pictures(folder)) <= more_than and time.monotonic() < end:
        time.sleep(0.02)
    assert len(paths) > more_than
    return paths


def say(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


def has_card(picture: Picture) -> bool:
    return int((picture.min(axis=2) > 200).sum()) > 2_000


def test_e_run_writes_numbered_pictures_and_takes_hands(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    with running(folder, "--seed", "7") as (process, said):
        assert said == [f"camera0 dir:{folder}"]
        before = wait_for(folder, 1)
        assert not has_card(read(before[0]))
        assert say(process, "show 2c") == "ok shown 2c"
        after = wait_for(folder, len(pictures(folder)) + 2)
        assert has_card(read(after[-1]))
        assert say(process, "unplug") == "ok unplugged"
        count = len(pictures(folder))
        assert say(process, "state").startswith("ok device=camera serial=SIM-O0 plugged=no cards=2c")
        assert len(pictures(folder)) == count
        assert say(process, "plug") == "ok plugged in"
        wait_for(folder, count)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    assert {read(file).shape for file in pictures(folder)} == {(120, 160, 3)}
    assert not list(folder.glob(".*")), "nothing half written is left"


def test_e_a_picture_in_the_folder_is_the_one_of_its_number(tmp_path: Path) -> None:
    with running(tmp_path / "out", "--seed", "5", "--option", "deal=0.05", "--option", "frames=4") as (process, _):
        assert process.wait(PATIENCE) == 0
    paths = pictures(tmp_path / "out")
    assert len(paths) == 4
    options = {"width": 160, "height": 120, "scale": 1, "level": "clean", "deal": 0.05}
    for file in paths:
        again = build_camera(seed=5, options=options).frame((int(file.stem[-8:]) - 0.5) / 60)
        assert again is not None
        assert np.array_equal(read(file), again)


def test_e_hands_on_the_control_port_and_a_scenario(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'device = "camera"\nseed = 3\n[[step]]\nat = 0.0\ndo = "show Qh"\n[[step]]\nat = 0.1\ndo = "turn"\n'
    )
    words = ("--control", "tcp://127.0.0.1:0", "--scenario", str(plan), "--fault", "black", "--clear-after", "1")
    with running(tmp_path / "out", *words, lines=2) as (process, said):
        assert said[1].startswith("control tcp://127.0.0.1:")
        wait_for(tmp_path / "out", 8)
        host, port = said[1].removeprefix("control tcp://").split(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as person:
            person.sendall(b"camera0 state\n")
            answer = person.recv(4096).decode()
        assert "cards=face-down moving=no faults=none" in answer
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "a camera needs a folder for its pictures: --option out=FOLDER"),
        (("shoe", "--option", "out=x"), "a camera runs alone"),
        (("--listen", "pty"), "--listen does not go with a camera"),
        (("--capture", "x.log"), "--capture does not go with a camera"),
        (("--key", "none"), "--key does not go with a camera"),
        (("--option", "levle=light"), "camera: unknown option 'levle'; did you mean 'level'?"),
        (("--fault", "jam"), "camera has no fault jam; it has frozen, black, lost"),
        (("--option", "out=/dev/null/x"), "no folder can be made there"),
        (("--scenario", "reader-blackjack"), "the scenario is for a reader, not for a camera"),
    ],
)
def test_e_what_cannot_run_ends_with_2_and_says_why(words: tuple[str, ...], problem: str) -> None:
    done = CliRunner().invoke(app, ["run", "camera", *words])
    assert done.exit_code == 2, done
    assert problem in done.stderr


def test_e_pictures_of_another_run_are_not_mixed_with(tmp_path: Path) -> None:
    (tmp_path / "frame-00000009.png").write_bytes(b"old")
    done = CliRunner().invoke(app, ["run", "camera", "--option", f"out={tmp_path}"])
    assert done.exit_code == 2
    assert "pictures of another run are in there" in done.stderr
    assert (tmp_path / "frame-00000009.png").read_bytes() == b"old"


@pytest.mark.parametrize(
    "words",
    [
        ("check", "camera"),
        ("check", "sim://camera?seed=7"),
        ("fuzz", "camera"),
        ("record", "camera0"),
        ("monitor", "sim://camera"),
        ("replay", "line.log", "--to", "camera"),
    ],
)
def test_e_the_tools_for_lines_refuse_the_camera(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 2, done
    assert "a camera has no line and no dialect" in done.stderr


def test_e_a_camera_is_no_device_on_a_line_in_python_either() -> None:
    with pytest.raises(SetupError, match="a camera has no line"):
        build("camera")
    with pytest.raises(SetupError, match="a camera has no line"):
        simulator_for("sim://camera?seed=7")


def test_e_list_names_the_camera() -> None:
    told = json.loads(CliRunner().invoke(app, ["list", "--json"]).stdout)["devices"]["camera"]
    assert told["dialect"] == "pictures"
    assert told["faults"] == ["frozen", "black", "lost"]
    assert {"show", "hide", "turn", "move", "cover", "light", "freeze", "unplug", "plug", "state"} <= set(told["hands"])
    assert set(NAMES) <= set(told["options"])
    assert "camera" in CliRunner().invoke(app, ["list", "--quiet"]).stdout.split()


def test_e_nothing_but_a_picture_loads_opencv() -> None:
    code = (
        "import sys, contextlib, io\n"
        "from hardware_sims.tools.run import print_catalogue\n"
        "with contextlib.redirect_stdout(io.StringIO()): print_catalogue(as_json=True, quiet=False)\n"
        "from hardware_sims.camera.simulator import build_camera\n"
        "camera = build_camera(seed=1); camera.operate('show As', 0.5); camera.run_until(2.0)\n"
        "print({'cv2', 'numpy'} & set(sys.modules)); camera.frame(2.0); print('cv2' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=REPO, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["set()", "True"]


def test_the_contact_sheet_of_the_documents_can_be_made_again(tmp_path: Path) -> None:
    kept = REPO / "docs" / "pictures" / "simulated-cards.png"
    assert make_contact_sheet([str(tmp_path / "sheet.png")]) == 0
    assert kept.stat().st_size < 600_000
    again, shown = read(tmp_path / "sheet.png").astype(int), read(kept).astype(int)
    assert again.shape == shown.shape
    # Another processor may round a pixel differently; another drawing differs in whole areas.
    assert (np.abs(again - shown).max(axis=2) > 16).mean() < 0.002
    assert make_contact_sheet([]) == 2
    assert make_contact_sheet([str(tmp_path / "nowhere" / "sheet.png")]) == 2
