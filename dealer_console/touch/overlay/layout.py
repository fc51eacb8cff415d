"""Where the parts of an overlay lie, in millimetres. Pure: no Qt.

A page has its title and its way out in the head line, its columns below. A pad stands in the column beside the felt:
title, rows, and its way out at the foot. The keys of both stand in the row of actions. Touched things keep their size
whatever happens; sheets, texts and pictures give way, or take what is left over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, inf

from dealer_console.screens.sizes import FINGER, GAP, KEY, SPACE, Box
from dealer_console.screens.values import Button, Element, Field, Overlay, Picture, Row, Sheet
from dealer_console.touch.arrangement import MARGIN, PLACES, Arrangement, inside, places_in
from dealer_console.touch.overlay.sizes import (
    BESIDE_LABEL,
    LABEL,
    LETTER,
    LINE,
    column_width,
    element_width,
    is_keys,
    joined,
    most_keys,
    row_height,
    row_least,
    row_widths,
    shares,
    sheet_width,
    wrapped,
)

TITLE = 4.4  # letters of the title of a pad
TITLE_LETTER = 0.6
TITLE_SHARE = 0.42  # of the head line, when there is an answer to show beside the title
GROWN_BUTTON = 1.3
CLOSE = 30.0
BROADEST_KEY = 56.0
TIGHT_SPACE = GAP + 0.16  # between rows, where every hair counts: a pixel more than fingers need
FEWEST_IN_A_LINE = 4
UPRIGHT_FEW = 4  # so few keys share the whole line
UPRIGHT_LEAST = 3  # places in it: a key that stands alone is no giant
KEYS_IN_A_LINE = 7  # of a band on an upright display
MANY = 99
KEYS_IN_A_ROW = 13  # of a band with more keys than places: as many as there are ranks, digits in the same places
STEP = 0.5  # by which a pad that is too full takes more of the felt
BROADEST = 0.62  # of the display: a pad that is too full for the column
HIGHEST = 0.62  # of the page, on an upright display


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayPlaces:
    areas: tuple[Box, ...]  # all that it covers
    title: Box
    note: Box  # of a pad empty: its answer stands over the felt's edge, where the banner is
    close: Box
    elements: tuple[tuple[Element, Box], ...]  # `done` among them

    def scaled(self, factor: float) -> OverlayPlaces:
        """All but what is covered."""
        elements = tuple((element, box.scaled(factor)) for element, box in self.elements)
        title, note, close = (box.scaled(factor) for box in (self.title, self.note, self.close))
        return replace(self, title=title, note=note, close=close, elements=elements)


def overlay_places(overlay: Overlay, where: Arrangement) -> OverlayPlaces:
    keys = tuple(element for rows in overlay.columns for row in rows if row.band for element in row.elements)
    columns = tuple(tuple(row for row in rows if not row.band) for rows in overlay.columns)
    columns = tuple(rows for rows in columns if rows)
    keys, beyond = keys[: _most_keys(where)], _beyond(keys[_most_keys(where) :], where)
    if overlay.covers == "pad":
        return _pad(overlay, where, tuple(row for rows in columns for row in rows), keys, beyond)
    band = _band(keys, where)
    low = min((box.y - SPACE for _, box in beyond), default=band.y if keys else where.page.bottom)
    area = Box(where.page.x, where.page.y, where.page.width, low - where.page.y)
    grown = _growth(where)
    places = _page(overlay, where.page, area.scaled(1 / grown), SPACE / grown, columns).scaled(grown)
    return replace(places, elements=(*places.elements, *_in_band(keys, band, where), *beyond))


def _growth(where: Arrangement) -> float:
    """By which everything on a page is larger than on the smallest display, as its letters are; two keys have room
    side by side in the column."""
    return max(1.0, min(where.grown, inside(where.column, where.whole.width).width / (2 * KEY + SPACE)))


def _most_keys(where: Arrangement) -> int:
    """In the row of actions, each broad enough for a finger; an upright display has as many such rows as are needed."""
    return MANY if where.upright else int((where.band.width - SPACE) / (KEY + SPACE))


def _beyond(keys: tuple[Element, ...], where: Arrangement) -> tuple[tuple[Element, Box], ...]:
    """Keys for which the row of actions has no room: in the column above its foot, the same on every page."""
    grown = _growth(where)
    inner = _inner(where.column, where).scaled(1 / grown)
    per_line = int((inner.width + SPACE) / (KEY + SPACE))
    width = (inner.width + SPACE) / per_line
    lines = ceil(len(keys) / per_line)
    top = inner.bottom - (lines + 1) * (KEY + SPACE) + SPACE
    boxes = (
        Box(inner.x + at % per_line * width, top + at // per_line * (KEY + SPACE), width - SPACE, KEY)
        for at in range(len(keys))
    )
    return tuple((key, box.scaled(grown)) for key, box in zip(keys, boxes, strict=True))


def _inner(area: Box, where: Arrangement) -> Box:
    """Of a pad: its edges are those of the row below it."""
    return inside(area, where.whole.width).inset(0, MARGIN)


def _band(keys: tuple[Element, ...], where: Arrangement, *, low: bool = False) -> Box:
    """The row of actions; on an upright display as many such rows as the keys need, `low` where height is short."""
    lines = max(1, ceil(len(keys) / _in_a_line(keys, where))) if where.upright else 1
    key = KEY if low else where.band.height - 2 * MARGIN
    whole = lines * key + (lines - 1) * SPACE + 2 * MARGIN
    return Box(where.band.x, where.band.bottom - whole, where.band.width, whole)


def _in_a_line(keys: tuple[Element, ...], where: Arrangement) -> int:
    """Of a band on an upright display: so few that every label has room."""
    needed = max((element_width(key) for key in keys), default=0.0)
    number = KEYS_IN_A_LINE if len(keys) > UPRIGHT_FEW else max(UPRIGHT_LEAST, len(keys))
    while number > FEWEST_IN_A_LINE and places_in(where.band, number, 1)[0].width < needed:
        number -= 1
    return number


def _in_band(keys: tuple[Element, ...], band: Box, where: Arrangement) -> tuple[tuple[Element, Box], ...]:
    """Few keys stand in the places of the actions, or in broader ones where their labels need it; none is a giant."""
    return tuple(zip(keys, _places_in_band(keys, band, where), strict=False))


def _places_in_band(keys: tuple[Element, ...], band: Box, where: Arrangement) -> tuple[Box, ...]:
    if where.upright and keys:
        per_line = _in_a_line(keys, where)
        lines = ceil(len(keys) / per_line)
        return places_in(band, per_line * lines, lines)
    if len(keys) > PLACES:
        chips = any(isinstance(key, Button) and key.colour for key in keys)
        return places_in(band, len(keys) if chips else min(KEYS_IN_A_ROW, _most_keys(where)), 1)
    number = PLACES
    needed = max((element_width(key) for key in keys), default=0.0)
    while number > len(keys) and places_in(band, number, 1)[0].width < needed:
        number -= 1
    return places_in(band, max(number, len(keys)), 1)


# --- a page -----------------------------------------------------------------------------------------------------------


def _page(
    overlay: Overlay,
    whole: Box,
    area: Box,
    edge: float,
    columns: tuple[tuple[Row, ...], ...],
) -> OverlayPlaces:
    inner = Box(area.x + edge, area.y + SPACE, area.width - 2 * edge, area.height - SPACE - MARGIN)
    close_width = min(CLOSE, inner.width * 0.42)
    close = Box(inner.right - close_width, inner.y, close_width, KEY)
    done: tuple[tuple[Element, Box], ...] = ()
    right = close.x
    if overlay.done is not None:
        done_width = min(CLOSE * 1.6, inner.width * 0.36)
        right = close.x - SPACE - done_width
        done = ((overlay.done, Box(right, close.y, done_width, KEY)),)
    free = right - SPACE - inner.x
    titled = TITLE_SHARE if overlay.note else 1.0
    title = Box(inner.x, inner.y, free * titled, KEY)
    note = Box(title.right + SPACE, inner.y, max(0.0, free * (1 - titled) - SPACE), KEY)
    body = Box(inner.x, inner.y + KEY + SPACE, inner.width, inner.height - KEY - SPACE)
    elements = (*_elements(overlay.widths, columns, body), *done)
    return OverlayPlaces(areas=(whole,), title=title, note=note, close=close, elements=elements)


# --- a pad ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Way:
    """Where a pad can stand. `dense`: in as few lines as possible; `ends_in_band`: its ends stand beside the keys."""

    area: Box
    band: Box
    dense: bool = False
    ends_in_band: bool = False


def _pad(
    overlay: Overlay,
    where: Arrangement,
    rows: tuple[Row, ...],
    keys: tuple[Element, ...],
    beyond: tuple[tuple[Element, Box], ...],
) -> OverlayPlaces:
    """In the column. One that is too full for it takes more of the felt's edge, as the last resort."""
    ends = tuple(button for button in (overlay.close, overlay.done) if button is not None)
    grown = _growth(where)
    for way in _ways(overlay, where, keys, len(ends)):
        inner = _inner(way.area, where).scaled(1 / grown)
        foot = KEY + SPACE if ends and not way.ends_in_band else 0.0
        titled = title_height(overlay.title, inner.width)
        low = min((box.y / grown - SPACE for _, box in beyond), default=inner.bottom - foot)
        body = Box(inner.x, inner.y + titled, inner.width, low - inner.y - titled)
        lines = wrapped(joined(rows, body.width) if way.dense else rows, body.width)
        if _fits(lines, body):
            break
    close, done = _foot(overlay, Box(inner.x, inner.bottom - KEY, inner.width, KEY))
    areas = (way.area, Box(0, way.band.y, where.whole.width, where.whole.bottom - way.band.y))
    title = Box(inner.x, inner.y, inner.width, titled - 0.5)
    elements = (*_column(lines, body), *(() if way.ends_in_band else done))
    places = OverlayPlaces(areas=areas, title=title, note=Box(0, 0, 0, 0), close=close, elements=elements).scaled(grown)
    keyed = (*places.elements, *_in_band(keys, way.band, where), *beyond)
    if not way.ends_in_band:
        return replace(places, elements=keyed)
    last = _places_in_band(keys, way.band, where)[-len(ends) :]
    ended = ((overlay.done, last[-1]),) if overlay.done is not None else ()
    return replace(places, close=last[0] if overlay.close is not None else close, elements=(*keyed, *ended))


def _ways(overlay: Overlay, where: Arrangement, keys: tuple[Element, ...], ends: int) -> Iterator[_Way]:
    """The column, from below the prompt or whole; on an upright display denser; then what takes more of the felt."""
    column, band = where.column, _band(keys, where)
    low = band.y if where.upright and keys else column.bottom
    if overlay.under_prompt:
        left = where.list.x - MARGIN
        yield _Way(Box(left, where.list.y, where.whole.width - left, low - where.list.y), band)
    way = _Way(Box(column.x, column.y, column.width, low - column.y), band)
    yield way
    if where.upright:
        band = _band(keys, where, low=len(keys) > UPRIGHT_FEW)
        low = band.y if keys else column.bottom
        free = len(keys) > UPRIGHT_FEW and 0 < ends <= -len(keys) % _in_a_line(keys, where)
        way = _Way(Box(column.x, column.y, column.width, low - column.y), band, dense=True, ends_in_band=free)
        yield way
    area = way.area
    most = where.page.height * HIGHEST if where.upright else where.whole.width * BROADEST
    while (more := min(most - (area.height if where.upright else area.width), STEP)) > 0:
        if where.upright:
            area = Box(area.x, area.y - more, area.width, area.height + more)
        else:
            area = Box(area.x - more, area.y, area.width + more, area.height)
        yield replace(way, area=area)


def title_height(title: str, width: float) -> float:
    return 2.2 + min(3, ceil(len(title) * TITLE * TITLE_LETTER / max(width, 1.0))) * TITLE * LINE


def _foot(overlay: Overlay, foot: Box) -> tuple[Box, tuple[tuple[Element, Box], ...]]:
    """The way out at the left, what ends the pad at the right: always there, and no giant on an upright display."""
    both = overlay.close is not None and overlay.done is not None
    left = min(max(KEY, (foot.width - SPACE) * 0.42) if both else foot.width, BROADEST_KEY)
    close = Box(foot.x, foot.y, left, foot.height)
    if overlay.done is None:
        return close, ()
    broad = min(foot.width - left - SPACE if both else foot.width, BROADEST_KEY)
    return close, ((overlay.done, Box(foot.right - broad, foot.y, broad, foot.height)),)


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
    elements: list[tuple[Element, Box]] = []
    x = body.x
    for rows, width in zip(columns, _at_least(shares(body.width, shared), needs), strict=True):
        box = Box(x, body.y, width, body.height)
        elements += _column(_paired(wrapped(rows, width), box), box)
        x += width + SPACE
    return tuple(elements)


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
    elements: list[tuple[Element, Box]] = []
    y, places = box.y, most_keys(rows)
    for row, height in zip(rows, _heights(rows, box, gap), strict=True):
        x = box.x
        for element, width in zip(row.elements, row_widths(row, box.width, places), strict=False):
            shown = min(width, _broadest(element, row, rows))
            elements.append((element, Box(x, y, shown, height)))
            x += shown + SPACE
        y += height + gap
    return elements


def _broadest(element: Element, row: Row, rows: tuple[Row, ...]) -> float:
    """Nothing is stretched over a broad display: an eye follows a line of figures, a field ends where its keys do."""
    if is_keys(row):
        return _broadest_key(rows)
    if len(row.elements) == 1 and isinstance(element, Sheet):
        return sheet_width(element)
    if len(row.elements) == 1 and isinstance(element, Field):
        keys = max((len(key_row.elements) for key_row in rows if is_keys(key_row)), default=0)
        return keys * (_broadest_key(rows) + SPACE) - SPACE if keys else inf
    return inf


def _broadest_key(rows: tuple[Row, ...]) -> float:
    """No key is a giant because it stands alone: as broad as the longest label of its column in one line, or so."""
    keys = (element for row in rows for element in row.elements if isinstance(element, Button))
    longest = max((max(len(key.label), len(key.hint)) for key in keys), default=0)
    return max(BROADEST_KEY, longest * LABEL * LETTER + BESIDE_LABEL)


def _paired(rows: tuple[Row, ...], box: Box) -> tuple[Row, ...]:
    """Where rows would get too low, keys that stand alone in theirs move together, two by two."""
    if _fits(rows, box) or (box.width - SPACE) / 2 < KEY:
        return rows
    paired: list[Row] = []
    open_end = False
    for row in rows:
        alone = len(row.elements) == 1 and isinstance(row.elements[0], Button)
        if alone and open_end:
            paired[-1] = Row(elements=paired[-1].elements + row.elements)
        else:
            paired.append(row)
        open_end = alone and not open_end
    return tuple(paired)


def _heights(rows: tuple[Row, ...], box: Box, gap: float) -> list[float]:
    """What each row wants; then what is missing is taken where something may give way, what is left over given out."""
    natural = [row_height(row, box.width) for row in rows]
    left = box.height - sum(natural) - gap * max(0, len(rows) - 1)
    if left < 0:
        least = [row_least(row, box.width) for row in rows]
        room = sum(natural) - sum(least)
        share = min(1.0, -left / room) if room else 0.0
        heights = [want - (want - low) * share for want, low in zip(natural, least, strict=True)]
        return _squeezed(heights, box.height - gap * max(0, len(rows) - 1))
    return _grown(rows, natural, left)


def _grown(rows: tuple[Row, ...], natural: list[float], left: float) -> list[float]:
    """A picture takes all that is left; keys grow a little; words stay as they are. The rest stays free."""
    pictures = [any(isinstance(element, Picture) for element in row.elements) for row in rows]
    if any(pictures):
        return [want + left / sum(pictures) if takes else want for want, takes in zip(natural, pictures, strict=True)]
    buttons = [any(isinstance(element, Button) for element in row.elements) for row in rows]
    whole = sum(want for want, grows in zip(natural, buttons, strict=True) if grows)
    grown = min(GROWN_BUTTON, 1 + left / whole) if whole else 1.0
    return [want * grown if grows else want for want, grows in zip(natural, buttons, strict=True)]


def _squeezed(heights: list[float], room: float) -> list[float]:
    """The last resort for a page with too much on it: everything lower, but nothing too low for a finger."""
    whole = sum(heights)
    if whole <= room + 1e-6:
        return heights
    return [max(FINGER, height * room / whole) if height >= FINGER else height for height in heights]
