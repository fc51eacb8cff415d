"""A million dice at once, for noise: one stretch of SHAKE-128 whose start comes from a stream."""

from __future__ import annotations

import hashlib
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from hardware_sims.seeds import Stream

_BELL = np.array([NormalDist().inv_cdf((step + 0.5) / 256) for step in range(256)], dtype=np.float32)
"""A byte as a normally distributed number."""


def many_bytes(stream: Stream, shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    count = int(np.prod(shape))
    data = hashlib.shake_128(stream.bytes(32)).digest(count)
    return np.frombuffer(data, dtype=np.uint8).reshape(shape)


def bell(stream: Stream, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """Normally distributed numbers around 0 with deviation 1."""
    return _BELL[many_bytes(stream, shape)]
