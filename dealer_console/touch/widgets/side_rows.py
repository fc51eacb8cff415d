"""Where the lines of the side panel lie, in millimetres. Pure: no Qt.

Where there is room, every line that can be touched is as high as a finger. Where there is not, the current one is, and
the others are lines to look at, at last without their chips; the current line is always in sight, with its chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from dealer_console.screens.sizes import FINGER, SPACE, Box
from dealer_console.screens.values import SideRow

LINE = 5.0
WITH_CHIPS = 8.0
AIR = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPlace:
    row: SideRow
    box: Box
    touched: bool


def row_places(rows: tuple[SideRow, ...], area: Box, grown: float) -> tuple[RowPlace, ...]:
    """From the top; fewer than all when they do not fit."""
    for everyone, chips in ((True, True), (True, False), (False, True), (False, False)):
        touched = [bool(row.touch) and (everyone or row.current) for row in rows]
        heights = [_height(row, touches, grown, chips) for row, touches in zip(rows, touched, strict=True)]
        if _whole(heights, touched) <= area.height:
            return _laid(rows, touched, heights, area)
    first, last = _window(rows, touched, heights, area.height)
    return _laid(rows[first:last], touched[first:last], heights[first:last], area)


def _height(row: SideRow, touched: bool, grown: float, chips: bool) -> float:
    plain = (WITH_CHIPS if row.chips and (chips or row.current) else LINE) * grown
    return max(plain, FINGER) if touched else plain


def _gap(above: bool, below: bool) -> float:
    return SPACE if above and below else AIR


def _whole(heights: list[float], touched: list[bool]) -> float:
    return sum(heights) + sum(_gap(one, other) for one, other in pairwise(touched))


def _window(rows: tuple[SideRow, ...], touched: list[bool], heights: list[float], room: float) -> tuple[int, int]:
    """As many lines as fit: from the current one on, and what was before it where there is room; else the latest."""
    at = next((number for number, row in enumerate(rows) if row.current), len(rows) - 1)
    first, last = at, at + 1
    while True:
        if last < len(rows) and _whole(heights[first : last + 1], touched[first : last + 1]) <= room:
            last += 1
        elif first > 0 and _whole(heights[first - 1 : last], touched[first - 1 : last]) <= room:
            first -= 1
        else:
            return first, last


def _laid(rows: tuple[SideRow, ...], touched: list[bool], heights: list[float], area: Box) -> tuple[RowPlace, ...]:
    found: list[RowPlace] = []
    y = area.y
    for at, (row, touches, height) in enumerate(zip(rows, touched, heights, strict=True)):
        if at:
            y += _gap(touched[at - 1], touches)
        found.append(RowPlace(row=row, box=Box(area.x, y, area.width, height), touched=touches))
        y += height
    return tuple(found)
