"""Ports in wall time: a line to a real device, or to a simulator that runs faster than the clock."""

import time

from hardware_sims.tools.exit_status import CannotRunError
from hardware_sims.tools.line.open_line import open_line, url_of

_NETWORK = ("socket://", "rfc2217://")
# A2: how long a host waits; the limits of C11 are those of the line, so a device server gets its 100 ms.
_WAIT = {"serial": 0.1, "tcp": 0.25}
_DUE = {"serial": 0.020, "tcp": 0.100}
_SILENCE = {"serial": 0.060, "tcp": 0.150}


class LinePort:
    """A port of the conformance list over a line in wall time."""

    def __init__(self, port: str, *, dialect: str = "tablelink", scale: float = 1.0, baud: int | None = None) -> None:
        self._line = open_line(port, dialect, baud)
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

    def receive(self, within: float) -> bytes:
        with self._named():
            return self._line.read(within / self._scale)

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
        if isinstance(error, OSError):
            raise CannotRunError(f"{self._name} went away: {error}", "Plug it in again and start over.") from None
