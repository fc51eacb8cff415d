"""The hole-card reader on USB (part C): two endpoints carry the byte stream of tablelink; packet borders mean nothing.

`usb://VID:PID[/SERIAL]` names a reader, `usb://` takes the only one there by its interface class. The backend of pyusb
can be handed in; further URL schemes (`usb+sim://…`) get theirs from `BACKENDS`, which the composition root fills.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable
from typing import Any

import usb.core
import usb.util

from drivers.errors import (
    ImpossibleRequestError,
    LineResetError,
    PortBusyError,
    PortError,
    PortLostError,
    PortMissingError,
)
from drivers.tablelink.constants import Times

INTERFACE_CLASS = (0xFF, 0x54, 0x01)
IN, OUT = 0x81, 0x01
PACKET = 64
_READ_SLICE_MS = 20
_WRITE_MS = 1000

# What pyusb raises about devices of others, which may be without interface, strings, or rights to read them.
_NOT_OURS = (IndexError, KeyError, ValueError, NotImplementedError, usb.core.USBError)

BACKENDS: dict[str, Callable[[str], Any]] = {}


class UsbTransport:
    """One reader. `find` is looked up again at each `open`, so a reader that was unplugged is found again."""

    def __init__(
        self, *, vid: int | None = None, pid: int | None = None, serial: str | None = None, backend: Any = None
    ) -> None:
        product = f"{vid:04x}:{pid:04x}" if vid is not None and pid is not None else "any reader"
        self.name = f"usb://{product}" + (f"/{serial}" if serial else "")
        self._ids = (vid, pid)
        self._serial = serial
        self._backend = backend
        self._device: Any = None
        self._woken = False

    @property
    def reply_wait(self) -> float:
        return Times().reply_wait

    def open(self) -> None:
        try:
            device = self._find()
            if device is None:
                raise PortMissingError(f"{self.name} is not there; check the plug")
            device.set_configuration(1)
            usb.util.claim_interface(device, 0)
        except usb.core.NoBackendError:
            raise PortError("no USB library on this machine; install libusb 1.0") from None
        except usb.core.USBError as problem:
            raise self._refusal(problem) from None
        self._device = device

    def _find(self) -> Any:
        matches = usb.core.find(find_all=True, backend=self._backend, custom_match=self._is_wanted)
        devices = list(matches or [])
        if len(devices) > 1:
            raise PortError(f"{len(devices)} readers fit {self.name}; name one by usb://VID:PID/SERIAL")
        return devices[0] if devices else None

    def _is_wanted(self, device: Any) -> bool:
        vid, pid = self._ids
        if vid is not None and (device.idVendor, device.idProduct) != (vid, pid):
            return False
        try:
            interface = device[0][(0, 0)]
            kind = (interface.bInterfaceClass, interface.bInterfaceSubClass, interface.bInterfaceProtocol)
            return kind == INTERFACE_CLASS and (self._serial is None or device.serial_number == self._serial)
        except _NOT_OURS:
            return False

    def read(self, timeout: float) -> bytes:
        slices = max(1, round(timeout * 1000 / _READ_SLICE_MS))
        for _ in range(slices):
            data = b"" if self._woken else self._read_once(min(_READ_SLICE_MS, max(1, round(timeout * 1000))))
            if data or self._woken:
                self._woken = False
                return data
        return b""

    def _read_once(self, milliseconds: int) -> bytes:
        try:
            return bytes(self._opened().read(IN, PACKET, milliseconds))
        except usb.core.USBTimeoutError:
            return b""
        except usb.core.USBError as problem:
            raise self._broken(problem, IN) from None

    def write(self, data: bytes) -> None:
        try:
            for start in range(0, len(data), PACKET):
                self._opened().write(OUT, data[start : start + PACKET], _WRITE_MS)
        except usb.core.USBTimeoutError:
            return  # no answer will come, and A2 knows what to do about that
        except usb.core.USBError as problem:
            raise self._broken(problem, OUT) from None

    def wake(self) -> None:
        self._woken = True

    def close(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            with contextlib.suppress(usb.core.USBError):
                usb.util.release_interface(device, 0)
            with contextlib.suppress(usb.core.USBError):
                usb.util.dispose_resources(device)

    def _opened(self) -> Any:
        if self._device is None:
            raise PortLostError(f"{self.name} is not open")
        return self._device

    def _broken(self, problem: usb.core.USBError, endpoint: int) -> PortError:
        if problem.errno == errno.EPIPE:
            with contextlib.suppress(usb.core.USBError):
                self._opened().clear_halt(endpoint)
            return LineResetError(f"{self.name} stalled and was reset")
        self.close()
        return PortLostError(f"{self.name} was lost ({problem}); it is looked for again every second")

    def _refusal(self, problem: usb.core.USBError) -> PortError:
        if problem.errno == errno.EBUSY:
            return PortBusyError(f"{self.name}: another program holds the reader; close that one first")
        if problem.errno == errno.EACCES:
            return PortError(f"{self.name} may not be opened by this user; see the udev rules in docs/operations")
        if problem.errno == errno.ENODEV:
            return PortMissingError(f"{self.name} went away while it was being opened")
        return PortError(f"{self.name} cannot be opened: {problem}")


def usb_transport(url: str, *, backend: Any = None) -> UsbTransport:
    """From `usb://[VID:PID[/SERIAL]]`, or a scheme of `BACKENDS` whose backend shows exactly one reader."""
    scheme, _, rest = url.partition("://")
    if scheme in BACKENDS:
        transport = UsbTransport(backend=BACKENDS[scheme](url))
        transport.name = url
        return transport
    if scheme != "usb":
        raise ImpossibleRequestError(f"{url}: no USB backend is known for {scheme}://")
    ids, _, serial = rest.partition("/")
    if not ids:
        return UsbTransport(backend=backend)
    vid, colon, pid = ids.partition(":")
    try:
        if not colon:
            raise ValueError(ids)
        return UsbTransport(vid=int(vid, 16), pid=int(pid, 16), serial=serial or None, backend=backend)
    except ValueError:
        raise ImpossibleRequestError(f"{url}: write usb://VID:PID/SERIAL with four hex digits each") from None
