"""One picture that shows what the simulated camera can show: `python -m tests.tools.camera.contact_sheet OUT`.

The upper part is the built-in design, 52 faces and the back; below are one row per level and one of special scenes.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from hardware_sims.camera.designs.canvas import Picture
from hardware_sims.camera.designs.design import BuiltInDesign
from hardware_sims.camera.pictures.dice import Dice
from hardware_sims.camera.pictures.disturbances import LEVELS, Disturbances
from hardware_sims.camera.pictures.photograph import Photographer
from hardware_sims.camera.pictures.scene import RANKS, SUITS, Scene, seeded_scene

SEED = 7
_CARD = (52, 73)
_GAP = 4
_WIDTH = (_CARD[0] + _GAP) * 14 + _GAP
_PHOTO = (_WIDTH // 4, _WIDTH // 4 * 3 // 4)
_TABLE = (62, 98, 24)
_KEPT_BITS, _MIDDLE_OF_STEP = np.uint8(0xF8), np.uint8(0x04)
"""Felt and noise hardly compress; without their last three bits the file is a third as large and looks the same."""


def deck_sheet() -> Picture:
    """Four rows of thirteen, and the back."""
    design = BuiltInDesign()
    rows = (_CARD[1] + _GAP) * len(SUITS) + _GAP
    sheet: Picture = np.full((rows, _WIDTH, 3), _TABLE, dtype=np.uint8)
    places = [
        (row, column, design.face(rank + suit)) for row, suit in enumerate(SUITS) for column, rank in enumerate(RANKS)
    ]
    for row, column, flat in [*places, (0, len(RANKS), design.back())]:
        top, left = _GAP + row * (_CARD[1] + _GAP), _GAP + column * (_CARD[0] + _GAP)
        small = cv2.resize(flat, _CARD, interpolation=cv2.INTER_AREA)
        sheet[top : top + _CARD[1], left : left + _CARD[0]] = small
    return sheet


def level_rows() -> list[list[Picture]]:
    """The same four cards at each level; the third lies on another, the fourth face down."""
    dice = Dice(seed=SEED)
    photographer = Photographer(dice=dice)
    faces: list[list[str | None]] = [["As"], ["Qh"], ["5d", "Tc"], [None]]
    return [
        [photographer.picture(seeded_scene(dice, shown, level, take=take)) for take, shown in enumerate(faces)]
        for level in LEVELS.values()
    ]


def special_row() -> list[Picture]:
    """A moving card, an empty felt, the worst cover, the worst perspective."""
    dice = Dice(seed=SEED)
    photographer = Photographer(dice=dice)
    resting = seeded_scene(dice, ["9s"], LEVELS["light"], take=9)
    moving = replace(resting, cards=(replace(resting.cards[0], smear=(3.0, 1.0)),))
    worst = [Disturbances(cover=1.0), Disturbances(perspective=1.0)]
    scenes = [moving, Scene(disturbances=LEVELS["light"]), *(seeded_scene(dice, ["Kd"], one, take=3) for one in worst)]
    return [photographer.picture(scene) for scene in scenes]


def contact_sheet() -> Picture:
    rows = [
        np.hstack([cv2.resize(picture, _PHOTO, interpolation=cv2.INTER_AREA) for picture in row])
        for row in [*level_rows(), special_row()]
    ]
    photos = np.vstack(rows)
    filled = cv2.copyMakeBorder(photos, 0, 0, 0, _WIDTH - photos.shape[1], cv2.BORDER_REPLICATE)
    return np.vstack([deck_sheet(), np.asarray(filled, dtype=np.uint8) & _KEPT_BITS | _MIDDLE_OF_STEP])


def main(words: list[str]) -> int:
    if len(words) != 1:
        sys.stderr.write("usage: python -m tests.tools.camera.contact_sheet OUT.png\n")
        return 2
    _, png = cv2.imencode(".png", contact_sheet(), [cv2.IMWRITE_PNG_COMPRESSION, 7])
    try:
        Path(words[0]).write_bytes(png.tobytes())
    except OSError as error:
        sys.stderr.write(f"{words[0]}: cannot be written: {error.strerror}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
