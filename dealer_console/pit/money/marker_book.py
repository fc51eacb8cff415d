"""Markers of all tables: issued and redeemed at the table, paid at the cage, and what each player still owes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, select

from dealer_console.game.message import Message
from dealer_console.game.money import show
from dealer_console.pit.archive import schema as t
from dealer_console.pit.desk.record_kinds import MarkerPaid, Method
from dealer_console.pit.desk.records import Record, RecordBook
from dealer_console.pit.errors import PitRefused
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey

_KINDS: Final = ("marker", "marker-redeemed", "marker-voided")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerLine:
    """One marker. Sums in cents."""

    table: str
    log: str
    shift: int
    number: str
    player: str
    at_ms: int
    entry: int
    issued: int
    redeemed: int = 0  # with chips at the table
    paid: int = 0  # at the cage
    payments: int = 0
    void_entry: int | None = None  # voided at the table: nothing of it is owed

    @property
    def left(self) -> int:
        return 0 if self.void_entry is not None else self.issued - self.redeemed - self.paid


def markers(connection: Connection, records: Iterable[Record]) -> tuple[MarkerLine, ...]:
    """All of them, the newest first."""
    m, g = t.cash_moves.c, t.logs.c
    query = select(m.entry, m.at_ms, m.shift, m.player, m.what, m.marker, m.cents, g.log, g.table_name).join_from(
        t.cash_moves, t.logs, g.id == m.log_id
    )
    rows = connection.execute(query.where(m.what.in_(_KINDS)).order_by(m.at_ms.desc(), m.entry.desc())).all()
    redeemed: dict[tuple[str, str], int] = {}
    voided: dict[tuple[str, str], int] = {}
    for row in rows:
        if row.what == "marker-redeemed":
            redeemed[row.log, row.marker] = redeemed.get((row.log, row.marker), 0) + row.cents
        elif row.what == "marker-voided":
            voided[row.log, row.marker] = row.entry
    paid: dict[tuple[str, str], list[int]] = {}
    for record in records:
        if isinstance(record.data, MarkerPaid):
            paid.setdefault((record.data.log, record.data.marker), []).append(record.data.cents)
    return tuple(
        replace(_line(row, redeemed, paid), void_entry=voided.get((row.log, row.marker)))
        for row in rows
        if row.what == "marker"
    )


def _line(row: Any, redeemed: dict[tuple[str, str], int], paid: dict[tuple[str, str], list[int]]) -> MarkerLine:
    payments = paid.get((row.log, row.marker), [])
    return MarkerLine(
        table=row.table_name,
        log=row.log,
        shift=row.shift,
        number=row.marker,
        player=row.player,
        at_ms=row.at_ms,
        entry=row.entry,
        issued=row.cents,
        redeemed=redeemed.get((row.log, row.marker), 0),
        paid=sum(payments),
        payments=len(payments),
    )


def balances(lines: Sequence[MarkerLine]) -> dict[str, int]:
    """What each player owes, in cents."""
    owed: dict[str, int] = {}
    for line in lines:
        owed[line.player] = owed.get(line.player, 0) + line.left
    return owed


def pay_marker(
    book: RecordBook,
    line: MarkerLine,
    cents: int,
    method: Method,
    *,
    key: RulingKey,
    permissions: Permissions,
    at_ms: int,
) -> None:
    """At the cage, up to what is left; of two who pay the same rest at once one is refused. Raises `PitRefused`."""
    if not 0 < cents <= line.left:
        raise PitRefused(Message("marker-left", marker=line.number, amount=show(line.left)))
    paid = MarkerPaid(log=line.log, marker=line.number, card=line.player, cents=cents, method=method)
    once = f"{line.log}/{line.number}/{line.payments + 1}"
    book.enter(once, paid, key=key, permissions=permissions, at_ms=at_ms)
