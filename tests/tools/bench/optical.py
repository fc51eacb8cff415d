"""The optical reader measured: how quick it is. How often it is right, `tests.tools.camera.evaluation` measures.

`make bench BENCH=optical`
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# Before NumPy: it says how many threads BLAS has.
from drivers.optical.cards import ALL_CARDS  # isort: skip

import cv2
import numpy as np
import numpy.typing as npt

from drivers.events import CardSeen
from drivers.optical.decks.design import FACE_SCALE, Design
from drivers.optical.decks.design_file import read_design
from drivers.optical.reader import look_at
from drivers.optical_reader import OpticalReader, OpticalSetup
from hardware_sims.camera.pictures.dice import Dice
from hardware_sims.camera.pictures.disturbances import LEVELS
from hardware_sims.camera.pictures.photograph import Photographer
from hardware_sims.camera.pictures.scene import seeded_scene

BUILT_IN = Path(__file__).parents[3] / "config" / "decks" / "house.deck"
FRAME_MS = 1000.0 / 60.0
SEED = 2026
_PEER_ROUNDS = 3
_WIDTH, _HEIGHT, _SCALE = 1280, 720, 5.0

Picture = npt.NDArray[np.uint8]


def bench() -> dict[str, Any]:
    house = read_design(BUILT_IN)
    return _speed(house) | _frame_to_event(house, "moderate") | _frame_to_event(house, "live")


def _pictures(level: str, width: int, height: int, scale: float) -> list[tuple[str, list[Picture]]]:
    """Two pictures of each card, as two in a row of a living sensor."""
    dice = Dice(seed=SEED, owner=level)
    photographer = Photographer(dice=dice, width=width, height=height, scale=scale)
    taken = []
    for take, card in enumerate(ALL_CARDS):
        wide, high = width / scale, height / scale
        scene = seeded_scene(dice, [card], LEVELS[level], take=take, width_mm=wide, height_mm=high)
        taken.append((card, [photographer.picture(scene), photographer.picture(scene, grain=True)]))
    return taken


def _speed(design: Design) -> dict[str, Any]:
    """Whole pictures per second, against 52 templates slid over the same pictures at half their size."""
    pictures = [both[0] for _, both in _pictures("moderate", 640, 480, 3.4)]
    whole = _per_second(lambda: [look_at(picture, [design]) for picture in pictures], 1) * len(pictures)
    peer = _per_second(lambda: _slide_templates(design, pictures[0]), _PEER_ROUNDS)
    return {
        "whole pictures per second": whole,
        "52 templates at half size per second": peer,
        "whole pictures: ratio (wanted >= 20)": whole / peer,
    }


def _per_second(action: Callable[[], object], times: int) -> float:
    action()
    began = time.process_time()
    for _ in range(times):
        action()
    return times / (time.process_time() - began)


def _slide_templates(design: Design, picture: Picture) -> None:
    """What one would do without straightening: each index, upright and in colour, over the whole half-size picture."""
    height, width = picture.shape[:2]
    half = cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    shrink = 0.5 * 3.4 / FACE_SCALE
    left, top, right, bottom = (round(edge * FACE_SCALE) for edge in design.index)
    for card in ALL_CARDS:
        index = design.faces[card][top:bottom, left:right]
        template = cv2.resize(index, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        cv2.minMaxLoc(cv2.matchTemplate(half, template, cv2.TM_CCOEFF_NORMED))


def _frame_to_event(design: Design, level: str) -> dict[str, Any]:
    """From a picture of 1280 × 720 handed in to its event handed out, with the budget of a camera at 60 Hz."""
    # Processor time: whatever else the device does takes none of it.
    clock = time.thread_time
    reader = OpticalReader(OpticalSetup(serial="BENCH", designs=[design], budget_ms=FRAME_MS, clock=clock))
    reader.camera_opened(0.0)
    reader.ensure_enabled()
    took: list[float] = []
    seen = 0
    nothing = np.full((_HEIGHT, _WIDTH, 3), (62, 98, 24), dtype=np.uint8)
    for take, (card, both) in enumerate(_pictures(level, _WIDTH, _HEIGHT, _SCALE)):
        for number in range(6):
            began = clock()
            reader.see(both[number % 2], take + number / 60)
            told = [event for event in reader.events() if isinstance(event, CardSeen)]
            took.append((clock() - began) * 1000.0)
            seen += sum(event.card == card for event in told)
        for number in range(2):
            nothing[0, number] = take % 200
            reader.see(nothing, take + 0.5 + number / 60)
    took.sort()
    p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
    return {
        f"{level}: cards told of 52, six pictures each": seen,
        f"{level}: ms p50": p50,
        f"{level}: ms p99": p99,
        f"{level}: p99 / 16.7 ms (wanted <= 1)": p99 / FRAME_MS,
    }
