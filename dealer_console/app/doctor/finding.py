"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from dealer_console.app.paths import Places
from dealer_console.game.message import Message
from dealer_console.messages import Words, recorded
from dealer_console.rulebook.tables import Table

Level = Literal["ok", "warning", "problem"]
Mend = Message | str  # a command is the same in every language


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """`mend` is a command, or what a person does; nothing when all is well."""

    check: str
    level: Level
    says: Message
    mend: Mend = ""

    def data(self) -> dict[str, str]:
        """For programs, in the record's words."""
        codes = {"check": self.check, "level": self.level, "code": self.says.code}
        return {**codes, "says": recorded(self.says), "mend": recorded(self.mend)}

    def title(self, words: Words) -> str:
        return f"{words(f'check-{self.check}')}: {words(self.says)}"

    def remedy(self, words: Words) -> str:
        return words(self.mend) if isinstance(self.mend, Message) else self.mend


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """The table that shall open, or none: then only the machine is examined."""

    places: Places
    table: Table | None = None
    table_file: Path | None = None
    platform: str | None = None
    simulators: bool = False

    @property
    def journal(self) -> Path | None:
        return self.places.data / self.table.journal if self.table is not None else None


def ok(check: str, says: Message) -> Finding:
    return Finding(check=check, level="ok", says=says)


def warning(check: str, says: Message, mend: Mend) -> Finding:
    return Finding(check=check, level="warning", says=says, mend=mend)


def problem(check: str, says: Message, mend: Mend) -> Finding:
    return Finding(check=check, level="problem", says=says, mend=mend)
