"""What stays on the board until somebody with the right has acknowledged it: calls, alerts, alarms of the floor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dealer_console.floor.address import connect
from dealer_console.floor.queries import FloorAlarm
from dealer_console.floor.rulings import acknowledge_alarm
from dealer_console.messages import recorded_refusal
from dealer_console.pit.alerts import Alert, Seen
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.board import Call, calls
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.pages.app_state import Live
from dealer_console.pit.pages.services import PitServices
from dealer_console.table.people import Action, Person, Standing

MOST_PAST = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """`seen` is who has acknowledged it, and when. `alarm` is the number of an alarm of the floor."""

    id: str
    table: str
    at_ms: int
    kind: str
    words: str
    urgent: bool
    seen: Seen | None = None
    alarm: int | None = None


def matter_of_call(call: Call, names: Mapping[str, str]) -> Matter:
    by = f", by {names.get(call.by, call.by)}" if call.by else ""
    who = names.get(call.answered_by, call.answered_by)
    answered = f"; answered by {who}: {call.answer}" if call.answered_ms is not None else ""
    return Matter(
        id=call.id,
        table=call.table,
        at_ms=call.at_ms,
        kind=call.kind,
        words=f"{_plain(call)}{by}{answered}",
        urgent=call.answered_ms is None,
        seen=call.seen,
    )


def _plain(call: Call) -> str:
    """What is asked for, as it is said: `void round`, not `void-round`."""
    action, colon, reason = call.text.partition(":")
    return f"{action.replace('-', ' ')}{colon}{reason}" if call.kind == "request" else call.text


def matter_of_alert(alert: Alert, seen: Seen | None = None) -> Matter:
    return Matter(
        id=alert.id,
        table=alert.table or "floor",
        at_ms=alert.at_ms,
        kind=alert.kind,
        words=alert.words,
        urgent=False,
        seen=seen,
    )


def matter_of_alarm(alarm: FloorAlarm) -> Matter:
    """The floor does not take what a table offers: the weightiest of all."""
    seen = None
    if alarm.seen_by is not None and alarm.seen_at_ms is not None:
        seen = Seen(person=alarm.seen_by, at_ms=alarm.seen_at_ms, note="")
    times = f" ({alarm.times} times)" if alarm.times > 1 else ""
    return Matter(
        id=f"alarm/{alarm.id}",
        table=alarm.table,
        at_ms=alarm.last_at_ms,
        kind=f"journal {alarm.what.replace('-', ' ')}",
        words=f"{alarm.words}{times}",
        urgent=True,
        seen=seen,
        alarm=alarm.id,
    )


def open_matters(live: Live) -> tuple[Matter, ...]:
    """Journals that do not fit first, then calls: somebody is waiting there; then what the figures say."""
    unseen = [each for each in live.alarms if each.seen_by is None]
    return (
        *map(matter_of_alarm, unseen),
        *(matter_of_call(each, live.names) for each in live.calls),
        *map(matter_of_alert, live.open_alerts),
    )


def past_matters(services: PitServices, live: Live) -> tuple[Matter, ...]:
    """What was acknowledged, the latest first."""
    answered = calls(services.archive, services.seen, limit=MOST_PAST)
    found = [matter_of_call(each, live.names) for each in answered if each.seen is not None]
    found += [matter_of_alert(each, live.seen[each.id]) for each in live.alerts if each.id in live.seen]
    found += [matter_of_alarm(each) for each in live.alarms if each.seen_by is not None]
    return tuple(sorted(found, key=lambda each: -(each.seen.at_ms if each.seen is not None else 0)))


def acknowledge(services: PitServices, matter: Matter, by: Person) -> Seen:
    """By somebody who came in by PIN. Raises `PitRefused` without the right; the first one stands."""
    source = services.archive.source
    if matter.alarm is None or not isinstance(source, FloorSource):
        return services.seen.acknowledge(matter.id, by=by, permissions=services.permissions, at_ms=services.clock_ms())
    refusal = services.permissions.why_not_person(by, Action.ACKNOWLEDGE_CALL, Standing.BETWEEN_ROUNDS)
    if refusal is not None:
        raise PitRefused(recorded_refusal(refusal))
    with connect(source.address, program=PROGRAM) as connection:
        done = acknowledge_alarm(connection, matter.alarm, person=by.name)
    return Seen(person=done.person, at_ms=done.at_ms, note="", first=done.won)
