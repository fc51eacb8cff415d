"""The board: every table at a glance, its calls and its devices. Read from the index, a few rows for each table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, func, select, true

from dealer_console.game.rules import TableRules
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.pit.alerts.acknowledgement import Acknowledgements, Seen, call_id
from dealer_console.pit.amounts import tenths
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.index_builder import Carry
from dealer_console.pit.archive.sources import one_row
from dealer_console.pit.archive.tray_chips import TrayChips, tray_cents
from dealer_console.pit.live.pits import load_pits
from dealer_console.table.shift.report import win

State = Literal["never opened", "closed", "open", "in a round", "irregularity"]
MOST_CALLS: Final = 200  # of one journal


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A device as its table last heard of it."""

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
    pit: str
    section: str
    rules: str
    minimum: int | None
    maximum: int | None
    spots: int
    players: int
    dealer_since_ms: int
    tray: int  # what must lie there now: the last count, and what has moved since
    chips: TrayChips
    denominations: tuple[int, ...]
    last_fill: int
    last_fill_ms: int | None
    devices: tuple[Device, ...]
    last_irregularity: str
    last_irregularity_ms: int | None
    game: TableRules | None = None  # by which it plays now

    @property
    def hold(self) -> int | None:
        """In tenths of a percent; None without a drop."""
        return tenths(Fraction(self.win, self.drop)) if self.drop > 0 else None

    @property
    def devices_well(self) -> bool:
        return all(device.state == "ready" for device in self.devices)


def board(archive: Archive, acknowledgements: Acknowledgements) -> tuple[TableStatus, ...]:
    """All tables by name, each by the journal that it writes now. Call `archive.refresh` before."""
    waiting: dict[str, int] = {}
    for call in open_calls(archive, acknowledgements):
        waiting[call.log] = waiting.get(call.log, 0) + 1
    logs = archive.logs(current=True)
    written_now = t.logs.c.log.in_([log.log for log in logs])
    with archive.engine.connect() as connection:
        names = _names(connection, written_now)
        query = select(t.logs.c.log, t.logs.c.carry, t.figures).join_from(t.logs, t.figures).where(written_now)
        known = {row.log: row for row in connection.execute(query)}
        devices = _devices(connection, written_now)
    table_statuses = [
        _status(archive, log, known[log.log], waiting.get(log.log, 0), devices.get(log.log, ()))
        for log in logs
        if log.log in known
    ]
    return tuple(
        replace(table_status, dealer=names.get((table_status.log.log, table_status.dealer), table_status.dealer))
        for table_status in table_statuses
    )


def _names(connection: Connection, of_logs: ColumnElement[bool]) -> dict[tuple[str, str], str]:
    """By journal and person."""
    query = select(t.logs.c.log, t.people.c.person, t.people.c.name).join_from(t.people, t.logs).where(of_logs)
    return {(row.log, row.person): row.name for row in connection.execute(query)}


def _status(archive: Archive, log: Log, row: Any, calls: int, devices: tuple[Device, ...]) -> TableStatus:
    carry = _carry(row.carry)
    shift = carry.shift
    pit, section = load_pits().place_of(log.table)
    till, game = shift.till, _game(archive, log.log, carry.configured_by)
    fill_ms, fill = max(
        ((slip.settled_ms or 0, slip.chips.cents) for slip in shift.slips if slip.what == "fill" and slip.settled_ms),
        default=(None, 0),
    )
    return TableStatus(
        log=log,
        state=_state(row, str(shift.stage)),
        round=row.round,
        dealer=shift.dealer or "",
        shift=shift.number,
        opened_ms=shift.opened_ms,
        last_ms=row.last_ms,
        rounds_per_hour=row.rounds_per_hour,
        hands_per_hour=row.hands_per_hour,
        win=win(shift),
        drop=till.drop,
        calls=calls,
        pit=pit,
        section=section,
        rules=game.rules.name if game is not None else "",
        minimum=game.minimum if game is not None else None,
        maximum=game.maximum if game is not None else None,
        spots=game.rules.spots if game is not None else 0,
        players=len(carry.seats),
        dealer_since_ms=shift.dealers[-1].since_ms if shift.dealers else 0,
        tray=tray_cents(carry.tray),
        chips=carry.tray,
        denominations=shift.denominations,
        last_fill=fill,
        last_fill_ms=fill_ms,
        devices=devices,
        last_irregularity=row.irregularity,
        last_irregularity_ms=row.irregularity_ms,
        game=game,
    )


_GAMES: Final[dict[tuple[str, int], TableRules]] = {}


def _game(archive: Archive, log: str, entry: int) -> TableRules | None:
    """The rules and limits by which this entry has the table play; an entry never changes."""
    if entry == 0:
        return None
    if (log, entry) not in _GAMES:
        row = one_row(archive.source, log, entry)
        _GAMES[log, entry] = table_rules(read(ConfigurationSet, json.loads(row.data)))
    return _GAMES[log, entry]


def _state(figures: Any, stage: str) -> State:
    if figures.round is not None:
        return "irregularity" if figures.irregular else "in a round"
    if stage == "open":
        return "open"
    return "closed" if stage == "closed" else "never opened"


@lru_cache(maxsize=1000)
def _carry(text: str) -> Carry:
    """Only looked at here; most tables have not ended a round since the last look."""
    return Carry.of_text(text) or Carry()


# --- calls and devices -----------------------------------------------------------------------------------------------


def _devices(connection: Connection, of_logs: ColumnElement[bool]) -> dict[str, tuple[Device, ...]]:
    d, g = t.devices.c, t.logs.c
    query = select(t.devices, g.log, g.table_name).join_from(t.devices, t.logs, g.id == d.log_id)
    by_log: dict[str, list[Device]] = {}
    for row in connection.execute(query.where(of_logs).order_by(d.log_id, d.device, d.since_ms)):
        by_log.setdefault(row.log, []).append(t.of_row(Device, row))
    return {log: tuple(of_log) for log, of_log in by_log.items()}


def devices(archive: Archive) -> tuple[Device, ...]:
    """Every device of every table, with its serial number, firmware and count of errors."""
    with archive.engine.connect() as connection:
        by_log = _devices(connection, true())
    return tuple(device for log in archive.logs() for device in by_log.get(log.log, ()))


def calls(
    archive: Archive, acknowledgements: Acknowledgements, *, limit: int = 200, before_ms: int | None = None
) -> tuple[Call, ...]:
    """The newest first, also those that were answered or acknowledged."""
    c, g = t.calls.c, t.logs.c
    query = select(t.calls, g.log, g.table_name).join_from(t.calls, t.logs, g.id == c.log_id)
    if before_ms is not None:
        query = query.where(c.at_ms < before_ms)
    with archive.engine.connect() as connection:
        rows = connection.execute(query.order_by(c.at_ms.desc(), c.log_id, c.entry.desc()).limit(limit)).all()
    return _calls(rows, acknowledgements)


def open_calls(archive: Archive, acknowledgements: Acknowledgements) -> tuple[Call, ...]:
    """Nobody at the table has answered them, and nobody has acknowledged them here. The oldest first.

    Of one journal the newest `MOST_CALLS`: whoever has a table's login keeps the calls of the others from nobody.
    """
    c, g = t.calls.c, t.logs.c
    place = func.row_number().over(partition_by=c.log_id, order_by=c.entry.desc()).label("place")
    newest = select(t.calls, place).where(c.open).subquery()
    n = newest.c
    query = select(newest, g.log, g.table_name).join_from(newest, t.logs, g.id == n.log_id).where(n.place <= MOST_CALLS)
    with archive.engine.connect() as connection:
        rows = connection.execute(query.order_by(n.at_ms, n.log_id, n.entry)).all()
    return tuple(call for call in _calls(rows, acknowledgements) if call.open)


def _calls(rows: Sequence[Any], acknowledgements: Acknowledgements) -> tuple[Call, ...]:
    known = acknowledgements.of(call_id(row.log, row.entry) for row in rows)
    return tuple(
        t.of_row(
            Call,
            row,
            answered_by=row.answered_by or "",
            answer=row.answer or "",
            seen=known.get(call_id(row.log, row.entry)),
        )
        for row in rows
    )
