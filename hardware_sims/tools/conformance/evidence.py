"""What a run leaves behind: the capture of its line with the hash of it, and how good the line was."""

import io
import time
from dataclasses import dataclass, field
from hashlib import sha256

from hardware_sims.capture import CaptureWriter, Channel, Dialect
from hardware_sims.tools.conformance.ports.port import Port

_CHANNEL = "line0"


@dataclass(slots=True)
class LineQuality:
    """Figures of the whole run. `latencies`: seconds from the end of each request to the first byte of its reply."""

    requests: int = 0
    repeats: int = 0
    damaged: int = 0
    latencies: list[float] = field(default_factory=list)

    def latency(self, share: float) -> float:
        """The latency that this share of all replies does not exceed, in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0

    def as_json(self) -> dict[str, float]:
        return {
            "requests": self.requests,
            "repeats": self.repeats,
            "damaged_replies": self.damaged,
            "latency_ms_p50": round(self.latency(0.50), 3),
            "latency_ms_p99": round(self.latency(0.99), 3),
            "latency_ms_max": round(self.latency(1.0), 3),
        }

    def text(self) -> str:
        figures = " / ".join(f"{self.latency(share):.1f}" for share in (0.50, 0.99, 1.0))
        return (
            f"line: {self.requests} requests, {self.repeats} repeated, {self.damaged} damaged replies; "
            f"answers after {figures} ms (half of them, 99 %, slowest)"
        )


class RecordedPort:
    """A port that writes down everything that passes. Keys and card values stay out, as in every capture."""

    def __init__(self, port: Port, *, dialect: Dialect, device: str, serial: str) -> None:
        self._port = port
        self.kind, self.reply_wait = port.kind, port.reply_wait
        self.reply_due, self.silence = port.reply_due, port.silence
        self._began = 0.0 if port.kind == "in-process" else time.time() - port.now()
        self._text = io.StringIO()
        channel = Channel(name=_CHANNEL, dialect=dialect, device=device, serial=serial)
        self._writer = CaptureWriter(self._text, [channel])

    def now(self) -> float:
        return self._port.now()

    def send(self, data: bytes) -> None:
        self._port.send(data)
        self._writer.heard(self._at_us(), _CHANNEL, "T", data)

    def receive(self, within: float) -> bytes:
        data = self._port.receive(within)
        if data:
            self._writer.heard(self._at_us(), _CHANNEL, "R", data)
        return data

    def wait(self, seconds: float) -> None:
        self._port.wait(seconds)

    def close(self) -> None:
        self._port.close()

    def _at_us(self) -> int:
        return round((self._began + self._port.now()) * 1_000_000)

    def capture(self) -> str:
        """Everything so far, as `hardware-sims decode` reads it."""
        self._writer.finish()
        return self._text.getvalue()


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
