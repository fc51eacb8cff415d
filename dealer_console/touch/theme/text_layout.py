"""Writing into a box: the largest letters that fit, in as many lines as allowed, signs drawn as our own paths.

Nothing runs out of its box. What does not fit even in the smallest letters ends in an ellipsis; a screen reader always
gets the whole text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from dealer_console.screens.sizes import Box
from dealer_console.touch.theme.fonts import font, metrics
from dealer_console.touch.theme.symbols import SIGNS, sign_in

Side = Literal["left", "centre", "right"]
SIGN_BREADTH = 0.86  # of the letters' size, with a little air
LEADING = 1.22
STEP = 0.93
LARGEST = 62  # above that Qt fills outlines, whose pixels are not the same each time
ELLIPSIS = "…"
JOINED = "\u00a0"  # a space at which no line ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """How a text is written. Sizes are pixels; `smallest` ends the shrinking."""

    size: float
    bold: bool = False
    side: Side = "left"
    lines: int = 1
    smallest: float = 0.62  # as a share of `size`
    top: bool = False  # from the top of the box instead of its middle


@dataclass(frozen=True, slots=True)
class Fitted:
    px: int
    lines: tuple[str, ...]


def breadth(text: str, px: int, bold: bool) -> float:
    text = text.replace(JOINED, " ")
    signs = sum(letter in SIGNS for letter in text)
    letters = "".join(letter for letter in text if letter not in SIGNS) if signs else text
    return metrics(px, bold).horizontalAdvance(letters) + signs * px * SIGN_BREADTH


@lru_cache(maxsize=4096)
def fitted(text: str, width: float, height: float, writing: Writing) -> Fitted:
    px = min(LARGEST, max(6, round(writing.size)))
    least = min(px, max(6, round(writing.size * writing.smallest)))
    while True:
        allowed = max(1, min(writing.lines, int(height / (px * LEADING) + 0.12)))
        lines = _wrapped(text, width, px, writing.bold, allowed)
        if len(lines) <= allowed and all(breadth(line, px, writing.bold) <= width for line in lines):
            return Fitted(px, tuple(lines))
        if px <= least:
            return Fitted(px, tuple(_elided(lines, width, px, writing.bold, allowed)))
        px = max(least, min(px - 1, round(px * STEP)))


def _wrapped(text: str, width: float, px: int, bold: bool, allowed: int) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if allowed == 1:
            lines.append(paragraph)
            continue
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and breadth(longer, px, bold) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


def _elided(lines: list[str], width: float, px: int, bold: bool, allowed: int) -> list[str]:
    kept = lines[:allowed]
    if len(lines) > allowed:
        kept[-1] = f"{kept[-1]} {ELLIPSIS}"
    return [_shortened(line, width, px, bold) for line in kept]


def _shortened(line: str, width: float, px: int, bold: bool) -> str:
    if breadth(line, px, bold) <= width:
        return line
    line = line.removesuffix(f" {ELLIPSIS}")
    while line and breadth(line + ELLIPSIS, px, bold) > width:
        line = line[:-1]
    return line.rstrip() + ELLIPSIS


def write(painter: QPainter, box: Box, text: str, colour: str, writing: Writing) -> None:
    """In the middle of the box's height, unless it is to start at the top."""
    if not text or box.width <= 1 or box.height <= 1:
        return
    fit = fitted(text, round(box.width, 2), round(box.height, 2), writing)
    leading = fit.px * LEADING
    y = box.y if writing.top else box.y + (box.height - leading * len(fit.lines)) / 2
    numbers = metrics(fit.px, writing.bold)
    painter.setFont(font(fit.px, writing.bold))
    painter.setPen(QColor(colour))
    for each in fit.lines:
        line = each.replace(JOINED, " ")
        baseline = y + (leading - numbers.ascent() - numbers.descent()) / 2 + numbers.ascent()
        _write_line(painter, _start(line, box, fit.px, writing), baseline, line, fit.px, writing.bold)
        y += leading


def _start(line: str, box: Box, px: int, writing: Writing) -> float:
    free = box.width - breadth(line, px, writing.bold)
    return box.x + {"left": 0.0, "centre": free / 2, "right": free}[writing.side]


def _write_line(painter: QPainter, x: float, baseline: float, line: str, px: int, bold: bool) -> None:
    run = ""
    for letter in line:
        if letter not in SIGNS:
            run += letter
            continue
        if run:
            painter.drawText(QPointF(x, baseline), run)
            x += metrics(px, bold).horizontalAdvance(run)
            run = ""
        side = px * 0.76
        painter.fillPath(sign_in(letter, x + px * 0.05, baseline - side * 0.96, side), painter.pen().color())
        x += px * SIGN_BREADTH
    if run:
        painter.drawText(QPointF(x, baseline), run)
