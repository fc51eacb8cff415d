"""Where to begin: which of the ways a card may lie in a frame resembles some card of the design at all.

The frame is straightened once, at a pixel per millimetre. Each way of lying is then a stretch of that small picture,
laid upon all 52 faces by one product.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.decks.design import COARSE_SCALE, Box, Design
from drivers.optical.recognition.card_poses import Pose, may_be_whole, parts, pose_of, stretched
from drivers.optical.recognition.features import Field, relief_of_light
from drivers.optical.recognition.geometry import Quad, box, mapping
from drivers.optical.recognition.outlines import Sighting
from drivers.optical.recognition.picture_sizes import SizedPicture

Scores = npt.NDArray[np.float32]
"""52 correlations, −1 to 1, in the order of `ALL_CARDS`."""

_MOST_PARTS = 8
"""Parts of a card that are tried in one frame."""
_GOOD_START = 0.60
"""From here on a start is right; no further ones are tried."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Start:
    """A way of lying, and how much it is like each card."""

    score: float
    scores: Scores
    pose: Pose


class FlatFrame:
    """A frame of a picture with one of its sides up, straightened once for all designs, at the size of the first."""

    def __init__(self, picture: SizedPicture, quad: Quad, design: Design) -> None:
        self.quad = quad
        self._picture, self._design = picture, design

    @cached_property
    def relief(self) -> Field:
        (width, height), shape = self._design.size(COARSE_SCALE), self.stretched(self._design)
        size = (width, max(8, round(height * min(shape, 1.6))))
        to_flat = mapping(self.quad, box(0.0, 0.0, size[0] / COARSE_SCALE, size[1] / COARSE_SCALE))
        return relief_of_light(self._picture.straightened(to_flat, COARSE_SCALE, size), COARSE_SCALE)

    def stretched(self, design: Design) -> float:
        return stretched(self.quad, design.width_mm, design.height_mm)


class Frame:
    """A frame as this design sees it."""

    def __init__(self, flat: FlatFrame, design: Design) -> None:
        self.quad, self.shape = flat.quad, flat.stretched(design)
        self._flat, self._design = flat, design

    def scores(self, seen: Box) -> tuple[Scores, Scores]:
        """Laid upon this part of the card, upright and turned around."""
        design = self._design
        width, height = design.size(COARSE_SCALE)
        left, top, right, bottom = (round(edge * COARSE_SCALE) for edge in seen)
        relief = self._flat.relief
        if relief.shape != (bottom - top, right - left):
            relief = np.asarray(cv2.resize(relief, (right - left, bottom - top), interpolation=cv2.INTER_LINEAR))
        sheet = np.zeros((height, width), dtype=np.float32)
        sheet[top:bottom, left:right] = relief
        sheet *= design.within
        power = float(np.vdot(sheet, sheet))
        flat = sheet.reshape(-1)
        upright, about = (design.coarse @ np.stack([flat, flat[::-1]], axis=1)).T
        own = design.coarse_power(top, bottom, left, right)
        other = design.coarse_power(height - bottom, height - top, width - right, width - left)
        return _per(upright, own * power), _per(about, other * power)

    def like(self, row: npt.NDArray[np.float32]) -> float:
        """Correlation of the whole frame with one picture, whichever way up."""
        design = self._design
        relief = cv2.resize(self._flat.relief, design.size(COARSE_SCALE), interpolation=cv2.INTER_LINEAR)
        sheet = np.asarray(relief, dtype=np.float32) * design.within
        length = max(float(np.linalg.norm(sheet)), 1e-6)
        return max(float(row @ sheet.reshape(-1)), float(row @ sheet[::-1, ::-1].reshape(-1))) / length


def _per(products: Scores, powers: npt.NDArray[np.float64]) -> Scores:
    return np.asarray(products / np.sqrt(powers + 1e-6), dtype=np.float32)


def wholes_in(frames: list[Frame], design: Design) -> Iterator[Start]:
    for frame in frames:
        if may_be_whole(frame.shape):
            yield from _either_way_up(frame, (0.0, 0.0, design.width_mm, design.height_mm), design)


def parts_in(frames: list[Frame], design: Design) -> Iterator[Start]:
    ways = ((frame, seen) for frame in frames for seen in parts(frame.shape, design.width_mm, design.height_mm))
    for frame, seen in islice(ways, _MOST_PARTS):
        both = list(_either_way_up(frame, seen, design))
        yield from both
        if max(start.score for start in both) >= _GOOD_START:
            return


def _either_way_up(frame: Frame, seen: Box, design: Design) -> Iterator[Start]:
    """Upright and turned belong together: a turned heart is nearly a spade."""
    for scores, about in zip(frame.scores(seen), (False, True), strict=True):
        pose = pose_of(frame.quad, seen, about=about, width_mm=design.width_mm, height_mm=design.height_mm)
        yield Start(score=float(scores.max()), scores=scores, pose=pose)


def both_ways(picture: SizedPicture, quad: Quad, designs: Sequence[Design]) -> list[tuple[list[Frame], Design]]:
    """For each design the frame with either side up, the better fitting one first."""
    flats = [FlatFrame(picture, turned, designs[0]) for turned in (quad, quad[[1, 2, 3, 0]])]
    ways = (([Frame(flat, design) for flat in flats], design) for design in designs)
    return [(sorted(frames, key=lambda frame: abs(math.log(frame.shape))), design) for frames, design in ways]


def likeness(picture: SizedPicture, sighting: Sighting, design: Design) -> float:
    """How much a frame is like some face of the design, if a whole card lies in it; 1 when that cannot be said."""
    [(frames, _)] = both_ways(picture, sighting.quad, [design])
    whole = [frame for frame in frames if may_be_whole(frame.shape)]
    seen = (0.0, 0.0, design.width_mm, design.height_mm)
    return max((float(scores.max()) for frame in whole for scores in frame.scores(seen)), default=1.0)


def likeness_to_back(picture: SizedPicture, sighting: Sighting, design: Design) -> float:
    """How much a frame is like the back of the design, if a whole card lies in it; 0 when that cannot be said."""
    back = design.coarse_back
    if back is None:
        return 0.0
    [(frames, _)] = both_ways(picture, sighting.quad, [design])
    return max((frame.like(back) for frame in frames if may_be_whole(frame.shape)), default=0.0)


def start_at(picture: SizedPicture, card: Quad, likely: int, design: Design) -> Start:
    """A whole card in a known place, with one card as the first guess."""
    seen = (0.0, 0.0, design.width_mm, design.height_mm)
    scores, _ = Frame(FlatFrame(picture, card, design), design).scores(seen)
    scores[likely] = max(float(scores.max()), 0.01)
    pose = pose_of(card, seen, about=False, width_mm=design.width_mm, height_mm=design.height_mm)
    return Start(score=float(scores[likely]), scores=scores, pose=pose)
