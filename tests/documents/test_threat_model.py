"""Every line of the threat model names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def rows() -> list[list[str]]:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| who ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_every_actor_has_tests_that_exist() -> None:
    assert len(rows()) > 12
    for who, can, cannot, shown in rows():
        assert who
        assert can
        assert cannot
        folder = ROOT
        for name in re.findall(r"`([^`]+)`", shown):
            path = ROOT / name if name.startswith("tests/") else folder / name
            assert path.exists(), f"{who}: {name}"
            folder = path if path.is_dir() else path.parent
