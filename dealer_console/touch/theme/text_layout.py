"""Writing into a box: the largest letters that fit, in as many lines as allowed, signs drawn as our own paths.

Nothing runs out of its box. What does not fit even in the smallest letters is written in narrower ones, and at last
ends in an ellipsis; a screen reader always gets the whole text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal, TypeAlias

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from dealer_console.screens.sizes import Box
from dealer_console.touch.theme.fonts import font, metrics
from dealer_console.touch.theme.symbols import SIGNS, sign_in

Side = Literal["left", "centre", "right"]
Breadth: TypeAlias = Callable[[str], float]
SIGN_BREADTH = 0.86  # of the letters' size, with a little air
LEADING = 1.22
ROUNDED_LINES = 0.13  # of a line: so much of the last one may hang out of its box
STEP = 0.93
LARGEST = 62  # above that Qt fills outlines, whose pixels are not the same each time
ELLIPSIS = "…"
STRETCHES = (100, 90, 80, 72, 66)  # percent: how broad letters are, tried when they cannot be smaller
JOINED = "\u00a0"  # a space at which no line ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """How a text is written. Sizes are pixels; `smallest` ends the shrinking, and so does `least`."""

    size: float
    least: int = 6
    bold: bool = False
    side: Side = "left"
    lines: int = 1
    smallest: float = 0.62  # as a share of `size`
    top: bool = False  # from the top of the box instead of its middle


@dataclass(frozen=True, slots=True)
class Fitted:
    px: int
    lines: tuple[str, ...]
    stretch: int = 100

    def breadth(self, bold: bool) -> float:
        """Of its longest line."""
        return max((breadth(line, self.px, bold, self.stretch) for line in self.lines), default=0.0)

    @property
    def whole(self) -> bool:
        return not any(line.endswith(ELLIPSIS) for line in self.lines)


def breadth(text: str, px: int, bold: bool, stretch: int = 100) -> float:
    text = text.replace(JOINED, " ")
    signs = sum(letter in SIGNS for letter in text)
    letters = "".join(letter for letter in text if letter not in SIGNS) if signs else text
    return metrics(px, bold, stretch).horizontalAdvance(letters) + signs * px * SIGN_BREADTH


@lru_cache(maxsize=4096)
def fitted(text: str, width: float, height: float, writing: Writing) -> Fitted:
    px = min(LARGEST, max(writing.least, round(writing.size)))
    least = min(px, max(writing.least, round(writing.size * writing.smallest)))
    while px > least:
        lines = _lines_in(text, width, height, px, 100, writing)
        if lines is not None:
            return Fitted(px, lines)
        px = max(least, min(px - 1, round(px * STEP)))
    for stretch in STRETCHES:
        lines = _lines_in(text, width, height, least, stretch, writing)
        if lines is not None:
            return Fitted(least, lines, stretch)
    allowed = _allowed(height, least, writing)
    narrow = partial(breadth, px=least, bold=writing.bold, stretch=STRETCHES[-1])
    return Fitted(least, tuple(_elided(_wrapped(text, width, narrow, allowed), width, narrow, allowed)), STRETCHES[-1])


def _allowed(height: float, px: int, writing: Writing) -> int:
    return max(1, min(writing.lines, int(height / (px * LEADING) + 0.12)))


def _lines_in(
    text: str, width: float, height: float, px: int, stretch: int, writing: Writing
) -> tuple[str, ...] | None:
    """None: it does not fit like this."""
    allowed, broad = _allowed(height, px, writing), partial(breadth, px=px, bold=writing.bold, stretch=stretch)
    lines = _wrapped(text, width, broad, allowed)
    fits = len(lines) <= allowed and all(broad(line) <= width for line in lines)
    return tuple(lines) if fits else None


def _wrapped(text: str, width: float, broad: Breadth, allowed: int) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if allowed == 1:
            lines.append(paragraph)
            continue
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and broad(longer) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


def _elided(lines: list[str], width: float, broad: Breadth, allowed: int) -> list[str]:
    kept = lines[:allowed]
    if len(lines) > allowed:
        kept[-1] = f"{kept[-1]} {ELLIPSIS}"
    return [_shortened(line, width, broad) for line in kept]


def _shortened(line: str, width: float, broad: Breadth) -> str:
    if broad(line) <= width:
        return line
    line = line.removesuffix(f" {ELLIPSIS}")
    while line and broad(line + ELLIPSIS) > width:
        line = line[:-1]
    return line.rstrip() + ELLIPSIS


def write(painter: QPainter, box: Box, text: str, colour: str, writing: Writing) -> None:
    """In the middle of the box's height, unless it is to start at the top."""
    if not text or box.width <= 1 or box.height <= 1:
        return
    fit = fitted(text, round(box.width, 2), round(box.height, 2), writing)
    leading = fit.px * LEADING
    y = box.y if writing.top else box.y + (box.height - leading * len(fit.lines)) / 2
    numbers = metrics(fit.px, writing.bold, fit.stretch)
    painter.setFont(font(fit.px, writing.bold, fit.stretch))
    painter.setPen(QColor(colour))
    for row in fit.lines:
        line = row.replace(JOINED, " ")
        baseline = y + (leading - numbers.ascent() - numbers.descent()) / 2 + numbers.ascent()
        free = box.width - breadth(line, fit.px, writing.bold, fit.stretch)
        start = box.x + {"left": 0.0, "centre": free / 2, "right": free}[writing.side]
        _write_line(painter, start, baseline, line, fit.px, numbers)
        y += leading


def _write_line(painter: QPainter, x: float, baseline: float, line: str, px: int, numbers: QFontMetricsF) -> None:
    run = ""
    for letter in line:
        if letter not in SIGNS:
            run += letter
            continue
        if run:
            painter.drawText(QPointF(x, baseline), run)
            x += numbers.horizontalAdvance(run)
            run = ""
        side = px * 0.76
        painter.fillPath(sign_in(letter, x + px * 0.05, baseline - side * 0.96, side), painter.pen().color())
        x += px * SIGN_BREADTH
    if run:
        painter.drawText(QPointF(x, baseline), run)
