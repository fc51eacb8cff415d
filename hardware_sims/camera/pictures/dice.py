"""Chance for pictures: every picture has streams of its own, named by purpose and number.

For noise there are a million dice at once: one stretch of SHAKE-128 whose start comes from a stream.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

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


_BELL = np.array([NormalDist().inv_cdf((step + 0.5) / 256) for step in range(256)], dtype=np.float32)
"""A byte as a normally distributed number."""


def many_bytes(stream: Stream, shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    count = int(np.prod(shape))
    data = hashlib.shake_128(stream.bytes(32)).digest(count)
    return np.frombuffer(data, dtype=np.uint8).reshape(shape)


def bell(stream: Stream, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """Normally distributed numbers around 0 with deviation 1."""
    return _BELL[many_bytes(stream, shape)]
