"""Straightening: four points of a picture become an upright card of a known size."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.recognition.features import Picture

Quad = npt.NDArray[np.float32]
"""Four points (x, y), clockwise to the eye, beginning with the card's upper left corner."""
Matrix = npt.NDArray[np.float64]


def box(left: float, top: float, right: float, bottom: float) -> Quad:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float32)


def mapping(source: Quad, target: Quad) -> Matrix:
    return np.asarray(cv2.getPerspectiveTransform(source, target), dtype=np.float64)


def moved(points: Quad, matrix: Matrix) -> Quad:
    return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), matrix)[0], dtype=np.float32)


def straightened(picture: Picture, to_card: Matrix, size: tuple[int, int]) -> Picture:
    """`to_card` leads from the picture to a card that fills `size` (width, height)."""
    return np.asarray(
        cv2.warpPerspective(picture, to_card, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )


def scaled(to_card: Matrix, scale: float, left: float = 0.0, top: float = 0.0) -> Matrix:
    """From the picture to pixels of a straightened card (or of a part that begins at `left`, `top`)."""
    grow = np.array([[scale, 0.0, -left * scale - 0.5], [0.0, scale, -top * scale - 0.5], [0.0, 0.0, 1.0]])
    return np.asarray(grow @ to_card)


def inverted(matrix: Matrix) -> Matrix:
    """By cofactors: for three rows far quicker than the general way, and this is called a dozen times per picture."""
    (a, b, c), (d, e, f), (g, h, i) = matrix.tolist()
    p, q, r = e * i - f * h, f * g - d * i, d * h - e * g
    whole = a * p + b * q + c * r
    return np.array(
        [
            [p / whole, (c * h - b * i) / whole, (b * f - c * e) / whole],
            [q / whole, (a * i - c * g) / whole, (c * d - a * f) / whole],
            [r / whole, (b * g - a * h) / whole, (a * e - b * d) / whole],
        ]
    )


def area(quad: Quad) -> float:
    return float(cv2.contourArea(quad))


def sides(quad: Quad) -> npt.NDArray[np.float32]:
    """Lengths of the upper, right, lower and left side."""
    ways = quad[[1, 2, 3, 0]] - quad
    return np.asarray(np.hypot(ways[:, 0], ways[:, 1]), dtype=np.float32)


def same_frame(first: Quad, second: Quad, share: float = 0.025) -> bool:
    """Whichever corner each begins with. `share` of the longest side is near."""
    near = share * float(sides(first).max())
    if float(np.abs(first.mean(axis=0) - second.mean(axis=0)).max()) >= near:
        return False
    return any(float(np.abs(np.roll(first, turn, axis=0) - second).max()) < near for turn in range(4))


def is_plausible(quad: Quad, width: int, height: int) -> bool:
    """Convex, not thin, and not far outside the picture."""
    if not np.isfinite(quad).all() or not cv2.isContourConvex(quad.astype(np.float32)):
        return False
    lengths = sides(quad)
    reach = max(width, height)
    return bool(lengths.min() > 12 and quad.min() > -reach and quad[:, 0].max() < width + reach) and bool(
        quad[:, 1].max() < height + reach
    )
