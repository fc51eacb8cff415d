"""Where a card may lie in a picture: outlines with four sides.

Three ways of telling a card from what it lies on are tried in turn, the cheap and sure one first: it is bright and
without colour, it differs from the rim of the picture, it has edges. Each gives outlines; a robust line is laid through
each side, so that a finger at the rim or a cut corner does not bend the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto
from functools import cached_property, partial
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.recognition.features import Picture, least_and_most
from drivers.optical.recognition.geometry import Quad, area, is_plausible
from drivers.optical.recognition.picture_sizes import SizedPicture
from drivers.optical.recognition.straight_edges import frames_of_edges

_WORKING_SIZE = 320
_LEAST_SHARE, _MOST_SHARE = 0.012, 0.7
_MOST_OUTLINES = 3
_RIM = 0.02
_ROUND = 0.85
_LINES, _LARGEST_PRINT = (0.05, 0.11), 0.012
"""Breadth of printed lines and of a finger, as shares of the picture's height; largest print on a card, as a share."""
_APART = 12
_COSTS_MS = (1.5, 1.5, 9.0, 1.5, 1.5, 2.5, 3.0, 3.0, 3.0, 3.0)
"""What each step of the search for frames takes, about."""
_FILLS = (0.8, 1.15)
"""A frame that its outline does not fill, or bulges out of, has not four sides."""

Mask = npt.NDArray[np.uint8]
Outline = Any
"""Points as OpenCV hands them out."""


_LOGARITHM = np.round(255 * np.log1p(np.arange(256)) / np.log1p(255.0)).astype(np.uint8)


class Shown(Enum):
    """What lies in a frame: a known back, print all over as backs have it, or a face as far as one can say."""

    NOTHING = auto()
    BACK = auto()
    PRINT = auto()
    FACE = auto()


class Sighting:
    """A frame of four sides. `outlined`: it is that of a thing, not only supposed; `parts_tried`: parts of cards were
    looked for in it, in vain; `shows`: what lies there, once somebody has looked; `like_no_back`, `like_no_face`:
    nor a known back, nor a face of any design."""

    __slots__ = ("hull_area", "like_no_back", "like_no_face", "outlined", "parts_tried", "quad", "shows")

    def __init__(self, *, quad: Quad, hull_area: float = 0.0, outlined: bool = True) -> None:
        self.quad, self.hull_area, self.outlined = quad, hull_area, outlined
        self.parts_tried = self.like_no_back = self.like_no_face = False
        self.shows: Shown | None = None


def working_copy(picture: SizedPicture) -> tuple[Picture, int]:
    """Smaller by a whole factor when it is large, and that factor."""
    factor = max(1, max(picture.whole.shape[:2]) // _WORKING_SIZE)
    if factor == 1:
        return np.asarray(cv2.GaussianBlur(picture.whole, (3, 3), 0)), 1
    return picture.smaller(factor), factor


class FrameSearch:
    """Frames in pixels of the picture, step by step, likely and quick ones first: the caller stops when it has read a
    card."""

    def __init__(self, small: Picture, factor: int) -> None:
        self._small, self._factor = small, factor
        masks = (self._whole_paper, self._whole_away)
        self._steps: list[Callable[[], list[Sighting]]] = [
            lambda: self._outlined(whitest(self._tone)),
            lambda: self._outlined(self._paper),
            self._edged,
            lambda: self._outlined(split(self._away)),
            lambda: self._outlined(self._apart),
            lambda: self._outlined(edged(small)),
            *(partial(self._unlined, whole, share) for whole in masks for share in _LINES),
        ]

    def cost_ms(self, number: int) -> float:
        """Of this step, about; 0 after the last one."""
        return _COSTS_MS[number] if number < len(self._steps) else 0.0

    def steps(self, first: int = 0) -> Iterator[list[Sighting]]:
        """What each step finds, without the `first` ones."""
        return (step() for step in self._steps[first:])

    @cached_property
    def _tone(self) -> Mask:
        return like_paper(self._small)

    @cached_property
    def _paper(self) -> Mask:
        return split(self._tone)

    @cached_property
    def _away(self) -> Mask:
        return unlike_the_rim(self._small)

    @cached_property
    def _apart(self) -> Mask:
        return apart_from_the_rim(self._away)

    def _whole_paper(self) -> Mask:
        return _without_small_holes(self._paper)

    def _whole_away(self) -> Mask:
        return _without_small_holes(self._apart)

    def _unlined(self, whole: Callable[[], Mask], share: float) -> list[Sighting]:
        return self._outlined(_without_lines(whole(), share))

    def _edged(self) -> list[Sighting]:
        height, width = self._small.shape[:2]
        quads = [quad for quad in frames_of_edges(self._small) if is_plausible(quad, width, height)]
        return [Sighting(quad=(quad + 0.5) * self._factor - 0.5, outlined=False) for quad in quads]

    def _outlined(self, mask: Mask | None) -> list[Sighting]:
        sightings = [] if mask is None else sorted(outlines(mask), key=lambda sighting: -sighting.hull_area)
        for sight in sightings:
            sight.quad = (sight.quad + 0.5) * self._factor - 0.5
            sight.hull_area *= self._factor * self._factor
        return sightings


def _without_small_holes(mask: Mask) -> Mask:
    """Print inside a card becomes part of it; the inside of a printed box stays outside."""
    _, labels, blobs, _ = cv2.connectedComponentsWithStats(cv2.bitwise_not(mask), connectivity=4)
    small = blobs[:, cv2.CC_STAT_AREA] < _LARGEST_PRINT * mask.size
    return np.asarray(np.where(small[labels] | (mask > 0), 255, 0), dtype=np.uint8)


def _without_lines(mask: Mask, share: float) -> Mask:
    """Without what is narrower than this share of the picture: printed lines that touch a card, a finger."""
    size = 2 * max(1, round(share * min(mask.shape) / 2)) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, disc), dtype=np.uint8)


def unlike_the_rim(small: Picture) -> npt.NDArray[np.uint8]:
    """How much everything differs from the colour along the border of the picture, where the table shows."""
    height, width = small.shape[:2]
    rim = max(2, round(_RIM * max(height, width)))
    border = [part.reshape(-1, 3) for part in (small[:rim], small[-rim:], small[:, :rim], small[:, -rim:])]
    table = np.median(np.concatenate(border), axis=0)
    away = cv2.absdiff(small, np.full_like(small, table.round().astype(np.uint8)))
    blue, green, red = cv2.split(away)
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.uint8)


def apart_from_the_rim(away: npt.NDArray[np.uint8]) -> Mask:
    """Everything that the border itself does not vary as much as: paper and print together, as one piece."""
    rim = max(2, round(_RIM * max(away.shape)))
    border = np.concatenate([part.ravel() for part in (away[:rim], away[-rim:], away[:, :rim], away[:, -rim:])])
    level = float(np.percentile(border, 90)) * 1.6 + 8.0
    mask = cv2.threshold(cv2.GaussianBlur(away, (3, 3), 0), level, 255, cv2.THRESH_BINARY)[1]
    return _cleaned(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)))


def like_paper(small: Picture) -> npt.NDArray[np.uint8]:
    """Paper is bright and without colour; felt has a colour. On the scale of ratios a shadow takes little away."""
    least, most = least_and_most(small)
    whiteness = cv2.multiply(least, cv2.divide(least, most, scale=255.0), scale=1 / 255.0)
    return np.asarray(cv2.LUT(whiteness, _LOGARITHM), dtype=np.uint8)


def whitest(tone: npt.NDArray[np.uint8]) -> Mask | None:
    """The brighter part of what is like paper, where a sleeve or a hand is like paper too; None: no such part."""
    first, mask = cv2.threshold(tone, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    upper = tone[mask > 0]
    if upper.size < _LEAST_SHARE * tone.size:
        return None
    second, _ = cv2.threshold(upper, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    share = float((upper > second).mean())
    if second - first < _APART or share < 0.1:
        return None
    return _cleaned(cv2.threshold(tone, second, 255, cv2.THRESH_BINARY)[1])


def edged(small: Picture) -> Mask:
    """What closed edges enclose, faint ones too: a line or a shadow parts a card from a white table."""
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    level = max(24.0, 0.16 * float(np.percentile(grey, 90)))
    edges = cv2.dilate(cv2.Canny(grey, 0.5 * level, level), np.ones((3, 3), np.uint8))
    contours, tree = cv2.findContours(edges, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    mask = np.zeros(grey.shape, dtype=np.uint8)
    for contour, place in zip(contours, tree[0], strict=True) if contours else ():
        enclosed = cv2.contourArea(contour)
        if place[3] >= 0 and _LEAST_SHARE * grey.size < enclosed < _MOST_SHARE * grey.size:
            cv2.drawContours(mask, [contour], -1, 255, cv2.FILLED)
    # The edge of a shadow cuts a card in two: the pieces lie side by side.
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    return np.asarray(cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), dtype=np.uint8)


def split(grey: npt.NDArray[np.uint8]) -> Mask:
    return _cleaned(cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1])


def _cleaned(mask: Any) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), dtype=np.uint8)


def outlines(mask: Mask, *, most: int = _MOST_OUTLINES, least_share: float = _LEAST_SHARE) -> Iterator[Sighting]:
    """Of the largest things in a mask those with four sides, in pixels of the mask."""
    height, width = mask.shape
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hulls = [(cv2.convexHull(contour), contour) for contour in contours if len(contour) >= 30]
    sized = sorted(((cv2.contourArea(hull), hull, contour) for hull, contour in hulls), key=lambda outline: -outline[0])
    for hull_area, hull, contour in sized[:most]:
        if hull_area < least_share * width * height:
            return
        if hull_area > _ROUND * np.pi * cv2.minEnclosingCircle(hull)[1] ** 2:
            continue  # a chip
        for quad in (_four_points(hull), _clockwise(cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float32))):
            frame = _frame(quad, contour)
            if is_plausible(frame, width, height) and _FILLS[0] <= hull_area / area(frame) <= _FILLS[1]:
                yield Sighting(quad=frame, hull_area=float(hull_area))
                break


def _frame(quad: Quad, contour: Outline) -> Quad:
    """A robust line laid through each side."""
    points = contour.reshape(-1, 2)[::2].astype(np.float32)
    for measure in (cv2.DIST_L2, cv2.DIST_HUBER):
        refined = _refit(quad, points, measure)
        if refined is None:
            return quad
        quad = refined
    return _clockwise(quad)


def _four_points(hull: Outline) -> Quad:
    around = cv2.arcLength(hull, True)
    for share in (0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.08):
        points = cv2.approxPolyDP(hull, share * around, True)
        if len(points) == 4:
            return _clockwise(points.reshape(4, 2).astype(np.float32))
        if len(points) < 4:
            break
    return _clockwise(cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float32))


def _refit(quad: Quad, points: npt.NDArray[np.float32], measure: int) -> Quad | None:
    """A line through what lies near the middle part of each side; the corners are where they meet."""
    lines = []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        way = end - start
        length = float(np.hypot(*way))
        if length < 4:
            return None
        along = (points - start) @ way / (length * length)
        across = np.abs((points[:, 0] - start[0]) * way[1] - (points[:, 1] - start[1]) * way[0]) / length
        near = points[(along > 0.08) & (along < 0.92) & (across < max(3.0, 0.04 * length))]
        if len(near) < max(6, 0.07 * length):
            lines.append((start, way / length))
            continue
        dx, dy, x, y = cv2.fitLine(near, measure, 0, 0.01, 0.01).ravel()
        lines.append((np.array([x, y]), np.array([dx, dy])))
    corners = [_meet(lines[side - 1], lines[side]) for side in range(4)]
    if any(corner is None for corner in corners):
        return None
    return np.array(corners, dtype=np.float32)


def _meet(first: tuple[Any, Any], second: tuple[Any, Any]) -> npt.NDArray[np.float32] | None:
    (p, d), (q, e) = first, second
    turn = float(d[0] * e[1] - d[1] * e[0])
    if abs(turn) < 0.2:
        return None
    part = float((q[0] - p[0]) * e[1] - (q[1] - p[1]) * e[0]) / turn
    return np.asarray(p + part * d, dtype=np.float32)


def _clockwise(quad: Quad) -> Quad:
    return quad if cv2.contourArea(quad, True) > 0 else quad[::-1].copy()
