"""Pictures of large sensors, brought down to what the templates need. Each size is made once per picture."""

from __future__ import annotations

import cv2
import numpy as np

from drivers.optical.recognition.features import Picture
from drivers.optical.recognition.geometry import Quad, sides

_WANTED = 3.6
_TOO_FINE = 4.8
"""Pixels per millimetre of card: above this a picture would be sampled with gaps."""


class SizedPicture:
    def __init__(self, picture: Picture) -> None:
        self._made: dict[float, Picture] = {1.0: picture}

    def for_card(self, quad: Quad, height_mm: float) -> tuple[Picture, float]:
        """The picture in which this frame has a useful size, and by which factor it is smaller than the original."""
        fineness = float(sides(quad).max()) / height_mm
        factor = 1.0 if fineness <= _TOO_FINE else round(_WANTED / fineness, 2)
        if factor not in self._made:
            height, width = self._made[1.0].shape[:2]
            size = (max(1, round(width * factor)), max(1, round(height * factor)))
            self._made[factor] = np.asarray(cv2.resize(self._made[1.0], size, interpolation=cv2.INTER_AREA))
        return self._made[factor], factor


def shrunk(quad: Quad, factor: float) -> Quad:
    return np.asarray((quad + 0.5) * factor - 0.5, dtype=np.float32)


def grown(quad: Quad, factor: float) -> Quad:
    return np.asarray((quad + 0.5) / factor - 0.5, dtype=np.float32)
