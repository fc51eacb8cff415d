"""Which cards of a design are hard to tell apart: pairs whose indices, a little out of focus, are nearly the same."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.design import FACE_SCALE, Design

_BLUR_MM = 0.4
_CLOSE = 0.95
"""Correlation of two indices from which on the pair is named."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClosePair:
    """`index` and `face` are correlations: 1 is the same picture."""

    one: str
    other: str
    index: float
    face: float


def close_pairs(design: Design, close: float = _CLOSE) -> tuple[ClosePair, ...]:
    """The closest pair first."""
    soft = np.stack([cv2.GaussianBlur(corner, (0, 0), _BLUR_MM * FACE_SCALE) for corner in design.corners[0]])
    index = _correlations(soft.reshape(len(ALL_CARDS), -1))
    face = _correlations(design.fine[0].reshape(len(ALL_CARDS), -1))
    pairs = [
        ClosePair(one=ALL_CARDS[a], other=ALL_CARDS[b], index=float(index[a, b]), face=float(face[a, b]))
        for a in range(len(ALL_CARDS))
        for b in range(a + 1, len(ALL_CARDS))
        if index[a, b] >= close
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair.index, pair.one, pair.other)))


def _correlations(
    rows: np.ndarray[tuple[int, int], np.dtype[np.float32]],
) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    unit = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return np.asarray(unit @ unit.T)
