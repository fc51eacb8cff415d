"""The floor: a real PostgreSQL, and tables that forward their journals to it with real forwarders.

`NotedTable` writes notes: the floor does not look into entries. `FloorTable` is a staffed table that takes what
the pit and the cage order by way of the floor.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from dealer_console.cli.floor.service import forward
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import (
    FloorHealth,
    Forwarder,
    NoticeFromPit,
    OrderCarried,
    Pace,
    RulingFromPit,
    address,
    logins,
    migrate,
    queries,
)
from dealer_console.floor.connection import FloorConnection, Held
from dealer_console.floor.local_journal import open_local
from dealer_console.floor.queries import Head
from dealer_console.journal import Draft, Journal
from dealer_console.journal.entry import Row
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.floor_index import make_floor
from dealer_console.pit.archive.sources import Log
from dealer_console.rulebook.tables import load_table
from dealer_console.table import commands as c
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.people.ruling_keys import RulingKey
from tests.journal.dealt import NOON, SEED
from tests.rigs.staff import PINS
from tests.rigs.staffed_table import MA, StaffedTable
from tests.table.pit_rulings import key_of

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


class FloorRig:
    """One database, and its logins."""

    def __init__(self, server: Server, database: str) -> None:
        self.server = server
        self.database = database
        self._kept: tuple[ExitStack, Connection] | None = None

    @classmethod
    def new(
        cls,
        server: Server,
        *,
        tables: Sequence[str] = (),
        pits: Sequence[str] = (PIT,),
        cages: Sequence[str] = (),
        form: str = "head",
    ) -> Self:
        floor = cls(server, server.new_database())
        with floor.owner() as connection:
            make_floor(connection) if form == "head" else migrate.upgrade(connection, form)
            logins.ensure_projector(connection, PROJECTOR)
        floor.admit(tables=tables, pits=pits, cages=cages)
        return floor

    def admit(self, *, tables: Sequence[str] = (), pits: Sequence[str] = (), cages: Sequence[str] = ()) -> None:
        with self.owner() as connection:
            for ensure, names in (
                (logins.ensure_table, tables),
                (logins.ensure_pit, pits),
                (logins.ensure_cage, cages),
            ):
                for name in names:
                    ensure(connection, name)

    def send(self, journal: Path, table: str = "") -> None:
        """What stands in the file now, by the table's own login."""
        assert forward(self.url(table or journal.stem), journal, once=True) == 0

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


class NotedTable:
    """Notes stand for whatever happens at the table; the floor does not look into entries."""

    def __init__(self, floor: FloorRig, path: Path, name: str = TABLE, began_ms: int = NOON) -> None:
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


class FloorTable(StaffedTable):
    """Open between two rounds; rulings, orders and notices of the floor come to it as commands."""

    def __init__(self, floor: FloorRig, folder: Path, *, cage: bool = False) -> None:
        self.floor = floor
        floor.admit(tables=(MA,))
        self.path = folder / "live.journal"
        journal = Journal.create(self.path, table=MA, signing_key=bytes(32))
        super().__init__(folder, replace(load_table(MA), cage=cage), journal=journal)
        self.now = time.time_ns() // 1_000_000
        self.ready()
        self.orders: list[OrderCarried] = []
        self.notices: list[NoticeFromPit] = []
        self.forwarder = Forwarder(
            journal=self.path,
            url=floor.url(MA),
            table=MA,
            on_ruling=self._ruled,
            on_order=self._ordered,
            on_notice=self._announced,
            pace=BRISK,
        )
        self.forwarder.start()
        wait_until(lambda: floor.head(MA).hash == self.journal.head, "the copy holds the journal")

    def _ruled(self, ruling: RulingFromPit) -> None:
        kind = c.ApproveFromPit if ruling.approves else c.DeclineFromPit
        self.session.submit(
            kind(
                who=ruling.person,
                request=ruling.request,
                subject_hash=ruling.subject_hash,
                place=ruling.place,
                reason=ruling.reason,
                signature=RulingSignature(key=ruling.key, at_ms=ruling.signed_at_ms, signature=ruling.signature),
            )
        )

    def _ordered(self, order: OrderCarried) -> None:
        self.orders.append(order)
        self.session.submit(self.order_command(order))

    def _announced(self, notice: NoticeFromPit) -> None:
        self.notices.append(notice)
        self.session.submit(self.notice_command(notice))

    def order_command(self, order: OrderCarried) -> c.OrderFromDesk:
        return c.OrderFromDesk(
            who=order.person,
            log=self.journal.log,
            order=order.order_id,
            data=json.loads(order.command),
            place=order.place,
            reason=order.reason,
            signature=RulingSignature(key=order.key, at_ms=order.signed_at_ms, signature=order.signature),
        )

    def notice_command(self, notice: NoticeFromPit) -> c.AnnounceFromPit:
        return c.AnnounceFromPit(
            who=notice.person,
            log=self.journal.log,
            order=notice.notice_order,
            changes=json.loads(notice.changes),
            place=notice.place,
            reason=notice.reason,
            signature=RulingSignature(key=notice.key, at_ms=notice.signed_at_ms, signature=notice.signature),
        )

    @contextmanager
    def archive(self, login: str) -> Iterator[tuple[Archive, Log]]:
        """The floor as this login reads it, and the log of this table in it."""
        with Archive.open(self.floor.url(login)) as archive:
            yield archive, next(log for log in archive.logs() if log.log == self.journal.log)

    def key(self, name: str) -> RulingKey:
        return key_of(self.book, self.people[name], PINS[name], self.now)

    def close(self) -> None:
        self.forwarder.stop()
        self.journal.close()
        self.book.close()


@contextmanager
def met(table: NotedTable, path: Path | None = None) -> Iterator[tuple[FloorConnection, Held]]:
    """By hand, without a forwarder."""
    with table.line() as line, open_local(path or table.path) as local:
        yield line, line.meet(local.log, local.end)
