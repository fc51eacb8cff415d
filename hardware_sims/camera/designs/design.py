"""Designs a camera can look at: the built-in one, an enrolled deck, or a folder with a picture of each card.

A sheet is a card as the eye sees it flat: BGR and how much of the pixel is card, colours already weighed with it.
"""

from __future__ import annotations

import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from hardware_sims.camera.designs import built_in
from hardware_sims.camera.designs.canvas import CARD_HEIGHT_MM, CARD_WIDTH_MM, CORNER_MM, Canvas, Picture, rounded
from hardware_sims.camera.designs.folders import DECK_ENDING, find_pictures, names_in_deck
from hardware_sims.errors import SetupError


class Design(Protocol):
    """Pictures of 52 faces and a back, upright, at any size; 3 channels, or 4 with what is card."""

    def face(self, card: str) -> Picture: ...

    def back(self) -> Picture: ...


class BuiltInDesign:
    def face(self, card: str) -> Picture:
        return _built_in_face(card)

    def back(self) -> Picture:
        return _built_in_back()


@lru_cache(maxsize=64)
def _built_in_face(card: str) -> Picture:
    return built_in.face(card)


@lru_cache(maxsize=1)
def _built_in_back() -> Picture:
    return built_in.back()


class FolderDesign:
    """`As.png … Kc.png`, PNG or JPEG, one upright card each; without `back.png` the built-in back."""

    def __init__(self, folder: Path) -> None:
        self._files = find_pictures(folder)

    def face(self, card: str) -> Picture:
        return _read(self._files[card])

    def back(self) -> Picture:
        return _read(self._files["back"]) if "back" in self._files else _built_in_back()


class DeckFileDesign:
    """An enrolled deck: a zip with `As.png … Kc.png`, and `back.png` if one was enrolled."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._names = names_in_deck(file)

    def face(self, card: str) -> Picture:
        return self._picture(f"{card}.png")

    def back(self) -> Picture:
        return self._picture("back.png") if "back.png" in self._names else _built_in_back()

    def _picture(self, name: str) -> Picture:
        with zipfile.ZipFile(self._file) as archive:
            return _decoded(np.frombuffer(archive.read(name), dtype=np.uint8), f"{self._file}: {name}")


def design_at(place: Path) -> Design:
    """An enrolled deck in one file, or a folder of pictures."""
    return DeckFileDesign(place) if place.suffix == DECK_ENDING else FolderDesign(place)


def _read(file: Path) -> Picture:
    return _decoded(np.fromfile(file, dtype=np.uint8), str(file))


def _decoded(data: Picture, where: str) -> Picture:
    picture = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if data.size else None
    if picture is None or picture.dtype != np.uint8:
        raise SetupError(f"{where}: no picture of 8 bits that can be read; write it again as PNG or JPEG")
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    return np.asarray(picture, dtype=np.uint8)


class Sheets:
    """The cards of one design at the size a camera needs them, each made once."""

    def __init__(self, design: Design, pixels_per_mm: float) -> None:
        self._design = design
        self.pixels_per_mm = pixels_per_mm
        self._made: dict[str, Picture] = {}

    def sheet(self, face: str | None) -> Picture:
        """The face of a card, or with None the back."""
        name = face or "back"
        if name not in self._made:
            self._made[name] = self._make(self._design.back() if face is None else self._design.face(face))
        return self._made[name]

    def _make(self, flat: Picture) -> Picture:
        # A card of another design may be narrower: it is as high as ours and keeps its own shape.
        height = CARD_HEIGHT_MM * self.pixels_per_mm
        size = (round(height * flat.shape[1] / flat.shape[0]), round(height))
        shrinks = flat.shape[1] >= size[0]
        sized = cv2.resize(flat, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)
        card = cv2.resize(_card_shape(), size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0
        if sized.shape[2] == 4:
            card = card * (sized[:, :, 3].astype(np.float32) / 255.0)
        colours = sized[:, :, :3].astype(np.float32) * card[:, :, None]
        return np.round(np.dstack([colours, card * 255.0])).astype(np.uint8)


@lru_cache(maxsize=1)
def _card_shape() -> Picture:
    shape = Canvas((0, 0, 0))
    shape.fill(rounded(0.0, 0.0, CARD_WIDTH_MM, CARD_HEIGHT_MM, CORNER_MM), (255, 255, 255))
    return np.ascontiguousarray(shape.picture[:, :, 0])
