"""What is known about each clause of the five documents: what it says, what rests on it, which rounds show it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[3]
DOCUMENTS: Final[dict[str, str]] = {
    "MA": "Massachusetts, Blackjack Switch",
    "SD": "South Dakota, Blackjack Switch",
    "CB": "Catfish Bend, blackjack",
    "LW": "Light & Wonder, Blackjack Switch",
    "WA": "Washington, Blackjack Switch",
}
READINGS: Final = tuple(f"Reading {number}" for number in range(1, 22))
# Not from the five documents: the house's own procedure, and how we read what they leave open.
_OWN: Final = re.compile(r"house|Reading \d+")
_ROUND_CLAUSES: Final = re.compile(r"^# clauses:\s*(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause: shown by rounds or by tests of the live table, waiting for a part of the product (`later`), or not
    for software to carry out."""

    name: str
    says: str
    shown_by: str | None = None  # "rounds" or "tests"
    tests: tuple[str, ...] = ()  # file::function
    later: str | None = None
    not_executed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """Everything by clause: keys of the rule sets (`key: rule sets`), modules that name it, rounds that show it."""

    clauses: Mapping[str, Mapping[str, Clause]]
    keys: Mapping[str, Mapping[str, tuple[str, ...]]]
    modules: Mapping[str, tuple[str, ...]]
    rounds: Mapping[str, tuple[str, ...]]

    def is_known(self, name: str) -> bool:
        """A clause of the five documents or the heading of some, a Reading, the house."""
        if _OWN.fullmatch(name):
            return True
        return any(item == name or item.startswith(f"{name}(") for of in self.clauses.values() for item in of)


def read_index(root: Path = ROOT) -> Index:
    clauses = {document: _clauses(root / "config" / "clauses" / f"{document}.toml") for document in DOCUMENTS}
    names = [name for clause in clauses.values() for name in clause]
    return Index(
        clauses=clauses,
        keys=_keys(root / "config" / "rulesets"),
        modules=_modules(root, (*names, *READINGS)),
        rounds=_rounds(root / "tests" / "rounds"),
    )


def _clauses(file: Path) -> dict[str, Clause]:
    rows = tomllib.loads(file.read_text("utf-8"))["clause"]
    return {
        row["id"]: Clause(
            name=row["id"],
            says=row["says"],
            shown_by=row.get("shown_by"),
            tests=tuple(row.get("tests", ())),
            later=row.get("later"),
            not_executed=row.get("not_executed"),
        )
        for row in rows
    }


def _keys(folder: Path) -> dict[str, dict[str, tuple[str, ...]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for file in sorted(folder.glob("*.toml")):
        for clause, key in cited(tomllib.loads(file.read_text("utf-8"))):
            places = found.setdefault(clause, {}).setdefault(key, [])
            if file.stem not in places:
                places.append(file.stem)
    return {clause: {key: tuple(places) for key, places in keys.items()} for clause, keys in found.items()}


def cited(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every clause that a rule set's file names, with the key it stands at."""
    for topic, clause in data.get("clauses", {}).items():
        yield clause, f"clauses.{topic}"
    yield from _walk({key: item for key, item in data.items() if key != "clauses"}, "")


def _walk(value: object, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for part in value:
            yield from _walk(part, at)
    if not isinstance(value, dict):
        return
    for key, part in value.items():
        if key in ("clause", "lose_clause"):
            yield part, at
        else:
            yield from _walk(part, f"{at}.{key}" if at else key)


def _modules(root: Path, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The modules of the game and of the live table that name a clause in a comment or text."""
    # `MA 5(a)` inside `MA 5(a)(2)`, or `SD 1` inside `SD 13`, is another clause.
    named = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})(?![\w(])")
    found: dict[str, list[str]] = {}
    package = root / "dealer_console"
    for file in (*sorted((package / "game").rglob("*.py")), *sorted((package / "table").rglob("*.py"))):
        place = file.relative_to(package).as_posix().removeprefix("game/")
        for name in dict.fromkeys(named.findall(file.read_text("utf-8"))):
            found.setdefault(name, []).append(place)
    return {name: tuple(places) for name, places in found.items()}


def _rounds(folder: Path) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*.round")):
        for clause in round_clauses(file.read_text("utf-8")):
            found.setdefault(clause, []).append(file.relative_to(folder).as_posix())
    return {clause: tuple(files) for clause, files in found.items()}


def round_clauses(text: str) -> list[str]:
    """The clauses of a round, from its comment line `# clauses: MA 5(c), Reading 3`."""
    named = _ROUND_CLAUSES.search(text)
    return [part.strip() for part in named[1].split(",") if part.strip()] if named else []
