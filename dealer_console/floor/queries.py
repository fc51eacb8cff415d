"""What the floor holds, for the pit and for `floor status`: tables and heads, entries, requests, alarms."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, func, select, tuple_

from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.schema import (
    acknowledgements,
    alarms,
    checkpoints,
    entries,
    journals,
    purged,
    requests,
    rulings,
    tables,
)
from dealer_console.game.message import Message
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entries import read
from dealer_console.journal.entries.people import RequestApproved, RequestDeclined
from dealer_console.journal.entry import NO_HASH
from dealer_console.journal.entry import Row as EntryRow


def milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


_RECENT_MS: Final = 2 * 86_400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """One table and its current journal; `log` is None before the table came for the first time."""

    table: str
    journal: int | None = None
    log: str | None = None
    seq: int = 0
    hash: str = NO_HASH
    checkpoint: int = 0
    at_ms: int = 0  # of the newest entry, by the table's clock
    received_at_ms: int = 0
    heard_at_ms: int = 0
    waiting: int = 0  # what the table still had to send when it was last heard
    witnessed: int = 0  # entries that a genuine signature reaches
    public_key: str = ""  # of the journal's first entry
    fault: str | None = None  # why this table is marked: a false signature, an entry that nobody can read


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorAlarm:
    id: int
    table: str
    log: str
    what: str
    words: str
    offered_seq: int
    held_seq: int
    raised_at_ms: int
    last_at_ms: int
    times: int
    seen_by: str | None = None
    seen_at_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRequest:
    """A request of a table that nobody has ruled on."""

    table: str
    log: str
    request: str
    seq: int
    action: str
    subject_hash: str
    requester: str
    reason: str
    asked_at_ms: int
    expires_at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestAnswer:
    """What became of a request. `stand` is the login of the pit; empty: at the table. `taken`: the table has it."""

    table: str
    log: str
    request: str
    action: str
    requester: str
    expires_at_ms: int
    approved: bool | None = None  # None: nobody has answered
    by: str = ""
    at_ms: int = 0
    reason: str = ""
    stand: str = ""
    taken: bool = False


def heads(connection: Connection, *, also_removed: bool = False) -> tuple[Head, ...]:
    """All tables that are in use, by name, each with its current journal."""
    j = journals.c
    columns = (
        *(j.id, j.log, j.seq, j.hash, j.checkpoint, j.at_ms, j.received_at, j.heard_at, j.waiting),
        *(j.witnessed, j.public_key, j.fault),
    )
    joined = tables.outerjoin(journals, (j.table_name == tables.c.table_name) & j.is_current)
    query = select(tables.c.table_name, *columns).select_from(joined)
    if not also_removed:
        query = query.where(tables.c.removed_at.is_(None))
    return tuple(_head(row) for row in connection.execute(query.order_by(tables.c.table_name)))


def _head(row: Row[*tuple[Any, ...]]) -> Head:
    if row.id is None:
        return Head(table=str(row.table_name))
    return Head(
        table=row.table_name,
        journal=row.id,
        log=row.log,
        seq=row.seq,
        hash=row.hash.hex(),
        checkpoint=row.checkpoint,
        at_ms=row.at_ms,
        received_at_ms=milliseconds(row.received_at),
        heard_at_ms=milliseconds(row.heard_at),
        waiting=row.waiting,
        witnessed=row.witnessed,
        public_key=row.public_key,
        fault=row.fault,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldJournal:
    """A journal that the floor holds, the current one of its table or an earlier one."""

    id: int
    log: str
    table: str


def journals_of(connection: Connection, table: str | None = None) -> tuple[HeldJournal, ...]:
    """All that a table ever forwarded, or all tables; by table, the earliest first."""
    j = journals.c
    query = select(j.id, j.log, j.table_name.label("table")).order_by(j.table_name, j.id)
    if table is not None:
        query = query.where(j.table_name == table)
    return tuple(HeldJournal(**row) for row in connection.execute(query).mappings())


def rows(connection: Connection, journal: int, *, after: int = 0, at_once: int = 2000) -> Iterator[list[EntryRow]]:
    """The entries of a journal as the table's own file holds them, batch by batch, also those that come meanwhile.

    Raises `FloorRefused` when some of them have left the floor with their gaming day.
    """
    purged = purged_upto(connection, journal)
    if after < purged:
        raise FloorRefused(Message("floor-entries-purged", gone=purged))
    e = entries.c
    columns = (e.seq, e.kind, e.version, e.at_ms, e.who, e.serial, e.number, e.data, e.hash)
    while (newest := _newest_ms(connection, journal, after)) is not None:
        query = select(*columns).where(e.journal == journal, e.seq > after).order_by(e.seq).limit(at_once)
        # Entries have no gap: where the last days have the next one and all after it, no other day is looked into.
        batch = connection.execute(query.where(e.at_ms >= max(0, newest - _RECENT_MS))).all()
        if not batch or batch[0].seq != after + 1 or batch[-1].seq != after + len(batch):
            batch = connection.execute(query).all()
        if not batch:
            return
        yield [EntryRow(*row[:-1], row.hash.hex()) for row in batch]
        after = batch[-1].seq


def _newest_ms(connection: Connection, journal: int, after: int) -> int | None:
    """The time of the last entry of a journal; None: there is none after `after`."""
    j = journals.c
    at_ms = connection.execute(select(j.at_ms).where(j.id == journal, j.seq > after)).scalar()
    return None if at_ms is None else int(at_ms)


def purged_upto(connection: Connection, journal: int) -> int:
    """The last entry of a journal that went with its gaming day; 0: the floor holds all of it."""
    query = select(func.coalesce(func.max(purged.c.last_seq), 0)).where(purged.c.journal == journal)
    return int(connection.execute(query).scalar_one())


def hash_at(connection: Connection, journal: int, seq: int) -> str | None:
    query = select(entries.c.hash).where(entries.c.journal == journal, entries.c.seq == seq)
    newest = _newest_ms(connection, journal, seq - 1)
    hash_ = connection.execute(query.where(entries.c.at_ms >= max(0, (newest or 0) - _RECENT_MS))).scalar()
    hash_ = connection.execute(query).scalar() if hash_ is None else hash_
    if hash_ is None:
        query = select(purged.c.last_hash).where(purged.c.journal == journal, purged.c.last_seq == seq)
        hash_ = connection.execute(query).scalar()
    return None if hash_ is None else bytes(hash_).hex()


def signed(connection: Connection, journal: int) -> Iterator[Checkpoint]:
    """The checkpoints of a journal."""
    c = checkpoints.c
    query = select(c.number, c.seq, c.hash, c.at_ms, c.signature).where(c.journal == journal).order_by(c.number)
    for number, seq, hash_, at_ms, signature in connection.execute(query):
        yield Checkpoint(number=number, seq=seq, hash=hash_.hex(), at_ms=at_ms, signature=signature)


def open_requests(connection: Connection) -> tuple[OpenRequest, ...]:
    """What waits for a ruling now, the oldest first."""
    q, j, r = requests.c, journals.c, rulings.c
    query = (
        select(
            j.table_name.label("table"),
            j.log,
            *(q[name] for name in ("request", "seq", "action", "subject_hash", "requester", "reason")),
            q.asked_at_ms,
            q.expires_at_ms,
        )
        .join_from(requests, journals, j.id == q.journal)
        .outerjoin(rulings, (r.journal == q.journal) & (r.request == q.request))
        .where(r.id.is_(None), q.answered_seq.is_(None), j.is_current)
        .where(q.expires_at_ms > func.extract("epoch", func.clock_timestamp()) * 1000)
        .order_by(q.asked_at_ms, j.table_name)
    )
    return tuple(OpenRequest(**row) for row in connection.execute(query).mappings())


def answers(connection: Connection, keys: Sequence[tuple[str, str]]) -> tuple[RequestAnswer, ...]:
    """What became of these requests, each by its journal and name, the one asked last first."""
    q, j, r, e = requests.c, journals.c, rulings.c, entries.c
    query = (
        select(
            j.table_name, j.log, q.request, q.action, q.requester, q.asked_at_ms, q.expires_at_ms, q.approved,
            q.answered_by, r.approves, r.person, r.reason, r.ruled_at, r.by_login, e.at_ms, e.data,
        )
        .join_from(requests, journals, j.id == q.journal)
        .outerjoin(rulings, (r.journal == q.journal) & (r.request == q.request))
        .outerjoin(entries, (e.journal == q.journal) & (e.seq == q.answered_seq))
        .where(tuple_(j.log, q.request).in_(keys))
        .order_by(q.asked_at_ms.desc(), q.request)
    )  # fmt: skip
    return tuple(_answer(row) for row in connection.execute(query)) if keys else ()


def _answer(row: Row[*tuple[Any, ...]]) -> RequestAnswer:
    request = {name: getattr(row, name) for name in ("log", "request", "action", "requester", "expires_at_ms")}
    if row.data is not None:
        reason, stand = _stored_answer(row.data, approved=row.approved)
        return RequestAnswer(
            table=row.table_name,
            **request,
            approved=row.approved,
            by=row.answered_by or "",
            at_ms=row.at_ms,
            reason=reason,
            stand=stand,
            taken=True,
        )
    if row.person is None:
        return RequestAnswer(table=row.table_name, **request)
    return RequestAnswer(
        table=row.table_name,
        **request,
        approved=row.approves,
        by=row.person,
        at_ms=milliseconds(row.ruled_at),
        reason=row.reason,
        stand=row.by_login,
    )


def _stored_answer(data: str, *, approved: bool) -> tuple[str, str]:
    """Reason and place. An entry that no table writes has none: it must not hide the answers of other tables."""
    try:
        stored = json.loads(data)
        answer = read(RequestApproved, stored) if approved else read(RequestDeclined, stored)
    except (ValueError, TypeError, RecursionError):
        return "", ""
    return answer.reason or "", answer.place or ""


def floor_alarms(connection: Connection, *, unseen_only: bool = False) -> tuple[FloorAlarm, ...]:
    """The newest first."""
    a, k = alarms.c, acknowledgements.c
    columns = (a.id, a.table_name, a.log, a.what, a.words, a.offered_seq, a.held_seq, a.raised_at, a.last_at, a.times)
    query = select(*columns, k.person, k.at).outerjoin_from(alarms, acknowledgements, k.alarm == a.id)
    if unseen_only:
        query = query.where(k.id.is_(None))
    return tuple(_alarm(row) for row in connection.execute(query.order_by(a.id.desc())))


def _alarm(row: Row[*tuple[Any, ...]]) -> FloorAlarm:
    return FloorAlarm(
        id=row.id,
        table=row.table_name,
        log=row.log,
        what=row.what,
        words=row.words,
        offered_seq=row.offered_seq,
        held_seq=row.held_seq,
        raised_at_ms=milliseconds(row.raised_at),
        last_at_ms=milliseconds(row.last_at),
        times=row.times,
        seen_by=row.person,
        seen_at_ms=None if row.at is None else milliseconds(row.at),
    )
