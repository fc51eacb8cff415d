"""`sim://` for pyserial: a port whose other end is a simulator in this process."""

from __future__ import annotations

import threading
import time
from typing import Any

from serial.serialutil import PortNotOpenError, SerialBase, SerialException

from hardware_sims.endpoints.pyserial_handler import device_at
from hardware_sims.endpoints.sim_url import SharedSimulator
from hardware_sims.errors import ImpossibleRequestError

_open_ports: dict[int, list[Serial]] = {}


class Serial(SerialBase):
    """What `serial_for_url("sim://…")` returns. `operate` does what a person does to the device."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._device: SharedSimulator | None = None
        self._read_given_up = threading.Event()
        super().__init__(*args, **kwargs)

    def open(self) -> None:
        if self.port is None:
            raise SerialException("Port must be configured before it can be used.")
        if self.is_open:
            raise SerialException("Port is already open.")
        try:
            device = device_at(self.port)
        except ImpossibleRequestError as error:
            raise SerialException(str(error)) from None
        if not device.connected:
            raise SerialException(f"could not open port {self.port}: the line is disconnected")
        others = _open_ports.setdefault(id(device), [])
        if others and (self.exclusive or any(other.exclusive for other in others)):
            raise SerialException(f"could not exclusively lock port {self.port}: another one holds it")
        others.append(self)
        self._device = device
        self._read_given_up.clear()
        self.is_open = True
        device.forget_waiting()

    def close(self) -> None:
        if self.is_open and self._device is not None:
            self.is_open = False
            _open_ports[id(self._device)].remove(self)
            self.cancel_read()

    def _opened(self) -> SharedSimulator:
        if not self.is_open or self._device is None:
            raise PortNotOpenError()
        return self._device

    @property
    def device(self) -> SharedSimulator:
        """The device behind the port."""
        return self._opened()

    def operate(self, text: str) -> str:
        return self._opened().operate(text)

    @property
    def in_waiting(self) -> int:
        return self._opened().waiting

    def read(self, size: int = 1) -> bytes:
        device = self._opened()
        data = device.read(size, self.timeout, self._read_given_up)
        self._read_given_up.clear()
        if not data and not device.connected:
            raise SerialException("device reports readiness to read but returned no data (line disconnected)")
        return data

    def write(self, data: Any) -> int:
        device = self._opened()
        if not device.connected:
            raise SerialException("write failed: line disconnected")
        raw = bytes(data)
        device.write(raw)
        return len(raw)

    def flush(self) -> None:
        self._opened()

    def cancel_read(self) -> None:
        self._read_given_up.set()
        if self._device is not None:
            self._device.wake()

    def cancel_write(self) -> None:
        """A write to a simulator never waits."""

    def reset_input_buffer(self) -> None:
        self._opened().forget_waiting()

    def reset_output_buffer(self) -> None:
        self._opened()

    def _reconfigure_port(self) -> None:
        """Any speed will do: there is no wire."""

    def _update_rts_state(self) -> None:
        """The devices have no flow control (A1, B1)."""

    def _update_dtr_state(self) -> None:
        """The devices have no flow control (A1, B1)."""

    def _update_break_state(self) -> None:
        """A break is no byte, and no device looks at it."""

    def send_break(self, duration: float = 0.25) -> None:
        time.sleep(duration)

    @property
    def cts(self) -> bool:
        return True

    @property
    def dsr(self) -> bool:
        return True

    @property
    def ri(self) -> bool:
        return False

    @property
    def cd(self) -> bool:
        return True
