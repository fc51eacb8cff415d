"""Many simulated tables in one process: real journals on disk, real forwarders, moves at a given pace.

python -m tests.floor.scale_worker PLAN (JSON) → figures (JSON)

Each table deals rounds of five spots by dice. An append is what the live table appends: a move with the settlements
it causes. The lag of an entry is the time from its durable append until the table knows that the floor has it.
"""

from __future__ import annotations

import heapq
import json
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from dealer_console.floor import FloorHealth, Forwarder
from dealer_console.game.choices import choose
from dealer_console.journal import Draft, Journal, keys, migrate
from dealer_console.journal.chain import Chain, genesis
from dealer_console.journal.checkpoints import head_path, make, make_end, write_head
from dealer_console.journal.round_entries import appends_of_round
from dealer_console.journal.storage.disk_file import DiskFile
from dealer_console.rulebook import load_rules
from dealer_console.simulation.engine_table import EngineTable
from dealer_console.simulation.player import plain_bets
from tests.journal.dealt import RULES, SEED


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    tables: list[str]
    url: str  # with {} in place of the login
    folder: str
    seconds: float
    entries_per_second: float  # of each table


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    heads: dict[str, tuple[int, str]]
    entries: int
    seconds: float
    lags_ms: list[float]
    appends_ms: list[float]
    late_ms: float  # how far behind its plan the dealing was at the end


class SimulatedTable:
    def __init__(self, name: str, plan: Plan, unfilled: Path, seed: int) -> None:
        path = Path(plan.folder) / f"{name}.journal"
        self.journal = new_journal(path, name, unfilled, seed)
        self.appended: list[float] = [time.monotonic()] * self.journal.seq
        self.acknowledged = 0
        self.lags: list[float] = []
        self.drafts = dealing(seed)
        login = plan.url.format(name)
        self.forwarder = Forwarder(journal=path, url=login, table=name, on_health=self._heard)

    def append(self) -> tuple[int, float]:
        """How many entries, and how long it took until they were durable."""
        drafts = next(self.drafts)
        begin = time.perf_counter()
        self.journal.append(drafts, at_ms=time.time_ns() // 1_000_000)
        took = time.perf_counter() - begin
        self.appended += [time.monotonic()] * len(drafts)
        self.forwarder.wake()
        return len(drafts), took

    def _heard(self, health: FloorHealth) -> None:
        now, upto = time.monotonic(), health.acknowledged or 0
        while self.acknowledged < min(upto, len(self.appended)):
            self.lags.append(now - self.appended[self.acknowledged])
            self.acknowledged += 1

    @property
    def in_step(self) -> bool:
        return self.forwarder.health.acknowledged == self.journal.seq


def new_journal(path: Path, table: str, unfilled: Path, seed: int) -> Journal:
    """As `Journal.create`, from a file that has its form already: two hundred migrations would take a minute."""
    shutil.copy(unfilled, path)
    chain = Chain(f"{seed:032x}")
    first = genesis(log=chain.log, table=table, public_key=keys.public_key(SEED), software="scale")
    rows, _ = chain.continue_with([first], 0)
    point = make(SEED, chain.log, number=1, seq=1, hash=rows[0][8], at_ms=0)
    file = DiskFile(path)
    file.insert(rows)
    file.insert_checkpoint(point, make_end(SEED, chain.log, seq=1, hash=rows[0].hash, at_ms=0))
    file.close()
    write_head(head_path(path), chain.log, point)
    return Journal.open(path, SEED)


def dealing(seed: int) -> Iterator[list[Draft]]:
    table = EngineTable(choose(load_rules(RULES), {}), Random(seed))
    bets, number = plain_bets(5), 0
    while True:
        number += 1
        yield from appends_of_round(number, table.table, bets, table.play_round(bets).moves, who="p7")


def work(plan: Plan) -> Figures:
    folder = Path(plan.folder)
    folder.mkdir(parents=True, exist_ok=True)
    unfilled = folder / "unfilled"
    migrate.upgrade(unfilled)
    seeds = (int.from_bytes(name.encode(), "big") % 2**100 + 1 for name in plan.tables)
    tables = [SimulatedTable(name, plan, unfilled, seed) for name, seed in zip(plan.tables, seeds, strict=True)]
    for table in tables:
        table.forwarder.start()
    _wait_for(tables)
    for table in tables:
        table.lags.clear()
    begin = time.monotonic()
    appends, late = _deal(tables, plan, begin)
    dealt = time.monotonic()
    _wait_for(tables)
    for table in tables:
        table.forwarder.stop()
        table.journal.close()
    return Figures(
        heads={table.journal.table: (table.journal.seq, table.journal.head) for table in tables},
        entries=sum(len(table.lags) for table in tables),
        seconds=dealt - begin,
        lags_ms=[lag * 1000 for table in tables for lag in table.lags],
        appends_ms=[append * 1000 for append in appends],
        late_ms=late * 1000,
    )


def _deal(tables: list[SimulatedTable], plan: Plan, begin: float) -> tuple[list[float], float]:
    dice = Random(5)
    due = [(begin + dice.random() / plan.entries_per_second, number) for number in range(len(tables))]
    heapq.heapify(due)
    appends, late = [], 0.0
    while due[0][0] < begin + plan.seconds:
        moment, number = heapq.heappop(due)
        late = time.monotonic() - moment
        if late < 0:
            time.sleep(-late)
        count, took = tables[number].append()
        appends.append(took)
        heapq.heappush(due, (moment + count / plan.entries_per_second, number))
    return appends, max(late, 0.0)


def _wait_for(tables: list[SimulatedTable], seconds: float = 300.0) -> None:
    end = time.monotonic() + seconds
    while not all(table.in_step for table in tables):
        if time.monotonic() > end:
            behind = next(table for table in tables if not table.in_step)
            raise AssertionError(f"{behind.journal.table} is not in step: {behind.forwarder.health}")
        time.sleep(0.02)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(work(Plan(**json.loads(sys.argv[1]))))) + "\n")
