"""Chance for pictures: every picture has streams of its own, named by purpose and number."""

from __future__ import annotations

from dataclasses import dataclass

from hardware_sims.seeds import Stream

_STEPS = 1 << 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """The dice of one camera. `owner` keeps two cameras with the same seed apart."""

    seed: int
    owner: str = "camera0"

    def stream(self, purpose: str, number: int = 0) -> Stream:
        return Stream(self.seed, f"{self.owner}/{purpose}/{number}")


def fraction(stream: Stream, low: float = 0.0, high: float = 1.0) -> float:
    """A number from `low` to `high`, each equally likely."""
    return low + (high - low) * stream.below(_STEPS) / (_STEPS - 1)


def side(stream: Stream) -> float:
    """−1 or 1."""
    return 1.0 if stream.below(2) else -1.0
