"""A card photographed on a table, cut out and straightened: enrolment needs no scanner."""

from __future__ import annotations

from itertools import chain

import cv2
import numpy as np

from drivers.optical.recognition import quality
from drivers.optical.recognition.features import Picture
from drivers.optical.recognition.geometry import Quad, area, box, mapping, sides
from drivers.optical.recognition.outlines import FrameSearch, working_copy
from drivers.optical.recognition.picture_sizes import SizedPicture

_SHARES = (0.04, 0.92)
"""Of the picture that a card may take: less is too small, more is a picture of nothing but the card."""
_SHAPES = (0.55, 0.82)
_LOOKED_AT = 12


def straightened_card(picture: Picture) -> Picture | None:
    """The card upright, as high as it was photographed; None: the picture is of nothing but a card.

    ValueError: a table is seen, and no single card with its four sides upon it.
    """
    small, factor = working_copy(SizedPicture(picture))
    if quality.paper_to_the_rim(small):
        return None
    whole = float(picture.shape[0] * picture.shape[1])
    framed = False
    for number, sighting in enumerate(chain.from_iterable(FrameSearch(small, factor).steps())):
        share = area(sighting.quad) / whole
        if number >= _LOOKED_AT or share > _SHARES[1]:
            break
        quad = upright(sighting.quad)
        lengths = sides(quad)
        shape = float((lengths[0] + lengths[2]) / (lengths[1] + lengths[3]))
        if share < _SHARES[0] or not _SHAPES[0] <= shape <= _SHAPES[1]:
            continue
        framed = True
        if quality.stands_out(small, factor, sighting.quad):
            return cut_out(picture, quad)
    if framed or _is_photograph(picture):
        raise ValueError("no card with four sides is seen on the table; lay it alone on a plain dark cloth")
    return None


def _is_photograph(picture: Picture) -> bool:
    """Wider than a card stands."""
    return bool(picture.shape[1] > picture.shape[0])


def upright(quad: Quad) -> Quad:
    lengths = sides(quad)
    return quad if lengths[0] + lengths[2] < lengths[1] + lengths[3] else np.roll(quad, -1, axis=0)


def cut_out(picture: Picture, quad: Quad) -> Picture:
    """The card in this frame, straightened, as large as it was photographed."""
    lengths = sides(quad)
    width, height = round(float(lengths[0] + lengths[2]) / 2), round(float(lengths[1] + lengths[3]) / 2)
    to_flat = mapping(quad, box(-0.5, -0.5, width - 0.5, height - 0.5))
    return np.asarray(cv2.warpPerspective(picture, to_flat, (width, height), flags=cv2.INTER_AREA), dtype=np.uint8)
