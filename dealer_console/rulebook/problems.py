"""What can be wrong with a file: every problem with its key, clause, what is expected, and the nearest known word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dealer_console.game.message import Message
from dealer_console.game.suggestions import did_you_mean
from dealer_console.messages import recorded

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One fault of a configuration file."""

    key: str
    reason: str
    clause: str | None = None

    def __str__(self) -> str:
        clause = f" [{self.clause}]" if self.clause else ""
        return f"{self.key}: {self.reason}{clause}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Caution:
    """Lawful, but somebody should know (an approved game was changed)."""

    key: str
    reason: str
    clause: str | None = None


class BadFile(ValueError):
    """A configuration file that cannot be used, with all its problems."""

    def __init__(self, file: Path, problems: list[Problem]) -> None:
        self.file = file
        self.problems = problems
        lines = [f"{file}: {len(problems)} problem{'s' if len(problems) != 1 else ''}"]
        super().__init__("\n".join([*lines, *(f"  {problem}" for problem in problems)]))


# What to write where the shape of a value is wrong, in words of the file and not of the program.
_SHAPES = {
    "model_type": 'write a table, such as { is = ..., clause = "..." }',
    "model_attributes_type": 'write a table, such as { is = ..., clause = "..." }',
    "dict_type": "write a table",
    "tuple_type": "write a list, such as [1, 2]",
    "list_type": "write a list, such as [1, 2]",
    "string_type": "write a text in quotes",
    "int_type": "write a whole number",
    "bool_type": "write true or false",
    "date_type": "write a day, such as 2026-11-16",
}
_BRANCHES = ("function-", "constrained-", "lax-", "is-", "[key]")


def problems_of(
    error: ValidationError, data: Mapping[str, object], known: Mapping[str, tuple[str, ...]]
) -> list[Problem]:
    """The schema's findings in our words; `known` names the keys that a table of the file may hold."""
    return [_problem(each, data, known) for each in error.errors(include_url=False)]


def _problem(detail: ErrorDetails, data: Mapping[str, object], known: Mapping[str, tuple[str, ...]]) -> Problem:
    # pydantic names the branch of a union in the path; only what stands in the file is of use to its reader.
    path = [part for part in map(str, detail["loc"]) if not part.startswith(_BRANCHES)]
    key = ".".join(path)
    clause = _clause_near(path, data)
    if detail["type"] == "extra_forbidden":
        near = recorded(did_you_mean(path[-1], known.get(".".join(path[:-1]), ())))
        return Problem(key=key, reason=f"unknown key{near}", clause=clause)
    if detail["type"] == "missing":
        return Problem(key=key, reason="this key is missing", clause=clause)
    given = detail["input"]
    reason = _SHAPES.get(detail["type"], detail["msg"].removeprefix("Value error, "))
    if detail["type"] == "literal_error":
        expected = str(detail["ctx"]["expected"])
        words = [word.strip("' ") for word in expected.replace(" or ", ",").split(",")]
        reason = f"{given!r} is not offered; expected {expected}{_near(given, words)}"
    elif given is not None and not isinstance(given, dict | list):
        reason = f"{given!r}: {reason}"
    return Problem(key=key, reason=reason, clause=clause)


def _near(given: object, words: list[str]) -> str:
    hint = did_you_mean(str(given), words)
    return recorded(hint) if isinstance(hint, Message) and hint.code == "did-you-mean" else ""


def _clause_near(path: list[str], data: Mapping[str, object]) -> str | None:
    """The clause that stands beside the faulty value, in its own table or in one around it."""
    found = None
    here: object = data
    for part in path:
        if isinstance(here, dict):
            clause = here.get("clause")
            found = clause if isinstance(clause, str) else found
            here = here.get(part)
        elif isinstance(here, list) and part.isdecimal() and int(part) < len(here):
            here = here[int(part)]
        else:
            break
    if isinstance(here, dict) and isinstance(here.get("clause"), str):
        return str(here["clause"])
    return found
