"""The virtual clock shared with the host (E, "Time")."""

from __future__ import annotations

from hardware_sims.devices import build
from hardware_sims.endpoints.in_process import InProcess, VirtualClock
from hardware_sims.wire.tablelink import Frame, Receiver, encode

HELLO = encode(Frame(dst=0, src=1, type=1, payload=bytes(9)), bytes([0x42]) * 32)


def test_e_the_bare_three_feed_due_step() -> None:
    sim = build("shoe", seed=7)
    assert sim.due() == 0.3, "the end of the self-test"
    assert sim.step(0.3) == b""
    sim.feed(HELLO, 1.0)
    assert sim.due() == 1.002
    assert sim.step(1.001) == b""
    (frame,) = Receiver().feed(sim.step(1.002))
    assert frame.name == "IDENTITY"
    assert sim.due() == 3.0, "two seconds after the last request the host counts as lost"


def test_e_time_jumps_to_the_next_due_moment() -> None:
    line = InProcess(build("shoe", seed=7))
    line.wait(1)
    line.send(HELLO)
    assert Receiver().feed(line.receive(60))[0].name == "IDENTITY"
    assert line.clock.now == 1.002
    assert line.receive(5) == b""
    assert line.clock.now == 6.002


def test_e_bytes_that_came_while_waiting_are_kept() -> None:
    line = InProcess(build("angel-eye", seed=7))
    line.wait(2)
    assert line.receive(0).count(b"\x05") == 3


def test_e_several_devices_share_one_clock() -> None:
    clock = VirtualClock()
    one, other = (InProcess(build("shoe", seed=7, unit=unit), clock) for unit in (0, 1))
    one.wait(1.5)
    other.send(HELLO)
    other.receive(1)
    assert one.clock.now == other.clock.now == 1.502


def test_e_time_never_runs_backwards() -> None:
    sim = build("shoe", seed=7)
    sim.step(5.0)
    sim.feed(HELLO, 2.0)
    assert sim.due() == 5.002


def test_e_a_late_step_sees_everything_in_its_order() -> None:
    """Whoever looks rarely gets the same bytes as whoever looks often."""

    def heard(steps: int) -> bytes:
        sim = build("angel-eye", seed=7, scenario="angel-eye-cut")
        return b"".join(sim.step(6.0 * number / steps) for number in range(1, steps + 1))

    assert heard(1) == heard(600)
    assert len(heard(1)) > 100
