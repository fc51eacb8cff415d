"""Enrolment: from 52 pictures to a design, tried out before anybody relies on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from drivers.errors import ImpossibleRequestError
from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.deck_pictures import BACK, BadDeckPicturesError, Sheet, read_deck_pictures
from drivers.optical.decks.design import FACE_SCALE, Design
from drivers.optical.decks.index_location import index_place
from drivers.optical.decks.resemblance import ClosePair, LikeDesign, close_pairs, like_designs
from drivers.optical.decks.spread_deck import misplaced
from drivers.optical.reader import read_picture
from drivers.optical.reading import Thresholds, Verdict
from drivers.optical.recognition.features import Picture, least_and_most
from drivers.optical.recognition.match_scores import FITS_AN_INDEX, index_at, turned_about
from drivers.optical.recognition.picture_sizes import SizedPicture

CARD_HEIGHT_MM = 88.0
_TABLE = (58, 92, 26)
"""Felt, for trying out."""
_TRIAL_SCALE = 3.4
RECOLOURED = "cd"
"""Suits that have another colour in a deck of four colours than in one of two."""
_COLOURED, _DARK, _GREEN = 40, 128, (40, 120, 20)
_EXCHANGED_WITH = {"c": "sh", "s": "cd", "d": "hs", "h": "dc"}
"""Suits whose indices a card is tried with: the other one of its colour, and one of the other colour."""
_AROUND_INDEX_MM, _SAME_DRAWING = 1.0, 0.98
"""What belongs to an index that is exchanged; correlation from which on two faces differ in their indices only."""
_SAME_PICTURE = 0.999
"""Correlation of two cards, index and face, from which on they are one picture."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Trial:
    """How a picture is changed before it has to be read back."""

    words: str
    degrees: float = 0.0
    size: float = 1.0
    brightness: float = 1.0


TRIALS = (
    Trial(words="as it is"),
    Trial(words="turned by 180°", degrees=180.0),
    Trial(words="turned by 10°", degrees=10.0),
    Trial(words="turned by −10°", degrees=-10.0),
    Trial(words="at 0.7 × size", size=0.7),
    Trial(words="25 % darker", brightness=0.75),
    Trial(words="25 % brighter", brightness=1.25),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class FailedTrial:
    card: str
    words: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Enrolled:
    """`failed` is empty for a design that may be used. `alike` are known designs that it could be mistaken for;
    `in_other_colours` the cards of its sibling (`RECOLOURED`) that are read as themselves all the same."""

    design: Design
    failed: tuple[FailedTrial, ...]
    close: tuple[ClosePair, ...]
    alike: tuple[LikeDesign, ...] = ()
    in_other_colours: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Cause:
    """Why trials failed: the cards that it concerns, and how many trials."""

    reason: str
    cards: tuple[str, ...]
    trials: int


def causes(failed: Sequence[FailedTrial]) -> tuple[Cause, ...]:
    """The few causes behind all failed trials, the commonest first."""
    by_reason: dict[str, list[FailedTrial]] = {}
    for trial in failed:
        by_reason.setdefault(trial.reason, []).append(trial)
    summed = [
        Cause(reason=reason, cards=tuple(dict.fromkeys(trial.card for trial in trials)), trials=len(trials))
        for reason, trials in by_reason.items()
    ]
    return tuple(sorted(summed, key=lambda cause: -cause.trials))


class UnreliableDesignError(ImpossibleRequestError):
    """Some cards of the design are not read back as themselves: it is refused."""

    def __init__(self, enrolled: Enrolled) -> None:
        cards = sorted({trial.card for trial in enrolled.failed})
        super().__init__(f"not enrolled: {', '.join(cards)} cannot be read back surely")
        self.enrolled = enrolled


def enrol(
    folder: Path,
    name: str,
    *,
    height_mm: float = CARD_HEIGHT_MM,
    thresholds: Thresholds | None = None,
    known: Sequence[Design] = (),
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Enrolled:
    """UnreliableDesignError, with the report in it, unless every card passes every trial."""
    sheets = read_deck_pictures(folder)
    design = design_from(sheets, name, height_mm)
    if folder.is_file() and (faults := misplaced(design)):
        raise BadDeckPicturesError(folder, faults)
    limits, close = thresholds or Thresholds(), close_pairs(design)
    if hopeless := _same_pictures(close) or without_lower_index(design):
        raise UnreliableDesignError(
            Enrolled(design=design, failed=hopeless, close=close, alike=like_designs(design, known))
        )
    siblings = {card: _sibling_read(design, sheets[card], card, limits) for card in ALL_CARDS if card[1] in RECOLOURED}
    wrong = [card for card, read in siblings.items() if read not in (card, None)]
    unnoticed = [card for card in ALL_CARDS if altered_read(design, sheets, card, limits) is not None]
    failed = (
        *_failures(design, sheets, limits, progress),
        *(FailedTrial(card=card, words="in other colours", reason="wrong card") for card in wrong),
        *(FailedTrial(card=card, words="with other indices", reason="altered") for card in unnoticed),
    )
    enrolled = Enrolled(
        design=design,
        failed=failed,
        close=close,
        alike=like_designs(design, known),
        in_other_colours=tuple(card for card, read in siblings.items() if read == card),
    )
    if failed:
        raise UnreliableDesignError(enrolled)
    return enrolled


def _same_pictures(close: Sequence[ClosePair]) -> tuple[FailedTrial, ...]:
    """Two names for one picture: no trial is needed to refuse it."""
    same = [pair for pair in close if min(pair.index, pair.face) >= _SAME_PICTURE]
    cards = dict.fromkeys(card for pair in same for card in (pair.first, pair.second))
    return tuple(FailedTrial(card=card, words="beside the others", reason="same picture") for card in cards)


def without_lower_index(design: Design) -> tuple[FailedTrial, ...]:
    """The index of the upper left corner must stand turned in the lower right one: no trial is needed to refuse a
    design that has it there upright or mirrored, elsewhere, or not at all."""
    to_mm = np.diag([1 / FACE_SCALE, 1 / FACE_SCALE, 1.0])
    turned = turned_about(to_mm, design)
    without = [
        card
        for number, card in enumerate(ALL_CARDS)
        if float(index_at(SizedPicture(design.faces[card]), turned, design, number).scores[number]) < FITS_AN_INDEX
    ]
    return tuple(FailedTrial(card=card, words="beside the others", reason="no turned index") for card in without)


def design_from(sheets: Mapping[str, Sheet], name: str, height_mm: float = CARD_HEIGHT_MM) -> Design:
    width_mm = round(height_mm * float(np.median([sheets[card].shape for card in ALL_CARDS])), 2)
    size = (round(width_mm * FACE_SCALE), round(height_mm * FACE_SCALE))
    faces = {card: _flat(sheets[card], size) for card in ALL_CARDS}
    return Design(
        name=name,
        width_mm=width_mm,
        height_mm=height_mm,
        index=index_place([faces[card] for card in ALL_CARDS], width_mm, height_mm),
        faces=faces,
        back=_flat(sheets[BACK], size) if BACK in sheets else None,
        sources={card: sheet.sha256 for card, sheet in sheets.items()},
    )


def _flat(sheet: Sheet, size: tuple[int, int]) -> Picture:
    """At the size of the design file. Outside the round corners stands the colour of the paper beside them."""
    card = sheet.card.astype(np.float32)[:, :, None] / 255.0
    paper = np.percentile(sheet.picture[sheet.card > 200], 75, axis=0).astype(np.float32)
    filled = np.round(sheet.picture * card + paper * (1 - card)).astype(np.uint8)
    shrinks = filled.shape[0] >= size[1]
    return np.asarray(cv2.resize(filled, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC))


def _failures(
    design: Design, sheets: Mapping[str, Sheet], thresholds: Thresholds, progress: Callable[[int, int], None]
) -> Iterator[FailedTrial]:
    for done, card in enumerate(ALL_CARDS):
        for trial in TRIALS:
            reading = read_picture(photographed(sheets[card], design, trial), [design], thresholds)
            if reading.verdict is not Verdict.CARD or reading.card != card:
                reason = str(reading.reason or "no card found") if reading.verdict is not Verdict.CARD else "wrong card"
                yield FailedTrial(card=card, words=trial.words, reason=reason)
        progress(done + 1, len(ALL_CARDS))


def _sibling_read(design: Design, sheet: Sheet, card: str, limits: Thresholds) -> str | None:
    """What is read where the same drawing in other colours lies: diamonds with red and blue exchanged, clubs in green
    or, where they have a colour, without it. Shape decides, so it is this card or none."""
    picture = sheet.picture
    if card[1] == "d":
        other = np.ascontiguousarray(picture[:, :, ::-1])
    else:
        least, most = least_and_most(picture)
        other = np.where((most - least > _COLOURED)[:, :, None], least[:, :, None], picture)
        other[(most < _DARK) & (most - least <= _COLOURED)] = _GREEN
    return read_picture(photographed(replace(sheet, picture=other), design, TRIALS[0]), [design], limits).card


def altered_read(design: Design, sheets: Mapping[str, Sheet], card: str, limits: Thresholds) -> str | None:
    """What is read of a card with both indices of another one of its rank: nothing may be, unless that one differs in
    nothing else."""
    for other in (card[0] + suit for suit in _EXCHANGED_WITH[card[1]]):
        faces = (design.fine[0, ALL_CARDS.index(name)].reshape(-1) for name in (card, other))
        if float(np.corrcoef(*faces)[0, 1]) >= _SAME_DRAWING:
            continue
        altered = replace(sheets[card], picture=_exchanged(sheets[card].picture, sheets[other].picture, design))
        read = read_picture(photographed(altered, design, TRIALS[0]), [design], limits).card
        if read is not None:
            return read
    return None


def _exchanged(picture: Picture, other: Picture, design: Design) -> Picture:
    """With the indices of another card."""
    height, width = picture.shape[:2]
    theirs, changed = cv2.resize(other, (width, height), interpolation=cv2.INTER_AREA), picture.copy()
    right = round((design.index[2] + _AROUND_INDEX_MM) / design.width_mm * width)
    bottom = round((design.index[3] + _AROUND_INDEX_MM) / design.height_mm * height)
    changed[:bottom, :right], changed[-bottom:, -right:] = theirs[:bottom, :right], theirs[-bottom:, -right:]
    return changed


def photographed(sheet: Sheet, design: Design, trial: Trial) -> Picture:
    """The card on felt, as the trial wants it."""
    k = _TRIAL_SCALE * trial.size * design.height_mm / sheet.picture.shape[0]
    side = round(1.35 * _TRIAL_SCALE * design.height_mm)
    height, width = sheet.picture.shape[:2]
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), trial.degrees, k)
    matrix[0, 2] += (side - width) / 2
    matrix[1, 2] += (side - height) / 2
    source = sheet.picture
    alpha = sheet.card
    if k < 0.6:
        step = 0.55 / k
        source = np.asarray(cv2.GaussianBlur(source, (0, 0), step))
    laid = cv2.warpAffine(source, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(alpha, matrix, (side, side), flags=cv2.INTER_LINEAR).astype(np.float32)[:, :, None] / 255.0
    scene = laid * cover + np.array(_TABLE, dtype=np.float32) * (1 - cover)
    # The brightest paper is brought to 200 first, so that a quarter more light still fits into eight bits.
    return np.clip(np.round(scene * (200 / 255 * trial.brightness)), 0, 255).astype(np.uint8)
