"""What a line and its device have been through: counts, errors by class, and how long answers take."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field

_LATENCIES_KEPT = 1000


@dataclass(frozen=True, kw_only=True, slots=True)
class Health:
    """A picture of one line, for the technician's page. Latencies are seconds of the last thousand answers."""

    frames_sent: int
    frames_received: int
    repeats: int
    links_lost: int
    errors: dict[str, int]
    latency_p50: float | None
    latency_p99: float | None


@dataclass(kw_only=True, slots=True)
class HealthCount:
    """The running figures behind `Health`; one writer."""

    frames_sent: int = 0
    frames_received: int = 0
    repeats: int = 0
    links_lost: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    latencies: deque[float] = field(default_factory=lambda: deque(maxlen=_LATENCIES_KEPT))

    def picture(self, more_errors: Counter[str] | None = None) -> Health:
        ordered = sorted(self.latencies)
        return Health(
            frames_sent=self.frames_sent,
            frames_received=self.frames_received,
            repeats=self.repeats,
            links_lost=self.links_lost,
            errors=dict(self.errors + (more_errors or Counter())),
            latency_p50=_quantile(ordered, 50),
            latency_p99=_quantile(ordered, 99),
        )


def _quantile(ordered: list[float], percent: int) -> float | None:
    """The smallest value with at least `percent` of all values at or below it."""
    if not ordered:
        return None
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
