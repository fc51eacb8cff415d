"""Light, lens and sensor: what happens to a whole picture after the cards lie in it. Pictures are float, 0 to 255.

Noise throws a million dice at once: one stretch of SHAKE-128 whose start comes from a stream.
"""

from __future__ import annotations

import hashlib
import math
from statistics import NormalDist

import cv2
import numpy as np
import numpy.typing as npt

from hardware_sims.camera.designs.canvas import Picture
from hardware_sims.camera.pictures.dice import fraction
from hardware_sims.camera.pictures.disturbances import (
    BEST_JPEG,
    GLARE_MM,
    LOW_LIGHT_DEPTH,
    NOISE_GREY_LEVELS,
    SHADOW_DEPTH,
    WORST_JPEG,
)
from hardware_sims.seeds import Stream

_BELL = np.array([NormalDist().inv_cdf((step + 0.5) / 256) for step in range(256)], dtype=np.float32)
"""A byte as a normally distributed number."""


def many_bytes(stream: Stream, shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    count = int(np.prod(shape))
    data = hashlib.shake_128(stream.bytes(32)).digest(count)
    return np.frombuffer(data, dtype=np.uint8).reshape(shape)


def bell(stream: Stream, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """Normally distributed numbers around 0 with deviation 1."""
    return _BELL[many_bytes(stream, shape)]


Field = npt.NDArray[np.float32]
_SPOT_ENDS = 4.5  # widths of a reflection, beyond which it brightens nothing
_CORE = 2.2
"""How far a reflection outshines the sensor: inside the width of the scale it is evenly white."""


def _pixels(shape: tuple[int, ...]) -> tuple[Field, Field]:
    """Numbers of columns and rows, one row and one column of them: a sum of both is a whole picture."""
    return np.arange(shape[1], dtype=np.float32)[None], np.arange(shape[0], dtype=np.float32)[:, None]


def darken(picture: Field, scale: float) -> Field:
    return picture * np.float32(1.0 - LOW_LIGHT_DEPTH * scale)


def cast_shadow(picture: Field, scale: float, stream: Stream, middle: tuple[float, float], mm: float) -> Field:
    """Somebody stands in the light: beyond a line close to the card it is darker, with a soft edge."""
    columns, rows = _pixels(picture.shape)
    angle = fraction(stream, 0.0, 2 * math.pi)
    offset = fraction(stream, -12.0, 12.0) * mm
    softness = fraction(stream, 2.0, 8.0) * mm
    beyond = (columns - middle[0]) * math.cos(angle) + (rows - middle[1]) * math.sin(angle) - offset
    shade = np.clip(beyond / softness + 0.5, 0.0, 1.0).astype(np.float32)
    return picture * (np.float32(1.0) - np.float32(SHADOW_DEPTH * scale) * shade)[:, :, None]


def reflect(picture: Field, scale: float, stream: Stream, middle: tuple[float, float], mm: float) -> Field:
    """A lamp mirrored in the card's coating: a longish spot that goes to white."""
    angle = fraction(stream, 0.0, math.pi)
    x = middle[0] + fraction(stream, -26.0, 26.0) * mm
    y = middle[1] + fraction(stream, -38.0, 38.0) * mm
    stretch = fraction(stream, 0.5, 0.9)
    radius = (GLARE_MM[0] + (GLARE_MM[1] - GLARE_MM[0]) * scale) / 2 * mm / math.sqrt(2 * math.log(_CORE))
    reach = _SPOT_ENDS * radius
    part = tuple(slice(max(0, int(middle - reach)), max(1, int(middle + reach) + 1)) for middle in (y, x))
    columns, rows = (
        pixels[part[:1]] if high else pixels[:, part[1]] for high, pixels in enumerate(_pixels(picture.shape))
    )
    along = (columns - x) * math.cos(angle) + (rows - y) * math.sin(angle)
    across = (rows - y) * math.cos(angle) - (columns - x) * math.sin(angle)
    away = (along / radius) ** 2 + (across / (radius * stretch)) ** 2
    spot = np.clip(_CORE * scale * np.exp(-0.5 * away), 0.0, scale).astype(np.float32)[:, :, None]
    lit = picture.copy()
    lit[part] += (np.float32(255.0) - lit[part]) * spot
    return lit


def defocus(picture: Field, sigma: float) -> Field:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE), dtype=np.float32)


def add_noise(picture: Field, scale: float, stream: Stream) -> Field:
    return picture + np.float32(NOISE_GREY_LEVELS * scale) * bell(stream, picture.shape)


def add_grain(picture: Picture, stream: Stream) -> Picture:
    """One grey level, here and there: no two pictures of a living sensor are the same, however good the light."""
    fall = many_bytes(stream, picture.shape[:2]) < 4
    up = (fall[:, :, None] & (picture < 128)).astype(np.uint8)
    down = (fall[:, :, None] & (picture >= 128)).astype(np.uint8)
    return np.asarray(picture + up - down, dtype=np.uint8)


def jpeg_quality(scale: float) -> int:
    return round(BEST_JPEG - (BEST_JPEG - WORST_JPEG) * scale)


def through_jpeg(picture: Picture, scale: float) -> Picture:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, jpeg_quality(scale)])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
