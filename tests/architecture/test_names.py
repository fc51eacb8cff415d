"""Variables say what they hold: `wager`, `entry`, `row`, and not a word that fits everything."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def variables(name: str, *folders: str) -> Iterator[str]:
    """Each place in the sources of these folders where this name is bound."""
    word = re.compile(rf"\b{name}\b")
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if word.search(text) else ():
                if (isinstance(node, ast.arg) and node.arg == name) or (
                    isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name
                ):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}"


def test_no_variable_is_called_each() -> None:
    assert [*variables("each", "dealer_console", "drivers", "hardware_sims", "tests")] == []


@pytest.mark.parametrize("name", ["come", "found", "given", "got", "made", "one", "thing", "told", "wanted"])
def test_no_variable_of_the_product_has_a_name_that_fits_everything(name: str) -> None:
    assert [*variables(name, "dealer_console", "drivers", "hardware_sims")] == []
