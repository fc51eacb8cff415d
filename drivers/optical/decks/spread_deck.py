"""One photograph of a whole deck in four rows of thirteen: 52 cards, each found by its sides, cut out and straightened.

The place says which card it is, so the places are checked: by the shapes of their indices, the cards of a column must
have one rank and those of a row one suit.
"""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.cards import ALL_CARDS, RANKS, SUITS
from drivers.optical.decks.card_photographs import cut_out, upright
from drivers.optical.decks.design import Design
from drivers.optical.recognition.features import Picture
from drivers.optical.recognition.geometry import Quad, area, sides
from drivers.optical.recognition.outlines import like_paper, outlines, split
from drivers.optical.recognition.picture_sizes import SizedPicture

HOW = (
    "lay all 52 cards apart on a plain dark cloth in four rows, clubs, diamonds, hearts and spades from above, "
    "ace to king from the left"
)
_WORKING_SIZE = 1600
_LEAST_SHARE, _MOST_OUTLINES = 0.002, 120
_SHAPES, _SIZES = (0.55, 0.85), (0.6, 1.6)
"""Width to height of a card, and its area against the median one: a chip or a corner of the table is none."""


def cards_of_spread(picture: Picture) -> dict[str, Picture]:
    """Every card by its place, all of one shape. ValueError: what is wrong with the photograph."""
    quads = _cards(picture)
    if len(quads) != len(ALL_CARDS):
        raise ValueError(f"{len(quads)} whole cards are seen, not 52; {HOW}")
    cut = {card: cut_out(picture, quad) for card, quad in zip(ALL_CARDS, _in_rows(quads), strict=True)}
    shape = float(np.median([card.shape[1] / card.shape[0] for card in cut.values()]))
    return {card: _shaped(view, shape) for card, view in cut.items()}


def _shaped(card: Picture, shape: float) -> Picture:
    height = card.shape[0]
    return np.asarray(cv2.resize(card, (round(height * shape), height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _cards(picture: Picture) -> list[Quad]:
    sized = SizedPicture(picture)
    factor = max(1, max(picture.shape[:2]) // _WORKING_SIZE)
    mask = split(like_paper(sized.smaller(factor) if factor > 1 else picture))
    sightings = outlines(mask, most=_MOST_OUTLINES, least_share=_LEAST_SHARE)
    quads = [upright(np.asarray((sighting.quad + 0.5) * factor - 0.5, dtype=np.float32)) for sighting in sightings]
    quads = [quad for quad in quads if _SHAPES[0] <= _shape(quad) <= _SHAPES[1]]
    usual = float(np.median([area(quad) for quad in quads])) if quads else 0.0
    return [quad for quad in quads if _SIZES[0] * usual <= area(quad) <= _SIZES[1] * usual]


def _shape(quad: Quad) -> float:
    lengths = sides(quad)
    return float((lengths[0] + lengths[2]) / (lengths[1] + lengths[3]))


def _in_rows(quads: list[Quad]) -> list[Quad]:
    """From above to below and in each row from the left, as the cards themselves lie turned."""
    standing = [quad if _down(quad)[1] > 0 else quad[[2, 3, 0, 1]] for quad in quads]
    ways = np.array([_down(quad) for quad in standing])
    if float(np.median(np.abs(ways[:, 0]) - ways[:, 1])) > 0:
        raise ValueError("the cards lie on their sides; turn the photograph")
    down = ways.mean(axis=0) / np.linalg.norm(ways.mean(axis=0))
    across = np.array([down[1], -down[0]])
    places = np.array([quad.mean(axis=0) for quad in standing])
    height, count = float(np.median(np.linalg.norm(ways, axis=1))), len(RANKS)
    order = np.argsort(places @ down)
    rows = [order[start : start + count] for start in range(0, len(order), count)]
    for number, (above, below) in enumerate(pairwise(rows), 1):
        if float((places[below] @ down).min() - (places[above] @ down).max()) < 0.4 * height:
            raise ValueError(f"rows {number} and {number + 1} have not thirteen cards each; {HOW}")
    return [standing[card] for row in rows for card in row[np.argsort(places[row] @ across)]]


def _down(quad: Quad) -> npt.NDArray[np.float64]:
    return np.asarray((quad[3] + quad[2] - quad[0] - quad[1]) / 2, dtype=np.float64)


def misplaced(design: Design) -> list[str]:
    """What the places of a spread deck say and the indices do not."""
    faults = []
    for part, of, named in (
        (design.corners[0, :, : design.parting], RANKS, "rank"),
        (design.corners[0, :, design.parting :], SUITS, "suit"),
    ):
        for card, seen in zip(ALL_CARDS, _alike(part, of), strict=True):
            if seen not in card:
                row, column = SUITS.index(card[1]) + 1, RANKS.index(card[0]) + 1
                faults.append(f"row {row}, card {column} has the {named} {seen}, and {card} belongs there")
    return faults


def _alike(part: npt.NDArray[np.float32], of: str) -> list[str]:
    """For each card the rank or suit whose other cards have the most similar sign."""
    flat = part.reshape(len(ALL_CARDS), -1)
    unit = flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6)
    likeness = unit @ unit.T
    np.fill_diagonal(likeness, np.nan)
    usual = [np.nanmedian(likeness[:, [name in card for card in ALL_CARDS]], axis=1) for name in of]
    return [of[best] for best in np.argmax(usual, axis=0)]
