"""For the pit: what is new on the floor, as it happens.

Calls, alarms and rulings are told by the database at once. Ordinary entries are not: a notification per entry would put
every commit of every table into one queue. They are seen by a look at the heads, a few hundred short rows, every half
second.
"""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import psycopg
from sqlalchemy import Connection

from dealer_console.floor import address, queries
from dealer_console.floor.connection import take_in
from dealer_console.floor.migrate import must_be_current
from dealer_console.floor.queries import Head

INDEX_CHANNEL: Final = "pit_index"  # the projector tells that it has taken something in
CHANNELS: Final = ("floor_calls", "floor_alarms", "floor_rulings", INDEX_CHANNEL)
LOOK_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """`grown`: the heads that changed, and up to which entry they were known; `channels`: who else spoke."""

    heads: tuple[Head, ...]
    grown: Mapping[str, int]  # by table
    channels: frozenset[str]  # of CHANNELS


class Watch:
    """One connection of the pit. `next_news` waits; read entries, alarms and requests by `connection` in between."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._known: dict[str, tuple[str | None, int]] = {}
        self._notified: set[str] = set()
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)  # noqa: S101 - the drivername of the address says so
        self._driver = driver
        self._driver.add_notify_handler(lambda notice: self._notified.add(notice.channel))
        for channel in CHANNELS:
            connection.exec_driver_sql(f"LISTEN {channel}")

    def next_news(self, timeout: float = LOOK_SECONDS) -> News:
        """At once when the floor speaks, else after `timeout`. The first one tells everything as new."""
        if self._known and not self._notified:
            poll = select.poll()
            poll.register(self._driver.fileno(), select.POLLIN)
            if poll.poll(timeout * 1000):
                self._notified.update(channel for channel, _ in take_in(self._driver))
        heads = queries.heads(self.connection)
        channels, self._notified = frozenset(self._notified), set()
        return News(heads=heads, grown=self._grown(heads), channels=channels)

    def _grown(self, heads: tuple[Head, ...]) -> dict[str, int]:
        grown = {}
        for head in heads:
            log, seq = self._known.get(head.table, (None, 0))
            before = seq if log == head.log else 0
            if head.seq > before:
                grown[head.table] = before
            self._known[head.table] = (head.log, head.seq)
        return grown


@contextmanager
def watch(url: str) -> Iterator[Watch]:
    """Raises `FloorAway` or `FloorRefused`, also later, from inside the block."""
    with address.connect(url, program="dealer-console pit") as connection:
        must_be_current(connection)
        yield Watch(connection)


def follow(url: str, on_news: Callable[[News], None], is_over: Callable[[], bool]) -> None:
    """`watch` for a thread of the caller; returns when `is_over` says so. Errors are the caller's to show."""
    with watch(url) as watching:
        while not is_over():
            on_news(watching.next_news())
