"""Each wheel in an empty environment does its main job; `make test-dist` runs this."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import cv2
import pytest

from dealer_console.demo.floor.temporary_postgres import Server
from tests.drivers.optical.scenes import house
from tests.wheels.environments import ROOT, Environment, built_wheels, installed

pytestmark = pytest.mark.dist
JOURNAL = ROOT / "tests" / "journal" / "vault" / "v1-evening.journal"
LARGE = {"numpy", "opencv_python_headless", "psycopg", "psycopg_binary", "reportlab", "pillow", "xlsxwriter"}


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return built_wheels(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def console(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return installed(tmp_path_factory.mktemp("console") / "env", wheels["dealer-console"])


def test_a_console_alone_is_small_and_deals(console: Environment, tmp_path: Path) -> None:
    assert not console.packages() & LARGE
    assert console.megabytes() < 360
    done = console.run("dealer-console", "demo", "--screenshot", tmp_path, "--folder", tmp_path / "demo")
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.glob("*.png"))) > 10


def test_a_console_alone_writes_and_verifies_a_journal(console: Environment, tmp_path: Path) -> None:
    text = console.run("dealer-console", "new-round", "--rules", "catfish-bend-blackjack").stdout
    (tmp_path / "mine.round").write_text(text, "utf-8")
    journal = tmp_path / "mine.journal"
    words = ("import", tmp_path / "mine.round", "--journal", journal, "--key", tmp_path / "mine.key")
    assert console.run("dealer-console", *words).returncode == 0
    assert console.run("dealer-console", "verify", journal).returncode == 0


def test_the_version_names_the_commit_that_was_built(console: Environment) -> None:
    said = json.loads(console.run("dealer-console", "--version", "--json").stdout)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    assert said["commit"].removesuffix(" with changes") == commit


@pytest.mark.parametrize(
    ("program", "words", "extra"),
    [
        ("dealer-console", ("report", str(JOURNAL), "--pdf"), "floor"),
        ("dealer-console", ("floor", "status", "postgresql://nowhere/x"), "floor"),
        ("dealer-console", ("read-card", str(JOURNAL)), "camera"),
        ("pit-review", ("--help",), "floor"),
    ],
)
def test_what_is_not_installed_is_named_with_its_extra(
    console: Environment, program: str, words: tuple[str, ...], extra: str
) -> None:
    done = console.run(program, *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert f"pip install 'dealer-console[{extra}]'" in done.stderr


def test_the_pit_makes_a_report(wheels: dict[str, Path], tmp_path: Path) -> None:
    pit = installed(tmp_path / "env", wheels["dealer-console"], "pit")
    assert "opencv_python_headless" not in pit.packages()
    journal = shutil.copy(JOURNAL, tmp_path)  # its index is made beside it
    done = pit.run("dealer-console", "report", journal, "--pdf", "-o", tmp_path / "report.pdf")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    assert pit.run("pit-review", "--help").returncode == 0


def test_the_floor_is_made_and_asked(wheels: dict[str, Path], tmp_path: Path) -> None:
    floor = installed(tmp_path / "env", wheels["dealer-console"], "floor")
    assert not floor.packages() & {"reportlab", "numpy"}
    server = Server()
    server.start()
    try:
        address = server.url(server.new_database())
        done = floor.run("dealer-console", "floor", "init", address)
        assert done.returncode == 0, done.stderr
        assert floor.run("dealer-console", "floor", "status", address).returncode == 0
    finally:
        server.remove()


def test_the_camera_reads_a_card(wheels: dict[str, Path], tmp_path: Path) -> None:
    camera = installed(tmp_path / "env", wheels["dealer-console"], "camera")
    assert not camera.packages() & {"reportlab", "psycopg"}
    cv2.imwrite(str(tmp_path / "card.png"), house().faces["4c"])
    done = camera.run("dealer-console", "read-card", tmp_path / "card.png", "--json")
    assert done.returncode in (0, 1), done.stderr
    assert json.loads(done.stdout.splitlines()[0])["verdict"]


def test_the_simulators_alone_judge_a_device(wheels: dict[str, Path], tmp_path: Path) -> None:
    sims = installed(tmp_path / "env", wheels["hardware-sims"])
    assert sims.megabytes() < 40
    assert not sims.packages() & (LARGE | {"dealer_console", "sqlalchemy", "pydantic_settings"})
    done = sims.run("hardware-sims", "check", "sim://shoe")
    assert done.returncode == 0, done.stderr
    assert "0 failed" in done.stderr
