"""The report on paper: the verdict, the table of statistics, and pictures of many shuffles.

They show where the cards went, and how three statistics lie against those of a perfect shuffler.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.graphics import renderSVG
from reportlab.graphics.shapes import Drawing, Line, Rect, String
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from hardware_sims.shuffle_lab.statistics import (
    Shuffle,
    bins_for,
    kept_neighbours_of,
    rising_sequences_of,
    runs_of,
    table_of_places,
)
from hardware_sims.shuffle_lab.verdict import Analysis, p_text

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


_TEXT = ParagraphStyle("text", fontName="Helvetica", fontSize=9, leading=12, spaceAfter=6)
_TITLE = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=15, leading=20, spaceAfter=8)
_VERDICT = ParagraphStyle("verdict", parent=_TEXT, fontName="Helvetica-Bold", fontSize=10, leading=13)


def write_pdf(path: Path, analysis: Analysis, identity: Mapping[str, str]) -> None:
    """One page; the same report gives the same bytes."""
    document = SimpleDocTemplate(str(path), pagesize=A4, title="Shuffle laboratory", invariant=1, margin=40)
    document.build(_content(analysis, identity))


def _content(analysis: Analysis, identity: Mapping[str, str]) -> list[Flowable]:
    pictures = [picture(analysis.shuffles) for picture in PLOTS.values()]
    return [
        Paragraph("Examination of a shuffle", _TITLE),
        *(Paragraph(f"<b>{escape(name)}</b>: {escape(value)}", _TEXT) for name, value in identity.items()),
        Spacer(1, 6),
        Paragraph(escape(analysis.sentence()), _VERDICT),
        Paragraph(escape(analysis.error_rate()), _TEXT),
        _table(analysis),
        Spacer(1, 10),
        Table([pictures[:2], pictures[2:]]),
        Paragraph(
            "Places: red fields hold more cards than expected, blue ones fewer. Bars: observed; line: every order "
            "equally likely.",
            _TEXT,
        ),
    ]


def _table(analysis: Analysis) -> Table:
    rows = [["test", "observed", "expected", "p", "", "over"]]
    for statistic in analysis.statistics:
        mark = "significant" if statistic in analysis.significant else ""
        figures = [f"{statistic.observed:.4f}", f"{statistic.expected:.4f}", p_text(statistic.p)]
        rows.append([statistic.name, *figures, mark, statistic.detail])
    table = Table(rows, hAlign="LEFT")
    style = [
        ("FONT", (0, 0), (-1, -1), "Helvetica", 7),
        ("FONT", (0, 0), (-1, 0), "Helvetica-Bold", 7),
        ("LINEBELOW", (0, 0), (-1, 0), 0.5, colors.black),
        ("ALIGN", (1, 0), (3, -1), "RIGHT"),
        ("TEXTCOLOR", (4, 1), (4, -1), colors.HexColor("#b23a48")),
    ]
    table.setStyle(TableStyle(style))
    return table


def write_plots(folder: Path, analysis: Analysis) -> None:
    """Each picture as SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in PLOTS.items():
        renderSVG.drawToFile(picture(analysis.shuffles), str(folder / f"{name}.svg"))
