"""What raises an alert: pace, win, hold, corrections, devices, money, players, irregularities of a dealer.

The same entries give the same alerts with the same ids. Whoever acknowledges one binds name and time to its id; when
the matter gets worse by another threshold, that is a new alert. Each question reads a short stretch of the index:
some shifts of one journal, one gaming day, or those who play now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Literal, Self

from sqlalchemy import ColumnElement, Connection, Table, func, select

from dealer_console.game.message import Message, Term
from dealer_console.pit.amounts import amount, house_result, percent, readable
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.money.hold import Holding, Taking, holding
from dealer_console.pit.money.money_cycle import MoneyShift, impossible_chips, money_shifts
from dealer_console.pit.money.theoretical_win import MAIN, Pricing, Worth
from dealer_console.pit.players.player_list import load_players

Kind = Literal[
    "pace",
    "win",
    "hold",
    "corrections",
    "device-errors",
    "irregularities",
    "opener",
    "closer",
    "barred",
    "two-tables",
    "soft-count",
    "cash",
    "chips",
    "records",
    "pins",
]
HOUR_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """One thing to look into. `at_ms` is when the figures reached the threshold, or the end of what they cover."""

    id: str
    kind: Kind
    at_ms: int
    message: Message
    table: str = ""  # empty: the whole floor
    log: str = ""
    shift: int = 0  # 0: of no single shift
    subject: str = ""  # the wager, device or dealer

    @classmethod
    def of_shift(cls, kind: Kind, money: MoneyShift, what: str, subject: str, at_ms: int, message: Message) -> Self:
        """`what` makes its id its own among those of this kind."""
        id_, shift = f"{kind}/{what}", money.shift.number
        return cls(
            id=id_,
            kind=kind,
            at_ms=at_ms,
            message=message,
            table=money.table,
            log=money.log,
            shift=shift,
            subject=subject,
        )


class AlertRules:
    """Shifts are rows of the index: of one journal, one after the other."""

    def __init__(self, archive: Archive, expectations: Expectations) -> None:
        self.expectations = expectations
        self._pricing = Pricing(archive, expectations)

    def of_shifts(self, connection: Connection, shifts: Sequence[Any]) -> Iterator[Alert]:
        for kind in (self._pace, self._win, self._corrections, self._device_errors, self._money):
            yield from kind(connection, shifts)

    # --- pace --------------------------------------------------------------------------------------------------------

    def _pace(self, connection: Connection, shifts: Sequence[Any]) -> Iterator[Alert]:
        c = t.pace_hours.c
        query = select(c.shift, c.hour_ms, func.sum(c.rounds)).where(*_of(t.pace_hours, shifts))
        query = query.group_by(c.shift, c.hour_ms)
        rounds = {(shift, hour): int(count) for shift, hour, count in connection.execute(query)}
        for shift in shifts:
            end = shift.closed_ms or shift.upto_ms
            for hour in range(shift.opened_ms // HOUR_MS * HOUR_MS, end, HOUR_MS):
                minutes = (min(end, hour + HOUR_MS) - max(shift.opened_ms, hour)) // 60_000
                over = shift.closed_ms is not None or hour + HOUR_MS <= end
                if over and minutes >= self.expectations.fewest_minutes:
                    yield from self._judge_pace(shift, hour, rounds.get((shift.number, hour), 0), minutes)

    def _judge_pace(self, shift: Any, hour: int, rounds: int, minutes: int) -> Iterator[Alert]:
        pace = rounds * 60 // minutes
        low, high = self.expectations.fewest_rounds_per_hour, self.expectations.most_rounds_per_hour
        if low <= pace <= high:
            return
        begins = datetime.fromtimestamp(hour // 1000, self.expectations.gaming_day.zone).strftime("%H:%M")
        slow = pace < low
        message = Message(
            "alert-pace-slow" if slow else "alert-pace-fast",
            pace=pace,
            begins=begins,
            limit=low if slow else high,
            rounds=rounds,
            minutes=minutes,
        )
        yield _alert("pace", shift, str(hour), "", hour + HOUR_MS, message)

    # --- win ---------------------------------------------------------------------------------------------------------

    def _win(self, connection: Connection, shifts: Sequence[Any]) -> Iterator[Alert]:
        c = t.wager_hours.c
        keys = (c.log_id, c.shift, c.wager, c.configured_by)
        sums = [func.sum(c[name]).label(name) for name in ("count", "staked", "squares", "taken", "paid")]
        by_shift: dict[int, list[Any]] = {}
        query = select(*keys, *sums).where(*_of(t.wager_hours, shifts)).group_by(*keys)
        for row in connection.execute(query):
            by_shift.setdefault(row.shift, []).append(row)
        together = self._together(connection, shifts)
        for shift in shifts:
            worths = self._pricing.add_up(by_shift.get(shift.number, ()), together.get(shift.number, 0))
            for worth in worths.values():
                if worth.count >= self.expectations.fewest_wagers and worth.beyond(self.expectations.deviations):
                    yield self._won(shift, worth)

    def _together(self, connection: Connection, shifts: Sequence[Any]) -> dict[int, int]:
        c = t.pace_hours.c
        query = select(c.shift, func.sum(c.together)).where(*_of(t.pace_hours, shifts)).group_by(c.shift)
        return {shift: int(total) for shift, total in connection.execute(query)}

    def _won(self, shift: Any, worth: Worth) -> Alert:
        level = abs(worth.tenths) // int(self.expectations.deviations * 10)
        at_ms = shift.closed_ms or shift.upto_ms
        side = "below" if worth.house < worth.mean else "above"
        message = Message(
            "alert-win",
            wager=Message("alert-main-game") if worth.wager == MAIN else Term("kind", worth.wager.replace(".", "-")),
            result=house_result(worth.house),
            staked=amount(worth.staked),
            count=worth.count,
            off=f"{abs(worth.tenths) // 10}.{abs(worth.tenths) % 10}",
            side=Message(f"alert-{side}"),
            mean=amount(round(worth.mean)),
        )
        if worth.wager == MAIN:
            message = self._by_the_drop(shift, message)
        return _alert("win", shift, f"{worth.wager}/{side}/{level}", worth.wager, at_ms, message)

    def _by_the_drop(self, shift: Any, message: Message) -> Message:
        """The other measure of what was to be expected; the drop of an open shift is not counted yet."""
        held = self._held([shift]) if shift.closed_ms is not None else None
        if held is None:
            return message
        return Message(
            "alert-win-by-drop",
            win=message,
            drop=amount(held.drop),
            hold=percent(held.expected_hold),
            leaves=amount(round(held.expected)),
        )

    # --- hold --------------------------------------------------------------------------------------------------------

    def of_days(self, shifts: Sequence[Any]) -> Iterator[Alert]:
        """The hold of a table's gaming days, from all closed shifts of each: counted chips, counted cash."""
        days: dict[date, list[Any]] = {}
        for shift in shifts:
            if shift.closed_ms is not None:
                days.setdefault(self.expectations.gaming_day.day_of(shift.opened_ms), []).append(shift)
        for day, of_day in days.items():
            held = self._held(of_day)
            if held is not None and held.drop >= self.expectations.fewest_drop:
                steps = held.steps_off(self.expectations.hold_within)
                if steps:
                    yield self._held_off(of_day, day, held, steps)

    def _held(self, shifts: list[Any]) -> Holding | None:
        takings = [Taking(rules=shift.rules, drop=shift.drop_cents, win=shift.win_cents) for shift in shifts]
        return holding(takings, self.expectations)

    def _held_off(self, shifts: list[Any], day: date, held: Holding, steps: int) -> Alert:
        last = max(shifts, key=lambda shift: shift.closed_ms)
        side = "below" if held.win < held.expected else "above"
        message = Message(
            "alert-hold",
            hold=readable(percent(held.hold)),
            day=str(day),
            side=Message(f"alert-{side}"),
            expected=percent(held.expected_hold),
            win=amount(held.win),
            drop=amount(held.drop),
            leaves=amount(round(held.expected)),
        )
        return Alert(
            id=f"hold/{last.log}/{day}/{side}/{steps}",
            kind="hold",
            table=last.table_name,
            log=last.log,
            shift=last.number if len(shifts) == 1 else 0,
            subject=str(day),
            at_ms=last.closed_ms,
            message=message,
        )

    # --- corrections and devices -------------------------------------------------------------------------------------

    def _corrections(self, connection: Connection, shifts: Sequence[Any]) -> Iterator[Alert]:
        limit = self.expectations.corrections_per_shift
        for shift, row in _counted(connection, t.corrections, shifts):
            if row.times >= limit:
                message = Message("alert-corrections", count=row.times, shift=row.shift)
                yield _alert("corrections", shift, str(row.times // limit), "", row.last, message)

    def _device_errors(self, connection: Connection, shifts: Sequence[Any]) -> Iterator[Alert]:
        limit = self.expectations.device_errors_per_shift
        for shift, row in _counted(connection, t.device_errors, shifts, t.device_errors.c.device):
            if row.times >= limit:
                device = Term("device", row.device)
                message = Message("alert-device-errors", device=device, count=row.times, shift=row.shift)
                what = f"{row.device}/{row.times // limit}"
                yield _alert("device-errors", shift, what, row.device, row.last, message)

    # --- money from shift to shift -----------------------------------------------------------------------------------

    def _money(self, connection: Connection, shifts: Sequence[Any]) -> Iterator[Alert]:
        """An opener that is not the last closer; more big chips in a closer than ever came."""
        for money in money_shifts(connection, log_id=shifts[0].log_id, since=shifts[0].number):
            if money.shift.number > shifts[-1].number:
                return
            off = money.opener_off
            if off:
                message = Message(
                    "alert-opener",
                    shift=money.shift.number,
                    opener=amount(money.shift.till.opener),
                    closer=amount(money.before.till.closer or 0),
                    off=amount(off),
                )
                what = f"{money.log}/{money.shift.number}/{off}"
                yield Alert.of_shift("opener", money, what, str(off), money.shift.opened_ms, message)
            for line in impossible_chips(money.shift):
                message = Message(
                    "alert-closer",
                    shift=money.shift.number,
                    counted=line.closer or 0,
                    worth=amount(line.worth),
                    came=line.came,
                )
                chips = f"{line.worth}/{line.difference}"
                what = f"{money.log}/{money.shift.number}/{chips}"
                yield Alert.of_shift("closer", money, what, chips, money.at_ms, message)

    # --- players who sit down now ------------------------------------------------------------------------------------

    def of_players(self, connection: Connection) -> Iterator[Alert]:
        """Somebody barred plays; a card plays at two tables at once."""
        s, g = t.sittings.c, t.logs.c
        query = select(s.player, s.entry, s.from_ms, g.log, g.table_name).join_from(
            t.sittings, t.logs, g.id == s.log_id
        )
        playing: dict[str, dict[str, Any]] = {}
        for row in connection.execute(query.where(s.to_ms.is_(None)).order_by(s.from_ms)):
            playing.setdefault(row.player, {})[row.table_name] = row
        known = load_players()
        for player, rows in playing.items():
            newest = list(rows.values())[-1]
            if player in known and known[player].barred:
                message = Message("alert-barred", player=player, name=known[player].name, table=newest.table_name)
                yield self._of_player("barred", player, newest, message)
            if len(rows) > 1:
                message = Message("alert-two-tables", player=player, tables=", ".join(sorted(rows)))
                yield self._of_player("two-tables", player, newest, message)

    def _of_player(self, kind: Kind, player: str, row: Any, message: Message) -> Alert:
        return Alert(
            id=f"{kind}/{row.log}/{row.entry}/{player}",
            kind=kind,
            table=row.table_name,
            log=row.log,
            subject=player,
            at_ms=row.from_ms,
            message=message,
        )

    # --- irregularities by dealer ------------------------------------------------------------------------------------

    def of_dealers(self, connection: Connection, day: date) -> Iterator[Alert]:
        """Over all tables of a gaming day: a dealer moves from table to table."""
        begin, end = self.expectations.gaming_day.bounds(day)
        p, i = t.pace_hours.c, t.irregularities.c
        query = select(i.dealer, func.count().label("times"), func.max(i.at_ms).label("last"))
        query = query.where(i.at_ms >= begin, i.at_ms < end).group_by(i.dealer).order_by(i.dealer)
        often = [row for row in connection.execute(query) if row.times >= self.expectations.fewest_irregularities]
        if not often:
            return
        dealers = [row.dealer for row in often]
        dealt = select(p.dealer, func.sum(p.rounds)).where(p.hour_ms >= begin, p.hour_ms < end, p.dealer.in_(dealers))
        rounds = {dealer: int(count) for dealer, count in connection.execute(dealt.group_by(p.dealer))}
        names = _names(connection, dealers)
        for row in often:
            if row.times * 100 >= self.expectations.irregularities_per_hundred * rounds.get(row.dealer, 0):
                yield self._irregular(day, row, names.get(row.dealer, row.dealer), rounds.get(row.dealer, 0))

    def _irregular(self, day: date, row: Any, name: str, rounds: int) -> Alert:
        level = row.times // self.expectations.fewest_irregularities
        return Alert(
            id=f"irregularities/{day}/{row.dealer}/{level}",
            kind="irregularities",
            subject=name,
            at_ms=row.last,
            message=Message("alert-irregularities", dealer=name, count=row.times, rounds=rounds, day=str(day)),
        )


def _of(table: Table, shifts: Sequence[Any]) -> tuple[ColumnElement[bool], ...]:
    """The rows of these shifts, which follow each other."""
    first, last = shifts[0], shifts[-1]
    return table.c.log_id == first.log_id, table.c.shift.between(first.number, last.number)


def _counted(connection: Connection, table: Table, shifts: Sequence[Any], *keys: Any) -> Iterator[tuple[Any, Any]]:
    """Each shift with how often something was noted in it, and when last; by the entries, which are in order."""
    c = table.c
    query = select(c.shift, *keys, func.count().label("times"), func.max(c.at_ms).label("last"))
    query = query.where(*_of(table, shifts), c.entry >= shifts[0].first_entry).group_by(c.shift, *keys)
    by_number = {shift.number: shift for shift in shifts}
    for row in connection.execute(query.order_by(c.shift, *keys)):
        yield by_number[row.shift], row


def _names(connection: Connection, people: Sequence[str]) -> dict[str, str]:
    """An id that is another person in another journal keeps its id, and nobody's name."""
    p = t.people.c
    names: dict[str, set[str]] = {}
    for person, name in connection.execute(select(p.person, p.name).where(p.person.in_(people)).distinct()):
        names.setdefault(person, set()).add(name)
    return {person: known_names.pop() if len(known_names) == 1 else person for person, known_names in names.items()}


def _alert(kind: Kind, shift: Any, what: str, subject: str, at_ms: int, message: Message) -> Alert:
    return Alert(
        id=f"{kind}/{shift.log}/{shift.number}/{what}",
        kind=kind,
        table=shift.table_name,
        log=shift.log,
        shift=shift.number,
        subject=subject,
        at_ms=at_ms,
        message=message,
    )
