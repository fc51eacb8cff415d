"""The reader on USB through pyusb (part C)."""

from __future__ import annotations

import errno
import threading
from typing import Any

import pytest
import usb.core
import usb.util

from hardware_sims.devices import build
from hardware_sims.endpoints.usb_backend import SimulatedUsb, backend_for
from hardware_sims.errors import SetupError
from hardware_sims.wire.tablelink import Frame, Receiver, encode, pack, unpack

KEY = bytes([0x42]) * 32
HELLO = encode(Frame(dst=0x40, src=1, type=1, payload=pack("HELLO", minor=0, nonce=b"12345678")), KEY)
URL = "usb+sim://reader?seed=7&self_test=0"
WAIT_MS = 5000


@pytest.fixture
def backend() -> SimulatedUsb:
    return backend_for(URL)


def found(backend: SimulatedUsb) -> Any:
    device = usb.core.find(backend=backend, idVendor=0x1209, idProduct=0x0001)
    assert device is not None
    return device


def taken(backend: SimulatedUsb) -> Any:
    device = found(backend)
    device.set_configuration()
    usb.util.claim_interface(device, 0)
    return device


def answer(device: Any) -> Frame:
    receiver = Receiver()
    while not (frames := receiver.feed(bytes(device.read(0x81, 64, WAIT_MS)))):
        continue
    return frames[0]


def failure(backend: SimulatedUsb, device: Any) -> int:
    with pytest.raises(usb.core.USBError) as error:
        device.read(0x81, 64, 10)
    return int(error.value.errno)


def test_c_it_is_found_by_its_interface_class(backend: SimulatedUsb) -> None:
    def is_reader(device: Any) -> bool:
        return any(
            (interface.bInterfaceClass, interface.bInterfaceSubClass, interface.bInterfaceProtocol) == (0xFF, 0x54, 1)
            for configuration in device
            for interface in configuration
        )

    device = usb.core.find(backend=backend, custom_match=is_reader)
    assert (device.idVendor, device.idProduct) == (0x1209, 0x0001)


def test_c_the_descriptors(backend: SimulatedUsb) -> None:
    device = found(backend)
    (configuration,) = list(device)
    (interface,) = list(configuration)
    assert (configuration.bConfigurationValue, interface.bInterfaceNumber, interface.bAlternateSetting) == (1, 0, 0)
    told = [
        (end.bEndpointAddress, usb.util.endpoint_type(end.bmAttributes), end.wMaxPacketSize, end.bInterval)
        for end in interface
    ]
    assert told == [
        (0x81, usb.util.ENDPOINT_TYPE_INTR, 64, 4),
        (0x01, usb.util.ENDPOINT_TYPE_BULK, 64, 0),
    ]


def test_c_string_3_is_the_serial_number_of_identity(backend: SimulatedUsb) -> None:
    device = taken(backend)
    assert usb.util.get_string(device, 3) == device.serial_number == "SIM-R0"
    assert device.manufacturer
    assert device.product
    device.write(0x01, HELLO)
    reply = answer(device)
    assert unpack(reply.type, reply.payload)["serial"] == "SIM-R0"
    with pytest.raises(usb.core.USBError) as error:
        usb.util.get_string(device, 9)
    assert error.value.errno == errno.EPIPE


def test_c_the_endpoints_carry_the_stream_and_packet_borders_mean_nothing(backend: SimulatedUsb) -> None:
    device = taken(backend)
    for at in range(0, len(HELLO), 7):
        device.write(0x01, HELLO[at : at + 7])
    device.write(0x01, b"")
    packets = []
    receiver = Receiver()
    frames: list[Frame] = []
    while not frames:
        packets.append(bytes(device.read(0x81, 64, WAIT_MS)))
        frames = receiver.feed(packets[-1])
    assert frames[0].name == "IDENTITY"
    assert [len(packet) for packet in packets[:-1]] == [64] * (len(packets) - 1)


def test_c_no_answer_is_a_timeout(backend: SimulatedUsb) -> None:
    with pytest.raises(usb.core.USBTimeoutError):
        taken(backend).read(0x81, 64, 20)


def test_c_a_second_program_finds_the_interface_busy(backend: SimulatedUsb) -> None:
    first = taken(backend)
    second = found(backend)
    with pytest.raises(usb.core.USBError) as error:
        usb.util.claim_interface(second, 0)
    assert error.value.errno == errno.EBUSY
    usb.util.release_interface(first, 0)
    usb.util.claim_interface(second, 0)
    usb.util.dispose_resources(second)
    usb.util.claim_interface(first, 0)


@pytest.mark.parametrize(("away", "back"), [("power off", "power on"), ("fault disconnect for=60", "clear")])
def test_c_unplugged_it_is_gone_and_can_be_found_again(backend: SimulatedUsb, away: str, back: str) -> None:
    device = taken(backend)
    reader = backend.readers[0].device
    assert reader.operate(away).startswith("ok")
    assert failure(backend, device) == errno.ENODEV
    with pytest.raises(usb.core.USBError) as error:
        device.write(0x01, HELLO)
    assert error.value.errno == errno.ENODEV
    assert usb.core.find(backend=backend) is None
    assert reader.operate(back).startswith("ok")
    usb.util.dispose_resources(device)
    device = taken(backend)
    device.write(0x01, HELLO)
    assert answer(device).name == "IDENTITY"


def test_c_a_read_that_waits_ends_when_the_reader_is_unplugged(backend: SimulatedUsb) -> None:
    device = taken(backend)
    unplug = threading.Timer(0.05, lambda: backend.readers[0].device.operate("power off"))
    unplug.start()
    with pytest.raises(usb.core.USBError) as error:
        device.read(0x81, 64, 60_000)
    unplug.join()
    assert error.value.errno == errno.ENODEV


def test_c_a_stall_lasts_until_it_is_cleared(backend: SimulatedUsb) -> None:
    device = taken(backend)
    backend.stall()
    assert failure(backend, device) == failure(backend, device) == errno.EPIPE
    device.clear_halt(0x81)
    device.write(0x01, HELLO)
    assert answer(device).name == "IDENTITY"
    backend.stall(0x01)
    with pytest.raises(usb.core.USBError) as error:
        device.write(0x01, HELLO)
    assert error.value.errno == errno.EPIPE


def test_c_reset_configuration_and_kernel_driver(backend: SimulatedUsb) -> None:
    device = taken(backend)
    assert not device.is_kernel_driver_active(0)
    assert device.get_active_configuration().bConfigurationValue == 1
    backend.stall()
    device.reset()
    device.set_configuration(1)
    usb.util.claim_interface(device, 0)
    device.write(0x01, HELLO)
    assert answer(device).name == "IDENTITY"
    with pytest.raises(ValueError, match="Invalid endpoint address"):
        device.write(0x02, HELLO)


def test_c_two_readers_in_one_machine_room() -> None:
    backend = SimulatedUsb(*(build("reader-usb", unit=unit) for unit in (0, 1)))
    serials = sorted(device.serial_number for device in usb.core.find(backend=backend, find_all=True))
    assert serials == ["SIM-R0", "SIM-R1"]


def test_c_a_bad_url_says_what_is_wrong() -> None:
    with pytest.raises(SetupError, match="unknown device 'raeder'"):
        backend_for("usb+sim://raeder")
    with pytest.raises(SetupError, match="write usb\\+sim://DEVICE"):
        backend_for("sim://reader")
