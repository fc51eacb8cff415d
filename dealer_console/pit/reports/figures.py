"""The figures of one or more shifts: what the reports of a shift, a table's day and the floor's day are made of."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, true

from dealer_console.game.message import Message
from dealer_console.journal.entry import NO_HASH
from dealer_console.journal.errors import JournalError
from dealer_console.journal.storage.reader import NOT_AS_WRITTEN, judged_entry
from dealer_console.messages import error_message
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.archive import schema as t
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import Expectations, GamingDay
from dealer_console.pit.long_work import Work
from dealer_console.pit.money.hold import Holding, Taking, holding
from dealer_console.pit.money.money_cycle import opener_off
from dealer_console.table.shift import Shift, apply, shift_from_data
from dealer_console.table.shift.report import win
from dealer_console.table.shift.state import WagerSum


@dataclass(frozen=True, slots=True, kw_only=True)
class Hour:
    """An hour of a table: what was dealt and what it brought."""

    hour_ms: int
    rounds: int
    hands: int
    win: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftFigures:
    """One shift as the journal leaves it, its hours, and what the rounds of each dealer brought."""

    log: Log
    shift: Shift
    hours: tuple[Hour, ...]
    dealers: Mapping[str, int]
    opener_off: int | None  # the opener less the last closer; None where there was none
    damage: Message | str = ""  # an entry that no table writes: they end before it

    @property
    def until_ms(self) -> int:
        return self.shift.last_ms if self.shift.closed_ms is None else self.shift.closed_ms

    @property
    def win(self) -> int:
        return win(self.shift)

    @property
    def counted(self) -> bool:
        return self.shift.till.closer is not None


@dataclass(slots=True, kw_only=True)
class Sums:
    """Shifts added up. Openers and closers are sums, too, so that the win follows from them."""

    shifts: int = 0
    opener: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    closer: int = 0
    win: int = 0
    counted: bool = True
    milliseconds: int = 0
    rounds: int = 0
    hands: int = 0
    tokes_given: int = 0
    tokes_won: int = 0
    corrected: int = 0
    coupons: int = 0
    opener_off: int = 0
    wagers: dict[str, WagerSum] = field(default_factory=dict)
    irregularities: Counter[tuple[str, str]] = field(default_factory=Counter)  # by kind and dealer
    corrections: Counter[tuple[str, str]] = field(default_factory=Counter)
    hours: dict[int, Hour] = field(default_factory=dict)

    def add(self, figures: ShiftFigures) -> None:
        shift, till = figures.shift, figures.shift.till
        self.shifts += 1
        self.opener += till.opener
        self.fills += till.fills
        self.credits += till.credits
        self.drop += till.drop
        self.closer += till.closer if till.closer is not None else till.tray
        self.win += figures.win
        self.counted = self.counted and figures.counted
        self.milliseconds += figures.until_ms - shift.opened_ms
        self.rounds += shift.rounds.closed
        self.hands += shift.rounds.hands
        self.tokes_given += till.tokes_given
        self.tokes_won += shift.rounds.tokes_won
        self.corrected += till.corrected
        self.coupons += till.coupons
        self.opener_off += figures.opener_off or 0
        for name, wager_sum in shift.rounds.sums.items():
            self.wagers[name] = _plus(self.wagers.get(name, WagerSum()), wager_sum)
        for happening in shift.rounds.irregularities:
            self.irregularities[happening.kind, happening.dealer] += happening.count
        for happening in shift.rounds.corrections:
            self.corrections[happening.kind, happening.dealer] += happening.count
        for hour in figures.hours:
            self.hours[hour.hour_ms] = _later(self.hours.get(hour.hour_ms), hour)


def _plus(first: WagerSum, second: WagerSum) -> WagerSum:
    return WagerSum(
        count=first.count + second.count,
        stake=first.stake + second.stake,  # type: ignore[arg-type]
        takes=first.takes + second.takes,  # type: ignore[arg-type]
        pays=first.pays + second.pays,  # type: ignore[arg-type]
    )


def _later(before: Hour | None, hour: Hour) -> Hour:
    if before is None:
        return hour
    return Hour(
        hour_ms=hour.hour_ms,
        rounds=before.rounds + hour.rounds,
        hands=before.hands + hour.hands,
        win=before.win + hour.win,
    )


def added_up(figures: Iterable[ShiftFigures]) -> Sums:
    sums = Sums()
    for figure in figures:
        sums.add(figure)
    return sums


def held_by(figures: Iterable[ShiftFigures], expectations: Expectations) -> Holding | None:
    takings = [Taking(rules=figure.shift.rules, drop=figure.shift.till.drop, win=figure.win) for figure in figures]
    return holding(takings, expectations)


# --- from the archive -------------------------------------------------------------------------------------------------


def shift_figures(archive: Archive, log: Log, number: int | None = None) -> ShiftFigures:
    """The shift of this number, or the newest, folded from its own entries."""
    rows = _shifts(archive, log)
    if not rows:
        raise PitRefused(Message("pit-no-shift-yet", table=log.table))
    matches = [row for row in rows if number in (None, row.number)]
    if not matches:
        raise PitRefused(
            Message("pit-no-such-shift", table=log.table, shift=number or 0, first=rows[0].number, last=rows[-1].number)
        )
    return _fold(archive, log, matches[-1])


def figures_between(archive: Archive, logs: Sequence[Log], bounds: tuple[int, int], work: Work) -> list[ShiftFigures]:
    """The shifts of these tables that were opened in this time. Raises `Stopped` between two of them."""
    known = {log.log: log for log in logs}
    opened = (t.shifts.c.opened_ms >= bounds[0], t.shifts.c.opened_ms < bounds[1])
    with archive.engine.connect() as connection:
        opened_rows = connection.execute(_of_logs().where(*opened)).all()
    place = {log.log: number for number, log in enumerate(logs)}
    of_logs = sorted((row for row in opened_rows if row.log in known), key=lambda row: (place[row.log], row.number))
    rows = [(known[row.log], row) for row in of_logs]
    shift_figureses = []
    for done, (log, row) in enumerate(rows):
        work.report(done, len(rows), Message("pit-calculating-table", table=log.table))
        shift_figureses.append(_fold(archive, log, row))
    return shift_figureses


def days_of(archive: Archive, days: GamingDay) -> Iterator[date]:
    """The gaming days on which a table of this archive was opened, the newest first: one look-up for each."""
    newest = select(func.max(t.shifts.c.opened_ms))
    before: ColumnElement[bool] = true()
    while True:
        with archive.engine.connect() as connection:
            at_ms = connection.execute(newest.where(before)).scalar()
        if at_ms is None:
            return
        yield days.day_of(at_ms)
        before = t.shifts.c.opened_ms < days.bounds(days.day_of(at_ms))[0]


def shift_numbers(archive: Archive, log: Log) -> list[int]:
    return [row.number for row in _shifts(archive, log)]


def _shifts(archive: Archive, log: Log) -> list[Any]:
    query = _of_logs().where(t.logs.c.log == log.log).order_by(t.shifts.c.number)
    with archive.engine.connect() as connection:
        return list(connection.execute(query).all())


def _of_logs() -> Select[Any]:
    return select(t.shifts, t.logs.c.log).join(t.logs, t.logs.c.id == t.shifts.c.log_id)


def _fold(archive: Archive, log: Log, row: Any) -> ShiftFigures:
    shift = before = shift_from_data(json.loads(row.before))
    if shift is None or before is None:
        raise PitRefused(Message("pit-index-older", place=archive.place))
    damage: Message | str = ""
    try:
        for after in _states(archive, log, row, before):
            shift = after
    except (JournalError, *NOT_AS_WRITTEN) as error:
        damage = error_message(error)
    hours, dealers = _hours(archive, row.log_id, row.number)
    off = opener_off(before, shift)
    return ShiftFigures(log=log, shift=shift, hours=hours, dealers=dealers, opener_off=off, damage=damage)


def _states(archive: Archive, log: Log, row: Any, shift: Shift) -> Iterator[Shift]:
    """The shift after each of its entries. An open one is read to the end; another one may begin after it."""
    for batch in archive.source.rows(log.log, after=row.first_entry - 1, upto=row.last_entry):
        for entry in batch:
            shift = apply(shift, judged_entry(entry, NO_HASH))
            if shift.number > row.number:
                return
            yield shift


def _hours(archive: Archive, log_id: int, number: int) -> tuple[tuple[Hour, ...], dict[str, int]]:
    """By hour, and what each dealer's rounds brought."""
    c = t.pace_hours.c
    query = select(c.hour_ms, c.dealer, c.rounds, c.hands, c.win).where(c.log_id == log_id, c.shift == number)
    hours: dict[int, Hour] = {}
    dealers: dict[str, int] = {}
    with archive.engine.connect() as connection:
        for hour_ms, dealer, rounds, hands, won in connection.execute(query):
            hour = Hour(hour_ms=hour_ms, rounds=int(rounds), hands=int(hands), win=int(won))
            hours[hour_ms] = _later(hours.get(hour_ms), hour)
            dealers[dealer] = dealers.get(dealer, 0) + int(won)
    return tuple(hours[hour_ms] for hour_ms in sorted(hours)), dealers
