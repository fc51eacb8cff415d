"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from dealer_console.app.paths import Places
from dealer_console.rulebook.tables import Table

Level = Literal["ok", "warning", "problem"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """`mend` is a command, or what a person does; nothing when all is well."""

    check: str
    level: Level
    says: str
    mend: str = ""

    def data(self) -> dict[str, str]:
        return {"check": self.check, "level": self.level, "says": self.says, "mend": self.mend}


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """The table that shall open, or none: then only the machine is examined."""

    places: Places
    table: Table | None = None
    platform: str | None = None
    simulators: bool = False

    @property
    def journal(self) -> Path | None:
        return self.places.data / self.table.journal if self.table is not None else None


def ok(check: str, says: str) -> Finding:
    return Finding(check=check, level="ok", says=says)


def warning(check: str, says: str, mend: str) -> Finding:
    return Finding(check=check, level="warning", says=says, mend=mend)


def problem(check: str, says: str, mend: str) -> Finding:
    return Finding(check=check, level="problem", says=says, mend=mend)
