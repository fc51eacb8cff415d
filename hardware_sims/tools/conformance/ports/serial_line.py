"""Ports in wall time: whatever pyserial opens, on a real machine or a simulator that runs faster than the clock."""

import time
from importlib import import_module

import serial

from hardware_sims.tools.exit_status import CannotRunError

_NETWORK = ("socket://", "rfc2217://")
# A2: how long a host waits; the limits of C11 are those of the line, so a device server gets its 100 ms.
_WAIT = {"serial": 0.1, "tcp": 0.25}
_DUE = {"serial": 0.020, "tcp": 0.100}
_SILENCE = {"serial": 0.060, "tcp": 0.150}
_BAUD = {"tablelink": 115_200, "angel-eye": 4_800}


def url_of(port: str) -> str:
    """pyserial's name of a port; `tcp://` is its `socket://`."""
    return "socket://" + port.removeprefix("tcp://") if port.startswith("tcp://") else port


def opened(port: str, dialect: str = "tablelink") -> serial.Serial:
    url = url_of(port)
    if url.startswith("sim://"):
        import_module("hardware_sims.endpoints.pyserial_handler")
    try:
        line = serial.serial_for_url(url, baudrate=_BAUD[dialect], timeout=0, do_not_open=True)
        if hasattr(line, "exclusive") and "://" not in url:
            line.exclusive = True
        line.open()
    except (serial.SerialException, OSError, ValueError) as problem:
        raise CannotRunError(
            f"{port} cannot be opened: {problem}",
            "Check the name, that nothing else holds it, and that you may use it "
            "(a path like /dev/ttyUSB0, tcp://HOST:PORT, rfc2217://HOST:PORT).",
        ) from None
    return line


class LinePort:
    """A port of the conformance list over a line in wall time."""

    def __init__(self, port: str, *, dialect: str = "tablelink", scale: float = 1.0) -> None:
        self._line = opened(port, dialect)
        self._scale = scale
        self._name = port
        self.kind = "tcp" if url_of(port).startswith(_NETWORK) else "serial"
        # This computer's own delays do not run faster with the device.
        self.reply_wait = max(_WAIT[self.kind], 0.25) * scale
        self.reply_due = _DUE[self.kind] * scale
        self.silence = _SILENCE[self.kind] * scale
        self._start = time.monotonic()

    def now(self) -> float:
        return (time.monotonic() - self._start) * self._scale

    def send(self, data: bytes) -> None:
        with self._named():
            self._line.write(data)
            self._line.flush()

    def receive(self, within: float) -> bytes:
        with self._named():
            self._line.timeout = max(within, 0.0) / self._scale
            data = bytearray(self._line.read(1))
            while data and (waiting := self._line.in_waiting):
                data += self._line.read(waiting)
            return bytes(data)

    def wait(self, seconds: float) -> None:
        time.sleep(seconds / self._scale)

    def close(self) -> None:
        self._line.close()

    def _named(self) -> "_LostLine":
        return _LostLine(self._name)


class _LostLine:
    """A line that goes away in the middle ends the run, with its name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, serial.SerialException | OSError):
            raise CannotRunError(f"{self._name} went away: {error}", "Plug it in again and start over.") from None
