"""What of a picture is compared: ink against its surroundings, free of light, shadow and glare.

Each pixel is divided by the light around it and by the contrast around it. A shadow, a weak lamp or a veil of glare
falls out of that; what is printed stays. Its shape alone says which card it is. The colour of ink is measured apart,
against the paper around it, so that a warm or a green lamp does not count as ink: it may only contradict.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]

SURROUNDINGS_MM = 5.0
"""The neighbourhood that counts as light: wider than a stroke of ink, narrower than a shadow."""
_LEAST_CONTRAST = 0.10
_LEAST_LIGHT, _HARDLY_ANY_LIGHT = 6.0, 60.0
_BRIGHTNESS = np.array([[0.25, 0.45, 0.30]], dtype=np.float32)
_BLANK_LEAST, _BLANK_MOST, _PRINTED = 0.75, 1.2, 0.6
_CLEAR, _LEAST_PRINTED = 0.85, 0.03
_FRAMED, _CLEAR_WITHIN = 0.88, 0.70
"""Shares of the paper's brightness; shares of a patch."""
_FIELDS = (16, 9)
_GREY_SPREAD, _COLOURED_SPREAD = 6.0, 40.0
"""Grey levels between the channels, up to which nearly a whole picture, and every spot of it, is without colour."""


def least_and_most(picture: Picture) -> tuple[Picture, Picture]:
    """The darkest and the brightest channel of each pixel."""
    blue, green, red = cv2.split(picture)
    least, most = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    return np.asarray(least, dtype=np.uint8), np.asarray(most, dtype=np.uint8)


def relief_of_light(picture: Picture, pixels_per_mm: float) -> Field:
    """Brightness, about 0 on blank paper: the shape of what is printed."""
    layer = np.asarray(cv2.transform(picture.astype(np.float32), _BRIGHTNESS), dtype=np.float32)
    sigma = SURROUNDINGS_MM * pixels_per_mm
    around = _around(layer, sigma)
    np.maximum(around, _LEAST_LIGHT, out=around)
    relief = np.divide(layer, around, out=layer)
    relief -= 1.0
    power = _around(relief * relief, sigma)
    power += _LEAST_CONTRAST**2
    relief /= np.sqrt(power, out=power)
    return relief


def _around(field: Field, sigma: float) -> Field:
    """The mean of the neighbourhood. A box twice is close to a bell and costs the same at every width."""
    size = (2 * round(sigma) + 1,) * 2
    once = cv2.blur(field, size, borderType=cv2.BORDER_REFLECT_101)
    return np.asarray(cv2.blur(once, size, borderType=cv2.BORDER_REFLECT_101), dtype=np.float32)


def hues(picture: Picture) -> Field:
    """How much bluer and redder than green each pixel is, whatever light lies on it; 0 where there is hardly any."""
    blue, green, red = (channel.astype(np.float32) for channel in cv2.split(picture))
    light = blue + green + red + np.float32(_HARDLY_ANY_LIGHT)
    return np.stack([(blue - green) / light, (red - green) / light], axis=-1)


def about_mean(colours: Field) -> Field:
    """One row for each pixel: the colour of the lamp falls out."""
    return np.asarray(colours - colours.mean(axis=0))


def ink_colour(picture: Picture, inked: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """What the printed places swallow of blue, green and red, against the paper beside them; 0 nothing, 1 all."""
    printed = inked.reshape(-1, 1).astype(np.uint8)
    pixels = picture.reshape(-1, 1, 3)
    if not 0 < cv2.countNonZero(printed) < printed.size:
        return np.zeros(3)
    paper = np.maximum(_percentiles(pixels, 0.75, 1 - printed), _LEAST_LIGHT)
    return np.asarray(1.0 - np.clip(_mean(pixels, printed) / paper, 0.0, 1.0), dtype=np.float64)


def unexplained(seen: npt.NDArray[np.float64], ink: npt.NDArray[np.float64]) -> float:
    """What remains of the colour when as much of this ink is taken away as fits."""
    much = min(max(float(seen @ ink) / max(float(ink @ ink), 1e-6), 0.0), 1.2)
    rest = seen - much * ink
    return math.sqrt(float(rest @ rest))


def _percentiles(picture: Picture, share: float, mask: Picture | None = None) -> npt.NDArray[np.float64]:
    """Of each channel, without the general way's care for numbers between two pixels."""
    sums = [cv2.calcHist([picture], [channel], mask, [256], [0, 256]).ravel().cumsum() for channel in range(3)]
    place = int(share * (int(sums[0][-1]) - 1))
    return np.array([np.searchsorted(counts, place, side="right") for counts in sums], dtype=np.float64)


def _mean(picture: Picture, mask: Picture) -> npt.NDArray[np.float64]:
    return np.array(cv2.mean(picture, mask)[:3])


def paper_of(picture: Picture) -> npt.NDArray[np.float32]:
    """The colour of its brightest large part."""
    return paper_within(picture, least_and_most(picture)[0], 0.85)


def paper_within(picture: Picture, least: Picture, share: float) -> npt.NDArray[np.float32]:
    """The colour of what is brighter than this share of it; `least` is its darkest channel."""
    brightest = (least >= level_of(least, share)).astype(np.uint8)
    return np.asarray(np.maximum(_mean(picture, brightest), _LEAST_LIGHT), dtype=np.float32)


def paper_with_ink(patch: Picture, always_blank: npt.NDArray[np.bool_]) -> tuple[bool, float]:
    """Paper where every index has paper, and ink elsewhere: neither skin, nor cloth, nor a reflection. Whatever covers
    a part comes from outside: with paper all around, ink in the wrong place is ink. And how much of it is blank."""
    paper = np.maximum(_percentiles(patch, 0.85), _LEAST_LIGHT)
    channels = cv2.split(patch.astype(np.float32))
    shares = [channel * np.float32(1.0 / level) for channel, level in zip(channels, paper, strict=True)]
    least = np.minimum(np.minimum(shares[0], shares[1]), shares[2])
    most = np.maximum(np.maximum(shares[0], shares[1]), shares[2])
    blank = (least > _BLANK_LEAST) & (most < _BLANK_MOST)
    printed = float((least < _PRINTED).mean())
    clear = float(blank[always_blank].mean())
    edges = (blank[:2], blank[-2:], blank[:, :2], blank[:, -2:])
    rim = float(np.concatenate([edge.ravel() for edge in edges]).mean())
    uncovered = clear > _CLEAR or (clear > _CLEAR_WITHIN and rim > _FRAMED)
    return printed > _LEAST_PRINTED and uncovered, float(blank.mean())


def ink_on_paper(
    picture: Picture, breadth: int, part: tuple[slice, slice] = (slice(None), slice(None))
) -> tuple[Field, Field]:
    """What each pixel swallows of blue, green and red, against the paper around it, and that paper. Nothing broader
    than `breadth`, which is odd, counts as ink: a finger, a sleeve and the edge of a shadow lie around. Only `part`
    is wanted."""
    soft, reach = cv2.GaussianBlur(picture, (3, 3), 0), breadth // 2
    (top, bottom, _), (left, right, _) = (span.indices(size) for span, size in zip(part, soft.shape, strict=False))
    # What lies across the border goes on beyond it: it is as broad as it may be.
    wider = cv2.copyMakeBorder(soft, *(2 * reach,) * 4, cv2.BORDER_REPLICATE)
    needed = wider[top : bottom + 4 * reach, left : right + 4 * reach]
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (breadth, breadth))  # it fits into the tip of a finger
    brightest = cv2.dilate(needed, disc)[reach:-reach, reach:-reach]
    around = cv2.erode(brightest, disc)[reach:-reach, reach:-reach].astype(np.float32)
    share = soft[part].astype(np.float32) / np.maximum(around, np.float32(_LEAST_LIGHT))
    return np.asarray(np.float32(1.0) - share, dtype=np.float32), around


def is_grey(picture: Picture) -> bool:
    """A camera that sees no colour, or a light that shows none. A black card on a grey cloth is not: one red index that
    was put on it may be all that has a colour."""
    step = max(2, picture.shape[0] // 90)
    least, most = least_and_most(np.ascontiguousarray(picture[::step, ::step]))
    spread = np.asarray(cv2.subtract(most, least), dtype=np.uint8)
    return level_of(spread, 0.98) <= _GREY_SPREAD and level_of(spread, 0.9995) <= _COLOURED_SPREAD


def level_of(field: Picture, share: float) -> int:
    """The grey level that this share of a field does not exceed."""
    counts = cv2.calcHist([field], [0], None, [256], [0, 256]).ravel()
    return int(np.searchsorted(counts.cumsum(), share * field.size))


def light_in_fields(picture: Picture) -> Field:
    """The mean brightness of a few large fields: no card can be made out in it."""
    mean = cv2.resize(picture, _FIELDS, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.transform(mean.astype(np.float32), _BRIGHTNESS), dtype=np.float32)
