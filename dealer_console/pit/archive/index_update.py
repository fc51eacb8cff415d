"""Bringing the index up to its journals: only what is new is read, each piece in one transaction.

Where a piece ends stands in the index itself and is read in the transaction that goes on from it. So it makes no
difference whether the work was stopped, the program killed, or two windows fill at once: nothing is missing or twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, Engine, delete, func, insert, select, text, update
from sqlalchemy.exc import DataError, IntegrityError

from dealer_console.game.errors import Bug
from dealer_console.game.message import Message, joined
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import Genesis
from dealer_console.journal.entry import NO_HASH, Row
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.storage.reader import NOT_AS_WRITTEN
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.database import upsert
from dealer_console.pit.archive.floor_index import must_have_this_form
from dealer_console.pit.archive.index_builder import Carry, Gatherer
from dealer_console.pit.archive.index_writer import write_calls, write_gathered, write_sums
from dealer_console.pit.archive.sources import EntrySource, Log
from dealer_console.pit.long_work import Work
from dealer_console.table.shift import Shift
from dealer_console.table.shift.report import HOUR_MS, per_hour

_SHORTEST_MS: Final = 60_000  # a pace over less than a minute says nothing
LATE_CALL: Final = "late-call"
_BEGIN: Final = ("round-opened", LATE_CALL)  # what comes after these waits until the round is closed
PIECE: Final = 20_000  # entries; a round that begins in a piece is read to its end
_UNFIT: Final = (JournalDamaged, DataError, IntegrityError, psycopg.DataError, *NOT_AS_WRITTEN)


def fill(engine: Engine, source: EntrySource, work: Work) -> int:
    """How many entries were new. Raises `Stopped` between two pieces.

    A damaged journal does not keep the others out: they are taken in first, then `JournalDamaged` names it.
    """
    damaged: list[Message] = []
    ends: dict[str, int] = {}
    logs = source.logs()
    for log in logs:
        with _noting(damaged, log):
            ends[log.log] = source.last_entry(log.log)
    done, total = 0, sum(ends[log.log] - _known(engine, log) for log in logs if log.log in ends)
    for log in logs:
        with _noting(damaged, log):
            while log.log in ends:
                work.report(done, total, Message("pit-loading-table", table=log.table))
                read = _piece(engine, source, log, ends[log.log])
                if not read:
                    break
                done += read
    if done > PIECE:
        with engine.begin() as connection:
            connection.execute(text("ANALYZE"))
    work.report(done, total, Message("pit-loading"))
    if damaged:
        raise JournalDamaged(joined(damaged))
    return done


def fill_log(engine: Engine, source: EntrySource, log: Log, end: int) -> int:
    """One journal up to this entry. Raises `JournalDamaged`."""
    done = 0
    while read := _piece(engine, source, log, end):
        done += read
    return done


@contextmanager
def _noting(damaged: list[Message], log: Log) -> Iterator[None]:
    try:
        yield
    except JournalDamaged as error:
        damaged.append(Message("pit-journal-trouble", table=log.table, trouble=error.message))


def _known(engine: Engine, log: Log) -> int:
    with engine.connect() as connection:
        row = connection.execute(select(t.logs.c.upto).where(t.logs.c.log == log.log)).first()
    return int(row.upto) if row else 0


def _piece(engine: Engine, source: EntrySource, log: Log, end: int) -> int:
    """A bad entry stops it: what lies before is taken in."""
    try:
        return _read_piece(engine, source, log, end)
    except Exception as error:
        if not is_unfit(error):
            raise
        with writing(engine) as connection:
            before = where(connection, source, log)
            state, bad = take_what_fits(connection, source, log, end)
        if bad is not None:
            raise bad from None
        return state.upto - before.upto


def _read_piece(engine: Engine, source: EntrySource, log: Log, end: int) -> int:
    with writing(engine) as connection:
        state = where(connection, source, log)
        before = state.upto
        if state.figures["read_upto"] >= end:
            return 0
        while state.read_upto < end and (state.upto == before or (state.pending and state.upto < before + PIECE)):
            upto = min(end, state.read_upto + PIECE)
            for rows in source.rows(log.log, after=state.read_upto, upto=upto):
                advance(connection, state, rows)
        return state.upto - before


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction of the only writer. In PostgreSQL a lock says so that no reader can take; SQLite begins as one."""
    with engine.connect().execution_options(fills=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("LOCK TABLE pit.kept IN SHARE ROW EXCLUSIVE MODE"))
            must_have_this_form(connection)  # it may have been made anew, by another program
        yield connection


@dataclass(slots=True, kw_only=True)
class LogState:
    """One journal in the index, and what of it is read but not in the index yet: the round that is open."""

    log_id: int
    upto: int
    carry: Carry
    figures: dict[str, Any]
    rows_of: Callable[[int, int], Iterator[Row]]  # the journal's rows between two entries, both included
    pending: list[Row] = field(default_factory=list)

    @property
    def read_upto(self) -> int:
        return self.pending[-1].seq if self.pending else self.upto


class BadEntry(JournalDamaged):
    """One that no table writes."""

    def __init__(self, message: Message | str, seq: int) -> None:
        super().__init__(message)
        self.seq = seq


def is_unfit(error: Exception) -> bool:
    """Does it come of an entry that no table writes? The driver's own errors are those of its COPY."""
    original = getattr(error, "orig", None) or error
    return isinstance(error, _UNFIT) or isinstance(original, psycopg.errors.ProgramLimitExceeded)


def take_what_fits(connection: Connection, source: EntrySource, log: Log, end: int) -> tuple[LogState, BadEntry | None]:
    """Up to this entry, or to the first that is bad. It is looked for by halves: one among many costs a few tries."""
    state, bad = where(connection, source, log), None
    try:
        for rows in source.rows(log.log, after=state.upto, upto=end):
            state, bad = _fitting(connection, state, rows)
            if bad is not None:
                break
    except JournalDamaged as damaged:  # of the file itself
        bad = BadEntry(damaged.message, state.read_upto + 1)
    return state, bad


def _fitting(connection: Connection, state: LogState, rows: Sequence[Row]) -> tuple[LogState, BadEntry | None]:
    tried = replace(state, carry=deepcopy(state.carry), figures=dict(state.figures), pending=[*state.pending])
    try:
        with connection.begin_nested():
            advance(connection, tried, rows)
    except Exception as error:
        if not is_unfit(error):
            raise
        if len(rows) == 1:
            return state, BadEntry(_unfit(rows[0], error), rows[0].seq)
        half = len(rows) // 2
        state, bad = _fitting(connection, state, rows[:half])
        return (state, bad) if bad is not None else _fitting(connection, state, rows[half:])
    return tried, None


def _unfit(row: Row, error: Exception) -> Message | str:
    if isinstance(error, JournalDamaged):
        return error.message
    reason = (str(error).splitlines() or [type(error).__name__])[0]
    return Message("pit-entry-unfit", seq=row.seq, kind=row.kind, reason=reason)


def advance(connection: Connection, state: LogState, rows: Sequence[Row]) -> None:
    """Take in the rows that follow. Whole rounds go into the index, of an open one the calls and where it stands."""
    gatherer = Gatherer(state.carry)
    last: Row | None = None
    for row in rows:
        if row.kind == "genesis" and row.seq == 1:
            state.carry.shift = _closed_before(connection, row)
        state.pending.append(row)
        if row.kind == "round-closed" or state.pending[0].kind not in _BEGIN:
            if state.pending[0].kind == LATE_CALL:
                _write_found(connection, state, gatherer)
                _reopen(connection, state, gatherer)
            last = _take_stretch(gatherer, state)
    if last is not None:
        state.upto = last.seq
        _write_found(connection, state, gatherer)
        connection.execute(
            update(t.logs)
            .where(t.logs.c.id == state.log_id)
            .values(upto=last.seq, upto_hash=last.hash, upto_ms=last.at_ms, carry=state.carry.as_text())
        )
        state.figures |= shift_figures(connection, state.log_id, state.carry.shift, last.at_ms)
    if rows:
        _write_open_round(connection, state, rows)


def _closed_before(connection: Connection, row: Row) -> Shift:
    """A journal that follows another begins from nothing, but its first opener is to be the last closer."""
    follows = read(Genesis, json.loads(row.data)).follows or {}
    carry = connection.execute(select(t.logs.c.carry).where(t.logs.c.log == str(follows.get("log")))).scalar()
    before = Carry.of_text(carry or "")
    if before is None:
        return Shift()
    till = before.shift.till
    return Shift(till=replace(Shift().till, closer=till.closer, closer_chips=till.closer_chips))


def _write_found(connection: Connection, state: LogState, gatherer: Gatherer) -> None:
    gathered = gatherer.harvest()
    write_gathered(connection, state.log_id, gathered)
    state.figures["rounds"] += len(gathered.rounds)


def _reopen(connection: Connection, state: LogState, gatherer: Gatherer) -> None:
    """A late call opens the last round again: it leaves the index, and comes back as it is closed again."""
    c = t.rounds.c
    query = select(t.rounds).where(c.log_id == state.log_id).order_by(c.first_entry.desc()).limit(1)
    known = connection.execute(query).first()
    if known is None:
        return
    rows = [*state.rows_of(known.first_entry, known.last_entry)]
    reopened = gatherer.reopened(rows, known.shift, known.dealer, fresh=known.fresh_from, rules=known.configured_by)
    for table in (t.round_spots, t.round_cards, t.round_amounts, t.round_marks, t.irregularities):
        connection.execute(delete(table).where(table.c.round_id == known.id))
    connection.execute(delete(t.rounds).where(c.id == known.id))
    write_sums(connection, state.log_id, reopened)
    state.figures["rounds"] -= 1


def _take_stretch(gatherer: Gatherer, state: LogState) -> Row:
    """Everything that waits: no round stands open after it."""
    last = state.pending[-1]
    for row in state.pending:
        gatherer.take(row)
    state.pending.clear()
    return last


def _write_open_round(connection: Connection, state: LogState, rows: Sequence[Row]) -> None:
    calls = Gatherer(Carry())
    for row in rows:
        if state.pending and row.seq >= state.pending[0].seq:
            calls.take_call(row)
        _follow(state.figures, row)
    write_calls(connection, state.log_id, calls.harvest())
    state.figures |= {"read_upto": rows[-1].seq, "last_ms": rows[-1].at_ms}
    put = upsert(connection)(t.figures).values(log_id=state.log_id, **state.figures)
    connection.execute(put.on_conflict_do_update(index_elements=["log_id"], set_=state.figures))


def _follow(figures: dict[str, Any], row: Row) -> None:
    """Which round is open, and whether an irregularity is."""
    if row.kind not in ("round-opened", "round-closed", "move"):
        return
    with suppress(*NOT_AS_WRITTEN):  # a move outside of every round is nobody's business here
        stored = json.loads(row.data)
        if row.kind == "move":
            figures["irregular"] = _still_irregular(figures["irregular"], stored["move"])
        else:
            figures |= {"round": stored["round"] if row.kind == "round-opened" else None, "irregular": False}


def _still_irregular(before: bool, move: str) -> bool:
    words = move.split()
    if words[0] == "irregularity":
        return True
    answered = words[0] in ("resolve", "void", "dealer") or (len(words) > 1 and words[1] in ("accept", "play"))
    return before and not answered


def shift_figures(connection: Connection, log_id: int, shift: Shift, upto_ms: int) -> dict[str, Any]:
    """Of the running or last shift; a few short stretches of indexes, however long the history is."""
    since = max(shift.opened_ms, upto_ms - HOUR_MS)
    r, i = t.rounds.c, t.irregularities.c
    query = select(func.count(), func.coalesce(func.sum(r.hands), 0))
    of_hour = (r.log_id == log_id, r.shift == shift.number, r.opened_ms >= since)
    rounds, hands = connection.execute(query.where(*of_hour)).one()
    time_ms = max(upto_ms - since, _SHORTEST_MS)
    last = select(i.code, i.at_ms).where(i.log_id == log_id).order_by(i.entry.desc()).limit(1)
    code, when = connection.execute(last).first() or ("", None)
    return {
        "rounds_per_hour": per_hour(int(rounds), time_ms),
        "hands_per_hour": per_hour(int(hands), time_ms),
        "irregularity": code,
        "irregularity_ms": when,
    }


_NO_FIGURES: Final[dict[str, Any]] = {
    "read_upto": 0, "last_ms": 0, "round": None, "irregular": False, "rounds": 0,
    "rounds_per_hour": 0, "hands_per_hour": 0, "irregularity": "", "irregularity_ms": None,
}  # fmt: skip


def where(connection: Connection, source: EntrySource, log: Log) -> LogState:
    """How far the index of this journal goes; from the beginning when another program or another journal made it."""

    def rows_of(first: int, last: int) -> Iterator[Row]:
        for batch in source.rows(log.log, after=first - 1, upto=last):
            yield from batch

    c = t.logs.c
    row = connection.execute(select(c.id, c.upto, c.upto_hash, c.carry).where(c.log == log.log)).first()
    if row is not None:
        log_id, upto, upto_hash, text_ = row
        carry = Carry.of_text(text_)
        if carry is not None and _still_there(source, log, upto, upto_hash):
            kept = connection.execute(select(t.figures).where(t.figures.c.log_id == log_id)).mappings().first()
            figures = {name: kept[name] for name in _NO_FIGURES} if kept is not None else dict(_NO_FIGURES)
            figures |= {"round": None, "irregular": False}  # followed again from `upto` on
            return LogState(log_id=log_id, upto=upto, carry=carry, figures=figures, rows_of=rows_of)
        forget(connection, log_id)
    new = _new_log(connection, log)
    return LogState(log_id=new, upto=0, carry=Carry(), figures=dict(_NO_FIGURES), rows_of=rows_of)


def _new_log(connection: Connection, log: Log) -> int:
    row = {"log": log.log, "table_name": log.table, "public_key": log.public_key}
    inserted = connection.execute(insert(t.logs).values(**row, upto=0, upto_hash=NO_HASH, upto_ms=0, carry=""))
    key = inserted.inserted_primary_key
    if key is None:
        raise Bug("the index gave no number to the journal")
    return int(key[0])


def _still_there(source: EntrySource, log: Log, upto: int, upto_hash: str) -> bool:
    """A journal that was exchanged for another one of the same identity is read again."""
    if upto == 0:
        return True
    rows = [row for batch in source.rows(log.log, after=upto - 1, upto=upto) for row in batch]
    return bool(rows) and rows[0][8] == upto_hash


def forget(connection: Connection, log_id: int) -> None:
    of_log = select(t.rounds.c.id).where(t.rounds.c.log_id == log_id)
    for table in (t.round_spots, t.round_cards, t.round_amounts, t.round_marks):
        connection.execute(delete(table).where(table.c.round_id.in_(of_log)))
    for table in reversed(t.metadata.sorted_tables):
        if "log_id" in table.c:
            connection.execute(delete(table).where(table.c.log_id == log_id))
    connection.execute(delete(t.logs).where(t.logs.c.id == log_id))
