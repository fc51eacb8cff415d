"""Faults of the line (E): the device never knows, and exactly the promised damage happens."""

from __future__ import annotations

import pytest

from hardware_sims.devices import build
from hardware_sims.errors import SetupError
from hardware_sims.fault import KINDS, parse_fault
from hardware_sims.wire.tablelink import Receiver, unpack
from tests.hardware_sims.devices.host import Host


def started(fault: str) -> Host:
    host = Host("shoe")
    host.hello()
    host.operate(f"fault {fault}")
    return host


def status_wire(host: Host) -> bytes:
    host.seq += 1
    return host.wire(host.frame("STATUS"))


def heard(host: Host, wire: bytes, seconds: float = 1.0) -> list[tuple[float, bytes]]:
    """Pieces with the time since the request."""
    start = host.now
    host.line.send(wire)
    pieces = []
    while data := host.line.receive(start + seconds - host.now):
        pieces.append((round(host.now - start, 6), data))
    return pieces


def test_e_drop_of_what_the_device_sends_leaves_the_effect() -> None:
    host = started("drop dir=device clear_after=1")
    wire = status_wire(host)
    assert heard(host, wire) == []
    assert host.device.link.session.last_seq == 1
    assert len(heard(host, wire)) == 1


def test_e_drop_of_what_the_host_sends_never_arrives() -> None:
    host = started("drop dir=host clear_after=1")
    wire = status_wire(host)
    assert heard(host, wire) == []
    assert host.device.link.session.last_seq == 0
    assert len(heard(host, wire)) == 1


def test_e_duplicate_comes_twice() -> None:
    host = started("duplicate dir=device ms=7 clear_after=1")
    first, second = heard(host, status_wire(host))
    assert (first[0], second[0], first[1] == second[1]) == (0.002, 0.009, True)
    host = started("duplicate dir=host ms=7 clear_after=1")
    first, second = heard(host, status_wire(host))
    assert first[1] == second[1], "the repeated request gets the same bytes"


def test_e_late() -> None:
    host = started("late dir=device ms=300 clear_after=1")
    assert [moment for moment, _ in heard(host, status_wire(host))] == [0.302]


def test_e_split() -> None:
    host = started("split dir=device bytes=10 ms=4 clear_after=1")
    pieces = heard(host, status_wire(host))
    assert [moment for moment, _ in pieces] == [round(0.002 + 0.004 * n, 6) for n in range(len(pieces))]
    assert all(len(data) == 10 for _, data in pieces[:-1])
    assert len(Receiver().feed(b"".join(data for _, data in pieces))) == 1


def test_e_merge_joins_two_frames_with_one_delimiter() -> None:
    host = started("merge dir=device ms=200 clear_after=1")
    wire = status_wire(host)
    host.line.send(wire)
    host.wait(0.1)
    ((_, data),) = heard(host, wire)
    assert len(Receiver().feed(data)) == 2
    assert b"\0\0" not in data[1:-1]


def test_e_merge_lets_a_lonely_frame_go_on() -> None:
    host = started("merge dir=device ms=200")
    assert [moment for moment, _ in heard(host, status_wire(host))] == [0.202]


@pytest.mark.parametrize(
    ("kind", "dropped"),
    [("bad-crc", {"crc", "septets"}), ("truncate", {"length", "septets", "crc"}), ("bit-flip", None)],
)
def test_e_damage_on_the_way_to_the_host(kind: str, dropped: set[str] | None) -> None:
    for seed in range(20):
        host = Host("shoe", seed=seed)
        host.hello()
        host.operate(f"fault {kind} dir=device clear_after=1")
        wire = status_wire(host)
        receiver = Receiver()
        data = b"".join(piece for _, piece in heard(host, wire))
        frames = receiver.feed(data + b"\0")
        assert frames == [] or kind != "bad-crc"
        if dropped:
            assert {name for name, count in receiver.dropped.items() if count} <= dropped
        again = receiver.feed(b"".join(piece for _, piece in heard(host, wire)))
        assert [frame.name for frame in again] == ["STATUS_IS"]


def test_e_damage_on_the_way_to_the_device_is_counted_there() -> None:
    host = started("bad-crc dir=host clear_after=3")
    wire = status_wire(host)
    for _ in range(3):
        assert heard(host, wire, 0.1) == []
    ((_, data),) = heard(host, wire)
    (frame,) = Receiver().feed(data)
    assert unpack(frame.type, frame.payload)["bad_frames"] == 3


def test_e_noise_and_stray_come_before_the_frame() -> None:
    host = started("noise dir=device bytes=30 clear_after=1")
    data = b"".join(piece for _, piece in heard(host, status_wire(host)))
    assert Receiver().feed(data)[-1].name == "STATUS_IS"
    assert len(data) > 80
    host = started("stray dir=device clear_after=1")
    frames = Receiver().feed(b"".join(piece for _, piece in heard(host, status_wire(host))))
    assert [frame.src == 0x30 for frame in frames] == [False, True]
    host = started("stray dir=host clear_after=1")
    assert len(heard(host, status_wire(host))) == 1, "a frame for another address changes nothing"


def test_e_disconnect_is_over_after_its_time() -> None:
    host = started("disconnect for=1.5")
    wire = status_wire(host)
    assert not host.simulator.connected(host.now)
    assert heard(host, wire, 1.4) == []
    host.wait(0.2)
    assert host.simulator.connected(host.now)
    assert len(heard(host, wire)) == 1


def test_e_forced_nak_by_type_advances_the_session() -> None:
    host = started("nak reason=FAULT type=ENABLE clear_after=2")
    assert host.request("STATUS")["reply"] == "STATUS_IS"
    assert host.refused("ENABLE") == "FAULT"
    assert host.refused("ENABLE") == "FAULT"
    assert host.does("ENABLE")["status"] == 2
    assert host.names() == ["POWER_UP", "ENABLED"]


def test_e_forced_bad_seq_leaves_the_session_alone() -> None:
    host = started("nak reason=3 clear_after=1")
    assert host.request("STATUS")["reason"] == "BAD_SEQ"
    assert host.request("STATUS")["reply"] == "STATUS_IS"


def test_e_bad_mac_and_old_epoch_of_the_device() -> None:
    host = started("bad-mac clear_after=1")
    wire = status_wire(host)
    ((_, data),) = heard(host, wire)
    (spoiled,) = Receiver().feed(data)
    ((_, data),) = heard(host, wire)
    (good,) = Receiver().feed(data)
    assert spoiled.mac != good.mac
    assert spoiled.payload == good.payload
    host = started("old-epoch clear_after=1")
    (old,) = Receiver().feed(heard(host, status_wire(host))[0][1])
    assert old.epoch == host.epoch - 1


def test_e_bad_mac_of_the_host_is_refused() -> None:
    host = started("bad-mac dir=host type=STATUS clear_after=1")
    assert host.request("STATUS")["reason"] == "BAD_MAC"
    assert host.request("STATUS")["reply"] == "STATUS_IS"


def test_e_silent_for_one_type() -> None:
    host = started("silent type=STATUS clear_after=2")
    wire = status_wire(host)
    assert heard(host, wire, 0.1) == heard(host, wire, 0.1) == []
    assert len(heard(host, wire)) == 1


def test_e_rate_throws_dice_from_the_seed() -> None:
    def pattern(seed: int) -> list[bool]:
        host = Host("shoe", seed=seed)
        host.hello()
        host.operate("fault drop dir=device rate=0.3")
        wire = status_wire(host)
        return [bool(heard(host, wire, 0.01)) for _ in range(400)]

    first = pattern(1)
    assert pattern(1) == first
    assert pattern(2) != first
    # 400 throws at 0.3: 120 ± 9.2; five deviations to either side.
    assert 74 <= first.count(False) <= 166


@pytest.mark.parametrize("kind", KINDS)
def test_e_every_fault_takes_clear_after_and_ends(kind: str) -> None:
    fault = parse_fault(f"{kind}:clear_after=2")
    assert not fault.over
    fault.occur()
    fault.occur()
    assert fault.over


def test_e_clear_ends_every_fault_at_once() -> None:
    host = started("drop")
    host.operate("fault nak")
    host.operate("clear")
    assert host.request("STATUS")["reply"] == "STATUS_IS"


def test_e_a_partial_frame_is_not_lost_when_faults_end() -> None:
    host = started("late ms=1")
    wire = status_wire(host)
    host.line.send(wire[:10])
    host.operate("clear")
    ((_, data),) = heard(host, wire[10:])
    assert len(Receiver().feed(data)) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("dorp", "unknown fault 'dorp'; did you mean 'drop'?"),
        ("drop:rat=1", "fault drop: unknown option 'rat'; did you mean 'rate'?"),
        ("drop:rate=2", "fault drop: rate lies between 0 and 1, not 2.0"),
        ("drop:rate=often", "fault drop: option rate takes a number, not 'often'"),
        ("late:ms=0", "fault late: ms must be above 0"),
        ("drop:dir=left", "fault drop: dir is host or device (who sends), not 'left'"),
        ("nak:reason=BAD_STAT", "fault nak: unknown reason 'BAD_STAT'; did you mean 'BAD_STATE'?"),
        ("drop:clear_after=0", "fault drop: clear_after must be above 0"),
        ("drop:clear_after=x", "fault drop: option clear_after takes a whole number, not 'x'"),
        ("drop:5", "fault drop: '5' is no option; write name=value"),
        ("", "a fault is KIND[:option=value,…]"),
    ],
)
def test_e_bad_faults_are_told_clearly(text: str, problem: str) -> None:
    with pytest.raises(SetupError) as error:
        parse_fault(text)
    assert str(error.value).startswith(problem)


def test_e_a_fault_may_wait_for_a_moment_or_an_event() -> None:
    host = Host("shoe", faults=["jam:at=3,clear_after=1"]).ready()
    host.wait_polling(3.5)
    assert host.names() == ["FAULT", "INHIBITED"]
    host = Host("shoe", faults=["sensor:at=ENABLED,clear_after=1"])
    host.hello()
    host.events()
    host.does("ENABLE")
    assert host.names() == ["ENABLED", "FAULT", "INHIBITED"]
    with pytest.raises(SetupError, match="unknown event or request 'ENABLD'; did you mean 'ENABLED'"):
        build("shoe", faults=["jam:at=ENABLD"])


def test_e_a_fault_that_waits_for_itself_does_not_hang() -> None:
    host = Host("shoe", faults=["jam:at=FAULT"]).ready()
    host.operate("fault sensor")
    assert 2 <= host.names().count("FAULT") <= 20


def test_e_power_cut_at_a_moment_comes_back_by_itself() -> None:
    host = Host("shoe", faults=["power-cut:at=2,for=0.5"])
    host.hello()
    host.wait(3)
    host.hello(bytes(8))
    assert host.names() == ["POWER_UP", "POWER_UP"]
