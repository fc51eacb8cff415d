"""The optical reader measured: how often it is right on designs it was not tuned with, and how quick it is.

`OPTICAL_DECKS=FOLDER make bench BENCH=optical`; `tests/optical_decks.py` says how the folder is made.
`OPTICAL_PICTURES` sets another number of pictures than 5,200.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from drivers.events import CardSeen
from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.deck_pictures import BadDeckPicturesError
from drivers.optical.decks.design import FACE_SCALE, Design
from drivers.optical.decks.design_file import read_design
from drivers.optical.decks.enrolment import UnreliableDesignError, enrol
from drivers.optical.reader import read_picture
from drivers.optical.reading import Verdict
from drivers.optical.recognition.match_scores import index_at
from drivers.optical_reader import OpticalReader, OpticalSetup
from hardware_sims.camera.designs.design import BuiltInDesign, FolderDesign
from hardware_sims.camera.designs.design import Design as PaintedDesign
from hardware_sims.camera.pictures.dice import Dice
from hardware_sims.camera.pictures.disturbances import LEVELS
from hardware_sims.camera.pictures.layout import seeded_scene
from hardware_sims.camera.pictures.photograph import Photographer
from tests.optical_decks import HOW

PICTURES = 5200
BUILT_IN = Path(__file__).parents[3] / "config" / "decks" / "house.deck"
FRAME_MS = 1000.0 / 60.0
SEED = 2026
_CORNERS = 200
_PEER_ROUNDS = 3

Picture = npt.NDArray[np.uint8]


def bench() -> dict[str, Any]:
    cv2.setNumThreads(1)
    results: dict[str, Any] = {}
    house = read_design(BUILT_IN)
    designs, refused = _foreign_designs()
    if not designs:
        sys.stderr.write(HOW)
    total = int(os.environ.get("OPTICAL_PICTURES", PICTURES))
    results |= _accuracy("built-in design", [(house, BuiltInDesign())], 520, "moderate")
    if designs:
        results["designs not used while tuning"] = ", ".join(design.name for design, _ in designs)
        results["designs refused at enrolment"] = ", ".join(refused) or "none"
        for level, share in (("moderate", 1.0), ("light", 0.1), ("heavy", 0.1)):
            results |= _accuracy(f"other designs, {level}", designs, round(total * share), level)
    return results | _speed(house) | _frame_to_event(house)


def _foreign_designs() -> tuple[list[tuple[Design, PaintedDesign]], list[str]]:
    place = os.environ.get("OPTICAL_DECKS", "")
    designs: list[tuple[Design, PaintedDesign]] = []
    refused: list[str] = []
    for folder in sorted(Path(place).iterdir()) if place else []:
        if folder.is_dir():
            try:
                designs.append((enrol(folder, folder.name).design, FolderDesign(folder)))
                sys.stderr.write(f"  {folder.name} enrolled\n")
            except (BadDeckPicturesError, UnreliableDesignError) as problem:
                refused.append(folder.name)
                sys.stderr.write(f"  {problem}\n")
    return designs, refused


def _accuracy(what: str, designs: list[tuple[Design, PaintedDesign]], pictures: int, level: str) -> dict[str, Any]:
    """Every card of every design in turn, each picture with dice of its own."""
    counts: Counter[str] = Counter()
    each = -(-pictures // len(designs))
    for design, painted in designs:
        own: Counter[str] = Counter()
        dice = Dice(seed=SEED, owner=f"{design.name}/{level}")
        photographer = Photographer(dice=dice, design=painted)
        for take in range(each):
            card = ALL_CARDS[take % len(ALL_CARDS)]
            picture = photographer.picture(seeded_scene(dice, [card], LEVELS[level], take=take))
            own[_outcome(picture, design, card)] += 1
        counts += own
        sys.stderr.write(f"  {what}: {design.name} {dict(own)}\n")
    done = counts.total()
    unread = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()) if name not in ("right", "wrong"))
    return {
        f"{what}: pictures": done,
        f"{what}: accepted": (counts["right"] + counts["wrong"]) / done,
        f"{what}: accepted and wrong": counts["wrong"],
        f"{what}: not accepted": unread or "none",
    }


def _outcome(picture: Picture, design: Design, card: str) -> str:
    reading = read_picture(picture, [design])
    if reading.verdict is Verdict.CARD:
        return "right" if reading.card == card else "wrong"
    return str(reading.reason or reading.verdict)


def _speed(design: Design) -> dict[str, Any]:
    """Corners and whole pictures per second, against 52 templates slid over the same picture at half its size."""
    dice = Dice(seed=SEED)
    photographer = Photographer(dice=dice)
    pictures = [
        photographer.picture(seeded_scene(dice, [card], LEVELS["moderate"], take=take))
        for take, card in enumerate(ALL_CARDS)
    ]
    corner = _per_second(lambda: _read_corner(design, pictures[0]), _CORNERS)
    read_picture(pictures[0], [design])
    whole = _per_second(lambda: [read_picture(picture, [design]) for picture in pictures], 1) * len(pictures)
    peer = _per_second(lambda: _slide_templates(design, pictures[0]), _PEER_ROUNDS)
    return {
        "corners read per second": corner,
        "52 templates at half size per second": peer,
        "corners: ratio (wanted >= 20)": corner / peer,
        "whole pictures per second": whole,
        "whole pictures: ratio": whole / peer,
    }


def _per_second(deed: Any, times: int) -> float:
    deed()
    began = time.process_time()
    for _ in range(times):
        deed()
    return times / (time.process_time() - began)


def _read_corner(design: Design, picture: Picture) -> None:
    """Straighten one index corner and compare it with all 52. Where it lies does not change the work."""
    to_card = np.array([[1 / 3.4, 0.0, -20.0], [0.0, 1 / 3.4, -20.0], [0.0, 0.0, 1.0]])
    index_at(picture, to_card, design, 0)


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


def _frame_to_event(design: Design) -> dict[str, Any]:
    """From a picture handed in to its fact handed out, for each second picture of a card: the one that agrees."""
    reader = OpticalReader(OpticalSetup(serial="BENCH", designs=[design]))
    reader.camera_opened(0.0)
    reader.ensure_enabled()
    dice = Dice(seed=SEED)
    photographer = Photographer(dice=dice)
    took: list[float] = []
    seen = 0
    for take, card in enumerate(ALL_CARDS * 2):
        scene = seeded_scene(dice, [card], LEVELS["moderate"], take=take)
        for number in range(2):
            picture = photographer.picture(scene, grain=True) if number else photographer.picture(scene)
            began = time.perf_counter()
            reader.see(picture, take + number / 60)
            told = [fact for fact in reader.events() if isinstance(fact, CardSeen)]
            took.append((time.perf_counter() - began) * 1000.0)
            seen += len(told)
        nothing = np.full((480, 640, 3), (62, 98, 24), dtype=np.uint8)
        nothing[0, 0] = take % 200
        for number in range(2):
            nothing[0, 1] = number + 1
            reader.see(nothing, take + 0.5 + number / 60)
    took.sort()
    return {
        "frame to event: cards told": seen,
        "frame to event: ms p50": took[len(took) // 2],
        "frame to event: ms p99": took[len(took) * 99 // 100],
        "frame to event: p50 / 16.7 ms (wanted <= 1)": took[len(took) // 2] / FRAME_MS,
        "frame to event: p99 / 16.7 ms": took[len(took) * 99 // 100] / FRAME_MS,
    }
