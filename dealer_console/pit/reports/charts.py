"""Charts of a report on paper."""

from __future__ import annotations

from typing import Any, Final

from reportlab.graphics.charts.barcharts import VerticalBarChart  # type: ignore[import-untyped]
from reportlab.graphics.charts.legends import Legend  # type: ignore[import-untyped]
from reportlab.graphics.charts.linecharts import HorizontalLineChart  # type: ignore[import-untyped]
from reportlab.graphics.shapes import Drawing  # type: ignore[import-untyped]
from reportlab.lib import colors  # type: ignore[import-untyped]

from dealer_console.pit.paper import INK, LINE, PLAIN, WIDTH
from dealer_console.pit.reports.document import Chart

HEIGHT: Final = 150
COLOURS: Final = (colors.HexColor("#1f5fa8"), colors.HexColor("#c9772b"))
MOST_LABELS: Final = 16


def drawing(chart: Chart) -> Drawing:
    drawn = Drawing(WIDTH, HEIGHT)
    plot: Any = HorizontalLineChart() if chart.kind == "line" else VerticalBarChart()
    plot.x, plot.y, plot.width, plot.height = 48, 26, WIDTH - 60, HEIGHT - 44
    plot.data = [[value / 100 if chart.money else value for value in values] for _, values in chart.series]
    plot.categoryAxis.categoryNames = _labels(chart.labels)
    for axis in (plot.categoryAxis, plot.valueAxis):
        axis.labels.fontName = PLAIN
        axis.labels.fontSize = 6.5
        axis.strokeColor = LINE
    lowest = min(min(values, default=0) for values in plot.data)
    plot.valueAxis.forceZero = 1
    plot.valueAxis.labelTextFormat = "%.0f"
    if chart.kind == "line":
        plot.categoryAxis.labelAxisMode = "low"
    elif lowest >= 0:
        plot.valueAxis.valueMin = 0
    for at in range(len(chart.series)):
        shape = plot.lines[at] if chart.kind == "line" else plot.bars[at]
        shape.strokeColor = COLOURS[at]
        if chart.kind == "bars":
            shape.fillColor = COLOURS[at]
        else:
            shape.strokeWidth = 1.6
    drawn.add(plot)
    if len(chart.series) > 1:
        drawn.add(_legend(chart))
    return drawn


def _labels(labels: tuple[str, ...]) -> list[str]:
    """Not more than can be read."""
    step = -(-len(labels) // MOST_LABELS)
    return [label if at % step == 0 else "" for at, label in enumerate(labels)]


def _legend(chart: Chart) -> Legend:
    legend = Legend()
    legend.x, legend.y = 48, HEIGHT - 4
    legend.fontName, legend.fontSize = PLAIN, 6.5
    legend.fillColor = INK
    legend.columnMaximum = 1
    legend.deltax = 50
    legend.alignment = "right"
    legend.colorNamePairs = [(COLOURS[at], name) for at, (name, _) in enumerate(chart.series)]
    return legend
