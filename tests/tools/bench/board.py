"""A call on the board of a floor with two hundred live tables: from the entry at the table's line to the stand's board.

    python -m tests.tools.bench.board [TABLES [ROUNDS OF HISTORY]]

The tables send at their live pace from a process of their own, `floor serve` is another one, and the stand is this one:
it hears the floor as the window does, and then looks at the index, the board and the calls. The pause in which a
console gathers its entries (up to a quarter of a second) comes before what is measured here.
"""

from __future__ import annotations

import multiprocessing
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address, logins, news_feed
from dealer_console.floor.connection import FloorConnection
from dealer_console.floor.retention.days import ensure_days
from dealer_console.journal import Draft, keys
from dealer_console.journal.chain import Chain, genesis
from dealer_console.journal.configuration import configuration
from dealer_console.pit.alerts import Acknowledgements
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.floor_index import make_floor
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.live.board import board, open_calls
from tests.pit.journals import KEY, HandWritten

CALLS = 15
ROUND_SECONDS = 60.0
PIECES = 12  # a round of one table comes in so many batches
NOTES = [Draft(kind="note", data={"text": "x"})] * 8
STAND, PROJECTOR = "stand", "projector"


class SentTable:
    """A table without a file: its entries go to the floor as a forwarder sends them."""

    def __init__(self, url: Callable[[str], str], number: int, history: int) -> None:
        self.name = f"t-{number}"
        self._chain = Chain(f"{number:032x}")
        self._now = round(time.time() * 1000) - history * 60_000
        self._line = FloorConnection(url(self.name), self.name)
        self._round = 0

    def __enter__(self) -> SentTable:
        self._line.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._line.__exit__(None, None, None)

    def begin(self, rounds: int) -> None:
        opened = {"step": "open", "table": self.name, "rules": "massachusetts-switch", "most_spots": 1}
        shift: dict[str, Any] = {**opened, "denominations": [10000, 2500, 500], "verified_by": "Sue"}
        public = keys.public_key(KEY)
        first = genesis(log=self._chain.log, table=self.name, public_key=public, software="bench")
        opener: dict[str, Any] = {"what": "opener", "cents": 1_000_000, "chips": {"10000": 100}}
        came: dict[str, Any] = {"person": "p1", "role": "dealer", "name": "Ann"}
        self.send(first, configuration("massachusetts-switch", {}), Draft(kind="shift", data=shift, who="Sue"))
        self.send(Draft(kind="money", data=opener), Draft(kind="person-in", data=came, who="p1"))
        for _ in range(rounds):
            self.send(self._opened(), *NOTES * PIECES, *self._closed())

    def send(self, *drafts: Draft) -> None:
        self._now = max(self._now + 1000, 0)
        before = self._chain.hash
        rows, _ = self._chain.continue_with(drafts, self._now)
        self._chain.advance(rows[-1])
        self._line.append(self._chain.log, before, rows, 0)

    def piece(self, number: int) -> None:
        """The next batch of a round."""
        place = number % PIECES
        extra = [self._opened()] if place == 0 else self._closed() if place == PIECES - 1 else []
        self.send(*extra, *NOTES) if place != PIECES - 1 else self.send(*NOTES, *extra)

    def _opened(self) -> Draft:
        self._round += 1
        return Draft(kind="round-opened", data={"round": self._round, "bets": ["1 25"]}, who="p1")

    def _closed(self) -> list[Draft]:
        settled = HandWritten._settlement("main", "25.00", "0.00", "25.00")
        return [settled, Draft(kind="round-closed", data={"round": self._round, "house_net": "25.00"})]


def deal(port: int, database: str, tables: int, history: int, ready: Any, over: Any) -> None:
    """The process of the tables: each of them a batch every five seconds, evenly spread."""

    def url(login: str) -> str:
        return f"postgresql://{login}@127.0.0.1:{port}/{database}"

    with ExitStack() as leave:
        live = [leave.enter_context(SentTable(url, number, history)) for number in range(1, tables)]
        for table in live:
            table.begin(history)
        ready.set()
        batch, gap = 0, ROUND_SECONDS / PIECES / max(1, len(live))
        begun = time.monotonic()
        while not over.is_set():
            live[batch % len(live)].piece(batch // len(live))
            batch += 1
            time.sleep(max(0.0, begun + batch * gap - time.monotonic()))


@contextmanager
def _floor(tables: int) -> Iterator[tuple[Server, str]]:
    server = Server()
    server.start()
    try:
        database = server.new_database()
        with address.connect(server.url(database)) as connection:
            make_floor(connection)
            logins.ensure_pit(connection, STAND)
            logins.ensure_projector(connection, PROJECTOR)
            for number in range(tables):
                logins.ensure_table(connection, f"t-{number}")
            # Days that are made under the tables' feet have them send again, which these here do not.
            ensure_days(connection, load_expectations().gaming_day, time.time_ns() // 1_000_000 - 86_400_000)
        yield server, database
    finally:
        server.remove()


def bench(tables: int = 200, history: int = 20) -> dict[str, Any]:
    with _floor(tables) as (server, database), ExitStack() as leave:
        spawn = multiprocessing.get_context("spawn")
        ready, over = spawn.Event(), spawn.Event()
        dealing = spawn.Process(target=deal, args=(server.port, database, tables, history, ready, over))
        dealing.start()
        leave.callback(dealing.join)
        leave.callback(over.set)
        caller = leave.enter_context(SentTable(lambda login: server.url(database, login), 0, history))
        caller.begin(history)
        ready.wait()
        words = [sys.executable, "-m", "dealer_console.cli", "floor", "serve", server.url(database, PROJECTOR)]
        begun = time.monotonic()
        subprocess.run([*words, "--once"], check=True, stdout=subprocess.DEVNULL)
        caught_up = time.monotonic() - begun
        serving = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        leave.callback(serving.wait)
        leave.callback(serving.terminate)
        measured = _calls(server.url(database, STAND), caller)
        if not dealing.is_alive():
            raise AssertionError("the tables have ended: nothing was dealt while the calls were measured")
        return {"tables": tables, "index_made_s": caught_up, **measured}


def _calls(url: str, caller: SentTable) -> dict[str, float]:
    begun = time.monotonic()
    with Archive.open(url) as archive, news_feed.watch(url) as feed:
        seen = Acknowledgements(archive)
        board(archive, seen)
        first = time.monotonic() - begun
        times: list[float] = []
        looks: list[float] = []
        caller.piece(0)
        for number in range(CALLS + 1):
            time.sleep(0.7)
            sent = time.monotonic()
            caller.send(Draft(kind="alarm", data={"alarm": f"call {number}", "call": True}))
            while f"call {number}" not in {call.text for call in _look(archive, seen, looks)}:
                feed.next_news()
            times.append(time.monotonic() - sent)
    return {
        "first_board_s": first,
        "call_on_board_median_s": statistics.median(
            times[1:]
        ),  # the first one is left out: `floor serve` was just started
        "call_on_board_worst_s": max(times[1:]),
        "look_median_s": statistics.median(looks),
    }


def _look(archive: Archive, seen: Acknowledgements, looks: list[float]) -> tuple[Any, ...]:
    begun = time.monotonic()
    archive.refresh()
    board(archive, seen)
    calls = open_calls(archive, seen)
    looks.append(time.monotonic() - begun)
    return calls


if __name__ == "__main__":
    tables, history, *_ = [*sys.argv[1:], *("200", "20")[len(sys.argv) - 1 :]]
    for key, value in bench(int(tables), int(history)).items():
        sys.stdout.write(f"{key:<30} {value:,.3f}\n")
