"""The peer of the journal's benchmarks: the same table as an application of PyPI's `eventsourcing` on SQLite.

One aggregate per round, one event per entry, with the same fields. Nothing of the library is slowed down or left out:
it stores with its own recorder and its default settings, and replays with its own repository.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from dealer_console.game.engine import Round, play
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.game.rules import TableRules
from dealer_console.journal import Draft

_parsed = lru_cache(maxsize=5000)(parse_move)


class DealtRound(Aggregate):
    """A round: its wagers, its moves folded by the engine, its settlements kept."""

    table: TableRules  # of all rounds of this process: rules are no event

    def __init__(self, number: int, bets: list[str], who: str, at_ms: int) -> None:
        self.number = number
        self.round = Round(self.table, [parse_bet(text) for text in bets])
        self.settled: list[dict[str, Any]] = []

    @event("Moved")
    def moved(self, move: str, who: str, at_ms: int) -> None:
        play(self.round, _parsed(move))

    @event("Settled")
    def settle(self, settlement: dict[str, Any], who: str, at_ms: int) -> None:
        self.settled.append(settlement)

    @event("Closed")
    def close(self, house_net: str, who: str, at_ms: int) -> None:
        self.house_net = house_net


class Note(Aggregate):
    """Only for appending: an aggregate that grows by one small event at a time."""

    @event("Moved")
    def moved(self, move: str, who: str, at_ms: int) -> None:
        self.last = move


class PeerTable:
    """An application with its own file."""

    def __init__(self, path: Path) -> None:
        module = "eventsourcing.sqlite"
        self._app: Application[UUID] = Application({"PERSISTENCE_MODULE": module, "SQLITE_DBNAME": str(path)})
        self._note = Note()
        self._app.save(self._note)
        self._rounds: list[UUID] = []
        self._events = 0

    def close(self) -> None:
        self._app.close()

    def append_one(self) -> None:
        self._note.moved("1a hit", "Ann", 1_790_000_000_000)
        self._app.save(self._note)

    def store_round(self, table: TableRules, drafts: Sequence[Draft]) -> None:
        DealtRound.table = table
        now: DealtRound | None = None
        for draft in drafts:
            data: Any = draft.data
            if draft.kind == "round-opened":
                now = DealtRound(data["round"], data["bets"], "Ann", 1)
            elif now is not None and draft.kind == "move":
                now.moved(data["move"], "Ann", 1)
            elif now is not None and draft.kind == "settlement":
                now.settle({**data, "hand": data["hand"] and str(data["hand"])}, "Ann", 1)
            elif now is not None and draft.kind == "round-closed":
                now.close(data["house_net"], "Ann", 1)
        if now is None:
            raise ValueError("these drafts hold no round")
        self._events += now.version
        self._app.save(now)
        self._rounds.append(now.id)

    def replay_rate(self) -> float:
        """Events per second of the repository rebuilding every round."""
        gc.collect()
        begin = time.perf_counter()
        for identity in self._rounds:
            self._app.repository.get(identity)
        return self._events / (time.perf_counter() - begin)
