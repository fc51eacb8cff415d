"""The colours of the three themes, and how far apart two colours are. Pure: no Qt.

A colour never says anything alone: every state also has a word, a sign or a form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dealer_console.screens.values import Level, MoneyWay, Tone

ThemeName = Literal["dark", "light", "high-contrast"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A surface, what is written on it, and its edge."""

    fill: str
    text: str
    edge: str
    soft: str  # second line of text on the same surface


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    name: ThemeName
    least_contrast: float
    ground: Face  # behind everything
    panel: Face  # side panel, overlay
    row: Face  # a line in a list
    felt: Face
    felt_edge: str
    felt_line: str
    cell: str  # the cell of a hand in turn
    turn: str  # its frame
    focus: str
    pill: Face  # totals
    pill_turn: Face
    chip: Face  # wagers
    chip_marked: Face
    tag: Face  # marks on a hand
    watermark: str
    track: str  # behind the bar of a progress, which stands out from it
    buttons: dict[Tone, Face]
    refused: Face
    pressed: float  # how far a pressed fill moves towards its text
    levels: dict[Level, str]
    banners: dict[Level, Face]
    ways: dict[MoneyWay, str]
    prompt: dict[Tone, str]
    card: Face
    card_suits: dict[str, str]
    card_suits_four: dict[str, str]
    back: Face


def channel(value: int) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)


def contrast(first: str, second: str) -> float:
    """WCAG's ratio, 1 to 21."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mixed(first: str, second: str, share: float) -> str:
    """`share` of the other colour in the first."""
    parts = (
        round(int(first[at : at + 2], 16) * (1 - share) + int(second[at : at + 2], 16) * share) for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)
