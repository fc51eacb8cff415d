"""An index without a card around it: in the window of a shoe, or where hands hide the rest.

Signs of ink on paper are taken in pairs, one as rank, one as suit. Each pair says where an index would lie; that is
laid upon the templates exactly and must fit far better than with a whole face in sight: nothing else speaks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.budget import Budget
from drivers.optical.decks.design import Design
from drivers.optical.recognition.alignment import aligned_corner
from drivers.optical.recognition.decision import Judgement, judge_index
from drivers.optical.recognition.features import Picture
from drivers.optical.recognition.geometry import Matrix, Quad, box, inverted, moved
from drivers.optical.recognition.match_scores import index_at, index_scores
from drivers.optical.recognition.picture_sizes import SizedPicture

_LARGEST_PICTURE = 800
_SMALLEST_SIGN, _LARGEST_SIGN = 7, 0.25
"""Pixels; share of the picture's height."""
_MOST_PAIRS = 28
_WORTH_A_CLOSER_LOOK = 0.45
_LOOKED_AT_CLOSELY = 4
_SIGNS_MS, _CLOSELY_MS = 6.0, 3.0
"""What it takes, about, to find the signs of ink in a picture, and to lay one index exactly."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundIndex:
    """`quad` is the index in pixels of the picture, `card` where the rest of its card would lie."""

    design: Design
    judgement: Judgement
    quad: Quad
    card: Quad


@dataclass(frozen=True, kw_only=True, slots=True)
class _Sign:
    x: float
    y: float
    size: float


@dataclass(frozen=True, kw_only=True, slots=True)
class _Place:
    """Where an index may lie, and how well the card that fits it best does."""

    design: Design
    to_card: Matrix
    card: int
    score: float


class IndexSearch:
    """All places of a picture that fit some index, found step by step: what one picture has no time for, the next one
    does. No picture is in it. `laid`: how many of them were tried as cards."""

    def __init__(self) -> None:
        self.laid = 0
        self._pairs: list[tuple[_Sign, _Sign]] | None = None
        self._places: list[_Place] = []
        self._closely: list[_Place] | None = None
        self._found: list[FoundIndex] = []

    def found(self) -> list[FoundIndex]:
        """The best first."""
        return sorted(self._found, key=lambda index: -index.judgement.index)

    def ended(self, picture: SizedPicture, designs: Sequence[Design], budget: Budget, *, grey: bool) -> bool:
        """False: there was no time for all of it."""
        factor = -(-max(picture.whole.shape[:2]) // _LARGEST_PICTURE)
        small = picture.smaller(factor)
        if self._pairs is None:
            if budget.lacks(_SIGNS_MS):
                return False
            self._pairs = _pairs(_signs(small))
        sized, pairs = SizedPicture(small), self._pairs
        ways = [(design, to_card) for design in designs for to_card in _placed(pairs, design)]
        for design, to_card in ways[len(self._places) :]:
            if budget.over:
                return False
            scores = index_scores(sized, to_card, design)
            place = _Place(design=design, to_card=to_card, card=int(scores.argmax()), score=float(scores.max()))
            self._places.append(place)
        if self._closely is None:
            self._closely = [place for design in designs for place in self._worth(design)]
        while self._closely:
            if budget.lacks(_CLOSELY_MS):
                return False
            self._found.append(_closely(sized, factor, self._closely.pop(0), grey=grey))
        return True

    def _worth(self, design: Design) -> list[_Place]:
        places = sorted((place for place in self._places if place.design is design), key=lambda place: -place.score)
        return [place for place in places[:_LOOKED_AT_CLOSELY] if place.score >= _WORTH_A_CLOSER_LOOK]


def _closely(sized: SizedPicture, factor: int, place: _Place, *, grey: bool) -> FoundIndex:
    design, to_card, card = place.design, place.to_card, place.card
    for _ in range(2):
        to_card = aligned_corner(sized, to_card, design, card)
        index = index_at(sized, to_card, design, card)
        card = int(index.scores.argmax())
    small = moved(box(*design.index), inverted(to_card))
    quad = np.asarray((small + 0.5) * factor - 0.5, dtype=np.float32)
    return FoundIndex(
        design=design, judgement=judge_index(index, design, grey=grey), quad=quad, card=_whole_card(quad, design)
    )


def _whole_card(place: Quad, design: Design) -> Quad:
    """The index carried on to a card, without perspective: the tilt of an index says nothing far away from it."""
    left, top, right, bottom = design.index
    right_mm = ((place[1] - place[0]) + (place[2] - place[3])) / 2 / (right - left)
    down_mm = ((place[3] - place[0]) + (place[2] - place[1])) / 2 / (bottom - top)
    origin = place.mean(axis=0) - right_mm * (left + right) / 2 - down_mm * (top + bottom) / 2
    wide, high = right_mm * design.width_mm, down_mm * design.height_mm
    return np.array([origin, origin + wide, origin + wide + high, origin + high], dtype=np.float32)


def _placed(pairs: list[tuple[_Sign, _Sign]], design: Design) -> Iterator[Matrix]:
    """From pixels to millimetres, for each pair of signs that may be rank and suit."""
    (rank_x, rank_y), (suit_x, suit_y) = design.signs
    apart = np.hypot(suit_x - rank_x, suit_y - rank_y)
    for rank, suit in pairs:
        k = float(np.hypot(suit.x - rank.x, suit.y - rank.y)) / apart
        turn = np.arctan2(suit.y - rank.y, suit.x - rank.x) - np.arctan2(suit_y - rank_y, suit_x - rank_x)
        cosine, sine = k * np.cos(turn), k * np.sin(turn)
        to_picture = np.array(
            [
                [cosine, -sine, rank.x - cosine * rank_x + sine * rank_y],
                [sine, cosine, rank.y - sine * rank_x - cosine * rank_y],
                [0.0, 0.0, 1.0],
            ]
        )
        yield inverted(to_picture)


def _signs(small: Picture) -> list[_Sign]:
    """Blobs of ink on paper, of a size that an index may have. A ten is two of them; closed up, it is one."""
    blue, green, red = cv2.split(small)
    least = cv2.GaussianBlur(cv2.min(cv2.min(blue, green), red), (3, 3), 0)
    reach = 2 * (max(small.shape[:2]) // 40) + 1
    paper = cv2.blur(cv2.dilate(least, np.ones((reach, reach), np.uint8)), (reach, reach))
    inked = ((least.astype(np.float32) < 0.62 * paper.astype(np.float32)) & (paper > 30)).astype(np.uint8)
    signs: list[_Sign] = []
    for mask in (inked, cv2.morphologyEx(inked, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))):
        _, _, stats, middles = cv2.connectedComponentsWithStats(mask)
        x, y, wide, high, count = stats[1:].T
        sizes = np.maximum(wide, high)
        fits = (x > 0) & (y > 0) & (x + wide < small.shape[1]) & (y + high < small.shape[0])
        fits &= (sizes >= _SMALLEST_SIGN) & (sizes <= _LARGEST_SIGN * small.shape[0]) & (count > 0.15 * wide * high)
        places = zip(middles[1:][fits].tolist(), sizes[fits].tolist(), strict=True)
        signs += [_Sign(x=mx, y=my, size=float(size)) for (mx, my), size in places]
    return signs


def _pairs(signs: list[_Sign]) -> list[tuple[_Sign, _Sign]]:
    """Neighbours of like size, the nearest first, each as rank and as suit."""
    if len(signs) < 2:
        return []
    places = np.array([(sign.x, sign.y) for sign in signs])
    sizes = np.array([sign.size for sign in signs])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) / ((sizes[:, None] + sizes[None]) / 2)
    alike = np.maximum(sizes[:, None], sizes[None]) / np.minimum(sizes[:, None], sizes[None])
    fitting: npt.NDArray[np.intp] = np.argwhere((apart > 0.7) & (apart < 2.2) & (alike < 2.2))
    ordered = sorted(fitting.tolist(), key=lambda pair: float(apart[pair[0], pair[1]]))
    return [(signs[a], signs[b]) for a, b in ordered[:_MOST_PAIRS]]
