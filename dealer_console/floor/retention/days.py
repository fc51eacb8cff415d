"""A partition for every gaming day: those ahead, and those of entries that came before anybody had made their day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Protocol

from sqlalchemy import Connection, func, select

from dealer_console.floor import schema

DAYS_AHEAD: Final = 14
MOST_AT_ONCE: Final = 400  # days of one look: a floor of more than a year that was never looked after
BEFORE: Final = date.min  # the one partition of what a floor held before it had days


class GamingDays(Protocol):
    """When the days of the house begin."""

    def day_of(self, at_ms: int) -> date: ...

    def bounds(self, day: date) -> tuple[int, int]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """`day` is the gaming day, or `BEFORE`. Entries from `from_ms` up to `to_ms`, which is not in it."""

    day: date
    from_ms: int
    to_ms: int
    partition: str
    purged: bool = False
    place: str = ""  # the property, where a group holds it

    @property
    def name(self) -> str:
        return "before" if self.day == BEFORE else f"{self.day.isoformat()} {self.place}".rstrip()


def all_days(connection: Connection) -> tuple[Day, ...]:
    """Also those that are purged; the earliest first."""
    d = schema.days.c
    rows = connection.execute(select(d.day, d.from_ms, d.to_ms, d.partition, d.purged_at).order_by(d.from_ms))
    return tuple(
        Day(
            day=row.day,
            from_ms=row.from_ms,
            to_ms=row.to_ms,
            partition=row.partition,
            purged=row.purged_at is not None,
        )
        for row in rows
    )


def ensure_days(connection: Connection, days: GamingDays, now_ms: int) -> list[date]:
    """Partitions for yesterday, today and the days ahead, and for entries that have none; those that are new."""
    today = days.day_of(now_ms)
    days_ahead = (today + timedelta(days=number) for number in range(-1, DAYS_AHEAD))
    new_days = [day for day in days_ahead if _make(connection, days, day)]
    after = 0
    for _ in range(MOST_AT_ONCE):
        stray = connection.execute(select(func.floor.stray_ms(after))).scalar()
        if stray is None:
            break
        day = days.day_of(stray)
        if _make(connection, days, day):
            new_days.append(day)
        after = days.bounds(day)[1]
    return new_days


def _make(connection: Connection, days: GamingDays, day: date) -> bool:
    """A day begins where the one before ends and ends where the next one begins, also when the house has changed
    its hour in between."""
    known = all_days(connection)
    if any(known_day.day == day for known_day in known):
        return False
    start, stop = days.bounds(day)
    start = max([start, *(known_day.to_ms for known_day in known if known_day.from_ms <= start < known_day.to_ms)])
    start = min([start, *(known_day.to_ms for known_day in known if known_day.day == day - timedelta(days=1))])
    stop = min([stop, *(known_day.from_ms for known_day in known if known_day.from_ms > start)])
    return start < stop and bool(connection.execute(select(func.floor.make_day(day, start, stop))).scalar())
