"""Alerts: what the figures of the tables say that nobody has asked about. Derived from the journals, never stored.

The same entries give the same alerts with the same ids. Whoever acknowledges one binds name and time to its id; when
the matter gets worse by another threshold, that is a new alert.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Literal

from sqlalchemy import Connection, func, select

from dealer_console.game.message import Message, Term
from dealer_console.pit.amounts import house_result, in_dollars, percent, readable, whole_amount
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.long_work import Work, unwatched
from dealer_console.pit.money.hold import Holding, Taking, holding
from dealer_console.pit.money.money_cycle import MoneyShift, impossible_chips, money_shifts
from dealer_console.pit.money.theoretical_win import MAIN, Pricing, Worth
from dealer_console.pit.players.player_list import load_players

Kind = Literal[
    "pace", "win", "hold", "corrections", "device-errors", "irregularities", "opener", "closer", "barred", "two-tables"
]
HOUR_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """One thing to look into. `at_ms` is when the figures reached the threshold, or the end of what they cover."""

    id: str
    kind: Kind
    table: str  # empty: the whole floor
    log: str
    shift: int  # 0: of no single shift
    subject: str  # the wager, device or dealer
    at_ms: int
    message: Message


def find_alerts(
    archive: Archive, house: Expectations, work: Work | None = None, *, since_ms: int | None = None
) -> tuple[Alert, ...]:
    """The newest first; of shifts that were opened since then."""
    finder = _Finder(archive, house, since_ms or 0)
    work = work or unwatched()
    found: list[Alert] = []
    kinds = (
        finder.pace,
        finder.win,
        finder.hold,
        finder.corrections,
        finder.device_errors,
        finder.irregularities,
        finder.money,
        finder.players,
    )
    with archive.engine.connect() as connection:
        shifts = finder.shifts(connection)
        for done, kind in enumerate(kinds):
            work.tell(done, len(kinds), Message("pit-calculating"))
            found += kind(connection, shifts)
    return tuple(sorted(found, key=lambda each: (-each.at_ms, each.id)))


Shifts = dict[tuple[int, int], Any]


class _Finder:
    def __init__(self, archive: Archive, house: Expectations, since_ms: int) -> None:
        self.house = house
        self.since_ms = since_ms
        self.since_hour_ms = since_ms // HOUR_MS * HOUR_MS  # of the first shift, too, nothing is left out
        self.names = archive.names()
        self.pricing = Pricing(archive, house)

    def shifts(self, connection: Connection) -> Shifts:
        s, g = t.shifts.c, t.logs.c
        columns = (s.log_id, s.number, s.opened_ms, s.closed_ms, s.rules, s.drop_cents, s.win_cents)
        query = (
            select(*columns, g.log, g.table_name, g.upto_ms)
            .join_from(t.shifts, t.logs, g.id == s.log_id)
            .where(s.opened_ms >= self.since_ms)
        )
        return {(row.log_id, row.number): row for row in connection.execute(query)}

    # --- pace --------------------------------------------------------------------------------------------------------

    def pace(self, connection: Connection, shifts: Shifts) -> Iterator[Alert]:
        c = t.pace_hours.c
        query = select(c.log_id, c.shift, c.hour_ms, func.sum(c.rounds)).where(c.hour_ms >= self.since_hour_ms)
        query = query.group_by(c.log_id, c.shift, c.hour_ms)
        rounds = {(log_id, shift, hour): int(count) for log_id, shift, hour, count in connection.execute(query)}
        for (log_id, number), shift in shifts.items():
            end = shift.closed_ms or shift.upto_ms
            hour = shift.opened_ms // HOUR_MS * HOUR_MS
            while hour < end:
                minutes = (min(end, hour + HOUR_MS) - max(shift.opened_ms, hour)) // 60_000
                over = shift.closed_ms is not None or hour + HOUR_MS <= end
                if over and minutes >= self.house.fewest_minutes:
                    yield from self._judge_pace(shift, hour, rounds.get((log_id, number, hour), 0), minutes)
                hour += HOUR_MS

    def _judge_pace(self, shift: Any, hour: int, rounds: int, minutes: int) -> Iterator[Alert]:
        pace = rounds * 60 // minutes
        low, high = self.house.fewest_rounds_per_hour, self.house.most_rounds_per_hour
        if low <= pace <= high:
            return
        begins = datetime.fromtimestamp(hour // 1000, self.house.gaming_day.zone).strftime("%H:%M")
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

    def win(self, connection: Connection, shifts: Shifts) -> Iterator[Alert]:
        c = t.wager_hours.c
        keys = (c.log_id, c.shift, c.wager, c.configured_by)
        sums = [func.sum(c[name]).label(name) for name in ("count", "staked", "squares", "taken", "paid")]
        by_shift: dict[tuple[int, int], list[Any]] = {}
        query = select(*keys, *sums).where(c.hour_ms >= self.since_hour_ms).group_by(*keys)
        for row in connection.execute(query):
            by_shift.setdefault((row.log_id, row.shift), []).append(row)
        together = self._together(connection)
        for key, rows in by_shift.items():
            if key not in shifts:
                continue
            for worth in self.pricing.add_up(rows, together.get(key, 0)).values():
                if worth.count >= self.house.fewest_wagers and worth.beyond(self.house.deviations):
                    yield self._won(shifts[key], worth)

    def _together(self, connection: Connection) -> dict[tuple[int, int], int]:
        c = t.pace_hours.c
        query = select(c.log_id, c.shift, func.sum(c.together)).where(c.hour_ms >= self.since_hour_ms)
        query = query.group_by(c.log_id, c.shift)
        return {(log_id, shift): int(total) for log_id, shift, total in connection.execute(query)}

    def _won(self, shift: Any, worth: Worth) -> Alert:
        level = abs(worth.tenths) // int(self.house.deviations * 10)
        at_ms = shift.closed_ms or shift.upto_ms
        side = "below" if worth.house < worth.mean else "above"
        message = Message(
            "alert-win",
            wager=Message("alert-main-game") if worth.wager == MAIN else Term("kind", worth.wager.replace(".", "-")),
            result=house_result(worth.house),
            staked=in_dollars(worth.staked),
            count=worth.count,
            off=f"{abs(worth.tenths) // 10}.{abs(worth.tenths) % 10}",
            side=Message(f"alert-{side}"),
            mean=in_dollars(round(worth.mean)),
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
            drop=in_dollars(held.drop),
            hold=percent(held.expected_hold),
            leaves=in_dollars(round(held.expected)),
        )

    # --- hold --------------------------------------------------------------------------------------------------------

    def hold(self, _connection: Connection, shifts: Shifts) -> Iterator[Alert]:
        """Of a table's gaming day, over its closed shifts: counted chips, counted cash."""
        days: dict[tuple[str, date], list[Any]] = {}
        for shift in shifts.values():
            if shift.closed_ms is not None:
                days.setdefault((shift.log, self.house.gaming_day.day_of(shift.opened_ms)), []).append(shift)
        for (_, day), of_day in days.items():
            held = self._held(of_day)
            if held is not None and held.drop >= self.house.fewest_drop:
                steps = held.steps_off(self.house.hold_within)
                if steps:
                    yield self._held_off(of_day, day, held, steps)

    def _held(self, shifts: list[Any]) -> Holding | None:
        takings = [Taking(rules=each.rules, drop=each.drop_cents, win=each.win_cents) for each in shifts]
        return holding(takings, self.house)

    def _held_off(self, shifts: list[Any], day: date, held: Holding, steps: int) -> Alert:
        last = max(shifts, key=lambda each: each.closed_ms)
        side = "below" if held.win < held.expected else "above"
        message = Message(
            "alert-hold",
            hold=readable(percent(held.hold)),
            day=str(day),
            side=Message(f"alert-{side}"),
            expected=percent(held.expected_hold),
            win=in_dollars(held.win),
            drop=in_dollars(held.drop),
            leaves=in_dollars(round(held.expected)),
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

    def corrections(self, connection: Connection, shifts: Shifts) -> Iterator[Alert]:
        c = t.corrections.c
        keys = (c.log_id, c.shift)
        query = select(*keys, func.count().label("times"), func.max(c.at_ms).label("last"))
        query = query.where(c.at_ms >= self.since_ms).group_by(*keys)
        limit = self.house.corrections_per_shift
        for row in connection.execute(query):
            shift = shifts.get((row.log_id, row.shift))
            if shift is not None and row.times >= limit:
                message = Message("alert-corrections", count=row.times, shift=row.shift)
                yield _alert("corrections", shift, str(row.times // limit), "", row.last, message)

    def device_errors(self, connection: Connection, shifts: Shifts) -> Iterator[Alert]:
        c = t.device_errors.c
        keys = (c.log_id, c.shift, c.device)
        query = select(*keys, func.count().label("times"), func.max(c.at_ms).label("last"))
        query = query.where(c.at_ms >= self.since_ms).group_by(*keys)
        limit = self.house.device_errors_per_shift
        for row in connection.execute(query):
            shift = shifts.get((row.log_id, row.shift))
            if shift is not None and row.times >= limit:
                message = Message(
                    "alert-device-errors", device=Term("device", row.device), count=row.times, shift=row.shift
                )
                what = f"{row.device}/{row.times // limit}"
                yield _alert("device-errors", shift, what, row.device, row.last, message)

    # --- money from shift to shift -----------------------------------------------------------------------------------

    def money(self, connection: Connection, _shifts: Shifts) -> Iterator[Alert]:
        """An opener that is not the last closer; more big chips in a closer than ever came."""
        for each in money_shifts(connection):
            if each.shift.opened_ms < self.since_ms:
                continue
            off = each.opener_off
            if off:
                message = Message(
                    "alert-opener",
                    shift=each.shift.number,
                    opener=in_dollars(each.shift.till.opener),
                    closer=in_dollars(each.before.till.closer or 0),
                    off=in_dollars(off),
                )
                yield self._of_money("opener", each, str(off), each.shift.opened_ms, message)
            for line in impossible_chips(each.shift):
                message = Message(
                    "alert-closer",
                    shift=each.shift.number,
                    counted=line.closer or 0,
                    worth=whole_amount(line.worth),
                    came=line.came,
                )
                yield self._of_money("closer", each, f"{line.worth}/{line.difference}", each.at_ms, message)

    def _of_money(self, kind: Kind, each: MoneyShift, what: str, at_ms: int, message: Message) -> Alert:
        return Alert(
            id=f"{kind}/{each.log}/{each.shift.number}/{what}",
            kind=kind,
            table=each.table,
            log=each.log,
            shift=each.shift.number,
            subject=what,
            at_ms=at_ms,
            message=message,
        )

    # --- players who sit down now ------------------------------------------------------------------------------------

    def players(self, connection: Connection, _shifts: Shifts) -> Iterator[Alert]:
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
            shift=0,
            subject=player,
            at_ms=row.from_ms,
            message=message,
        )

    # --- irregularities by dealer ------------------------------------------------------------------------------------

    def irregularities(self, connection: Connection, _shifts: Shifts) -> Iterator[Alert]:
        """Over all tables of a gaming day: a dealer moves from table to table."""
        rounds, called, last = self._by_dealer(connection)
        for (day, dealer), times in sorted(called.items()):
            dealt = rounds.get((day, dealer), 0)
            often = self.house.irregularities_per_hundred
            if times < self.house.fewest_irregularities or times * 100 < often * dealt:
                continue
            name = self.names.get(dealer, dealer)
            message = Message("alert-irregularities", dealer=name, count=times, rounds=dealt, day=str(day))
            level = times // self.house.fewest_irregularities
            yield Alert(
                id=f"irregularities/{day}/{dealer}/{level}",
                kind="irregularities",
                table="",
                log="",
                shift=0,
                subject=name,
                at_ms=last[day, dealer],
                message=message,
            )

    def _by_dealer(self, connection: Connection) -> tuple[dict[Any, int], dict[Any, int], dict[Any, int]]:
        day_of = self.house.gaming_day.day_of
        rounds: dict[Any, int] = {}
        called: dict[Any, int] = {}
        last: dict[Any, int] = {}
        p, i = t.pace_hours.c, t.irregularities.c
        for hour, dealer, count in connection.execute(
            select(p.hour_ms, p.dealer, p.rounds).where(p.hour_ms >= self.since_ms)
        ):
            key = (day_of(hour), dealer)
            rounds[key] = rounds.get(key, 0) + int(count)
        for at_ms, dealer in connection.execute(select(i.at_ms, i.dealer).where(i.at_ms >= self.since_ms)):
            key = (day_of(at_ms), dealer)
            called[key] = called.get(key, 0) + 1
            last[key] = max(last.get(key, 0), at_ms)
        return rounds, called, last


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
