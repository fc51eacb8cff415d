"""Where the parts of an overlay lie, in millimetres. Pure: no Qt.

Touched things keep their size whatever happens; sheets, texts and pictures give way, or take what is left over.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.sizes import FINGER, GAP, KEY, ROUNDING, SPACE, Box
from dealer_console.screens.values import Button, Element, Overlay, Picture, Row
from dealer_console.touch.overlay.sizes import (
    FLOW_CELLS,
    FLOW_LINES,
    column_width,
    flow_lines,
    flows,
    row_height,
    row_least,
    shares,
    weights_of,
)

TITLE = 6.0
BELOW = 0.4  # to the lower edge of the display
TITLE_SHARE = 0.42  # of the head line, when there is an answer to show beside the title
GROWN_BUTTON = 1.3
CLOSE = 30.0
TIGHT_SPACE = GAP + 0.16  # between rows, where every hair counts: a pixel more than fingers need
SLACK = 5 * ROUNDING
LOW_CLOSE = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayPlaces:
    area: Box
    title: Box
    note: Box
    close: Box
    elements: tuple[tuple[Element, Box], ...]


def overlay_places(overlay: Overlay, area: Box) -> OverlayPlaces:
    """In a low band the way out stands at the right; else in the head line."""
    inner = Box(area.x + SPACE, area.y + SPACE, area.width - 2 * SPACE, area.height - SPACE - BELOW)
    if area.height < area.width * 0.3:
        return _low(overlay, area, inner)
    close_width = min(CLOSE, inner.width * 0.42) if overlay.close else 0.0
    head = KEY if overlay.close else TITLE + SPACE
    close = Box(inner.right - close_width, inner.y, close_width, head)
    free = inner.width - close_width - SPACE
    titled = TITLE_SHARE if overlay.note and overlay.covers == "page" else 1.0
    title = Box(inner.x, inner.y, free * titled, head)
    note = Box(title.right + SPACE, inner.y, max(0.0, free * (1 - titled) - SPACE), head)
    body = Box(inner.x, inner.y + head + SPACE, inner.width, inner.height - head - SPACE)
    plain = OverlayPlaces(area=area, title=title, note=note, close=close, elements=_elements(overlay, body))
    if overlay.close is None or all(_fits(*each) for each in _columns(overlay, body)):
        return plain
    return _crowded(overlay, plain, inner) or plain


def _crowded(overlay: Overlay, plain: OverlayPlaces, inner: Box) -> OverlayPlaces | None:
    """A page with many rows has a lower head; the way out stands below, in the last column that has room for it."""
    body = Box(inner.x, inner.y + TITLE, inner.width, inner.height - TITLE)
    columns = _columns(overlay, body)
    for at in range(len(columns) - 1, -1, -1):
        rows, box = columns[at]
        shorter = Box(box.x, box.y, box.width, box.height - KEY - SPACE)
        if _fits(rows, shorter):
            columns[at] = rows, shorter
            title, note = (Box(each.x, inner.y - 1.5, each.width, TITLE) for each in (plain.title, plain.note))
            close = Box(box.x, body.bottom - KEY, box.width, KEY)
            elements = tuple(found for each in columns for found in _column(*each))
            return OverlayPlaces(area=plain.area, title=title, note=note, close=close, elements=elements)
    return None


def _fits(rows: tuple[Row, ...], box: Box) -> bool:
    return sum(row_least(row, box.width) for row in rows) + TIGHT_SPACE * (len(rows) - 1) <= box.height + SLACK


def _low(overlay: Overlay, area: Box, inner: Box) -> OverlayPlaces:
    close_width = LOW_CLOSE if overlay.close else 0.0
    width = inner.width - (close_width + SPACE if overlay.close else 0.0)
    title_width = width * (0.45 if overlay.note else 1.0)
    title = Box(inner.x, area.y + 1.0, title_width, TITLE)
    note = Box(inner.x + title_width, title.y, width - title_width, TITLE)
    body = Box(inner.x, title.bottom + 0.8, width, inner.bottom - title.bottom - 0.8)
    close = Box(inner.right - close_width, body.y, close_width, body.height)
    elements = _flowing(overlay.columns[0], body) if flows(overlay) else _elements(overlay, body)
    return OverlayPlaces(area=area, title=title, note=note, close=close, elements=elements)


def _flowing(rows: tuple[Row, ...], body: Box) -> tuple[tuple[Element, Box], ...]:
    """Two lines of keys in cells that are the same whatever the pad holds: a rank has its place."""
    width = (body.width - (FLOW_CELLS - 1) * SPACE) / FLOW_CELLS
    height = (body.height - (FLOW_LINES - 1) * SPACE) / FLOW_LINES
    found: list[tuple[Element, Box]] = []
    for line, keys in enumerate(flow_lines(rows)):
        at = 0
        for key, cells in keys:
            x = body.x + at * (width + SPACE)
            found.append((key, Box(x, body.y + line * (height + SPACE), cells * (width + SPACE) - SPACE, height)))
            at += cells
    return tuple(found)


def _elements(overlay: Overlay, body: Box) -> tuple[tuple[Element, Box], ...]:
    return tuple(found for rows, box in _columns(overlay, body) for found in _column(rows, box))


def _columns(overlay: Overlay, body: Box) -> list[tuple[tuple[Row, ...], Box]]:
    """The rows of each column, and its box."""
    if not overlay.columns:
        return []
    weights = [float(share) for share in overlay.widths] or [
        max(column_width(rows, tight=False), 20.0) for rows in overlay.columns
    ]
    needs = [column_width(rows, tight=True) for rows in overlay.columns]
    found: list[tuple[tuple[Row, ...], Box]] = []
    x = body.x
    for rows, width in zip(overlay.columns, _at_least(shares(body.width, weights), needs), strict=True):
        box = Box(x, body.y, width, body.height)
        found.append((_paired(rows, box), box))
        x += width + SPACE
    return found


def _at_least(widths: list[float], needs: list[float]) -> list[float]:
    """What a column lacks is taken from those that have more than they need."""
    lacking = sum(max(0.0, need - width) for width, need in zip(widths, needs, strict=True))
    spare = sum(max(0.0, width - need) for width, need in zip(widths, needs, strict=True))
    if not lacking or lacking > spare:
        return widths
    return [
        need if width < need else width - (width - need) * lacking / spare
        for width, need in zip(widths, needs, strict=True)
    ]


def _column(rows: tuple[Row, ...], box: Box) -> list[tuple[Element, Box]]:
    fits = sum(row_least(row, box.width) for row in rows) + SPACE * (len(rows) - 1) <= box.height
    gap = SPACE if fits else TIGHT_SPACE
    found: list[tuple[Element, Box]] = []
    y = box.y
    for row, height in zip(rows, _heights(rows, box, gap), strict=True):
        x = box.x
        for element, width in zip(row.elements, shares(box.width, weights_of(row)), strict=True):
            found.append((element, Box(x, y, width, height)))
            x += width + SPACE
        y += height + gap
    return found


def _paired(rows: tuple[Row, ...], box: Box) -> tuple[Row, ...]:
    """Where rows would get too low, keys that stand alone in theirs move together, two by two."""
    if _fits(rows, box) or (box.width - SPACE) / 2 < KEY:
        return rows
    found: list[Row] = []
    open_end = False
    for row in rows:
        alone = len(row.elements) == 1 and isinstance(row.elements[0], Button)
        if alone and open_end:
            found[-1] = Row(elements=found[-1].elements + row.elements)
        else:
            found.append(row)
        open_end = alone and not open_end
    return tuple(found)


def _heights(rows: tuple[Row, ...], box: Box, gap: float) -> list[float]:
    """What each row wants; then what is missing is taken where something may give way, what is left over given out."""
    wanted = [row_height(row, box.width) for row in rows]
    left = box.height - sum(wanted) - gap * max(0, len(rows) - 1)
    if left < 0:
        least = [row_least(row, box.width) for row in rows]
        room = sum(wanted) - sum(least)
        share = min(1.0, -left / room) if room else 0.0
        heights = [want - (want - low) * share for want, low in zip(wanted, least, strict=True)]
        return _squeezed(heights, box.height - gap * max(0, len(rows) - 1))
    return _grown(rows, wanted, left)


def _grown(rows: tuple[Row, ...], wanted: list[float], left: float) -> list[float]:
    """A picture takes all that is left; keys grow a little; words stay as they are."""
    pictures = [any(isinstance(element, Picture) for element in row.elements) for row in rows]
    if any(pictures):
        return [want + left / sum(pictures) if takes else want for want, takes in zip(wanted, pictures, strict=True)]
    buttons = [any(isinstance(element, Button) for element in row.elements) for row in rows]
    whole = sum(want for want, grows in zip(wanted, buttons, strict=True) if grows)
    grown = min(GROWN_BUTTON, 1 + left / whole) if whole else 1.0
    return [want * grown if grows else want for want, grows in zip(wanted, buttons, strict=True)]


def _squeezed(heights: list[float], room: float) -> list[float]:
    """The last resort for a page with too much on it: everything lower, but nothing too low for a finger."""
    whole = sum(heights)
    if whole <= room + 1e-6:
        return heights
    return [max(FINGER, height * room / whole) if height >= FINGER else height for height in heights]
