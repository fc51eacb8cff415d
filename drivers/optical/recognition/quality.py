"""Why a picture could not be read, and whether more than one card lies in it. Nothing here looks at what is printed."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.recognition.features import Field, Picture, least_and_most, level_of
from drivers.optical.recognition.geometry import Quad, area, box, mapping, straightened
from drivers.optical.recognition.outlines import apart_from_the_rim, like_paper, split, unlike_the_rim

_STRANGER_SHARE = 0.02
"""Paper beside the card, as a share of the card, from which on it is another card."""
_LIKE_PAPER = 0.5
_BODY_IN_SIGHT = 0.45
_PLAIN, _PLAIN_SHARE = 24, 0.8
"""Grey levels around its median, and the share within them, of a thing of one colour."""
_NEUTRAL = 0.78
_CARD_MM = 74.5
"""The side of a square as large as a card."""
_BESIDE_MM, _LEAST_BREADTH_MM, _STRAIGHT_MM = 2.5, 8.0, 26.0
_ROUND, _WHITE_BORDER = 0.8, 0.55
_GLARE_LEVEL, _GLARE_SHARE = 250, 0.04
_LOOKED_AT = (84, 120)
"""Pixels of a straightened frame for the plain measures."""
_STANDS_OUT = 0.25
_LEAST_THING, _BRIGHTER_BY = 0.01, 40.0
_BLANK_OF_A_BACK = 0.5
_PAPER_RIM = 0.85
_STRONG_HUE, _SAME_HUE, _NEARLY_THE_HUE = 0.06, 0.045, 0.06
_CRISP, _BLURRED = 0.22, 0.65
_LEVELS = np.arange(256, dtype=np.float64)[:, None]


def has_company(small: Picture, factor: int, quad: Quad) -> bool:
    """Does another card lie beside this one? `small` is the working copy, `factor` times smaller than `quad`.

    What is as bright and as colourless as the card's own paper counts only when it looks like a card: broader than a
    printed line, with a side as straight and as long as no chip has one. Paper nearly all around is a white table.
    """
    shrunk, inside, like = _paper_like(small, factor, quad)
    return not _is_table(cv2.subtract(like, inside)) and _card_beside(like, shrunk, inside)


def something_beside(small: Picture, factor: int, quad: Quad) -> bool:
    """Does anything with a long straight side lie beside this card, whatever its colour: a card face down, perhaps?"""
    shrunk, inside, _ = _paper_like(small, factor, quad)
    return _card_beside(apart_from_the_rim(unlike_the_rim(small)), shrunk, inside)


def _card_beside(mask: Any, shrunk: Quad, inside: Any) -> bool:
    whole = max(area(shrunk), 1.0)
    mm = whole**0.5 / _CARD_MM
    rim = 2 * max(2, round(_BESIDE_MM * mm)) + 1
    beside = cv2.subtract(mask, cv2.dilate(inside, np.ones((rim, rim), np.uint8)))
    if cv2.countNonZero(beside) <= _STRANGER_SHARE * whole:
        return False
    broad = max(3, round(_LEAST_BREADTH_MM * mm))
    opened = cv2.morphologyEx(beside, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (broad, broad)))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return any(
        cv2.contourArea(contour) > _STRANGER_SHARE * whole
        and _longest_side(contour, mm, opened.shape[:2]) > _STRAIGHT_MM * mm
        for contour in contours
    )


def _is_table(like: Any) -> bool:
    """Paper at most of the border of the picture is no card."""
    border = np.concatenate([like[0], like[-1], like[:, 0], like[:, -1]])
    return float((border > 0).mean()) > _WHITE_BORDER


def _longest_side(contour: Any, mm: float, size: tuple[int, int]) -> float:
    """Of what is not round; a side along the border of the picture is none of the thing itself."""
    (_, radius) = cv2.minEnclosingCircle(contour)
    if cv2.contourArea(contour) > _ROUND * np.pi * radius * radius:
        return 0.0
    corners = cv2.approxPolyDP(contour, max(1.0, mm), True).reshape(-1, 2).astype(np.float32)
    ends = np.roll(corners, -1, axis=0)
    height, width = size
    at_border = [
        ((corners[:, axis] <= edge + 2) & (ends[:, axis] <= edge + 2))
        if edge == 0
        else ((corners[:, axis] >= edge - 3) & (ends[:, axis] >= edge - 3))
        for axis, edge in ((0, 0), (1, 0), (0, width), (1, height))
    ]
    lengths = np.where(np.any(at_border, axis=0), 0.0, np.linalg.norm(ends - corners, axis=1))
    return float(lengths.max())


def _paper_like(small: Picture, factor: int, quad: Quad) -> tuple[Quad, Any, Any]:
    """The frame in the small picture, its inside, and everything that is as bright and colourless as its paper."""
    shrunk: Quad = ((quad + 0.5) / factor - 0.5).astype(np.float32)
    inside = np.zeros(small.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(inside, np.round(shrunk).astype(np.int32), 255)
    paper = _quartile(small, inside)
    # Against the card's own paper, so that a warm lamp makes no colour and skin keeps its own.
    table = np.clip(_LEVELS * (200.0 / np.maximum(paper, 6.0)), 0, 255).astype(np.uint8)
    least, most = least_and_most(np.asarray(cv2.LUT(small, table.reshape(256, 1, 3)), dtype=np.uint8))
    _, bright = cv2.threshold(least, _LIKE_PAPER * 200.0, 255, cv2.THRESH_BINARY)
    like = cv2.bitwise_and(bright, cv2.compare(least, cv2.convertScaleAbs(most, alpha=_NEUTRAL), cv2.CMP_GE))
    return shrunk, inside, like


def _quartile(small: Picture, inside: Any) -> npt.NDArray[np.float64]:
    """The upper quartile of each channel within a mask; white where there is hardly anything."""
    counts = np.stack([cv2.calcHist([small], [channel], inside, [256], [0, 256]).ravel() for channel in range(3)])
    if counts[0].sum() < 20:
        return np.full(3, 255.0)
    below = counts.cumsum(axis=1) < 0.75 * counts.sum(axis=1, keepdims=True)
    return np.asarray(below.sum(axis=1), dtype=np.float64)


def in_a_window(small: Picture, factor: int, index: Quad, card: Quad) -> bool:
    """Is the rest of the card, if an index is where it was found, hidden by one plain thing, as the front of a shoe is?

    Paper there is the face of a pip card, several colours are that of a court: both have to agree with their index.
    """
    _, _, like = _paper_like(small, factor, index)
    inside = np.zeros(small.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(inside, np.round((card + 0.5) / factor - 0.5).astype(np.int32), 255)
    rest = small[(inside > 0) & (like == 0)].astype(np.int16)
    if len(rest) < (1.0 - _BODY_IN_SIGHT) * cv2.countNonZero(inside):
        return False
    plain = np.abs(rest - np.median(rest, axis=0)).max(axis=1) < _PLAIN
    return float(plain.mean()) > _PLAIN_SHARE


def is_paper(small: Picture, factor: int, card: Quad, place: Quad) -> bool:
    """Is this place, as far as it is in the picture, as bright and as colourless as the paper of this card?"""
    _, _, like = _paper_like(small, factor, card)
    inside = np.zeros(small.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(inside, np.round((place + 0.5) / factor - 0.5).astype(np.int32), 255)
    whole = cv2.countNonZero(inside)
    return whole == 0 or cv2.countNonZero(cv2.bitwise_and(inside, like)) > _BODY_IN_SIGHT * whole


def lies_on_colour(small: Picture, factor: int, quad: Quad, colour: npt.NDArray[np.float64]) -> bool:
    """Is what is right around this frame of this colour, as shares of blue, green and red?"""
    ring, _ = _ring_and_rim(small, factor, quad)
    if np.count_nonzero(ring) < 20:
        return True
    seen = median_within(small, ring)
    return bool(np.abs(seen / max(seen.sum(), 1.0) - colour).max() < _NEARLY_THE_HUE)


def median_within(picture: Picture, mask: Picture) -> npt.NDArray[np.float64]:
    """Of each channel where the mask is not 0. By counting: sorting takes ten times as long."""
    counts = np.stack([cv2.calcHist([picture], [channel], mask, [256], [0, 256]).ravel() for channel in range(3)])
    sums = counts.cumsum(axis=1)
    whole = int(sums[0, -1])
    middle = ((whole - 1) // 2 + 1, whole // 2 + 1)
    return np.array([np.searchsorted(levels, middle).mean() for levels in sums], dtype=np.float64)


def _ring_and_rim(small: Picture, factor: int, quad: Quad) -> tuple[Picture, Picture]:
    """What is right outside a frame, and what is right inside."""
    shrunk: Quad = ((quad + 0.5) / factor - 0.5).astype(np.float32)
    inside = np.zeros(small.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(inside, np.round(shrunk).astype(np.int32), 255)
    ring = cv2.subtract(cv2.dilate(inside, np.ones((13, 13), np.uint8)), cv2.dilate(inside, np.ones((5, 5), np.uint8)))
    rim = cv2.subtract(inside, cv2.erode(inside, np.ones((9, 9), np.uint8)))
    return np.asarray(ring, dtype=np.uint8), np.asarray(rim, dtype=np.uint8)


def stands_out(small: Picture, factor: int, quad: Quad) -> bool:
    """A thing with four sides that differs clearly from what is right around it: a card, whichever way up."""
    ring, rim = _ring_and_rim(small, factor, quad)
    if np.count_nonzero(ring) < 20 or np.count_nonzero(rim) < 20:
        return False
    around, within = (median_within(small, mask) for mask in (ring, rim))
    return bool(np.abs(around - within).max() > _STANDS_OUT * max(float(within.max()), 40.0))


def something_lies_there(small: Picture) -> bool:
    """A bright thing of any outline that differs clearly from what is around it. When in doubt, a card lies there."""
    mask = split(like_paper(small))
    _, labels, blobs, _ = cv2.connectedComponentsWithStats(mask)
    for number in range(1, len(blobs)):
        if blobs[number, cv2.CC_STAT_AREA] < _LEAST_THING * mask.size:
            continue
        blob = np.asarray(labels == number, dtype=np.uint8)
        ring = cv2.subtract(cv2.dilate(blob, np.ones((13, 13), np.uint8)), cv2.dilate(blob, np.ones((5, 5), np.uint8)))
        if np.count_nonzero(ring) < 20:
            continue
        within, around = (np.median(small[np.asarray(part) > 0], axis=0) for part in (blob, ring))
        if float((within - around).max()) > _BRIGHTER_BY or float(within.max()) > 2.0 * max(float(around.max()), 8.0):
            return True
    return False


def printed_all_over(view: Picture) -> bool:
    """As backs are: hardly any blank paper."""
    least: Field = least_and_most(view)[0].astype(np.float32)
    return float((least > 0.8 * float(np.percentile(least, 95))).mean()) < _BLANK_OF_A_BACK


def as_coloured_as(view: Picture, back: Picture) -> bool:
    """Is this all over of the same strong colour as this back? What is nearly grey says nothing."""
    seen, expected = (_hue(part[part.shape[0] // 8 : -part.shape[0] // 8]) for part in (view, back))
    grey = np.full(3, 1 / 3)
    return bool(np.abs(expected - grey).max() > _STRONG_HUE and np.abs(seen - expected).max() < _SAME_HUE)


def _hue(part: Picture) -> npt.NDArray[np.float64]:
    mean = part.reshape(-1, 3).mean(axis=0)
    return np.asarray(mean / max(float(mean.sum()), 1.0), dtype=np.float64)


def paper_to_the_rim(small: Picture) -> bool:
    """The border of the picture is as bright as anything in it: a card that fills it, or a white table."""
    least, _ = least_and_most(np.ascontiguousarray(small[::2, ::2]))
    border = np.concatenate([least[0], least[-1], least[:, 0], least[:, -1]])
    return float(np.median(border)) >= _PAPER_RIM * level_of(least, 0.95) > 0


def flat_view(picture: Picture, quad: Quad) -> Picture:
    width, height = _LOOKED_AT
    return straightened(picture, mapping(quad, box(-0.5, -0.5, width - 0.5, height - 0.5)), _LOOKED_AT)


def glaring(view: Picture) -> bool:
    """White without a trace of print, beyond the brightness of paper."""
    least, _ = least_and_most(view)
    share = float((least >= _GLARE_LEVEL).mean())
    typical = float(np.percentile(least, 60))
    return share > _GLARE_SHARE and typical < 0.9 * _GLARE_LEVEL


def sharpness(view: Picture) -> float:
    """How steep the steepest edges are, against the contrast there is: 0 smeared, 1 crisp."""
    grey = cv2.cvtColor(view, cv2.COLOR_BGR2GRAY).astype(np.float32)
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8
    contrast = float(np.percentile(smooth, 95) - np.percentile(smooth, 5))
    # A card that moves is smeared in one direction only; the softest direction counts.
    ways = (across, down, (across + down) / 2**0.5, (across - down) / 2**0.5)
    softest = min(float(np.percentile(np.abs(way), 97)) for way in ways)
    return min(1.0, softest / max(contrast, 8.0) / _CRISP)


def blurred(view: Picture) -> bool:
    return sharpness(view) < _BLURRED


def light(picture: Picture) -> float:
    """0 dark to 1: the brightness of the brightest twentieth."""
    return float(np.percentile(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 95)) / 255.0


def shows_an_index(view: Picture) -> bool:
    """A face of any design has paper with a little ink in two opposite corners; a back is printed all over."""
    height, width = view.shape[:2]
    corners = [view, view[::-1, ::-1], view[:, ::-1], view[::-1]]
    inked = [_paper_with_ink(corner[: round(0.31 * height), : round(0.22 * width)]) for corner in corners]
    return (inked[0] and inked[1]) or (inked[2] and inked[3])


def _paper_with_ink(corner: Picture) -> bool:
    inner = corner[round(0.06 * corner.shape[0]) :, round(0.10 * corner.shape[1]) :].astype(np.float32)
    least: Field = inner.min(axis=2)
    paper = float(np.percentile(least, 90))
    if paper < 12:
        return False
    blank: npt.NDArray[np.bool_] = least > 0.8 * paper
    ink = least < 0.62 * paper
    rim = np.concatenate([blank[:, 0], blank[0], blank[-1]])
    return bool(0.45 < blank.mean() < 0.94 and 0.04 < ink.mean() < 0.5 and rim.mean() > 0.55)
