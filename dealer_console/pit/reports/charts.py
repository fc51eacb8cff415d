"""Charts of a report on paper. They are read in black and white: dark and light, outlines, markers, figures."""

from __future__ import annotations

from typing import Any, Final

from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.charts.legends import Legend
from reportlab.graphics.charts.linecharts import HorizontalLineChart
from reportlab.graphics.shapes import Drawing
from reportlab.graphics.widgets.markers import makeMarker
from reportlab.lib import colors

from dealer_console.messages import Words
from dealer_console.pit.amounts import MINUS
from dealer_console.pit.paper.pages import INK, LINE, PLAIN, WIDTH
from dealer_console.pit.reports.document import Chart

HEIGHT: Final = 140
FILLS: Final = (colors.HexColor("#24507f"), colors.HexColor("#d7e0ea"))
MOST_LABELS: Final = 16
LETTERS: Final = 6.5


def drawing(chart: Chart, words: Words, width: float = WIDTH) -> Drawing:
    drawn = Drawing(width, HEIGHT)
    plot: Any = HorizontalLineChart() if chart.kind == "line" else VerticalBarChart()
    plot.x, plot.y, plot.width, plot.height = 48, 26, width - 56, HEIGHT - 48
    plot.data = [[value / 100 if chart.money else value for value in values] for _, values in chart.series]
    plot.categoryAxis.categoryNames = _labels(chart.labels)
    _axes(plot)
    if chart.kind == "line":
        _line(plot, chart, words)
    else:
        _bars(plot, chart)
    drawn.add(plot)
    if len(chart.series) > 1:
        drawn.add(_legend(chart))
    return drawn


def _axes(plot: Any) -> None:
    for axis in (plot.categoryAxis, plot.valueAxis):
        axis.labels.fontName = PLAIN
        axis.labels.fontSize = LETTERS
        axis.strokeColor = INK
        axis.strokeWidth = 0.5
    plot.categoryAxis.labelAxisMode = "low"
    plot.valueAxis.forceZero = 1
    plot.valueAxis.labelTextFormat = _figure
    plot.valueAxis.visibleGrid = 1
    plot.valueAxis.gridStrokeColor = LINE
    plot.valueAxis.gridStrokeWidth = 0.4
    # Room above the highest value and below the lowest one, so that their figures are not cut off.
    values = [value for series in plot.data for value in series]
    low, high = min(0, *values), max(0, *values)
    air = (high - low) * 0.12 or 1
    plot.valueAxis.valueMin = low - air if low < 0 else 0
    plot.valueAxis.valueMax = high + air if high > 0 else 0


def _line(plot: Any, chart: Chart, words: Words) -> None:
    plot.lines[0].strokeColor = FILLS[0]
    plot.lines[0].strokeWidth = 1.4
    plot.lines[0].symbol = makeMarker("FilledCircle", size=4, fillColor=FILLS[0], strokeColor=FILLS[0])
    # Where it ends is the figure that people look for; at every point it would lie across the line.
    values = chart.series[0][1]
    last = words.whole_money(values[-1]) if chart.money else str(values[-1])
    plot.lineLabelFormat = "values"
    plot.lineLabelArray = [[*[None] * (len(values) - 1), last]]
    plot.lineLabelNudge = 8
    plot.lineLabels.fontName = PLAIN
    plot.lineLabels.fontSize = LETTERS


def _bars(plot: Any, chart: Chart) -> None:
    for at in range(len(chart.series)):
        plot.bars[at].fillColor = FILLS[at]
        plot.bars[at].strokeColor = INK
        plot.bars[at].strokeWidth = 0.5
    if len(chart.labels) <= MOST_LABELS:
        plot.barLabelFormat = _figure
        plot.barLabels.nudge = 5
        plot.barLabels.fontName = PLAIN
        plot.barLabels.fontSize = LETTERS


def _figure(value: float) -> str:
    return f"{MINUS if value < 0 else ''}{abs(value):,.0f}"


def _labels(labels: tuple[str, ...]) -> list[str]:
    """Not more than can be read."""
    step = -(-len(labels) // MOST_LABELS)
    return [label if at % step == 0 else "" for at, label in enumerate(labels)]


def _legend(chart: Chart) -> Legend:
    legend = Legend()
    legend.x, legend.y = 48, HEIGHT - 2
    legend.fontName, legend.fontSize = PLAIN, LETTERS
    legend.fillColor = INK
    legend.columnMaximum = 1
    legend.deltax = 50
    legend.alignment = "right"
    legend.colorNamePairs = [(FILLS[at], name) for at, (name, _) in enumerate(chart.series)]
    return legend
