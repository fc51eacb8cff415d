"""A system library that Qt needs is named with its package, before Qt has a chance to abort."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dealer_console.touch.app import libraries

ROOT = Path(__file__).parents[2]


def without(folder: Path, *names: str) -> dict[str, str]:
    """An environment whose loader finds an empty file first: to it the library is not there."""
    for name in names:
        (folder / name).write_bytes(b"")
    return {**os.environ, "LD_LIBRARY_PATH": str(folder), "QT_QPA_PLATFORM": "offscreen"}


def ask(platform: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    code = (
        "import sys\n"
        "from dealer_console.touch.app.libraries import LibrariesMissing, require\n"
        "try:\n"
        f"    require({platform!r})\n"
        "except LibrariesMissing as error:\n"
        "    print(error)\n"
        "print('Qt' if any(name.startswith('PySide6') for name in sys.modules) else 'no Qt')\n"
    )
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )


def test_everything_is_there_where_these_tests_run() -> None:
    assert libraries.missing("offscreen") == ()
    assert libraries.missing("vnc:size=1280x800:port=0") == ()


def test_missing_libraries_are_named_together_with_their_packages(tmp_path: Path) -> None:
    said = ask("offscreen", without(tmp_path, "libEGL.so.1", "libfontconfig.so.1")).stdout
    assert "libEGL.so.1, libfontconfig.so.1" in said
    assert "apt install libegl1 libfontconfig1" in said
    assert "dnf install libglvnd-egl fontconfig" in said
    assert said.endswith("no Qt\n")


def test_the_cursor_library_matters_to_an_x_display_only(tmp_path: Path) -> None:
    environment = without(tmp_path, "libxcb-cursor.so.0")
    assert "libxcb-cursor0" in ask("xcb", environment).stdout
    for platform in ("vnc:size=1280x800", "offscreen", "eglfs"):
        assert "cursor" not in ask(platform, environment).stdout


def test_every_library_of_the_window_really_fails_without_it(tmp_path: Path) -> None:
    """The first two of the list, as the import itself sees them: the check tells what would have happened."""
    for name in ("libEGL.so.1", "libxkbcommon.so.0"):
        folder = tmp_path / name
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", "import PySide6.QtWidgets"],
            env=without(folder, name),
            capture_output=True,
            text=True,
        )
        assert done.returncode != 0
        assert name in done.stderr


def test_the_test_run_itself_names_the_library(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/console/test_libraries.py", "-p", "no:cacheprovider", "-q"],
        env=without(tmp_path, "libEGL.so.1"),
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    said = done.stdout + done.stderr
    assert "apt install libegl1" in said
    assert "Traceback" not in said
