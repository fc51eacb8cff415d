"""Empty environments with one of our wheels in them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NO_INDEX = ("No matching distribution", "No solution found", "Connection", "connection", "error sending request")

_NOT_OURS = {"__pycache__", "pip", "setuptools"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    folder: Path

    def run(self, program: str, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        """As a person starts it, far away from the checkout."""
        usual = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
        home = {"HOME": str(self.folder), "QT_QPA_PLATFORM": "offscreen"}
        return subprocess.run(
            [self.folder / "bin" / program, *map(str, words)],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**usual, **home, **environment},
            timeout=300,
        )

    def packages(self) -> set[str]:
        found = self.folder.glob("lib/python3*/site-packages/*.dist-info")
        return {file.name.partition("-")[0].lower() for file in found}

    def megabytes(self) -> int:
        """Without compiled copies, and without pip itself: uv brings neither."""
        files = [file for file in self.folder.rglob("*") if file.is_file() and not set(file.parts) & _NOT_OURS]
        return sum(file.lstat().st_size for file in files) // 1_000_000


def built_wheels(folder: Path) -> dict[str, Path]:
    """By name, built as `make dist` does."""
    for source in (ROOT, ROOT / "hardware_sims" / "distribution"):
        words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(words, cwd=source, check=True, capture_output=True)
    return {file.name.partition("-")[0].replace("_", "-"): file for file in folder.glob("*.whl")}


def installed(folder: Path, wheel: Path, extras: str = "") -> Environment:
    """With uv where it is there, else with pip. Skips, with the reason, where no index can be reached."""
    wanted = f"{wheel}{f'[{extras}]' if extras else ''}"
    uv = shutil.which("uv")
    if uv is not None:
        make = [uv, "venv", "-q", "--python", sys.executable, str(folder)]
        install = [uv, "pip", "install", "-q", "--link-mode=copy", "--python", str(folder / "bin" / "python"), wanted]
    else:
        make = [sys.executable, "-m", "venv", str(folder)]
        install = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", wanted]
    subprocess.run(make, check=True, capture_output=True)
    done = subprocess.run(install, capture_output=True, text=True)
    if done.returncode != 0 and any(words in done.stderr for words in NO_INDEX):
        pytest.skip(f"no package index can be reached, so nothing was installed: {done.stderr.strip()[-300:]}")
    assert done.returncode == 0, done.stderr
    return Environment(folder=folder)
