"""One decoded thing on the line, as every view of a capture shows it."""

from dataclasses import dataclass, field
from typing import Any

from hardware_sims.capture import Direction

# JSON readers keep whole numbers exactly only below this.
_EXACT_IN_JSON = 2**53


@dataclass(slots=True)
class Row:
    """A frame, a report, or bytes that are neither. `notes` may still grow while it awaits its reply."""

    at_us: int
    gap_us: int
    channel: str
    direction: Direction
    type: str
    raw: bytes
    notes: list[str] = field(default_factory=list)
    seq: int | str | None = None
    epoch: int | None = None
    fields: dict[str, Any] = field(default_factory=dict)
    latency_us: int | None = None
    awaits_reply: bool = False

    def as_json(self) -> dict[str, Any]:
        return {
            "time": self.at_us / 1_000_000,
            "gap": self.gap_us / 1_000_000,
            "channel": self.channel,
            "direction": self.direction,
            "type": self.type,
            "seq": self.seq,
            "epoch": self.epoch,
            "fields": {name: plain(value) for name, value in self.fields.items()},
            "latency": None if self.latency_us is None else self.latency_us / 1_000_000,
            "notes": self.notes,
            "hex": self.raw.hex(),
        }

    def names(self) -> set[str]:
        """What `--only` may call this row."""
        return {self.type, str(self.fields.get("event", "")), str(self.fields.get("reason", "")), *self.notes}


def plain(value: Any) -> Any:
    """A field as JSON: bytes in hex, card differences as `Kh -1`, numbers too long for a double as text."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, int) and not isinstance(value, bool) and value >= _EXACT_IN_JSON:
        return str(value)
    return value


def seconds(us: int) -> str:
    sign, us = ("-", -us) if us < 0 else ("", us)
    return f"{sign}{us // 1_000_000}.{us % 1_000_000:06d}"
