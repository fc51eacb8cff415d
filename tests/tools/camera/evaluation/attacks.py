"""Cards that somebody altered, in light that hides it: part of an index is that of another card, and a shadow's edge, a
reflection, a finger or a sleeve lies across it. None of them may be read.

Each attack follows from its number. `in_sight` says how much of the change a person can see in the picture: the area
where it differs from the same picture of the genuine card.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from drivers.optical.cards import ALL_CARDS, RANKS, SUITS
from drivers.optical.decks.design import FACE_SCALE
from drivers.optical.decks.design import Design as KnownDesign
from hardware_sims.camera.designs.canvas import Picture
from hardware_sims.camera.designs.design import Design
from hardware_sims.camera.pictures.dice import Dice, fraction, side
from hardware_sims.camera.pictures.disturbances import LEVELS
from hardware_sims.camera.pictures.light import Field
from hardware_sims.camera.pictures.photograph import Photographer, View
from hardware_sims.camera.pictures.scene import CLOTHS, Pose, Scene, seeded_scene
from hardware_sims.camera.pictures.surroundings import Colour, Surface
from hardware_sims.seeds import Stream

CONDITIONS: Final = ("in the light of the evaluation", "edge of a shadow", "reflection", "finger", "sleeve")
ATTACKS: Final = tuple(f"altered, {condition}" for condition in CONDITIONS)
"""Kinds of pictures: nothing may be read of them."""
CHANGES: Final = (
    ("index", "suit of the other colour"),
    ("index", "suit of the same colour"),
    ("index", "rank"),
    ("index", "any"),
    ("rank", "rank"),
    ("rank", "any"),
    ("suit", "suit of the other colour"),
    ("suit", "suit of the same colour"),
)
"""What is replaced, and by which other card's."""
CORNERS: Final = ("upper", "lower", "both")
_OTHER_COLOUR, _SAME_COLOUR = {"s": "hd", "c": "dh", "h": "sc", "d": "cs"}, {"s": "c", "c": "s", "h": "d", "d": "h"}
_AROUND_MM = (2.5, 0.5)
_SEEN_LEVELS = 30.0
"""Grey levels by which a person sees that a place differs."""
_SAME_DRAWING, _SHIFTS = 0.002, 3
_SKIN = ((126, 158, 206), (98, 128, 182), (60, 84, 128), (150, 180, 222))
_SLEEVE = (52, 44, 40)
_FINGER_MM, _SLEEVE_MM = 16.0, 240.0
_LIGHT = replace(LEVELS["moderate"], cover=0.0)
PIXELS_PER_MM = 3.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """`part` of the index of `other` stands on `card`; `recoloured`: in the colours of a sibling design."""

    number: int
    design: str
    card: str
    other: str
    condition: str
    part: str
    corners: str
    recoloured: bool

    @property
    def kind(self) -> str:
        return f"altered, {self.condition}"


def attack(number: int, designs: Sequence[str], dice: Dice) -> Attack:
    place = number // len(CONDITIONS) // len(designs)
    part, of = CHANGES[place % len(CHANGES)]
    stream = dice.stream("attack", number)
    card = ALL_CARDS[stream.below(52)]
    rank, suit = card[0], card[1]
    if of in ("rank", "any"):
        rank = RANKS[(RANKS.index(rank) + 1 + stream.below(12)) % 13]
    if of == "any":
        suit = SUITS[(SUITS.index(suit) + 1 + stream.below(3)) % 4]
    if of.startswith("suit"):
        suit = _SAME_COLOUR[suit] if "same" in of else _OTHER_COLOUR[suit][stream.below(2)]
    return Attack(
        number=number,
        design=designs[number // len(CONDITIONS) % len(designs)],
        card=card,
        other=rank + suit,
        condition=CONDITIONS[number % len(CONDITIONS)],
        part=part,
        corners=CORNERS[place // len(CHANGES) % len(CORNERS)],
        recoloured=stream.below(8) == 0,
    )


class AlteredCards:
    """The cards of a design with an attack's change on every face."""

    def __init__(self, own: Design, known: KnownDesign, one: Attack) -> None:
        self._own, self._known, self._attack = own, known, one

    def face(self, card: str) -> Picture:
        face, one = self._own.face(card).copy(), self._attack
        other = np.asarray(cv2.resize(self._own.face(one.other), face.shape[1::-1]), dtype=np.uint8)
        if one.recoloured:
            other = recoloured(other, one.other)
        top, bottom, right = self._part(face.shape[0])
        if one.corners != "lower":
            face[top:bottom, :right] = other[top:bottom, :right]
        if one.corners != "upper":
            height, width = face.shape[:2]
            face[height - bottom : height - top, width - right :] = other[
                height - bottom : height - top, width - right :
            ]
        return face

    def back(self) -> Picture:
        return self._own.back()

    def _part(self, height: int) -> tuple[int, int, int]:
        known, per_mm = self._known, height / self._known.height_mm
        down, across = _AROUND_MM
        parting = known.index[1] + known.parting / FACE_SCALE
        top = parting if self._attack.part == "suit" else 0.0
        bottom = parting if self._attack.part == "rank" else known.index[3] + down
        return round(top * per_mm), round(bottom * per_mm), round((known.index[2] + across) * per_mm)

    def is_another_card(self) -> bool:
        """A court whose drawing is that of another suit is that card once both indices are exchanged."""
        one = self._attack
        if one.corners != "both" or one.card[0] != one.other[0]:
            return False
        mine, theirs = self._own.face(one.card), self._own.face(one.other)
        theirs = np.asarray(cv2.resize(theirs, mine.shape[1::-1]), dtype=np.uint8)
        _, bottom, right = self._part(mine.shape[0])
        bottom, right = bottom + bottom // 8, right + right // 8
        least = 1.0
        for down in range(-_SHIFTS, _SHIFTS + 1):
            for across in range(-_SHIFTS, _SHIFTS + 1):
                moved = np.roll(theirs, (down, across), axis=(0, 1))
                away = (cv2.absdiff(mine[:, :, :3], moved[:, :, :3]).max(axis=2) > 60)[8:-8, 8:-8]
                away[:bottom, :right] = away[-bottom:, -right:] = False
                least = min(least, float(away.mean()))
        return least <= _SAME_DRAWING


def recoloured(face: Picture, card: str) -> Picture:
    """As in a sibling design in four colours: blue diamonds, green clubs. Paper keeps its colour."""
    face = face.copy()
    if card[1] == "d":
        red = face[:, :, 2] > face[:, :, 0].astype(np.int16) + 50
        face[red] = face[red][:, [2, 1, 0, *range(3, face.shape[2])]]
    elif card[1] == "c":
        face[face[:, :, :3].max(axis=2) < 128, :3] = (40, 120, 20)
    return face


class Hider(Photographer):
    """Aims what hides a change at the changed part: `spot` in millimetres from the middle of the card."""

    def __init__(
        self, *, dice: Dice, design: Design, condition: str, spot: tuple[float, float], stream: Stream
    ) -> None:
        super().__init__(dice=dice, design=design)
        self._condition, self._spot = condition, spot
        self._angle = fraction(stream, 0.0, 2 * math.pi)
        self._off = (fraction(stream, -4.0, 4.0), fraction(stream, -4.0, 4.0))
        self._depth, self._soft = fraction(stream, 0.2, 0.7), fraction(stream, 0.3, 8.0)
        self._radius = fraction(stream, 3.0, 9.0)
        self._skin = _SKIN[stream.below(len(_SKIN))]
        self._sideways = side(stream) > 0
        self._lean = fraction(stream, -30.0, 30.0)

    def seen(self, scene: Scene) -> Field:
        """The light on the sensor."""
        return np.array(self._light_on_sensor(scene))

    def _lit(self, picture: Field, scene: Scene, view: View) -> Field:
        x, y, scale = *self._aimed(view, scene.cards[0].pose), view.scale
        columns = np.arange(picture.shape[1], dtype=np.float32)[None]
        rows = np.arange(picture.shape[0], dtype=np.float32)[:, None]
        if self._condition in ("finger", "sleeve"):
            picture = self._under(picture, scene.cards[0].pose, view)
        if self._condition == "edge of a shadow":
            beyond = ((columns - x) * math.cos(self._angle) + (rows - y) * math.sin(self._angle)) / (self._soft * scale)
            picture = picture * (1 - self._depth * np.clip(beyond + 0.5, 0, 1))[:, :, None].astype(np.float32)
        picture = super()._lit(picture, scene, view)
        if self._condition == "reflection":
            away = np.hypot(columns - x, rows - y) / (self._radius * scale)
            spot = np.clip(2.2 * self._depth * np.exp(-0.5 * away * away), 0, min(1.0, 1.4 * self._depth))
            picture = picture + (255.0 - picture) * spot[:, :, None].astype(np.float32)
        return np.asarray(picture, dtype=np.float32)

    def _aimed(self, view: View, pose: Pose) -> tuple[float, float]:
        x, y, w = view.to_picture(pose) @ np.array([self._spot[0] + self._off[0], self._spot[1] + self._off[1], 1.0])
        return float(x / w), float(y / w)

    def _under(self, picture: Field, pose: Pose, view: View) -> Field:
        """A finger or a sleeve from the nearer side of the card over it, up to the changed part."""
        surface = Surface(self._width, self._height, self._scale)
        finger, (x, y) = self._condition == "finger", self._spot
        wide = _FINGER_MM if finger else _SLEEVE_MM
        lean = self._lean if finger else 0.0
        tip = (x + self._off[0], y + self._off[1])
        # The end of a line is round, that of a sleeve must not be: it begins half its breadth further out.
        if self._sideways:
            away = math.copysign(1.0, x)
            ends = [(tip[0] + away * wide / 2, tip[1]), (tip[0] + away * 200.0, tip[1] + lean)]
        else:
            away = math.copysign(1.0, y)
            ends = [(tip[0], tip[1] + away * wide / 2), (tip[0] + lean, tip[1] + away * 200.0)]
        placed = [_placed(end, pose) for end in ends]
        if finger:
            surface.line(placed, _darker(self._skin), wide)
            surface.line(placed, self._skin, wide - 3.0)
        else:
            surface.line(placed, _SLEEVE, wide)
        return self._over(picture, surface, view)


def _placed(point: tuple[float, float], pose: Pose) -> tuple[float, float]:
    angle, (x, y) = math.radians(pose.degrees), point
    return (
        pose.x + x * math.cos(angle) - y * math.sin(angle),
        pose.y + x * math.sin(angle) + y * math.cos(angle),
    )


def _darker(skin: Colour) -> Colour:
    blue, green, red = skin
    return round(0.78 * blue), round(0.78 * green), round(0.78 * red)


@dataclass(frozen=True, slots=True, kw_only=True)
class Painted:
    """`in_sight`: how many square millimetres of the change are."""

    altered: Picture
    genuine: Picture
    in_sight: float


def painted(one: Attack, own: Design, known: KnownDesign, dice: Dice) -> Painted:
    altered = AlteredCards(own, known, one)
    if altered.is_another_card():
        altered = AlteredCards(own, known, replace(one, corners="upper"))
    left, top, right, bottom = known.index
    parting = top + known.parting / FACE_SCALE
    top, bottom = {"suit": (parting, bottom), "rank": (top, parting)}.get(one.part, (top, bottom))
    spot = ((left + right) / 2 - known.width_mm / 2, (top + bottom) / 2 - known.height_mm / 2)
    spot = (-spot[0], -spot[1]) if one.corners == "lower" else spot
    cloth = tuple(CLOTHS)[one.number // len(CONDITIONS) % len(CLOTHS)]
    scene = seeded_scene(dice, [one.card], _LIGHT, take=one.number, table=cloth)
    hiders = [
        Hider(dice=dice, design=cards, condition=one.condition, spot=spot, stream=dice.stream("hider", one.number))
        for cards in (altered, own)
    ]
    seen, genuine = (np.clip(hider.seen(scene), 0, 255) for hider in hiders)
    differs = np.abs(seen - genuine).max(axis=2) > _SEEN_LEVELS
    return Painted(
        altered=hiders[0].picture(scene),
        genuine=hiders[1].picture(scene),
        in_sight=round(float(differs.sum()) / PIXELS_PER_MM**2, 1),
    )
