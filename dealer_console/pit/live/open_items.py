"""What stays open until somebody with the right has acknowledged it: calls, alerts, alarms of the floor; in groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from dealer_console.floor.address import connect
from dealer_console.floor.queries import FloorAlarm
from dealer_console.floor.rulings import acknowledge_alarm
from dealer_console.pit.alerts import Alert, Seen
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.errors import require
from dealer_console.pit.live.board import Call, calls
from dealer_console.pit.live.tables import Live
from dealer_console.pit.services import PitServices
from dealer_console.table.people import Action, Person, Standing

MOST_PAST: Final = 1000
# Who waits comes first, then journals that do not fit, then what the figures say, then what a person did wrong alone.
_WEIGHT: Final = {"request": 0, "call": 0, "alarm": 1, "journal": 2, "lock-out": 9}
_OF_FIGURES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenItem:
    """`seen` is who has acknowledged it, and when. `alarm` is the number of an alarm of the floor."""

    id: str
    table: str  # empty: the whole floor
    at_ms: int
    kind: str
    text: str
    waits: bool  # somebody at a table waits
    seen: Seen | None = None
    alarm: int | None = None

    @property
    def weight(self) -> int:
        return _WEIGHT.get(self.kind, _OF_FIGURES)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemGroup:
    """Open items of one table and one kind, the newest first: acknowledged together."""

    items: tuple[OpenItem, ...]

    @property
    def newest(self) -> OpenItem:
        return self.items[0]

    @property
    def key(self) -> tuple[str, str]:
        return self.newest.table, self.newest.kind

    @property
    def seen(self) -> Seen | None:
        return self.newest.seen


def grouped(items: Iterable[OpenItem]) -> tuple[ItemGroup, ...]:
    """By table and kind; the most urgent first, among these the newest."""
    groups: dict[tuple[str, str], list[OpenItem]] = {}
    for item in items:
        groups.setdefault((item.table, item.kind), []).append(item)
    item_groups = [ItemGroup(items=tuple(sorted(group, key=lambda item: -item.at_ms))) for group in groups.values()]
    return tuple(sorted(item_groups, key=lambda group: (group.newest.weight, -group.newest.at_ms)))


def item_of_call(services: PitServices, call: Call, names: dict[str, str]) -> OpenItem:
    words = services.words
    by = names.get(call.by, call.by)
    if call.kind == "request":
        action, _, reason = call.text.partition(": ")
        text = words("pit-call-request", action=services.action(action), by=by, reason=reason)
    elif call.kind == "lock-out":
        text = words("pit-call-lock-out", by=by)
    else:
        text = words.phrase(call.text)
    if call.answered_ms is not None:
        who = names.get(call.answered_by, call.answered_by)
        text = words("pit-call-answered", text=text, by=who, answer=words(f"pit-answer-{call.answer}"))
    return OpenItem(
        id=call.id,
        table=call.table,
        at_ms=call.at_ms,
        kind=call.kind,
        text=text,
        waits=call.answered_ms is None and call.kind in ("request", "call"),
        seen=call.seen,
    )


def item_of_alert(services: PitServices, alert: Alert, seen: Seen | None = None) -> OpenItem:
    return OpenItem(
        id=alert.id,
        table=alert.table,
        at_ms=alert.at_ms,
        kind=alert.kind,
        text=services.words(alert.message),
        waits=False,
        seen=seen,
    )


def item_of_alarm(services: PitServices, alarm: FloorAlarm) -> OpenItem:
    """The floor does not take what a table offers."""
    seen = None
    if alarm.seen_by is not None and alarm.seen_at_ms is not None:
        seen = Seen(person=alarm.seen_by, at_ms=alarm.seen_at_ms, note="")
    return OpenItem(
        id=f"alarm/{alarm.id}",
        table=alarm.table,
        at_ms=alarm.last_at_ms,
        kind="journal",
        text=services.words("pit-alarm-times", text=alarm.words, times=alarm.times),
        waits=False,
        seen=seen,
        alarm=alarm.id,
    )


def open_items(services: PitServices, live: Live) -> tuple[OpenItem, ...]:
    return (
        *(item_of_call(services, call, live.names) for call in live.calls),
        *(item_of_alarm(services, alarm) for alarm in live.alarms if alarm.seen_by is None),
        *(item_of_alert(services, alert) for alert in live.open_alerts),
    )


def past_items(services: PitServices, live: Live) -> tuple[OpenItem, ...]:
    """What was acknowledged, the latest first."""
    answered = calls(services.archive, services.seen, limit=MOST_PAST)
    items = [item_of_call(services, call, live.names) for call in answered if call.seen is not None]
    items += [item_of_alert(services, alert, live.seen[alert.id]) for alert in live.alerts if alert.id in live.seen]
    items += [item_of_alarm(services, alarm) for alarm in live.alarms if alarm.seen_by is not None]
    return tuple(sorted(items, key=lambda item: -(item.seen.at_ms if item.seen is not None else 0)))


def acknowledge(services: PitServices, items: Sequence[OpenItem], by: Person, note: str) -> tuple[Seen, ...]:
    """By somebody who came in by PIN. Raises `PitRefused` without the right; of each, the first one stands."""
    require(services.permissions.why_not_person(by, Action.ACKNOWLEDGE_CALL, Standing.BETWEEN_ROUNDS))
    return tuple(_acknowledge(services, item, by, note) for item in items)


def _acknowledge(services: PitServices, item: OpenItem, by: Person, note: str) -> Seen:
    source = services.archive.source
    if item.alarm is None or not isinstance(source, FloorSource):
        return services.seen.acknowledge(
            item.id, by=by, permissions=services.permissions, at_ms=services.clock_ms(), note=note
        )
    with connect(source.address, program=PROGRAM) as connection:
        done = acknowledge_alarm(connection, item.alarm, person=by.name, note=note)
    return Seen(person=done.person, at_ms=done.at_ms, note=note, first=done.won)
