"""The shapes of the built-in design: ranks as strokes, suits as outlines. All of them are our own, none is a font.

A rank stands in a box 0.6 wide and 1 high, its corner at (0, 0). A suit fills a box of side 1 around (0, 0). y points
down.
"""

from __future__ import annotations

import math
from typing import cast

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
RANK_WIDTH = 0.6
_STEPS = 48


def _line(*points: tuple[float, float]) -> Points:
    return np.array(points, dtype=np.float64)


def _arc(x: float, y: float, across: float, down: float, start: float = 0.0, end: float = 360.0) -> Points:
    """Part of an ellipse; degrees from the right, clockwise to the eye."""
    angles = np.radians(np.linspace(start, end, _STEPS))
    return np.stack([x + across * np.cos(angles), y + down * np.sin(angles)], axis=1)


def _bend(start: tuple[float, float], pull: tuple[float, float], end: tuple[float, float]) -> Points:
    """A quadratic curve from `start` to `end`, drawn towards `pull`."""
    t = np.linspace(0.0, 1.0, _STEPS)[:, None]
    curve = (1 - t) ** 2 * np.array(start) + 2 * t * (1 - t) * np.array(pull) + t**2 * np.array(end)
    return cast(Points, curve)


def _joined(*parts: Points) -> Points:
    return np.concatenate(parts)


def _upside_down(strokes: list[Points]) -> list[Points]:
    return [np.array([RANK_WIDTH, 1.0]) - stroke for stroke in strokes]


_SIX = [_bend((0.50, 0.0), (0.02, 0.18), (0.0, 0.68)), _arc(0.30, 0.69, 0.30, 0.31)]

STROKES: dict[str, list[Points]] = {
    "A": [_line((0.0, 1.0), (0.30, 0.0), (0.60, 1.0)), _line((0.12, 0.66), (0.48, 0.66))],
    "2": [_joined(_arc(0.30, 0.29, 0.28, 0.29, 195, 385), _line((0.02, 1.0), (0.60, 1.0)))],
    "3": [_joined(_arc(0.29, 0.25, 0.27, 0.25, 205, 450), _arc(0.28, 0.74, 0.31, 0.26, 270, 515))],
    "4": [_line((0.44, 1.0), (0.44, 0.0), (0.0, 0.69), (0.60, 0.69))],
    "5": [_joined(_line((0.55, 0.0), (0.10, 0.0), (0.05, 0.47)), _arc(0.28, 0.68, 0.31, 0.32, 222, 510))],
    "6": _SIX,
    "7": [_line((0.0, 0.0), (0.60, 0.0), (0.20, 1.0))],
    "8": [_arc(0.30, 0.24, 0.24, 0.24), _arc(0.30, 0.74, 0.30, 0.26)],
    "9": _upside_down(_SIX),
    "1": [_line((0.08, 0.20), (0.32, 0.0), (0.32, 1.0))],
    "0": [_arc(0.30, 0.50, 0.28, 0.50)],
    "J": [
        _joined(_line((0.46, 0.0), (0.46, 0.70)), _arc(0.23, 0.72, 0.23, 0.28, 0, 170)),
        _line((0.26, 0.0), (0.60, 0.0)),
    ],
    "Q": [_arc(0.30, 0.49, 0.30, 0.49), _line((0.34, 0.70), (0.62, 1.03))],
    "K": [_line((0.04, 0.0), (0.04, 1.0)), _line((0.58, 0.0), (0.04, 0.62)), _line((0.21, 0.43), (0.60, 1.0))],
}
"""A character to its strokes. The ten is written with two."""


def _heart() -> Points:
    t = np.linspace(0, 2 * math.pi, 4 * _STEPS)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return cast(Points, np.stack([x / 33.0, (y - 2.5) / 29.5], axis=1))


def _diamond() -> Points:
    tips = [(0.0, -0.52), (0.40, 0.0), (0.0, 0.52), (-0.40, 0.0)]
    sides = []
    for start, end in zip(tips, tips[1:] + tips[:1], strict=True):
        middle = (0.43 * (start[0] + end[0]), 0.43 * (start[1] + end[1]))
        sides.append(_bend(start, middle, end))
    return _joined(*sides)


def _stem(top: float) -> Points:
    left = _bend((-0.03, top), (-0.03, 0.42), (-0.20, 0.50))
    right = _bend((0.20, 0.50), (0.03, 0.42), (0.03, top))
    return _joined(left, right)


def _spade() -> list[Points]:
    body = _heart() * np.array([1.0, -0.84]) + np.array([0.0, -0.08])
    return [body, _stem(0.10)]


def _club() -> list[Points]:
    leaves = [_arc(0.0, -0.29, 0.21, 0.21), _arc(-0.285, 0.12, 0.21, 0.21), _arc(0.285, 0.12, 0.21, 0.21)]
    return [*leaves, _arc(0.0, 0.0, 0.10, 0.10), _line((-0.28, 0.05), (0.28, 0.05), (0.0, 0.20)), _stem(0.0)]


SUITS: dict[str, list[Points]] = {"h": [_heart()], "d": [_diamond()], "s": _spade(), "c": _club()}
"""A suit letter to the outlines that are filled."""
