"""The board: every table at a glance, its calls and its devices. Read from the index and the entries behind it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from sqlalchemy import Connection, func, select

from dealer_console.pit.alerts.acknowledgement import Acknowledgements, Seen, call_id
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.index_builder import Carry
from dealer_console.table.shift.report import HOUR_MS, per_hour

State = Literal["never opened", "closed", "open", "in a round", "irregularity"]
_SHORTEST: Final = 60_000  # a pace over less than a minute says nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A machine as its table last heard of it."""

    table: str
    device: str
    serial: str
    model: str
    firmware: str
    state: str
    since_ms: int
    errors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A table asks for somebody: an alarm, or a request for an approval. `seen` is who has acknowledged it here."""

    log: str
    table: str
    entry: int
    at_ms: int
    kind: str
    text: str
    by: str
    answered_ms: int | None
    answered_by: str
    answer: str
    seen: Seen | None

    @property
    def id(self) -> str:
        return call_id(self.log, self.entry)

    @property
    def open(self) -> bool:
        """It stays on the board until somebody with the right has acknowledged it."""
        return self.seen is None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStatus:
    """One row of the board. Money is in cents, of the running or last shift."""

    log: Log
    state: State
    round: int | None
    dealer: str
    shift: int
    opened_ms: int
    last_ms: int
    rounds_per_hour: int  # over the last hour of play
    hands_per_hour: int
    win: int
    drop: int
    calls: int
    devices: tuple[Device, ...]
    last_irregularity: str
    last_irregularity_ms: int | None

    @property
    def devices_well(self) -> bool:
        return all(each.state == "ready" for each in self.devices)


def board(archive: Archive, seen: Acknowledgements) -> tuple[TableStatus, ...]:
    """All tables by name. Call `archive.refresh` before; what came since then is read here only as far as the round."""
    waiting: dict[str, int] = {}
    for call in open_calls(archive, seen):
        waiting[call.log] = waiting.get(call.log, 0) + 1
    names = archive.names()
    with archive.engine.connect() as connection:
        known = {row.log: row for row in connection.execute(select(t.logs))}
        machines = _devices(connection)
        found = [
            _status(archive, connection, log, known[log.log], waiting.get(log.log, 0), machines.get(log.log, ()))
            for log in archive.logs()
            if log.log in known
        ]
    return tuple(replace(each, dealer=names.get(each.dealer, each.dealer)) for each in found)


def _status(
    archive: Archive, connection: Connection, log: Log, row: Any, calls: int, devices: tuple[Device, ...]
) -> TableStatus:
    carry = Carry.of_text(row.carry) or Carry()
    shift = carry.shift
    state, number, last_ms = _now(archive, log, row, str(shift.stage))
    rounds, hands = _pace(connection, row.id, shift.number, shift.opened_ms, row.upto_ms)
    code, when = _last_irregularity(connection, row.id)
    return TableStatus(
        log=log,
        state=state,
        round=number,
        dealer=shift.dealer or "",
        shift=shift.number,
        opened_ms=shift.opened_ms,
        last_ms=last_ms,
        rounds_per_hour=rounds,
        hands_per_hour=hands,
        win=_win(connection, row.id, shift.number),
        drop=shift.till.drop,
        calls=calls,
        devices=devices,
        last_irregularity=code,
        last_irregularity_ms=when,
    )


def _now(archive: Archive, log: Log, row: Any, stage: str) -> tuple[State, int | None, int]:
    """What lies behind the index is the round that is open."""
    number: int | None = None
    irregular, last_ms = False, int(row.upto_ms)
    for batch in archive.source.rows(log.log, after=row.upto):
        for _, kind, _, at_ms, _, _, _, data, _ in batch:
            last_ms = at_ms
            if kind == "round-opened":
                number = json.loads(data)["round"]
            elif kind == "round-closed":
                number = None
            elif kind == "move":
                irregular = _still_irregular(irregular, json.loads(data)["move"])
    if number is not None:
        return "irregularity" if irregular else "in a round", number, last_ms
    if stage == "open":
        return "open", None, last_ms
    return "closed" if stage == "closed" else "never opened", None, last_ms


def _still_irregular(before: bool, move: str) -> bool:
    words = move.split()
    if words[0] == "irregularity":
        return True
    answered = words[0] in ("resolve", "void", "dealer") or (len(words) > 1 and words[1] in ("accept", "play"))
    return before and not answered


def _pace(connection: Connection, log_id: int, shift: int, opened_ms: int, upto_ms: int) -> tuple[int, int]:
    since = max(opened_ms, upto_ms - HOUR_MS)
    c = t.rounds.c
    query = select(func.count(), func.coalesce(func.sum(c.hands), 0))
    rounds, hands = connection.execute(query.where(c.log_id == log_id, c.shift == shift, c.opened_ms >= since)).one()
    time_ms = max(upto_ms - since, _SHORTEST)
    return per_hour(int(rounds), time_ms), per_hour(int(hands), time_ms)


def _win(connection: Connection, log_id: int, shift: int) -> int:
    """By the books: what settlements brought, less what corrections paid."""
    p, c = t.pace_hours.c, t.corrections.c
    house = connection.execute(select(func.sum(p.house)).where(p.log_id == log_id, p.shift == shift)).scalar()
    paid = connection.execute(select(func.sum(c.cents)).where(c.log_id == log_id, c.shift == shift)).scalar()
    return int(house or 0) - int(paid or 0)


def _last_irregularity(connection: Connection, log_id: int) -> tuple[str, int | None]:
    c = t.irregularities.c
    query = select(c.code, c.at_ms).where(c.log_id == log_id).order_by(c.entry.desc()).limit(1)
    row = connection.execute(query).first()
    return (row.code, row.at_ms) if row else ("", None)


# --- calls and devices -----------------------------------------------------------------------------------------------


def _devices(connection: Connection) -> dict[str, tuple[Device, ...]]:
    d, g = t.devices.c, t.logs.c
    query = select(t.devices, g.log, g.table_name).join_from(t.devices, t.logs, g.id == d.log_id)
    found: dict[str, list[Device]] = {}
    for row in connection.execute(query.order_by(d.log_id, d.device, d.since_ms)):
        device = Device(
            table=row.table_name,
            device=row.device,
            serial=row.serial,
            model=row.model,
            firmware=row.firmware,
            state=row.state,
            since_ms=row.since_ms,
            errors=row.errors,
        )
        found.setdefault(row.log, []).append(device)
    return {log: tuple(each) for log, each in found.items()}


def devices(archive: Archive) -> tuple[Device, ...]:
    """Every device of every table, with its serial number, firmware and count of errors."""
    with archive.engine.connect() as connection:
        found = _devices(connection)
    return tuple(each for log in archive.logs() for each in found.get(log.log, ()))


def calls(
    archive: Archive, seen: Acknowledgements, *, limit: int = 200, before_ms: int | None = None
) -> tuple[Call, ...]:
    """The newest first, also those that were answered or acknowledged."""
    c, g = t.calls.c, t.logs.c
    query = select(t.calls, g.log, g.table_name).join_from(t.calls, t.logs, g.id == c.log_id)
    if before_ms is not None:
        query = query.where(c.at_ms < before_ms)
    with archive.engine.connect() as connection:
        rows = connection.execute(query.order_by(c.at_ms.desc(), c.log_id, c.entry.desc()).limit(limit)).all()
    return _calls(rows, seen)


def open_calls(archive: Archive, seen: Acknowledgements) -> tuple[Call, ...]:
    """Nobody at the table has answered them, and nobody has acknowledged them here. The oldest first."""
    c, g = t.calls.c, t.logs.c
    query = select(t.calls, g.log, g.table_name).join_from(t.calls, t.logs, g.id == c.log_id)
    with archive.engine.connect() as connection:
        rows = connection.execute(query.where(c.answered_ms.is_(None)).order_by(c.at_ms, c.log_id, c.entry)).all()
    return tuple(each for each in _calls(rows, seen) if each.open)


def _calls(rows: Sequence[Any], seen: Acknowledgements) -> tuple[Call, ...]:
    known = seen.of(call_id(row.log, row.entry) for row in rows)
    return tuple(
        Call(
            log=row.log,
            table=row.table_name,
            entry=row.entry,
            at_ms=row.at_ms,
            kind=row.kind,
            text=row.text,
            by=row.by,
            answered_ms=row.answered_ms,
            answered_by=row.answered_by or "",
            answer=row.answer or "",
            seen=known.get(call_id(row.log, row.entry)),
        )
        for row in rows
    )
