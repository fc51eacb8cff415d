"""Rulings of the pit: given at the pit stand, once per request, and handed to the table that asked.

The floor carries them; what they mean is judged at the table, like a ruling given there: bound to the hash of what was
asked, once, in time, by somebody with the right, whose signature it bears. A row of the database alone rules nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, select
from sqlalchemy.dialects.postgresql import insert

from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.queries import milliseconds
from dealer_console.floor.schema import acknowledgements, journals, notices, orders, rulings
from dealer_console.game.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """Who decided it and why, with the person's signature."""

    person: str
    reason: str
    key: str  # the public half of the person's key for rulings, as the stand says
    signed_at_ms: int
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedRuling(Signed):
    """What a person decided and signed at the stand, as the floor carries it."""

    request: str
    subject_hash: str
    approves: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedNotice(Signed):
    """What a person announced and signed at the stand. `changes` is the JSON that was signed."""

    notice_order: str
    changes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedOrder(Signed):
    """What a person ordered and signed at a desk. `command` is the JSON that was signed."""

    order_id: str
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingFromPit(SignedRuling):
    """What reaches the table. `place`: the login of the stand or desk, here as in the two below."""

    id: int
    place: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeFromPit(SignedNotice):
    """A change of limits or options, as it reaches the table."""

    id: int
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCarried(SignedOrder):
    """An order of the pit or the cage, as it reaches the table."""

    id: int
    place: str


Decision = RulingFromPit | NoticeFromPit | OrderCarried
OnRuling = Callable[[RulingFromPit], None]
OnNotice = Callable[[NoticeFromPit], None]
OnOrder = Callable[[OrderCarried], None]
OnSessions = Callable[[Mapping[str, str]], None]  # cards that play at other tables, and where
"""Called from the forwarder's thread, perhaps twice for the same one after a restart: hand it over and return."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """What became of it: `won`, or somebody else was first, and `person` says who."""

    won: bool
    person: str
    approves: bool
    reason: str
    at_ms: int


def rule(connection: Connection, log: str, ruling: SignedRuling) -> Ruled:
    """Exactly one ruling per request stands. Raises `FloorRefused` (through `connect`) for what nobody may rule on."""
    journal = _journal(connection, log)
    request = ruling.request
    values = {"journal": journal, **asdict(ruling)}
    columns = (rulings.c.person, rulings.c.approves, rulings.c.reason, rulings.c.ruled_at)
    first = insert(rulings).values(values).on_conflict_do_nothing(constraint="one_ruling").returning(*columns)
    row = connection.execute(first).one_or_none()
    won = row is not None
    if row is None:
        standing = select(*columns).where(rulings.c.journal == journal, rulings.c.request == request)
        row = connection.execute(standing).one()
    return Ruled(won=won, person=row.person, approves=row.approves, reason=row.reason, at_ms=milliseconds(row.ruled_at))


def announce(connection: Connection, log: str, notice: SignedNotice) -> None:
    """To the table with this journal. Raises `FloorRefused` (through `connect`)."""
    connection.execute(insert(notices).values(journal=_journal(connection, log), **asdict(notice)))


def order(connection: Connection, log: str, desk: str, signed: SignedOrder) -> None:
    """To the table with this journal. Raises `FloorRefused` (through `connect`)."""
    connection.execute(insert(orders).values(journal=_journal(connection, log), desk=desk, **asdict(signed)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledged:
    """`won`: by this call; else somebody was first, and `person` says who."""

    won: bool
    person: str
    at_ms: int


def acknowledge_alarm(connection: Connection, alarm: int, *, person: str, note: str = "") -> Acknowledged:
    """An alarm of the floor has been seen by somebody who may."""
    columns = (acknowledgements.c.person, acknowledgements.c.at)
    first = insert(acknowledgements).values(alarm=alarm, person=person, note=note)
    row = connection.execute(first.on_conflict_do_nothing().returning(*columns)).one_or_none()
    won = row is not None
    if row is None:
        row = connection.execute(select(*columns).where(acknowledgements.c.alarm == alarm)).one()
    return Acknowledged(won=won, person=row.person, at_ms=milliseconds(row.at))


def _journal(connection: Connection, log: str) -> int:
    journal = connection.execute(select(journals.c.id).where(journals.c.log == log)).scalar()
    if journal is None:
        raise FloorRefused(Message("floor-holds-no-such-journal", log=log))
    return int(journal)
