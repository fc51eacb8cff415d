"""Where the parts of the supervisor's window lie, in millimetres. Pure: no Qt.

    ┌ rail ─┬ title ──────── note ───── work, stop ┐
    │       ├ banner ──────────────────────────────┤
    │       │ column          │ column             │
    └───────┴─────────────────┴────────────────────┘

What is touched keeps its size; felts, charts, sheets and tiles share what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.pit.pages.values import (
    ChartView,
    FeltView,
    Gap,
    Line,
    PitElement,
    PitPage,
    PitRow,
    PitScreen,
    Room,
    Scrubber,
    Tile,
)
from dealer_console.screens.sizes import FINGER, KEY, SPACE, Box
from dealer_console.screens.values import Button, Field, Meter, Picture, Sheet, Text

EDGE: Final = 2.0
RAIL: Final = 25.0
BANNER: Final = 8.0
STOP: Final = 20.0
LETTERS: Final = {"small": 2.9, "normal": 3.7, "large": 5.6}
HEADS: Final = 6.0
ELASTIC: Final = (FeltView, ChartView, Sheet, Tile, Gap, Picture)


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    rail: tuple[tuple[Button, Box], ...]
    title: Box
    note: Box
    working: Box
    stop: Box
    banner: Box
    elements: tuple[tuple[PitElement, Box], ...]


def body_of(room: Room, *, rail: bool = True, banner: bool = False) -> Box:
    """Where the columns lie."""
    left = EDGE + (RAIL + SPACE if rail else 0.0)
    top = EDGE + KEY + SPACE + (BANNER * room.grown + SPACE if banner else 0.0)
    return Box(left, top, room.width - left - EDGE, room.height - top - EDGE)


def places(screen: PitScreen, room: Room) -> Places:
    body = body_of(room, rail=bool(screen.rail), banner=screen.page.banner is not None)
    head = Box(body.x, EDGE, body.width, KEY)
    working = head.width * 0.36 if screen.working is not None else 0.0
    stop = STOP if screen.stop is not None else 0.0
    right = working + stop + (SPACE if stop else 0.0)
    free = head.width - right - (SPACE if right else 0.0)
    title = Box(head.x, head.y, head.width * 0.3 if screen.note else free, head.height)
    note = Box(title.right + SPACE, head.y, max(0.0, head.width - title.width - right - 2 * SPACE), head.height)
    return Places(
        rail=_rail(screen.rail, room),
        title=title,
        note=note,
        working=Box(head.right - right, head.y, working, head.height),
        stop=Box(head.right - stop, head.y, stop, head.height),
        banner=Box(body.x, head.bottom + SPACE, body.width, BANNER * room.grown),
        elements=_columns(screen.page, body, room),
    )


def _rail(buttons: tuple[Button, ...], room: Room) -> tuple[tuple[Button, Box], ...]:
    if not buttons:
        return ()
    free = room.height - 2 * EDGE - SPACE * (len(buttons) - 1)
    height = max(KEY, min(KEY * 1.5, free / len(buttons)))
    return tuple((button, Box(EDGE, EDGE + at * (height + SPACE), RAIL, height)) for at, button in enumerate(buttons))


def _columns(page: PitPage, body: Box, room: Room) -> tuple[tuple[PitElement, Box], ...]:
    found: list[tuple[PitElement, Box]] = []
    x = body.x
    for rows, width in zip(page.columns, shares(body.width, page.widths or (1,) * len(page.columns)), strict=True):
        found += _column(rows, Box(x, body.y, width, body.height), room)
        x += width + SPACE
    return tuple(found)


def _column(rows: tuple[PitRow, ...], box: Box, room: Room) -> list[tuple[PitElement, Box]]:
    wanted = [row_height(row, box.width, room.grown) for row in rows]
    elastic = sum(height is None for height in wanted)
    fixed = sum(height or 0.0 for height in wanted) + SPACE * (len(rows) - 1)
    share = max(0.0, box.height - fixed) / elastic if elastic else 0.0
    if fixed > box.height:
        wanted = _giving_way(rows, wanted, fixed - box.height)
    found: list[tuple[PitElement, Box]] = []
    y = box.y
    for row, needed in zip(rows, wanted, strict=True):
        height = share if needed is None else needed
        x = box.x
        for element, width in zip(row.elements, shares(box.width, row.widths or (1,) * len(row.elements)), strict=True):
            found.append((element, Box(x, y, width, height)))
            x += width + SPACE
        y += height + SPACE
    return found


def _giving_way(rows: tuple[PitRow, ...], wanted: list[float | None], excess: float) -> list[float | None]:
    """Words get lower, never what is touched: they are written smaller, and a screen reader has all of them."""
    words = [height or 0.0 if _only_words(row) else 0.0 for row, height in zip(rows, wanted, strict=True)]
    kept = max(0.3, 1 - excess / sum(words)) if sum(words) else 1.0
    return [
        height * kept if height is not None and _only_words(row) else height
        for row, height in zip(rows, wanted, strict=True)
    ]


def _only_words(row: PitRow) -> bool:
    return all(isinstance(each, Text) for each in row.elements)


def row_height(row: PitRow, width: float, grown: float) -> float | None:
    """None: as much as is left."""
    if row.height is not None:
        return row.height * grown
    if row.elastic or any(isinstance(each, ELASTIC) for each in row.elements):
        return None
    widths = shares(width, row.widths or (1,) * len(row.elements))
    return max((_height(each, each_width, grown) for each, each_width in zip(row.elements, widths, strict=True)))


def _height(element: PitElement, width: float, grown: float) -> float:
    if isinstance(element, Button):
        return KEY
    if isinstance(element, Field | Meter | Scrubber):
        return 12.0
    if isinstance(element, Line):
        return (FINGER if element.id else HEADS) * grown
    if isinstance(element, Text):
        letters = LETTERS[element.size] * grown
        across = max(1.0, width / (letters * 0.56))
        lines = sum(max(1, -(-len(part) // int(across))) for part in element.text.split("\n"))
        return lines * letters * 1.32 + 0.6
    return 0.0


def shares(width: float, weights: tuple[int, ...]) -> list[float]:
    free = width - SPACE * (len(weights) - 1)
    return [free * weight / sum(weights) for weight in weights]
