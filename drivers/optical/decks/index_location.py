"""Where a design has its index: found in the upper left corners of its 52 faces."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.decks.design import FACE_SCALE, Box
from drivers.optical.recognition.features import Picture

_WIDEST, _HIGHEST = 0.27, 0.45
"""Shares of width and height that an index may take."""
_RIM_MM = 1.4
_ROUND_MM = 5.0
_AIR_MM = 0.7
_INK = 0.12
_NEARLY_ALL, _SOME = 0.75, 0.06
_WIDER_MM = 2.4
_LEAST_SIGN_MM = 2.0
_FALLBACK: Box = (1.5, 1.5, 12.0, 26.0)


def index_place(faces: Sequence[Picture], width_mm: float, height_mm: float) -> Box:
    """The box around rank and suit, the same for all cards of the design."""
    rim = round(_RIM_MM * FACE_SCALE)
    high, wide = round(_HIGHEST * height_mm * FACE_SCALE), round(_WIDEST * width_mm * FACE_SCALE)
    marks = np.stack([_marks(face[rim:high, rim:wide]) for face in faces])
    marks &= _inside_round_corner(high - rim, wide - rim)
    profile = marks.any(axis=1).mean(axis=0)
    groups = _groups(profile, _NEARLY_ALL)
    if not groups:
        return _FALLBACK
    left, right = _widened(profile, groups[0])
    rows = _groups(marks[:, :, left:right].any(axis=2).mean(axis=0), 0.5)
    if not rows:
        return _FALLBACK
    signs = sorted(sorted(rows[:3], key=lambda group: group[0] - group[1])[:2])
    top, bottom = signs[0][0], signs[-1][1]
    air = _AIR_MM
    return (
        max(0.8, (left + rim) / FACE_SCALE - air),
        max(0.8, (top + rim) / FACE_SCALE - air),
        (right + rim) / FACE_SCALE + air,
        (bottom + rim) / FACE_SCALE + air,
    )


def _marks(corner: Picture) -> npt.NDArray[np.bool_]:
    """Pixels that are no paper."""
    paper = np.percentile(corner.reshape(-1, 3), 85, axis=0)
    away = np.abs(corner.astype(np.float32) - paper).max(axis=2)
    return np.asarray(cv2.GaussianBlur(away, (3, 3), 0) > 255 * _INK * 2)


def _inside_round_corner(height: int, width: int) -> npt.NDArray[np.bool_]:
    """Without the outline that some designs have, where it bends into the corner."""
    radius = _ROUND_MM * FACE_SCALE
    y, x = np.mgrid[0:height, 0:width] + _RIM_MM * FACE_SCALE
    away = np.hypot(np.maximum(radius - x, 0), np.maximum(radius - y, 0))
    return np.asarray(away <= radius - _RIM_MM * FACE_SCALE)


def _groups(profile: npt.NDArray[np.float64], least: float) -> list[tuple[int, int]]:
    """Stretches where at least this share of the cards has ink."""
    inked = np.concatenate([[False], profile >= least, [False]])
    edges = np.flatnonzero(inked[1:] != inked[:-1])
    return [
        (int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a >= FACE_SCALE * _LEAST_SIGN_MM
    ]


def _widened(profile: npt.NDArray[np.float64], core: tuple[int, int]) -> tuple[int, int]:
    """A ten is wider than the other ranks: as far as some cards still have ink beside what all of them have."""
    left, right = core
    reach = round(_WIDER_MM * FACE_SCALE)
    for _ in range(reach):
        left -= int(left > 0 and profile[left - 1] >= _SOME)
        right += int(right < len(profile) and profile[right] >= _SOME)
    return left, right
