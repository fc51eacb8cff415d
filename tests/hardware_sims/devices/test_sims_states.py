"""What all families share of A6: faults, causes, door, power, STATUS_IS."""

from __future__ import annotations

from typing import Any

import pytest

from hardware_sims.fault import LATCHING_KINDS
from hardware_sims.wire.constants import FAULT_FAMILIES, FAULTS
from tests.hardware_sims.devices.host import Host

DEVICES = {"batch-shuffler": "b", "continuous-shuffler": "c", "shoe": "s", "reader": "r"}
every_family = pytest.mark.parametrize("device", DEVICES)
WAITS_FOR_A_CARD = {("shoe", "double-feed"), ("continuous-shuffler", "count-drift")}
AT_ONCE = [
    (device, kind)
    for device, letter in DEVICES.items()
    for kind, fault in LATCHING_KINDS.items()
    if letter in FAULT_FAMILIES[fault] and (device, kind) not in WAITS_FOR_A_CARD
]


def told(events: list[dict[str, Any]]) -> list[tuple[str, int | None]]:
    return [(event["event"], event.get("cause", event.get("of", event.get("open")))) for event in events]


def power_cycle(host: Host) -> None:
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()


@pytest.mark.parametrize(("device", "kind"), AT_ONCE)
def test_a6_a_fault_latches_inhibits_and_is_cleared_when_its_cause_is_gone(device: str, kind: str) -> None:
    host = Host(device).ready()
    host.operate(f"fault {kind}")
    number = FAULTS[LATCHING_KINDS[kind]]
    assert told(host.events()) == [("FAULT", number), ("INHIBITED", 3)]
    status = host.request("STATUS")
    assert (status["fault"], status["flags"] & 3) == (number, 2)
    assert host.refused("ENABLE") == "FAULT"
    assert host.refused("CLEAR", fault=number) == "NOT_PERMITTED", "the cause is still there"
    host.operate("clear")
    assert host.request("STATUS")["fault"] == number, "the latch is not the cause"
    assert host.refused("CLEAR", fault=number % 13 + 1) == "BAD_STATE"
    host.does("CLEAR", fault=number)
    assert told(host.events()) == [("FAULT_CLEARED", number)]
    assert host.request("STATUS")["flags"] & 3 == 0, "after CLEAR the device stays inhibited"


@pytest.mark.parametrize(("device", "kind"), AT_ONCE)
def test_a6_a_latched_fault_survives_power_loss(device: str, kind: str) -> None:
    host = Host(device).ready()
    host.operate(f"fault {kind} clear_after=1")
    host.events()
    power_cycle(host)
    number = FAULTS[LATCHING_KINDS[kind]]
    assert host.request("STATUS")["fault"] == number
    up = host.events()
    assert [event["event"] for event in up] == ["POWER_UP"]
    assert (up[0]["cause"], up[0]["test"], up[0]["boots"]) == (1, 0, 2)
    host.does("CLEAR", fault=number)


def test_a6_the_self_test_finds_a_part_that_is_dead() -> None:
    host = Host("shoe")
    host.operate("power off")
    host.operate("fault sensor clear_after=3")
    host.operate("power on")
    host.wait(1)
    host.hello()
    events = host.events()
    assert told(events)[-2:] == [("POWER_UP", 1), ("FAULT", 9)]
    assert events[-2]["test"] == 9


@every_family
def test_a6_only_the_first_fault_latches_later_ones_are_events(device: str) -> None:
    host = Host(device).ready()
    host.operate("fault sensor clear_after=1")
    host.operate("fault memory clear_after=1")
    assert told(host.events()) == [("FAULT", 9), ("INHIBITED", 3), ("FAULT", 13)]
    assert host.request("STATUS")["fault"] == 9
    host.does("CLEAR", fault=9)
    assert host.request("STATUS")["fault"] == 0


def test_e_clear_after_counts_refused_clears_too() -> None:
    host = Host("shoe").ready()
    host.operate("fault sensor clear_after=3")
    for _ in range(2):
        assert host.refused("CLEAR", fault=9) == "NOT_PERMITTED"
    host.does("CLEAR", fault=9)


@every_family
def test_a6_a_door_open_is_a_cause_against_clear(device: str) -> None:
    host = Host(device).ready()
    host.operate("fault sensor clear_after=1")
    host.operate("door open")
    assert host.refused("CLEAR", fault=9) == "NOT_PERMITTED"
    host.operate("door close")
    host.does("CLEAR", fault=9)


@every_family
def test_a6_opening_the_door_inhibits_and_keeps_enable_away(device: str) -> None:
    host = Host(device).ready()
    host.operate("door open")
    assert told(host.events()) == [("DOOR", 1), ("INHIBITED", 4)]
    assert host.request("STATUS")["flags"] & 5 == 4
    assert host.refused("ENABLE") == "BAD_STATE"
    host.operate("door close")
    assert told(host.events()) == [("DOOR", 0)]
    host.does("ENABLE")


@every_family
def test_a6_enabled_and_inhibited_are_events_only_when_it_changes(device: str) -> None:
    host = Host(device).ready()
    assert host.does("ENABLE")["status"] == 2
    host.does("INHIBIT")
    assert host.does("INHIBIT")["status"] == 2
    assert told(host.events()) == [("INHIBITED", 1)]


@every_family
def test_a6_after_power_up_inhibited_without_session_and_power_up_first(device: str) -> None:
    host = Host(device).ready()
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.seq += 1
    reply = host.exchange(host.frame("STATUS"))
    assert reply is not None
    assert reply.payload[0] == 2
    host.hello()
    assert host.request("STATUS")["flags"] & 1 == 0
    assert host.names() == ["POWER_UP"], "it stands for INHIBITED too"


def test_a6_a_door_moved_without_power_is_told_afterwards() -> None:
    host = Host("shoe")
    host.operate("power off")
    host.operate("door open")
    host.operate("power on")
    host.wait(1)
    host.hello()
    assert told(host.events())[-1] == ("DOOR", 1)
    assert host.request("STATUS")["flags"] & 4


def test_a4_t_counts_milliseconds_since_power_up() -> None:
    host = Host("shoe")
    host.hello()
    host.wait(1)
    opened_at = host.now
    host.operate("door open")
    events = host.events()
    assert events[0]["t"] == 300, "the self-test took 0.3 s"
    assert events[1]["t"] == round(opened_at * 1000)
    power_cycle(host)
    assert host.events()[-1]["t"] == 300


def test_e_a_fault_of_another_family_is_named_with_the_known_ones() -> None:
    host = Host("reader")
    answer = host.line.operate("fault motor")
    assert answer.startswith("error reader has no fault motor; it has")
    assert "sensor" in answer
