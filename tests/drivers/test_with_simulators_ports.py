"""D6: the same driver code over pty, tcp, rfc2217, sim:// and USB; unplugged, busy, half-open and wrong ports."""

from __future__ import annotations

import contextlib
import os
import queue
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from drivers.errors import ImpossibleRequestError, PortBusyError, PortError, PortLostError, PortMissingError
from drivers.events import (
    CheckResult,
    DeviceAway,
    DeviceReady,
    Event,
    HoleCardChecked,
    HoleCardRemoved,
    Order,
    UpCardKind,
)
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink_devices import HoleCardReader
from drivers.transports import usb as usb_transport_module
from drivers.transports.capture import Capture, CaptureTransport
from drivers.transports.factory import transport_for
from drivers.transports.interface import Transport
from drivers.transports.port_runner import PortRunner
from drivers.transports.serial import SerialTransport
from drivers.transports.unix_socket import UnixSocketTransport
from drivers.transports.usb import UsbTransport, usb_transport
from hardware_sims.devices import Simulator, build
from hardware_sims.endpoints import pyserial_handler
from hardware_sims.endpoints.event_loop import EventLoop
from hardware_sims.endpoints.sockets import endpoint_at, parse_address
from hardware_sims.endpoints.usb_backend import SimulatedUsb, backend_for
from tests.drivers.bench_table import Journal, commit_all
from tests.drivers.device_line import driver_for

# pyserial's rfc2217 client still names its threads in the old way.
pytestmark = pytest.mark.filterwarnings("ignore:set(Daemon|Name)\\(\\) is deprecated:DeprecationWarning")

URL = "sim://reader?seed=7&name=ports"


class Device(Protocol):
    """A simulated reader somewhere, and the way to it."""

    url: str

    def operate(self, text: str) -> str: ...

    def close(self) -> None: ...


class ListeningDevice:
    """A simulator at a pty, tcp or rfc2217 place, served by a thread of its own."""

    def __init__(self, where: str, simulator: Simulator | None = None) -> None:
        self._event_loop = EventLoop()
        self.place = endpoint_at(parse_address(where))
        self.simulator = simulator or build("reader", seed=7, options={"self_test": 0.01})
        self._station = self._event_loop.add(self.simulator, self.place)
        self.url = self.place.address.replace("tcp://", "socket://")
        self._asked: queue.Queue[str] = queue.Queue()
        self._answers: queue.Queue[str] = queue.Queue()
        self._ear, self._mouth = socket.socketpair()
        self._event_loop.selector.register(self._ear, selectors.EVENT_READ, self._do)
        self._thread = threading.Thread(target=self._event_loop.run, daemon=True)
        self._thread.start()

    def _do(self) -> None:
        self._ear.recv(1)
        text = self._asked.get()
        if text == "stop":
            self._event_loop.stop()
        else:
            self._answers.put(self._event_loop.operate(self._station, text))

    def operate(self, text: str) -> str:
        self._asked.put(text)
        self._mouth.send(b"\0")
        return self._answers.get(timeout=120)

    def close(self) -> None:
        self._asked.put("stop")
        self._mouth.send(b"\0")
        self._thread.join(timeout=120)
        self._event_loop.close()
        self._ear.close()
        self._mouth.close()


class DeviceBehindUrl:
    def __init__(self) -> None:
        self.url = URL
        pyserial_handler.forget(URL)
        self.operate = pyserial_handler.device_at(URL).operate

    def close(self) -> None:
        pyserial_handler.forget(URL)


class DeviceOnUsb:
    url = "usb+sim://reader?seed=7"

    def __init__(self) -> None:
        self.backend: SimulatedUsb = backend_for(self.url)
        self.operate = self.backend.readers[0].device.operate
        usb_transport_module.BACKENDS["usb+sim"] = lambda url: self.backend

    def close(self) -> None:
        del usb_transport_module.BACKENDS["usb+sim"]


MAKERS: dict[str, Callable[[], Device]] = {
    "pty": lambda: ListeningDevice("pty"),
    "tcp": lambda: ListeningDevice("tcp://127.0.0.1:0"),
    "rfc2217": lambda: ListeningDevice("rfc2217://127.0.0.1:0"),
    "sim": DeviceBehindUrl,
    "usb": DeviceOnUsb,
}


@pytest.fixture(params=MAKERS)
def device(request: pytest.FixtureRequest) -> Iterator[Device]:
    made = MAKERS[request.param]()
    yield made
    made.close()


class Attended:
    """A driver with its attendant at a real port."""

    def __init__(self, transport: Transport, device: str = "reader") -> None:
        self.journal = Journal()
        self.driver: TablelinkDevice = driver_for(device, self.journal, reply_wait=transport.reply_wait)
        self.attendant = PortRunner(user=self.driver, transport=transport)
        self.driver.on_command = self.attendant.wake
        self.seen: list[Event] = []

    def __enter__(self) -> Attended:
        self.attendant.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.attendant.stop()
        assert not self.attendant.running

    def wait(self, condition: Callable[[], bool], seconds: float = 120) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, (self.seen[-3:], self.attendant.last_problem)
            self.seen += commit_all(self.driver, self.journal)
            time.sleep(0.002)

    def saw(self, kind: type, count: int = 1) -> Callable[[], bool]:
        return lambda: len([event for event in self.seen if isinstance(event, kind)]) >= count


def check_one_hole_card(at: Attended, device: Device, round_number: int) -> CheckResult | None:
    reader = at.driver
    assert isinstance(reader, HoleCardReader)
    at.wait(lambda: reader.ready)
    reader.ensure_enabled()
    at.wait(lambda: reader.enabled and reader.why_not(Order.ARM) is None)
    reader.arm(round_number=round_number, up=UpCardKind.ACE)
    at.wait(lambda: reader.link.last_status.get("state") == 0x41)
    assert device.operate("insert Kh").startswith("ok")
    at.wait(lambda: any(isinstance(event, HoleCardChecked) and event.round == round_number for event in at.seen))
    assert device.operate("remove").startswith("ok")
    at.wait(lambda: any(isinstance(event, HoleCardRemoved) and event.round == round_number for event in at.seen))
    return [event.result for event in at.seen if isinstance(event, HoleCardChecked)][-1]


def test_the_same_driver_over_every_port(device: Device) -> None:
    with Attended(transport_for(device.url)) as at:
        assert check_one_hole_card(at, device, 1) is CheckResult.BLACKJACK
        health = at.driver.health()
        assert health.frames_received > 5
        assert health.latency_p99 is not None


def test_power_lost_and_back_over_every_port(device: Device) -> None:
    with Attended(transport_for(device.url)) as at:
        at.wait(lambda: at.driver.ready)
        device.operate("power off")
        at.wait(at.saw(DeviceAway))
        assert not at.driver.enabled
        device.operate("power on")
        at.wait(at.saw(DeviceReady, 2))
        assert check_one_hole_card(at, device, 1) is CheckResult.BLACKJACK


class TestSerial:
    def test_a_second_program_is_refused(self) -> None:
        device = ListeningDevice("pty")
        first, second = SerialTransport(device.url), SerialTransport(device.url)
        first.open()
        with pytest.raises(PortBusyError, match="another program"):
            second.open()
        first.close()
        second.open()
        second.close()
        device.close()

    def test_unplugged_and_replugged_by_its_stable_name(self, tmp_path: Path) -> None:
        name = tmp_path / "reader"
        device = ListeningDevice(f"pty:{name}")
        with Attended(transport_for(str(name))) as at:
            at.wait(lambda: at.driver.ready)
            device.close()
            at.wait(at.saw(DeviceAway))
            again = ListeningDevice(f"pty:{name}", device.simulator)
            at.wait(at.saw(DeviceReady, 2))
            again.close()

    def test_missing_ports_and_nonsense(self, tmp_path: Path) -> None:
        with pytest.raises(PortMissingError, match="check cable"):
            SerialTransport(str(tmp_path / "none")).open()
        with pytest.raises(PortMissingError):
            SerialTransport("socket://127.0.0.1:1").open()
        with pytest.raises(PortError):
            SerialTransport("nonsense://x").open()
        with pytest.raises(PortLostError, match="not open"):
            SerialTransport("/dev/null").read(0.1)
        with pytest.raises(PortMissingError):
            SerialTransport("hwgrep://no-such-device-anywhere").open()

    def test_read_waits_no_longer_than_asked_and_wakes(self) -> None:
        device = ListeningDevice("pty")
        port = SerialTransport(device.url)
        port.open()
        threading.Timer(0.05, port.wake).start()
        assert port.read(30) == b""
        port.close()
        device.close()

    def test_a_device_that_takes_no_more_bytes_is_a_lost_port(self) -> None:
        ours, theirs = os.openpty()
        transport = SerialTransport(os.ttyname(theirs))
        transport.open()
        lost: list[PortError] = []

        def write_on() -> None:
            try:
                while True:
                    transport.write(bytes(4096))
            except PortLostError as problem:
                lost.append(problem)

        writer = threading.Thread(target=write_on, daemon=True)
        writer.start()
        writer.join(timeout=120)
        os.close(ours)
        os.close(theirs)
        assert "Write timeout" in str(lost[0])

    def test_waking_and_closing_never_meet(self) -> None:
        """A byte to a pipe that was closed meanwhile would go into whatever file has its number now."""
        order: list[str] = []
        waking, go_on = threading.Event(), threading.Event()

        class Port:
            def cancel_read(self) -> None:
                waking.set()
                go_on.wait(60)
                order.append("woken")

            def close(self) -> None:
                order.append("closed")

        transport = SerialTransport("no port")
        transport._port = Port()  # type: ignore[assignment]  # of a port these two only use what it has
        waker = threading.Thread(target=transport.wake)
        closer = threading.Thread(target=transport.close)
        waker.start()
        assert waking.wait(60)
        closer.start()
        closer.join(timeout=0.2)  # it could close now, if nothing held it
        go_on.set()
        waker.join()
        closer.join()
        assert order == ["woken", "closed"]

    def test_the_peer_closing_a_socket_is_a_lost_port(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = SerialTransport(f"socket://127.0.0.1:{server.getsockname()[1]}")
            port.open()
            server.accept()[0].close()
            with pytest.raises(PortLostError, match="looked for again"):
                port.read(10)

    def test_a_half_open_connection_is_opened_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("drivers.transports.port_runner.SILENCE_LIMIT", 0.3)
        monkeypatch.setattr("drivers.transports.port_runner.REOPEN_AFTER", 0.05)
        with socket.create_server(("127.0.0.1", 0)) as server:
            url = f"socket://127.0.0.1:{server.getsockname()[1]}"
            with Attended(transport_for(url)) as at:
                accepted = [server.accept()[0] for _ in range(2)]
                at.wait(at.saw(DeviceAway))
                assert "silent" in at.attendant.last_problem
        for connection in accepted:
            connection.close()

    def test_network_waits_longer_than_a_cable(self) -> None:
        assert SerialTransport("/dev/ttyUSB0").reply_wait == 0.1
        assert SerialTransport("socket://shoe:4001").reply_wait == 0.25
        assert SerialTransport("rfc2217://shoe:4001").reply_wait == 0.25


class TestUsb:
    def test_stall_is_cleared_and_hello_follows(self) -> None:
        device = DeviceOnUsb()
        with Attended(transport_for(device.url)) as at:
            at.wait(lambda: at.driver.ready)
            sessions = at.driver.link._session.epoch
            device.backend.stall()
            at.wait(lambda: at.driver.link._session.epoch > sessions and at.driver.ready)
            assert check_one_hole_card(at, device, 1) is CheckResult.BLACKJACK
        device.close()

    def test_another_program_holds_the_reader(self) -> None:
        backend = backend_for("usb+sim://reader?seed=7")
        first, second = UsbTransport(backend=backend), UsbTransport(vid=0x1209, pid=1, backend=backend)
        first.open()
        with pytest.raises(PortBusyError, match="another program holds the reader"):
            second.open()
        first.close()
        second.open()
        second.close()

    def test_found_by_number_serial_or_class(self) -> None:
        backend = backend_for("usb+sim://reader?seed=7")
        serial = backend.readers[0].serial
        for url in ("usb://", "usb://1209:0001", f"usb://1209:0001/{serial}"):
            port = usb_transport(url, backend=backend)
            port.open()
            port.close()
        for url in ("usb://1209:0002", "usb://1209:0001/OTHER"):
            with pytest.raises(PortMissingError):
                usb_transport(url, backend=backend).open()

    def test_unplugged_and_plugged_in_again(self) -> None:
        backend = backend_for("usb+sim://reader?seed=7")
        port = UsbTransport(backend=backend)
        port.open()
        backend.readers[0].device.operate("power off")
        with pytest.raises(PortLostError):
            port.read(0.1)
        with pytest.raises(PortMissingError, match="check the plug"):
            port.open()
        backend.readers[0].device.operate("power on")
        port.open()
        port.close()

    def test_urls_that_are_none(self) -> None:
        for url in ("usb://1209", "usb://xy:zz", "usb+other://reader"):
            with pytest.raises(ImpossibleRequestError):
                usb_transport(url)


def test_capture_of_a_real_line_is_what_passed(tmp_path: Path) -> None:
    device = ListeningDevice("pty")
    path = tmp_path / "line.log"
    with path.open("w", encoding="ascii") as file:
        capture = Capture(file, channel="reader0", dialect="tablelink", about="device reader serial SIM-R0")
        with Attended(CaptureTransport(transport_for(device.url), capture)) as at:
            assert check_one_hole_card(at, device, 1) is CheckResult.BLACKJACK
    device.close()
    lines = path.read_text().splitlines()
    assert lines[:2] == ["# hardware-capture 1", "# channel reader0 dialect tablelink device reader serial SIM-R0"]
    frames = [line.split() for line in lines[2:]]
    assert {direction for *_, direction in frames} == {"T", "R"}
    assert all(data.startswith("00") and data.endswith("00") and len(data) > 36 for _, _, data, _ in frames)


def test_local_socket_port(tmp_path: Path) -> None:
    path = str(tmp_path / "shoe.sock")
    port = UnixSocketTransport(path)
    with pytest.raises(PortMissingError, match="keeper"):
        port.open()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen(1)
        port.open()
        far, _ = server.accept()
        port.write(b"hello")
        assert far.recv(10) == b"hello"
        assert port.read(0.01) == b""
        far.send(b"there")
        assert port.read(1) == b"there"
        threading.Timer(0.05, port.wake).start()
        assert port.read(30) == b""
        far.close()
        with pytest.raises(PortLostError):
            port.read(1)
    os.unlink(path)


class BabblingPort:
    """Noise at every read, 10 ms apart; time is handed in. It ends when enough was written."""

    name, reply_wait = "babbling", 0.1

    def __init__(self) -> None:
        self.now = 0.0
        self.written: list[bytes] = []
        self.enough: Callable[[], None] = lambda: None

    def open(self) -> None: ...

    def close(self) -> None: ...

    def wake(self) -> None: ...

    def read(self, timeout: float) -> bytes:
        self.now += 0.01
        if len(self.written) == 4 or self.now > 10.0:
            self.enough()
        return b"\x55"

    def write(self, data: bytes) -> None:
        self.written.append(data)


def test_a_line_that_never_falls_silent_is_asked_all_the_same() -> None:
    port = BabblingPort()
    attendant = PortRunner(user=driver_for("reader", Journal()), transport=port, clock=lambda: port.now)
    port.enough = attendant.silence
    attendant.start()
    attendant._thread.join(timeout=120)
    assert len(port.written) == 4, "a HELLO and its repeats"
    assert len(set(port.written)) == 1


def test_what_a_full_port_has_not_taken_is_thrown_away_when_it_is_lost() -> None:
    """Closing it would wait until a stalled device takes it, for half a minute."""
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
