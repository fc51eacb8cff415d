"""The technician's live view: how the camera is aimed, focused and lit, and how sure it is.

A picture is in it only while a face-up card or an empty felt is before the camera. A card face down leaves no pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from drivers.optical.reader import Look
from drivers.optical.reading import Corner, Reading, Reason, Sight, Verdict
from drivers.optical.recognition import quality
from drivers.optical.recognition.features import Picture
from drivers.optical.recognition.geometry import Quad, area

_PREVIEW_WIDTH = 320
_PREVIEW_QUALITY = 80
_SHOWN = frozenset({Sight.EMPTY, Sight.FACE_UP})
DARK, DULL = 0.25, 0.62
CARD_HEIGHT_MM = 88.0

WORDS: dict[Reason, str] = {
    Reason.BLUR: "Out of focus, or the card moves: turn the lens until the edges are crisp.",
    Reason.GLARE: "A lamp is mirrored in the card: tilt the camera or move the lamp.",
    Reason.COVERED: "Part of the card is covered.",
    Reason.LOW_CONFIDENCE: "Not sure enough: check light, focus and distance.",
    Reason.AMBIGUOUS: "Two cards fit nearly as well: check focus and distance.",
    Reason.UNKNOWN_DESIGN: "A card of a design that is not enrolled.",
    Reason.SEVERAL_CARDS: "More than one card: leave one in the picture.",
    Reason.OUT_OF_TIME: "Not found within the time of one picture: clear the place around the card.",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class OpticalView:
    """`preview` is a small JPEG or empty; `aim` is the card in pixels of the preview. All measures go from 0 to 1."""

    preview: bytes
    aim: Corner | None
    sharpness: float
    light: float
    confidence: float
    verdict: Verdict
    words: str
    card: str = ""  # what was read, where the words say it
    turn: float = 0.0  # degrees, −90 to 90
    fineness: float = 0.0  # pixels per millimetre of card


NOTHING_YET = OpticalView(
    preview=b"",
    aim=None,
    sharpness=0.0,
    light=0.0,
    confidence=0.0,
    verdict=Verdict.NO_CARD,
    words="No picture yet: check that the camera is plugged in.",
)


def withheld(words: str) -> OpticalView:
    """A view that shows nothing but words."""
    return OpticalView(
        preview=b"", aim=None, sharpness=0.0, light=0.0, confidence=0.0, verdict=Verdict.NO_CARD, words=words
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Glimpse:
    """What a view is made of when somebody asks for it. No picture is in it unless it may be shown."""

    picture: Picture | None
    reading: Reading
    sight: Sight
    moving: bool

    @classmethod
    def of(cls, picture: Picture, look: Look, *, moving: bool) -> Glimpse:
        shown = picture if look.sight in _SHOWN else None
        return cls(picture=shown, reading=look.reading, sight=look.sight, moving=moving)

    def view(self) -> OpticalView:
        if self.picture is None:
            if self.sight is Sight.FACE_DOWN:
                return withheld("A card lies face down: nothing is looked at.")
            late = self.reading.reason is Reason.OUT_OF_TIME
            return withheld(WORDS[Reason.OUT_OF_TIME if late else Reason.SEVERAL_CARDS])
        return view_of(self.picture, self.reading, moving=self.moving)


def view_of(picture: Picture, reading: Reading, *, moving: bool = False) -> OpticalView:
    """Of a picture that may be shown."""
    factor = _PREVIEW_WIDTH / picture.shape[1]
    size = (_PREVIEW_WIDTH, max(1, round(picture.shape[0] * factor)))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _PREVIEW_QUALITY])
    quad = np.array(reading.corner, dtype=np.float32) if reading.corner else None
    a, b, c, d = ((x * factor, y * factor) for x, y in reading.corner) if reading.corner else ((0.0, 0.0),) * 4
    sharp = quality.sharpness(quality.flat_view(picture, quad)) if quad is not None and area(quad) > 100 else 0.0
    light = quality.light(picture)
    turn, fineness = _pose(quad)
    return OpticalView(
        preview=jpeg.tobytes(),
        aim=(a, b, c, d) if reading.corner else None,
        sharpness=sharp,
        light=light,
        confidence=reading.confidence,
        verdict=reading.verdict,
        words=_words(reading, light, moving=moving),
        card=str(reading.card) if reading.verdict is Verdict.CARD and not moving else "",
        turn=turn,
        fineness=fineness,
    )


def _pose(quad: Quad | None) -> tuple[float, float]:
    """How a card lies turned, and how large it is seen; a card looks the same both ways up."""
    if quad is None:
        return 0.0, 0.0
    down = (quad[3] + quad[2] - quad[0] - quad[1]) / 2
    degrees = math.degrees(math.atan2(-float(down[0]), float(down[1])))
    return (degrees + 90.0) % 180.0 - 90.0, float(np.hypot(*down)) / CARD_HEIGHT_MM


def _words(reading: Reading, light: float, *, moving: bool) -> str:
    if moving:
        return "The card moves."
    if reading.verdict is Verdict.CARD:
        return f"Read as {reading.card}."
    if light < DARK:
        return "Too dark: give more light."
    return WORDS[reading.reason] if reading.reason else "No card."
