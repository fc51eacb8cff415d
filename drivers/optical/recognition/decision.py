"""From correlations to a confidence: how likely each card is, given how well it and all others fit.

A correlation ρ over n independent places has the likelihood (1 − ρ²)^(−n/2): what a template does not explain counts as
noise. Face and the two indices are such places. The share of a card among all 52 is how likely it is if one of them is
right; whether one of them is right at all, the best correlations themselves must say. `confidence` is the product.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drivers.optical.cards import ALL_CARDS, RANKS, SUITS
from drivers.optical.recognition.match_scores import Fit
from drivers.optical.recognition.start_poses import Scores

_FACE_PLACES, _CORNER_PLACES = 60.0, 20.0
"""How many independent places a whole face and one index are worth."""
_BEST = 0.985
_INDEX_HALF, _INDEX_WIDTH = 0.70, 0.03
_FACE_HALF, _FACE_WIDTH = 0.42, 0.03
_GOOD_FACE, _HELP = 0.60, 0.20
"""A face that fits well makes up for an index that fits less."""
_ALONE_HALF, _ALONE_WIDTH = 0.86, 0.015
_CONTRADICTS = 0.80
"""An index that fits some card as well as this and names another one than the rest is a contradiction."""

Shares = npt.NDArray[np.float64]
_BY_RANK = np.array([[card[0] == rank for card in ALL_CARDS] for rank in RANKS], dtype=np.float64)
_BY_SUIT = np.array([[card[1] == suit for card in ALL_CARDS] for suit in SUITS], dtype=np.float64)


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """`margin` is the distance to the second-best card. `index` and `face` are the correlations of the best one."""

    best: int
    rank_confidence: float
    suit_confidence: float
    margin: float
    index: float
    face: float
    agree: bool

    @property
    def confidence(self) -> float:
        return min(self.rank_confidence, self.suit_confidence)


def judge(fit: Fit) -> Judgement:
    corners = [scores for scores in fit.corners if scores is not None]
    evidence = _FACE_PLACES * fit.share * _likelihood(fit.face)
    for scores in corners:
        evidence = evidence + _CORNER_PLACES * _likelihood(scores)
    shares = np.exp(evidence - evidence.max())
    shares /= shares.sum()
    best = int(np.argmax(shares))
    index = max((float(scores[best]) for scores in corners), default=0.0)
    face = float(fit.face[best])
    helped = _HELP * min(1.0, max(0.0, (face - _GOOD_FACE) / (1 - _GOOD_FACE)))
    one_is_right = _step(index, _INDEX_HALF - helped, _INDEX_WIDTH) * _step(face, _FACE_HALF, _FACE_WIDTH)
    second = float(np.partition(shares, -2)[-2])
    return Judgement(
        best=best,
        rank_confidence=one_is_right * float((_BY_RANK @ shares)[RANKS.index(ALL_CARDS[best][0])]),
        suit_confidence=one_is_right * float((_BY_SUIT @ shares)[SUITS.index(ALL_CARDS[best][1])]),
        margin=one_is_right * (float(shares[best]) - second),
        index=index,
        face=face,
        agree=_agree(corners, best),
    )


def judge_index(scores: Scores) -> Judgement:
    """One index alone, with no face to speak for it: it must fit almost perfectly."""
    evidence = _CORNER_PLACES * _likelihood(scores)
    shares = np.exp(evidence - evidence.max())
    shares /= shares.sum()
    best = int(np.argmax(shares))
    index = float(scores[best])
    one_is_right = _step(index, _ALONE_HALF, _ALONE_WIDTH)
    second = float(np.partition(shares, -2)[-2])
    return Judgement(
        best=best,
        rank_confidence=one_is_right * float((_BY_RANK @ shares)[RANKS.index(ALL_CARDS[best][0])]),
        suit_confidence=one_is_right * float((_BY_SUIT @ shares)[SUITS.index(ALL_CARDS[best][1])]),
        margin=one_is_right * (float(shares[best]) - second),
        index=index,
        face=0.0,
        agree=True,
    )


def _likelihood(scores: Scores) -> Shares:
    bounded = np.clip(scores.astype(np.float64), 0.0, _BEST)
    return np.asarray(-0.5 * np.log1p(-bounded * bounded))


def _step(value: float, half: float, width: float) -> float:
    return 1.0 / (1.0 + math.exp(-(value - half) / width))


def _agree(corners: list[Scores], best: int) -> bool:
    """The clearest index names the best card, and no other clear index names another one."""
    named = sorted(((float(scores.max()), int(scores.argmax())) for scores in corners), reverse=True)
    return bool(named) and named[0][1] == best and all(card == best for fit, card in named if fit >= _CONTRADICTS)
