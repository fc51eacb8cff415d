"""The list of planted faults is true to the source; under `make proof` each of them is noticed by a test it names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trust.planted_faults import FAULTS, Planted, guard_lines

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", "*.egg-info", "dist", "build", ".*_cache")


def test_each_fault_stands_once_in_the_source_and_names_tests_that_are_there() -> None:
    for fault in FAULTS:
        assert (ROOT / fault.file).read_text("utf-8").count(fault.text) == 1, fault.guard
        assert fault.tests, fault.guard
        for test in fault.tests:
            assert (ROOT / test.partition("::")[0]).exists(), f"{fault.guard}: {test}"
    assert len({fault.guard for fault in FAULTS}) == len(FAULTS)


def test_security_md_has_the_list_of_guards_as_it_is() -> None:
    """`python -m tests.trust.planted_faults` prints it."""
    written = [line for line in (ROOT / "SECURITY.md").read_text("utf-8").splitlines() if "guard " in line[:12]]
    assert written == guard_lines()
    assert {line.split("|")[1].strip() for line in written} == {f"guard {number}" for number in (*range(1, 16), "s")}


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source in another place, where it may be broken."""
    place = tmp_path_factory.mktemp("planted") / "source"
    shutil.copytree(ROOT, place, ignore=LEFT_OUT)
    return place


@pytest.mark.proof
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.guard)
def test_a_guard_that_is_taken_out_is_missed(copy: Path, fault: Planted) -> None:
    file = copy / fault.file
    sound = file.read_text("utf-8")
    file.write_text(sound.replace(fault.text, fault.instead), "utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *fault.tests]
    try:
        ended = subprocess.run(
            words, cwd=copy, capture_output=True, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        )
    finally:
        file.write_text(sound, "utf-8")
    assert ended.returncode == 1, f"{fault.guard}: {ended.stdout[-2000:]}{ended.stderr[-2000:]}"
    assert "failed" in ended.stdout
