"""What lies before the camera, as values. Of a card that lies face down nothing but its back is in here.

Seeded cards come to lie inside the picture, turned as far as the disturbance `rotation` allows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from hardware_sims.camera.pictures.dice import Dice, fraction, side
from hardware_sims.camera.pictures.disturbances import TURN_DEGREES, Disturbances

RANKS = "A23456789TJQK"
SUITS = "shdc"
CLOTHS: dict[str, tuple[float, float, float]] = {
    "green": (62.0, 98.0, 24.0),
    "blue": (120.0, 62.0, 24.0),
    "red": (38.0, 28.0, 128.0),
    "black": (40.0, 38.0, 36.0),
    "white": (228.0, 232.0, 232.0),
    "patterned": (70.0, 88.0, 34.0),
}
"""Name of a table to the colour of its cloth, blue, green, red."""
ALL_CARDS: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """Where a card lies: its middle in millimetres right of and below the middle of the picture, and its turn."""

    x: float = 0.0
    y: float = 0.0
    degrees: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LyingCard:
    """A card on the felt. `face` None: it lies face down. `smear` is its way, in mm, while the shutter is open."""

    face: str | None
    pose: Pose = field(default_factory=Pose)
    smear: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One picture to be taken. `take` chooses how the light falls and the camera tilts, `number` the noise.

    `table` is one of the cloths.
    """

    cards: tuple[LyingCard, ...] = ()
    disturbances: Disturbances = field(default_factory=Disturbances)
    table: str = "green"
    take: int = 0
    number: int = 0


_HALF_DIAGONAL_MM = math.hypot(63.0, 88.0) / 2
_OVERLAP_MM = (16.0, 30.0)
_OVERLAP_DEGREES = 25.0


def place(dice: Dice, take: int, rotation: float, width_mm: float, height_mm: float) -> Pose:
    """The pose of a card; with a picture that is wide enough the whole card is in it."""
    stream = dice.stream("place", take)
    room_x = max(0.0, width_mm / 2 - _HALF_DIAGONAL_MM)
    room_y = max(0.0, height_mm / 2 - _HALF_DIAGONAL_MM)
    return Pose(
        x=fraction(stream, -room_x, room_x),
        y=fraction(stream, -room_y, room_y),
        degrees=side(stream) * fraction(stream, 0.5, 1.0) * TURN_DEGREES * rotation,
    )


def place_upon(dice: Dice, take: int, under: Pose) -> Pose:
    """The pose of a second card that covers part of the first one."""
    stream = dice.stream("place upon", take)
    way = fraction(stream, *_OVERLAP_MM)
    angle = fraction(stream, 0.0, 2 * math.pi)
    turn = fraction(stream, -_OVERLAP_DEGREES, _OVERLAP_DEGREES)
    # Towards the middle of the picture, so that the second card is not pushed out of it.
    x = -math.copysign(abs(way * math.cos(angle)), under.x)
    y = -math.copysign(abs(way * math.sin(angle)), under.y)
    return replace(under, x=under.x + x, y=under.y + y, degrees=under.degrees + turn)


@lru_cache(maxsize=16)
def seeded_poses(dice: Dice, take: int, rotation: float, width_mm: float, height_mm: float) -> tuple[Pose, Pose]:
    """Where the first card lies and where a second one would."""
    first = place(dice, take, rotation, width_mm, height_mm)
    return first, place_upon(dice, take, first)


def seeded_scene(
    dice: Dice,
    faces: Sequence[str | None],
    disturbances: Disturbances,
    *,
    take: int = 0,
    table: str = "green",
    width_mm: float = 640 / 3.4,
    height_mm: float = 480 / 3.4,
) -> Scene:
    """No card, one or two at seeded places; None is a card face down. The places do not depend on the faces."""
    poses = seeded_poses(dice, take, disturbances.rotation, width_mm, height_mm)
    cards = tuple(LyingCard(face=face, pose=pose) for face, pose in zip(faces, poses, strict=False))
    return Scene(cards=cards, disturbances=disturbances, table=table, take=take, number=take)
