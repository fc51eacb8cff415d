"""From correlations to a confidence: how likely each card is, given how well it and all others fit.

A correlation ρ over n independent places has the likelihood (1 − ρ²)^(−n/2): what a template does not explain counts as
noise. Face and the two indices are such places. The share of a card among all 52 is how likely it is if one of them is
right; whether one of them is right at all, the best correlations themselves must say. `confidence` is the product.

The shape of the print decides. Its colour never does: where it is that of another suit it contradicts, and where a
picture has no colour at all nothing can be contradicted, so the confidence stays below `WITHOUT_COLOUR`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drivers.optical.cards import ALL_CARDS, COURTS, RANKS, SUITS
from drivers.optical.decks.design import FINE_SCALE, Design
from drivers.optical.recognition.features import Field, about_mean, hues, ink_colour, unexplained
from drivers.optical.recognition.match_scores import Fit, Index, rank_scores, suit_scores
from drivers.optical.recognition.start_poses import Scores

WITHOUT_COLOUR = 0.97
_FACE_PLACES, _CORNER_PLACES = 60.0, 20.0
"""How many independent places a whole face and one index are worth."""
_BEST = 0.985
_NO_TRUST, _FULL_TRUST = 0.45, 0.92
_INDEX_HALF, _INDEX_WIDTH = 0.88, 0.012
_FACE_HALF, _FACE_WIDTH = 0.64, 0.03
_GOOD_FACE, _HELP = 0.80, 0.04
"""A face that fits well makes up for an index that fits less."""
_GOOD_INDEX, _BEST_INDEX, _HELP_OF_INDICES = 0.86, 0.96, (0.11, 0.06)
"""Indices that fit well make up for a face with little print on it, the worse one of them more than the better one."""
_ALONE_HALF, _ALONE_WIDTH = 0.86, 0.015
_FACE_DOUBT, _INDEX_DOUBT = 0.1, 1.5
"""How much likelier (as a logarithm) face or index may find another card before they contradict."""
_FACE_SPEAKS, _INDEX_SPEAKS = 0.50, 0.68
"""A face or an index that fits nothing as well as this is covered or blurred: it says nothing."""
_BELOW_FACE, _CLEAR_INDEX = 0.08, (0.60, 0.88)
"""An index that nothing covers must fit nearly as well as the face does, and at least as well as the first of these."""
_INKED_SURELY = 0.78
"""What partly covers an index has a colour too: only one that fits as well as this has nothing but its own."""
_LEAST_LEAD = 0.012
"""How much better than all others one of the indices must fit the card."""
_RANK_DOUBT = 0.01
"""How much better a clear index may fit another rank before it contradicts."""
_STRONG_FACE, _EXPLAINED, _MOSTLY_BLANK, _HALF_IN_SIGHT = 0.85, (0.62, 0.75), 0.43, (0.52, 0.65)
"""An index that fits its card less than this, the second below a face weaker than the first, is excused only where
not so much of it is paper, or where it fits its card as well as the last ones, and no other card better: the rest of it
is covered."""
_OTHER_SIGN, _BETTER_SIGN = 0.78, 0.08
"""How well the rank of an index must fit another one, and how much better, to contradict though its suit is covered."""
_OTHER_SUIT, _SUIT_DOUBT, _LEAST_SUIT_LEAD = 0.70, 0.03, 0.015
"""How well the sign of another suit must fit, and how much better than the card's own, to contradict; how far the
card's own must be before it in an index that nothing covers."""
_INDEX_IN_SIGHT = 0.85
"""An index that fits its card as well as this is in sight, though the edge of a shadow lies across its paper."""
_UNCOVERED, _SOMETHING_ELSE, _FAR_BETTER = 0.50, 0.50, 0.07
"""An index of which so much is paper is not covered: one that fits another card so well, and so much better,
contradicts, though nothing fits it well."""
_STRANGE_INK, _COLOUR_DOUBT = 0.30, 0.10
"""What an ink may leave unexplained of a colour; how much less another one must leave to contradict."""

_LIKE_A_COURT, _BETTER_COLOURS = 0.5, 0.15
"""How like the colours of another court of its rank a face must be, and how much more than its own, to contradict."""

Shares = npt.NDArray[np.float64]
_BY_RANK = np.array([[card[0] == rank for card in ALL_CARDS] for rank in RANKS], dtype=np.float64)
_BY_SUIT = np.array([[card[1] == suit for card in ALL_CARDS] for suit in SUITS], dtype=np.float64)


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """`margin` is the distance to the second-best card. `index` and `face` are the correlations of the best one.

    `evidence` is how well it fits, whatever the others do: with it, designs are compared. `agree`: everything in sight
    names the best card.
    """

    best: int
    rank_confidence: float
    suit_confidence: float
    margin: float
    index: float
    face: float
    evidence: float
    agree: bool

    @property
    def confidence(self) -> float:
        return min(self.rank_confidence, self.suit_confidence)


def judge(fit: Fit, *, grey: bool) -> Judgement:
    corners = [index for index in fit.corners if index is not None]
    parts = [_FACE_PLACES * fit.share * _weighed(fit.face)]
    parts += [_CORNER_PLACES * _weighed(index.scores) for index in corners]
    evidence = np.sum(parts, axis=0)
    best = int(np.argmax(evidence))
    clearest = max((float(index.scores[best]) for index in corners), default=0.0)
    face = float(fit.face[best])
    helped = _HELP * min(1.0, max(0.0, (face - _GOOD_FACE) / (1 - _GOOD_FACE)))
    face_half = _FACE_HALF - _help_of_indices(fit, best)
    one_is_right = _step(clearest, _INDEX_HALF - helped, _INDEX_WIDTH) * _step(face, face_half, _FACE_WIDTH)
    agree = bool(corners) and (float(fit.face.max()) < _FACE_SPEAKS or _doubt(parts[0], best) <= _FACE_DOUBT)
    agree = agree and any(_names(index, best) for index in corners)
    least = min(max(face - _BELOW_FACE, _CLEAR_INDEX[0]), _CLEAR_INDEX[1])
    for index, part in zip(corners, parts[1:], strict=True):
        agree = agree and (float(index.scores.max()) < _INDEX_SPEAKS or _doubt(part, best) <= _INDEX_DOUBT)
        agree = agree and not (index.clear and float(index.scores[best]) < least)
        agree = agree and not (index.clear and _names_another_rank(index, best))
        agree = agree and not _is_unexplained(index, best, face)
        agree = agree and (grey or _colour_fits(index, fit.design, best))
        agree = agree and not _shows_another_rank(index, fit.design, best)
        agree = agree and not _is_of_another_card(index, best)
        agree = agree and not _shows_another_suit(index, fit.design, best)
    agree = agree and (grey or not _face_in_other_colours(fit, best))
    return _judgement(evidence, one_is_right, clearest, face, agree=agree, grey=grey)


def _names(index: Index, best: int) -> bool:
    """No card is read that none of its indices names by itself, before all others: a face in the wrong place may."""
    return float(index.scores[best] - np.delete(index.scores, best).max()) >= _LEAST_LEAD


def _is_unexplained(index: Index, best: int, face: float) -> bool:
    """Paper enough that one should see this card's index, and it is not there, nor half of it."""
    own, weak = float(index.scores[best]), face < _STRONG_FACE
    half = own >= _HALF_IN_SIGHT[weak] and int(index.scores.argmax()) == best
    return index.blank > _MOSTLY_BLANK and own < _EXPLAINED[weak] and not half


def _shows_another_rank(index: Index, design: Design, best: int) -> bool:
    """Of an index that fits nothing as a whole, the rank alone is that of another card."""
    scores = rank_scores(index, design)
    if scores is None:
        return False
    named, own = int(scores.argmax()), RANKS.index(ALL_CARDS[best][0])
    return named != own and float(scores[named]) >= _OTHER_SIGN and float(scores[named] - scores[own]) > _BETTER_SIGN


def _shows_another_suit(index: Index, design: Design, best: int) -> bool:
    """The sign below the rank is that of another suit, however little it counts in the whole index."""
    scores = suit_scores(index, design, best)
    own = SUITS.index(ALL_CARDS[best][1])
    other = float(np.delete(scores, own).max())
    in_sight = index.clear or float(index.scores[best]) >= _INDEX_IN_SIGHT
    allowed = -_LEAST_SUIT_LEAD if in_sight else _SUIT_DOUBT
    return other >= _OTHER_SUIT and other - float(scores[own]) > allowed


def _is_of_another_card(index: Index, best: int) -> bool:
    most = float(index.scores.max())
    return index.blank > _UNCOVERED and most >= _SOMETHING_ELSE and most - float(index.scores[best]) > _FAR_BETTER


def _names_another_rank(index: Index, best: int) -> bool:
    named = int(index.scores.argmax())
    other = ALL_CARDS[named][0] != ALL_CARDS[best][0]
    return other and float(index.scores[named] - index.scores[best]) > _RANK_DOUBT


def _help_of_indices(fit: Fit, best: int) -> float:
    """Only where the face finds the same card, and no index another one. One that is not in sight helps nothing."""
    if int(fit.face.argmax()) != best or any(i is not None and int(i.scores.argmax()) != best for i in fit.corners):
        return 0.0
    fits = sorted(0.0 if index is None else float(index.scores[best]) for index in fit.corners)
    shares = [min(max((index_fit - _GOOD_INDEX) / (_BEST_INDEX - _GOOD_INDEX), 0.0), 1.0) for index_fit in fits]
    return sum(share * most for share, most in zip(shares, _HELP_OF_INDICES, strict=True))


def judge_index(index: Index, design: Design, *, grey: bool) -> Judgement:
    """One index alone, with no face to speak for it: it must fit almost perfectly."""
    evidence = _CORNER_PLACES * _weighed(index.scores)
    best = int(np.argmax(evidence))
    fits = float(index.scores[best])
    one_is_right = _step(fits, _ALONE_HALF, _ALONE_WIDTH)
    agree = grey or _colour_fits(index, design, best)
    return _judgement(evidence, one_is_right, fits, 0.0, agree=agree, grey=grey)


def _judgement(
    evidence: Shares, one_is_right: float, index: float, face: float, *, agree: bool, grey: bool
) -> Judgement:
    shares = np.exp(evidence - evidence.max())
    shares /= shares.sum()
    best = int(np.argmax(shares))
    second = float(np.partition(shares, -2)[-2])
    sure = one_is_right * (WITHOUT_COLOUR if grey else 1.0)
    return Judgement(
        best=best,
        rank_confidence=one_is_right * float((_BY_RANK @ shares)[RANKS.index(ALL_CARDS[best][0])]),
        suit_confidence=sure * float((_BY_SUIT @ shares)[SUITS.index(ALL_CARDS[best][1])]),
        margin=one_is_right * (float(shares[best]) - second),
        index=index,
        face=face,
        evidence=float(evidence[best]),
        agree=agree,
    )


def _weighed(scores: Scores) -> Shares:
    """The logarithm of the likelihood for each place. What fits badly everywhere is no noise, but something else lies
    there: it counts the less."""
    bounded = np.clip(scores.astype(np.float64), 0.0, _BEST)
    trust = min(max((float(scores.max()) - _NO_TRUST) / (_FULL_TRUST - _NO_TRUST), 0.0), 1.0)
    return np.asarray(-0.5 * trust * np.log1p(-bounded * bounded))


def _step(value: float, half: float, width: float) -> float:
    return 1.0 / (1.0 + math.exp(-(value - half) / width))


def _doubt(evidence: Shares, best: int) -> float:
    """How much likelier this part finds another card than the best one."""
    return float(evidence.max() - evidence[best])


def _colour_fits(index: Index, design: Design, best: int) -> bool:
    """What is seen may be this ink, more or less of it; no other suit's ink explains it clearly better."""
    if float(index.scores[best]) < (_INDEX_SPEAKS if index.clear else _INKED_SURELY):
        return True
    rank, own = ALL_CARDS[best][0], unexplained(index.colour, design.colours[best])
    others = [design.colours[ALL_CARDS.index(rank + suit)] for suit in SUITS if suit != ALL_CARDS[best][1]]
    return own < _STRANGE_INK and all(own - unexplained(index.colour, other) < _COLOUR_DOUBT for other in others)


def _face_in_other_colours(fit: Fit, best: int) -> bool:
    """Pips have the ink of their suit: one pip has so little shape that indices could name another suit. The courts of
    a rank may be one drawing in other colours."""
    rank, suit = ALL_CARDS[best][0], ALL_CARDS[best][1]
    left, top, right, bottom = (max(0, round(edge * FINE_SCALE)) for edge in fit.pose.seen)
    in_sight = np.s_[top:bottom, left:right]
    others = [rank + other for other in SUITS if other != suit]
    if rank in COURTS:
        inside = fit.design.body[in_sight] > 0
        seen = about_mean(hues(fit.flat[in_sight])[inside])
        whole = inside.shape == fit.design.body.shape
        courts = fit.design.courts_in_colour
        alike = {
            card: _correlated(
                seen, courts[card] if whole else about_mean(fit.design.court_hues[card][in_sight][inside])
            )
            for card in (rank + suit, *others)
        }
        most = max(alike[card] for card in others)
        return most > _LIKE_A_COURT and most - alike[rank + suit] > _BETTER_COLOURS
    ink, inks = ink_colour(fit.flat[in_sight], fit.design.face_inked[best][in_sight]), fit.design.face_colours
    own = unexplained(ink, inks[best])
    better = (own - unexplained(ink, inks[ALL_CARDS.index(card)]) > _COLOUR_DOUBT for card in others)
    return own >= _STRANGE_INK and any(better)


def _correlated(seen: Field, known: Field) -> float:
    """Of both hues at once."""
    lengths = float(np.linalg.norm(seen)) * float(np.linalg.norm(known))
    return float(np.vdot(seen, known)) / max(lengths, 1e-6)
