"""Which cards of a design are hard to tell apart: pairs whose indices, a little out of focus, are nearly the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from drivers.optical.cards import ALL_CARDS, RANKS, SUITS
from drivers.optical.decks.design import FACE_SCALE, Design

_BLUR_MM = 0.4
_CLOSE = 0.95
"""Correlation of two indices from which on the pair is named."""
_ALIKE, _OTHER_INK = 0.85, 0.25
"""Mean correlation of two designs' indices from which on they are alike; difference of inks that are two colours."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClosePair:
    """`index` and `face` are correlations: 1 is the same picture."""

    first: str
    second: str
    index: float
    face: float


def close_pairs(design: Design, close: float = _CLOSE) -> tuple[ClosePair, ...]:
    """The closest pair first."""
    soft = np.stack([cv2.GaussianBlur(corner, (0, 0), _BLUR_MM * FACE_SCALE) for corner in design.corners[0]])
    index = _correlations(soft.reshape(len(ALL_CARDS), -1))
    face = _correlations(design.fine[0].reshape(len(ALL_CARDS), -1))
    pairs = [
        ClosePair(first=ALL_CARDS[a], second=ALL_CARDS[b], index=float(index[a, b]), face=float(face[a, b]))
        for a in range(len(ALL_CARDS))
        for b in range(a + 1, len(ALL_CARDS))
        if index[a, b] >= close
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair.index, pair.first, pair.second)))


@dataclass(frozen=True, kw_only=True, slots=True)
class LikeDesign:
    """A known design with the same shapes. `recoloured` are the suits whose ink is of another colour there."""

    name: str
    likeness: float
    recoloured: tuple[str, ...]


def like_designs(design: Design, known: Sequence[Design], alike: float = _ALIKE) -> tuple[LikeDesign, ...]:
    """Known designs whose indices are the same pictures but for their colour, the most alike first."""
    alike_designs = []
    for other in known:
        if other.name == design.name:
            continue
        likeness = _index_likeness(design, other)
        if likeness >= alike:
            apart = np.abs(design.colours - other.colours).max(axis=1).reshape(len(SUITS), len(RANKS)).mean(axis=1)
            suits = tuple(suit for suit, far in zip(SUITS, apart, strict=True) if far > _OTHER_INK)
            alike_designs.append(LikeDesign(name=other.name, likeness=likeness, recoloured=suits))
    return tuple(sorted(alike_designs, key=lambda design: -design.likeness))


def _index_likeness(design: Design, other: Design) -> float:
    """The mean correlation of the 52 indices, at the size of the first design."""
    height, width = design.corners.shape[2:]
    likenesses = []
    for own, theirs in zip(design.corners[0], other.corners[0], strict=True):
        sized = cv2.resize(theirs, (width, height), interpolation=cv2.INTER_AREA)
        product = float(np.linalg.norm(own)) * float(np.linalg.norm(sized))
        likenesses.append(float(np.vdot(own, sized)) / max(product, 1e-6))
    return float(np.mean(likenesses))


def _correlations(
    rows: np.ndarray[tuple[int, int], np.dtype[np.float32]],
) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    unit = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return np.asarray(unit @ unit.T)
