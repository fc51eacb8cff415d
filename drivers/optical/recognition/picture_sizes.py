"""A picture and its halves, each made once: whatever is cut out of it is taken from the size that it needs.

Sampling a large picture with gaps would show noise instead of print, and would cost more than the small one.
"""

from __future__ import annotations

import cv2
import numpy as np

from drivers.optical.recognition.features import Picture
from drivers.optical.recognition.geometry import Matrix, inverted, scaled, straightened

_LEAST_SAMPLES = 1.1
"""Pixels of the picture for one of what is cut out."""


class SizedPicture:
    """`straightened` cards and parts of them, wherever `to_card` (pixels of the whole picture to millimetres) leads."""

    def __init__(self, picture: Picture) -> None:
        self.whole = picture
        self._halves = [picture]

    def smaller(self, factor: int) -> Picture:
        """By a whole factor; what does not fill a pixel at the right and lower rim falls off."""
        halvings = self._made(next(power for power in range(factor) if factor >> power & 1))
        half, rest = self._halves[halvings], factor >> halvings
        if rest == 1:
            return half
        height, width = half.shape[0] // rest, half.shape[1] // rest
        even = half[: height * rest, : width * rest]
        return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def straightened(
        self, to_card: Matrix, scale: float, size: tuple[int, int], left: float = 0.0, top: float = 0.0
    ) -> Picture:
        """`scale` pixels per millimetre, `size` of them wide and high, beginning at `left`, `top` of the card."""
        middle = (left + size[0] / scale / 2, top + size[1] / scale / 2)
        fineness = _pixels_per_mm(inverted(to_card), *middle) / scale
        halvings = self._made(int(np.log2(max(fineness / _LEAST_SAMPLES, 1.0))))
        k = float(2**halvings)
        grow = np.array([[k, 0.0, (k - 1) / 2], [0.0, k, (k - 1) / 2], [0.0, 0.0, 1.0]])
        return straightened(self._halves[halvings], scaled(to_card, scale, left, top) @ grow, size)

    def _made(self, halvings: int) -> int:
        """Halved that often, or as often as there is something to halve."""
        while len(self._halves) <= halvings:
            last = self._halves[-1]
            height, width = last.shape[0] // 2, last.shape[1] // 2
            if min(height, width) < 2:
                return len(self._halves) - 1
            half = cv2.resize(last[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
            self._halves.append(np.asarray(half, dtype=np.uint8))
        return halvings


def _pixels_per_mm(to_picture: Matrix, x: float, y: float) -> float:
    """How fine a card is seen around this place of it: the root of what a square millimetre becomes."""
    (a, b, c), (d, e, f), (g, h, i) = to_picture.tolist()
    depth = g * x + h * y + i
    across, down = a * x + b * y + c, d * x + e * y + f
    grown = (a * depth - g * across) * (e * depth - h * down) - (b * depth - h * across) * (d * depth - g * down)
    return float(np.sqrt(abs(grown)) / max(depth * depth, 1e-9))
