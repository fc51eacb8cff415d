"""A9 as data: which irregularity each event of a device can lead to."""

from __future__ import annotations

import pytest

from drivers import events, fault_policy
from drivers.events import Fault

CODES = {
    "card-face-up-in-shoe",
    "card-drawn-unexposed",
    "card-exposed",
    "dealer-drew-too-many",
    "card-impossible",
    "shoe-fault",
    "shoe-empty",
    "shuffler-fault",
    "shuffle-beside-device",
    "reader-wrong-up-card",
    "reader-fault",
    "reader-disagrees",
}


def fault(kind: Fault) -> events.DeviceFaulted:
    return events.DeviceFaulted(serial="S1-7", number=1, device_ms=0, fault=kind, while_in="LOADED", cards=None)


def codes(event: events.Event, device: str) -> set[str | None]:
    return {row.code for row in fault_policy.rules_for(event, device)}


def test_every_code_of_the_table_is_reached() -> None:
    assert {row.code for row in fault_policy.FAULT_RULES if row.code} | set(fault_policy.TABLE_FINDINGS) == CODES


@pytest.mark.parametrize("kind", [Fault.JAM, Fault.REVERSED, Fault.GATE, Fault.SENSOR, Fault.MEMORY])
def test_faults_of_the_shoe(kind: Fault) -> None:
    assert codes(fault(kind), fault_policy.SHOE) == {"shoe-fault"}


def test_double_feed_is_about_its_second_card() -> None:
    assert codes(fault(Fault.DOUBLE_FEED), fault_policy.SHOE) == {"card-drawn-unexposed", "card-exposed"}


@pytest.mark.parametrize("kind", list(Fault))
@pytest.mark.parametrize("device", [fault_policy.BATCH, fault_policy.CONTINUOUS])
def test_any_fault_of_a_shuffler(kind: Fault, device: str) -> None:
    """Of a batch shuffler that stands idle nothing is called: MA 15(j) speaks of a shuffle."""
    idle: set[str | None] = {None} if device == fault_policy.BATCH else set()
    assert codes(fault(kind), device) == {"shuffler-fault"} | idle


def test_host_faults() -> None:
    for kind in (events.Distrust.EVENT_GAP, events.Distrust.COMMIT_MISMATCH):
        event = events.DeviceDistrusted(serial="S1-7", kind=kind, text="")
        assert codes(event, fault_policy.SHOE) == {"shoe-fault"}
    step = events.DeviceDistrusted(serial="C1-1", kind=events.Distrust.COUNT_STEP, text="")
    assert codes(step, fault_policy.CONTINUOUS) == {"shuffler-fault"}


def test_reader() -> None:
    assert codes(fault(Fault.SENSOR), fault_policy.READER) == {"reader-fault"}
    unarmed = events.CardInUnarmedReader(serial="R1-1", number=1, device_ms=0)
    assert codes(unarmed, fault_policy.READER) == {"reader-wrong-up-card", None}
    away = events.DeviceAway(serial="R1-1", reason=events.AwayReason.NO_ANSWER, text="")
    assert [row.situation for row in fault_policy.rules_for(away, fault_policy.READER)] == [fault_policy.CHECK_OPEN]


def test_every_fault_calls_a_supervisor() -> None:
    rows = [row for row in fault_policy.FAULT_RULES if row.event in (events.DeviceFaulted, events.DeviceDistrusted)]
    assert rows
    assert all(row.supervisor for row in rows)


def test_nothing_irregular_about_ordinary_facts() -> None:
    for event in (
        events.DeviceEnabled(serial="S1-7", number=1, device_ms=0),
        events.CardsLoaded(serial="S1-7", number=1, device_ms=0),
        events.OrderEnded(serial="S1-7", command=1, order=events.Order.ENABLE, done=True),
    ):
        assert fault_policy.rules_for(event, fault_policy.SHOE) == ()
    assert codes(events.CutCardSeen(serial="S1-7", number=1, device_ms=0, after_draw=9), fault_policy.SHOE) == {None}
