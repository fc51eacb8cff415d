"""Writing into a box: the largest letters that fit, in as many lines as allowed, signs drawn as our own paths.

Nothing runs out of its box. What does not fit even in the smallest letters is written in narrower ones, and at last
ends in an ellipsis; a screen reader always gets the whole text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal, NamedTuple, TypeAlias

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
ABOVE_CAPITALS, INKED = 0.22, 0.9  # of the letters' size: from a line's upper edge to capitals, from there to the foot
LARGEST = 62  # above that Qt fills outlines, whose pixels are not the same each time
ELLIPSIS = "…"
STRETCHES = (100, 90, 80, 72, 66, 60)  # percent: how broad letters are, tried when they cannot be smaller
JOINED = "\u00a0"  # a space at which no line ends
_AS_LETTERS = str.maketrans({JOINED: " ", **dict.fromkeys(SIGNS)})


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
    narrowest: int = 0  # percent: how narrow letters may be at the smallest size, rather than cut off


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
    letters = text.translate(_AS_LETTERS)
    return metrics(px, bold, stretch).horizontalAdvance(letters) + (len(text) - len(letters)) * px * SIGN_BREADTH


@lru_cache(maxsize=4096)
def fitted(text: str, width: float, height: float, writing: Writing) -> Fitted:
    return fitted_whole(text, width, height, writing) or _cut_off(text, width, height, writing)


@lru_cache(maxsize=8192)
def fitted_whole(text: str, width: float, height: float, writing: Writing) -> Fitted | None:
    """None: words would have to be cut off."""
    px, least = _sizes(writing)
    while px > least:
        lines = _lines_in(text, width, height, px, 100, writing)
        if lines is not None:
            return Fitted(px, lines)
        px = max(least, min(px - 1, round(px * STEP)))
    for stretch in _stretches(writing):
        lines = _lines_in(text, width, height, least, stretch, writing)
        if lines is not None:
            return Fitted(least, lines, stretch)
    return None


def _cut_off(text: str, width: float, height: float, writing: Writing) -> Fitted:
    (_, px), narrowest = _sizes(writing), _stretches(writing)[-1]
    allowed, broad = _allowed(height, px, writing), partial(breadth, px=px, bold=writing.bold, stretch=narrowest)
    wrapped = _wrapped(text, width, px, writing.bold, narrowest, allowed == 1)
    return Fitted(px, tuple(_elided(wrapped.lines, width, broad, allowed)), narrowest)


def _sizes(writing: Writing) -> tuple[int, int]:
    """The largest and the smallest that are tried."""
    px = min(LARGEST, max(writing.least, round(writing.size)))
    return px, min(px, max(writing.least, round(writing.size * writing.smallest)))


def _stretches(writing: Writing) -> tuple[int, ...]:
    return tuple(stretch for stretch in STRETCHES if stretch >= writing.narrowest)


def _allowed(height: float, px: int, writing: Writing) -> int:
    return max(1, min(writing.lines, int(height / (px * LEADING) + 0.12)))


def _lines_in(
    text: str, width: float, height: float, px: int, stretch: int, writing: Writing
) -> tuple[str, ...] | None:
    """None: it does not fit like this."""
    allowed = _allowed(height, px, writing)
    wrapped = _wrapped(text, width, px, writing.bold, stretch, allowed == 1)
    return wrapped.lines if len(wrapped.lines) <= allowed and wrapped.breadth <= width else None


class _Wrapped(NamedTuple):
    lines: tuple[str, ...]
    breadth: float  # of the longest line


@lru_cache(maxsize=8192)
def _wrapped(text: str, width: float, px: int, bold: bool, stretch: int, one_line: bool) -> _Wrapped:
    """Where the lines break does not depend on the height: who looks for a size asks again and again."""
    broad = partial(breadth, px=px, bold=bold, stretch=stretch)
    lines = text.split("\n")
    if not one_line:
        lines = [line for paragraph in lines for line in _broken(paragraph, width, broad)]
    return _Wrapped(tuple(lines), max(broad(line) for line in lines))


def _broken(paragraph: str, width: float, broad: Breadth) -> Iterator[str]:
    line = ""
    for word in paragraph.split(" "):
        longer = f"{line} {word}" if line else word
        if line and broad(longer) > width:
            yield line
            line = word
        else:
            line = longer
    yield line


def _elided(lines: tuple[str, ...], width: float, broad: Breadth, allowed: int) -> list[str]:
    kept = [*lines[:allowed]]
    if len(lines) > allowed:
        kept[-1] = f"{kept[-1]} {ELLIPSIS}"
    return [_shortened(line, width, broad) for line in kept]


def _shortened(line: str, width: float, broad: Breadth) -> str:
    if broad(line) <= width:
        return line
    line = line.removesuffix(f" {ELLIPSIS}")
    kept = bisect_right(range(1, len(line) + 1), width, key=lambda letters: broad(line[:letters] + ELLIPSIS))
    return line[:kept].rstrip() + ELLIPSIS


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


def inked(text: str, box: Box, writing: Writing) -> tuple[Box, ...]:
    """Where `write` puts ink: of each line from the height of its capitals down to its foot."""
    fit = fitted(text, round(box.width, 2), round(box.height, 2), writing)
    leading = fit.px * LEADING
    top = box.y if writing.top else box.y + (box.height - leading * len(fit.lines)) / 2
    lines: list[Box] = []
    for at, line in enumerate(fit.lines):
        wide = breadth(line, fit.px, writing.bold, fit.stretch)
        free = box.width - wide
        start = box.x + {"left": 0.0, "centre": free / 2, "right": free}[writing.side]
        lines.append(Box(start, top + at * leading + fit.px * ABOVE_CAPITALS, wide, fit.px * INKED))
    return tuple(lines)


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
