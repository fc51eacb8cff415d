"""Serial ports and everything that pyserial opens by URL: /dev/…, socket://, rfc2217://, hwgrep://, sim://.

A port is opened exclusively: a second program is refused instead of stealing every other answer. Unplugging shows as
SerialException, OSError, termios.error or, in a closing port, TypeError; here all of them are `PortLostError`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import termios
import threading
import time

import serial

from drivers.errors import PortBusyError, PortError, PortLostError, PortMissingError
from drivers.tablelink.constants import REPLY_WAIT_NETWORK, Times

# A real port is waited for by its file, as long as nothing comes. Others are read through pyserial in short slices: it
# renegotiates a port whenever its timeout changes (over the network on rfc2217), so that is set once.
_SLICE = 0.01
_CHUNK = 4096
# A device that takes no more bytes (a stalled USB bridge) must not hold its thread for ever: the port counts as lost.
# rfc2217 has a limit of its own, and takes none from us.
_LONGEST_WRITE = 1.0
_GONE = (serial.SerialException, OSError, termios.error, TypeError, AttributeError)
_BUSY = frozenset({errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK})
_MISSING = frozenset({errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ETIMEDOUT})


class SerialTransport:
    """`url` is a stable name (/dev/serial/by-id/…, a udev link, hwgrep://serial), so that replugging finds it again."""

    def __init__(self, url: str, *, baud: int = 115200) -> None:
        self.name = url
        self._baud = baud
        self._port: serial.Serial | None = None
        self._file: _PortFile | None = None  # of a real port
        self._woken = False
        # `wake` writes to a pipe of the open port. Closed meanwhile, its number could be that of any other file.
        self._wake_or_close = threading.Lock()

    @property
    def reply_wait(self) -> float:
        network = self.name.startswith(("socket://", "rfc2217://"))
        return REPLY_WAIT_NETWORK if network else Times().reply_wait

    def open(self) -> None:
        try:
            limit = None if self.name.startswith("rfc2217://") else _LONGEST_WRITE
            self._port = serial.serial_for_url(
                self.name, baudrate=self._baud, timeout=_SLICE, write_timeout=limit, exclusive=True
            )
            self._file = _PortFile(self._port.fileno()) if type(self._port) is serial.Serial else None
        except (serial.SerialException, OSError, termios.error) as problem:
            raise _refusal(self.name, problem) from None
        except ValueError as problem:
            raise PortError(f"{self.name} is no port that can be opened: {problem}") from None

    def read(self, timeout: float) -> bytes:
        try:
            return self._read_in_slices(self._opened(), timeout) if self._file is None else self._file.read(timeout)
        except _GONE as problem:
            raise self._lost(problem) from None

    def _read_in_slices(self, port: serial.Serial, timeout: float) -> bytes:
        end = time.monotonic() + timeout
        while not self._woken:
            data = bytes(port.read(1))
            if data:
                return data + self._waiting(port)
            if time.monotonic() >= end:
                break
        self._woken = False
        return b""

    def _waiting(self, port: serial.Serial) -> bytes:
        data = b""
        while len(data) < _CHUNK and (count := port.in_waiting):
            data += bytes(port.read(count))
        return data

    def write(self, data: bytes) -> None:
        try:
            sent = 0 if self._file is None else self._file.write(data)
            if sent < len(data):
                self._opened().write(data[sent:])
        except _GONE as problem:
            raise self._lost(problem) from None

    def wake(self) -> None:
        """Ends a `read` of another thread early, where the port can do that; elsewhere within one slice."""
        self._woken = True
        with self._wake_or_close:
            if self._file is not None:
                self._file.wake()
                return
            cancel = getattr(self._port, "cancel_read", None)
            if cancel is not None:
                with contextlib.suppress(*_GONE):
                    cancel()

    def close(self) -> None:
        with self._wake_or_close:
            port, self._port = self._port, None
            file, self._file = self._file, None
            if file is not None:
                file.close()
            if port is not None:
                with contextlib.suppress(*_GONE):
                    port.close()

    def _opened(self) -> serial.Serial:
        if self._port is None:
            raise PortLostError(f"{self.name} is not open")
        return self._port

    def _lost(self, problem: BaseException) -> PortLostError:
        """Nothing more is sent: closing would wait for a stalled device to take it, up to half a minute."""
        if self._port is not None:
            with contextlib.suppress(*_GONE):
                self._port.reset_output_buffer()
        self.close()
        return PortLostError(f"{self.name} was lost ({problem}); it is looked for again every second")


class _PortFile:
    """The file of an open port: waits for bytes or for `wake`, however long, and costs nothing meanwhile."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        self._poll = select.poll()
        for watched in (file, self._woken):
            self._poll.register(watched, select.POLLIN)

    def read(self, timeout: float) -> bytes:
        events = self._poll.poll(timeout * 1000)
        if not events:
            return b""
        ready = dict(events)
        if self._woken in ready:
            os.read(self._woken, _CHUNK)
        if self._file not in ready:
            return b""
        data = os.read(self._file, _CHUNK)
        if not data:
            raise serial.SerialException("the port is readable and gives no byte: the device is gone")
        return data

    def write(self, data: bytes) -> int:
        """As much as goes at once."""
        try:
            return os.write(self._file, data)
        except BlockingIOError:
            return 0

    def wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._waker, b"\0")

    def close(self) -> None:
        os.close(self._woken)
        os.close(self._waker)


def _refusal(name: str, problem: BaseException) -> PortError:
    number = getattr(problem, "errno", None)
    text = str(problem)
    if number in _BUSY or "exclusively lock" in text:
        return PortBusyError(f"{name} is held by another program; close that one first")
    if number in _MISSING or "no ports found" in text or "Could not open port" in text or "could not open" in text:
        if number == errno.EACCES:
            return PortError(f"{name} may not be opened by this user; see the udev rules in docs/operations")
        return PortMissingError(f"{name} is not there; check cable and power ({text})")
    return PortError(f"{name} cannot be opened: {text}")
