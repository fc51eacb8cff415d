"""One picture in, one reading out. Below the thresholds the answer is UNREADABLE, never a guess."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from drivers.optical.budget import Budget
from drivers.optical.card_search import AS_GOOD, ATTEMPT_MS, Attempt, Hint, Search, Sightings
from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.design import Design
from drivers.optical.reading import Corner, Reading, Reason, Sight, Thresholds, Verdict
from drivers.optical.recognition import quality
from drivers.optical.recognition.corner_search import FoundIndex, IndexSearch
from drivers.optical.recognition.features import Picture
from drivers.optical.recognition.geometry import Quad, area, sides
from drivers.optical.recognition.outlines import Shown, Sighting
from drivers.optical.recognition.picture_sizes import SizedPicture
from drivers.optical.recognition.start_poses import likeness, likeness_to_back, start_at

_TRIED = 4
_RESEMBLES_COARSELY, _RESEMBLES_INDEX = 0.42, 0.62
_LIKE_NO_FACE, _LIKE_THE_BACK, _SURELY_THE_BACK, _A_LITTLE_LIKE = 0.28, 0.26, 0.38, 0.04
_ANOTHER_INDEX, _LIKE_AN_INDEX = 0.86, 0.60
_AROUND = 1.5
"""How much larger than a card a frame around it is."""
_FACE_SPEAKS = 0.58
"""Below this a face is not where it was taken to be."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """A reading, and what lies there. `sight` is for telling apart; it is no part of what is handed on. A look holds
    its picture: whoever keeps something keeps the reading, not the look."""

    reading: Reading
    search: Search = field(repr=False, compare=False)

    @cached_property
    def sight(self) -> Sight:
        return _sight(self.reading, self.search)

    @property
    def hint(self) -> Hint:
        """For the next picture of the same camera."""
        reading = self.reading
        if reading.verdict is Verdict.CARD and reading.corner is not None:
            return Hint(quad=np.array(reading.corner, dtype=np.float32), design=reading.design or "")
        if reading.reason is Reason.OUT_OF_TIME:
            return Hint(progress=self.search.left_off, design=self.search.dealt)
        return Hint(design=self.search.dealt) if reading.verdict is Verdict.NO_CARD else Hint()


def read_picture(
    picture: Picture, designs: Sequence[Design], thresholds: Thresholds | None = None, *, sha256: str | None = None
) -> Reading:
    """`picture` is BGR, 8 bit. `sha256` is that of the file it came from; without it, that of its pixels."""
    digest = sha256 or hashlib.sha256(np.ascontiguousarray(picture).data).hexdigest()
    return look_at(picture, designs, thresholds, sha256=digest).reading


def look_at(
    picture: Picture,
    designs: Sequence[Design],
    thresholds: Thresholds | None = None,
    *,
    sha256: str = "",
    budget: Budget | None = None,
    hint: Hint | None = None,
) -> Look:
    """The `budget` ends the search; the `hint` of the look before goes on with it."""
    budget = budget or Budget()
    search = Search(picture, designs, thresholds or Thresholds(), budget, hint)
    evidence = _verdict_on(picture, search)
    reading = Reading(**evidence, image_sha256=sha256, ms=budget.spent_ms)
    return Look(reading=reading, search=search)


def _lies_face_down(picture: Picture, search: Search) -> bool:
    """Whatever stands out is a known back, or printed all over without an index in its corners and like no face."""
    sightings = search.found
    if sightings.filled:
        return False
    for frame in sightings:
        if frame.shows is None:
            if search.budget.over:
                return False
            frame.shows = _shown(picture, search, frame)
        if frame.shows in (Shown.BACK, Shown.FACE):
            return frame.shows is Shown.BACK
    return not sightings.cut_short and any(frame.shows is Shown.PRINT for frame in sightings)


def _shown(picture: Picture, search: Search, frame: Sighting) -> Shown:
    sightings = search.found
    if not frame.outlined or not quality.stands_out(sightings.small, sightings.factor, frame.quad):
        return Shown.NOTHING
    view = _upright(picture, frame.quad)
    if any(_is_back(search.sized, frame, view, design) for design in search.designs):
        return Shown.BACK
    if quality.shows_an_index(view) or not quality.printed_all_over(view):
        return Shown.FACE
    like = any(likeness(search.sized, frame, design) >= _LIKE_NO_FACE for design in search.designs)
    return Shown.FACE if like else Shown.PRINT


def _is_back(sized: SizedPicture, frame: Sighting, view: Picture, design: Design) -> bool:
    """The back that was enrolled with the design: its pattern, or where that is too fine, its colour all over."""
    if design.back is None:
        return False
    like = likeness_to_back(sized, frame, design)
    return like >= _LIKE_THE_BACK or (like >= _A_LITTLE_LIKE and quality.as_coloured_as(view, design.back))


def _face_beside_back(picture: Picture, search: Search) -> bool:
    """Does a card lie face up beside what lies face down? Bright cloth and the light upon it show no index."""
    frames = search.found.known
    backs = [frame.quad for frame in frames if frame.shows in (Shown.BACK, Shown.PRINT)]
    beside = (
        frame.quad for frame in frames if frame.outlined and not any(_surrounds(back, frame.quad) for back in backs)
    )
    views = (_upright(picture, quad) for quad in beside if not any(_surrounds(quad, back) for back in backs))
    return any(quality.shows_an_index(view) and not quality.printed_all_over(view) for view in views)


def _printed_on_its_back(search: Search, design: Design, quad: Quad, *, sure: bool) -> bool | None:
    """Some backs show cards. What lies well within the back of its own design is none, and what is not sure is none
    where the whole back is in sight. Where something of the colour of that back is around the card, every frame is
    looked at, else those that are known. None: there was no time."""
    colour, sightings = design.colour_of_back, search.found
    if colour is None:
        return False
    on_its_colour = quality.lies_on_colour(sightings.small, sightings.factor, quad, colour)
    within = any(
        _surrounds(frame.quad, quad)
        and (area(frame.quad) > _AROUND * area(quad) or not sure)
        and likeness_to_back(search.sized, frame, design) >= (_LIKE_THE_BACK if sure else _SURELY_THE_BACK)
        for frame in (sightings if on_its_colour else list(sightings.known))
    )
    return None if not within and on_its_colour and sightings.cut_short else within


def _surrounds(frame: Quad, quad: Quad) -> bool:
    """Does the middle of the second one lie in the first?"""
    return cv2.pointPolygonTest(frame, (float(quad[:, 0].mean()), float(quad[:, 1].mean())), False) > 0


# The verdict


def _verdict_on(picture: Picture, search: Search) -> dict[str, Any]:
    before = search.before
    if attempts := search.gone_on():
        return _judged(picture, search, attempts)
    if before.halfway is not None and search.late:
        return _out_of_time(search, at_best=before.at_best, indices=before.indices, likely=before.likely)
    if before.indices is not None:
        return _by_index(picture, search, likely=before.likely) or _at_last(picture, search)
    if not before.at_best:
        surely = search.surely()
        if surely:
            return _judged(picture, search, surely)
        if search.late:
            return _out_of_time(search)
        if _lies_face_down(picture, search):
            if _face_beside_back(picture, search):
                return {"verdict": Verdict.UNREADABLE, "reason": Reason.SEVERAL_CARDS}
            return {"verdict": Verdict.NO_CARD}
        if search.late:
            return _out_of_time(search)
    attempts = search.at_best()
    known = bool(attempts) and _resembles(attempts[0])
    if search.late and not (known and search.stands(attempts[0])):
        return _out_of_time(search, at_best=True, likely=known or before.likely)
    if known and attempts[0].judgement.face >= _FACE_SPEAKS:
        return _judged(picture, search, attempts)
    by_index = _by_index(picture, search, likely=known or before.likely)
    if by_index is not None:
        return by_index
    return _judged(picture, search, attempts) if known else _at_last(picture, search)


def _out_of_time(search: Search, **more: Any) -> dict[str, Any]:
    """The next picture goes on from here."""
    search.left_off = search.progress(**more)
    return {"verdict": Verdict.UNREADABLE, "reason": Reason.OUT_OF_TIME}


def _at_last(picture: Picture, search: Search) -> dict[str, Any]:
    """Every frame was tried, with the pictures before too, and no index is found."""
    if search.before.likely:
        return {"verdict": Verdict.UNREADABLE, "reason": Reason.LOW_CONFIDENCE}
    return _no_face(picture, search)


def _judged(picture: Picture, search: Search, attempts: list[Attempt]) -> dict[str, Any]:
    best, sightings = attempts[0], search.found
    sure = search.stands(best)
    evidence: dict[str, Any] = {"corner": _points(best.quad)}
    printed = _printed_on_its_back(search, best.design, best.quad, sure=sure)
    if printed:
        return {"verdict": Verdict.NO_CARD}
    if sure and printed is None:
        return _out_of_time(search)
    if quality.has_company(sightings.small, sightings.factor, best.quad):
        return evidence | {"verdict": Verdict.UNREADABLE, "reason": Reason.SEVERAL_CARDS}
    rivals = [attempt for attempt in attempts[1:] if best.judgement.evidence - attempt.judgement.evidence < AS_GOOD]
    if sure and any(attempt.judgement.best != best.judgement.best for attempt in rivals):
        return evidence | {"verdict": Verdict.UNREADABLE, "reason": Reason.AMBIGUOUS}
    evidence |= {
        "confidence": best.judgement.confidence,
        "rank_confidence": best.judgement.rank_confidence,
        "suit_confidence": best.judgement.suit_confidence,
        "design": best.design.name,
    }
    if sure:
        return evidence | {"verdict": Verdict.CARD, "card": ALL_CARDS[best.judgement.best]}
    return evidence | {"verdict": Verdict.UNREADABLE, "reason": _reason(picture, best)}


def _by_index(picture: Picture, search: Search, *, likely: bool) -> dict[str, Any] | None:
    """Where no frame led to a card: from an index to the card around it, and only where none is, by the index alone."""
    indices = search.before.indices or IndexSearch()
    if not indices.ended(search.sized, search.designs, search.budget, grey=search.found.grey):
        return _out_of_time(search, indices=indices, likely=likely)
    indices_seen = [index for index in indices.found() if index.judgement.index >= _LIKE_AN_INDEX]
    attempts: list[Attempt] = []
    for index in indices_seen[indices.laid : _TRIED]:
        if search.budget.lacks(ATTEMPT_MS):
            break
        attempts.append(
            search.laid(start_at(search.sized, index.card, index.judgement.best, index.design), index.design)
        )
        indices.laid += 1
    attempts.sort(key=lambda attempt: -attempt.judgement.evidence)
    ended = indices.laid >= min(len(indices_seen), _TRIED) and not search.late
    if attempts and attempts[0].judgement.face >= _FACE_SPEAKS and (ended or search.stands(attempts[0])):
        return _judged(picture, search, attempts[:1])
    if not ended:
        return _out_of_time(search, indices=indices, likely=likely or any(map(_resembles, attempts)))
    sure = [index for index in indices_seen if search.is_sure(index.judgement)]
    return _alone(search, sure[0], indices_seen) if sure else None


def _alone(search: Search, best: FoundIndex, indices_seen: Sequence[FoundIndex]) -> dict[str, Any] | None:
    """An index in the window of a shoe. Where a face is in sight, or a second index, it never speaks for it."""
    sightings = search.found
    if _printed_on_its_back(search, best.design, best.card, sure=False):
        return {"verdict": Verdict.NO_CARD}
    if any(
        index.judgement.index >= _ANOTHER_INDEX and index.judgement.best != best.judgement.best
        for index in indices_seen
    ):
        return {"verdict": Verdict.UNREADABLE, "reason": Reason.SEVERAL_CARDS, "corner": _points(best.quad)}
    if quality.has_company(sightings.small, sightings.factor, best.card):
        return {"verdict": Verdict.UNREADABLE, "reason": Reason.SEVERAL_CARDS, "corner": _points(best.quad)}
    second = any(
        not _surrounds(best.quad, index.quad) and not _surrounds(index.quad, best.quad) for index in indices_seen
    )
    if second or not quality.in_a_window(sightings.small, sightings.factor, best.quad, best.card):
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


def _sight(reading: Reading, search: Search) -> Sight:
    """What looks like a card and shows no face lies face down; when in doubt it does. Out of time, all is in doubt."""
    sightings = search.found
    late = search.late and reading.verdict is Verdict.UNREADABLE
    if reading.reason is Reason.SEVERAL_CARDS or late:
        return Sight.SEVERAL
    if reading.verdict is Verdict.UNREADABLE and any(_is_printed_all_over(sightings, frame) for frame in sightings):
        return Sight.SEVERAL
    if reading.verdict is not Verdict.NO_CARD:
        corner = None if reading.corner is None else np.array(reading.corner, dtype=np.float32)
        alone = corner is None or not quality.something_beside(sightings.small, sightings.factor, corner)
        return Sight.FACE_UP if alone else Sight.SEVERAL
    frames = [frame.quad for frame in sightings if frame.outlined]
    if sightings.cut_short or any(frame.shows is Shown.BACK for frame in sightings.known):
        return Sight.FACE_DOWN
    if any(quality.stands_out(sightings.small, sightings.factor, quad) for quad in frames):
        return Sight.FACE_DOWN
    return Sight.FACE_DOWN if quality.something_lies_there(sightings.small) else Sight.EMPTY


def _is_printed_all_over(sightings: Sightings, frame: Sighting) -> bool:
    """A back, or a part of one, may lie in this frame."""
    view = _upright(sightings.small, np.asarray((frame.quad + 0.5) / sightings.factor - 0.5, dtype=np.float32))
    return frame.outlined and quality.printed_all_over(view) and not quality.shows_an_index(view)


def _resembles(attempt: Attempt) -> bool:
    return attempt.start.score >= _RESEMBLES_COARSELY or attempt.judgement.index >= _RESEMBLES_INDEX


def _no_face(picture: Picture, search: Search) -> dict[str, Any]:
    """Nothing here is like a face of a known design. A face of another one shows an index; a back does not, or it is
    that of a known design: on a white table it has no outline to be told by."""
    for sighting in search.found:
        if sighting.like_no_back:
            continue
        if search.budget.over:
            return _out_of_time(search, indices=())
        sighting.like_no_back = True
        view = _upright(picture, sighting.quad)
        if any(_is_back(search.sized, sighting, view, design) for design in search.designs):
            sighting.shows = Shown.BACK
            return {"verdict": Verdict.NO_CARD}
    for sighting in search.found:
        if sighting.like_no_face:
            continue
        if search.budget.over:
            return _out_of_time(search, indices=())
        sighting.like_no_face = True
        view = _upright(picture, sighting.quad)
        if quality.shows_an_index(view) and not quality.printed_all_over(view):
            return {
                "verdict": Verdict.UNREADABLE,
                "reason": Reason.UNKNOWN_DESIGN,
                "corner": _points(sighting.quad),
            }
    return _out_of_time(search, indices=()) if search.found.cut_short else {"verdict": Verdict.NO_CARD}


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
