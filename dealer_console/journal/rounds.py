"""The rounds of a journal, one after the other: for export and history.

They are read as they stand; whether they are genuine is the business of `verify`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from dealer_console.game.money import parse_amount
from dealer_console.game.notation import parse_move
from dealer_console.game.round_file import RoundFile, parse_bet, write_play
from dealer_console.journal import reader
from dealer_console.journal.canonical import Json
from dealer_console.journal.entry import Entry
from dealer_console.journal.settlements import MADE, WITHDRAWN


@dataclass(slots=True, kw_only=True)
class RecordedRound:
    """One round as the journal tells it, without the moves that were taken back."""

    number: int
    opened_at_ms: int
    first_entry: int
    last_entry: int
    rules: str
    choices: Mapping[str, Json]
    date: date | None
    bets: list[str]
    standing: dict[int, str] = field(default_factory=dict)  # the moves that no undo took back, by their entries
    settlements: list[Mapping[str, Json]] = field(default_factory=list)
    closed_at_ms: int | None = None
    house_net: str | None = None
    corrected: bool = False

    @property
    def moves(self) -> list[str]:
        return list(self.standing.values())

    def as_file(self) -> RoundFile:
        play = write_play(parse_move(text) for text in self.moves)
        return RoundFile(
            rules=self.rules, table=dict(self.choices), bets=tuple(self.bets), play=tuple(play), date=self.date
        )

    @property
    def cards(self) -> set[str]:
        """Every face that came in this round."""
        words = (word for text in self.moves for word in text.split())
        return {word for word in words if len(word) == 2 and word[0] in "A23456789TJQK" and word[1] in "cdhs?"}

    @property
    def spots(self) -> set[int]:
        return {parse_bet(text).spot for text in self.bets}

    @property
    def irregularities(self) -> list[str]:
        return [text.split()[1] for text in self.moves if text.startswith("irregularity ")]

    @property
    def amounts(self) -> list[int]:
        """Every sum of this round in cents: stakes, and what was paid and taken."""
        bets = [parse_bet(text) for text in self.bets]
        staked = [each for bet in bets for each in (bet.amount, *bet.side_bets.values(), *bet.tokes.values())]
        settled = [parse_amount(str(each[key])) for each in self.settlements for key in ("stake", "pays", "takes")]
        return [*staked, *settled]


def recorded_rounds(path: Path) -> Iterator[RecordedRound]:
    """All rounds in order, an open one last."""
    with reader.read_only(path) as connection:
        yield from _rounds(connection)


def _rounds(connection: sqlite3.Connection) -> Iterator[RecordedRound]:
    configuration: Mapping[str, Json] = {}
    corrected = _corrected(connection)
    now: RecordedRound | None = None
    for entry in reader.entries(connection):
        if entry.kind == "configuration":
            configuration = entry.data
        elif entry.kind == "round-opened":
            now = _opened(entry, configuration)
        elif now is not None:
            _tell(now, entry)
            if entry.kind == "round-closed":
                now.corrected = any(now.first_entry <= seq <= now.last_entry for seq in corrected)
                yield now
                now = None
    if now is not None:
        yield now


def _corrected(connection: sqlite3.Connection) -> list[int]:
    """The entries that a supervisor corrected, often long after their round."""
    query = "SELECT json_extract(data, '$.corrects') FROM entries WHERE kind = 'correction' AND json_valid(data)"
    return [seq for (seq,) in connection.execute(query) if isinstance(seq, int)]


def _opened(entry: Entry, configuration: Mapping[str, Json]) -> RecordedRound:
    number, bets, choices = entry.data["round"], entry.data["bets"], configuration.get("choices")
    on = configuration.get("date")
    return RecordedRound(
        number=number if isinstance(number, int) else 0,
        opened_at_ms=entry.at_ms,
        first_entry=entry.seq,
        last_entry=entry.seq,
        rules=str(configuration.get("rules", "")),
        choices=choices if isinstance(choices, dict) else {},
        date=date.fromisoformat(on) if isinstance(on, str) else None,
        bets=[str(each) for each in bets] if isinstance(bets, list) else [],
    )


def _tell(now: RecordedRound, entry: Entry) -> None:
    now.last_entry = entry.seq
    if entry.kind == "move":
        now.standing[entry.seq] = str(entry.data["move"])
    elif entry.kind == "undo" and isinstance(entry.data["undoes"], int):
        now.standing.pop(entry.data["undoes"], None)
    elif entry.kind == "card-corrected" and isinstance(entry.data["corrects"], int):
        now.standing[entry.data["corrects"]] = str(entry.data["move"])
    elif entry.kind == MADE:
        now.settlements.append(entry.data)
    elif entry.kind == WITHDRAWN and entry.data in now.settlements:
        now.settlements.remove(entry.data)
    elif entry.kind == "round-closed":
        now.closed_at_ms, now.house_net = entry.at_ms, str(entry.data["house_net"])
