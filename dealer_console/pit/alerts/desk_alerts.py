"""Alerts from what happens away from the tables: a box that is short, cash over the threshold, chips that differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dealer_console.game.message import Message
from dealer_console.pit.alerts.rules import Alert, Kind
from dealer_console.pit.amounts import in_dollars
from dealer_console.pit.archive import Archive
from dealer_console.pit.desk.record_kinds import BoxCounted, ChipsReceived
from dealer_console.pit.desk.records import Record, RecordBook
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.money.cash_log import cash_log
from dealer_console.pit.money.money_cycle import MoneyShift, money_shifts
from dealer_console.pit.money.soft_count import box_counts

LONGEST_SHIFT_MS: Final = 3 * 86_400_000  # a box is counted, and chips are back, before this


def desk_alerts(archive: Archive, book: RecordBook, house: Expectations, *, since_ms: int = 0) -> tuple[Alert, ...]:
    """The newest first. Few records a day: they are judged at each look, and the same ones give the same ids."""
    records = book.all(since_ms=since_ms)
    of_tables = any(isinstance(record.data, BoxCounted | ChipsReceived) for record in records)
    with archive.engine.connect() as connection:
        opened = max(0, since_ms - LONGEST_SHIFT_MS)
        shifts = tuple(money_shifts(connection, opened_since_ms=opened)) if of_tables else ()
        log = cash_log(connection, records, house.gaming_day, since_ms=since_ms)
    alerts = [*_boxes(shifts, records, house), *_received(shifts, records)]
    for line in log:
        for way, cents in (("in", line.cash_in), ("out", line.cash_out)):
            if line.card and cents >= house.cash_threshold > 0:
                message = Message(
                    f"alert-cash-{way}", card=line.card, day=str(line.day), amount=in_dollars(cents), count=line.times
                )
                what = f"{line.day}/{line.card}/{way}/{cents // house.cash_threshold}"
                alerts.append(_alert("cash", what, line.card, line.last_ms, message))
    return tuple(sorted(alerts, key=lambda alert: (-alert.at_ms, alert.id)))


def _boxes(shifts: tuple[MoneyShift, ...], records: Sequence[Record], house: Expectations) -> Iterator[Alert]:
    for box in box_counts(shifts, records):
        off = box.difference
        if off is not None and abs(off) > house.soft_count_within:
            message = Message(
                "alert-soft-count",
                shift=box.shift,
                counted=in_dollars((box.cash or 0) + (box.markers or 0)),
                recorded=in_dollars(box.expected_cash + box.expected_markers),
                off=in_dollars(off),
            )
            what = f"{box.log}/{box.shift}/{off}"
            yield _alert("soft-count", what, "", box.at_ms, message, table=box.table, log=box.log, shift=box.shift)


def _received(shifts: tuple[MoneyShift, ...], records: Sequence[Record]) -> Iterator[Alert]:
    slips = {(money.log, slip.number): (money, slip) for money in shifts for slip in money.shift.slips}
    for record in records:
        if not isinstance(record.data, ChipsReceived):
            continue
        known = slips.get((record.data.log, record.data.slip))
        counted = {int(worth): count for worth, count in record.data.chips.items()}
        if known is not None and counted != {int(worth): count for worth, count in known[1].chips.rows}:
            money, slip = known
            came = sum(worth * count for worth, count in counted.items())
            message = Message(
                "alert-chips-received",
                slip=slip.number,
                counted=in_dollars(came),
                recorded=in_dollars(slip.chips.cents),
            )
            what, number = f"{money.log}/{slip.number}", money.shift.number
            yield _alert("chips", what, slip.number, record.at_ms, message, table=money.table, log=money.log,
                         shift=number)  # fmt: skip


def _alert(
    kind: Kind, what: str, subject: str, at_ms: int, message: Message, *, table: str = "", log: str = "", shift: int = 0
) -> Alert:
    return Alert(
        id=f"{kind}/{what}",
        kind=kind,
        table=table,
        log=log,
        shift=shift,
        subject=subject,
        at_ms=at_ms,
        message=message,
    )
