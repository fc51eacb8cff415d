"""What is in sight of an index and right beside it, and is none of this card, pixel by pixel: print in a colour that
the card has nowhere near, and blank paper where the card is printed all over.

Skin, cloth and shade are never as strong in colour as print, and never as bright as paper. So both hold right at the
edge of a finger or a sleeve, of whatever shape the rest is that it leaves in sight.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.decks.design import PRINT_SCALE, Design
from drivers.optical.recognition.features import Field, Picture, least_and_most, level_of, paper_within

_BRIGHTEST, _COVERED = 0.95, 0.45
"""The share of pixels that paper is at least as bright as; how dark, against that of the card, it is none."""
_STRONG, _SATURATED = 0.30, 0.66
"""How far apart the channels of print are, as shares of the paper, and as a share of the brightest one."""
_STRANGE_MM2, _BLANK_MM2 = 1.2, 1.0
"""How much strange print, and how much paper in place of print, contradicts."""
_BLANK, _VEILED, _SATURATED_LEVEL, _LEAST_GLARE = 0.85, 1.12, 250, 0.005
"""How bright paper is, as a share. How bright, against that of the card, or as a grey level of a share of it, nothing
but a reflection is: print shines through it as faintly as one likes."""
_SPECK = np.ones((2, 2), np.uint8)


def shows_strange_print(
    window: Picture, design: Design, corner: int, card: int, paper: npt.NDArray[np.float32]
) -> bool:
    """`window` is that of one index (`corner` 0 upper, 1 lower), upright, at `PRINT_SCALE`; `paper` the colour of this
    card's paper."""
    darkest, brightest = least_and_most(window)
    level = paper_within(window, darkest, _BRIGHTEST)
    if level.mean() < _COVERED * paper.mean():
        return False
    beside = design.surroundings
    seen = np.minimum(window[beside.place].astype(np.float32) / level, np.float32(1.0))
    blue, green, red = cv2.split(seen)
    least, most = np.minimum(np.minimum(blue, green), red), np.maximum(np.maximum(blue, green), red)
    if _area(_strange(blue, green, red, most - least, most, beside.colours[corner][card])) >= _STRANGE_MM2:
        return True
    veiled = level.mean() > _VEILED * paper.mean() or level_of(brightest, 1 - _LEAST_GLARE) >= _SATURATED_LEVEL
    return not veiled and _area(beside.printed[corner, card] & (least > _BLANK)) >= _BLANK_MM2


def _strange(
    blue: Field, green: Field, red: Field, spread: Field, most: Field, near: tuple[Field, Field]
) -> npt.NDArray[np.bool_]:
    """Strong in a colour that lies beyond all that the card has around that place, or between it and none."""
    strange = np.zeros(blue.shape, dtype=np.bool_)
    for number, apart in enumerate((red - green, red - blue, blue - green)):
        strange |= (apart < near[0][number]) | (apart > near[1][number])
    return strange & (spread > _STRONG) & (spread > np.float32(_SATURATED) * most)


def _area(mask: npt.NDArray[np.bool_]) -> float:
    """In square millimetres, without specks."""
    return float(cv2.countNonZero(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _SPECK))) / PRINT_SCALE**2
