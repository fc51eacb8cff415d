"""Where the parts of an overlay lie, in millimetres. Pure: no Qt.

A page has its title and its way out in the head line, its columns below. A pad stands in the column beside the felt:
title, rows, and its way out at the foot. The keys of both stand in the row of actions. Touched things keep their size
whatever happens; sheets, texts and pictures give way, or take what is left over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from dealer_console.screens.sizes import FINGER, GAP, KEY, SPACE, Box
from dealer_console.screens.values import Button, Element, Overlay, Picture, Row
from dealer_console.touch.arrangement import MARGIN, PLACES, Arrangement, places_in
from dealer_console.touch.overlay.sizes import (
    BESIDE_LABEL,
    LABEL,
    LETTER,
    LINE,
    column_width,
    element_width,
    row_height,
    row_least,
    shares,
    weights_of,
    wrapped,
)

TITLE = 4.4  # letters of the title of a pad
TITLE_LETTER = 0.6
TITLE_SHARE = 0.42  # of the head line, when there is an answer to show beside the title
GROWN_BUTTON = 1.3
CLOSE = 30.0
BROADEST_KEY = 56.0
TIGHT_SPACE = GAP + 0.16  # between rows, where every hair counts: a pixel more than fingers need
UPRIGHT_FEW = 4  # so few keys share the whole line
KEYS_IN_A_LINE = 7  # of a band on an upright display
BROADEST = 0.62  # of the display: a pad that is too full for the column
HIGHEST = 0.62  # of the page, on an upright display


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayPlaces:
    areas: tuple[Box, ...]  # all that it covers
    title: Box
    note: Box  # of a pad empty: its answer stands over the felt's edge, where the banner is
    close: Box
    elements: tuple[tuple[Element, Box], ...]  # `done` among them


def overlay_places(overlay: Overlay, where: Arrangement) -> OverlayPlaces:
    keys = tuple(element for rows in overlay.columns for row in rows if row.band for element in row.elements)
    columns = tuple(tuple(row for row in rows if not row.band) for rows in overlay.columns)
    columns = tuple(rows for rows in columns if rows)
    band = _band(len(keys), where)
    if overlay.covers == "pad":
        return _pad(overlay, where, columns, keys, band)
    area = where.page if not keys else Box(where.page.x, where.page.y, where.page.width, band.y - where.page.y)
    return _page(overlay, where.page, area, columns, _in_band(keys, band, where))


def _band(keys: int, where: Arrangement) -> Box:
    """The row of actions; on an upright display as many such rows as the keys need."""
    lines = ceil(keys / KEYS_IN_A_LINE) if where.upright else 1
    more = (lines - 1) * (where.band.height - MARGIN) if lines > 1 else 0.0
    return Box(where.band.x, where.band.y - more, where.band.width, where.band.height + more)


def _in_band(keys: tuple[Element, ...], band: Box, where: Arrangement) -> tuple[tuple[Element, Box], ...]:
    """Few keys stand in the places of the actions, or in broader ones where their labels need it; none is a giant."""
    if where.upright and keys:
        lines = ceil(len(keys) / KEYS_IN_A_LINE)
        per_line = KEYS_IN_A_LINE if len(keys) > UPRIGHT_FEW else len(keys)
        return tuple(zip(keys, places_in(band, max(len(keys), per_line * lines), lines), strict=False))
    number = PLACES
    needed = max((element_width(key) for key in keys), default=0.0)
    while number > len(keys) and places_in(band, number, 1)[0].width < needed:
        number -= 1
    return tuple(zip(keys, places_in(band, max(number, len(keys)), 1), strict=False))


# --- a page -----------------------------------------------------------------------------------------------------------


def _page(
    overlay: Overlay,
    whole: Box,
    area: Box,
    columns: tuple[tuple[Row, ...], ...],
    keys: tuple[tuple[Element, Box], ...],
) -> OverlayPlaces:
    inner = Box(area.x + SPACE, area.y + SPACE, area.width - 2 * SPACE, area.height - SPACE - MARGIN)
    close_width = min(CLOSE, inner.width * 0.42)
    close = Box(inner.right - close_width, inner.y, close_width, KEY)
    free = inner.width - close_width - SPACE
    titled = TITLE_SHARE if overlay.note else 1.0
    title = Box(inner.x, inner.y, free * titled, KEY)
    note = Box(title.right + SPACE, inner.y, max(0.0, free * (1 - titled) - SPACE), KEY)
    body = Box(inner.x, inner.y + KEY + SPACE, inner.width, inner.height - KEY - SPACE)
    done: tuple[tuple[Element, Box], ...] = ()
    if overlay.done is not None:
        done = ((overlay.done, Box(close.x - SPACE - CLOSE * 1.6, close.y, CLOSE * 1.6, KEY)),)
        title, note = (Box(box.x, box.y, max(1.0, box.width - CLOSE * 0.8), box.height) for box in (title, note))
        note = note.moved(-CLOSE * 0.8, 0)
    elements = (*_elements(overlay.widths, columns, body), *keys, *done)
    return OverlayPlaces(areas=(whole,), title=title, note=note, close=close, elements=elements)


# --- a pad ------------------------------------------------------------------------------------------------------------


def _pad(
    overlay: Overlay,
    where: Arrangement,
    columns: tuple[tuple[Row, ...], ...],
    keys: tuple[Element, ...],
    band: Box,
) -> OverlayPlaces:
    """In the column; one that is too full for it takes more of the felt's edge."""
    rows = tuple(row for column in columns for row in column)
    low = band.y if where.upright and keys else where.column.bottom
    for area in _areas(overlay, where, low):
        inner = area.inset(MARGIN)
        foot = KEY + SPACE if overlay.close or overlay.done else 0.0
        titled = title_height(overlay.title, inner.width)
        body = Box(inner.x, inner.y + titled, inner.width, inner.height - titled - foot)
        lines = wrapped(rows, body.width)
        if _fits(lines, body):
            break
    close, done = _foot(overlay, Box(inner.x, inner.bottom - KEY, inner.width, KEY))
    areas = (area, where.band if not where.upright else Box(0, low, where.whole.width, where.whole.bottom - low))
    elements = (*_column(lines, body), *_in_band(keys, band, where), *done)
    title = Box(inner.x, inner.y, inner.width, titled - 0.5)
    return OverlayPlaces(areas=areas, title=title, note=Box(0, 0, 0, 0), close=close, elements=elements)


def _areas(overlay: Overlay, where: Arrangement, low: float) -> Iterator[Box]:
    """The column, then broader ones; on an upright display higher ones."""
    area = Box(where.column.x, where.column.y, where.column.width, low - where.column.y)
    if overlay.under_prompt:
        area = Box(where.list.x, where.list.y, where.list.width, low - where.list.y)
    most = where.page.height * HIGHEST if where.upright else where.whole.width * BROADEST
    while True:
        yield area
        if where.upright:
            more = min(most - area.height, SPACE)
            area = Box(area.x, area.y - more, area.width, area.height + more)
        else:
            more = min(most - area.width, SPACE)
            area = Box(area.x - more, area.y, area.width + more, area.height)
        if more <= 0:
            return


def title_height(title: str, width: float) -> float:
    return 2.2 + min(3, ceil(len(title) * TITLE * TITLE_LETTER / max(width, 1.0))) * TITLE * LINE


def _foot(overlay: Overlay, foot: Box) -> tuple[Box, tuple[tuple[Element, Box], ...]]:
    """The way out at the left, what ends the pad at the right: always there."""
    if overlay.done is None:
        return foot, ()
    if overlay.close is None:
        return foot, ((overlay.done, foot),)
    left = max(KEY, (foot.width - SPACE) * 0.42)
    done = Box(foot.x + left + SPACE, foot.y, foot.width - left - SPACE, foot.height)
    return Box(foot.x, foot.y, left, foot.height), ((overlay.done, done),)


def _fits(rows: tuple[Row, ...], box: Box) -> bool:
    return sum(row_least(row, box.width) for row in rows) + TIGHT_SPACE * (len(rows) - 1) <= box.height + 1e-6


# --- columns and rows -------------------------------------------------------------------------------------------------


def _elements(
    widths: tuple[int, ...], columns: tuple[tuple[Row, ...], ...], body: Box
) -> tuple[tuple[Element, Box], ...]:
    if not columns:
        return ()
    shared = [float(share) for share in widths[: len(columns)]] or [max(column_width(rows), 20.0) for rows in columns]
    needs = [column_width(rows) for rows in columns]
    found: list[tuple[Element, Box]] = []
    x = body.x
    for rows, width in zip(columns, _at_least(shares(body.width, shared), needs), strict=True):
        box = Box(x, body.y, width, body.height)
        found += _column(_paired(wrapped(rows, width), box), box)
        x += width + SPACE
    return tuple(found)


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
    y, most = box.y, _broadest_key(rows)
    for row, height in zip(rows, _heights(rows, box, gap), strict=True):
        x = box.x
        keys_alone = all(isinstance(element, Button) for element in row.elements)
        for element, width in zip(row.elements, shares(box.width, weights_of(row)), strict=False):
            taken = min(width, most) if keys_alone else width
            found.append((element, Box(x, y, taken, height)))
            x += taken + SPACE
        y += height + gap
    return found


def _broadest_key(rows: tuple[Row, ...]) -> float:
    """No key is a giant because it stands alone: as broad as the longest label of its column in one line, or so."""
    keys = (element for row in rows for element in row.elements if isinstance(element, Button))
    longest = max((max(len(key.label), len(key.hint)) for key in keys), default=0)
    return max(BROADEST_KEY, longest * LABEL * LETTER + BESIDE_LABEL)


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
    """A picture takes all that is left; keys grow a little; words stay as they are. The rest stays free."""
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
