"""Cards before a camera, for the tests of the optical reader: the simulator paints, the reader reads."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.decks.design import Design
from drivers.optical.decks.design_file import read_design
from hardware_sims.camera.pictures.dice import Dice
from hardware_sims.camera.pictures.disturbances import LEVELS, Disturbances
from hardware_sims.camera.pictures.photograph import Photographer
from hardware_sims.camera.pictures.scene import LyingCard, Pose, Scene, seeded_scene

Picture = npt.NDArray[np.uint8]
HOUSE_FILE = Path(__file__).parents[3] / "config" / "decks" / "house.deck"
DICE = Dice(seed=41)


@lru_cache(maxsize=1)
def house() -> Design:
    return read_design(HOUSE_FILE)


@lru_cache(maxsize=1)
def photographer() -> Photographer:
    return Photographer(dice=DICE)


def photo(*faces: str | None, level: str = "light", take: int = 0) -> Picture:
    return photographer().picture(seeded_scene(DICE, list(faces), LEVELS[level], take=take))


def lying(face: str | None, degrees: float = 0.0, spoilt: Disturbances | None = None, take: int = 0) -> Picture:
    """One card in the middle, turned as told."""
    card = LyingCard(face=face, pose=Pose(degrees=degrees))
    return photographer().picture(Scene(cards=(card,), disturbances=spoilt or LEVELS["clean"], take=take))


def smeared(face: str, millimetres: float) -> Picture:
    scene = seeded_scene(DICE, [face], LEVELS["light"], take=3)
    card = replace(scene.cards[0], smear=(millimetres, millimetres / 2))
    return photographer().picture(replace(scene, cards=(card,)))


def felt() -> Picture:
    return photographer().picture(Scene(disturbances=LEVELS["light"]))


def in_a_window(face: str, degrees: float = 12.0) -> Picture:
    """The index corner of a card in the window of a shoe: no edge of the card is in sight."""
    flat = house().faces[face]
    left, top, right, bottom = house().index
    middle = ((left + right) / 2 * 3, (top + bottom) / 2 * 3)
    turn = cv2.getRotationMatrix2D(middle, degrees, 1.5)
    turn[0, 2] += 160 - middle[0]
    turn[1, 2] += 120 - middle[1]
    seen = cv2.warpAffine(flat, turn, (320, 240), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shoe = np.full((240, 320, 3), (24, 20, 20), dtype=np.uint8)
    shoe[50:190, 85:235] = seen[50:190, 85:235]
    return np.asarray(cv2.GaussianBlur(shoe, (0, 0), 0.7), dtype=np.uint8)


def foreign_card() -> Picture:
    """A face of a design that nobody enrolled, on felt."""
    table = np.full((480, 640, 3), (62, 98, 24), dtype=np.uint8)
    cv2.rectangle(table, (220, 90), (420, 380), (250, 250, 250), -1)
    half = table[90:235, 220:421]
    cv2.putText(half, "Z", (14, 40), cv2.FONT_HERSHEY_TRIPLEX, 1.2, (20, 20, 20), 3)
    cv2.circle(half, (28, 66), 11, (20, 20, 20), -1)
    cv2.ellipse(half, (110, 144), (40, 60), 30, 0, 360, (160, 90, 30), 14)
    table[236:381, 220:421] = half[::-1, ::-1]
    return table
