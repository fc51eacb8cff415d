"""The tables as they stood at the last look: board, calls, alerts, requests, alarms of the floor."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.floor.address import connect
from dealer_console.floor.queries import FloorAlarm, RequestAnswer, floor_alarms
from dealer_console.journal.errors import JournalDamaged
from dealer_console.pit.alerts import Alert, Seen, find_alerts
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.board import Call, TableStatus, board, open_calls
from dealer_console.pit.long_work import Work
from dealer_console.pit.rulings import Asked, lately, waiting
from dealer_console.pit.services import PitServices


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    tables: tuple[TableStatus, ...]
    calls: tuple[Call, ...]
    alerts: tuple[Alert, ...]
    seen: dict[str, Seen]
    asked: tuple[Asked, ...]
    answered: tuple[RequestAnswer, ...]  # what waited when this window looked before, the newest first
    alarms: tuple[FloorAlarm, ...]  # also those that were seen
    names: dict[str, str]  # what people call those whom the entries name by id
    at_ms: int
    trouble: str = ""  # a journal that cannot be read

    @property
    def open_alerts(self) -> tuple[Alert, ...]:
        return tuple(alert for alert in self.alerts if alert.id not in self.seen)


def look_at(services: PitServices, before: Live | None, work: Work) -> Live:
    """Alerts are reckoned again only when there is something new."""
    trouble = ""
    try:
        grown = services.archive.refresh(work)
    except JournalDamaged as damaged:
        grown, trouble = 1, str(damaged)  # the other tables are up to date, and go on being looked after
    alerts = find_alerts(services.archive, services.house, work) if grown or before is None else before.alerts
    asked = waiting(services.archive, services.clock_ms(), services.words)
    return Live(
        tables=board(services.archive, services.seen),
        calls=open_calls(services.archive, services.seen),
        alerts=alerts,
        seen=services.seen.of(alert.id for alert in alerts),
        asked=asked,
        answered=() if before is None else lately(services.archive, asked, before.asked, before.answered),
        alarms=_alarms(services),
        names=services.names(),
        at_ms=services.clock_ms(),
        trouble=trouble,
    )


def _alarms(services: PitServices) -> tuple[FloorAlarm, ...]:
    source = services.archive.source
    if not isinstance(source, FloorSource):
        return ()
    with connect(source.address, program=PROGRAM) as connection:
        return floor_alarms(connection)
