"""A painted table as a small camera takes it: lens, shutter, lamp, sensor with its mosaic of colours, and file.

Written from how such cameras work, not from pictures of one. What each step does is drawn again for each picture.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware_sims.camera.designs.canvas import Picture

BENT: Final = (-0.14, 0.06)
"""How far the lens bends straight lines, barrel to cushion, at the half diagonal."""
_CORNER_LIGHT: Final = (0.62, 0.9)
_DEFOCUS_PX: Final = (0.5, 1.3)
_SMEAR_PX: Final = (1, 4)
_UNEVEN: Final = 0.25
_FLICKER: Final = (0.0, 0.08)
"""Of a lamp on mains: bands, because the rows of the sensor are read one after the other."""
_TINT: Final = 0.12
_FULL_WELL: Final = (1500.0, 6000.0)
_READ_NOISE: Final = 6.0
"""Electrons."""
_SHARPENED: Final = 0.6
_QUALITY: Final = (60, 90)
_GAMMA: Final = 2.2

Field = npt.NDArray[np.float32]


def captured(picture: Picture, number: int) -> Picture:
    """The same for the same number."""
    dice = np.random.default_rng(number)
    light = np.power(_bent(picture, dice).astype(np.float32) / 255.0, _GAMMA, dtype=np.float32)
    light = _blurred(light, dice) * _falling_off(light.shape[:2], dice)[:, :, None]
    sensed = _sensed(np.clip(light * dice.uniform(1 - _TINT, 1 + _TINT, 3), 0, 1).astype(np.float32), dice)
    return _filed(sensed, dice)


def _bent(picture: Picture, dice: np.random.Generator) -> Picture:
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x - width / 2, y - height / 2
    far = (x * x + y * y) / (0.25 * (width * width + height * height))
    grow = 1 + np.float32(dice.uniform(*BENT)) * (1 - far)
    x, y = (x * grow + width / 2).astype(np.float32), (y * grow + height / 2).astype(np.float32)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def _blurred(light: Field, dice: np.random.Generator) -> Field:
    """Out of focus, and moved while the shutter was open."""
    soft = cv2.GaussianBlur(light, (0, 0), float(dice.uniform(*_DEFOCUS_PX)))
    length = int(dice.integers(*_SMEAR_PX, endpoint=True))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), dtype=np.float32)
    turn, middle = dice.uniform(0, np.pi), float(length)
    way = np.array([np.cos(turn), np.sin(turn)]) * (length - 1) / 2
    ends = [tuple(round(part) for part in (middle + sign * way).tolist()) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return np.asarray(cv2.filter2D(soft, -1, kernel / kernel.sum()), dtype=np.float32)


def _falling_off(size: tuple[int, int], dice: np.random.Generator) -> Field:
    """The lamp stands aside, its light beats, and the lens has less of it towards the corners."""
    height, width = size
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    turn, beat = dice.uniform(0, 2 * np.pi), dice.uniform(1.0, 3.0)
    uneven = 1 + np.float32(dice.uniform(0, _UNEVEN)) * (x * np.cos(turn) + y * np.sin(turn)) / 1.5
    bands = 1 - np.float32(dice.uniform(*_FLICKER)) * (1 + np.sin(np.pi * beat * y + turn))
    corners = 1 - np.float32(1 - dice.uniform(*_CORNER_LIGHT)) * (x * x + y * y) / 2
    return np.asarray(uneven * bands * corners * np.float32(dice.uniform(0.45, 1.0)), dtype=np.float32)


def _sensed(light: Field, dice: np.random.Generator) -> Picture:
    """One colour for each pixel, in electrons with their noise; the others are guessed from the neighbours."""
    well = float(dice.uniform(*_FULL_WELL))
    mosaic = light[:, :, 1].copy()
    mosaic[0::2, 0::2], mosaic[1::2, 1::2] = light[0::2, 0::2, 2], light[1::2, 1::2, 0]
    electrons = dice.poisson(mosaic * well) + dice.normal(0, _READ_NOISE, mosaic.shape)
    shown = np.power(np.clip(electrons / well, 0, 1), 1 / _GAMMA)
    # OpenCV names the pattern by its second row: red in the upper left corner is BG.
    return np.asarray(cv2.cvtColor(np.round(shown * 255).astype(np.uint8), cv2.COLOR_BayerBG2BGR), dtype=np.uint8)


def _filed(picture: Picture, dice: np.random.Generator) -> Picture:
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    sharp = cv2.addWeighted(picture, 1 + _SHARPENED, soft, -_SHARPENED, 0)
    _, file = cv2.imencode(".jpg", sharp, [cv2.IMWRITE_JPEG_QUALITY, int(dice.integers(*_QUALITY))])
    return np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), dtype=np.uint8)
