"""`sim://` as a pyserial URL (E, "Where")."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import serial

from hardware_sims.endpoints import pyserial_handler
from hardware_sims.wire.tablelink import Frame, Receiver, encode, pack, unpack

KEY = bytes([0x42]) * 32
HELLO = encode(Frame(dst=0, src=1, type=1, payload=pack("HELLO", minor=0, nonce=b"12345678")), KEY)
SHOE = "sim://shoe?seed=7&self_test=0"


@pytest.fixture(autouse=True)
def _new_devices() -> Iterator[None]:
    pyserial_handler.forget()
    yield
    pyserial_handler.forget()


def opened(url: str = SHOE, **settings: Any) -> Any:
    """A port with what every real one has, which the common base class does not promise."""
    return serial.serial_for_url(url, **{"timeout": 120, **settings})


def hello(port: Any) -> Frame:
    port.write(HELLO)
    receiver = Receiver()
    while not (frames := receiver.feed(port.read(1))):
        continue
    return frames[0]


def test_e_a_port_with_a_simulator_behind_it() -> None:
    with opened() as port:
        assert hello(port).name == "IDENTITY"
        assert port.port == SHOE


def test_e_the_url_carries_seed_scenario_faults_key_and_options() -> None:
    url = f"sim://shoe?seed=7&scenario=shoe-evening&fault=drop:rate=0.1&fault=late:ms=5&clear_after=3&key={'ab' * 32}"
    simulator = pyserial_handler.device_at(url + "&serial=S1-7&unit=3&time_scale=2").simulator
    assert simulator.setup.serial == "S1-7"
    assert simulator.setup.unit == 3
    assert simulator.setup.key == b"\xab" * 32
    assert simulator.setup.seeds.seed == 7
    simulator.step(0.1)
    assert [(fault.kind, fault.clear_after) for fault in simulator.line.faults] == [("drop", 3), ("late", 3)]


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("sim://shoo", "unknown device 'shoo'"),
        ("sim://shoe?seed=x", "seed takes a whole number"),
        ("sim://shoe?deks=6", "unknown option 'deks'; did you mean 'decks'?"),
        ("sim://shoe?fault=jamm", "unknown fault 'jamm'"),
        ("sim://shoe?seed=1&seed=2", "a word stands twice"),
        ("sim://shoe?time_scale=0", "time_scale takes a number above 0"),
        ("sim://", "write sim://DEVICE"),
    ],
)
def test_e_a_bad_url_is_a_serial_exception_that_says_why(url: str, problem: str) -> None:
    with pytest.raises(serial.SerialException, match=problem.replace("?", r"\?")):
        opened(url)


def test_e_closing_and_opening_finds_the_same_device() -> None:
    with opened() as port:
        first = hello(port).epoch
    with opened() as port:
        assert hello(port).epoch == first, "same nonce, same session"
    with opened(SHOE + "&name=other") as port:
        assert unpack(0x81, hello(port).payload)["boots"] == 1


def test_e_exclusive() -> None:
    with opened(exclusive=True):
        with pytest.raises(serial.SerialException, match="could not exclusively lock port"):
            opened(exclusive=True)
        with pytest.raises(serial.SerialException, match="could not exclusively lock port"):
            opened()
    with opened(exclusive=True) as port:
        assert port.is_open


def test_e_read_waits_no_longer_than_its_timeout() -> None:
    with opened(timeout=0.05) as port:
        start = time.monotonic()
        assert port.read(10) == b""
        assert time.monotonic() - start >= 0.05
        port.timeout = 0
        assert port.read(10) == b""


def test_e_cancel_read_ends_a_read_that_waits() -> None:
    with opened(timeout=None) as port:
        canceller = threading.Timer(0.1, port.cancel_read)
        canceller.start()
        assert port.read(1) == b""
        canceller.join()
        assert hello(port).name == "IDENTITY", "and only that one"


def test_e_in_waiting_and_reset() -> None:
    with opened() as port:
        port.write(HELLO)
        end = time.monotonic() + 120
        while not port.in_waiting and time.monotonic() < end:
            time.sleep(0.002)
        assert port.in_waiting > 100
        port.reset_input_buffer()
        assert port.in_waiting == 0


def test_e_a_reply_wakes_a_reader_in_another_thread() -> None:
    with opened() as port:
        got: list[bytes] = []
        reader = threading.Thread(target=lambda: got.append(port.read(1)))
        reader.start()
        port.write(HELLO)
        reader.join(120)
        assert got == [b"\0"]


def test_e_a_closed_port_is_closed() -> None:
    port = opened()
    port.close()
    port.close()
    uses: list[Callable[[], object]] = [lambda: port.read(1), lambda: port.write(b"x"), lambda: port.in_waiting]
    for use in uses:
        with pytest.raises(serial.SerialException):
            use()
    port.open()
    assert hello(port).name == "IDENTITY"
    port.close()


def test_e_a_disconnected_line_is_a_serial_exception_until_it_is_back() -> None:
    with opened() as port:
        assert port.operate("fault disconnect for=2") == "ok fault disconnect"
        with pytest.raises(serial.SerialException):
            port.read(1)
        with pytest.raises(serial.SerialException):
            port.write(HELLO)
        with pytest.raises(serial.SerialException, match="disconnected"):
            opened()
        end = time.monotonic() + 120
        while True:
            try:
                assert hello(port).name == "IDENTITY"
                return
            except serial.SerialException:
                assert time.monotonic() < end
                time.sleep(0.02)


def test_e_settings_that_mean_nothing_here_are_taken() -> None:
    with opened(baudrate=4800, rtscts=True, dsrdtr=True) as port:
        port.baudrate = 9600
        port.dtr = port.rts = False
        port.flush()
        assert (port.cts, port.dsr, port.ri, port.cd) == (True, True, False, True)
