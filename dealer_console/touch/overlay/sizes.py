"""How much room the parts of an overlay need, in millimetres. Pure: no Qt."""

from __future__ import annotations

from itertools import zip_longest
from math import ceil

from dealer_console.screens.sizes import FINGER, KEY, LEAST_LETTERS, SPACE
from dealer_console.screens.values import Button, CardPath, Element, Field, Meter, Row, Scrubber, Sheet, Text

LETTERS = {"small": 3.0, "normal": 3.7, "large": 5.2}
LINE = 1.32  # of a line, by its letters
SMALLER, TIGHT = 0.8, 0.93  # letters of a text, and its lines, where room is short
LETTER = 0.56
LABEL = 3.4  # the letters of a label, when there is little room
LABEL_LINES = 3
BESIDE_LABEL = 4.0
BESIDE_WORD = 2.2
BROADEST_LABEL = 36.0
FIELD = 12.0
METER = 11.0
SHEET_LINE = 5.4
BROADEST_SHEET = 120.0
PICTURE = 40.0
CARD_PATH = 34.0


def element_width(element: Element) -> float:
    """The least breadth: of a key so that its longest word stands in it whole."""
    if not isinstance(element, Button):
        return 12.0
    word = max((len(part) for part in element.label.replace("\u00a0", " ").split(" ")), default=0)
    words = max(word, ceil(len(element.label) / LABEL_LINES)) * LEAST_LETTERS * LETTER + BESIDE_WORD
    return max(KEY, min(BROADEST_LABEL, words + (KEY / 2 if element.colour else 0.0)))


def element_height(element: Element, width: float) -> float:
    """What it takes when there is room enough."""
    if isinstance(element, Button):
        return KEY
    if isinstance(element, Text):
        return _text_height(element.text, LETTERS[element.size], width)
    if isinstance(element, Field | Scrubber):
        return FIELD
    if isinstance(element, Meter):
        return METER
    if isinstance(element, Sheet):
        return (len(element.rows) + bool(element.head)) * SHEET_LINE
    return CARD_PATH if isinstance(element, CardPath) else PICTURE


def _text_height(text: str, letters: float, width: float) -> float:
    lines = sum(max(1, ceil(len(line) * letters * LETTER / max(width, 1.0))) for line in text.split("\n"))
    return lines * letters * LINE + 0.6


def element_least(element: Element, width: float) -> float:
    """What it takes when there is not: words, sheets and pictures give way, what is touched stays touchable."""
    if isinstance(element, Button):
        return KEY
    if isinstance(element, Field | Scrubber):
        return FINGER
    if isinstance(element, Text):
        letters = max(LEAST_LETTERS, LETTERS[element.size] * SMALLER)
        return _text_height(element.text, letters, width) * TIGHT
    share = 0.8 if isinstance(element, CardPath) else 0.75 if isinstance(element, Sheet) else 0.5
    return element_height(element, width) * share


def sheet_width(element: Sheet) -> float:
    """So broad that an eye finds the figure that belongs to a word."""
    columns = zip_longest(*((len(cell) for cell in line) for line in (element.head, *element.rows)), fillvalue=0)
    return max(BROADEST_SHEET, sum(max(letters) * LEAST_LETTERS * LETTER + 2 * BESIDE_WORD for letters in columns))


def is_keys(row: Row) -> bool:
    return all(isinstance(element, Button) for element in row.elements)


def _is_grid(row: Row) -> bool:
    return is_keys(row) and len(set(row.widths)) <= 1


def most_keys(rows: tuple[Row, ...]) -> int:
    """In a row of this column: rows with fewer keys end with gaps, so that keys stand below each other."""
    return max((len(row.elements) for row in rows if _is_grid(row)), default=1)


def row_widths(row: Row, width: float, places: int) -> list[float]:
    """Of its elements; keys in as many places as the fullest row has, where they have room there."""
    equal = shares(width, [1.0] * max(places, len(row.elements)))
    if (
        len(row.elements) > 1
        and _is_grid(row)
        and all(element_width(element) <= equal[0] + 1e-6 for element in row.elements)
    ):
        return equal
    return shares(width, weights_of(row))


def weights_of(row: Row) -> list[float]:
    return [float(share) for share in row.widths] or [1.0] * len(row.elements)


def row_height(row: Row, width: float) -> float:
    widths = shares(width, weights_of(row))
    return max(
        (element_height(element, room) for element, room in zip(row.elements, widths, strict=False)), default=0.0
    )


def row_least(row: Row, width: float) -> float:
    widths = shares(width, weights_of(row))
    return max((element_least(element, room) for element, room in zip(row.elements, widths, strict=False)), default=0.0)


def shares(width: float, weights: list[float]) -> list[float]:
    """The width, less the gaps, in these shares."""
    free = width - SPACE * (len(weights) - 1)
    return [free * weight / sum(weights) for weight in weights]


def column_width(rows: tuple[Row, ...]) -> float:
    """Of the broadest element: a row may take more lines."""
    return max((element_width(element) for row in rows for element in row.elements), default=0.0)


def wrapped(rows: tuple[Row, ...], width: float) -> tuple[Row, ...]:
    """Each row in as many lines as its elements need, each line with equally many places: none is a leftover giant."""
    return tuple(line for row in rows for line in _lines(row, width))


def joined(rows: tuple[Row, ...], width: float) -> tuple[Row, ...]:
    """Keys and fields of rows that follow each other in one, as long as all have room there."""
    joined_rows: list[Row] = []
    for row in rows:
        together = Row(elements=(*joined_rows[-1].elements, *row.elements)) if joined_rows else row
        if (
            joined_rows
            and all(isinstance(element, Button | Field) for element in together.elements)
            and _fits(together, width)
        ):
            joined_rows[-1] = together
        else:
            joined_rows.append(row)
    return tuple(joined_rows)


def _lines(row: Row, width: float) -> list[Row]:
    elements = row.elements
    if len(elements) < 2 or _fits(row, width):
        return [row]
    for lines in range(2, len(elements) + 1):
        per_line = ceil(len(elements) / lines)
        rows = [
            Row(elements=elements[at : at + per_line], widths=(1,) * per_line)
            for at in range(0, len(elements), per_line)
        ]
        if all(_fits(line, width) for line in rows):
            return rows
    return [Row(elements=(element,)) for element in elements]


def _fits(row: Row, width: float) -> bool:
    widths = shares(width, weights_of(row))
    return all(element_width(element) <= room + 1e-6 for element, room in zip(row.elements, widths, strict=False))
