"""The engine is pure: the standard library without clock, dice, log, file and thread, and no float near money."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

GAME = Path(__file__).parent.parent.parent / "dealer_console" / "game"
MODULES = sorted(GAME.glob("**/*.py"))
EACH = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)

# What a pure engine has no use for: the outer world in any form. `datetime.date` is a value like any other.
FORBIDDEN = frozenset(
    (
        *("time", "random", "secrets", "logging", "threading", "multiprocessing", "asyncio", "concurrent", "queue"),
        *("pathlib", "os", "io", "sys", "shutil", "tempfile", "socket", "subprocess", "signal", "sqlite3", "pickle"),
        *("decimal", "math", "statistics", "uuid", "importlib", "builtins", "warnings", "contextvars"),
    )
)
FORBIDDEN_CALLS = frozenset(("open", "print", "input", "eval", "exec", "float", "compile", "__import__"))
# The likeness of two words, for "did you mean".
FLOATS = {"similar_names.py": [0.5]}


def tree_of(module: Path) -> ast.Module:
    return ast.parse(module.read_text("utf-8"), filename=str(module))


def imported(tree: ast.AST) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every imported module, wherever the import stands, with the names taken from it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, ()
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where a module comes from"
            yield node.module or "", tuple(name.name for name in node.names)


def test_the_engine_is_there() -> None:
    assert len(MODULES) > 20


@EACH
def test_imports_only_the_standard_library_and_itself(module: Path) -> None:
    for name, _ in imported(tree_of(module)):
        top = name.partition(".")[0]
        assert name.startswith("dealer_console.game") or top in sys.stdlib_module_names, name


@EACH
def test_imports_nothing_of_the_outer_world(module: Path) -> None:
    for name, taken in imported(tree_of(module)):
        assert name.partition(".")[0] not in FORBIDDEN, name
        if name == "datetime":
            assert set(taken) <= {"date", "datetime"}, taken


@EACH
def test_asks_no_clock_and_opens_nothing(module: Path) -> None:
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("now", "today", "utcnow", "fromtimestamp"), ast.unparse(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_CALLS, ast.unparse(node)


@EACH
def test_no_float_comes_near_money(module: Path) -> None:
    found = [
        node.value
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
    ]
    assert found == FLOATS.get(module.name, [])


@EACH
def test_true_division_is_only_used_on_fractions(module: Path) -> None:
    """`/` on whole cents would make a float; it may stand only where a Fraction is divided by a unit."""
    found = [
        ast.unparse(node)
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
    ]
    assert found == (["amount / unit"] if module.name == "money.py" else [])


def test_the_names_say_what_is_inside() -> None:
    shapeless = {"utils", "util", "common", "helpers", "helper", "manager", "misc"}

    assert not [module for module in MODULES if module.stem in shapeless]
