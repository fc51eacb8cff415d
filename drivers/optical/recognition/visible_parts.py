"""What can be seen of an index, rank and suit each by itself, however much of it is covered.

Ink is what is darker than the paper around it and no broader than print: a finger, a sleeve and the edge of a shadow
are broader, so they are light or cover, never ink. Where paper is in sight, the ink of this card's index must be there,
and no other rank or suit of the design may explain the ink better.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.cards import ALL_CARDS, RANKS, SUITS
from drivers.optical.decks.design import PRINT_MARGIN_MM, PRINT_SCALE, Design
from drivers.optical.recognition.features import Field, Picture, ink_on_paper, paper_of, unexplained
from drivers.optical.recognition.geometry import Matrix
from drivers.optical.recognition.match_scores import Fit, turned_about
from drivers.optical.recognition.picture_sizes import SizedPicture
from drivers.optical.recognition.strange_print import shows_strange_print

_LOOSE = 2
"""Pixels that print may lie beside its place."""
_LEAST_LIGHT, _SATURATED, _SAME_COLOUR = 0.22, 252.0, 0.045
"""Paper in shade, against the brightest; grey level of nothing but glare; by how much of its light paper may differ in
colour."""
_EDGE = np.ones((3, 3), np.uint8)
_FAINTEST = 0.3
"""How faint ink may be under a veil of light, against that of the design."""
_TELLING_MM2, _NOISE, _NOISE_MM2 = 0.3, 0.03, 0.15
"""What must be in sight of the difference of two cards; by how much of it, and by how much beside, another one must
explain the ink better to contradict."""
_EXPECTED_MM2, _MISSING, _VEILED = 1.5, 0.25, 1.15
"""How much ink should be in sight, and how faint it must be to contradict where no reflection lies on it."""
_COLOURED_MM2, _COLOUR_DOUBT = 1.0, 0.10
"""How much ink must be in sight to have a colour; how much better that of another suit must explain it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """Rank or suit of an index. `better`: how many square millimetres of the ink in sight another one explains better.
    `ink`: how strong the card's own is; `in_sight`: how much of it should be seen; `light`: upon it, against the paper.
    `colour`: what the ink swallows of blue, green and red.
    """

    better: float
    ink: float
    in_sight: float
    light: float
    colour: npt.NDArray[np.float64]

    @property
    def contradicts(self) -> bool:
        missing = self.in_sight > _EXPECTED_MM2 and self.ink < _MISSING and self.light < _VEILED
        return missing or self.better > _NOISE_MM2


def contradicted(picture: SizedPicture, fit: Fit, card: int, *, grey: bool) -> bool:
    """Does anything in sight of one of the two indices belong to another card?"""
    design, paper = fit.design, paper_of(fit.flat)
    around = round(PRINT_MARGIN_MM * PRINT_SCALE)
    for corner, to_card in enumerate((fit.pose.to_card, turned_about(fit.pose.to_card, design))):
        cut = cut_out(picture, to_card, design)
        parts = parts_in_sight(cut, design, card, paper)
        if any(part.contradicts or not (grey or _ink_fits(part, design, card)) for part in parts):
            return True
        if shows_strange_print(cut[around:-around, around:-around], design, corner, card, paper):
            return True
    return False


def cut_out(picture: SizedPicture, to_card: Matrix, design: Design) -> Picture:
    """The window of the upper left index, and what is around it."""
    left, top, _, _ = design.window
    margin = PRINT_MARGIN_MM
    return picture.straightened(to_card, PRINT_SCALE, design.print_size, left - margin, top - margin)


def _ink_fits(part: Part, design: Design, card: int) -> bool:
    if part.in_sight < _COLOURED_MM2 or part.ink < _FAINTEST:
        return True
    own = unexplained(part.colour, design.colours[card])
    if own < _COLOUR_DOUBT:
        return True  # none can be so much better
    others = (ALL_CARDS.index(ALL_CARDS[card][0] + suit) for suit in SUITS)
    return all(own - unexplained(part.colour, design.colours[other]) < _COLOUR_DOUBT for other in others)


def parts_in_sight(cut: Picture, design: Design, card: int, paper: npt.NDArray[np.float32]) -> tuple[Part, Part]:
    """Rank and suit of an index that is cut out. `paper` is the colour of this card's paper in the picture."""
    above, below, columns = design.print_slices
    # A pixel more, for what is not visible beside it.
    rim = _LOOSE + 1
    part = np.s_[above.start - rim : below.stop + rim, columns.start - rim : columns.stop + rim]
    inks, around = ink_on_paper(cut, design.print_breadth, part)
    visible, light = _visible(around / (design.print_paper[card][part] * paper), around)
    rank, suit = ALL_CARDS[card][0], ALL_CARDS[card][1]
    ranks = [card, *(ALL_CARDS.index(other + suit) for other in RANKS if other != rank)]
    suits = [card, *(ALL_CARDS.index(rank + other) for other in SUITS if other != suit)]
    parting = above.stop - above.start
    upper, lower = np.s_[1 : parting + 1 + 2 * _LOOSE, 1:-1], np.s_[1 + parting : -1, 1:-1]
    return (
        _part(inks[upper], visible[upper], light[upper], design.prints[ranks, above, columns]),
        _part(inks[lower], visible[lower], light[lower], design.prints[suits, below, columns]),
    )


def _visible(light: Field, around: Field) -> tuple[Field, Field]:
    """1 where the paper of the card is in sight, in whatever light, 0 where something covers it; and its light."""
    blue, green, red = cv2.split(light)
    third = (blue + green + red) * np.float32(1 / 3)
    of_one = np.float32(3 * _SAME_COLOUR) * third
    visible = (third > _LEAST_LIGHT) & (_least(around) < _SATURATED)
    for channel in (blue, green, red):
        visible &= np.abs(channel - third) < of_one
    # Not so far as the edge of a cover is soft.
    inside = cv2.erode(visible.astype(np.uint8), _EDGE).astype(np.float32)
    return inside, np.asarray(third, dtype=np.float32)


def _part(inks: Field, visible: Field, light: Field, fields: Field) -> Part:
    """`fields`: the prints of the card that this should be, and of the others; what is seen is `_LOOSE` wider."""
    high, wide = fields.shape[1:]
    prints = fields.reshape(len(fields), -1)
    stretches = _stretches(high, wide)
    mask = visible.take(stretches)
    patches = (-_least(-inks)).take(stretches) * mask
    squares = prints * prints
    powers = np.maximum(mask @ squares.T, 1e-3)
    gains = np.maximum(patches @ prints.T, 0.0) / powers
    explained = gains * gains * powers
    places = explained.argmax(axis=0)
    at_best = (places, np.arange(len(prints)))
    best, gain = explained[at_best], np.clip(gains[at_best], _FAINTEST, 1.0)
    apart = np.square(prints[1:] - prints[0]) @ mask[places[0]]
    better = (best[1:] - best[0]) / np.maximum(np.maximum(gain[1:], gain[0]) ** 2 * apart, 1e-3)
    telling = apart >= _TELLING_MM2 * PRINT_SCALE**2
    better = (better - _NOISE) * apart / PRINT_SCALE**2
    weights = mask[places[0]] * squares[0]
    down, across = divmod(int(places[0]), 2 * _LOOSE + 1)
    here = np.s_[down : down + high, across : across + wide]
    power = float(powers[places[0], 0])
    return Part(
        better=float(better[telling].max(initial=0.0)),
        ink=float(gains[places[0], 0]),
        in_sight=power / PRINT_SCALE**2,
        light=float(weights @ light[here].reshape(-1)) / power,
        colour=np.asarray((mask[places[0]] * prints[0]) @ inks[here].reshape(-1, 3) / power, dtype=np.float64),
    )


def _least(channels: Field) -> Field:
    """Of each pixel; NumPy takes ten times as long for three numbers."""
    blue, green, red = cv2.split(channels)
    return np.asarray(cv2.min(cv2.min(blue, green), red), dtype=np.float32)


@lru_cache(maxsize=32)
def _stretches(high: int, wide: int) -> npt.NDArray[np.intp]:
    """Where the pixels of every stretch of this size lie in a field that is `_LOOSE` wider, one stretch in a row."""
    field = np.arange((high + 2 * _LOOSE) * (wide + 2 * _LOOSE)).reshape(high + 2 * _LOOSE, wide + 2 * _LOOSE)
    return np.lib.stride_tricks.sliding_window_view(field, (high, wide)).reshape(-1, high * wide)
