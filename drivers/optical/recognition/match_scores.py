"""How well a picture, laid upon the templates of a design, fits each of the 52 cards."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.design import FACE_SCALE, FINE_SCALE, Box, Design
from drivers.optical.recognition.card_poses import Pose
from drivers.optical.recognition.features import Field, Picture, ink_colour, paper_with_ink, relief_of_light
from drivers.optical.recognition.geometry import Matrix, scaled, straightened
from drivers.optical.recognition.start_poses import Scores

_LOOSE_MM = 1.0
"""How far an index may lie beside its place after alignment."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Index:
    """What one index says: its shape against all 52, and what its ink swallows of blue, green and red.

    `clear`: paper with ink on it, so that nothing covers it.
    """

    scores: Scores
    colour: npt.NDArray[np.float64]
    clear: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Fit:
    """A pose, laid exactly, with what face and indices say. `share` of the face is in sight.

    `corners` are upper left and lower right; None: not in sight.
    """

    pose: Pose
    design: Design
    face: Scores
    share: float
    corners: tuple[Index | None, Index | None]


def face_scores(picture: Picture, pose: Pose, design: Design) -> Scores:
    """Correlation of everything in sight but the indices with all 52."""
    width, height = design.size(FINE_SCALE)
    flat = straightened(picture, scaled(pose.to_card, FINE_SCALE), (width, height))
    left, top, right, bottom = (round(edge * FINE_SCALE) for edge in pose.seen)
    top, bottom, left, right = max(0, top), min(height, bottom), max(0, left), min(width, right)
    sheet = np.zeros((height, width), dtype=np.float32)
    sheet[top:bottom, left:right] = relief_of_light(np.ascontiguousarray(flat[top:bottom, left:right]), FINE_SCALE)
    sheet *= design.body
    power = float(np.vdot(sheet, sheet))
    theirs = np.sqrt(design.fine_power(top, bottom, left, right) * power + 1e-6)
    scores = np.tensordot(design.fine, sheet, axes=2) / theirs
    return np.asarray(scores[int(scores.max(axis=1).argmax())], dtype=np.float32)


def index_at(picture: Picture, to_card: Matrix, design: Design, card: int | None) -> Index:
    """The upper left index against all 52. `card` is the best guess: with it the exact place is found."""
    left, top, _, _ = design.window
    cut = straightened(picture, scaled(to_card, FACE_SCALE, left, top), design.window_size)
    relief = relief_of_light(cut, FACE_SCALE)
    place = design.index_slices if card is None else _placed(relief, design, card)
    scores = _compared(relief[place], design)
    named = int(scores.argmax())
    if card is not None and named != card:
        # Another card fits better here: at its own best place it may fit better still, and then it contradicts.
        other = _placed(relief, design, named)
        elsewhere = _compared(relief[other], design)
        if float(elsewhere.max()) > float(scores.max()):
            scores, place, named = elsewhere, other, int(elsewhere.argmax())
    patch = np.ascontiguousarray(cut[place])
    return Index(
        scores=scores, colour=ink_colour(patch, design.inked[named]), clear=paper_with_ink(patch, design.always_blank)
    )


def _compared(patch: Field, design: Design) -> Scores:
    row = np.ascontiguousarray(patch).reshape(-1)
    scores = (design.corner_rows @ row / max(float(np.linalg.norm(row)), 1e-6)).reshape(-1, len(ALL_CARDS))
    return np.asarray(scores[int(scores.max(axis=1).argmax())], dtype=np.float32)


def _placed(relief: Field, design: Design, card: int) -> tuple[slice, slice]:
    """Where in the window the index really lies, at most `_LOOSE_MM` beside its place."""
    rows, columns = design.index_slices
    loose = round(_LOOSE_MM * FACE_SCALE)
    y0, x0 = max(0, rows.start - loose), max(0, columns.start - loose)
    y1, x1 = min(relief.shape[0], rows.stop + loose), min(relief.shape[1], columns.stop + loose)
    found = cv2.matchTemplate(np.ascontiguousarray(relief[y0:y1, x0:x1]), design.corners[0, card], cv2.TM_CCORR)
    dy, dx = np.unravel_index(int(np.argmax(found)), found.shape)
    top, left = y0 + int(dy), x0 + int(dx)
    return slice(top, top + rows.stop - rows.start), slice(left, left + columns.stop - columns.start)


def turned_about(to_card: Matrix, design: Design) -> Matrix:
    """The same card seen the other way up: its lower right index stands in the upper left corner."""
    about = np.array([[-1.0, 0.0, design.width_mm], [0.0, -1.0, design.height_mm], [0.0, 0.0, 1.0]])
    return np.asarray(about @ to_card)


def fitted(picture: Picture, pose: Pose, design: Design) -> Fit:
    """Face and indices against all cards, in a pose that is already exact."""
    face = face_scores(picture, pose, design)
    best = int(face.argmax())
    left, top, right, bottom = pose.seen
    # An index box partly under a cover still tells something; one that is mostly covered tells nothing.
    upper = _in_sight(design.index, pose.seen)
    x0, y0, x1, y1 = design.index
    lower = _in_sight(
        (design.width_mm - x1, design.height_mm - y1, design.width_mm - x0, design.height_mm - y0), pose.seen
    )
    return Fit(
        pose=pose,
        design=design,
        face=face,
        share=(right - left) * (bottom - top) / (design.width_mm * design.height_mm),
        corners=(
            index_at(picture, pose.to_card, design, best) if upper else None,
            index_at(picture, turned_about(pose.to_card, design), design, best) if lower else None,
        ),
    )


def _in_sight(part: Box, seen: Box) -> bool:
    wide = min(part[2], seen[2]) - max(part[0], seen[0])
    high = min(part[3], seen[3]) - max(part[1], seen[1])
    whole = (part[2] - part[0]) * (part[3] - part[1])
    return wide > 0 and high > 0 and wide * high >= 0.6 * whole
