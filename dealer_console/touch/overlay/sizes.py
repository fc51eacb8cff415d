"""How much room the parts of an overlay need, in millimetres. Pure: no Qt."""

from __future__ import annotations

from math import ceil

from dealer_console.screens.sizes import ACTION, FINGER, KEY, SPACE
from dealer_console.screens.values import Button, Element, Field, Meter, Overlay, Row, Sheet, Text

LETTERS = {"small": 2.9, "normal": 3.7, "large": 5.6}
LINE = 1.32  # of a line, by its letters
LETTER = 0.56
FIELD = 12.0
METER = 11.0
SHEET_LINE = 5.4
SHEET_LEAST = 4.2
PICTURE = 40.0
FLOW_CELLS = 10
FLOW_LINES = 2


def element_width(element: Element, *, tight: bool) -> float:
    """The least breadth; `tight` where a pad would else take too much of the felt."""
    if isinstance(element, Button):
        return ACTION if element.main and not tight else KEY
    return 12.0


def element_height(element: Element, width: float) -> float:
    """What it takes when there is room enough."""
    if isinstance(element, Button):
        return ACTION if element.main else KEY
    if isinstance(element, Text):
        letters = LETTERS[element.size]
        lines = sum(max(1, ceil(len(line) * letters * LETTER / max(width, 1.0))) for line in element.text.split("\n"))
        return lines * letters * LINE + 0.6
    if isinstance(element, Field):
        return FIELD
    if isinstance(element, Meter):
        return METER
    if isinstance(element, Sheet):
        return (len(element.rows) + bool(element.head)) * SHEET_LINE
    return PICTURE


def element_least(element: Element, width: float) -> float:
    """What it takes when there is not: words, sheets and pictures give way, what is touched stays touchable."""
    if isinstance(element, Button):
        return KEY
    if isinstance(element, Field):
        return FINGER
    return element_height(element, width) * 0.5


def weights_of(row: Row) -> list[float]:
    return [float(share) for share in row.widths] or [1.0] * len(row.elements)


def row_height(row: Row, width: float) -> float:
    widths = shares(width, weights_of(row))
    return max((element_height(element, each) for element, each in zip(row.elements, widths, strict=True)), default=0.0)


def row_least(row: Row, width: float) -> float:
    widths = shares(width, weights_of(row))
    return max((element_least(element, each) for element, each in zip(row.elements, widths, strict=True)), default=0.0)


def shares(width: float, weights: list[float]) -> list[float]:
    """The width, less the gaps, in these shares."""
    free = width - SPACE * (len(weights) - 1)
    return [free * weight / sum(weights) for weight in weights]


def column_width(rows: tuple[Row, ...], *, tight: bool) -> float:
    return max((_row_width(row, tight) for row in rows if row.elements), default=0.0)


def _row_width(row: Row, tight: bool) -> float:
    """So broad that the narrowest share still is what its element needs."""
    weights = weights_of(row)
    whole = max(
        element_width(element, tight=tight) * sum(weights) / weight
        for element, weight in zip(row.elements, weights, strict=True)
    )
    return whole + SPACE * (len(row.elements) - 1)


def needed_width(overlay: Overlay, *, tight: bool = False) -> float:
    return sum(column_width(rows, tight=tight) for rows in overlay.columns) + SPACE * (len(overlay.columns) - 1)


def flows(overlay: Overlay) -> bool:
    """Nothing but short rows of keys: they may stand in two lines in the band, and the felt stays as it is."""
    if len(overlay.columns) != 1 or not all(
        isinstance(each, Button) for row in overlay.columns[0] for each in row.elements
    ):
        return False
    return len(flow_lines(overlay.columns[0])) <= FLOW_LINES


def flow_lines(rows: tuple[Row, ...]) -> list[list[tuple[Button, int]]]:
    """Each key with how many cells it takes. A row stays together; keys of short rows take two cells, if all fit so."""
    wide = _flow_lines(rows, 2)
    return wide if len(wide) <= FLOW_LINES else _flow_lines(rows, 1)


def _flow_lines(rows: tuple[Row, ...], cells_in_short_rows: int) -> list[list[tuple[Button, int]]]:
    lines: list[list[tuple[Button, int]]] = [[]]
    for row in rows:
        cells = cells_in_short_rows if len(row.elements) <= 2 else 1
        keys = [(each, cells) for each in row.elements if isinstance(each, Button)]
        if sum(taken for _, taken in (*lines[-1], *keys)) > FLOW_CELLS:
            lines.append([])
        lines[-1] += keys
    return lines


def needed_height(overlay: Overlay) -> float:
    """Of the highest column, when everything is as low as it may be."""
    return max(
        (sum(row_least(row, 60.0) for row in rows) + SPACE * (len(rows) - 1) for rows in overlay.columns), default=0.0
    )
