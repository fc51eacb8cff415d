"""A deck design as the reader holds it: 52 faces, and the templates that pictures are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.cards import ALL_CARDS, COURTS, RANKS
from drivers.optical.decks.index_surroundings import IndexSurroundings
from drivers.optical.recognition.features import (
    Field,
    Picture,
    about_mean,
    hues,
    ink_colour,
    ink_on_paper,
    paper_of,
    relief_of_light,
)
from drivers.optical.recognition.geometry import scaled, straightened
from drivers.optical.recognition.gradients import Gradients

FACE_SCALE = 3.0
"""Pixels per millimetre of the faces in a design file and of index templates."""
COARSE_SCALE, FINE_SCALE = 1.0, 1.5
INDEX_FOCUS_MM = (0.0, 0.28, 0.5)
FACE_FOCUS_MM = (0.0, 0.5)
"""How far out of focus templates are kept: a soft picture fits a soft template."""
_INDEX_RIM_MM = 0.6
_INDEX_CONTEXT_MM = 3.0
_EDGE_MM = 2.0
"""Of the face that is not compared: a line along the edge lies where the frame is, whatever the card."""
_RIM_MM = 1.3
"""Of the window of an index, beside which a card may end."""
_BESIDE_INDEX_MM = 1.5
"""Right of and below an index: where a large sign of the suit still ends, which is none of the face."""
PRINT_SCALE, PRINT_MARGIN_MM = FACE_SCALE, 2.0
"""Around the window of an index: what covers it is broader than print there."""
_DARK, _DARKEST_PAPER = 0.6, 0.05
_INKED = -0.6
"""Relief below which a place of an index is printed."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom on an upright card, in millimetres."""


@dataclass(frozen=True, kw_only=True)
class Design:
    """`index` is where rank and suit stand in the upper left corner; `back` is None when no picture of it was given."""

    name: str
    width_mm: float
    height_mm: float
    index: Box
    faces: Mapping[str, Picture]
    back: Picture | None = None
    sources: Mapping[str, str] = field(default_factory=dict)
    _slopes: dict[tuple[int, float], Gradients] = field(default_factory=dict, repr=False, compare=False)

    def prepare(self, *, slopes: bool = False) -> None:
        """Makes all templates, so that the first picture does not wait for them; `slopes` too, which take 30 MB."""
        for name, attribute in vars(type(self)).items():
            if isinstance(attribute, cached_property):
                getattr(self, name)
        for card in range(len(ALL_CARDS) if slopes else 0):
            self.slopes(card, COARSE_SCALE)
            self.slopes(card, FINE_SCALE)
            self.corner_slopes(card)

    def size(self, scale: float) -> tuple[int, int]:
        """Width and height in pixels."""
        return round(self.width_mm * scale), round(self.height_mm * scale)

    def _sized(self, picture: Picture, scale: float) -> Picture:
        return np.asarray(cv2.resize(picture, self.size(scale), interpolation=cv2.INTER_AREA))

    @cached_property
    def coarse(self) -> npt.NDArray[np.float32]:
        """52 rows, brightness only, one pixel per millimetre."""
        sized = (self._sized(self.faces[card], COARSE_SCALE) for card in ALL_CARDS)
        return np.stack([(relief_of_light(face, COARSE_SCALE) * self.within).reshape(-1) for face in sized])

    @cached_property
    def coarse_back(self) -> npt.NDArray[np.float32] | None:
        """The back as a row of length one; None: no picture of it was enrolled."""
        if self.back is None:
            return None
        row = (relief_of_light(self._sized(self.back, COARSE_SCALE), COARSE_SCALE) * self.within).reshape(-1)
        return np.asarray(row / max(float(np.linalg.norm(row)), 1e-6), dtype=np.float32)

    @cached_property
    def colour_of_back(self) -> npt.NDArray[np.float64] | None:
        """That most of it has, as shares of blue, green and red."""
        if self.back is None:
            return None
        colour = np.median(self.back.reshape(-1, 3), axis=0)
        return np.asarray(colour / max(float(colour.sum()), 1.0), dtype=np.float64)

    @cached_property
    def within(self) -> Field:
        """Of a coarse face: 0 at the cut edge, else 1."""
        return self._within_edge(COARSE_SCALE)

    def _within_edge(self, scale: float) -> Field:
        width, height = self.size(scale)
        mask = np.zeros((height, width), dtype=np.float32)
        rim = round(_EDGE_MM * scale)
        mask[rim : height - rim, rim : width - rim] = 1.0
        return mask

    @cached_property
    def _coarse_sums(self) -> npt.NDArray[np.float64]:
        width, height = self.size(COARSE_SCALE)
        squares = np.square(self.coarse, dtype=np.float64).reshape(len(ALL_CARDS), height, width)
        return np.pad(squares.cumsum(axis=1).cumsum(axis=2), ((0, 0), (1, 0), (1, 0)))

    def coarse_power(self, top: int, bottom: int, left: int, right: int) -> npt.NDArray[np.float64]:
        """What a part of each coarse face weighs."""
        sums = self._coarse_sums
        whole = sums[:, bottom, right] - sums[:, top, right] - sums[:, bottom, left] + sums[:, top, left]
        return np.asarray(whole)

    @cached_property
    def fine(self) -> Field:
        """Focus × 52 × height × width: the faces without their two indices, crisp and soft."""
        sized = [self._sized(self.faces[card], FINE_SCALE) for card in ALL_CARDS]
        return np.stack(
            [
                [relief_of_light(_soft(face, mm, FINE_SCALE), FINE_SCALE) * self.body for face in sized]
                for mm in FACE_FOCUS_MM
            ]
        )

    @cached_property
    def body(self) -> Field:
        """1 where the face is, 0 where its two indices are and right beside them, for these speak for themselves, and
        at the cut edge."""
        width, height = self.size(FINE_SCALE)
        mask = self._within_edge(FINE_SCALE)
        left, top, right, bottom = self.index
        beside = (left, top, right + _BESIDE_INDEX_MM, bottom + _BESIDE_INDEX_MM)
        left, top, right, bottom = (round(edge * FINE_SCALE) for edge in beside)
        mask[top:bottom, left:right] = 0.0
        mask[height - bottom : height - top, width - right : width - left] = 0.0
        return mask

    @cached_property
    def face_inked(self) -> npt.NDArray[np.bool_]:
        """52 × height × width: where the faces are printed, without their indices."""
        return np.asarray(self.fine[0] < _INKED)

    @cached_property
    def face_colours(self) -> npt.NDArray[np.float64]:
        """52 × 3: what the ink of each face swallows of blue, green and red."""
        sized = (self._sized(self.faces[card], FINE_SCALE) for card in ALL_CARDS)
        return np.stack([ink_colour(face, inked) for face, inked in zip(sized, self.face_inked, strict=True)])

    @cached_property
    def court_hues(self) -> Mapping[str, Field]:
        """Of each court: the drawings of some designs differ by nothing else."""
        courts = [card for card in ALL_CARDS if card[0] in COURTS]
        return {card: hues(self._sized(self.faces[card], FINE_SCALE)) for card in courts}

    @cached_property
    def courts_in_colour(self) -> Mapping[str, Field]:
        """Of each court the hues of its `body`, one row for each pixel, about their mean."""
        return {card: about_mean(field[self.body > 0]) for card, field in self.court_hues.items()}

    @cached_property
    def _fine_sums(self) -> npt.NDArray[np.float64]:
        squares = np.square(self.fine, dtype=np.float64)
        return np.pad(squares.cumsum(axis=2).cumsum(axis=3), ((0, 0), (0, 0), (1, 0), (1, 0)))

    def fine_power(self, top: int, bottom: int, left: int, right: int) -> npt.NDArray[np.float64]:
        """What a part of each fine face weighs: focus × 52."""
        sums = self._fine_sums
        whole = sums[..., bottom, right] - sums[..., top, right] - sums[..., bottom, left] + sums[..., top, left]
        return np.asarray(whole)

    def slopes(self, card: int, scale: float) -> Gradients:
        """Made when a card is first laid upon its template, and kept."""
        known = self._slopes.get((card, scale))
        if known is None:
            picture = self._sized(self.faces[ALL_CARDS[card]], scale)
            known = self._slopes[(card, scale)] = Gradients(relief_of_light(picture, scale))
        return known

    def corner_slopes(self, card: int) -> Gradients:
        known = self._slopes.get((card, 0.0))
        if known is None:
            known = self._slopes[(card, 0.0)] = Gradients(
                relief_of_light(self._corner_cut(ALL_CARDS[card]), FACE_SCALE)
            )
        return known

    # The index corner: a window of the card with some room around the index itself

    @property
    def window(self) -> Box:
        """What is cut out of a picture to look at the index: no rim of the card, some paper around."""
        _, _, right, bottom = self.index
        return (
            _INDEX_RIM_MM,
            _INDEX_RIM_MM,
            min(self.width_mm - _INDEX_RIM_MM, right + _INDEX_CONTEXT_MM),
            min(self.height_mm / 2, bottom + _INDEX_CONTEXT_MM),
        )

    @property
    def window_size(self) -> tuple[int, int]:
        left, top, right, bottom = self.window
        return round((right - left) * FACE_SCALE), round((bottom - top) * FACE_SCALE)

    @property
    def index_slices(self) -> tuple[slice, slice]:
        """Rows and columns of the index inside the window."""
        left, top = self.window[:2]
        x0, y0, x1, y1 = self.index
        rows = slice(round((y0 - top) * FACE_SCALE), round((y1 - top) * FACE_SCALE))
        return rows, slice(round((x0 - left) * FACE_SCALE), round((x1 - left) * FACE_SCALE))

    @cached_property
    def corners(self) -> Field:
        """Focus × 52 × height × width: the shapes of the indices, crisp and soft."""
        rows, columns = self.index_slices
        cuts = [self._corner_cut(card) for card in ALL_CARDS]
        return np.stack(
            [
                [relief_of_light(_soft(cut, mm, FACE_SCALE), FACE_SCALE)[rows, columns] for cut in cuts]
                for mm in INDEX_FOCUS_MM
            ]
        )

    @cached_property
    def inked(self) -> npt.NDArray[np.bool_]:
        """52 × height × width: where the indices are printed."""
        return np.asarray(self.corners[0] < _INKED)

    @cached_property
    def always_blank(self) -> npt.NDArray[np.bool_]:
        """Where no index has print, as far as a blurred picture tells: nearly none has."""
        return np.asarray(self.inked.mean(axis=0) <= 1 / len(ALL_CARDS))

    @cached_property
    def colours(self) -> npt.NDArray[np.float64]:
        """52 × 3: what the ink of each index swallows of blue, green and red."""
        rows, columns = self.index_slices
        cuts = [np.ascontiguousarray(self._corner_cut(card)[rows, columns]) for card in ALL_CARDS]
        return np.stack([ink_colour(cut, inked) for cut, inked in zip(cuts, self.inked, strict=True)])

    @cached_property
    def print_breadth(self) -> int:
        """Pixels: broader than any stroke and any suit of an index."""
        widest = 0.0
        for card in ALL_CARDS:
            index = self._corner_cut(card)[self.index_slices]
            dark = (index < np.float32(_DARK) * paper_of(self.faces[card])).any(axis=2)
            widest = max(widest, float(cv2.distanceTransform(np.pad(dark, 1).astype(np.uint8), cv2.DIST_L2, 3).max()))
        return 2 * round((widest / FACE_SCALE + 1.0) * PRINT_SCALE) + 1

    @property
    def print_size(self) -> tuple[int, int]:
        left, top, right, bottom = self.window
        around = 2 * PRINT_MARGIN_MM
        return round((right - left + around) * PRINT_SCALE), round((bottom - top + around) * PRINT_SCALE)

    @property
    def print_slices(self) -> tuple[slice, slice, slice]:
        """Of what is cut out: the rows of the rank, those of the suit, and the columns of both."""
        left, top, right, bottom = self.index
        parting = top + self.parting / FACE_SCALE
        x, y = (edge - PRINT_MARGIN_MM for edge in self.window[:2])
        above, between, below = (round((edge - y) * PRINT_SCALE) for edge in (top, parting, bottom))
        columns = slice(round((left - x) * PRINT_SCALE), round((right - x) * PRINT_SCALE))
        return slice(above, between), slice(between, below), columns

    @cached_property
    def _printed(self) -> tuple[Field, Field]:
        half, step = 0.5 / FACE_SCALE, 1 / FACE_SCALE
        to_mm = np.array([[step, 0.0, half], [0.0, step, half], [0.0, 0.0, 1.0]])
        to_cut = scaled(to_mm, PRINT_SCALE, *(edge - PRINT_MARGIN_MM for edge in self.window[:2]))
        inks, papers = [], []
        for card in ALL_CARDS:
            face = self._sized(self.faces[card], FACE_SCALE)
            ink, around = ink_on_paper(straightened(face, to_cut, self.print_size), self.print_breadth)
            inks.append(ink.max(axis=2))
            papers.append(around / paper_of(face))
        return np.stack(inks), np.maximum(np.stack(papers), np.float32(_DARKEST_PAPER))

    @property
    def prints(self) -> Field:
        """52 x height x width: how dark the ink is in and around the window of the index."""
        return self._printed[0]

    @property
    def print_paper(self) -> Field:
        """52 x height x width x 3: what is around the ink, against the paper of the whole face."""
        return self._printed[1]

    @cached_property
    def surroundings(self) -> IndexSurroundings:
        """Of the window: the index, and what of the face right beside it is not compared as such. Not what the table
        may show in, where a card does not lie exactly."""
        rows, columns = self.index_slices
        more, rim = round(_BESIDE_INDEX_MM * FACE_SCALE), round(_RIM_MM * FACE_SCALE)
        place = slice(max(rows.start, rim), rows.stop + more), slice(max(columns.start, rim), columns.stop + more)
        faces = [(self._sized(self.faces[card], FACE_SCALE), paper_of(self.faces[card])) for card in ALL_CARDS]
        windows = [
            [np.minimum(self._cut_around(turned) / paper, 1.0).astype(np.float32) for turned, paper in both]
            for both in (faces, [(face[::-1, ::-1], paper) for face, paper in faces])
        ]
        return IndexSurroundings(windows, place)

    def _cut_around(self, face: Picture) -> Picture:
        left, top, _, _ = self.window
        width, height = self.window_size
        x, y = round(left * FACE_SCALE), round(top * FACE_SCALE)
        return np.ascontiguousarray(face[y : y + height, x : x + width])

    def _corner_cut(self, card: str) -> Picture:
        return self._cut_around(self._sized(self.faces[card], FACE_SCALE))

    @cached_property
    def parting(self) -> int:
        """The row of an index between rank and suit: where least ink is."""
        rows = np.maximum(-self.corners[0], 0.0).mean(axis=0).sum(axis=1)
        third = len(rows) // 3
        return third + int(np.argmin(rows[third : 2 * third + 1]))

    @cached_property
    def ranks(self) -> tuple[Field, ...]:
        """The 13 ranks of the indices, crisp, cut close: their shape, whatever the suit."""
        firsts = (self.corners[0, number, : self.parting] for number in range(len(RANKS)))
        return tuple(_cut_close(first) for first in firsts)

    @cached_property
    def signs(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the middles of rank and suit usually are, in millimetres."""
        left, top = self.index[:2]
        inked, parting = np.maximum(-self.corners[0], 0.0).mean(axis=0), self.parting
        return _middle(inked[:parting], left, top), _middle(inked[parting:], left, top + parting / FACE_SCALE)

    @cached_property
    def corner_rows(self) -> npt.NDArray[np.float32]:
        """`corners` as rows of length one, 52 for each focus: a product with them is a correlation."""
        flat = self.corners.reshape(len(INDEX_FOCUS_MM) * len(ALL_CARDS), -1)
        return np.ascontiguousarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6))

    @cached_property
    def sign_rows(self) -> npt.NDArray[np.float32]:
        """Focus × 52 × pixels: the suit's sign of each index, below the parting, as rows of length one."""
        flat = self.corners[:, :, self.parting :].reshape(len(INDEX_FOCUS_MM), len(ALL_CARDS), -1)
        return np.ascontiguousarray(flat / np.maximum(np.linalg.norm(flat, axis=2, keepdims=True), 1e-6))


def _soft(picture: Picture, blur_mm: float, scale: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur_mm * scale), dtype=np.uint8) if blur_mm else picture


def _cut_close(sign: Field) -> Field:
    inked = sign < _INKED
    rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
    if len(rows) < 4 or len(columns) < 4:
        return np.ascontiguousarray(sign)
    return np.ascontiguousarray(sign[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def _middle(inked: npt.NDArray[np.float32], left: float, top: float) -> tuple[float, float]:
    total = max(float(inked.sum()), 1e-6)
    y, x = (np.arange(size) + 0.5 for size in inked.shape)
    return (
        left + float((inked.sum(axis=0) * x).sum()) / total / FACE_SCALE,
        top + float((inked.sum(axis=1) * y).sum()) / total / FACE_SCALE,
    )
