"""Events and commands exactly once, through power cuts too (A5)."""

from __future__ import annotations

from typing import Any

import pytest

from hardware_sims.wire.tablelink import pack
from tests.hardware_sims.devices.host import Host

every_family = pytest.mark.parametrize("device", ["batch-shuffler", "continuous-shuffler", "shoe", "reader"])


def power_cycle(host: Host) -> None:
    host.operate("power off")
    host.wait(0.5)
    host.operate("power on")
    host.wait(1)
    host.hello()


def make_events(host: Host, count: int) -> None:
    for number in range(count):
        host.does("INHIBIT" if number % 2 else "ENABLE")


def cause(event: dict[str, Any]) -> tuple[str, int | None]:
    return event["event"], event.get("cause")


@every_family
def test_a5_an_event_comes_again_until_it_is_acknowledged(device: str) -> None:
    host = Host(device)
    host.hello()
    make_events(host, 2)
    first = host.poll()
    assert (first["no"], first["event"], first["left"]) == (1, "POWER_UP", 3)
    again = host.poll()
    assert {**again, "flags": 0} == {**first, "flags": 0}
    host.upto = 1
    assert host.poll()["no"] == 2
    host.upto = 3
    empty = host.poll()
    assert (empty["no"], empty["code"], empty["left"], empty["event"]) == (0, 0, 0, "NONE")


def test_a5_state_flags_and_fault_are_those_of_now() -> None:
    host = Host("shoe")
    host.hello()
    host.operate("fault sensor")
    event = host.poll()
    assert (event["event"], event["flags"] & 2, event["fault"]) == ("POWER_UP", 2, 9)


def test_a5_left_counts_at_most_255() -> None:
    host = Host("shoe")
    host.hello()
    make_events(host, 300)
    assert host.poll()["left"] == 255


def test_a5_poll_outside_acked_to_next_minus_1_is_bad_value() -> None:
    host = Host("shoe")
    host.hello()
    make_events(host, 4)
    host.upto = 3
    host.poll()
    for upto in (2, 0, 6, 7, 2**32 - 1):
        assert host.request("POLL", upto=upto)["reason"] == "BAD_VALUE"
    for upto in (3, 4, 5):
        assert host.request("POLL", upto=upto)["reply"] == "EVENT"


@every_family
def test_a5_numbers_have_no_gap_over_600_events_and_a_power_cut(device: str) -> None:
    host = Host(device)
    host.hello()
    seen = []
    for number in range(600):
        make_events(host, 2)
        if number % 100 == 50:
            power_cycle(host)
        seen += host.names()
    assert seen.count("POWER_UP") == 7
    assert len(seen) == 1 + 1200 + 6


def test_a5_acked_and_next_survive_and_identity_tells_them() -> None:
    host = Host("shoe")
    host.hello()
    host.upto = 1
    host.poll()
    make_events(host, 2)
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    identity = host.hello()
    assert (identity["acked"], identity["next"], identity["boots"]) == (1, 5, 2)
    assert host.names() == ["ENABLED", "INHIBITED", "POWER_UP"]


def test_a5_with_fewer_than_16_places_the_device_inhibits_itself() -> None:
    host = Host("shoe", options={"ring": 40})
    host.hello()
    make_events(host, 24)
    assert host.device.memory.events.free == 15
    assert host.refused("ENABLE") == "BAD_STATE"
    host.upto = 1
    host.poll()
    host.does("ENABLE")
    assert not host.request("STATUS")["flags"] & 1, "the ENABLED itself took the sixteenth place"
    events = host.events()
    assert cause(events[-1]) == ("INHIBITED", 6)
    assert len(events) == 26
    host.does("ENABLE")
    assert host.request("STATUS")["flags"] & 1


def test_a5_a_full_memory_overwrites_nothing_and_says_so() -> None:
    host = Host("shoe", options={"ring": 32})
    host.hello()
    for _ in range(20):
        host.line.operate("door open")
        host.line.operate("door close")
    assert host.device.memory.events.free == 0
    status = host.request("STATUS")
    assert (status["flags"] & 2, status["fault"]) == (2, 13)
    names = host.names()
    assert names == ["POWER_UP"] + ["DOOR"] * 31 + ["FAULT"]
    host.does("CLEAR", fault=13)


def test_a5_without_a_free_place_nothing_is_revealed() -> None:
    host = Host("shoe", options={"ring": 32})
    host.hello()
    host.operate("load 10")
    host.operate("draw 1")
    while host.device.memory.events.free:
        host.line.operate("door open")
        host.line.operate("door close")
    assert host.refused("REVEAL", draw=1, why=1) == "BAD_STATE"
    assert host.does("INHIBIT")["status"] == 2
    host.events()
    host.does("REVEAL", draw=1, why=1)


# Commands


@every_family
def test_a5_a_command_is_done_once_and_keeps_its_answer(device: str) -> None:
    host = Host(device)
    host.hello()
    host.events()
    first = host.request("ENABLE", cmd=7)
    assert host.request("ENABLE", cmd=7) == first
    assert host.request("QUERY", cmd=7) == first
    assert host.names() == ["ENABLED"]


@every_family
def test_a5_same_id_with_other_bytes_is_refused(device: str) -> None:
    host = Host(device)
    host.hello()
    host.does("INHIBIT", cmd=7)
    assert host.refused("ENABLE", cmd=7) == "ID_REUSED"
    assert host.refused("CLEAR", cmd=7, fault=1) == "ID_REUSED"
    assert host.does("INHIBIT", cmd=7)["status"] == 2


def test_a5_an_id_answered_with_nak_was_not_used() -> None:
    host = Host("shoe")
    host.hello()
    assert host.refused("CLEAR", cmd=7, fault=1) == "BAD_STATE"
    assert host.request("QUERY", cmd=7)["status"] == 0
    assert host.does("ENABLE", cmd=7)["status"] == 2


def test_a5_id_0_is_out_of_range() -> None:
    host = Host("shoe")
    host.hello()
    assert host.request("ENABLE", cmd=0)["reason"] == "BAD_VALUE"
    assert host.request("QUERY", cmd=0)["reason"] == "BAD_VALUE"


def test_a5_sixteen_ids_are_kept_through_power_loss() -> None:
    host = Host("shoe")
    host.hello()
    for cmd in range(101, 118):
        host.does("INHIBIT", cmd=cmd)
    power_cycle(host)
    assert host.request("QUERY", cmd=101)["status"] == 0
    for cmd in range(102, 118):
        assert host.request("QUERY", cmd=cmd)["status"] == 2


def test_a5_a_running_command_is_never_forgotten() -> None:
    host = Host("batch-shuffler", options={"cycle_seconds": 60}).ready()
    host.operate("load 312")
    host.does("SHUFFLE", cmd=1000, batch=1, decks=6, expected=312)
    for _ in range(40):
        host.does("INHIBIT")
    assert host.request("QUERY", cmd=1000)["status"] == 1


def test_a5_a_command_repeated_by_id_after_a_power_cut_has_one_effect() -> None:
    host = Host("shoe")
    host.hello()
    host.events()
    first = host.request("ENABLE", cmd=7)
    power_cycle(host)
    assert host.request("ENABLE", cmd=7) == first
    assert not host.request("STATUS")["flags"] & 1
    assert host.names() == ["ENABLED", "POWER_UP"]


def test_a5_a_power_cut_right_after_the_effect_keeps_id_and_event_together() -> None:
    """The reply is lost; what was done, its id and its event are all there, or none of them."""
    host = Host("shoe", faults=["power-cut:at=REVEALED,for=0.5,clear_after=1"]).ready()
    host.operate("load 10")
    host.does("ENABLE")
    host.operate("draw 1")
    host.events()
    host.seq += 1
    wire = host.wire(host.frame("REVEAL", pack("REVEAL", cmd=900, draw=1, why=2)))
    assert host.exchange_wire(wire) == [], "the cut takes the reply"
    host.wait(1.5)
    host.hello(bytes(range(8)))
    answer = host.request("QUERY", cmd=900)
    assert answer["status"] == 2
    assert "card" in answer
    assert host.names() == ["REVEALED", "POWER_UP"]


@pytest.mark.parametrize(
    "step", ["ENABLE", "ENABLED", "SHUFFLE", "SHUFFLE_STARTED", "SHUFFLE_DONE", "RELEASE", "BATCH_OUT"]
)
def test_a5_a_cut_at_every_step_of_a_cycle_leaves_command_and_events_consistent(step: str) -> None:
    cut = f"power-cut:at={step},for=0.2,clear_after=1"
    host = Host("batch-shuffler", options={"cycle_seconds": 1, "decks": 1}, faults=[cut])
    host.hello()
    host.operate("load 52")
    for cmd, name, fields in (
        (1, "ENABLE", {}),
        (2, "SHUFFLE", {"batch": 5, "decks": 1, "expected": 52}),
        (3, "RELEASE", {"batch": 5}),
    ):
        host.seq += 1
        host.exchange_wire(host.wire(host.frame(name, pack(name, cmd=cmd, **fields))))
        host.wait(1.1)
        host.line.operate("take")
        host.wait(0.5)
        host.hello(cmd.to_bytes(8, "big"))
    names = host.names()
    status = {cmd: host.request("QUERY", cmd=cmd)["status"] for cmd in (1, 2, 3)}
    assert names.count("POWER_UP") == 2
    assert status[1] == 2
    assert ("SHUFFLE_STARTED" in names) == (status[2] != 0)
    assert ("SHUFFLE_DONE" in names) == (status[2] == 2)
    assert ("BATCH_OUT" in names) == (status[3] == 2)
    assert names.count("SHUFFLE_STARTED") <= 1
    assert names.count("BATCH_OUT") <= 1
