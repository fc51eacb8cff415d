"""The golden files of tests/vectors, loaded once."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "vectors"


@cache
def golden(name: str) -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def rows(name: str, table: str) -> list[dict[str, Any]]:
    found = golden(name)[table]
    assert found, f"{name}.toml has no [[{table}]]"
    return found
