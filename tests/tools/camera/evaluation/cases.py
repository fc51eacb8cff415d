"""The pictures of an evaluation, each by its number: which design, which card, on which table, in which light.

A picture depends on the seed and its own number only, so that a run can be stopped, continued, and taken apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from drivers.optical.cards import ALL_CARDS
from hardware_sims.camera.designs.canvas import Picture
from hardware_sims.camera.designs.design import Design
from hardware_sims.camera.pictures.dice import Dice
from hardware_sims.camera.pictures.disturbances import LEVELS, Disturbances
from hardware_sims.camera.pictures.photograph import Photographer
from hardware_sims.camera.pictures.scene import CLOTHS, seeded_scene
from tests.tools.camera.evaluation.attacks import ATTACKS, recoloured
from tests.tools.camera.evaluation.capture import captured

SEED: Final = 8125
"""Of the run in the documents; it was not used before."""
_MODERATE = LEVELS["moderate"]
_BARE = replace(_MODERATE, cover=0.0)
_COLOURED = ("green", "blue", "red", "black")

SCENES: Final[Mapping[str, tuple[Disturbances, tuple[str, ...]]]] = {
    "plain cloth": (_MODERATE, _COLOURED),
    "chips": (replace(_BARE, chips=0.5), _COLOURED),
    "a finger": (replace(_BARE, finger=0.3), _COLOURED),
    "printed layout": (replace(_BARE, layout=0.6), _COLOURED),
    "layout, chips and finger": (LEVELS["live"], _COLOURED),
    "white table": (_BARE, ("white",)),
    "patterned cloth, layout, chips and finger": (LEVELS["live"], ("patterned",)),
    "warm lamp, layout": (replace(_BARE, layout=0.6), _COLOURED),
}
"""Realistic tables in moderate light; the cloths take turns."""
_AS_TAKEN = replace(LEVELS["live"], blur=0.0, noise=0.0, low_light=0.0, jpeg=0.0)
FURTHER: Final[Mapping[str, tuple[Disturbances, tuple[str, ...]]]] = {
    "heavy": (LEVELS["heavy"], _COLOURED),
    "as a camera takes it": (_AS_TAKEN, (*_COLOURED, "white", "patterned")),
}
"""Measured apart: `capture.py` does to the last kind what lens, sensor and file do."""
OF_CARDS: Final = {**SCENES, **FURTHER}
"""All kinds of pictures with a card to read."""
NEGATIVES: Final = ("back", "joker", "cut card", "sibling", "grey picture", "altered", "foreign design")
NOTHING_TO_READ: Final = frozenset({"back", "joker", "cut card", "altered", *ATTACKS})
"""Whatever card is read of these is wrong; of the others, any but the card that lies there."""
_WARM = np.array([0.45, 0.8, 1.15])
_CUT_CARDS = ((30, 210, 240), (40, 40, 200), (30, 30, 30), (170, 90, 30), (235, 235, 235))
_INDEX_SHARE = (0.31, 0.22)
_AROUND_INDEX_MM = (2.5, 0.5)
"""Height and width that the index of another card takes with it: the whole sign, and no cut of it."""
_LEAST_DIFFERENCE = 0.002
"""Of an altered card from the one whose index it has, as a share of all pixels."""
Share = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """`known` is the design that the reader knows, `painted` the one that lies there; `card` None: nothing to read."""

    number: int
    kind: str
    known: str
    painted: str
    card: str | None

    @property
    def right(self) -> frozenset[str | None]:
        return frozenset({None, None if self.kind in NOTHING_TO_READ else self.card})


def positive(number: int, designs: Sequence[str], kinds: Sequence[str] = tuple(SCENES)) -> Case:
    name = designs[number // len(kinds) % len(designs)]
    card = ALL_CARDS[number // (len(kinds) * len(designs)) * 7 % 52 if number else 0]
    return Case(number=number, kind=kinds[number % len(kinds)], known=name, painted=name, card=card)


def negative(number: int, designs: Sequence[str]) -> Case:
    kind = NEGATIVES[number % len(NEGATIVES)]
    place = number // len(NEGATIVES)
    known = designs[place % len(designs)]
    others = [name for name in designs if name != known]
    painted = others[place // len(designs) % len(others)] if kind == "foreign design" and others else known
    card = ALL_CARDS[(place // len(designs) * 7 + place) % 52]
    return Case(
        number=number, kind=kind, known=known, painted=painted, card=None if kind in ("back", "cut card") else card
    )


def index_share(index: tuple[float, float, float, float], width_mm: float, height_mm: float) -> Share:
    """Which part of height and width of a card its index takes, from the corner on."""
    down, across = _AROUND_INDEX_MM
    return (index[3] + down) / height_mm, (index[2] + across) / width_mm


class Painter:
    """Pictures of cases. The photographers of a design are kept: their sheets take long to make."""

    def __init__(self, designs: Mapping[str, Design], indices: Mapping[str, Share], seed: int = SEED) -> None:
        self._designs, self._indices = designs, indices
        self._kept: dict[tuple[str, str], Photographer] = {}
        self._dice = Dice(seed=seed, owner="evaluation")

    def picture(self, case: Case) -> Picture:
        # Negatives have takes of their own.
        take = case.number if case.kind in OF_CARDS else 1_000_000 + case.number
        disturbances, cloths = OF_CARDS.get(case.kind, (_BARE, tuple(CLOTHS)))
        scene = seeded_scene(self._dice, [case.card], disturbances, take=take, table=cloths[take // 8 % len(cloths)])
        if case.kind == "cut card":
            scene = replace(scene, cards=(replace(scene.cards[0], face="As"),))
        picture = self._photographer(case).picture(scene)
        if case.kind == "grey picture":
            grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
            return np.asarray(grey, dtype=np.uint8)
        if case.kind == "as a camera takes it":
            return captured(picture, take)
        if case.kind == "warm lamp, layout":
            return np.asarray(np.clip(picture * _WARM, 0, 255), dtype=np.uint8)
        return picture

    def _alteration(self, number: int) -> Alteration:
        """All six in turn, with each design: its number says nothing about it."""
        place = number // len(NEGATIVES) // len(self._designs)
        return Alteration(of=("rank", "suit", "any")[place // 2 % 3], both=bool(place % 2), step=number % 51)

    def _photographer(self, case: Case) -> Photographer:
        own = self._designs[case.painted]
        changed: Mapping[str, Callable[[], Design]] = {
            "joker": lambda: _Changed(own, _joker),
            "cut card": lambda: _Changed(own, lambda face: _plain(face, _CUT_CARDS[case.number % len(_CUT_CARDS)])),
            "altered": lambda: _Altered(own, self._indices[case.painted], self._alteration(case.number)),
        }
        if case.kind in changed:
            return Photographer(dice=self._dice, design=changed[case.kind]())
        sibling = "sibling" if case.kind == "sibling" else ""
        if (case.painted, sibling) not in self._kept:
            design: Design = _Sibling(own) if sibling else own
            self._kept[case.painted, sibling] = Photographer(dice=self._dice, design=design)
        return self._kept[case.painted, sibling]


class _Changed:
    """A design of which every face is changed in the same way."""

    def __init__(self, own: Design, change: Callable[[Picture], Picture]) -> None:
        self._own, self._change = own, change

    def face(self, card: str) -> Picture:
        return self._change(self._own.face(card).copy())

    def back(self) -> Picture:
        return self._own.back()


class _Sibling(_Changed):
    """The same drawings in four colours: blue diamonds, green clubs."""

    def __init__(self, own: Design) -> None:
        super().__init__(own, lambda face: face)

    def face(self, card: str) -> Picture:
        return recoloured(self._own.face(card), card)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alteration:
    """`of`: the index is that of another card of the same rank, of the same suit, or of any other card; `both`: in both
    corners; `step` chooses among them."""

    of: str
    both: bool
    step: int

    def others(self, card: str) -> list[str]:
        """Those of the wanted kind first."""
        start = ALL_CARDS.index(card)
        others = [ALL_CARDS[(start + 1 + (self.step + one) % 51) % 52] for one in range(51)]
        same = {"rank": 0, "suit": 1}.get(self.of)
        return others if same is None else sorted(others, key=lambda other: other[same] != card[same])


class _Altered(_Changed):
    """The whole index of another card in the upper corner or in both."""

    def __init__(self, own: Design, index: Share, alteration: Alteration) -> None:
        super().__init__(own, lambda face: face)
        self._index, self._alteration = index, alteration

    def face(self, card: str) -> Picture:
        face = self._own.face(card).copy()
        height, width = (round(share * size) for share, size in zip(self._index, face.shape[:2], strict=True))
        corners = [np.s_[:height, :width], np.s_[-height:, -width:]][: 1 + self._alteration.both]
        for name in self._alteration.others(card):
            other = np.asarray(cv2.resize(self._own.face(name), face.shape[1::-1]), dtype=np.uint8)
            changed = face.copy()
            for corner in corners:
                changed[corner] = other[corner]
            if _differ(_inner(changed, height, width), _inner(other, height, width)):
                return changed
        raise AssertionError(f"no face of this design differs from that of {card}")


def _inner(face: Picture, height: int, width: int) -> Picture:
    """Without its corners, and a little more: where an exchanged index ends is no part of the face."""
    inner = face.copy()
    inner[: height + height // 4, : width + width // 4] = inner[-height - height // 4 :, -width - width // 4 :] = 0
    return inner


def _differ(one: Picture, other: Picture) -> bool:
    """A court whose drawing is that of another suit in all but its indices would be that card, with both exchanged."""
    return float((cv2.absdiff(one[:, :, :3], other[:, :, :3]).max(axis=2) > 60).mean()) > _LEAST_DIFFERENCE


def _joker(face: Picture) -> Picture:
    """Whatever the face shows, with the word in both corners instead of an index."""
    for _ in range(2):
        height, width = (round(share * size) for share, size in zip(_INDEX_SHARE, face.shape[:2], strict=True))
        paper = np.median(
            face[height // 4 : height, round(0.02 * face.shape[1]) : width].reshape(-1, face.shape[2]), axis=0
        )
        corner = face[round(0.03 * face.shape[0]) : height, round(0.04 * face.shape[1]) : width]
        corner[:, :, :3] = np.maximum(paper[:3], 225)
        size = height / 170
        for row, letter in enumerate("JOKER"):
            spot = (round(0.25 * width), round(height * (0.17 + 0.165 * row)))
            ink = (20, 20, 20, 255)[: face.shape[2]]
            cv2.putText(face, letter, spot, cv2.FONT_HERSHEY_DUPLEX, size, ink, max(1, round(2 * size)), cv2.LINE_AA)
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


def _plain(face: Picture, colour: tuple[int, int, int]) -> Picture:
    face[:, :, :3] = colour
    return face
