"""What lies before the camera, as values. Of a card that lies face down nothing but its back is in here."""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware_sims.camera.pictures.disturbances import Disturbances

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
