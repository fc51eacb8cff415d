"""Bringing the index up to its journals: only what is new is read, each piece in one transaction.

Where a piece ends stands in the index itself and is read in the transaction that goes on from it. So it makes no
difference whether the work was stopped, the program killed, or two windows fill at once: nothing is missing or twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, text, update

from dealer_console.game.errors import Bug
from dealer_console.game.message import Message
from dealer_console.journal.entry import NO_HASH, Row
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.storage.reader import NOT_AS_WRITTEN
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.database import SCHEMA, add_rows, upsert
from dealer_console.pit.archive.index_builder import Carry, Gatherer
from dealer_console.pit.archive.index_rows import Gathered, GatheredRound
from dealer_console.pit.archive.kept_markers import note_moves
from dealer_console.pit.archive.sources import EntrySource, Log
from dealer_console.pit.long_work import Work
from dealer_console.table.shift import Shift
from dealer_console.table.shift.report import HOUR_MS, per_hour

_SHORTEST_MS: Final = 60_000  # a pace over less than a minute says nothing
LATE_CALL: Final = "late-call"
_BEGIN: Final = ("round-opened", LATE_CALL)  # what comes after these waits until the round is closed
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
        raise JournalDamaged("; ".join(damaged))
    return done


def fill_log(engine: Engine, source: EntrySource, log: Log, end: int) -> int:
    """One journal up to this entry. Raises `JournalDamaged`."""
    done = 0
    while read := _piece(engine, source, log, end):
        done += read
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
    """A damaged entry stops it where its stretch begins: what lies before is taken in."""
    try:
        return _read_piece(engine, source, log, end)
    except BadStretch as bad:
        _read_piece(engine, source, log, bad.first - 1)
        raise


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
            connection.execute(text(f"LOCK TABLE {SCHEMA}.{t.form.name} IN SHARE ROW EXCLUSIVE MODE"))
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


class BadStretch(JournalDamaged):
    """An entry that no table writes, in the stretch that begins with `first`."""

    def __init__(self, words: str, first: int) -> None:
        super().__init__(words)
        self.first = first


def advance(connection: Connection, state: LogState, rows: Sequence[Row]) -> None:
    """Take in the rows that follow. Whole rounds go into the index, of an open one the calls and where it stands."""
    gatherer = Gatherer(state.carry)
    last: Row | None = None
    for row in rows:
        if row.kind == "genesis":
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
    follows = json.loads(row.data).get("follows") or {}
    carry = connection.execute(select(t.logs.c.carry).where(t.logs.c.log == follows.get("log"))).scalar()
    before = Carry.of_text(carry or "")
    if before is None:
        return Shift()
    till = before.shift.till
    return Shift(till=replace(Shift().till, closer=till.closer, closer_chips=till.closer_chips))


def _write_found(connection: Connection, state: LogState, gatherer: Gatherer) -> None:
    gathered = gatherer.harvest()
    _write(connection, state.log_id, gathered)
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
    _write_sums(connection, state.log_id, reopened)
    state.figures["rounds"] -= 1


def _take_stretch(gatherer: Gatherer, state: LogState) -> Row:
    """Everything that waits: no round stands open after it."""
    last = state.pending[-1]
    with _stretch(state.pending[0].seq):
        for row in state.pending:
            gatherer.take(row)
    state.pending.clear()
    return last


@contextmanager
def _stretch(first: int) -> Iterator[None]:
    try:
        yield
    except JournalDamaged as damaged:
        raise BadStretch(str(damaged), first) from damaged


def _write_open_round(connection: Connection, state: LogState, rows: Sequence[Row]) -> None:
    calls = Gatherer(Carry())
    for row in rows:
        if state.pending and row.seq >= state.pending[0].seq:
            with _stretch(state.pending[0].seq):
                calls.take_call(row)
        _follow(state.figures, row)
    _write_calls(connection, state.log_id, calls.harvest())
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


# --- writing ---------------------------------------------------------------------------------------------------------


def _write(connection: Connection, log_id: int, gathered: Gathered) -> None:
    _insert(connection, t.shifts, log_id, gathered.shifts)
    if gathered.closed_shifts:
        c = t.shifts.c
        closing = update(t.shifts).where(c.log_id == log_id, c.number == bindparam("in_number"))
        connection.execute(closing, gathered.closed_shifts)
    _write_rounds(connection, log_id, gathered)
    _insert(
        connection,
        t.corrections,
        log_id,
        [_located(connection, log_id, correction) for correction in gathered.corrections],
    )
    _insert(connection, t.device_errors, log_id, gathered.device_errors)
    _insert(connection, t.sittings, log_id, gathered.sittings)
    _insert(connection, t.cash_moves, log_id, gathered.cash_moves)
    note_moves(connection, log_id, gathered.cash_moves)
    if gathered.departures:
        c = t.sittings.c
        leaving = update(t.sittings).where(
            c.log_id == log_id, c.entry == bindparam("in_entry"), c.spot == bindparam("in_spot")
        )
        connection.execute(leaving, gathered.departures)
    _write_calls(connection, log_id, gathered)
    _write_devices(connection, log_id, gathered)
    _write_sums(connection, log_id, gathered)
    for person, name in sorted(gathered.names.items()):
        adding = upsert(connection)(t.people).values(log_id=log_id, person=person, name=name)
        connection.execute(adding.on_conflict_do_update(index_elements=["log_id", "person"], set_={"name": name}))


def _insert(connection: Connection, table: Any, log_id: int, rows: list[dict[str, Any]]) -> None:
    if rows:
        add_rows(connection, table, [{"log_id": log_id, **row} for row in rows])


def _write_rounds(connection: Connection, log_id: int, gathered: Gathered) -> None:
    if not gathered.rounds:
        return
    first = int(connection.execute(text(_NEXT_ROUND[connection.dialect.name])).scalar_one())
    rows, spots, cards, amounts, marks, irregular = [], [], [], [], [], []
    for round_id, round_ in enumerate(gathered.rounds, start=first):
        found_by = {"opened_ms": round_.row["opened_ms"], "round_id": round_id}
        rows.append({"id": round_id, "log_id": log_id, **round_.row})
        spots += [{**found_by, **spot} for spot in round_.spots]
        cards += [{**found_by, "card": card} for card in round_.cards]
        amounts += [{**found_by, "cents": cents} for cents in round_.amounts]
        marks += [{**found_by, "mark": mark} for mark in _marks(round_)]
        irregular += [
            {"log_id": log_id, "round_id": round_id, **irregularity} for irregularity in round_.irregularities
        ]
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
            add_rows(connection, table, many)


def _marks(gathered: GatheredRound) -> set[str]:
    marks = {irregularity["code"] for irregularity in gathered.irregularities}
    if marks:
        marks.add(t.IRREGULAR)
    if gathered.row["undone"]:
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


def _write_calls(connection: Connection, log_id: int, gathered: Gathered) -> None:
    if gathered.calls:  # those of a round that was open stand there already
        adding = upsert(connection)(t.calls).on_conflict_do_nothing()
        connection.execute(
            adding, [{"log_id": log_id, "open": True, **asdict(call)} for call in gathered.calls.values()]
        )
    c = t.calls.c
    for answer in gathered.answers:
        connection.execute(
            update(t.calls)
            .where(c.log_id == log_id, c.kind == answer.kind, c.key == answer.key)
            .where(c.answered_ms.is_(None), c.entry < answer.entry)
            .values(answered_ms=answer.answered_ms, answered_by=answer.answered_by, answer=answer.answer, open=False)
        )


def _write_devices(connection: Connection, log_id: int, gathered: Gathered) -> None:
    known = set(gathered.devices) | set(gathered.errors_of)
    for key in sorted(known):
        device = gathered.devices.get(key)
        errors = gathered.errors_of.get(key, 0)
        blank = {"device": key[0], "serial": key[1], "model": "", "firmware": "", "state": "", "since_ms": 0}
        adding = upsert(connection)(t.devices).values(log_id=log_id, errors=errors, **(device or blank))
        changed: dict[str, Any] = {"errors": t.devices.c.errors + errors}
        for name in ("model", "firmware", "state", "since_ms") if device is not None else ():
            if device is not None and device[name]:
                changed[name] = device[name]
        connection.execute(adding.on_conflict_do_update(index_elements=["log_id", "device", "serial"], set_=changed))


def _write_sums(connection: Connection, log_id: int, gathered: Gathered) -> None:
    keys = ("shift", "hour_ms", "dealer", "spot", "sitting", "wager", "configured_by")
    rows = [
        {
            "log_id": log_id,
            **dict(zip(keys, key, strict=True)),
            "count": wager.count,
            "staked": wager.staked,
            "squares": wager.squares,
            "taken": wager.taken,
            "paid": wager.paid,
        }
        for key, wager in gathered.wagers.items()
    ]
    _add_up(connection, t.wager_hours, ("log_id", *keys), rows)
    sums = ("rounds", "hands", "win", "together")
    paces = [
        {"log_id": log_id, "shift": shift, "hour_ms": hour, "dealer": dealer, **dict(zip(sums, pace, strict=True))}
        for (shift, hour, dealer), pace in gathered.paces.items()
    ]
    _add_up(connection, t.pace_hours, ("log_id", "shift", "hour_ms", "dealer"), paces)


def _add_up(connection: Connection, table: Any, keys: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    adding = upsert(connection)(table)
    sums = {name: table.c[name] + adding.excluded[name] for name in table.c.keys() if name not in keys}  # noqa: SIM118
    connection.execute(adding.on_conflict_do_update(index_elements=list(keys), set_=sums), rows)
