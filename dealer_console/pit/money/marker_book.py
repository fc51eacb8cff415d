"""Markers of all tables: issued and redeemed at the table, paid at the cage, and what each player still owes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from dealer_console.game.message import Message
from dealer_console.game.money import show
from dealer_console.pit.archive import schema as t
from dealer_console.pit.desk.record_kinds import MarkerPaid, Method
from dealer_console.pit.desk.records import RecordBook
from dealer_console.pit.errors import PitRefused
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey


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


def markers(connection: Connection, book: RecordBook, *, since_ms: int = 0) -> tuple[MarkerLine, ...]:
    """Those issued since then, and all of which something is owed; the newest first.

    What was paid at the cage counts by the records alone, which the book checks: the index only says which they are.
    """
    m, g = t.markers.c, t.logs.c
    query = select(t.markers, g.log, g.table_name).join_from(t.markers, t.logs, g.id == m.log_id)
    query = query.where(m.open | (m.at_ms >= since_ms)).order_by(m.at_ms.desc(), m.entry.desc())
    rows = connection.execute(query).all()
    newest = int(connection.execute(select(func.coalesce(func.max(t.desk_records.c.id), 0))).scalar_one())
    known = book.numbered(int(number) for row in rows for number in row.payments.split())
    paid: dict[tuple[str, str], list[int]] = {}
    for record in (*known, *book.all(MarkerPaid, after=newest)):
        if isinstance(record.data, MarkerPaid):
            paid.setdefault((record.data.log, record.data.marker), []).append(record.data.cents)
    return tuple(_line(row, paid.get((row.log, row.marker), [])) for row in rows)


def _line(row: Any, payments: list[int]) -> MarkerLine:
    return t.of_row(MarkerLine, row, number=row.marker, paid=sum(payments), payments=len(payments))


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
