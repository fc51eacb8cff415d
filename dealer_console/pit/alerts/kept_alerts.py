"""The alerts that stand in the index: judged again only where something has come since.

Each alert belongs to a unit: a shift, a gaming day of a table, a gaming day of all dealers, whoever plays now, the drop
box of a shift, a slip, or the cash of a card in a gaming day. What has come to a journal or from a desk since the last
judgement says which units are judged again, so the cost does not grow with the history. Other thresholds or other
players judge everything again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from dealer_console.game.message import Message
from dealer_console.messages.message_codec import message_data, message_of
from dealer_console.pit.alerts.acknowledgement import Acknowledgements, call_id
from dealer_console.pit.alerts.desk_alerts import box_unit, cash_unit, judge_boxes, judge_cash, judge_chips
from dealer_console.pit.alerts.rules import Alert, AlertRules
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.database import upsert
from dealer_console.pit.archive.index_update import writing
from dealer_console.pit.desk.kept_records import kept_records, take_in_records
from dealer_console.pit.desk.record_kinds import BoxCounted, CashPaidOut, ChipsReceived, MarkerPaid
from dealer_console.pit.desk.records import Record
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.long_work import Work, unwatched
from dealer_console.pit.players.player_list import load_players

SHIFTS_AT_ONCE: Final = 200
PLAYERS: Final = "players"


class KeptAlerts:
    """Of one archive whose index this program keeps. Make it once: it remembers the rules of the tables."""

    def __init__(self, archive: Archive, expectations: Expectations) -> None:
        self._archive = archive
        self._rules = AlertRules(archive, expectations)
        self._expectations = expectations
        self._seen = Acknowledgements(archive)

    def refresh(self, work: Work | None = None, *, most: int | None = None) -> bool:
        """Judge what has come, of at most so many journals; whether anything was judged. Raises `Stopped`."""
        work = work or unwatched()
        self._forget_other_thresholds()
        self._note_seen_calls()
        recorded = self._judge_records()
        with self._archive.engine.connect() as connection:
            logs = connection.execute(_grown().limit(most)).all()
        for done, log in enumerate(logs):
            work.report(done, len(logs), Message("pit-calculating"))
            self._judge_log(log)
        days = self._days_due() if logs else []
        for done, day in enumerate(days):
            work.report(done, len(days), Message("pit-calculating"))
            self._judge_day(day)
        if logs:
            with writing(self._archive.engine) as connection:
                _replace(connection, [PLAYERS], [(PLAYERS, alert) for alert in self._rules.of_players(connection)])
        return bool(logs) or recorded

    def _forget_other_thresholds(self) -> None:
        known = f"{self._expectations!r} {sorted(load_players().items())!r}"
        mark = sha256(known.encode()).hexdigest()
        with self._archive.engine.connect() as connection:
            if connection.execute(select(t.alert_thresholds.c.hash)).scalar() == mark:
                return
        with writing(self._archive.engine) as connection:
            for table in (t.alerts, t.alert_ends, t.alert_days, t.alert_thresholds):
                connection.execute(delete(table))
            connection.execute(update(t.desk_records).values(judged=False))
            connection.execute(insert(t.alert_thresholds).values(hash=mark))

    def _note_seen_calls(self) -> None:
        """What somebody has acknowledged is open no more, also where no table answers it ever."""
        c, g = t.calls.c, t.logs.c
        query = select(c.log_id, c.entry, g.log).join_from(t.calls, t.logs, g.id == c.log_id).where(c.open)
        with self._archive.engine.connect() as connection:
            waiting = {call_id(row.log, row.entry): row for row in connection.execute(query)}
        seen = self._seen.of(waiting)
        if seen:
            with writing(self._archive.engine) as connection:
                for what in seen:
                    this = (c.log_id == waiting[what].log_id, c.entry == waiting[what].entry)
                    connection.execute(update(t.calls).where(*this).values(open=False))

    # --- the desks ---------------------------------------------------------------------------------------------------

    def _judge_records(self) -> bool:
        r = t.desk_records.c
        with writing(self._archive.engine) as connection:
            take_in_records(self._archive, connection)
            waiting = kept_records(connection, ~r.judged)
            for record in waiting:
                self._judge_record(connection, record)
            connection.execute(update(t.desk_records).where(~r.judged).values(judged=True))
        return bool(waiting)

    def _judge_record(self, connection: Connection, record: Record) -> None:
        match record.data:
            case BoxCounted(log=log, shift=shift):
                self._judge_boxes(connection, log, [shift])
            case ChipsReceived(log=log):
                self._judge_chips(connection, log, record.at_ms)
            case CashPaidOut(card=card) | MarkerPaid(card=card):
                self._judge_cash(connection, {(self._expectations.gaming_day.day_of(record.at_ms), card)})
            case _:
                pass

    def _judge_boxes(self, connection: Connection, log: str, numbers: Sequence[int]) -> None:
        alerts = judge_boxes(connection, self._expectations, log, numbers)
        _replace(connection, [box_unit(log, number) for number in numbers], alerts)

    def _judge_chips(self, connection: Connection, log: str, since_ms: int) -> None:
        for unit, alert in judge_chips(connection, log, since_ms):
            _replace(connection, [unit], [(unit, alert)])

    def _judge_cash(self, connection: Connection, days: set[tuple[date, str]]) -> None:
        for day, card in sorted(days):
            if card:
                _replace(connection, [cash_unit(day, card)], judge_cash(connection, self._expectations, day, card))

    def _judge_cash_of_log(self, connection: Connection, log: Any) -> None:
        """Of the cards that bought in since the last judgement."""
        m = t.cash_moves.c
        fresh = (m.log_id == log.id, m.entry > (log.judged or 0), m.what == "buy-in", m.player != "")
        day_of = self._expectations.gaming_day.day_of
        rows = connection.execute(select(m.at_ms, m.player).where(*fresh))
        self._judge_cash(connection, {(day_of(row.at_ms), row.player) for row in rows})

    # --- a journal ---------------------------------------------------------------------------------------------------

    def _judge_log(self, log: Any) -> None:
        """A late call can change the last round of the shift before: that one is judged again, too."""
        with writing(self._archive.engine) as connection:
            s = t.shifts.c
            fresh = s.last_entry.is_(None) | (s.last_entry > (log.judged or 0))
            first = connection.execute(select(func.min(s.number)).where(s.log_id == log.id, fresh)).scalar()
            last = connection.execute(select(func.max(s.number)).where(s.log_id == log.id)).scalar()
            since = (first or last or 1) - 1
            shifts = _shifts(connection, log.id, s.number >= since)
            for at in range(0, len(shifts), SHIFTS_AT_ONCE):
                self._judge_shifts(connection, shifts[at : at + SHIFTS_AT_ONCE])
            if shifts:
                self._judge_table_days(connection, log.id, shifts)
                self._days_are_due(connection, shifts[0].opened_ms, log.upto_ms)
                self._judge_boxes(connection, shifts[0].log, [shift.number for shift in shifts])
                self._judge_chips(connection, shifts[0].log, shifts[0].opened_ms)
            self._judge_cash_of_log(connection, log)
            put = upsert(connection)(t.alert_ends).values(log_id=log.id, judged=log.upto)
            connection.execute(put.on_conflict_do_update(index_elements=["log_id"], set_={"judged": log.upto}))

    def _judge_shifts(self, connection: Connection, shifts: Sequence[Any]) -> None:
        log_id = shifts[0].log_id
        alerts = [(_unit(log_id, alert.shift), alert) for alert in self._rules.of_shifts(connection, shifts)]
        _replace(connection, [_unit(log_id, shift.number) for shift in shifts], alerts, log_id)

    def _judge_table_days(self, connection: Connection, log_id: int, shifts: Sequence[Any]) -> None:
        """Of a day that has begun before these shifts, the earlier ones count, too."""
        day_of = self._expectations.gaming_day.day_of
        begin, _ = self._expectations.gaming_day.bounds(day_of(shifts[0].opened_ms))
        s = t.shifts.c
        earlier = _shifts(connection, log_id, s.number < shifts[0].number, s.opened_ms >= begin)
        days = {_unit(log_id, day_of(shift.opened_ms)) for shift in shifts}
        alerts = [(_unit(log_id, alert.subject), alert) for alert in self._rules.of_days([*earlier, *shifts])]
        _replace(connection, sorted(days), alerts, log_id)

    # --- a day of all dealers ----------------------------------------------------------------------------------------

    def _days_are_due(self, connection: Connection, since_ms: int, upto_ms: int) -> None:
        day_of = self._expectations.gaming_day.day_of
        first, last = day_of(since_ms), day_of(upto_ms)
        days = [{"day": str(first + timedelta(days=number))} for number in range((last - first).days + 1)]
        if days:
            connection.execute(upsert(connection)(t.alert_days).on_conflict_do_nothing(), days)

    def _days_due(self) -> list[date]:
        with self._archive.engine.connect() as connection:
            return [date.fromisoformat(day) for day in connection.execute(select(t.alert_days.c.day)).scalars()]

    def _judge_day(self, day: date) -> None:
        with writing(self._archive.engine) as connection:
            unit = f"dealers/{day}"
            _replace(connection, [unit], [(unit, alert) for alert in self._rules.of_dealers(connection, day)])
            connection.execute(delete(t.alert_days).where(t.alert_days.c.day == str(day)))


def find_alerts(
    archive: Archive, expectations: Expectations, work: Work | None = None, *, since_ms: int = 0
) -> tuple[Alert, ...]:
    """Those of the index since then, the newest first; where this program keeps the index it brings them up to date."""
    if not archive.is_kept:
        KeptAlerts(archive, expectations).refresh(work)
    a = t.alerts.c
    with archive.engine.connect() as connection:
        rows = connection.execute(select(t.alerts).where(a.at_ms >= since_ms).order_by(a.at_ms.desc(), a.id)).all()
    return tuple(t.of_row(Alert, row, message=message_of(json.loads(row.message))) for row in rows)


def _grown() -> Any:
    """Journals that have grown since their alerts were judged, the longest waiting first."""
    g, e = t.logs.c, t.alert_ends.c
    query = select(g.id, g.upto, g.upto_ms, e.judged).join_from(t.logs, t.alert_ends, e.log_id == g.id, isouter=True)
    return query.where(e.judged.is_(None) | (e.judged != g.upto)).order_by(g.upto_ms, g.id)


def _shifts(connection: Connection, log_id: int, *conditions: Any) -> list[Any]:
    s, g = t.shifts.c, t.logs.c
    columns = (s.log_id, s.number, s.opened_ms, s.closed_ms, s.first_entry, s.rules, s.drop_cents, s.win_cents)
    query = select(*columns, g.log, g.table_name, g.upto_ms).join_from(t.shifts, t.logs, g.id == s.log_id)
    return [*connection.execute(query.where(s.log_id == log_id, *conditions).order_by(s.number))]


def _unit(log_id: int, what: object) -> str:
    return f"{log_id}/{what}"


def _replace(
    connection: Connection, units: Sequence[str], alerts: Iterable[tuple[str, Alert]], log_id: int = 0
) -> None:
    connection.execute(delete(t.alerts).where(t.alerts.c.unit.in_(units)))
    rows = [
        {
            "id": alert.id,
            "unit": unit,
            "log_id": log_id,
            "kind": alert.kind,
            "table_name": alert.table,
            "log": alert.log,
            "shift": alert.shift,
            "subject": alert.subject,
            "at_ms": alert.at_ms,
            "message": json.dumps(message_data(alert.message)),
        }
        for unit, alert in alerts
    ]
    if rows:
        connection.execute(insert(t.alerts), rows)
