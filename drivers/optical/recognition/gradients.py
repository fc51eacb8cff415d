"""What each of the eight numbers of a perspective mapping does to a template, known before any picture comes."""

from __future__ import annotations

import cv2
import numpy as np

from drivers.optical.recognition.features import Field

_LIKELY_SHIFT, _LIKELY_TILT = 0.05, 0.02
"""How far the frame of a card is usually wrong, in halves of its sides; only a clear print moves it further."""
_NOISE = 2.0
_STIFFNESS = _NOISE / np.square([_LIKELY_SHIFT] * 6 + [_LIKELY_TILT] * 2)


class Gradients:
    """A template of brightness with the effect of each of the eight numbers, rows by pixels.

    A face with little print, such as an ace, says little about its corners. So each number is held to 0 by how unlikely
    it is, else noise would carry the card away.
    """

    __slots__ = ("effects", "inverse", "size", "template", "to_unit")

    stiffness = _STIFFNESS

    def __init__(self, template: Field) -> None:
        height, width = template.shape
        self.template = template.reshape(-1)
        self.size = (width, height)
        self.to_unit = np.array([[2 / width, 0, 1 / width - 1], [0, 2 / height, 1 / height - 1], [0, 0, 1.0]])
        x = np.tile((np.arange(width) + 0.5) * 2 / width - 1, height).astype(np.float32)
        y = np.repeat((np.arange(height) + 0.5) * 2 / height - 1, width).astype(np.float32)
        across = cv2.Scharr(template, cv2.CV_32F, 1, 0).reshape(-1) * np.float32(width / 64)
        down = cv2.Scharr(template, cv2.CV_32F, 0, 1).reshape(-1) * np.float32(height / 64)
        both = across * x + down * y
        rows = [across * x, across * y, across, down * x, down * y, down, -both * x, -both * y]
        self.effects = np.stack(rows)
        normal = self.effects @ self.effects.T
        self.inverse = np.linalg.inv(normal + np.diag(_STIFFNESS))
