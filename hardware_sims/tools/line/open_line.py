"""A line that is held open: whatever pyserial opens, a UNIX socket (`unix:PATH`), or a place where others connect.

Reading leaves the port's settings alone: over RFC 2217 every changed setting, a timeout too, is negotiated again with
the other end, and the bytes of that moment are late or lost.

The place is a pty, tcp or rfc2217 (part E, "Where"). It carries bytes both ways and knows nothing of frames. One guest
at a time; what is said to an empty room is lost, as on a real line.
"""

import select
import selectors
import socket
import threading
import time
from importlib import import_module
from typing import Protocol

import serial

from hardware_sims.endpoints.sockets import endpoint_at, parse_address
from hardware_sims.tools.output import CannotRunError

_BAUD = {"tablelink": 115_200, "angel-eye": 4_800}
_SLICE = 0.02


class OpenLine(Protocol):
    def read(self, within: float) -> bytes:
        """Bytes as soon as there are any; nothing when `within` seconds have passed."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class _SerialLine:
    def __init__(self, line: serial.Serial) -> None:
        self._line = line

    def read(self, within: float) -> bytes:
        end = time.monotonic() + within
        first = b""
        while not first and not self._line.in_waiting:
            if time.monotonic() >= end:
                return b""
            first = bytes(self._line.read(1))  # waits for one slice at most
        data = bytearray(first)
        while waiting := self._line.in_waiting:
            data += self._line.read(waiting)
        return bytes(data)

    def write(self, data: bytes) -> None:
        self._line.write(data)
        self._line.flush()

    def close(self) -> None:
        self._line.close()


class _UnixLine:
    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(path)
        except OSError:
            self._socket.close()
            raise

    def read(self, within: float) -> bytes:
        if not select.select([self._socket], [], [], max(within, 0.0))[0]:
            return b""
        data = self._socket.recv(4096)
        if not data:
            raise OSError("the other end has closed the socket")
        return data

    def write(self, data: bytes) -> None:
        self._socket.sendall(data)

    def close(self) -> None:
        self._socket.close()


def url_of(port: str) -> str:
    """pyserial's name of a port; `tcp://` is its `socket://`."""
    return "socket://" + port.removeprefix("tcp://") if port.startswith("tcp://") else port


def open_line(port: str, dialect: str = "tablelink", baud: int | None = None) -> OpenLine:
    try:
        if port.startswith("unix:"):
            return _UnixLine(port.removeprefix("unix:").removeprefix("//"))
        return _SerialLine(_serial(url_of(port), baud or _BAUD[dialect]))
    except (serial.SerialException, OSError, ValueError) as problem:
        raise CannotRunError(
            f"{port} cannot be opened: {problem}",
            "Check the name, that nothing else holds it, and that you may use it "
            "(a path like /dev/ttyUSB0, tcp://HOST:PORT, rfc2217://HOST:PORT, unix:PATH).",
        ) from None


def _serial(url: str, baud: int) -> serial.Serial:
    if url.startswith("sim://"):
        import_module("hardware_sims.endpoints.pyserial_handler")
    line = serial.serial_for_url(url, baudrate=baud, timeout=_SLICE, do_not_open=True)
    if hasattr(line, "exclusive") and "://" not in url:
        line.exclusive = True
    line.open()
    return line


class EndpointBridge:
    """Read in one thread, write in another if need be."""

    def __init__(self, where: str) -> None:
        self._place = endpoint_at(parse_address(where))
        self._selector = selectors.DefaultSelector()
        self._heard = bytearray()
        self._one_at_a_time = threading.RLock()
        self._place.open(self._selector, self._heard.extend)

    @property
    def name(self) -> str:
        """What the other program opens."""
        return self._place.address

    def read(self, within: float) -> bytes:
        ready = self._selector.select(within)
        with self._one_at_a_time:
            for key, _ in ready:
                key.data()
            data = bytes(self._heard)
            self._heard.clear()
        return data

    def write(self, data: bytes) -> None:
        with self._one_at_a_time:
            self._place.send(data)

    def close(self) -> None:
        with self._one_at_a_time:
            self._place.close()
            self._selector.close()
