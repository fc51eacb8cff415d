"""How well a picture, laid upon the templates of a design, fits each of the 52 cards."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.cards import ALL_CARDS, RANKS, SUITS
from drivers.optical.decks.design import FACE_SCALE, FINE_SCALE, Box, Design
from drivers.optical.recognition.card_poses import Pose
from drivers.optical.recognition.features import Field, Picture, ink_colour, paper_with_ink, relief_of_light
from drivers.optical.recognition.geometry import Matrix
from drivers.optical.recognition.picture_sizes import SizedPicture
from drivers.optical.recognition.start_poses import Scores

_LOOSE_MM, _LOOKED_FOR_MM = 1.0, 3.0
"""How far an index may lie beside its place after alignment, and how far it is looked for to lay the card better."""
_SURELY_FOUND = 0.78
_SURELY_THIS_CARD = 0.97
"""An index that fits its card as well as this is compared with no other where that would lie."""
Place = tuple[slice, slice]
_RANK_OF = np.array([RANKS.index(card[0]) for card in ALL_CARDS])
FITS_AN_INDEX = 0.75
"""Below this, what lies in an index's place is none of the 52."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Index:
    """What one index says: its shape against all 52, and what its ink swallows of blue, green and red.

    `relief` is the window that it was looked for in. `clear`: paper with ink on it, so that nothing covers it. `blank`:
    how much of it is paper.
    """

    scores: Scores
    relief: Field
    colour: npt.NDArray[np.float64]
    clear: bool
    blank: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Fit:
    """A pose, laid exactly, with what face and indices say. `share` of the face is in sight.

    `flat` is the straightened face in colour. `corners` are upper left and lower right; None: not in sight.
    """

    pose: Pose
    design: Design
    flat: Picture
    face: Scores
    share: float
    corners: tuple[Index | None, Index | None]


def face_scores(flat: Picture, pose: Pose, design: Design) -> Scores:
    """Correlation of everything in sight but the indices with all 52. `flat` is the straightened face."""
    width, height = design.size(FINE_SCALE)
    left, top, right, bottom = (round(edge * FINE_SCALE) for edge in pose.seen)
    top, bottom, left, right = max(0, top), min(height, bottom), max(0, left), min(width, right)
    sheet = np.zeros((height, width), dtype=np.float32)
    sheet[top:bottom, left:right] = relief_of_light(np.ascontiguousarray(flat[top:bottom, left:right]), FINE_SCALE)
    sheet *= design.body
    power = float(np.vdot(sheet, sheet))
    theirs = np.sqrt(design.fine_power(top, bottom, left, right) * power + 1e-6)
    scores = np.tensordot(design.fine, sheet, axes=2) / theirs
    return np.asarray(scores[int(scores.max(axis=1).argmax())], dtype=np.float32)


def index_scores(picture: SizedPicture, to_card: Matrix, design: Design) -> Scores:
    """The upper left index against all 52, where it is taken to lie."""
    left, top, _, _ = design.window
    relief = relief_of_light(picture.straightened(to_card, FACE_SCALE, design.window_size, left, top), FACE_SCALE)
    return _compared(relief[design.index_slices], design)


def index_at(picture: SizedPicture, to_card: Matrix, design: Design, card: int) -> Index:
    """The upper left index against all 52. `card` is the best guess: with it the exact place is found."""
    left, top, _, _ = design.window
    cut = picture.straightened(to_card, FACE_SCALE, design.window_size, left, top)
    relief = relief_of_light(cut, FACE_SCALE)
    place = _placed(relief, design, card)
    scores = _compared(relief[place], design)
    if float(scores[card]) < _SURELY_THIS_CARD:
        scores, place = _at_its_own_place(relief, design, card, scores, place)
    patch = np.ascontiguousarray(cut[place])
    clear, blank = paper_with_ink(patch, design.always_blank)
    return Index(
        scores=scores,
        relief=relief,
        colour=ink_colour(patch, design.inked[int(scores.argmax())]),
        clear=clear,
        blank=blank,
    )


def _at_its_own_place(relief: Field, design: Design, card: int, scores: Scores, place: Place) -> tuple[Scores, Place]:
    """The card that fits best where it would lie itself is the one that an index names. This card is compared with the
    best one here, the best one where an index belongs, and the best one of another rank."""
    other_rank = np.where(_RANK_OF[card] == _RANK_OF, -1.0, scores)
    where_it_belongs = _compared(relief[design.index_slices], design)
    for rival in {int(compared.argmax()) for compared in (scores, other_rank, where_it_belongs)} - {card}:
        other = _placed(relief, design, rival)
        elsewhere = _compared(relief[other], design)
        if float(elsewhere.max()) > float(scores.max()):
            scores, place = elsewhere, other
    return scores, place


def _compared(patch: Field, design: Design) -> Scores:
    row = np.ascontiguousarray(patch).reshape(-1)
    scores = (design.corner_rows @ row / max(math.sqrt(float(row @ row)), 1e-6)).reshape(-1, len(ALL_CARDS))
    return np.asarray(scores[int(scores.max(axis=1).argmax())], dtype=np.float32)


def rank_scores(index: Index, design: Design) -> Scores | None:
    """How well each of the 13 ranks alone fits somewhere in it; None: the index fits as a whole. What covers the suit
    may leave the rank in sight: that of another card then does not lie exactly in its place."""
    if float(index.scores.max()) >= FITS_AN_INDEX:
        return None
    rows, _ = design.index_slices
    relief = index.relief
    part = np.ascontiguousarray(relief[: rows.start + design.parting + round(_LOOSE_MM * FACE_SCALE)])
    matches = (cv2.matchTemplate(part, template, cv2.TM_CCOEFF_NORMED) for template in design.ranks)
    return np.array([float(scores.max()) for scores in matches], dtype=np.float32)


def suit_scores(index: Index, design: Design, card: int) -> Scores:
    """How well the sign of each suit alone fits below the rank of this card, wherever one of the four indices would
    lie: as a part of the whole index it counts so little that another one is passed over."""
    cards = [ALL_CARDS.index(ALL_CARDS[card][0] + suit) for suit in SUITS]
    scores = np.full(len(SUITS), -1.0, dtype=np.float32)
    for number in cards:
        sign = index.relief[_placed(index.relief, design, number)][design.parting :].reshape(-1)
        fits = design.sign_rows[:, cards] @ sign / max(math.sqrt(float(sign @ sign)), 1e-6)
        scores = np.maximum(scores, fits.max(axis=0))
    return np.asarray(scores, dtype=np.float32)


def _placed(relief: Field, design: Design, card: int) -> Place:
    """Where in the window the index really lies, at most `_LOOSE_MM` beside its place."""
    rows, columns = design.index_slices
    loose = round(_LOOSE_MM * FACE_SCALE)
    y0, x0 = max(0, rows.start - loose), max(0, columns.start - loose)
    y1, x1 = min(relief.shape[0], rows.stop + loose), min(relief.shape[1], columns.stop + loose)
    scores = cv2.matchTemplate(np.ascontiguousarray(relief[y0:y1, x0:x1]), design.corners[0, card], cv2.TM_CCORR)
    dy, dx = np.unravel_index(int(np.argmax(scores)), scores.shape)
    top, left = y0 + int(dy), x0 + int(dx)
    return slice(top, top + rows.stop - rows.start), slice(left, left + columns.stop - columns.start)


def turned_about(to_card: Matrix, design: Design) -> Matrix:
    """The same card seen the other way up: its lower right index stands in the upper left corner."""
    about = np.array([[-1.0, 0.0, design.width_mm], [0.0, -1.0, design.height_mm], [0.0, 0.0, 1.0]])
    return np.asarray(about @ to_card)


def fitted(picture: SizedPicture, pose: Pose, design: Design) -> Fit:
    """Face and indices against all cards, in a pose that is already exact."""
    flat = picture.straightened(pose.to_card, FINE_SCALE, design.size(FINE_SCALE))
    face = face_scores(flat, pose, design)
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
        flat=flat,
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


def laid_by_indices(picture: SizedPicture, pose: Pose, design: Design, card: int) -> Pose | None:
    """The pose with this card's indices where they really are: a face with little print says little about its corners.
    None: neither is found."""
    left, top, right, bottom = design.index
    places = np.array([complex((left + right) / 2, (top + bottom) / 2)] * 2)
    places[1] = complex(design.width_mm, design.height_mm) - places[0]
    upper = _beside(picture, pose.to_card, design, card)
    lower = _beside(picture, turned_about(pose.to_card, design), design, card)
    if upper is not None and lower is not None:
        seen = places + np.array([upper, -lower])
        turn = (places[1] - places[0]) / (seen[1] - seen[0])
        move = places[0] - turn * seen[0]
    elif upper is not None or lower is not None:
        turn, move = 1.0 + 0.0j, -upper if upper is not None else lower
    else:
        return None
    matrix = np.array([[turn.real, -turn.imag, move.real], [turn.imag, turn.real, move.imag], [0.0, 0.0, 1.0]])
    return Pose(to_card=matrix @ pose.to_card, seen=pose.seen)


def _beside(picture: SizedPicture, to_card: Matrix, design: Design, card: int) -> complex | None:
    """How many millimetres right of and below its place the upper left index lies."""
    template = design.corners[0, card]
    reach = round(_LOOKED_FOR_MM * FACE_SCALE)
    size = (template.shape[1] + 2 * reach, template.shape[0] + 2 * reach)
    left, top = design.index[0] - reach / FACE_SCALE, design.index[1] - reach / FACE_SCALE
    relief = relief_of_light(picture.straightened(to_card, FACE_SCALE, size, left, top), FACE_SCALE)
    _, fits, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(relief, template, cv2.TM_CCOEFF_NORMED))
    return complex(x - reach, y - reach) / FACE_SCALE if fits >= _SURELY_FOUND else None
