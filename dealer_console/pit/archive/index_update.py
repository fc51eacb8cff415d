"""Bringing the index up to its journals: only what is new is read, each piece in one transaction.

Where a piece ends stands in the index itself and is read in the transaction that goes on from it. So it makes no
difference whether the work was stopped, the program killed, or two windows fill at once: nothing is missing or twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, text, update

from dealer_console.journal.entry import NO_HASH, Row
from dealer_console.journal.errors import JournalDamaged
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.database import upsert
from dealer_console.pit.archive.index_builder import Carry, Gatherer
from dealer_console.pit.archive.index_rows import Gathered, GatheredRound
from dealer_console.pit.archive.sources import EntrySource, Log
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.long_work import Work

PIECE: Final = 20_000  # entries; a round that begins in a piece is read to its end


def fill(engine: Engine, source: EntrySource, work: Work) -> int:
    """How many entries were new. Raises `Stopped` between two pieces.

    A damaged journal does not keep the others out: they are taken in first, then `JournalDamaged` names it.
    """
    damaged: list[str] = []
    ends: dict[str, int] = {}
    logs = source.logs()
    for log in logs:
        with _noting(damaged, log):
            ends[log.log] = source.last_entry(log.log)
    done, total = 0, sum(ends[log.log] - _known(engine, log) for log in logs if log.log in ends)
    for log in logs:
        with _noting(damaged, log):
            while log.log in ends:
                work.tell(done, total, f"reading {log.table}")
                read = _piece(engine, source, log, ends[log.log])
                if not read:
                    break
                done += read
    if done > PIECE:
        with engine.begin() as connection:
            connection.execute(text("ANALYZE"))
    work.tell(done, total, "up to date")
    if damaged:
        raise JournalDamaged("; ".join(damaged))
    return done


@contextmanager
def _noting(damaged: list[str], log: Log) -> Iterator[None]:
    try:
        yield
    except JournalDamaged as error:
        damaged.append(f"{log.table}: {error}")


def _known(engine: Engine, log: Log) -> int:
    with engine.connect() as connection:
        row = connection.execute(select(t.logs.c.upto).where(t.logs.c.log == log.log)).first()
    return int(row.upto) if row else 0


def _piece(engine: Engine, source: EntrySource, log: Log, end: int) -> int:
    with engine.connect().execution_options(fills=True) as connection, connection.begin():
        _alone(connection)
        log_id, upto, carry = _where(connection, source, log)
        if upto >= end:
            return 0
        gatherer = Gatherer(carry)
        last = _gather(gatherer, source.rows(log.log, after=upto), upto + PIECE)
        if last is None:
            return 0
        _write(connection, log_id, gatherer.harvest())
        connection.execute(
            update(t.logs)
            .where(t.logs.c.id == log_id)
            .values(upto=last.seq, upto_hash=last.hash, upto_ms=last.at_ms, carry=gatherer.carry.as_text())
        )
        return last.seq - upto


def _alone(connection: Connection) -> None:
    """In PostgreSQL a lock says it; in SQLite the transaction itself has begun as the only writer."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7160002)"))


def _gather(gatherer: Gatherer, batches: Iterator[list[Row]], enough: int) -> Row | None:
    """The last entry between two rounds; what lies behind it is an open round and is read again next time."""
    last: Row | None = None
    pending: list[Row] = []
    for rows in batches:
        for row in rows:
            pending.append(row)
            if row.kind == "round-opened":
                continue
            if row.kind == "round-closed" or not _in_round(pending):
                for each in pending:
                    gatherer.take(each)
                pending.clear()
                last = row
                if row.seq >= enough:
                    return last
    return last


def _in_round(pending: list[Row]) -> bool:
    """Does a round stand open among what is not taken yet?"""
    return pending[0].kind == "round-opened"


def _where(connection: Connection, source: EntrySource, log: Log) -> tuple[int, int, Carry]:
    c = t.logs.c
    row = connection.execute(select(c.id, c.upto, c.upto_hash, c.carry).where(c.log == log.log)).first()
    if row is None:
        return _new_log(connection, log), 0, Carry()
    log_id, upto, upto_hash, text_ = row
    carry = Carry.of_text(text_)
    if carry is not None and _still_there(source, log, upto, upto_hash):
        return log_id, upto, carry
    _forget(connection, log_id)
    return _new_log(connection, log), 0, Carry()


def _new_log(connection: Connection, log: Log) -> int:
    row = {"log": log.log, "table_name": log.table, "public_key": log.public_key}
    made = connection.execute(insert(t.logs).values(**row, upto=0, upto_hash=NO_HASH, upto_ms=0, carry=""))
    key = made.inserted_primary_key
    if key is None:
        raise PitRefused("the index gave no number to the journal")
    return int(key[0])


def _still_there(source: EntrySource, log: Log, upto: int, upto_hash: str) -> bool:
    """A journal that was exchanged for another one of the same identity is read anew."""
    if upto == 0:
        return True
    rows = [row for batch in source.rows(log.log, after=upto - 1, upto=upto) for row in batch]
    return bool(rows) and rows[0][8] == upto_hash


def _forget(connection: Connection, log_id: int) -> None:
    of_log = select(t.rounds.c.id).where(t.rounds.c.log_id == log_id)
    for table in (t.round_spots, t.round_cards, t.round_amounts, t.round_marks):
        connection.execute(delete(table).where(table.c.round_id.in_(of_log)))
    for table in reversed(t.metadata.sorted_tables):
        if "log_id" in table.c:
            connection.execute(delete(table).where(table.c.log_id == log_id))
    connection.execute(delete(t.logs).where(t.logs.c.id == log_id))


# --- writing ---------------------------------------------------------------------------------------------------------


def _write(connection: Connection, log_id: int, found: Gathered) -> None:
    _insert(connection, t.shifts, log_id, found.shifts)
    if found.closed_shifts:
        c = t.shifts.c
        closing = update(t.shifts).where(c.log_id == log_id, c.number == bindparam("in_number"))
        connection.execute(closing, found.closed_shifts)
    _write_rounds(connection, log_id, found)
    _insert(connection, t.corrections, log_id, [_located(connection, log_id, each) for each in found.corrections])
    _insert(connection, t.device_errors, log_id, found.device_errors)
    _insert(connection, t.sittings, log_id, found.sittings)
    if found.departures:
        c = t.sittings.c
        leaving = update(t.sittings).where(
            c.log_id == log_id, c.entry == bindparam("in_entry"), c.spot == bindparam("in_spot")
        )
        connection.execute(leaving, found.departures)
    _write_calls(connection, log_id, found)
    _write_devices(connection, log_id, found)
    _write_sums(connection, log_id, found)
    for person, name in sorted(found.names.items()):
        adding = upsert(connection)(t.people).values(log_id=log_id, person=person, name=name)
        connection.execute(adding.on_conflict_do_update(index_elements=["log_id", "person"], set_={"name": name}))


def _insert(connection: Connection, table: Any, log_id: int, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), [{"log_id": log_id, **row} for row in rows])


def _write_rounds(connection: Connection, log_id: int, found: Gathered) -> None:
    if not found.rounds:
        return
    first = int(connection.execute(text(_NEXT_ROUND[connection.dialect.name])).scalar_one())
    rows, spots, cards, amounts, marks, irregular = [], [], [], [], [], []
    for round_id, each in enumerate(found.rounds, start=first):
        found_by = {"opened_ms": each.row["opened_ms"], "round_id": round_id}
        rows.append({"id": round_id, "log_id": log_id, **each.row})
        spots += [{**found_by, **spot} for spot in each.spots]
        cards += [{**found_by, "card": card} for card in each.cards]
        amounts += [{**found_by, "cents": cents} for cents in each.amounts]
        marks += [{**found_by, "mark": mark} for mark in _marks(each)]
        irregular += [{"log_id": log_id, "round_id": round_id, **one} for one in each.irregularities]
    written = (
        (t.rounds, rows),
        (t.round_spots, spots),
        (t.round_cards, cards),
        (t.round_amounts, amounts),
        (t.round_marks, marks),
        (t.irregularities, irregular),
    )
    for table, many in written:
        if many:
            connection.execute(insert(table), many)


def _marks(each: GatheredRound) -> set[str]:
    marks = {one["code"] for one in each.irregularities}
    if marks:
        marks.add(t.IRREGULAR)
    if each.row["undone"]:
        marks.add(t.UNDONE)
    return marks


_NEXT_ROUND: Final = {
    "sqlite": "SELECT coalesce(max(id), 0) + 1 FROM rounds",
    "postgresql": "SELECT coalesce(max(id), 0) + 1 FROM pit.rounds",
}


def _located(connection: Connection, log_id: int, correction: dict[str, Any]) -> dict[str, Any]:
    """A correction names an entry, often of a round long ago; that round is marked."""
    c, seq = t.rounds.c, correction["corrects"]
    query = select(c.id, c.opened_ms, c.last_entry).where(c.log_id == log_id, c.first_entry <= seq)
    row = connection.execute(query.order_by(c.first_entry.desc()).limit(1)).first()
    if row is None or row.last_entry < seq:
        return {**correction, "round_id": None}
    connection.execute(update(t.rounds).where(c.id == row.id).values(corrected=True))
    mark = {"mark": t.CORRECTED, "opened_ms": row.opened_ms, "round_id": row.id}
    connection.execute(upsert(connection)(t.round_marks).values(**mark).on_conflict_do_nothing())
    return {**correction, "round_id": row.id}


def _write_calls(connection: Connection, log_id: int, found: Gathered) -> None:
    _insert(connection, t.calls, log_id, [asdict(call) for call in found.calls.values()])
    c = t.calls.c
    for each in found.answers:
        connection.execute(
            update(t.calls)
            .where(c.log_id == log_id, c.kind == each.kind, c.key == each.key)
            .where(c.answered_ms.is_(None), c.entry < each.entry)
            .values(answered_ms=each.answered_ms, answered_by=each.answered_by, answer=each.answer)
        )


def _write_devices(connection: Connection, log_id: int, found: Gathered) -> None:
    known = set(found.devices) | set(found.errors_of)
    for key in sorted(known):
        seen = found.devices.get(key)
        errors = found.errors_of.get(key, 0)
        blank = {"device": key[0], "serial": key[1], "model": "", "firmware": "", "state": "", "since_ms": 0}
        adding = upsert(connection)(t.devices).values(log_id=log_id, errors=errors, **(seen or blank))
        changed: dict[str, Any] = {"errors": t.devices.c.errors + errors}
        for name in ("model", "firmware", "state", "since_ms") if seen is not None else ():
            if seen is not None and seen[name]:
                changed[name] = seen[name]
        connection.execute(adding.on_conflict_do_update(index_elements=["log_id", "device", "serial"], set_=changed))


def _write_sums(connection: Connection, log_id: int, found: Gathered) -> None:
    keys = ("shift", "hour_ms", "dealer", "spot", "sitting", "wager", "configured_by")
    rows = [
        {
            "log_id": log_id,
            **dict(zip(keys, key, strict=True)),
            "count": each.count,
            "staked": each.staked,
            "squares": each.squares,
            "taken": each.taken,
            "paid": each.paid,
        }
        for key, each in found.wagers.items()
    ]
    _add_up(connection, t.wager_hours, ("log_id", *keys), rows)
    sums = ("rounds", "hands", "house", "together")
    paces = [
        {"log_id": log_id, "shift": shift, "hour_ms": hour, "dealer": dealer, **dict(zip(sums, each, strict=True))}
        for (shift, hour, dealer), each in found.paces.items()
    ]
    _add_up(connection, t.pace_hours, ("log_id", "shift", "hour_ms", "dealer"), paces)


def _add_up(connection: Connection, table: Any, keys: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    adding = upsert(connection)(table)
    sums = {name: table.c[name] + adding.excluded[name] for name in table.c.keys() if name not in keys}  # noqa: SIM118
    connection.execute(adding.on_conflict_do_update(index_elements=list(keys), set_=sums), rows)
