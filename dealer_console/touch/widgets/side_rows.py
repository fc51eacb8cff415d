"""Where the lines of the list lie, in millimetres. Pure: no Qt.

Where there is room, every line that can be touched is as high as a finger. Where there is not, the current one is, and
the others are lines to look at, at last without their chips and in two columns; the current line is always in sight,
with its chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from dealer_console.screens.sizes import FINGER, SPACE, Box
from dealer_console.screens.values import SideRow

LINE = 5.0
COMPACT = 4.0
CLOSE = 0.4  # between lines of two columns
WITH_CHIPS = 8.0
AIR = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPlace:
    row: SideRow
    box: Box
    touched: bool


def row_places(rows: tuple[SideRow, ...], area: Box, grown: float) -> tuple[RowPlace, ...]:
    """From the top. Where they do not fit below each other, all but the current one stand in two columns."""
    for everyone, chips in ((True, True), (True, False), (False, True), (False, False)):
        touched = [bool(row.touch) and (everyone or row.current) for row in rows]
        heights = [_height(row, touches, grown, chips) for row, touches in zip(rows, touched, strict=True)]
        if _whole(heights, touched) <= area.height:
            return _laid(rows, touched, heights, area)
    return _in_two(rows, area, grown)


def _in_two(rows: tuple[SideRow, ...], area: Box, grown: float) -> tuple[RowPlace, ...]:
    """The current one first, over the whole breadth; then the others without their chips, those that wait first."""
    current = [row for row in rows if row.current]
    found = [
        RowPlace(row=row, box=Box(area.x, area.y, area.width, max(WITH_CHIPS * grown, FINGER)), touched=True)
        for row in current
    ]
    top = found[-1].box.bottom + AIR if found else area.y
    high, width = COMPACT * grown, (area.width - AIR) / 2
    waiting = [row for row in rows if not row.current and not (row.ticked and current)]
    most = 2 * max(0, int((area.bottom - top + CLOSE) / (high + CLOSE)))
    shown = waiting[:most] if current else waiting[-most:] if most else []
    for at, row in enumerate(shown):
        box = Box(area.x + at % 2 * (width + AIR), top + at // 2 * (high + CLOSE), width, high)
        found.append(RowPlace(row=row, box=box, touched=False))
    return tuple(found)


def _height(row: SideRow, touched: bool, grown: float, chips: bool) -> float:
    plain = (WITH_CHIPS if row.chips and (chips or row.current) else LINE) * grown
    return max(plain, FINGER) if touched else plain


def _gap(above: bool, below: bool) -> float:
    return SPACE if above and below else AIR


def _whole(heights: list[float], touched: list[bool]) -> float:
    return sum(heights) + sum(_gap(one, other) for one, other in pairwise(touched))


def _laid(rows: tuple[SideRow, ...], touched: list[bool], heights: list[float], area: Box) -> tuple[RowPlace, ...]:
    found: list[RowPlace] = []
    y = area.y
    for at, (row, touches, height) in enumerate(zip(rows, touched, heights, strict=True)):
        if at:
            y += _gap(touched[at - 1], touches)
        found.append(RowPlace(row=row, box=Box(area.x, y, area.width, height), touched=touches))
        y += height
    return tuple(found)
