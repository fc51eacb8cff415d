"""The journal against PyPI's `eventsourcing` on SQLite, and against what the disk itself can do.

Append: one event, one commit, durable before it returns, on all sides: ours (hash chain, schema check, guards), the
peer's `app.save(aggregate)` (write-ahead log, synchronous FULL, as it comes), and the floor: one record written to a
growing file, then `fdatasync`. There are two floors. An entry adds some 80 bytes to the file: a log of nothing but such
records is the least that any program can do. What one append really writes is a page of SQLite with its head, 2,072
bytes (twice that when it is signed): a log of such records does the same work for the disk. All take turns every few
events, so that a slow moment of the disk falls on all of them.

Verify and replay: the same rounds on both sides, one event per entry. The peer rebuilds one aggregate for each round
from its stored events; ours reads the file, checks every hash, every field, every checkpoint and every settlement. Both
fold the moves through the same engine, both look each distinct text of a move up instead of parsing it again.

Opening: `Journal.open` with its checks and the last snapshot, of a long file and of a short one.
"""

from __future__ import annotations

import gc
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median

from dealer_console.game.choices import choose
from dealer_console.game.rules import TableRules
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import Draft, Journal, migrate
from dealer_console.journal.configuration import configuration
from dealer_console.journal.round_entries import appends_of_round
from dealer_console.journal.verification.verify import verify
from dealer_console.rulebook import load_rules
from dealer_console.simulation.engine_table import EngineTable
from dealer_console.simulation.player import plain_bets
from tests.tools.bench.journal_peer import PeerTable

RUNS = 5
RULES = "massachusetts-switch"
SEED = bytes(range(32))
TURN = 20  # events that each side appends before the next one has its turn
RECORD = 80  # bytes: what an ordinary entry takes in our file, hash included
PAGE = migrate.PAGE + 24  # bytes: what one append writes into the write-ahead log


@contextmanager
def _folder() -> Iterator[Path]:
    """Beside the working folder: the system's folder for temporary files often lies in memory, not on a disk."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        yield Path(folder)


class _Floor:
    """What a log costs on this disk at the very least."""

    def __init__(self, path: Path, size: int) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._record = b"x" * size

    def append(self) -> None:
        os.write(self._file, self._record)
        os.fdatasync(self._file)

    def close(self) -> None:
        os.close(self._file)


def append_bench(events: int = 1000) -> dict[str, float]:
    """Durable appends per second, and the ratios."""
    with _folder() as folder, Journal.create(folder / "ours", table="bench", signing_key=SEED) as journal:
        move = Draft(kind="move", data={"move": "1a hit"}, who="Ann")
        peer = PeerTable(folder / "peer")
        floors = [_Floor(folder / f"floor-{size}", size) for size in (RECORD, PAGE)]
        actions: tuple[Callable[[], object], ...] = (
            lambda: journal.append([move], at_ms=1_790_000_000_000),
            peer.append_one,
            *(floor.append for floor in floors),
        )
        _taking_turns(actions, events // 4)
        seconds = [_taking_turns(actions, events) for _ in range(RUNS)]
        for floor in floors:
            floor.close()
        peer.close()
    return {
        "appends_per_second": median(events / ours for ours, *_ in seconds),
        "eventsourcing_appends_per_second": median(events / theirs for _, theirs, *_ in seconds),
        "fdatasync_per_second": median(events / disk for *_, disk, _ in seconds),
        "fdatasync_of_a_page_per_second": median(events / disk for *_, disk in seconds),
        "append_ratio": median(theirs / ours for ours, theirs, *_ in seconds),
        "append_share_of_floor": median(disk / ours for ours, _, disk, _ in seconds),
        "append_share_of_a_page": median(disk / ours for ours, *_, disk in seconds),
    }


def _taking_turns(actions: tuple[Callable[[], object], ...], events: int) -> list[float]:
    seconds = [0.0] * len(actions)
    gc.collect()
    for _ in range(max(1, events // TURN)):
        for number, action in enumerate(actions):
            begin = time.perf_counter()
            for _ in range(TURN):
                action()
            seconds[number] += time.perf_counter() - begin
    return seconds


def replay_bench(rounds: int = 2000) -> dict[str, float]:
    """Entries verified and replayed per second, against the peer's events replayed per second."""
    with _folder() as folder:
        dealt = Dealt(Random(1))
        peer = PeerTable(folder / "peer")
        with Journal.create(folder / "ours", table="bench", signing_key=SEED) as journal:
            journal.append([configuration(RULES, {})], at_ms=0)
            for number in range(1, rounds + 1):
                drafts = dealt.round(number)
                journal.append(drafts, at_ms=number)
                peer.store_round(dealt.table, drafts)
            journal.checkpoint(rounds)
        pairs = [(_verify_rate(folder / "ours"), peer.replay_rate()) for _ in range(RUNS + 1)][1:]
        peer.close()
    return {
        "verified_entries_per_second": median(ours for ours, _ in pairs),
        "eventsourcing_replayed_events_per_second": median(theirs for _, theirs in pairs),
        "verify_ratio": median(ours / theirs for ours, theirs in pairs),
    }


class Dealt:
    """Rounds by dice, as the drafts of their entries."""

    def __init__(self, dice: Random) -> None:
        self.table: TableRules = choose(load_rules(RULES), {})
        self._player = EngineTable(self.table, dice)
        self._bets: list[Bet] = plain_bets(5)

    def round(self, number: int) -> list[Draft]:
        fresh = len(self._player.cards) < self.table.decks * 13
        dealt = self._player.play_round(self._bets)
        drafts = [Draft(kind="shoe", data={"decks": self.table.decks, "change": "new"})] if fresh else []
        for part in appends_of_round(number, self.table, self._bets, dealt.moves, who="Ann"):
            drafts += part
        return drafts


def _verify_rate(path: Path) -> float:
    gc.collect()
    begin = time.perf_counter()
    report = verify(path)
    seconds = time.perf_counter() - begin
    if report.problem is not None:
        raise RuntimeError(f"the benchmark's own journal is not genuine: {report.problem}")
    return report.entries / seconds


def open_bench(long: int = 1_000_000, short: int = 1_000) -> dict[str, float]:
    """Seconds until a journal is open and its last snapshot is read; both files end alike."""
    with _folder() as folder:
        paths = [_journal_of(folder / name, entries) for name, entries in (("long", long), ("short", short))]
        for path in paths:
            _open_seconds(path)
        pairs = [tuple(median(_open_seconds(path) for _ in range(5)) for path in paths) for _ in range(RUNS)]
    return {
        "open_long_seconds": median(big for big, _ in pairs),
        "open_short_seconds": median(small for _, small in pairs),
        "open_ratio": median(big / small for big, small in pairs),
    }


def _journal_of(path: Path, entries: int) -> Path:
    note = Draft(kind="device-event", data={"event": "card", "card": "Th"}, who="Ann")
    with Journal.create(path, table="bench", signing_key=SEED) as journal:
        while journal.seq < entries - 20:
            journal.append([note] * min(20_000, entries - 20 - journal.seq), at_ms=journal.seq)
        journal.snapshot({"round": 7, "hands": ["Th", "9c"] * 200}, entries)
        journal.append([note] * (entries - journal.seq), at_ms=entries)
        journal.checkpoint(entries)
    return path


def _open_seconds(path: Path) -> float:
    begin = time.perf_counter()
    with Journal.open(path, SEED) as journal:
        snapshot = journal.last_snapshot()
        behind = list(journal.entries(after=snapshot.seq)) if snapshot else []
    seconds = time.perf_counter() - begin
    if not behind:
        raise RuntimeError("the benchmark's own journal has no snapshot")
    return seconds


def bench() -> dict[str, float]:
    return {**append_bench(), **replay_bench(), **open_bench()}
