"""The table's end of the line to the floor: what a table may say and hear, over one connection."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Self

import psycopg
from psycopg import sql
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from dealer_console.floor import address, directory
from dealer_console.floor.directory import PublishedDirectory
from dealer_console.floor.errors import FloorAway, FloorRefused
from dealer_console.floor.local_journal import End
from dealer_console.floor.migrate import must_serve_tables
from dealer_console.floor.rulings import Decision, NoticeFromPit, OrderCarried, RulingFromPit
from dealer_console.game.errors import Bug
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entry import Row

_MEET: Final = "SELECT verdict, words, seq, hash, checkpoint FROM floor.meet(%s, %s, %s)"
_APPEND: Final = (
    "SELECT verdict, words, seq, hash, checkpoint FROM floor.append(%s, %s, %s::bigint[], %s::text[], %s::integer[], "
    "%s::bigint[], %s::text[], %s::text[], %s::bigint[], %s::text[], %s::text[], %s)"
)
_CHECKPOINTS: Final = (
    "SELECT verdict, words, checkpoint FROM floor.append_checkpoints(%s, %s::bigint[], %s::bigint[], %s::text[], "
    "%s::bigint[], %s::text[])"
)
_RULINGS: Final = (
    "SELECT id, request, subject_hash, approves, person, reason, place, at_ms, key, signed_at_ms, signature "
    "FROM floor.rulings_for(%s)"
)
_SESSIONS: Final = b"SELECT card, table_name FROM floor.sessions_elsewhere()"
_CARDS: Final = b"SELECT card, table_name FROM floor.cards_elsewhere(%s)"
_MOST_CARDS: Final = 500  # of which a table asks at once where they play
_NOTICES: Final = (
    "SELECT id, notice_order, changes, person, reason, place, key, signed_at_ms, signature FROM floor.notices_for(%s)"
)
_ORDERS: Final = (
    "SELECT id, order_id, command, person, reason, place, key, signed_at_ms, signature FROM floor.orders_for(%s)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What the floor holds of this journal."""

    seq: int
    hash: str
    checkpoint: int


def take_in(driver: psycopg.Connection[tuple[object, ...]]) -> list[tuple[str, str]]:
    """The channels that spoke and what they said, while no statement ran; its handlers hear the others."""
    heard = []
    driver.pgconn.consume_input()
    while (notice := driver.pgconn.notifies()) is not None:
        heard.append((notice.relname.decode(), notice.extra.decode()))
    return heard


def array_text(values: Sequence[str | int | None]) -> str:
    """As PostgreSQL writes it. The driver's own way looks at the type of every element, several times."""
    return "{" + ",".join([_element(value) for value in values]) + "}"


def _element(value: str | int | None) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, int):
        return str(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


class JournalRefusedByFloor(FloorRefused):
    """The floor is a witness: this journal is not the one it knows. It has raised an alarm."""


class OutOfStep(FloorAway):
    """The floor holds less than we thought: it was set back, or another forwarder works. Meet again."""


class FloorConnection:
    """Open it with `with`. Every call raises `FloorAway` or `FloorRefused`."""

    def __init__(self, url: str, table: str) -> None:
        self._url = address.parse(url, login=table)
        self._program = f"dealer-console {table}"
        self._stack = ExitStack()
        self._spoken = False
        self._published = False
        self._elsewhere: dict[str, str] = {}  # card -> the other table where it plays
        self._hinted: set[str] = set()  # cards of which somebody says that they sat down or left elsewhere
        self._moved = False  # somebody did
        self.waiting_since: float | None = None  # by the monotonic clock, while a question has no answer

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            engine = address.engine(self._url, program=self._program)
            stack.callback(engine.dispose)
            with address.in_words(self._url):
                self._connection: Connection = stack.enter_context(engine.connect())
                must_serve_tables(self._connection)
            self._stack = stack.pop_all()
        self._driver.add_notify_handler(self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(DBAPIError, psycopg.Error):  # a line that is lost cannot be hung up in good order
            self._stack.close()

    @property
    def _driver(self) -> psycopg.Connection[tuple[object, ...]]:
        driver = self._connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)  # noqa: S101 - the drivername of the address says so
        return driver

    def fileno(self) -> int:
        """To wait for: it becomes readable when the floor speaks, or is gone."""
        return self._driver.fileno()

    # --- what the table says ---------------------------------------------------------------------------------------

    def meet(self, log: str, end: Callable[[], End]) -> Held:
        """Show the end of the journal. Raises `JournalRefusedByFloor` when it is shorter or another one.

        Another forwarder may have sent more between the look at the file and the question: then the file has it too by
        now, and the alarm is taken back with the question.
        """
        while True:
            shown = end()
            with self._speaking(), self._driver.transaction() as question:
                answer = self._ask(_MEET, (log, shown.seq, shown.hash))
                verdict, _, held, _, _ = answer
                if verdict != "refused" or not shown.seq < held <= end().seq:
                    break
                raise psycopg.Rollback(question)
        return self._held(answer)

    def append(self, log: str, previous: str, rows: Sequence[Row], waiting: int) -> Held:
        """All of these, once, or none. Those that the floor has already are compared, not written again."""
        columns = [array_text(column) for column in zip(*rows, strict=True)]
        return self._held(self._ask(_APPEND, (log, previous, *columns, waiting)))

    def append_checkpoints(self, log: str, points: Sequence[Checkpoint]) -> int:
        """The number of the last one that the floor holds now."""
        columns = [
            array_text([point.number for point in points]),
            array_text([point.seq for point in points]),
            array_text([point.hash for point in points]),
            array_text([point.at_ms for point in points]),
            array_text([point.signature for point in points]),
        ]
        verdict, words, last = self._ask(_CHECKPOINTS, (log, *columns))
        if verdict != "taken":
            raise JournalRefusedByFloor(str(words))
        return int(last)

    def _ask(self, question: str, values: tuple[object, ...]) -> tuple[Any, ...]:
        """By the driver itself: this is said some times a second by every table, and costs half as much."""
        with self._speaking():
            answer = self._driver.execute(question.encode(), values).fetchone()
        if answer is None:
            raise Bug("a question to the floor has one row as its answer")
        return answer

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        self.waiting_since = time.monotonic()
        try:
            with address.in_words(self._url):
                yield
        finally:
            self.waiting_since = None

    def _held(self, answer: tuple[Any, ...]) -> Held:
        verdict, words, seq, hash_, checkpoint = answer
        if verdict == "refused":
            raise JournalRefusedByFloor(str(words))
        if verdict == "gap":
            raise OutOfStep(str(words))
        return Held(seq=int(seq), hash=str(hash_), checkpoint=int(checkpoint))

    # --- what the table hears --------------------------------------------------------------------------------------

    def listen(self, log: str) -> None:
        channel = sql.SQL("LISTEN {}").format(sql.Identifier(f"floor_ruling_{log}")).as_string(None)
        with self._speaking():
            self._connection.exec_driver_sql(channel)
            self._connection.exec_driver_sql("LISTEN floor_directory")
            self._connection.exec_driver_sql("LISTEN floor_sessions")
            self._elsewhere = dict(self._driver.execute(_SESSIONS).fetchall())  # type: ignore[arg-type]
        self._spoken = self._published = self._moved = True

    def _hear(self, notice: psycopg.Notify) -> None:
        self._heard([(notice.channel, notice.payload)])

    def _heard(self, notices: Sequence[tuple[str, str]]) -> None:
        for channel, payload in notices:
            if channel == "floor_sessions":
                self._seats_changed(payload)
            elif channel == "floor_directory":
                self._published = True
            else:
                self._spoken = True

    def _seats_changed(self, payload: str) -> None:
        """A hint: every login can send one, so the floor is asked. What no database holds is no card."""
        with suppress(ValueError, TypeError, LookupError, RecursionError):
            card = json.loads(payload)["card"]
            if isinstance(card, str) and b"\0" not in card.encode() and len(self._hinted) <= _MOST_CARDS:
                self._hinted.add(card)

    def elsewhere(self) -> dict[str, str] | None:
        """The cards that play at other tables, and where; None when nothing has changed since."""
        hinted, self._hinted = self._hinted, set()
        if hinted:
            all_of_them = len(hinted) > _MOST_CARDS  # or more: some were not noted any more
            with self._speaking():
                asked = self._driver.execute(_SESSIONS) if all_of_them else self._driver.execute(_CARDS, ([*hinted],))
                known = {str(card): str(table) for card, table in asked.fetchall()}
            if not all_of_them:
                known = {card: table for card, table in self._elsewhere.items() if card not in hinted} | known
            self._moved |= self._elsewhere != known
            self._elsewhere = known
        moved, self._moved = self._moved, False
        return dict(self._elsewhere) if moved else None

    def take_in(self) -> None:
        """Read what has arrived, without waiting."""
        with address.in_words(self._url):
            self._heard(take_in(self._driver))

    def directory(self, version: int) -> Iterator[PublishedDirectory]:
        """What the house has published since this version, the newest first; nothing when the floor has not spoken."""
        if self._published:
            self._published = False
            with self._speaking():
                yield from directory.newer(self._connection, version)

    def decisions(self, log: str) -> tuple[Decision, ...]:
        """What the pit has decided and the journal does not hold yet; nothing when the floor has not spoken since."""
        if not self._spoken:
            return ()
        self._spoken = False
        with self._speaking():
            rows = self._connection.exec_driver_sql(_RULINGS, (log,)).mappings().all()
            announced = self._connection.exec_driver_sql(_NOTICES, (log,)).mappings().all()
            ordered = self._connection.exec_driver_sql(_ORDERS, (log,)).mappings().all()
        return (
            *(RulingFromPit(**row) for row in rows),
            *(NoticeFromPit(**row) for row in announced),
            *(OrderCarried(**row) for row in ordered),
        )
