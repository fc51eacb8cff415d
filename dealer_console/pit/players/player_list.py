"""Who the rated players are (`players.csv` of the house, which may be missing): names, VIP and barred, by card."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from dealer_console.game.message import Message
from dealer_console.rulebook.load import config_folder
from dealer_console.rulebook.problems import BadFile, Problem

FILE_NAME: Final = "players.csv"
COLUMNS: Final = ("card", "name", "vip", "barred")
_MARKS: Final = {"": False, "no": False, "yes": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPlayer:
    card: str
    name: str
    vip: bool = False
    barred: bool = False


@cache
def load_players() -> dict[str, KnownPlayer]:
    """By card number. Raises `BadFile` with all problems."""
    file = config_folder() / FILE_NAME
    return players_from_file(file) if file.exists() else {}


def players_from_file(file: Path) -> dict[str, KnownPlayer]:
    with file.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    problems = [
        Problem(key=f"line {line}", reason=reason)
        for line, row in enumerate(rows, start=2)
        if (reason := _why_not(row)) is not None
    ]
    cards = [row.get("card") or "" for row in rows]
    problems += [
        Problem(key=f"card {card}", reason=Message("file-card-twice"))
        for card in dict.fromkeys(cards)
        if cards.count(card) > 1
    ]
    if problems:
        raise BadFile(file, problems)
    return {
        row["card"]: KnownPlayer(
            card=row["card"],
            name=row["name"],
            vip=_MARKS[row["vip"].strip().lower()],
            barred=_MARKS[row["barred"].strip().lower()],
        )
        for row in rows
    }


def _why_not(row: dict[str, str | None]) -> Message | None:
    if any(row.get(column) is None for column in COLUMNS):
        return Message("file-write-columns", columns=tuple(COLUMNS))
    if not (row["card"] or "").strip():
        return Message("file-player-card")
    for column in ("vip", "barred"):
        if (row[column] or "").strip().lower() not in _MARKS:
            return Message("file-yes-no-empty", column=column)
    return None
