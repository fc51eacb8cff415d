"""Pictures of many shuffles: where the cards went, and how three statistics lie against those of a perfect shuffler."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from reportlab.graphics.shapes import Drawing, Line, Rect, String
from reportlab.lib import colors

from hardware_sims.shuffle_lab.statistics import (
    Shuffle,
    bins_for,
    kept_neighbours_of,
    rising_sequences_of,
    runs_of,
    table_of_places,
)

WIDTH, HEIGHT = 240.0, 190.0
_EDGE = 26.0
_MOST_FIELDS = 26
_STRONGEST = 4.0
_INK, _BARS, _LINE = (colors.HexColor(code) for code in ("#1b3a4b", "#8fb8ca", "#b23a48"))


def places(shuffles: Sequence[Shuffle]) -> Drawing:
    """Place in (down) against place out (across); blue: fewer cards than expected, red: more."""
    cards, cycles = len(shuffles[0]), len(shuffles)
    bins = min(_MOST_FIELDS, bins_for(cards, cycles))
    drawing = _empty("Place in (down) and place out (across)")
    side = (HEIGHT - 2 * _EDGE) / bins
    expected = cycles * cards / bins**2
    for row, counts in enumerate(table_of_places(shuffles, bins)):
        for column, count in enumerate(counts):
            x, y = _EDGE + column * side, HEIGHT - _EDGE - (row + 1) * side
            shade = _shade((count - expected) / math.sqrt(expected))
            drawing.add(Rect(x, y, side, side, fillColor=shade, strokeWidth=0, strokeColor=None))
    return drawing


def _shade(deviation: float) -> colors.Color:
    strength = min(abs(deviation) / _STRONGEST, 1.0)
    rest = 1.0 - strength
    return colors.Color(1.0, rest, rest) if deviation > 0 else colors.Color(rest, rest, 1.0)


def _empty(title: str) -> Drawing:
    drawing = Drawing(WIDTH, HEIGHT)
    drawing.add(Rect(0, 0, WIDTH, HEIGHT, fillColor=colors.white, strokeColor=None))
    drawing.add(String(_EDGE, HEIGHT - _EDGE + 8, title, fontName="Helvetica-Bold", fontSize=8, fillColor=_INK))
    return drawing


def _normal(mean: float, variance: float) -> Callable[[int], float]:
    scale = math.sqrt(2 * math.pi * variance)
    return lambda number: math.exp(-((number - mean) ** 2) / (2 * variance)) / scale


def _histogram(title: str, values: Sequence[int], share: Callable[[int], float]) -> Drawing:
    """Bars: what was observed. Line: the share that a perfect shuffler gives."""
    drawing = _empty(title)
    counted = Counter(values)
    likely = [number for number in range(2 * max(values) + 20) if share(number) * len(values) > 0.01]
    low, high = min(*values, *likely), max(*values, *likely)
    expected = [share(number) * len(values) for number in range(low, high + 1)]
    step = (WIDTH - 2 * _EDGE) / len(expected)
    scale = (HEIGHT - 2 * _EDGE) / max(*counted.values(), *expected)
    centres = [_EDGE + (index + 0.42) * step for index in range(len(expected))]
    for number, centre in enumerate(centres, start=low):
        height = counted[number] * scale
        drawing.add(Rect(centre - 0.42 * step, _EDGE, step * 0.85, height, fillColor=_BARS, strokeColor=None))
    tops = [_EDGE + height * scale for height in expected]
    for (x, y), (next_x, next_y) in pairwise(zip(centres, tops, strict=True)):
        drawing.add(Line(x, y, next_x, next_y, strokeColor=_LINE, strokeWidth=1.2))
    for number in (low, (low + high) // 2, high):
        x = centres[number - low]
        drawing.add(String(x, _EDGE - 11, str(number), fontName="Helvetica", fontSize=7, textAnchor="middle"))
    return drawing


def runs(shuffles: Sequence[Shuffle]) -> Drawing:
    cards = len(shuffles[0])
    values = [runs_of(shuffle) for shuffle in shuffles]
    return _histogram("Runs up and down in a shuffle", values, _normal((2 * cards - 1) / 3, (16 * cards - 29) / 90))


def rising_sequences(shuffles: Sequence[Shuffle]) -> Drawing:
    cards = len(shuffles[0])
    values = [rising_sequences_of(shuffle) for shuffle in shuffles]
    return _histogram("Rising sequences in a shuffle", values, _normal((cards + 1) / 2, (cards + 1) / 12))


def kept_neighbours(shuffles: Sequence[Shuffle]) -> Drawing:
    cards = len(shuffles[0])
    values = [kept_neighbours_of(shuffle) for shuffle in shuffles]
    kept = 2 * (cards - 1) / cards

    def poisson(number: int) -> float:
        return math.exp(number * math.log(kept) - kept - math.lgamma(number + 1))

    return _histogram("Neighbours that stayed neighbours", values, poisson)


PLOTS: dict[str, Callable[[Sequence[Shuffle]], Drawing]] = {
    "places": places,
    "runs": runs,
    "rising-sequences": rising_sequences,
    "kept-neighbours": kept_neighbours,
}
