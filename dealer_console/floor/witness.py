"""The witness's own eyes: signatures checked against the key of a journal's first entry, and what to do with a forgery.

An entry is witnessed when a genuine signature reaches it. The database keeps the chain; that a chain is the table's own
only its signatures show, for whoever has a table's login can continue its chain, but not sign.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, Row, func, select, text

from dealer_console.floor import queries
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.schema import checkpoints, entries, journals
from dealer_console.game.message import Message
from dealer_console.journal.checkpoints import Checkpoint, is_genuine
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import Genesis
from dealer_console.journal.signing_keys import SigningKeys

_AT_ONCE: Final = 2000
_KEY_CHANGES: Final = text(
    "SELECT seq, data FROM floor.entries WHERE journal = :journal AND kind = 'key-changed' ORDER BY seq"
)  # the word written out, not bound: only then is the index of the changes used


@dataclass(frozen=True, slots=True, kw_only=True)
class Witnessed:
    """How far genuine signatures of one journal reach; `fault` names the first that is false."""

    journal: int
    table: str
    checkpoint: int
    seq: int
    fault: str | None = None


def check_signatures(connection: Connection) -> tuple[Witnessed, ...]:
    """Of all journals with new checkpoints. What is found is kept in the database, a false one raises its alarm."""
    j = journals.c
    columns = (j.id, j.log, j.table_name, j.public_key, j.witnessed, j.witnessed_checkpoint, j.first_ms)
    query = select(*columns, j.last_key_change)
    behind = connection.execute(query.where(j.checkpoint > j.witnessed_checkpoint).order_by(j.id)).all()
    results = []
    for row in behind:
        start = Witnessed(journal=row.id, table=row.table_name, checkpoint=row.witnessed_checkpoint, seq=row.witnessed)
        result = _check(connection, start, row)
        _note(connection, start, result)
        results.append(result)
    return tuple(results)


def _check(connection: Connection, start: Witnessed, listed: Row[*tuple[Any, ...]]) -> Witnessed:
    key = _first_key(connection, start.journal, listed.first_ms)
    if key is None or key != listed.public_key:
        return replace(start, fault="the key in the floor's list is not the key of the journal's first entry")
    keys = _keys(connection, start.journal, key, changed=listed.last_key_change > 0)
    reached = start
    for point in _points(connection, start):
        if any(reached.seq < change < point.seq for change in keys.changes):
            return replace(reached, fault=f"checkpoint {point.number}: a new key that the one before has not signed")
        if not is_genuine(point, listed.log, keys.at(point.seq)):
            return replace(reached, fault=f"checkpoint {point.number} is not signed by the key of this journal")
        reached = replace(reached, checkpoint=point.number, seq=point.seq)
    return reached


def _first_key(connection: Connection, journal: int, first_ms: int) -> str | None:
    """With its time, so that only one day is looked into."""
    e = entries.c
    query = select(e.data).where(e.journal == journal, e.seq == 1, e.at_ms == first_ms)
    data = connection.execute(query).scalar()
    try:
        return read(Genesis, json.loads(data or "{}")).public_key
    except (ValueError, TypeError, RecursionError):
        return None


def _keys(connection: Connection, journal: int, first: str, *, changed: bool) -> SigningKeys:
    """The first key, and those that signed entries have named since; an index of the database holds just these."""
    changes = connection.execute(_KEY_CHANGES, {"journal": journal}).all() if changed else []
    return SigningKeys.read(bytes.fromhex(first), [tuple(row) for row in changes])


def _points(connection: Connection, start: Witnessed) -> Iterator[Checkpoint]:
    c = checkpoints.c
    after = start.checkpoint
    while True:
        query = select(c.number, c.seq, c.hash, c.at_ms, c.signature).where(c.journal == start.journal)
        batch = connection.execute(query.where(c.number > after).order_by(c.number).limit(_AT_ONCE)).all()
        for number, seq, hash_, at_ms, signature in batch:
            yield Checkpoint(number=number, seq=seq, hash=hash_.hex(), at_ms=at_ms, signature=signature)
        if len(batch) < _AT_ONCE:
            return
        after = batch[-1].number


def _note(connection: Connection, start: Witnessed, result: Witnessed) -> None:
    if result.checkpoint > start.checkpoint:
        connection.execute(select(func.floor.note_witnessed(result.journal, result.checkpoint, result.seq)))
    if result.fault is not None:
        mark_fault(connection, result.journal, "signature", result.seq + 1, result.fault)


def mark_fault(connection: Connection, journal: int, what: str, seq: int, words: str | None) -> None:
    """One table is marked, with an alarm; all others go on. None takes the mark away."""
    connection.execute(select(func.floor.note_fault(journal, what, seq, words)))


def set_aside(connection: Connection, table: str, after: int, why: str) -> int:
    """By the owner: entries of a table after this one leave the copy and stay on record. The number of the record.

    Signatures are looked at first: what is signed stays, whether or not the projector has come to it.
    """
    if not why.strip():
        raise FloorRefused(Message("floor-say-why-entries-set"))
    head = next((head for head in queries.heads(connection) if head.table == table), None)
    if head is None or head.log is None:
        raise FloorRefused(Message("floor-holds-no-journal-of", table=table))
    connection.exec_driver_sql("BEGIN")
    try:
        # Nothing comes to this journal from here on: what its table has signed until now is seen.
        connection.execute(select(journals.c.id).where(journals.c.log == head.log).with_for_update())
        check_signatures(connection)
        number = connection.execute(select(func.floor.set_aside(head.log, after, why.strip()))).scalar_one()
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
    return int(number)
