"""Real ports share one thread: their polls go out in one turn, and no port can hold up another."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from drivers.errors import PortLostError
from drivers.events import DeviceAway
from drivers.factory import build_device
from drivers.registration.registry import KnownDevice
from drivers.tablelink.device import TablelinkDevice
from drivers.transports.port_runner import TOGETHER, PortRunner, PortThread, next_moment
from drivers.transports.serial import SerialTransport
from tests.drivers.bench_table import Journal, commit_all
from tests.drivers.simulated_table import driver_for
from tests.drivers.test_with_simulators_ports import ListeningDevice

SHORTLY = TOGETHER / 2


class SharedThread:
    """Drivers of readers at real ports, attended by one thread."""

    def __init__(self, *urls: str) -> None:
        self.thread = PortThread()
        self.journals = [Journal() for _ in urls]
        self.drivers: list[TablelinkDevice] = [driver_for("reader", journal) for journal in self.journals]
        self.attendants = [
            PortRunner(user=driver, transport=SerialTransport(url), thread=self.thread)
            for driver, url in zip(self.drivers, urls, strict=True)
        ]
        for driver, attendant in zip(self.drivers, self.attendants, strict=True):
            driver.on_command = attendant.wake
        for attendant in self.attendants:
            attendant.start()

    def wait(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not condition():
            assert time.monotonic() < end, [attendant.last_problem for attendant in self.attendants]
            time.sleep(0.002)

    def commit(self, number: int) -> bool:
        commit_all(self.drivers[number], self.journals[number])
        return self.drivers[number].ready

    def stop(self) -> None:
        for attendant in self.attendants:
            attendant.stop()


@pytest.fixture
def devices() -> Iterator[list[ListeningDevice]]:
    before = set(threading.enumerate())
    made = [ListeningDevice("pty"), ListeningDevice("pty")]
    yield made
    for device in made:
        device.close()
    assert set(threading.enumerate()) <= before


def test_lines_that_are_due_shortly_after_each_other_wait_for_each_other() -> None:
    assert next_moment([10.0, 10.0 + SHORTLY], now=9.0) == 10.0 + SHORTLY
    assert next_moment([10.0, 10.0 + 3 * TOGETHER], now=9.0) == 10.0
    assert next_moment([10.0, 10.0 + SHORTLY, 10.0 + 3 * SHORTLY], now=9.0) == 10.0 + SHORTLY, "nobody waits longer"


def test_what_is_due_at_once_waits_for_nobody() -> None:
    assert next_moment([0.0, 9.0 + SHORTLY], now=9.0) == 9.0


def test_two_devices_are_polled_by_one_thread(devices: list[ListeningDevice]) -> None:
    before = len(threading.enumerate())
    shared = SharedThread(*(device.url for device in devices))
    shared.wait(lambda: shared.commit(0) and shared.commit(1))
    assert len(threading.enumerate()) == before + 1
    received = [driver.health().frames_received for driver in shared.drivers]
    shared.wait(lambda: all(d.health().frames_received > n for d, n in zip(shared.drivers, received, strict=True)))
    shared.stop()
    assert not any(attendant.running for attendant in shared.attendants)


def test_an_order_goes_out_although_the_thread_waits_for_another_port(devices: list[ListeningDevice]) -> None:
    shared = SharedThread(*(device.url for device in devices))
    shared.wait(lambda: shared.commit(0) and shared.commit(1))
    shared.drivers[1].ensure_enabled()
    shared.wait(lambda: shared.commit(1) and shared.drivers[1].enabled)
    assert not shared.drivers[0].enabled
    shared.stop()


def test_a_port_that_is_not_there_holds_up_nobody(devices: list[ListeningDevice]) -> None:
    shared = SharedThread("/dev/no-such-port", devices[1].url)
    shared.wait(lambda: shared.commit(1) and "not there" in shared.attendants[0].last_problem)
    shared.stop()
    assert not any(attendant.running for attendant in shared.attendants)


def test_a_device_that_takes_no_more_bytes_holds_up_nobody(devices: list[ListeningDevice]) -> None:
    ours, theirs = os.openpty()
    os.set_blocking(theirs, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(theirs, bytes(4096))
    shared = SharedThread(os.ttyname(theirs), devices[1].url)
    shared.wait(lambda: shared.commit(1) and "takes no more bytes" in shared.attendants[0].last_problem)
    shared.stop()
    os.close(ours)
    os.close(theirs)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_bug_in_one_driver_loses_its_own_line_alone(
    devices: list[ListeningDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda hook: seen.append(str(hook.exc_value)))
    shared = SharedThread(*(device.url for device in devices))
    shared.wait(lambda: shared.commit(0) and shared.commit(1))

    def broken(_now: float) -> None:
        raise RuntimeError("a bug of ours")

    monkeypatch.setattr(shared.drivers[0], "step", broken)
    shared.wait(lambda: not shared.attendants[0].running)
    away = [event for event in shared.drivers[0].events() if isinstance(event, DeviceAway)]
    assert [event.text for event in away] == ["the driver of this port has stopped"]
    assert seen == ["a bug of ours"]
    received = shared.drivers[1].health().frames_received
    shared.wait(lambda: shared.drivers[1].health().frames_received > received)
    shared.stop()


def test_only_a_real_port_shares_a_thread() -> None:
    thread = PortThread()

    def known(port: str) -> KnownDevice:
        return KnownDevice(name="reader", family="reader", port=port, address=0x40, serial="", model="", key="")

    for port in ("/dev/ttyS0", "socket://10.0.0.1:4001", "rfc2217://10.0.0.1:4001", "unix:/run/keeper", "usb://"):
        build_device(known(port), lambda _identity: None, Journal(), thread=thread)
    assert [runner.transport.name for runner in thread.runners] == ["/dev/ttyS0"]


def test_what_a_full_port_has_not_taken_is_thrown_away_when_it_is_lost() -> None:
    """Closing it would wait until a stalled device takes it, for half a minute, and every port of the thread too."""
    device, port = os.openpty()
    transport, sent = SerialTransport(os.ttyname(port)), 0
    try:
        transport.open()
        with contextlib.suppress(PortLostError):
            while True:
                transport.write(bytes(64))
                sent += 64
        os.set_blocking(device, False)
        received = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                received += len(os.read(device, 4096))
        assert 0 < received < sent
    finally:
        transport.close()
        os.close(device)
        os.close(port)
