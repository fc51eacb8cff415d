"""The host link in sessions of minor 1 (A11): a key for each session, where a fault is, meters; and old devices."""

from __future__ import annotations

from typing import Any

import pytest

from drivers.errors import ImpossibleRequestError
from drivers.events import BatchOut, DeviceReady, Order, OrderEnded, PoweredUp, ShuffleFinished
from drivers.tablelink.frame import FrameDecoder
from drivers.tablelink.link import HostLink
from drivers.tablelink.messages import MessageType
from drivers.tablelink.minor1 import Door, KeyAgreement, Place, Sensor, Step
from drivers.tablelink_devices import Shuffler
from hardware_sims.devices import build
from tests.drivers.bench_table import KEY, Journal, commit_all, nonces, setup_for, shoe_device


def shuffler_device(journal: Journal) -> Shuffler:
    return Shuffler(HostLink(setup=setup_for(0x10, None), journal=journal, nonce=nonces()))


class Line:
    """A driver and a simulator in virtual time; every byte is kept."""

    def __init__(self, kind: str = "shoe", **options: Any) -> None:
        self.simulator = build(kind, seed=7, options={"self_test": 0.01, **options})
        self.journal = Journal()
        self.device: Any = shoe_device(self.journal) if kind == "shoe" else shuffler_device(self.journal)
        self.now = 0.05
        self.sent = self.heard = b""
        self.events: list[object] = []
        self.device.line_opened(self.now)

    def run(self, seconds: float) -> list[object]:
        end, before = self.now + seconds, len(self.events)
        while self.now < end:
            due = self.device.due()
            if due is not None and due <= self.now:
                self.device.step(self.now)
            out = self.device.bytes_to_send()
            self.sent += out
            self.simulator.feed(out, self.now)
            self.now += 0.001
            data = self.simulator.step(self.now)
            self.heard += data
            if data:
                self.device.receive(data, self.now)
            self.events += commit_all(self.device, self.journal)
        return self.events[before:]

    def requests(self) -> list[str]:
        return [MessageType(frame.type).name for frame in FrameDecoder().receive(self.sent)]


def test_the_first_request_makes_a_key_and_nothing_after_it_is_under_the_pairing_key() -> None:
    line = Line()
    line.run(1.0)
    assert line.device.ready
    assert line.requests()[:3] == ["HELLO", "SESSION_KEY", "POLL"]
    frames = FrameDecoder().receive(line.sent) + FrameDecoder().receive(line.heard)
    under = {MessageType(frame.type).name for frame in frames if frame.mac_fits(KEY)}
    assert under == {"HELLO", "IDENTITY", "SESSION_KEY", "SESSION_KEY_IS"}


def test_a_device_that_restarts_is_found_again_though_it_knows_no_key_of_the_session() -> None:
    line = Line()
    line.run(1.0)
    line.simulator.operate("power off", line.now)
    line.simulator.operate("power on", line.now)
    events = line.run(4.0)
    assert any(isinstance(event, PoweredUp) for event in events)
    assert line.device.ready
    assert line.device.health().links_lost <= 1


def test_somebody_in_the_middle_makes_the_two_displays_differ() -> None:
    """He must choose his keys before he has seen ours: the commitment binds us, and the device answers first."""
    host, device = KeyAgreement("S1", bytes(range(32))), KeyAgreement("S1", bytes(range(32, 64)))
    to_host, to_device = KeyAgreement("S1", bytes([1]) * 32), KeyAgreement("S1", bytes([2]) * 32)
    shown_at_host = host.code(to_host.public)
    shown_at_device = to_device.code(device.public)  # the device sees his key as the host's
    assert shown_at_host != shown_at_device
    assert host.key(to_host.public) != to_device.key(device.public)
    assert host.code(device.public) != shown_at_host


def test_a_device_of_minor_0_is_spoken_to_as_ever() -> None:
    line = Line(minor=0)
    line.run(1.0)
    assert line.device.ready
    assert set(line.requests()) == {"HELLO", "POLL"}
    assert (line.device.detail, line.device.meters) == (None, None)


def test_a_fault_has_its_place_its_sensor_and_its_steps() -> None:
    line = Line()
    line.run(1.0)
    assert line.device.detail is not None
    assert line.device.detail.fault == 0
    line.simulator.operate("fault gate", line.now)
    line.run(1.0)
    detail = line.device.detail
    assert (detail.place, detail.sensor) == (Place.OUTLET, Sensor.GATE_POSITION)
    assert detail.steps == (Step.CLEAN_SENSOR, Step.CLEAR)
    line.simulator.operate("door open", line.now)
    line.run(1.0)
    assert line.device.detail.doors == Door.LID
    assert line.device.meters is not None
    assert line.device.meters.faults == 1


@pytest.mark.parametrize("enabled", [False, True])
def test_a_self_test_on_demand_restarts_the_device_unless_it_is_enabled(enabled: bool) -> None:
    line = Line()
    line.run(1.0)
    if enabled:
        line.device.ensure_enabled()
        line.run(0.5)
    command = line.device.self_test()
    events = line.run(3.0)
    (ended,) = [event for event in events if isinstance(event, OrderEnded) and event.command == command]
    assert (ended.order, ended.done) == (Order.SELF_TEST, not enabled)
    restarts = [event.by_watchdog for event in events if isinstance(event, PoweredUp)]
    assert restarts == ([] if enabled else [True])
    assert line.device.ready
    assert any(isinstance(event, DeviceReady) for event in line.events)


def one_waits_and_one_is_shuffled(line: Line) -> int:
    """Batch 1 is ready and lies in the outlet, batch 2 is being shuffled; the number of that order."""
    line.run(1.0)
    line.device.ensure_enabled()
    line.run(0.5)
    for batch in (1, 2):
        line.simulator.operate("load 52", line.now)
        line.run(0.3)
        order: int = line.device.shuffle(batch=batch, decks=0, expected=52)
        line.run(4.0 if batch == 1 else 0.5)
    return order


def test_a_batch_goes_out_while_the_next_one_is_shuffled() -> None:
    line = Line("batch-shuffler", two_batches=True)
    shuffle = one_waits_and_one_is_shuffled(line)
    release = line.device.release(1)
    line.run(0.3)
    assert line.simulator.operate("take", line.now).startswith("ok took 52 cards")
    events = line.run(4.0)
    assert [(event.batch, event.good) for event in events if isinstance(event, BatchOut)] == [(1, True)]
    assert [event.batch for event in events if isinstance(event, ShuffleFinished)] == [2]
    ended = [event.command for event in events if isinstance(event, OrderEnded) and event.done]
    assert ended == [release, shuffle]


def test_a_fault_in_the_mixer_and_a_power_cut_leave_the_waiting_batch_good() -> None:
    line = Line("batch-shuffler", two_batches=True)
    one_waits_and_one_is_shuffled(line)
    line.simulator.operate("fault jam clear_after=1", line.now)
    line.run(1.0)
    line.simulator.operate("power off", line.now)
    line.simulator.operate("power on", line.now)
    line.run(4.0)
    assert line.device.fault is not None
    line.device.clear(line.device.fault)
    line.run(0.5)
    line.device.ensure_enabled()
    line.run(0.5)
    line.device.release(1)
    line.run(0.3)
    line.simulator.operate("take", line.now)
    assert [(event.batch, event.good) for event in line.run(1.0) if isinstance(event, BatchOut)] == [(1, True)]


def test_a_shuffler_with_one_batch_is_not_asked_for_two() -> None:
    line = Line("batch-shuffler")
    line.run(1.0)
    line.device.ensure_enabled()
    line.run(0.5)
    line.simulator.operate("load 52", line.now)
    line.run(0.3)
    line.device.shuffle(batch=1, decks=0, expected=52)
    line.run(0.5)
    with pytest.raises(ImpossibleRequestError, match="SHUFFLE is running"):
        line.device.release(1)
    line.run(4.0)
    assert line.simulator.operate("load 52", line.now).startswith("error no cards go in while the shuffler is READY")
