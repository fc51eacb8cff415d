"""Where seeded cards come to lie: inside the picture, turned as far as the disturbance `rotation` allows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from hardware_sims.camera.pictures.dice import Dice, fraction, side
from hardware_sims.camera.pictures.disturbances import TURN_DEGREES, Disturbances
from hardware_sims.camera.pictures.scene import LyingCard, Pose, Scene

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
