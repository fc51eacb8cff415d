"""The cash log: what each card bought in and was paid out in a gaming day, at all tables and at the cage together.

Many small amounts count like a large one: what reaches the threshold of the house is an alert. Cash without a card
stands in the log by table and spot, and is not added to anybody's.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from sqlalchemy import Connection, select

from dealer_console.game.message import Message
from dealer_console.pit.archive import schema as t
from dealer_console.pit.desk.record_kinds import CashPaidOut, MarkerPaid
from dealer_console.pit.desk.records import Record, RecordBook
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import GamingDay
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey

AT_CAGE: Final = "cage"


@dataclass(slots=True, kw_only=True)
class CashLine:
    """Of one card, or of nobody known at one table, in one gaming day. Sums in cents."""

    day: date
    card: str  # empty: nobody known
    tables: set[str] = field(default_factory=set)
    cash_in: int = 0
    cash_out: int = 0
    times: int = 0
    last_ms: int = 0

    def largest(self) -> int:
        """In and out are judged each for itself."""
        return max(self.cash_in, self.cash_out)


def cash_log(
    connection: Connection,
    records: Iterable[Record],
    days: GamingDay,
    *,
    since_ms: int = 0,
    until_ms: int | None = None,
    card: str | None = None,
) -> tuple[CashLine, ...]:
    """The newest day first, and in it the largest sum; of all, or of one card. The records are those of this time.

    Payments on markers in cash are cash in, too.
    """
    lines: dict[tuple[date, str, str], CashLine] = {}

    def line(at_ms: int, card: str, table: str) -> CashLine:
        day = days.day_of(at_ms)
        known = lines.setdefault((day, card, "" if card else table), CashLine(day=day, card=card))
        known.tables.add(table)
        known.times += 1
        known.last_ms = max(known.last_ms, at_ms)
        return known

    m, g = t.cash_moves.c, t.logs.c
    query = select(m.at_ms, m.player, m.cents, g.table_name).join_from(t.cash_moves, t.logs, g.id == m.log_id)
    query = query.where(m.what == "buy-in", m.at_ms >= since_ms)
    if until_ms is not None:
        query = query.where(m.at_ms < until_ms)
    if card is not None:
        query = query.where(m.player == card)
    for row in connection.execute(query):
        line(row.at_ms, row.player, row.table_name).cash_in += row.cents
    for record in records:
        if record.at_ms < since_ms:
            continue
        match record.data:
            case CashPaidOut(card=card, cents=cents):
                line(record.at_ms, card, AT_CAGE).cash_out += cents
            case MarkerPaid(card=card, cents=cents, method="cash"):
                line(record.at_ms, card, AT_CAGE).cash_in += cents
            case _:
                pass
    return tuple(sorted(lines.values(), key=lambda line: (-line.day.toordinal(), -line.largest(), line.card)))


def pay_out(book: RecordBook, card: str, cents: int, *, key: RulingKey, permissions: Permissions, at_ms: int) -> None:
    """Chips for cash at the cage; the card is empty where nobody knows it. Raises `PitRefused`."""
    if cents <= 0:
        raise PitRefused(Message("amount-above-0"))
    paid = CashPaidOut(card=card.strip(), cents=cents)
    book.enter(secrets.token_hex(16), paid, key=key, permissions=permissions, at_ms=at_ms)
