"""The tables as they stood at the last look: board, calls, alerts, requests, alarms of the floor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.floor.address import connect
from dealer_console.floor.queries import FloorAlarm, RequestAnswer, floor_alarms
from dealer_console.journal.errors import JournalDamaged
from dealer_console.pit.alerts import Alert, Seen, find_alerts
from dealer_console.pit.alerts.desk_alerts import locked_names, unsigned_records
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.live.board import Call, TableStatus, board, open_calls
from dealer_console.pit.live.rulings import PitRequest, lately, waiting
from dealer_console.pit.long_work import Work
from dealer_console.pit.services import PitServices

ALERTS_OF_MS: Final = 8 * 86_400_000  # on a floor: of so many days, however long the history is


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    tables: tuple[TableStatus, ...]
    calls: tuple[Call, ...]
    alerts: tuple[Alert, ...]
    seen: dict[str, Seen]
    requests: tuple[PitRequest, ...]
    answered: tuple[RequestAnswer, ...]  # what waited when this window looked before, the newest first
    alarms: tuple[FloorAlarm, ...]  # also those that were seen
    names: dict[str, str]  # what people call those whom the entries name by id
    at_ms: int
    trouble: JournalDamaged | None = None  # a journal that cannot be read

    @property
    def open_alerts(self) -> tuple[Alert, ...]:
        return tuple(alert for alert in self.alerts if alert.id not in self.seen)


def look_at(services: PitServices, before: Live | None, work: Work) -> Live:
    """The projector of a floor keeps the alerts; those of files are judged here, where something has come."""
    trouble = None
    try:
        services.archive.refresh(work)
    except JournalDamaged as damaged:
        trouble = damaged  # the other tables are up to date, and go on being looked after
    since_ms = services.clock_ms() - ALERTS_OF_MS if services.archive.is_kept else 0
    names = services.names()
    alerts = (
        *find_alerts(services.archive, services.expectations, work, since_ms=since_ms),
        *unsigned_records(services.records, names, since_ms=since_ms),
        *locked_names(() if services.people is None else services.people.people()),
    )
    requests = waiting(services.archive, services.clock_ms(), services.words)
    return Live(
        tables=board(services.archive, services.seen),
        calls=open_calls(services.archive, services.seen),
        alerts=alerts,
        seen=services.seen.of(alert.id for alert in alerts),
        requests=requests,
        answered=() if before is None else lately(services.archive, requests, before.requests, before.answered),
        alarms=_alarms(services),
        names=names,
        at_ms=services.clock_ms(),
        trouble=trouble,
    )


def _alarms(services: PitServices) -> tuple[FloorAlarm, ...]:
    source = services.archive.source
    if not isinstance(source, FloorSource):
        return ()
    with connect(source.address, program=PROGRAM) as connection:
        return floor_alarms(connection)
