"""The search for a card in one picture: frame by frame, laid upon the templates as soon as one looks promising.

The first frame that gives a sure card ends the search. A camera has a budget of time for each picture: when it is
spent, the search ends with what it has, and the next picture goes on with the frames that this one had no time for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from drivers.optical.decks.design import Design
from drivers.optical.reading import Thresholds
from drivers.optical.recognition import quality
from drivers.optical.recognition.alignment import aligned
from drivers.optical.recognition.card_poses import Pose, hidden_part
from drivers.optical.recognition.decision import Judgement, judge
from drivers.optical.recognition.features import Picture, is_grey
from drivers.optical.recognition.geometry import Quad, box, inverted, moved, same_frame
from drivers.optical.recognition.match_scores import Fit, fitted, laid_by_indices
from drivers.optical.recognition.outlines import Sighting, sightings, working_copy
from drivers.optical.recognition.picture_sizes import SizedPicture
from drivers.optical.recognition.start_poses import Frame, Start, both_ways, parts_in, wholes_in

_LEAST_START, _SOMEWHAT_LIKE, _PROMISING = 0.20, 0.22, 0.40
"""Likeness to some face: worth anything, worth trying parts of a card, worth being laid at once."""
_TRIED = 4
_MOST_SIGHTINGS = 16
_MOST_DESIGNS, _LIKELY_DESIGN = 3, 0.75
"""Designs that are laid exactly: those whose start is nearly as good as the best one."""
_MOST_ALIGNMENTS, _WELL_LAID, _SURE_ENOUGH = 4, 0.85, 0.98
_LAST_STEP_MS = 5.0
"""What one more frame, or one more design laid exactly, usually takes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Budget:
    """`ms` None: as long as it takes."""

    ms: float | None = None
    began: float = field(default_factory=time.perf_counter)

    @property
    def spent_ms(self) -> float:
        return (time.perf_counter() - self.began) * 1000.0

    @property
    def over(self) -> bool:
        """Would one more step end too late?"""
        return self.ms is not None and self.spent_ms > self.ms - _LAST_STEP_MS


@dataclass(frozen=True, kw_only=True, slots=True)
class Hint:
    """What the last picture of the same camera leaves for this one: where its card lay, and how many frames it had
    tried in vain when its time was over."""

    quad: Quad | None = None
    tried: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """The best that could be made of a frame with one design. `quad` is the whole card, in pixels of the picture."""

    design: Design
    fit: Fit
    judgement: Judgement
    start: Start
    quad: Quad


Begun = tuple[list[Frame], Design]
Ways = Callable[[list[Frame], Design], Iterator[Start]]


class Sightings:
    """The frames of one picture, found one by one and kept for the next design."""

    def __init__(self, picture: Picture, hint: Hint | None = None) -> None:
        height, width = picture.shape[:2]
        self.small, self.factor = working_copy(picture)
        self.grey = is_grey(self.small)
        self.filled = quality.paper_to_the_rim(self.small)
        self._coming = sightings(self.small, self.factor)
        self._hint = hint or Hint()
        self.known: list[Sighting] = []
        # A picture of nothing but a card has no outline to find.
        self._last = Sighting(quad=box(-0.5, -0.5, width - 0.5, height - 0.5), outlined=False)

    def __iter__(self) -> Iterator[Sighting]:
        if self._hint.quad is not None:
            yield Sighting(quad=self._hint.quad, outlined=False)
        if self.filled:
            yield self._last
        yield from self.known
        while len(self.known) < _MOST_SIGHTINGS and (sighting := next(self._coming, None)) is not None:
            if not any(same_frame(sighting.quad, other.quad) for other in self.known):
                self.known.append(sighting)
                yield sighting
        if not self.filled:
            yield self._last

    def untried(self) -> Iterator[Sighting]:
        """Those that the picture before had no time for come first."""
        every = list(self) if self._hint.tried else []
        yield from every[self._hint.tried :]
        yield from every[: self._hint.tried] if every else self


class Search:
    """Everything that is tried with one picture. `tried` is the number of frames that led to nothing."""

    def __init__(
        self, picture: Picture, designs: Sequence[Design], limits: Thresholds, budget: Budget, hint: Hint | None
    ) -> None:
        self.found = Sightings(picture, hint)
        self.sized = SizedPicture(picture)
        self.designs, self.budget, self._limits = designs, budget, limits
        self.tried = 0
        self._starts: dict[str, list[Start]] = {design.name: [] for design in designs}
        self._laid: dict[str, list[Attempt]] = {design.name: [] for design in designs}

    def is_sure(self, judgement: Judgement) -> bool:
        enough = judgement.confidence >= self._limits.min_confidence and judgement.margin >= self._limits.min_margin
        return judgement.agree and enough

    def surely(self) -> list[Attempt]:
        """What the first frame that gives a sure card is with each likely design, the best-fitting design first; empty:
        there is none. Whole cards are tried in every frame before parts of cards in any, but for a frame that is
        somewhat like a card already."""
        left: list[list[Begun]] = []
        for sighting in self.found.untried():
            if self.budget.over:
                return []
            begun = [(both_ways(self.sized, sighting.quad, design), design) for design in self.designs]
            starts = self._begin(begun, wholes_in)
            if attempts := self._sure_of(starts):
                return attempts
            if not starts or starts[0][0].score < _SOMEWHAT_LIKE:
                left.append(begun)
            elif attempts := self._sure_of(self._begin(begun, parts_in)):
                return attempts
            self.tried += 1
        for begun in left:
            if self.budget.over:
                return []
            if attempts := self._sure_of(self._begin(begun, parts_in)):
                return attempts
        return []

    def _begin(self, begun: list[Begun], ways: Ways) -> list[tuple[Start, Design]]:
        """The best start of each design in one frame, the best design first."""
        best: list[tuple[Start, Design]] = []
        for frames, design in begun:
            starts = sorted(ways(frames, design), key=lambda start: -start.score)
            self._starts[design.name] += starts
            if starts:
                best.append((starts[0], design))
        return sorted(best, key=lambda one: -one[0].score)

    def _sure_of(self, starts: list[tuple[Start, Design]]) -> list[Attempt]:
        """The likely designs laid exactly, where a frame is promising; empty: the best of them is not sure."""
        least = max(_PROMISING, _LIKELY_DESIGN * starts[0][0].score) if starts else 1.0
        attempts = [self._attempt(start, design) for start, design in starts[:_MOST_DESIGNS] if start.score >= least]
        attempts.sort(key=lambda one: -one.judgement.evidence)
        return attempts if attempts and self.is_sure(attempts[0].judgement) else []

    def at_best(self) -> list[Attempt]:
        """Where nothing is sure at once: the best that each likely design makes of its best starts."""
        begun = [(sorted(self._starts[one.name], key=lambda start: -start.score)[:_TRIED], one) for one in self.designs]
        begun = [one for one in begun if one[0] and one[0][0].score >= _LEAST_START]
        begun.sort(key=lambda one: -one[0][0].score)
        likely = [one for one in begun[:_MOST_DESIGNS] if one[0][0].score >= _LIKELY_DESIGN * begun[0][0][0].score]
        attempts = [self._best_of(starts, design) for starts, design in likely]
        return sorted(attempts, key=lambda one: -one.judgement.evidence)

    def _best_of(self, starts: list[Start], design: Design) -> Attempt:
        laid = self._laid[design.name]
        done = {id(attempt.start) for attempt in laid}
        for start in starts:
            if (
                start.score < _LEAST_START
                or (laid and self.budget.over)
                or any(self.is_sure(a.judgement) for a in laid)
            ):
                break
            if id(start) not in done:
                self._attempt(start, design)
        return max(laid, key=lambda one: one.judgement.evidence)

    def _attempt(self, start: Start, design: Design) -> Attempt:
        attempt = self._with_the_rest(self.laid(start, design), start)
        self._laid[design.name].append(attempt)
        return attempt

    def _with_the_rest(self, part: Attempt, start: Start) -> Attempt:
        """A part of a card passes for one only when something else lies where the rest would be; paper is judged."""
        design, seen = part.design, part.fit.pose.seen
        rest = hidden_part(seen, design.width_mm, design.height_mm)
        if rest is None:
            return part
        place = moved(box(*rest), inverted(part.fit.pose.to_card))
        if not quality.is_paper(self.found.small, self.found.factor, part.quad, place):
            return part
        whole = Pose(to_card=part.fit.pose.to_card, seen=(0.0, 0.0, design.width_mm, design.height_mm))
        return replace(self.laid(replace(start, pose=whole, scores=part.fit.face), design), start=start)

    def laid(self, start: Start, design: Design) -> Attempt:
        """Aligned again as long as another card fits better, or the same one better than before."""
        card, pose = int(start.scores.argmax()), start.pose
        best: tuple[Fit, Judgement] | None = None
        for _ in range(_MOST_ALIGNMENTS):
            fit = fitted(self.sized, aligned(self.sized, pose, design, card), design)
            judgement = judge(fit, grey=self.found.grey)
            if best is not None and judgement.evidence <= best[1].evidence:
                break
            best = fit, judgement
            if judgement.best == card and judgement.face >= _WELL_LAID:
                break
            pose = fit.pose if judgement.best == card else start.pose
            card = judgement.best
        fit, judgement = best or (fit, judgement)
        if not (judgement.agree and judgement.confidence >= _SURE_ENOUGH):
            fit, judgement = self._by_its_indices(fit, judgement)
        quad = moved(box(0.0, 0.0, design.width_mm, design.height_mm), inverted(fit.pose.to_card))
        return Attempt(design=design, fit=fit, judgement=judgement, start=start, quad=quad)

    def _by_its_indices(self, fit: Fit, judgement: Judgement) -> tuple[Fit, Judgement]:
        """Laid again by where the indices of the best card lie; kept if that fits better."""
        pose = laid_by_indices(self.sized, fit.pose, fit.design, judgement.best)
        if pose is None:
            return fit, judgement
        fits = [fitted(self.sized, pose, fit.design)]
        fits.append(fitted(self.sized, aligned(self.sized, pose, fit.design, judgement.best), fit.design))
        tried = [(one, judge(one, grey=self.found.grey)) for one in fits]
        return max([(fit, judgement), *tried], key=lambda one: one[1].evidence)
