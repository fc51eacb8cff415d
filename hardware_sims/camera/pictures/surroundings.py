"""What lies and stands around a card on a table in play: the cloth, what is printed on it, chips, a finger.

Everything is painted in millimetres of the table and then seen by the same lens as the card. Measures: chips are 39 mm
wide, lines 2 to 4 mm, letters 6 to 12 mm high, a finger is 16 mm wide.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np

from hardware_sims.camera.designs.canvas import CARD_HEIGHT_MM, CARD_WIDTH_MM, Picture
from hardware_sims.camera.pictures.dice import Dice, fraction, side
from hardware_sims.camera.pictures.light import Field, bell
from hardware_sims.camera.pictures.scene import CLOTHS, Pose
from hardware_sims.seeds import Stream

Colour = tuple[int, int, int]

_INK: tuple[Colour, ...] = ((225, 232, 236), (40, 190, 226), (230, 230, 230), (30, 30, 190))
_TEXTS = (
    "BLACKJACK PAYS 3 TO 2",
    "INSURANCE PAYS 2 TO 1",
    "DEALER MUST HIT SOFT 17",
    "PUSH ON DEALER 22",
    "SUPER MATCH",
    "A K Q J",
)
_CHIPS: tuple[tuple[Colour, Colour], ...] = (
    ((232, 232, 232), (150, 60, 40)),
    ((40, 40, 190), (235, 235, 235)),
    ((60, 130, 40), (235, 235, 235)),
    ((38, 36, 34), (235, 235, 235)),
    ((130, 60, 120), (230, 230, 230)),
)
_SKIN: tuple[Colour, ...] = ((126, 158, 206), (98, 128, 182), (60, 84, 128), (150, 180, 222))
_CHIP_RADIUS_MM, _FINGER_MM = 19.5, 16.0
_DEEPEST_FINGER_MM = 30.0
_MARGIN = 1.6  # how much more of the table is painted than a straight look shows


@lru_cache(maxsize=8)
def cloth(dice: Dice, name: str, width: int, height: int, scale: float) -> Field:
    """Broad unevenness, weave, fine fibres; `patterned` has a woven figure besides."""
    fibres = bell(dice.stream("felt fibres"), (height, width)) * np.float32(5.0)
    weave = cv2.GaussianBlur(bell(dice.stream("felt weave"), (height, width)), (0, 0), 0.5 * scale) * np.float32(12.0)
    broad = cv2.GaussianBlur(bell(dice.stream("felt broad"), (height, width)), (0, 0), 12.0 * scale) * np.float32(120.0)
    rough = np.float32(0.3 if name == "white" else 1.0)
    tone = 1 + rough * (fibres + weave + broad) / np.float32(100.0)
    if name == "patterned":
        tone = tone * _woven_figure(width, height, scale)
    felt: Field = np.clip(np.array(CLOTHS[name], dtype=np.float32) * tone[:, :, None], 0, 255).astype(np.float32)
    felt.setflags(write=False)
    return felt


def _woven_figure(width: int, height: int, scale: float) -> Field:
    """Diamonds of 14 mm, light and dark."""
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32) / np.float32(14.0 * scale)
    waves = np.sin(math.pi * (rows + columns)) * np.sin(math.pi * (rows - columns))
    return np.asarray(1 + 0.45 * np.tanh(4 * waves), dtype=np.float32)


class Surface:
    """A sheet over the whole table in sight, to be painted on in millimetres around the middle of the picture."""

    def __init__(self, width: int, height: int, scale: float) -> None:
        self.scale = scale
        self.sheet: Picture = np.zeros((round(height * _MARGIN), round(width * _MARGIN), 4), dtype=np.uint8)

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        height, width = self.sheet.shape[:2]
        return round(width / 2 - 0.5 + x * self.scale), round(height / 2 - 0.5 + y * self.scale)

    def line(self, points: list[tuple[float, float]], colour: Colour, width_mm: float, *, closed: bool = False) -> None:
        pixels = np.array([self._pixel(*point) for point in points], dtype=np.int32).reshape(-1, 1, 2)
        width = max(1, round(width_mm * self.scale))
        cv2.polylines(self.sheet, [pixels], closed, (*colour, 255), width, cv2.LINE_AA)

    def disc(self, x: float, y: float, radius_mm: float, colour: Colour) -> None:
        cv2.circle(self.sheet, self._pixel(x, y), round(radius_mm * self.scale), (*colour, 255), -1, cv2.LINE_AA)

    def wedge(self, x: float, y: float, radius_mm: float, degrees: float, colour: Colour) -> None:
        reach = (round(radius_mm * self.scale),) * 2
        cv2.ellipse(self.sheet, self._pixel(x, y), reach, degrees, -9, 9, (*colour, 255), -1, cv2.LINE_AA)

    def words(self, text: str, x: float, y: float, height_mm: float, colour: Colour) -> None:
        size = height_mm * self.scale / 22.0
        width = max(1, round(height_mm * self.scale / 8))
        face = cv2.FONT_HERSHEY_DUPLEX
        cv2.putText(self.sheet, text, self._pixel(x, y), face, size, (*colour, 255), width, cv2.LINE_AA)


def print_layout(surface: Surface, share: float, stream: Stream, card: Pose) -> None:
    """Boxes, an arc and words; the more, the higher the share. One box may lie right at the edge of the card."""
    colour = _INK[stream.below(len(_INK))]
    width_mm = fraction(stream, 2.0, 4.0)
    off = fraction(stream, -12.0, 12.0)
    half_wide, half_high = CARD_WIDTH_MM / 2 + 3.0 + off, CARD_HEIGHT_MM / 2 + 3.0 + off
    turn = math.radians(fraction(stream, -12.0, 12.0))
    cosine, sine = math.cos(turn), math.sin(turn)
    for number in range(-1, 2) if share > 0.3 else range(1):
        middle = card.x + number * (2 * half_wide + 14.0)
        corners = [(-half_wide, -half_high), (half_wide, -half_high), (half_wide, half_high), (-half_wide, half_high)]
        placed = [(middle + x * cosine - y * sine, card.y + x * sine + y * cosine) for x, y in corners]
        surface.line(placed, colour, width_mm, closed=True)
    radius, bottom = fraction(stream, 120.0, 400.0), fraction(stream, 20.0, 60.0)
    steps = np.linspace(-1.2, 1.2, 60)
    arc = [(card.x + radius * math.sin(a), card.y + bottom + radius * (1 - math.cos(a))) for a in steps]
    surface.line(arc, colour, width_mm)
    for line in range(1 + round(2 * share)):
        text = _TEXTS[stream.below(len(_TEXTS))]
        x, y = fraction(stream, -90.0, -20.0), card.y + side(stream) * fraction(stream, 30.0, 62.0) + 4.0 * line
        surface.words(text, x, y, fraction(stream, 6.0, 12.0), colour)


def put_chips(surface: Surface, share: float, stream: Stream, card: Pose) -> None:
    """One chip to four beside the card; near 1 they touch it."""
    angle = math.radians(card.degrees)
    for _ in range(1 + round(3 * share)):
        gap = fraction(stream, 0.0, 14.0 * (1.2 - share))
        way, along = side(stream), fraction(stream, -0.5, 0.5)
        if stream.below(2):
            x, y = way * (CARD_WIDTH_MM / 2 + _CHIP_RADIUS_MM + gap), along * CARD_HEIGHT_MM
        else:
            x, y = along * CARD_WIDTH_MM, way * (CARD_HEIGHT_MM / 2 + _CHIP_RADIUS_MM + gap)
        place = (card.x + x * math.cos(angle) - y * math.sin(angle), card.y + x * math.sin(angle) + y * math.cos(angle))
        _chip(surface, place, _CHIPS[stream.below(len(_CHIPS))], fraction(stream, 0.0, 60.0))


def _chip(surface: Surface, place: tuple[float, float], colours: tuple[Colour, Colour], degrees: float) -> None:
    body, spot = colours
    surface.disc(place[0] + 0.8, place[1] + 0.8, _CHIP_RADIUS_MM, (20, 24, 16))
    surface.disc(*place, _CHIP_RADIUS_MM, body)
    for number in range(6):
        surface.wedge(*place, _CHIP_RADIUS_MM, degrees + 60 * number, spot)
    surface.disc(*place, 13.0, body)
    surface.disc(*place, 10.5, (236, 238, 238))
    surface.words("25", place[0] - 5.0, place[1] + 3.0, 6.0, (60, 50, 40))


def put_finger(surface: Surface, share: float, stream: Stream, card: Pose) -> None:
    """From beyond a side of the card over its edge; 1 reaches deep into it."""
    skin = _SKIN[stream.below(len(_SKIN))]
    angle = math.radians(card.degrees)
    way, along, lean = side(stream), fraction(stream, -0.4, 0.4), fraction(stream, -18.0, 18.0)
    depth = _DEEPEST_FINGER_MM * share * fraction(stream, 0.4, 1.0)
    if stream.below(2):
        tip = (way * (CARD_WIDTH_MM / 2 - depth), along * CARD_HEIGHT_MM)
        root = (way * 160.0, along * CARD_HEIGHT_MM + lean)
    else:
        tip = (along * CARD_WIDTH_MM, way * (CARD_HEIGHT_MM / 2 - depth))
        root = (along * CARD_WIDTH_MM + lean, way * 180.0)

    def placed(point: tuple[float, float]) -> tuple[float, float]:
        x, y = point
        return card.x + x * math.cos(angle) - y * math.sin(angle), card.y + x * math.sin(angle) + y * math.cos(angle)

    surface.line([placed(tip), placed(root)], _shaded(skin, 0.78), _FINGER_MM)
    surface.line([placed(tip), placed(root)], skin, _FINGER_MM - 3.0)
    nail = (tip[0] + 0.04 * (root[0] - tip[0]), tip[1] + 0.04 * (root[1] - tip[1]))
    surface.disc(*placed(nail), 4.5, _shaded(skin, 1.15))


def _shaded(colour: Colour, share: float) -> Colour:
    blue, green, red = (min(255, round(share * part)) for part in colour)
    return blue, green, red
