"""Ports in wall time: a line to a real device, to a simulator that runs faster than the clock, or to a reader on USB.

A reader is `usb://`, `usb://VID:PID[/SERIAL]` or `usb+sim://reader?seed=7` (part C). Its endpoints carry the same byte
stream as a serial line. Without power it is unplugged, so the port looks for it again whenever it is gone.
"""

import errno
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import usb.core
import usb.util

from hardware_sims.endpoints.usb_backend import SimulatedUsb, backend_for
from hardware_sims.tools.conformance.port import NoOperator, Operator, SimulatorOperator
from hardware_sims.tools.line.open_line import open_line, url_of
from hardware_sims.tools.output import CannotRunError

_NETWORK = ("socket://", "rfc2217://")
# A2: how long a host waits; the limits of C11 are those of the line, so a device server gets its 100 ms.
_WAIT = {"serial": 0.1, "tcp": 0.25}
_DUE = {"serial": 0.020, "tcp": 0.100}
_SILENCE = {"serial": 0.060, "tcp": 0.150}


class _WallTime:
    """Seconds of a device that runs `_scale` times as fast as the clock of this computer."""

    def __init__(self, scale: float) -> None:
        self._scale = scale
        self._start = time.monotonic()

    def now(self) -> float:
        return (time.monotonic() - self._start) * self._scale

    def wait(self, seconds: float) -> None:
        time.sleep(seconds / self._scale)


class LinePort(_WallTime):
    """A port of the conformance list over a line in wall time."""

    def __init__(self, port: str, *, dialect: str = "tablelink", scale: float = 1.0, baud: int | None = None) -> None:
        self._line = open_line(port, dialect, baud)
        self._name = port
        self.kind = "tcp" if url_of(port).startswith(_NETWORK) else "serial"
        # This computer's own delays do not run faster with the device.
        self.reply_wait = max(_WAIT[self.kind], 0.25) * scale
        self.reply_due = _DUE[self.kind] * scale
        self.silence = _SILENCE[self.kind] * scale
        super().__init__(scale)

    def send(self, data: bytes) -> None:
        with self._named():
            self._line.write(data)

    def receive(self, within: float) -> bytes:
        with self._named():
            return self._line.read(within / self._scale)

    def close(self) -> None:
        self._line.close()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """A line that goes away in the middle ends the run, with its name."""
        try:
            yield
        except OSError as error:
            raise CannotRunError(f"{self._name} went away: {error}", "Plug it in again and start over.") from None


_CLASS = (0xFF, 0x54, 0x01)
_IN, _OUT, _PACKET = 0x81, 0x01, 64
_LOOK_AGAIN = 0.05


def is_usb(port: str) -> bool:
    return port.startswith(("usb://", "usb+sim://"))


class UsbPort(_WallTime):
    kind = "serial"

    def __init__(self, url: str, *, scale: float = 1.0) -> None:
        self._url = url
        self._backend: SimulatedUsb | None = backend_for(url) if url.startswith("usb+sim://") else None
        if self._backend is not None:
            scale = float(dict(parse_qsl(urlsplit(url).query)).get("time_scale", "1"))
        super().__init__(scale)
        self.reply_wait, self.reply_due, self.silence = 0.25 * scale, 0.020 * scale, 0.060 * scale
        self._device: Any = None
        if self._found() is None:
            raise CannotRunError(f"{url}: no reader is plugged in", "Check the cable, the numbers, and your rights.")

    def operator(self) -> Operator:
        """Those of a simulated reader; a real one has none of its own."""
        return NoOperator() if self._backend is None else _UsbOperator(self._backend)

    def send(self, data: bytes) -> None:
        for at in range(0, len(data), _PACKET):
            device = self._found()
            if device is not None:
                self._tolerant(device.write, _OUT, data[at : at + _PACKET], 1000)

    def receive(self, within: float) -> bytes:
        end = time.monotonic() + max(within, 0.0) / self._scale
        while True:
            left = end - time.monotonic()
            device = self._found()
            if device is not None:
                packet = self._tolerant(device.read, _IN, _PACKET, max(1, round(max(left, 0) * 1000)))
                if packet and packet is not _GONE:
                    return bytes(packet)
            else:
                time.sleep(min(_LOOK_AGAIN, max(left, 0)))
            if left <= 0:
                return b""

    def close(self) -> None:
        if self._device is not None:
            usb.util.dispose_resources(self._device)
            self._device = None

    def _found(self) -> Any:
        """The reader, opened; None while it is unplugged."""
        if self._device is None:
            device = self._look()
            if device is not None and self._tolerant(usb.util.claim_interface, device, 0) is not _GONE:
                self._device = device
        return self._device

    def _look(self) -> Any:
        try:
            return usb.core.find(backend=self._backend, custom_match=self._fits)
        except usb.core.NoBackendError:
            advice = "Install libusb-1.0 (Debian: package libusb-1.0-0)."
            raise CannotRunError(f"{self._url}: this computer has no USB library", advice) from None

    def _fits(self, device: Any) -> bool:
        device_name = self._url.removeprefix("usb://") if self._backend is None else ""
        numbers, _, serial = device_name.partition("/")
        found_id = f"{device.idVendor:04x}:{device.idProduct:04x}"
        if (numbers and found_id != numbers.lower()) or (serial and usb.util.get_string(device, 3) != serial):
            return False
        faces = (face for configuration in device for face in configuration)
        return any((face.bInterfaceClass, face.bInterfaceSubClass, face.bInterfaceProtocol) == _CLASS for face in faces)

    def _tolerant(self, action: Any, *arguments: Any) -> Any:
        """Does it; silence and an unplugged reader are no errors here, a reader somebody else holds is."""
        try:
            return action(*arguments)
        except usb.core.USBTimeoutError:
            return None
        except usb.core.USBError as problem:
            if problem.errno == errno.EBUSY:
                raise CannotRunError(f"{self._url}: another program holds the reader", "End it first.") from None
            if problem.errno not in (errno.ENODEV, errno.EIO, errno.EPIPE):
                raise CannotRunError(f"{self._url}: {problem}", "Unplug the reader and plug it in again.") from None
            self._device = None
            return _GONE


_GONE = object()


class _UsbOperator(SimulatorOperator):
    """People at a simulated reader on USB."""

    def __init__(self, backend: SimulatedUsb) -> None:
        self._device = backend.readers[0].device

    def operate(self, text: str) -> str:
        return self._device.operate(text)
