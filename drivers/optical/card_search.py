"""The search for a card in one picture: frame by frame, laid upon the templates as soon as one looks promising.

The first frame that gives a sure card ends the search. A camera has a budget of time for each picture: when it is
spent, the search ends with what it has, and the next picture goes on with the frames that this one had no time for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from drivers.optical.budget import Budget
from drivers.optical.decks.design import Design
from drivers.optical.reading import Thresholds
from drivers.optical.recognition import quality
from drivers.optical.recognition.alignment import aligned
from drivers.optical.recognition.card_poses import Pose, hidden_part
from drivers.optical.recognition.corner_search import IndexSearch
from drivers.optical.recognition.decision import Judgement, judge
from drivers.optical.recognition.features import Field, Picture, is_grey, light_in_fields
from drivers.optical.recognition.geometry import Quad, box, inverted, moved, same_frame
from drivers.optical.recognition.match_scores import Fit, fitted, laid_by_indices
from drivers.optical.recognition.outlines import FrameSearch, Sighting, working_copy
from drivers.optical.recognition.picture_sizes import SizedPicture
from drivers.optical.recognition.start_poses import Frame, Start, both_ways, parts_in, wholes_in
from drivers.optical.recognition.visible_parts import contradicted

_LEAST_START, _SOMEWHAT_LIKE, _PROMISING = 0.20, 0.22, 0.40
"""Likeness to some face: worth anything, worth trying parts of a card, worth being laid at once."""
_TRIED = 4
_MOST_SIGHTINGS = 16
_MOST_DESIGNS, _FURTHER_DESIGNS, _LIKELY_DESIGN = 3, 11, 0.75
"""Designs that are laid exactly: those whose start is nearly as good as the best one; further while none is sure."""
ATTEMPT_MS, _AGAIN_MS = 4.5, 4.5
"""What it takes, about, to lay a card exactly and judge it; to lay it once more."""
_MOST_ALIGNMENTS, _SURE_ENOUGH, _CLEARLY_BETTER = 3, 0.95, 2.0
_LIKELY_FACE = 0.5
"""How well a face must fit for its card to be laid again with the next picture."""
_OTHER_LIGHT = 14.0
"""Grey levels by which the mean of a field differs in another scene."""
AS_GOOD = 8.0
"""Another design that fits as well as this (as a logarithm) and names another card makes the picture ambiguous."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hint:
    """What the last picture of the same camera leaves for this one: where its card lay, and the design that is dealt:
    only that one is looked for, until something else lies there. Or how far it came when its time was over."""

    quad: Quad | None = None
    design: str = ""
    progress: Progress | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """A search that had not time enough: the frames it knows, how many `steps` it took to find them, how many of them
    are `tried` in vain, and the best ways of lying. `contradicted`: how well a card of each design fits that something
    in sight contradicts. `likely`: one of the frames is like a card. `at_best`: nothing is left but to lay the best
    ways exactly; `indices`: nothing but to look for indices. `halfway`: a card that is laid and was to be laid again.
    `light`: the mean light in a few fields, by which another scene is told. No picture is in it."""

    known: tuple[Sighting, ...] = ()
    steps: int = 0
    tried: int = 0
    starts: Mapping[str, list[Start]] = field(default_factory=dict)
    contradicted: Mapping[str, float] = field(default_factory=dict)
    likely: bool = False
    at_best: bool = False
    indices: IndexSearch | None = None
    halfway: tuple[Start, Design] | None = None
    light: Field | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """The best that could be made of a frame with one design. `quad` is the whole card, in pixels of the picture."""

    design: Design
    fit: Fit
    judgement: Judgement
    start: Start
    quad: Quad


Begun = tuple[list[Frame], Design]
Judged = tuple[Fit, Judgement]
Ways = Callable[[list[Frame], Design], Iterator[Start]]


class Sightings:
    """The frames of one picture, found one by one and kept for the next design. `cut_short`: there was no time for the
    next step, and more of them may be there."""

    def __init__(
        self, picture: SizedPicture, small: Picture, factor: int, hint: Hint, progress: Progress, budget: Budget
    ) -> None:
        height, width = picture.whole.shape[:2]
        self.small, self.factor = small, factor
        self.grey = is_grey(self.small)
        self.filled = quality.paper_to_the_rim(self.small)
        self.steps, self.known = progress.steps, list(progress.known)
        self._budget, self.cut_short = budget, False
        self._frames = FrameSearch(self.small, self.factor)
        self._coming = self._frames.steps(self.steps)
        self._before = None if hint.quad is None else Sighting(quad=hint.quad, outlined=False)
        # A picture of nothing but a card has no outline to find.
        self._last = Sighting(quad=box(-0.5, -0.5, width - 0.5, height - 0.5), outlined=False)

    def __iter__(self) -> Iterator[Sighting]:
        if self._before is not None:
            yield self._before
        if self.filled:
            yield self._last
        number = 0
        while number < len(self.known) or self._looked_further():
            yield from self.known[number : number + 1]
            number += 1
        if not self.filled and not self.cut_short:
            yield self._last

    def _looked_further(self) -> bool:
        """One more frame, at the cost of one step of the search or more; False: there is none, or no time."""
        before = len(self.known)
        while len(self.known) == before < _MOST_SIGHTINGS:
            cost = self._frames.cost_ms(self.steps)
            if cost and self._budget.lacks(cost):
                self.cut_short = True
                break
            if (sightings := next(self._coming, None)) is None:
                break
            self.steps += 1
            for sighting in sightings:
                same = any(same_frame(sighting.quad, other.quad) for other in self.known)
                if len(self.known) < _MOST_SIGHTINGS and not same:
                    self.known.append(sighting)
        return len(self.known) > before


class Search:
    """Everything that is tried with one picture, after what was tried with those before that had not time enough."""

    def __init__(
        self, picture: Picture, designs: Sequence[Design], limits: Thresholds, budget: Budget, hint: Hint | None
    ) -> None:
        self.sized = SizedPicture(picture)
        hint = hint or Hint()
        small, factor = working_copy(self.sized)
        self._light = light_in_fields(small)
        self.before = _same_scene(hint.progress, self._light) or Progress()
        self.found = Sightings(self.sized, small, factor, hint, self.before, budget)
        self.dealt = hint.design
        self.designs = [design for design in designs if design.name == self.dealt] or designs
        self.budget, self._limits = budget, limits
        self._tried, self._attempts, self._cut_short = self.before.tried, 0, False
        self.left_off: Progress | None = None
        self._starts = {design.name: list(self.before.starts.get(design.name, ())) for design in designs}
        self._laid: dict[str, list[Attempt]] = {design.name: [] for design in designs}
        self._contradicted = dict(self.before.contradicted)
        self._halfway: tuple[Start, Design] | None = None

    @property
    def late(self) -> bool:
        """Not everything was tried: there is no time left, or there was none for a long step."""
        return self._cut_short or self.found.cut_short or self.budget.over

    def is_sure(self, judgement: Judgement) -> bool:
        limits = self._limits
        return (
            judgement.agree and judgement.confidence >= limits.min_confidence and judgement.margin >= limits.min_margin
        )

    def stands(self, attempt: Attempt) -> bool:
        """Is it sure? A card laid worse than one that something contradicts is not, though nothing contradicts it: laid
        askew, it does not show what does."""
        better = self._contradicted.get(attempt.design.name, 0.0)
        return self.is_sure(attempt.judgement) and attempt.judgement.evidence >= better

    def surely(self) -> list[Attempt]:
        """What the first frame that gives a sure card is with each likely design, the best-fitting design first; empty:
        there is none. Whole cards are tried in every frame before parts of cards in any, but for a frame that is
        somewhat like a card already."""
        left: dict[int, list[Begun]] = {}
        for sighting in islice(self.found, self._tried, None):
            if self.budget.over:
                return []
            begun = both_ways(self.sized, sighting.quad, self.designs)
            starts = self._begin(begun, wholes_in)
            if (attempts := self._sure_of(starts)) or self._cut_short:
                return attempts
            begun = _likely(begun, starts)
            if not starts or starts[0][0].score < _SOMEWHAT_LIKE or self.budget.over:
                left[id(sighting)] = begun
            elif attempts := self._sure_of_parts(sighting, begun):
                return attempts
            self._tried += 1
        for sighting in (sighting_ for sighting_ in self.found if not sighting_.parts_tried):
            if self.budget.over:
                return []
            begun = left.get(id(sighting)) or both_ways(self.sized, sighting.quad, self.designs)
            if (attempts := self._sure_of_parts(sighting, begun)) or self._cut_short:
                return attempts
        return []

    def _sure_of_parts(self, sighting: Sighting, begun: list[Begun]) -> list[Attempt]:
        attempts = self._sure_of(self._begin(begun, parts_in))
        sighting.parts_tried = not self._cut_short
        return attempts

    def _lacks_time(self) -> bool:
        """For laying a card exactly. What the picture begins with is laid in any case, so that each comes further."""
        begins = self._attempts == 0 and (self.found.steps, self._tried) == (self.before.steps, self.before.tried)
        return not begins and self.budget.lacks(ATTEMPT_MS)

    def progress(self, **more: Any) -> Progress:
        """For the next picture."""
        laid = {id(attempt.start) for attempts in self._laid.values() for attempt in attempts}
        best = {name: _best(start for start in of if id(start) not in laid) for name, of in self._starts.items()}
        return Progress(
            known=tuple(self.found.known),
            steps=self.found.steps,
            tried=self._tried,
            starts=best,
            contradicted=self._contradicted,
            halfway=self._halfway,
            light=self._light,
            **more,
        )

    def _begin(self, begun: list[Begun], ways: Ways) -> list[tuple[Start, Design]]:
        """The best start of each design in one frame, the best design first."""
        best: list[tuple[Start, Design]] = []
        for frames, design in begun:
            starts = sorted(ways(frames, design), key=lambda start: -start.score)
            self._starts[design.name] += starts
            if starts:
                best.append((starts[0], design))
        return sorted(best, key=lambda begun_start: -begun_start[0].score)

    def _sure_of(self, starts: list[tuple[Start, Design]]) -> list[Attempt]:
        """The likely designs laid exactly, where a frame is promising; empty: the best of them is not sure."""
        least = max(_PROMISING, _LIKELY_DESIGN * starts[0][0].score) if starts else 1.0
        attempts: list[Attempt] = []
        for number, (start, design) in enumerate(starts[:_FURTHER_DESIGNS]):
            enough = number >= _MOST_DESIGNS and any(self.stands(attempt) for attempt in attempts)
            if start.score < least or enough:
                break
            if self._lacks_time():
                self._cut_short = not attempts
                break
            attempts.append(self._attempt(start, design))
        return self._surest_first(attempts)

    def _surest_first(self, attempts: list[Attempt]) -> list[Attempt]:
        """The best-fitting design speaks. One of the same shapes in other colours may fit a little better and is
        contradicted by its colours: then the next one that is sure of the same card. Empty: nothing is sure."""
        attempts = sorted(attempts, key=lambda attempt: -attempt.judgement.evidence)
        for number, attempt in enumerate(attempts):
            best = attempts[0].judgement
            if best.best != attempt.judgement.best or best.evidence - attempt.judgement.evidence >= AS_GOOD:
                return []
            if self.stands(attempt):
                return [attempt, *attempts[:number], *attempts[number + 1 :]]
        return []

    def at_best(self) -> list[Attempt]:
        """Where nothing is sure at once: the best that each likely design makes of its best starts."""
        begun = [(_best(self._starts[design.name]), design) for design in self.designs]
        begun = [pair for pair in begun if pair[0] and pair[0][0].score >= _LEAST_START]
        begun.sort(key=lambda pair: -pair[0][0].score)
        least = _LIKELY_DESIGN * begun[0][0][0].score if begun else 0.0
        likely = (pair for pair in begun[:_FURTHER_DESIGNS] if pair[0][0].score >= least)
        attempts = [best for pair in likely if (best := self._best_of(*pair)) is not None]
        return self._surest_first(attempts) or sorted(attempts, key=lambda attempt: -attempt.judgement.evidence)

    def _best_of(self, starts: list[Start], design: Design) -> Attempt | None:
        laid = self._laid[design.name]
        done = {id(attempt.start) for attempt in laid}
        for start in [start for start in starts if id(start) not in done]:
            if start.score < _LEAST_START or any(self.stands(attempt) for attempt in laid):
                break
            if self.budget.lacks(ATTEMPT_MS):
                self._cut_short = True
                break
            self._attempt(start, design)
        return max(laid, key=lambda attempt: attempt.judgement.evidence, default=None)

    def _attempt(self, start: Start, design: Design) -> Attempt:
        self._attempts += 1
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
        if self.budget.lacks(ATTEMPT_MS):
            return replace(part, judgement=replace(part.judgement, agree=False))
        whole = Pose(to_card=part.fit.pose.to_card, seen=(0.0, 0.0, design.width_mm, design.height_mm))
        return replace(self.laid(replace(start, pose=whole, scores=part.fit.face), design), start=start)

    def laid(self, start: Start, design: Design, *, nearly: bool = False) -> Attempt:
        """Laid again as long as it is not sure and fits clearly better than before; `nearly`: it lies well already."""
        first = int(start.scores.argmax())
        best = self._fitted(start.pose if nearly else aligned(self.sized, start.pose, design, first), design)
        self._halfway = None
        for _ in range(_MOST_ALIGNMENTS):
            if best[1].agree and best[1].confidence >= _SURE_ENOUGH:
                break
            if self.budget.lacks(_AGAIN_MS):
                self._leave_halfway(best)
                break
            before = best[1].evidence
            best = max([best, *self._laid_again(best, start)], key=lambda judged: judged[1].evidence)
            if best[1].evidence - before < _CLEARLY_BETTER:
                break
        fit, judgement = best
        if not judgement.agree:
            self._contradicted[design.name] = max(self._contradicted.get(design.name, 0.0), judgement.evidence)
        quad = moved(box(0.0, 0.0, design.width_mm, design.height_mm), inverted(fit.pose.to_card))
        return Attempt(design=design, fit=fit, judgement=judgement, start=start, quad=quad)

    def _leave_halfway(self, best: Judged) -> None:
        """The next picture goes on with this pose, which is nearly right, if the card is likely at all."""
        fit, judgement = best
        if judgement.face < _LIKELY_FACE:
            return
        scores = fit.face.copy()
        scores[judgement.best] = scores.max() + np.float32(0.01)
        start = Start(score=float(scores.max()), scores=scores, pose=fit.pose)
        self._halfway, self._cut_short = (start, fit.design), True

    def gone_on(self) -> list[Attempt]:
        """What the picture before was about to lay again, if it stands now."""
        if self.before.halfway is None:
            return []
        start, design = self.before.halfway
        self._attempts += 1
        attempt = self._with_the_rest(self.laid(start, design, nearly=True), start)
        self._laid[design.name].append(attempt)
        if (sure := self._surest_first([attempt])) or self._halfway:
            return sure
        # Its frame is done with.
        self._tried += not self.before.at_best
        return []

    def _laid_again(self, last: Judged, start: Start) -> Iterator[Judged]:
        """By where the indices of the best card lie, with its face and, where little is printed there, without. Where
        that does not help, by its face once more."""
        fit, judgement = last
        design, card = fit.design, judgement.best
        other = card != int(start.scores.argmax())
        makes: list[Callable[[], Pose]] = []
        placed = laid_by_indices(self.sized, fit.pose, design, card)
        if placed is not None:
            makes += [partial(aligned, self.sized, placed, design, card), lambda: placed]
        before = start.pose if other else fit.pose
        makes.append(partial(aligned, self.sized, before, design, card, nearly=not other))
        for make in makes:
            judged = self._fitted(make(), design)
            yield judged
            if judged[1].evidence - judgement.evidence >= _CLEARLY_BETTER or self.budget.lacks(_AGAIN_MS):
                return

    def _fitted(self, pose: Pose, design: Design) -> Judged:
        fit = fitted(self.sized, pose, design)
        judgement = judge(fit, grey=self.found.grey)
        if self.is_sure(judgement) and contradicted(self.sized, fit, judgement.best, grey=self.found.grey):
            return fit, replace(judgement, agree=False)
        return fit, judgement


def _same_scene(progress: Progress | None, light: Field) -> Progress | None:
    """What was begun with another scene is of no use: a card came, or a hand. A lamp that beats changes all fields
    alike."""
    if progress is None or progress.light is None:
        return progress
    changed = np.abs(light - progress.light * (float(light.mean()) / max(float(progress.light.mean()), 1.0)))
    return progress if float(changed.max()) < _OTHER_LIGHT else None


def _best(starts: Iterable[Start]) -> list[Start]:
    return sorted(starts, key=lambda start: -start.score)[:_TRIED]


def _likely(begun: list[Begun], starts: list[tuple[Start, Design]]) -> list[Begun]:
    """The designs that parts of cards are tried with: where whole ones were like something, those that were most."""
    names = {design.name for _, design in starts[:_MOST_DESIGNS]}
    return [pair for pair in begun if pair[1].name in names] or begun
