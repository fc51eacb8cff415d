"""What can be wrong with a file: every problem with its key, clause, what is expected, and the nearest known word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dealer_console.game.message import Message, OneOf, Quoted
from dealer_console.game.rules import rule_text
from dealer_console.game.similar_names import did_you_mean
from dealer_console.messages import MessageError, recorded, recorded_error

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One fault of a configuration file."""

    key: str
    reason: Message
    clause: str | None = None

    @property
    def message(self) -> Message:
        if self.clause:
            return Message("file-problem-by", key=self.key, reason=self.reason, clause=self.clause)
        return Message("file-problem", key=self.key, reason=self.reason)

    def __str__(self) -> str:
        return recorded(self.message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caution:
    """Lawful, but somebody should know (an approved game was changed)."""

    key: str
    reason: Message
    clause: str | None = None


class BadFile(ValueError):
    """A configuration file that cannot be used, with all its problems."""

    def __init__(self, file: Path, problems: list[Problem]) -> None:
        self.file = file
        self.problems = problems
        self.messages = (
            Message("file-problems", file=str(file), count=len(problems)),
            *(problem.message for problem in problems),
        )
        super().__init__(recorded_error(self))


class BadValue(MessageError, ValueError):
    """What a value of a file cannot be; the schema adds its place."""


def reason_of(error: MessageError) -> Message:
    return error.message if isinstance(error.message, Message) else rule_text(error.message)


def unlike_file_name(name: str, file: Path) -> Message:
    return Message("file-unlike-its-name", name=Quoted(name), file=Quoted(file.name))


# What to write where the shape of a value is wrong, in words of the file and not of the program.
_SHAPES = {
    "model_type": Message("file-write-clause-table"),
    "model_attributes_type": Message("file-write-clause-table"),
    "dict_type": Message("file-write-table"),
    "tuple_type": Message("file-write-list"),
    "list_type": Message("file-write-list"),
    "string_type": Message("file-write-text"),
    "string_too_short": Message("file-write-something"),
    "int_type": Message("file-write-number"),
    "bool_type": Message("file-write-yes-no"),
    "date_type": Message("file-write-day"),
}
_PATTERNS = {
    r"^[a-z0-9]+(-[a-z0-9]+)*$": Message("file-write-slug"),
    r"^[A-Z]{3}$": Message("file-write-currency"),
    r"^[0-9a-f]{64}$": Message("file-write-public-key"),
    r"^[1-9]\d*:[1-9]\d*$": Message("file-write-odds"),
    r"^([1-9]\d*(/[1-9]\d*)?|none)$": Message("file-write-share"),
}
_LIMITS = {
    "greater_than_equal": ("file-at-least", "ge"),
    "less_than_equal": ("file-at-most", "le"),
    "too_short": ("file-too-few", "min_length"),
    "too_long": ("file-too-many", "max_length"),
}
_BRANCHES = ("function-", "constrained-", "lax-", "is-", "[key]")


def problems_of(
    error: ValidationError, data: Mapping[str, object], known: Mapping[str, tuple[str, ...]]
) -> list[Problem]:
    """The schema's findings in our words; `known` names the keys that a table of the file may hold."""
    return [_problem(detail, data, known) for detail in error.errors(include_url=False)]


def _problem(detail: ErrorDetails, data: Mapping[str, object], known: Mapping[str, tuple[str, ...]]) -> Problem:
    # pydantic names the branch of a union in the path; only what stands in the file is of use to its reader.
    path = [part for part in map(str, detail["loc"]) if not part.startswith(_BRANCHES)]
    key = ".".join(path)
    clause = _clause_near(path, data)
    if detail["type"] == "extra_forbidden":
        hint = did_you_mean(path[-1], known.get(".".join(path[:-1]), ()))
        return Problem(key=key, reason=Message("file-unknown-key", hint=hint), clause=clause)
    if detail["type"] == "missing":
        return Problem(key=key, reason=Message("file-key-missing"), clause=clause)
    value = detail["input"]
    reason = _reason(detail)
    if detail["type"] == "literal_error":
        expected = str(detail["ctx"]["expected"])
        words = [word.strip("' ") for word in expected.replace(" or ", ",").split(",")]
        offered = OneOf(tuple(map(Quoted, words)))
        reason = Message("file-not-offered", value=repr(value), expected=offered, hint=_near(value, words))
    elif value is not None and not isinstance(value, dict | list):
        reason = Message("file-value", value=repr(value), reason=reason)
    return Problem(key=key, reason=reason, clause=clause)


def _reason(detail: ErrorDetails) -> Message:
    """Ours, where a value was refused by us or has a wrong shape; what else the schema finds, it says itself."""
    refused = detail.get("ctx", {}).get("error")
    if isinstance(refused, MessageError):
        return reason_of(refused)
    shape = _SHAPES.get(detail["type"]) or _PATTERNS.get(str(detail.get("ctx", {}).get("pattern")))
    return shape or _limit(detail) or rule_text(detail["msg"])


def _limit(detail: ErrorDetails) -> Message | None:
    code, name = _LIMITS.get(detail["type"], ("", ""))
    return Message(code, limit=int(detail["ctx"][name])) if code else None


def _near(value: object, words: list[str]) -> Message | str:
    hint = did_you_mean(str(value), words)
    return hint if isinstance(hint, Message) and hint.code == "did-you-mean" else ""


def _clause_near(path: list[str], data: Mapping[str, object]) -> str | None:
    """The clause that stands beside the faulty value, in its own table or in one around it."""
    nearest = None
    here: object = data
    for part in path:
        if isinstance(here, dict):
            clause = here.get("clause")
            nearest = clause if isinstance(clause, str) else nearest
            here = here.get(part)
        elif isinstance(here, list) and part.isdecimal() and int(part) < len(here):
            here = here[int(part)]
        else:
            break
    if isinstance(here, dict) and isinstance(here.get("clause"), str):
        return str(here["clause"])
    return nearest
