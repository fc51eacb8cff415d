"""Variables say what they hold: `wager`, `entry`, `row`, and not a word that fits everything."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def variables(*folders: str) -> Iterator[tuple[str, str]]:
    """Each name that is bound in the sources of these folders, with its place."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.arg):
                    yield node.arg, f"{file.relative_to(ROOT)}:{node.lineno}"
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id, f"{file.relative_to(ROOT)}:{node.lineno}"


def test_no_variable_is_called_each() -> None:
    assert [
        place for name, place in variables("dealer_console", "drivers", "hardware_sims", "tests") if name == "each"
    ] == []


def test_no_variable_of_the_product_is_called_told() -> None:
    assert [place for name, place in variables("dealer_console", "drivers", "hardware_sims") if name == "told"] == []
