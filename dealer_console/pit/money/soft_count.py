"""The soft count: what lay in the drop box of a table's shift, counted by two people, against what was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dealer_console.game.message import Message
from dealer_console.pit.desk.record_kinds import BoxCounted
from dealer_console.pit.desk.records import Record, RecordBook
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.money.money_cycle import MoneyShift
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxCount:
    """One box. `times` is how often it was counted; the last count stands, all of them stay on record."""

    table: str
    log: str
    shift: int
    expected_cash: int  # buy-ins and called wagers, in cents
    expected_markers: int
    cash: int | None = None
    markers: int | None = None
    times: int = 0
    people: tuple[str, ...] = ()
    at_ms: int = 0
    reason: str = ""  # of a recount

    @property
    def difference(self) -> int | None:
        """Counted less recorded, cash and paper; None before it was counted."""
        if self.cash is None or self.markers is None:
            return None
        return self.cash + self.markers - self.expected_cash - self.expected_markers


def box_counts(shifts: Iterable[MoneyShift], records: Iterable[Record]) -> tuple[BoxCount, ...]:
    """Of every closed shift; a box is pulled when its table closes."""
    counted: dict[tuple[str, int], list[tuple[Record, BoxCounted]]] = {}
    for record in records:
        if isinstance(record.data, BoxCounted):
            counted.setdefault((record.data.log, record.data.shift), []).append((record, record.data))
    return tuple(
        _box(money, counted.get((money.log, money.shift.number), []))
        for money in shifts
        if money.shift.closed_ms is not None
    )


def _box(money: MoneyShift, counts: Sequence[tuple[Record, BoxCounted]]) -> BoxCount:
    till = money.shift.till
    box = BoxCount(
        table=money.table,
        log=money.log,
        shift=money.shift.number,
        expected_cash=till.drop - till.markers,
        expected_markers=till.markers,
        times=len(counts),
    )
    if not counts:
        return box
    record, counted = counts[-1]
    return replace(
        box,
        cash=counted.cash,
        markers=counted.markers,
        people=tuple(filter(None, (record.person, record.second))),
        at_ms=record.at_ms,
        reason=counted.reason,
    )


def enter_count(
    book: RecordBook,
    box: BoxCount,
    notes: Mapping[int, int],
    markers: int,
    *,
    reason: str,
    key: RulingKey,
    second: RulingKey,
    permissions: Permissions,
    at_ms: int,
) -> None:
    """By two people who do not see what is expected; a recount says why. Raises `PitRefused`."""
    if any(worth <= 0 or count < 0 for worth, count in notes.items()) or markers < 0:
        raise PitRefused(Message("count-not-below-0"))
    if box.times and not reason.strip():
        raise PitRefused(Message("recount-needs-reason"))
    counted = BoxCounted(
        log=box.log,
        shift=box.shift,
        notes={str(worth): count for worth, count in sorted(notes.items()) if count},
        cash=sum(worth * count for worth, count in notes.items()),
        markers=markers,
        reason=reason.strip(),
    )
    once = f"{box.log}/{box.shift}/{box.times + 1}"
    book.enter(once, counted, key=key, second=second, permissions=permissions, at_ms=at_ms)
