"""A floor in a database, and a table beside it: real file, real forwarder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import FloorHealth, Forwarder, Pace, RulingFromPit, address, queries
from dealer_console.floor.connection import FloorConnection, Held
from dealer_console.floor.local_journal import open_local
from dealer_console.floor.queries import Head
from dealer_console.journal import Draft, Journal
from dealer_console.journal.entry import Row
from tests.journal.dealt import NOON, SEED

TABLE = "switch-4"
OTHER = "switch-5"
PIT = "pit-stand"
PROJECTOR = "projector"
BRISK = Pace(look=0.02, pause=0.01, first_retry=0.05, longest_retry=0.2, refused_retry=0.2, batch=40)

Answer = TypeVar("Answer")


def wait_until(condition: Callable[[], bool], what: str, seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"in {seconds} s it did not happen that {what}")
        time.sleep(0.01)


class Floor:
    """One database."""

    def __init__(self, server: Server, database: str) -> None:
        self.server = server
        self.database = database
        self._kept: tuple[ExitStack, Connection] | None = None

    def close(self) -> None:
        if self._kept is not None:
            self._kept[0].close()
            self._kept = None

    def ask(self, question: Callable[[Connection], Answer]) -> Answer:
        """Over a connection of the pit that is kept: tests ask often. After an outage it is made again."""
        if self._kept is None:
            stack = ExitStack()
            self._kept = (stack, stack.enter_context(self.pit()))
        try:
            return question(self._kept[1])
        except DBAPIError:
            self.close()
            raise

    def url(self, login: str = "postgres") -> str:
        return self.server.url(self.database, login)

    def empty(self) -> None:
        """As after `init`: the guards against it are put aside, as only the owner of the server can."""
        with self.owner() as connection:
            run = connection.exec_driver_sql
            names = run("SELECT tablename FROM pg_tables WHERE schemaname = 'floor' AND tablename <> 'floor_version'")
            found = [str(name) for (name,) in names]
            for day in (name for name in found if name.startswith("entries_d")):
                run(f"DROP TABLE floor.{day}")
            everything = ", ".join(f"floor.{name}" for name in found if not name.startswith("entries_d"))
            run("SET session_replication_role = replica")
            run(f"TRUNCATE {everything} RESTART IDENTITY")

    def owner(self) -> AbstractContextManager[Connection]:
        return address.connect(self.url())

    def pit(self) -> AbstractContextManager[Connection]:
        return address.connect(self.url(PIT))

    def projector(self) -> AbstractContextManager[Connection]:
        return address.connect(self.url(PROJECTOR))

    def heads(self) -> dict[str, Head]:
        return {head.table: head for head in self.ask(queries.heads)}

    def head(self, table: str = TABLE) -> Head:
        return self.heads()[table]

    def rows(self, table: str = TABLE) -> list[Row]:
        journal = self.head(table).journal
        if journal is None:
            return []
        return self.ask(lambda connection: [row for batch in queries.rows(connection, journal) for row in batch])

    def alarms(self) -> list[tuple[str, int]]:
        """What, and how often, the oldest first."""
        return [(alarm.what, alarm.times) for alarm in reversed(self.ask(queries.floor_alarms))]


class LiveTable:
    """Notes stand for whatever happens at the table; the floor does not look into entries."""

    def __init__(self, floor: Floor, path: Path, name: str = TABLE, began_ms: int = NOON) -> None:
        self.floor = floor
        self.path = path
        self.name = name
        self.journal = Journal.create(path, table=name, signing_key=SEED, at_ms=began_ms)
        self.forwarders: list[Forwarder] = []
        self.health: list[FloorHealth] = []
        self.rulings: list[RulingFromPit] = []
        self.noted = 0

    def deal(self, entries: int = 10) -> None:
        """Each append is durable when it returns, as at the real table."""
        for _ in range(entries):
            self.noted += 1
            self.append(Draft(kind="note", data={"text": f"number {self.noted}"}, who="p7"))

    def append(self, *drafts: Draft, at_ms: int = NOON) -> None:
        self.journal.append(drafts, at_ms=at_ms)
        for forwarder in self.forwarders:
            forwarder.wake()

    def sign(self) -> None:
        self.journal.checkpoint(NOON)

    def forward(self, *, pace: Pace = BRISK, url: str | None = None, path: Path | None = None) -> Forwarder:
        forwarder = Forwarder(
            journal=path or self.path,
            url=url or self.floor.url(self.name),
            table=self.name,
            on_health=self.health.append,
            on_ruling=self.rulings.append,
            pace=pace,
        )
        self.forwarders.append(forwarder)
        forwarder.start()
        return forwarder

    def line(self) -> FloorConnection:
        return FloorConnection(self.floor.url(self.name), self.name)

    def arrived(self) -> bool:
        return self.floor.head(self.name).seq == self.journal.seq

    def must_arrive(self) -> None:
        """Everything, in order, once, and nothing else."""
        wait_until(self.arrived, f"all {self.journal.seq} entries are on the floor")
        assert self.floor.rows(self.name) == self.rows()

    def must_be_prefixed(self) -> int:
        """The floor's copy is a beginning of the journal. Its length."""
        copied = self.floor.rows(self.name)
        assert copied == self.rows()[: len(copied)]
        return len(copied)

    def rows(self) -> list[Row]:
        with open_local(self.path) as local:
            return local.rows(0, 1_000_000)

    def close(self) -> None:
        for forwarder in self.forwarders:
            forwarder.stop()
        self.journal.close()


@contextmanager
def met(table: LiveTable, path: Path | None = None) -> Iterator[tuple[FloorConnection, Held]]:
    """By hand, without a forwarder."""
    with table.line() as line, open_local(path or table.path) as local:
        yield line, line.meet(local.log, local.end)
