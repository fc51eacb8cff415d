"""The little Markdown that the generated documents need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

GENERATED: Final = "<!-- Printed by `make docs`. Change the source, not this file. -->"


def text(value: str) -> str:
    """Text that may stand in a cell of a table."""
    return value.replace("|", "\\|").replace("\n", " ")


def code(value: object) -> str:
    return f"`{value}`"


def codes(values: Iterable[object], between: str = ", ") -> str:
    return between.join(code(value) for value in values)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(map(text, row))} |" for row in rows]
    return [*lines, ""]


def heading(level: int, words: str) -> list[str]:
    return [f"{'#' * level} {words}", ""]


def paragraph(*sentences: str) -> list[str]:
    return [" ".join(sentences), ""]


def page(lines: Iterable[str]) -> str:
    return "\n".join([GENERATED, "", *lines]).rstrip("\n") + "\n"
