"""What a wheel carries: the three packages with the configuration, and no rig."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_wheel_carries_the_product_and_runs_its_demonstration(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = wheel.namelist()
        wheel.extractall(tmp_path)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"dealer_console", "drivers", "hardware_sims"}
    assert {f"{package}/py.typed" for package in ("dealer_console", "drivers", "hardware_sims")} <= set(names)
    command = [sys.executable, "-m", "dealer_console.cli", "demo", "--terminal"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert ended.returncode == 0, ended.stderr
    assert "demonstration.round" in ended.stdout
