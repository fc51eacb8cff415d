"""What the cards of a design show in an index and right beside it: which colours, and where print is all around."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.recognition.features import Field

_NEARBY = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
_WITHIN = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
"""Discs of the radius, at three pixels per millimetre, that print may lie beside its place."""
_ANOTHER_COLOUR, _PRINTED = 0.30, 0.5
"""By how much of the paper's brightness two channels must be further apart in another colour; how dark print is."""


class IndexSurroundings:
    """Of the 52 upper indices (0), and of the lower ones turned about (1): where a deck is cut unevenly, one does not
    lie as the other does. `place` is the part of an index's window that is compared."""

    def __init__(self, windows: Sequence[Sequence[Field]], place: tuple[slice, slice]) -> None:
        """`windows`: as shares of their paper."""
        self.place = place
        self.colours = tuple(tuple(map(self._colours_near, corner)) for corner in windows)
        """How far apart red and green, red and blue, blue and green of what is printed nearby may be at least and at
        most, with some more."""
        self.printed = np.stack([[self._printed_all_over(window) for window in corner] for corner in windows])
        """Where a card is printed, and all around, too."""

    def _colours_near(self, window: Field) -> tuple[Field, Field]:
        blue, green, red = cv2.split(window)
        apart = (red - green, red - blue, blue - green)
        low = [np.minimum(cv2.erode(field, _NEARBY), 0.0)[self.place] - _ANOTHER_COLOUR for field in apart]
        high = [np.maximum(cv2.dilate(field, _NEARBY), 0.0)[self.place] + _ANOTHER_COLOUR for field in apart]
        return np.stack(low).astype(np.float32), np.stack(high).astype(np.float32)

    def _printed_all_over(self, window: Field) -> npt.NDArray[np.bool_]:
        printed = (window.min(axis=2) < _PRINTED).astype(np.uint8)
        return np.asarray(cv2.erode(printed, _WITHIN, borderValue=0)[self.place] > 0)
