"""How a card may lie in a frame: upright or turned, whole or with one side under a sleeve.

A frame whose sides do not fit a whole card is taken as the part of one that can be seen. A straight cover keeps the
perspective exact: the frame is then a known part of the card, only the length of that part has to be tried.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drivers.optical.decks.design import Box
from drivers.optical.recognition.geometry import Matrix, Quad, box, mapping, sides

_WHOLE = 0.30
"""Tilted by 40°, a card looks up to a quarter shorter or narrower."""
_TRIED_LENGTHS = (1.0, 0.95, 1.05, 0.90)
_SHORTEST_PART = 0.32
_NEARLY_WHOLE = 0.985


@dataclass(frozen=True, kw_only=True, slots=True)
class Pose:
    """`to_card` leads from picture pixels to millimetres on the upright card; `seen` is the part in sight."""

    to_card: Matrix
    seen: Box


def stretched(quad: Quad, width_mm: float, height_mm: float) -> float:
    """How high the frame is for its width, against a whole card: 1 fits, below 1 something is missing in height."""
    lengths = sides(quad)
    return float(lengths[1] + lengths[3]) / float(lengths[0] + lengths[2]) * (width_mm / height_mm)


def may_be_whole(shape: float) -> bool:
    return abs(math.log(shape)) < _WHOLE


def parts(shape: float, width_mm: float, height_mm: float) -> Iterator[Box]:
    """Below 1 the card goes on above or below the frame, above 1 to its left or right. Likely lengths first."""
    for factor in _TRIED_LENGTHS:
        low = shape * factor
        if _SHORTEST_PART <= low < _NEARLY_WHOLE:
            yield (0.0, 0.0, width_mm, height_mm * low)
            yield (0.0, height_mm * (1 - low), width_mm, height_mm)
        narrow = factor / shape
        if _SHORTEST_PART <= narrow < _NEARLY_WHOLE:
            yield (0.0, 0.0, width_mm * narrow, height_mm)
            yield (width_mm * (1 - narrow), 0.0, width_mm, height_mm)


def pose_of(quad: Quad, seen: Box, *, about: bool, width_mm: float, height_mm: float) -> Pose:
    """The frame shows `seen` of an upright card; `about`: of one that is turned around."""
    left, top, right, bottom = seen
    to_card = mapping(quad, box(left, top, right, bottom))
    if not about:
        return Pose(to_card=to_card, seen=seen)
    turn = np.array([[-1.0, 0.0, width_mm], [0.0, -1.0, height_mm], [0.0, 0.0, 1.0]])
    other = (width_mm - right, height_mm - bottom, width_mm - left, height_mm - top)
    return Pose(to_card=turn @ to_card, seen=other)


def hidden_part(seen: Box, width_mm: float, height_mm: float) -> Box | None:
    """The larger part of the card that is not in sight; None: nearly all of it is."""
    left, top, right, bottom = seen
    parts = [
        (0.0, 0.0, left, height_mm),
        (right, 0.0, width_mm, height_mm),
        (0.0, 0.0, width_mm, top),
        (0.0, bottom, width_mm, height_mm),
    ]
    largest = max(parts, key=lambda part: (part[2] - part[0]) * (part[3] - part[1]))
    share = (largest[2] - largest[0]) * (largest[3] - largest[1]) / (width_mm * height_mm)
    return largest if share > 1 - _NEARLY_WHOLE else None
