"""Keys and fields that the source names: read from its syntax, without running it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import dealer_console

SOURCE = Path(dealer_console.__file__).parent
SAYING = frozenset({"words", "Message", "say_line", "say_note"})  # calls whose first argument is a key
KEY = re.compile(r"[a-zA-Z][\w-]*")


@dataclass(frozen=True)
class Saying:
    """One call: the key, or the pattern of a key that is put together, and the fields it gives."""

    where: str
    key: str
    pattern: re.Pattern[str]
    fields: frozenset[str]
    whole: bool  # False: the key has variable parts, or fields come by `**`


def _pattern(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else r".+" for part in node.values)
        return "".join(parts)
    return None


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


@cache
def _trees() -> tuple[tuple[Path, ast.Module], ...]:
    return tuple((file, ast.parse(file.read_text(encoding="utf-8"))) for file in sorted(SOURCE.rglob("*.py")))


def sayings() -> Iterator[Saying]:
    for file, tree in _trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            if _called(node) in SAYING or (file.name == "words.py" and _called(node) == "self"):
                yield from _said(f"{file.relative_to(SOURCE)}:{node.lineno}", node, node.args[0])


def _said(where: str, node: ast.Call, key: ast.expr) -> Iterator[Saying]:
    if isinstance(key, ast.IfExp):
        yield from _said(where, node, key.body)
        yield from _said(where, node, key.orelse)
        return
    pattern = _pattern(key)
    if pattern is None or (isinstance(key, ast.Constant) and not KEY.fullmatch(str(key.value))):
        return
    given = frozenset(keyword.arg for keyword in node.keywords if keyword.arg is not None)
    whole = isinstance(key, ast.Constant) and all(keyword.arg is not None for keyword in node.keywords)
    text = str(key.value) if isinstance(key, ast.Constant) else ast.unparse(key)
    yield Saying(where, text, re.compile(pattern), given, whole)


def named() -> tuple[set[str], set[re.Pattern[str]]]:
    """Every text in the source that can be a key, and every pattern of one that has a fixed beginning."""
    texts: set[str] = set()
    patterns: set[re.Pattern[str]] = set()
    for _file, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant) and len(node.values) > 1:
                if re.match(r"[a-z]+-", str(node.values[0].value)):
                    patterns.add(re.compile(_pattern(node) or ""))
            elif isinstance(node, ast.Call) and _called(node) == "Term" and isinstance(node.args[0], ast.Constant):
                patterns.add(re.compile(re.escape(f"{node.args[0].value!s}-") + ".+"))
    return texts, patterns
