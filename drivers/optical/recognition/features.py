"""What of a picture is compared: ink against its surroundings, free of light, shadow and glare.

Each pixel is divided by the light around it and by the contrast around it. A shadow, a weak lamp or a veil of glare
falls out of that; what is printed stays. Its shape alone says which card it is. The colour of ink is measured apart,
against the paper around it, so that a warm or a green lamp does not count as ink: it may only contradict.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]

SURROUNDINGS_MM = 5.0
"""The neighbourhood that counts as light: wider than a stroke of ink, narrower than a shadow."""
_LEAST_CONTRAST = 0.10
_LEAST_LIGHT = 6.0
_BRIGHTNESS = np.array([[0.25, 0.45, 0.30]], dtype=np.float32)
_BLANK_LEAST, _BLANK_MOST, _PRINTED = 0.75, 1.2, 0.6
_CLEAR, _LEAST_PRINTED = 0.85, 0.03
"""Shares of the paper's brightness; shares of a patch."""
_GREY_SPREAD = 6.0
"""Grey levels between the channels, up to which a whole picture is without colour."""


def relief_of_light(picture: Picture, pixels_per_mm: float) -> Field:
    """Brightness, about 0 on blank paper: the shape of what is printed."""
    layer = np.asarray(cv2.transform(picture.astype(np.float32), _BRIGHTNESS), dtype=np.float32)
    sigma = SURROUNDINGS_MM * pixels_per_mm
    around = _around(layer, sigma)
    relief = np.asarray(layer / np.maximum(around, _LEAST_LIGHT) - 1.0, dtype=np.float32)
    power = _around(relief * relief, sigma)
    result: Field = relief / np.sqrt(power + _LEAST_CONTRAST**2)
    return result


def _around(field: Field, sigma: float) -> Field:
    """The mean of the neighbourhood. A box twice is close to a bell and costs the same at every width."""
    size = (2 * round(sigma) + 1,) * 2
    once = cv2.blur(field, size, borderType=cv2.BORDER_REFLECT_101)
    return np.asarray(cv2.blur(once, size, borderType=cv2.BORDER_REFLECT_101), dtype=np.float32)


def ink_colour(picture: Picture, inked: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """What the printed places swallow of blue, green and red, against the paper beside them; 0 nothing, 1 all."""
    blank = picture[~inked]
    if not inked.any() or not len(blank):
        return np.zeros(3)
    paper = np.maximum(np.percentile(blank, 75, axis=0), _LEAST_LIGHT)
    return np.asarray(1.0 - np.clip(picture[inked].mean(axis=0) / paper, 0.0, 1.0), dtype=np.float64)


def paper_with_ink(patch: Picture, always_blank: npt.NDArray[np.bool_]) -> bool:
    """Paper where every index has paper, and ink elsewhere: neither skin, nor cloth, nor a reflection."""
    channels = patch.reshape(-1, 3).astype(np.float32)
    paper = np.maximum(np.percentile(channels, 85, axis=0), _LEAST_LIGHT)
    shares = patch.astype(np.float32) / paper
    blank = (shares.min(axis=2) > _BLANK_LEAST) & (shares.max(axis=2) < _BLANK_MOST)
    printed = float((shares.min(axis=2) < _PRINTED).mean())
    return bool(float(blank[always_blank].mean()) > _CLEAR and printed > _LEAST_PRINTED)


def is_grey(picture: Picture) -> bool:
    """A camera that sees no colour, or a light that shows none."""
    step = max(1, picture.shape[0] // 120)
    small = picture[::step, ::step].astype(np.int16)
    spread = small.max(axis=2) - small.min(axis=2)
    return float(np.percentile(spread, 98)) <= _GREY_SPREAD
