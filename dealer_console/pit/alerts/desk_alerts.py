"""Alerts from what happens away from the tables: a box that is short, cash over the threshold, chips that differ.

Each belongs to a unit of its own: the box of a shift, a slip, the gaming day of a card. `unit` and alert go together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Final

from sqlalchemy import Connection, select

from dealer_console.game.message import Message
from dealer_console.pit.alerts.rules import Alert
from dealer_console.pit.amounts import amount
from dealer_console.pit.archive import schema as t
from dealer_console.pit.desk.kept_records import kept_records
from dealer_console.pit.desk.record_kinds import BoxCounted, ChipsReceived
from dealer_console.pit.desk.records import RecordBook
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.money.cash_log import cash_log
from dealer_console.pit.money.money_cycle import MoneyShift, money_shifts
from dealer_console.pit.money.soft_count import box_counts
from dealer_console.table.people import Listed

LONGEST_SHIFT_MS: Final = 3 * 86_400_000  # a box is counted, and chips are back, before this
Judged = Iterator[tuple[str, Alert]]


def box_unit(log: str, shift: int) -> str:
    return f"box/{log}/{shift}"


def chips_unit(log: str, slip: str) -> str:
    return f"chips/{log}/{slip}"


def cash_unit(day: date, card: str) -> str:
    return f"cash/{day}/{card}"


def judge_boxes(connection: Connection, expectations: Expectations, log: str, numbers: Iterable[int]) -> Judged:
    """The drop boxes of these shifts of a journal, as far as they were counted."""
    r = t.desk_records.c
    for number in numbers:
        counts = kept_records(connection, r.log == log, r.kind == BoxCounted.kind, r.shift == number)
        shift = next(_shifts(connection, log, since=number), None) if counts else None
        if shift is None or shift.shift.number != number:
            continue
        for box in box_counts([shift], counts):
            off = box.difference
            if off is not None and abs(off) > expectations.soft_count_within:
                message = Message(
                    "alert-soft-count",
                    shift=box.shift,
                    counted=amount((box.cash or 0) + (box.markers or 0)),
                    recorded=amount(box.expected_cash + box.expected_markers),
                    off=amount(off),
                )
                what = f"{box.log}/{box.shift}/{off}"
                yield box_unit(log, number), Alert.of_shift("soft-count", shift, what, "", box.at_ms, message)


def judge_chips(connection: Connection, log: str, since_ms: int) -> Judged:
    """What the cage has received of this table since then: other chips than the slip says."""
    r = t.desk_records.c
    received = kept_records(connection, r.log == log, r.kind == ChipsReceived.kind, r.at_ms >= since_ms)
    if not received:
        return
    opened = max(0, since_ms - LONGEST_SHIFT_MS)
    slips = {slip.number: (shift, slip) for shift in _shifts(connection, log, opened=opened)
             for slip in shift.shift.slips}  # fmt: skip
    for record in received:
        if not isinstance(record.data, ChipsReceived) or record.data.slip not in slips:
            continue
        shift, slip = slips[record.data.slip]
        counted = {int(worth): count for worth, count in record.data.chips.items()}
        if counted != {int(worth): count for worth, count in slip.chips.rows}:
            came = sum(worth * count for worth, count in counted.items())
            message = Message(
                "alert-chips-received",
                slip=slip.number,
                counted=amount(came),
                recorded=amount(slip.chips.cents),
            )
            alert = Alert.of_shift("chips", shift, f"{log}/{slip.number}", slip.number, record.at_ms, message)
            yield chips_unit(log, slip.number), alert


def judge_cash(connection: Connection, expectations: Expectations, day: date, card: str) -> Judged:
    """The cash of one card in one gaming day, at all tables and at the cage; in and out each for itself."""
    begin, end = expectations.gaming_day.bounds(day)
    r = t.desk_records.c
    records = kept_records(connection, r.card == card, r.at_ms >= begin, r.at_ms < end)
    for line in cash_log(connection, records, expectations.gaming_day, since_ms=begin, until_ms=end, card=card):
        for way, cents in (("in", line.cash_in), ("out", line.cash_out)):
            if cents >= expectations.cash_threshold > 0:
                message = Message(
                    f"alert-cash-{way}", card=card, day=str(line.day), amount=amount(cents), count=line.times
                )
                what = f"{line.day}/{card}/{way}/{cents // expectations.cash_threshold}"
                alert = Alert(id=f"cash/{what}", kind="cash", subject=card, at_ms=line.last_ms, message=message)
                yield cash_unit(day, card), alert


def _shifts(connection: Connection, log: str, *, since: int = 0, opened: int = 0) -> Iterator[MoneyShift]:
    log_id = connection.execute(select(t.logs.c.id).where(t.logs.c.log == log)).scalar()
    if log_id is not None:
        yield from money_shifts(connection, log_id=log_id, since=since, opened_since_ms=opened)


def unsigned_records(book: RecordBook, names: Mapping[str, str], *, since_ms: int = 0) -> tuple[Alert, ...]:
    """One for every record of the desks that the person whom it names has not signed."""
    return tuple(
        Alert(
            id=f"records/{record.number}",
            kind="records",
            subject=record.person,
            at_ms=record.at_ms,
            message=Message(
                "alert-record-unsigned", number=record.number, person=names.get(record.person, record.person)
            ),
        )
        for record in book.unsigned(since_ms)
    )


def locked_names(people: Iterable[Listed]) -> tuple[Alert, ...]:
    """One for everybody whom wrong PINs have locked at the computer that looks: each has its own count."""
    return tuple(
        Alert(
            id=f"pins/{listed.person.id}/{listed.locked_until_ms}",
            kind="pins",
            subject=listed.person.id,
            at_ms=listed.wrong_at_ms,
            message=Message("alert-wrong-pins", person=listed.person.name, count=listed.wrong),
        )
        for listed in people
        if listed.locked_until_ms
    )
