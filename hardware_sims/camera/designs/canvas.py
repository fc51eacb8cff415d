"""A card-shaped sheet to paint on in millimetres. Shapes are drawn with fractions of a pixel and soft edges."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from hardware_sims.camera.designs.glyphs import RANK_WIDTH, STROKES, SUITS, Points

Picture = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]
"""Blue, green, red: the order of OpenCV."""

CARD_WIDTH_MM, CARD_HEIGHT_MM = 63.0, 88.0
CORNER_MM = 3.2
MASTER_SCALE = 12
"""Pixels per millimetre of a card as drawn; a camera sees it smaller."""

_FRACTION_BITS = 6


class Canvas:
    """White paper of one card."""

    def __init__(self, paper: Colour) -> None:
        size = (round(CARD_HEIGHT_MM * MASTER_SCALE), round(CARD_WIDTH_MM * MASTER_SCALE), 3)
        self.picture: Picture = np.full(size, paper, dtype=np.uint8)

    def _fixed(self, points: Points) -> npt.NDArray[np.int32]:
        fixed = np.round((points * MASTER_SCALE - 0.5) * (1 << _FRACTION_BITS))
        return fixed.astype(np.int32).reshape(-1, 1, 2)

    def fill(self, outline: Points, colour: Colour) -> None:
        cv2.fillPoly(self.picture, [self._fixed(outline)], colour, cv2.LINE_AA, _FRACTION_BITS)

    def stroke(self, points: Points, colour: Colour, width_mm: float, *, closed: bool = False) -> None:
        width = max(1, round(width_mm * MASTER_SCALE))
        cv2.polylines(self.picture, [self._fixed(points)], closed, colour, width, cv2.LINE_AA, _FRACTION_BITS)

    def suit(self, suit: str, x: float, y: float, size: float, colour: Colour, *, upright: bool = True) -> None:
        """The suit's sign with its middle at (x, y)."""
        turn = size if upright else -size
        for outline in SUITS[suit]:
            self.fill(outline * turn + np.array([x, y]), colour)

    def rank(self, text: str, x: float, y: float, height: float, width: float, colour: Colour) -> None:
        """A rank in a box `width` wide with its middle at (x, y); several characters share the width."""
        pitch = width / len(text)
        stroke = height * 0.155
        for number, letter in enumerate(text):
            room = pitch - stroke - (0.1 * height if len(text) > 1 else 0.0)
            left = x - width / 2 + pitch * (number + 0.5) - room / 2
            box = np.array([room / RANK_WIDTH, height - stroke])
            for points in STROKES[letter]:
                self.stroke(points * box + np.array([left, y - (height - stroke) / 2]), colour, stroke)

    def mirror(self) -> None:
        """The upper half again below, turned around."""
        half = self.picture.shape[0] // 2
        self.picture[half:] = self.picture[:half][::-1, ::-1]


def rectangle(left: float, top: float, right: float, bottom: float) -> Points:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float64)


def circle(x: float, y: float, radius: float, down: float | None = None) -> Points:
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    return np.stack([x + radius * np.cos(angles), y + (down or radius) * np.sin(angles)], axis=1)


def rounded(left: float, top: float, right: float, bottom: float, radius: float) -> Points:
    """A rectangle with round corners."""
    quarter = np.linspace(0, np.pi / 2, 16)
    middles = [(right - radius, bottom - radius), (left + radius, bottom - radius)]
    middles += [(left + radius, top + radius), (right - radius, top + radius)]
    parts = [
        np.stack([x + radius * np.cos(quarter + turn), y + radius * np.sin(quarter + turn)], axis=1)
        for (x, y), turn in zip(middles, (0, np.pi / 2, np.pi, 1.5 * np.pi), strict=True)
    ]
    return np.concatenate(parts)
