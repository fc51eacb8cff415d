"""The money of the tables from shift to shift: openers against closers, chips that came and were counted, slips."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sqlalchemy import Connection, select, tuple_

from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.index_builder import Carry
from dealer_console.table.shift import Chips, Shift, chips, shift_from_data
from dealer_console.table.shift.till import Slip

BIG: Final = 10_000  # cents: chips of a hundred and more are counted one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyShift:
    """One shift of a table, with the one before it."""

    log: str
    table: str
    shift: Shift
    before: Shift
    upto_ms: int

    @property
    def opener_off(self) -> int | None:
        """The opener less the last closer, in cents; None where there was none."""
        return opener_off(self.before, self.shift)

    @property
    def at_ms(self) -> int:
        return self.shift.closed_ms or self.upto_ms


def money_shifts(
    connection: Connection,
    *,
    log_id: int | None = None,
    since: int = 0,
    opened_since_ms: int = 0,
    latest: Mapping[str, int] | None = None,
) -> Iterator[MoneyShift]:
    """Every shift of every journal, in its order, or those of one since a number, or since a time.

    `latest`: the last shifts of these journals are wanted, too, however old they are. The index keeps each shift in the
    row of the next one.
    """
    s, g = t.shifts.c, t.logs.c
    query = select(s.log_id, s.before, g.log, g.table_name, g.carry, g.upto_ms).join_from(
        t.shifts, t.logs, g.id == s.log_id
    )
    condition = s.opened_ms >= opened_since_ms
    if latest and opened_since_ms:
        known = connection.execute(select(g.id, g.log).where(g.log.in_(latest)))
        condition |= tuple_(s.log_id, s.number).in_([(row.id, latest[row.log]) for row in known])
    query = query.where(s.number >= since, condition)
    if log_id is not None:
        query = query.where(s.log_id == log_id)
    waiting = None
    for row in connection.execute(query.order_by(s.log_id, s.number)):
        before = _shift(row.before)
        if waiting is not None:
            last, earlier = waiting
            yield _money_shift(last, earlier, before if last.log_id == row.log_id else _now(last.carry))
        waiting = row, before
    if waiting is not None:
        last, earlier = waiting
        yield _money_shift(last, earlier, _now(last.carry))


def _money_shift(row: object, before: Shift, shift: Shift) -> MoneyShift:
    log, table, upto = (getattr(row, name) for name in ("log", "table_name", "upto_ms"))
    return MoneyShift(log=log, table=table, shift=shift, before=before, upto_ms=upto)


@lru_cache(maxsize=20_000)
def _shift(text: str) -> Shift:
    return shift_from_data(json.loads(text)) or Shift()


@lru_cache(maxsize=2000)
def _now(carry: str) -> Shift:
    return (Carry.of_text(carry) or Carry()).shift


def opener_off(before: Shift, shift: Shift) -> int | None:
    return None if before.till.closer is None else shift.till.opener - before.till.closer


# --- chips by denomination -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipLine:
    """One denomination of a shift: how many came, how many were counted at its end."""

    worth: int
    opener: int
    fills: int
    credits: int
    closer: int | None

    @property
    def came(self) -> int:
        return self.opener + self.fills - self.credits

    @property
    def difference(self) -> int | None:
        """Counted less came: what play has brought or taken."""
        return None if self.closer is None else self.closer - self.came

    @property
    def impossible(self) -> bool:
        """More big chips than ever came to the table: somebody counted wrong, or they came without a slip."""
        return self.worth >= BIG and (self.difference or 0) > 0


def chip_lines(shift: Shift) -> tuple[ChipLine, ...]:
    """The highest first."""
    till = shift.till
    filled, returned = (
        _together([slip.chips for slip in shift.slips if slip.what == what and slip.step == "confirmed"])
        for what in ("fill", "credit")
    )
    held = (till.opener_chips, filled, returned, till.closer_chips)
    worths = sorted({int(worth) for chips in held for worth, _ in chips.rows} | set(shift.denominations), reverse=True)
    counted = till.closer is not None and bool(till.closer_chips.rows)
    return tuple(
        ChipLine(
            worth=worth,
            opener=till.opener_chips.of(worth),
            fills=filled.of(worth),
            credits=returned.of(worth),
            closer=till.closer_chips.of(worth) if counted else None,
        )
        for worth in worths
    )


def _together(parts: Sequence[Chips]) -> Chips:
    counts: dict[int, int] = {}
    for held in parts:
        for worth, count in held.rows:
            counts[worth] = counts.get(worth, 0) + count
    return chips(counts)


def impossible_chips(shift: Shift) -> tuple[ChipLine, ...]:
    return tuple(line for line in chip_lines(shift) if line.impossible)


# --- slips -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSlip:
    table: str
    log: str
    shift: int
    slip: Slip


def slips_of(shifts: Sequence[MoneyShift]) -> tuple[TableSlip, ...]:
    """The newest first."""
    slips = [
        TableSlip(table=shift.table, log=shift.log, shift=shift.shift.number, slip=slip)
        for shift in shifts
        for slip in shift.shift.slips
    ]
    return tuple(sorted(slips, key=lambda row: -row.slip.requested_ms))
