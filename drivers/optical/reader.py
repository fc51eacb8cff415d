"""One picture in, one reading out. Below the thresholds the answer is UNREADABLE, never a guess."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.design import Design
from drivers.optical.reading import Corner, Reading, Reason, Sight, Thresholds, Verdict
from drivers.optical.recognition import quality
from drivers.optical.recognition.alignment import aligned
from drivers.optical.recognition.card_poses import Pose, hidden_part
from drivers.optical.recognition.corner_search import FoundIndex, find_indices
from drivers.optical.recognition.decision import Judgement, judge
from drivers.optical.recognition.features import Picture, is_grey
from drivers.optical.recognition.geometry import Quad, box, inverted, moved, same_frame, sides
from drivers.optical.recognition.match_scores import Fit, fitted
from drivers.optical.recognition.outlines import Sighting, sightings, working_copy
from drivers.optical.recognition.picture_sizes import SizedPicture, grown
from drivers.optical.recognition.start_poses import Start, likeness, likeness_to_back, start_at, starts

_LEAST_START = 0.20
_TRIED = 4
_MOST_SIGHTINGS = 12
_MOST_DESIGNS, _LIKELY_DESIGN = 3, 0.75
"""Designs that are laid exactly: those whose start is nearly as good as the best one."""
_MOST_ALIGNMENTS, _WELL_LAID = 4, 0.85
_AS_GOOD = 8.0
"""Another design that fits as well as this (as a logarithm) and names another card makes the picture ambiguous."""
_RESEMBLES_COARSELY, _RESEMBLES_INDEX = 0.42, 0.62
_LIKE_NO_FACE, _LIKE_THE_BACK, _A_LITTLE_LIKE = 0.28, 0.26, 0.04
_ANOTHER_INDEX, _LIKE_AN_INDEX = 0.86, 0.60
_FACE_SPEAKS = 0.58
"""Below this a face is not where it was taken to be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """The best that could be made of a picture with one design. `quad` is the whole card, in pixels of the picture."""

    design: Design
    fit: Fit
    judgement: Judgement
    coarse: float
    quad: Quad


class Sightings:
    """The frames of one picture, found one by one and kept for the next design."""

    def __init__(self, picture: Picture) -> None:
        height, width = picture.shape[:2]
        self.small, self.factor = working_copy(picture)
        self.grey = is_grey(self.small)
        self.filled = quality.paper_to_the_rim(self.small)
        self._coming = sightings(self.small, self.factor)
        self.known: list[Sighting] = []
        # A picture of nothing but a card has no outline to find.
        self._last = Sighting(
            quad=box(-0.5, -0.5, width - 0.5, height - 0.5),
            hull_area=float(width * height),
            outlined=False,
        )

    def __iter__(self) -> Iterator[Sighting]:
        if self.filled:
            yield self._last
        yield from self.known
        while len(self.known) < _MOST_SIGHTINGS and (found := next(self._coming, None)) is not None:
            if not any(same_frame(found.quad, other.quad) for other in self.known):
                self.known.append(found)
                yield found
        if not self.filled:
            yield self._last


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """A reading, and what lies there. `sight` is for telling apart; it is no part of what is handed on."""

    reading: Reading
    sight: Sight


def read_picture(
    picture: Picture, designs: Sequence[Design], thresholds: Thresholds | None = None, *, sha256: str | None = None
) -> Reading:
    """`picture` is BGR, 8 bit. `sha256` is that of the file it came from; without it, that of its pixels."""
    return look_at(picture, designs, thresholds, sha256=sha256).reading


def look_at(
    picture: Picture, designs: Sequence[Design], thresholds: Thresholds | None = None, *, sha256: str | None = None
) -> Look:
    began = time.perf_counter()
    limits = thresholds or Thresholds()
    found = Sightings(picture)
    sized = SizedPicture(picture)
    face_down = _lies_face_down(picture, sized, found, designs)
    attempts = [] if face_down else _attempts(sized, found, designs, limits)
    told = _told(picture, designs, found, attempts, limits)
    digest = sha256 or hashlib.sha256(np.ascontiguousarray(picture).data).hexdigest()
    reading = Reading(**told, image_sha256=digest, ms=(time.perf_counter() - began) * 1000.0)
    return Look(reading=reading, sight=_sight(reading, found))


def _lies_face_down(picture: Picture, sized: SizedPicture, found: Sightings, designs: Sequence[Design]) -> bool:
    """The usual case of a card that is not to be read, told before anything is searched for: whatever stands out is
    printed all over, has no index in its corners and is like no face."""
    backs: list[Sighting] = []
    if found.filled:
        return False
    for frame in found:
        if not frame.outlined or not quality.stands_out(found.small, found.factor, frame.quad):
            continue
        view = _upright(picture, frame.quad)
        if any(_is_back(sized, frame, view, design) for design in designs):
            frame.is_back = True
            return True
        if quality.shows_an_index(view) or not quality.printed_all_over(view):
            return False
        if any(likeness(sized, frame, design) >= _LIKE_NO_FACE for design in designs):
            return False
        backs.append(frame)
    for frame in backs:
        frame.is_back = True
    return bool(backs)


def _is_back(sized: SizedPicture, frame: Sighting, view: Picture, design: Design) -> bool:
    """The back that was enrolled with the design: its pattern, or where that is too fine, its colour all over."""
    if design.back is None:
        return False
    like = likeness_to_back(sized, frame, design)
    return like >= _LIKE_THE_BACK or (like >= _A_LITTLE_LIKE and quality.as_coloured_as(view, design.back))


# Laying the templates of the designs upon the picture


def _attempts(sized: SizedPicture, found: Sightings, designs: Sequence[Design], limits: Thresholds) -> list[Attempt]:
    """The best that each likely design makes of it, the best-fitting design first."""
    begun = [(sorted(starts(sized, found, design), key=lambda start: -start.score), design) for design in designs]
    begun = [(ordered[:_TRIED], design) for ordered, design in begun if ordered and ordered[0].score >= _LEAST_START]
    begun.sort(key=lambda one: -one[0][0].score)
    likely = [one for one in begun[:_MOST_DESIGNS] if one[0][0].score >= _LIKELY_DESIGN * begun[0][0][0].score]
    attempts = [_attempt(ordered, found, design, limits) for ordered, design in likely]
    return sorted(attempts, key=lambda one: -one.judgement.evidence)


def _attempt(ordered: list[Start], found: Sightings, design: Design, limits: Thresholds) -> Attempt:
    first = ordered[0]
    best = _laid(first, design, grey=found.grey)
    for start in ordered[1:]:
        if start.score < _LEAST_START or _is_sure(best.judgement, limits):
            break
        attempt = _laid(start, design, grey=found.grey)
        if attempt.judgement.evidence > best.judgement.evidence:
            best, first = attempt, start
    return _with_the_rest(best, first, found)


def _with_the_rest(part: Attempt, start: Start, found: Sightings) -> Attempt:
    """A part of a card passes for one only when something else lies where the rest would be; paper there is judged."""
    design, seen = part.design, part.fit.pose.seen
    rest = hidden_part(seen, design.width_mm, design.height_mm)
    if rest is None:
        return part
    place = grown(moved(box(*rest), inverted(part.fit.pose.to_card)), start.factor)
    if not quality.is_paper(found.small, found.factor, part.quad, place):
        return part
    whole = Pose(to_card=part.fit.pose.to_card, seen=(0.0, 0.0, design.width_mm, design.height_mm))
    return _laid(replace(start, pose=whole, scores=part.fit.face), design, grey=found.grey)


def _laid(start: Start, design: Design, *, grey: bool) -> Attempt:
    """Aligned anew as long as another card fits better, or the same one better than before."""
    card, pose = int(start.scores.argmax()), start.pose
    best: tuple[Fit, Judgement] | None = None
    for _ in range(_MOST_ALIGNMENTS):
        fit = fitted(start.picture, aligned(start.picture, pose, design, card), design)
        judgement = judge(fit, grey=grey)
        if best is not None and judgement.evidence <= best[1].evidence:
            break
        best = fit, judgement
        if judgement.best == card and judgement.face >= _WELL_LAID:
            break
        pose = fit.pose if judgement.best == card else start.pose
        card = judgement.best
    fit, judgement = best or (fit, judgement)
    whole = box(0.0, 0.0, design.width_mm, design.height_mm)
    quad = grown(moved(whole, inverted(fit.pose.to_card)), start.factor)
    return Attempt(design=design, fit=fit, judgement=judgement, coarse=start.score, quad=quad)


def _is_sure(judgement: Judgement, limits: Thresholds) -> bool:
    return judgement.agree and judgement.confidence >= limits.min_confidence and judgement.margin >= limits.min_margin


# The verdict


def _told(
    picture: Picture, designs: Sequence[Design], found: Sightings, attempts: list[Attempt], limits: Thresholds
) -> dict[str, Any]:
    back = next((one.quad for one in found.known if one.is_back), None)
    if back is not None:
        if quality.has_company(found.small, found.factor, back):
            return {"verdict": Verdict.UNREADABLE, "reason": Reason.SEVERAL_CARDS}
        return {"verdict": Verdict.NO_CARD}
    known = bool(attempts) and _resembles(attempts[0])
    if known and attempts[0].judgement.face >= _FACE_SPEAKS:
        return _judged(picture, found, attempts, limits)
    by_index = _by_index(picture, designs, found, limits)
    if by_index is not None:
        return by_index
    return _judged(picture, found, attempts, limits) if known else _no_face(picture, found)


def _judged(picture: Picture, found: Sightings, attempts: list[Attempt], limits: Thresholds) -> dict[str, Any]:
    best = attempts[0]
    sure = _is_sure(best.judgement, limits)
    told: dict[str, Any] = {"corner": _points(best.quad)}
    if quality.has_company(found.small, found.factor, best.quad):
        return told | {"verdict": Verdict.UNREADABLE, "reason": Reason.SEVERAL_CARDS}
    rivals = [one for one in attempts[1:] if best.judgement.evidence - one.judgement.evidence < _AS_GOOD]
    if sure and any(one.judgement.best != best.judgement.best for one in rivals):
        return told | {"verdict": Verdict.UNREADABLE, "reason": Reason.AMBIGUOUS}
    told |= {
        "confidence": best.judgement.confidence,
        "rank_confidence": best.judgement.rank_confidence,
        "suit_confidence": best.judgement.suit_confidence,
        "design": best.design.name,
    }
    if sure:
        return told | {"verdict": Verdict.CARD, "card": ALL_CARDS[best.judgement.best]}
    return told | {"verdict": Verdict.UNREADABLE, "reason": _reason(picture, best)}


def _by_index(
    picture: Picture, designs: Sequence[Design], found: Sightings, limits: Thresholds
) -> dict[str, Any] | None:
    """Where no frame led to a card: from an index to the card around it, and only where none is, by the index alone."""
    seen = [one for design in designs for one in find_indices(picture, design, grey=found.grey)]
    seen = sorted((one for one in seen if one.judgement.index >= _LIKE_AN_INDEX), key=lambda one: -one.judgement.index)
    sized = SizedPicture(picture)
    starts_here = ((start_at(sized, one.card, one.judgement.best, one.design), one) for one in seen[:_TRIED])
    attempts = [_laid(start, one.design, grey=found.grey) for start, one in starts_here]
    attempts.sort(key=lambda one: -one.judgement.evidence)
    if attempts and attempts[0].judgement.face >= _FACE_SPEAKS:
        return _judged(picture, found, attempts[:1], limits)
    sure = [one for one in seen if _is_sure(one.judgement, limits)]
    return _alone(found, sure[0], seen) if sure else None


def _alone(found: Sightings, best: FoundIndex, seen: list[FoundIndex]) -> dict[str, Any] | None:
    """An index in the window of a shoe. Where a face is in sight, it never speaks for it."""
    if any(one.judgement.index >= _ANOTHER_INDEX and one.judgement.best != best.judgement.best for one in seen):
        return {"verdict": Verdict.UNREADABLE, "reason": Reason.SEVERAL_CARDS, "corner": _points(best.quad)}
    if quality.has_company(found.small, found.factor, best.card):
        return {"verdict": Verdict.UNREADABLE, "reason": Reason.SEVERAL_CARDS, "corner": _points(best.quad)}
    if quality.body_in_sight(found.small, found.factor, best.card):
        return {"verdict": Verdict.UNREADABLE, "reason": Reason.LOW_CONFIDENCE, "corner": _points(best.quad)}
    return {
        "verdict": Verdict.CARD,
        "card": ALL_CARDS[best.judgement.best],
        "corner": _points(best.quad),
        "confidence": best.judgement.confidence,
        "rank_confidence": best.judgement.rank_confidence,
        "suit_confidence": best.judgement.suit_confidence,
        "design": best.design.name,
    }


def _sight(reading: Reading, found: Sightings) -> Sight:
    """What looks like a card and shows no face lies face down; when in doubt it does."""
    if reading.reason is Reason.SEVERAL_CARDS:
        return Sight.SEVERAL
    if reading.verdict is Verdict.UNREADABLE and any(_is_printed_all_over(found, frame) for frame in found):
        return Sight.SEVERAL
    if reading.verdict is not Verdict.NO_CARD:
        corner = None if reading.corner is None else np.array(reading.corner, dtype=np.float32)
        alone = corner is None or not quality.something_beside(found.small, found.factor, corner)
        return Sight.FACE_UP if alone else Sight.SEVERAL
    frames = [one.quad for one in found if one.outlined]
    if any(quality.stands_out(found.small, found.factor, quad) for quad in frames):
        return Sight.FACE_DOWN
    return Sight.FACE_DOWN if quality.something_lies_there(found.small) else Sight.EMPTY


def _is_printed_all_over(found: Sightings, frame: Sighting) -> bool:
    """A back, or a part of one, may lie in this frame."""
    view = _upright(found.small, np.asarray((frame.quad + 0.5) / found.factor - 0.5, dtype=np.float32))
    return frame.outlined and quality.printed_all_over(view) and not quality.shows_an_index(view)


def _resembles(attempt: Attempt) -> bool:
    return attempt.coarse >= _RESEMBLES_COARSELY or attempt.judgement.index >= _RESEMBLES_INDEX


def _no_face(picture: Picture, found: Sightings) -> dict[str, Any]:
    """Nothing here is like a face of a known design. A face of another one shows an index; a back does not."""
    for sighting in found:
        view = _upright(picture, sighting.quad)
        if quality.shows_an_index(view) and not quality.printed_all_over(view):
            return {
                "verdict": Verdict.UNREADABLE,
                "reason": Reason.UNKNOWN_DESIGN,
                "corner": _points(sighting.quad),
            }
    return {"verdict": Verdict.NO_CARD}


def _upright(picture: Picture, quad: Quad) -> Picture:
    lengths = sides(quad)
    turned = quad if lengths[0] + lengths[2] < lengths[1] + lengths[3] else np.roll(quad, -1, axis=0)
    return quality.flat_view(picture, turned)


def _reason(picture: Picture, best: Attempt) -> Reason:
    view = quality.flat_view(picture, best.quad)
    if quality.blurred(view):
        return Reason.BLUR
    if quality.glaring(view):
        return Reason.GLARE
    if best.fit.share < 0.9 or any(scores is None for scores in best.fit.corners):
        return Reason.COVERED
    if best.judgement.index >= 0.8 and best.judgement.face >= 0.5:
        return Reason.AMBIGUOUS
    if best.judgement.face < 0.4 and quality.shows_an_index(view):
        return Reason.UNKNOWN_DESIGN
    return Reason.LOW_CONFIDENCE


def _points(quad: Quad) -> Corner:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return (a, b, c, d)
