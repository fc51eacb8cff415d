"""What of a picture is compared: ink against its surroundings, free of light, shadow and glare.

Each pixel is divided by the light around it and by the contrast around it. A shadow, a weak lamp or a veil of glare
falls out of that; what is printed stays. Three layers: brightness, red against green, yellow against blue, so that a
heart and a spade differ in more than their outline.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]

SURROUNDINGS_MM = 5.0
"""The neighbourhood that counts as light: wider than a stroke of ink, narrower than a shadow."""
_LEAST_CONTRAST = 0.10
_LEAST_LIGHT = 6.0
_COLOUR_WEIGHT = 1.5
_BRIGHTNESS = np.array([[0.25, 0.45, 0.30]], dtype=np.float32)
_LAYERS = np.array(
    [
        [0.25, 0.45, 0.30],
        [0.0, -_COLOUR_WEIGHT, _COLOUR_WEIGHT],
        [-_COLOUR_WEIGHT, 0.5 * _COLOUR_WEIGHT, 0.5 * _COLOUR_WEIGHT],
    ],
    dtype=np.float32,
)


def ink(picture: Picture, pixels_per_mm: float) -> Field:
    """Height × width × 3, about 0 on blank paper."""
    layers = np.asarray(cv2.transform(picture.astype(np.float32), _LAYERS), dtype=np.float32)
    sigma = SURROUNDINGS_MM * pixels_per_mm
    around = _around(layers, sigma)
    light = np.maximum(around[:, :, :1], _LEAST_LIGHT)
    relief = (layers - around) / light
    power = _around(np.sum(relief * relief, axis=2), sigma)
    result: Field = relief / np.sqrt(power + _LEAST_CONTRAST**2)[:, :, None]
    return result


def relief_of_light(picture: Picture, pixels_per_mm: float) -> Field:
    """Brightness alone, for finding out how a card lies: a third of the work."""
    layer = np.asarray(cv2.transform(picture.astype(np.float32), _BRIGHTNESS), dtype=np.float32)
    sigma = SURROUNDINGS_MM * pixels_per_mm
    around = _around(layer, sigma)
    relief = np.asarray(layer / np.maximum(around, _LEAST_LIGHT) - 1.0, dtype=np.float32)
    power = _around(relief * relief, sigma)
    result: Field = relief / np.sqrt(power + _LEAST_CONTRAST**2)
    return result


def _around(field: Field, sigma: float) -> Field:
    """The mean of the neighbourhood. A box twice is close to a bell and costs the same at every width."""
    size = (2 * round(sigma) + 1,) * 2
    once = cv2.blur(field, size, borderType=cv2.BORDER_REFLECT_101)
    return np.asarray(cv2.blur(once, size, borderType=cv2.BORDER_REFLECT_101), dtype=np.float32)
