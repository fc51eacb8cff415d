"""Where the lines of the list lie, in millimetres. Pure: no Qt.

Where there is room, every line that can be touched is as high as a finger. Where there is not, the current one is, and
the others are lines to look at, at last without their chips, without those that are done, and side by side in a grid of
the smallest letters; the current line is always in sight, with its chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from dealer_console.screens.sizes import FINGER, SPACE, Box
from dealer_console.screens.values import SideRow

LINE = 5.0
CELL_HIGH = 3.6  # of the smallest letters, which do not grow with the display
CELL_SCALES = (2.0, 1.7, 1.4, 1.2, 1.0, 0.9)  # of such a line, the largest that leaves none out
CELL_WIDE = 17.0
SCROLLED_HIGH = 4.0
TWO_LINES = 7.2  # the current one with its chips, where a finger has no room: the row of actions ticks it
WITH_CHIPS = 8.0
AIR = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPlace:
    row: SideRow
    box: Box
    touched: bool


def row_places(rows: tuple[SideRow, ...], area: Box, grown: float) -> tuple[RowPlace, ...]:
    """From the top. Where they do not fit below each other, all that are not done stand in a grid."""
    waiting = tuple(row for row in rows if not row.ticked) if any(row.current for row in rows) else rows
    ways = [
        (shown, everyone, chips) for everyone in (True, False) for shown in (rows, waiting) for chips in (True, False)
    ]
    for shown, everyone, chips in ways:
        touched = [bool(row.touch) and (everyone or row.current) for row in shown]
        heights = [_height(row, touches, grown, chips) for row, touches in zip(shown, touched, strict=True)]
        if _whole(heights, touched) <= area.height:
            return _laid(shown, touched, heights, area)
    return _in_grid(waiting, area, grown)


def scrolled_places(rows: tuple[SideRow, ...], area: Box) -> tuple[RowPlace, ...]:
    """As many as there is room for in lines that are easily read; the current one over two cells, with its chips."""
    columns = max(2, int(area.width / CELL_WIDE))
    return _grid(rows, area, columns, min(SCROLLED_HIGH, area.height), min(FINGER, area.height), 2)


def _in_grid(rows: tuple[SideRow, ...], area: Box, grown: float) -> tuple[RowPlace, ...]:
    """In the highest and broadest cells with which all are in sight; at last in the smallest."""
    most = max(2, int(area.width / CELL_WIDE))
    heights = [CELL_HIGH * grown * scale for scale in CELL_SCALES if grown * scale > 1.0]
    sizes = [(columns, high, FINGER, 2) for high in (*heights, CELL_HIGH) for columns in range(2, most + 1)]
    places: tuple[RowPlace, ...] = ()
    low = min(TWO_LINES, area.height)
    for columns, high, least, span in [*sizes, (most, CELL_HIGH, low, 2), (most, CELL_HIGH, low, 1)]:
        if least > area.height:
            continue
        places = _grid(rows, area, columns, high, least, span)
        if len(places) == len(rows):
            break
    return places


def _grid(
    rows: tuple[SideRow, ...], area: Box, columns: int, high: float, least: float, span: int
) -> tuple[RowPlace, ...]:
    """The current one first, at least so high and so many cells broad; then the others without their chips."""
    width = (area.width - AIR * (columns - 1)) / columns
    lines = max(1, int(area.height / high))
    lines_needed = ceil(least / high)
    current = next((row for row in rows if row.current), None)
    boxes = [
        Box(area.x + column * (width + AIR), area.y + line * high, width, high)
        for line in range(lines)
        for column in range(columns)
        if current is None or line >= lines_needed or column >= span
    ]
    others = [row for row in rows if row is not current]
    waits = current is not None or any(row.touch for row in others)
    shown = others[: len(boxes)] if waits else others[-len(boxes) :]
    places = [RowPlace(row=row, box=box, touched=False) for row, box in zip(shown, boxes, strict=False)]
    if current is not None:
        box = Box(
            area.x, area.y, span * width + AIR * (span - 1), min(area.height, max(least, lines_needed * high - AIR))
        )
        places.insert(0, RowPlace(row=current, box=box, touched=least >= FINGER))
    return tuple(places)


def _height(row: SideRow, touched: bool, grown: float, chips: bool) -> float:
    plain = (WITH_CHIPS if row.chips and (chips or row.current) else LINE) * grown
    return max(plain, FINGER) if touched else plain


def _gap(above: bool, below: bool) -> float:
    return SPACE if above and below else AIR


def _whole(heights: list[float], touched: list[bool]) -> float:
    return sum(heights) + sum(_gap(upper, lower) for upper, lower in pairwise(touched))


def _laid(rows: tuple[SideRow, ...], touched: list[bool], heights: list[float], area: Box) -> tuple[RowPlace, ...]:
    places: list[RowPlace] = []
    y = area.y
    for at, (row, touches, height) in enumerate(zip(rows, touched, heights, strict=True)):
        if at:
            y += _gap(touched[at - 1], touches)
        places.append(RowPlace(row=row, box=Box(area.x, y, area.width, height), touched=touches))
        y += height
    return tuple(places)
