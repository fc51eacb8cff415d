"""Laying a straightened card exactly upon a template: a few steps downhill on the difference of the two.

The template's slopes and what each of the eight numbers of a perspective mapping does to it are known beforehand (the
inverse compositional way of Baker and Matthews), so a step costs one small warp and one product.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.decks.design import COARSE_SCALE, FACE_SCALE, FINE_SCALE, Design
from drivers.optical.recognition.card_poses import Pose
from drivers.optical.recognition.features import Field, relief_of_light
from drivers.optical.recognition.geometry import Matrix, inverted, scaled
from drivers.optical.recognition.gradients import Gradients
from drivers.optical.recognition.picture_sizes import SizedPicture

_MARGIN_MM = 5.0
_STEPS = ((COARSE_SCALE, 10), (FINE_SCALE, 10))
_CORNER_MARGIN_MM, _CORNER_STEPS = 2.0, 10
_LARGEST_ERROR = 1.5
"""Where picture and template differ by more, something else lies there; it must not pull."""
_SMALLEST_STEP = 1.5e-3
"""A twentieth of a millimetre."""


def _step_matrix(step: npt.NDArray[np.float32]) -> Matrix:
    a, b, c, d, e, f, g, h = (float(number) for number in step)
    return np.array([[1 + a, b, c], [d, 1 + e, f], [g, h, 1.0]])


def aligned(picture: SizedPicture, pose: Pose, design: Design, card: int, *, nearly: bool = False) -> Pose:
    """The pose moved so that the picture lies exactly upon this card's template; `nearly`: it does already."""
    for scale, steps in _STEPS[nearly:]:
        pose = _aligned_at(picture, pose, design.slopes(card, scale), scale, steps)
    return pose


def _aligned_at(picture: SizedPicture, pose: Pose, slopes: Gradients, scale: float, steps: int) -> Pose:
    margin = round(_MARGIN_MM * scale)
    width, height = slopes.size
    size, reach = (width + 2 * margin, height + 2 * margin), margin / scale
    wide = relief_of_light(picture.straightened(pose.to_card, scale, size, -reach, -reach), scale)
    wide *= _seen(pose, wide.shape, scale, margin)
    back = descended(wide, slopes, margin, steps)
    return Pose(to_card=_corrected(pose.to_card, back, scale, 0.0, 0.0), seen=pose.seen)


def aligned_corner(picture: SizedPicture, to_card: Matrix, design: Design, card: int) -> Matrix:
    """The same for an index alone, within its window."""
    left, top, _, _ = design.window
    slopes = design.corner_slopes(card)
    margin = round(_CORNER_MARGIN_MM * FACE_SCALE)
    width, height = slopes.size
    size, reach = (width + 2 * margin, height + 2 * margin), margin / FACE_SCALE
    wide = relief_of_light(picture.straightened(to_card, FACE_SCALE, size, left - reach, top - reach), FACE_SCALE)
    back = descended(wide, slopes, margin, _CORNER_STEPS)
    return _corrected(to_card, back, FACE_SCALE, left, top)


def descended(wide: Field, slopes: Gradients, margin: int, steps: int) -> Matrix:
    """How pixels of the straightened card have to move to lie upon the template. `wide` has a margin around."""
    from_unit = inverted(slopes.to_unit)
    into_wide = np.array([[1.0, 0, margin], [0, 1, margin], [0, 0, 1]]) @ from_unit
    move, moved = np.eye(3), np.zeros(8)
    for _ in range(steps):
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        now = cv2.warpPerspective(wide, into_wide @ move @ slopes.to_unit, slopes.size, flags=flags).reshape(-1)
        power = float(now @ now)
        if power <= 0:
            break
        gain = max(0.3, float(now @ slopes.template) / power)
        error = gain * now
        error -= slopes.template
        np.minimum(error, _LARGEST_ERROR, out=error)
        np.maximum(error, -_LARGEST_ERROR, out=error)
        error *= now != 0
        step = slopes.inverse @ (slopes.effects @ error - slopes.stiffness * moved)
        moved = moved + step
        move = move @ inverted(_step_matrix(step))
        move /= move[2, 2]
        if float(np.abs(step).max()) < _SMALLEST_STEP:
            break
    # Template pixel t shows what lay at `from_unit · move · to_unit · t`: the picture goes the other way.
    return np.asarray(from_unit @ inverted(move) @ slopes.to_unit)


def _corrected(to_card: Matrix, back: Matrix, scale: float, left: float, top: float) -> Matrix:
    unscaled = np.array([[1 / scale, 0, left + 0.5 / scale], [0, 1 / scale, top + 0.5 / scale], [0, 0, 1.0]])
    return np.asarray(unscaled @ back @ scaled(to_card, scale, left, top))


def _seen(pose: Pose, shape: tuple[int, ...], scale: float, margin: int) -> Field:
    mask = np.zeros(shape, dtype=np.float32)
    left, top, right, bottom = (round(edge * scale) + margin for edge in pose.seen)
    mask[max(0, top) : bottom, max(0, left) : right] = 1.0
    return mask
