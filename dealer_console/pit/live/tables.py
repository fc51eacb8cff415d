"""The tables as they stood at the last look: board, calls, alerts, requests, alarms of the floor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.floor.address import connect
from dealer_console.floor.queries import FloorAlarm, RequestAnswer, floor_alarms
from dealer_console.journal.errors import JournalDamaged
from dealer_console.pit.alerts import Alert, Seen, find_alerts
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.live.board import Call, TableStatus, board, open_calls
from dealer_console.pit.live.rulings import Asked, lately, waiting
from dealer_console.pit.long_work import Work
from dealer_console.pit.services import PitServices

ALERTS_EVERY_MS: Final = 20_000  # two hundred tables always have something new, and a call must not wait for figures
ALERTS_OF_MS: Final = 8 * 86_400_000  # on a floor: of shifts that were opened so lately, however long the history is


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
    alerts_ms: int = 0  # when the alerts were reckoned
    alerts_late: bool = False  # something has come since then
    trouble: str = ""  # a journal that cannot be read

    @property
    def open_alerts(self) -> tuple[Alert, ...]:
        return tuple(alert for alert in self.alerts if alert.id not in self.seen)


def look_at(services: PitServices, before: Live | None, work: Work) -> Live:
    """Alerts are reckoned again only when there is something new; on a floor not more often than they are read."""
    trouble = ""
    try:
        grown = services.archive.refresh(work)
    except JournalDamaged as damaged:
        grown, trouble = 1, str(damaged)  # the other tables are up to date, and go on being looked after
    now = services.clock_ms()
    late = before is None or bool(grown) or before.alerts_late
    reckons = late and (before is None or not services.archive.is_kept or now - before.alerts_ms >= ALERTS_EVERY_MS)
    since_ms = now - ALERTS_OF_MS if services.archive.is_kept else None
    if reckons or before is None:
        alerts, alerts_ms = find_alerts(services.archive, services.house, work, since_ms=since_ms), now
    else:
        alerts, alerts_ms = before.alerts, before.alerts_ms
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
        alerts_ms=alerts_ms,
        alerts_late=late and not reckons,
        trouble=trouble,
    )


def _alarms(services: PitServices) -> tuple[FloorAlarm, ...]:
    source = services.archive.source
    if not isinstance(source, FloorSource):
        return ()
    with connect(source.address, program=PROGRAM) as connection:
        return floor_alarms(connection)
