"""A chart of a report on the screen, by pyqtgraph: the same values as on paper. Loaded when the first one is shown."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dealer_console.messages import Words
from dealer_console.pit.reports import Chart
from dealer_console.pit.windows.page import label
from dealer_console.pit.windows.theme import theme_of

HEIGHT = 240
MOST_LABELS = 16


class ChartView(QWidget):
    """Series differ in form, not in colour alone: the second one is hatched."""

    def __init__(self, chart: Chart, words: Words, near: QWidget) -> None:
        super().__init__()
        import pyqtgraph

        theme = theme_of(near)
        self.setAccessibleName(spoken(chart, words))
        plot: Any = pyqtgraph.PlotWidget(background=theme.panel.fill)
        plot.setMouseEnabled(x=False, y=False)
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.showGrid(y=True, alpha=0.25)
        plot.setFixedHeight(HEIGHT)
        inks = [theme.levels["busy"], theme.levels["warn"]]
        if len(chart.series) > 1:
            plot.addLegend(offset=(1, 1), labelTextColor=theme.panel.text)
        for at, (name, values) in enumerate(chart.series):
            figures = [value / 100 if chart.money else value for value in values]
            plot.addItem(_series(pyqtgraph, chart, at, name, figures, QColor(inks[at % 2])))
        self._axes(plot, chart, theme.panel.soft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(label(chart.title, size="head"))
        layout.addWidget(plot)

    @staticmethod
    def _axes(plot: Any, chart: Chart, ink: str) -> None:
        step = -(-len(chart.labels) // MOST_LABELS)
        ticks = [(at, text) for at, text in enumerate(chart.labels) if at % step == 0]
        plot.getAxis("bottom").setTicks([ticks])
        for side in ("bottom", "left"):
            plot.getAxis(side).setTextPen(ink)
            plot.getAxis(side).setPen(ink)
        plot.getAxis("left").enableAutoSIPrefix(False)


def _series(pyqtgraph: Any, chart: Chart, at: int, name: str, values: list[float], ink: QColor) -> Any:
    places = list(range(len(values)))
    if chart.kind == "line":
        pen = pyqtgraph.mkPen(ink, width=2)
        return pyqtgraph.PlotDataItem(places, values, pen=pen, symbol="o", symbolSize=6, symbolBrush=ink, name=name)
    count = len(chart.series)
    width = 0.7 / count
    brush = QBrush(ink, Qt.BrushStyle.SolidPattern if at == 0 else Qt.BrushStyle.BDiagPattern)
    shifted = [place + (at - (count - 1) / 2) * width for place in places]
    return pyqtgraph.BarGraphItem(x=shifted, height=values, width=width * 0.92, brush=brush, pen=ink, name=name)


def spoken(chart: Chart, words: Words) -> str:
    parts = [chart.title]
    for name, values in chart.series:
        figures = (words.whole_money(value) if chart.money else str(value) for value in values)
        parts.append(f"{name}: " + ", ".join(f"{at} {value}" for at, value in zip(chart.labels, figures, strict=True)))
    return ". ".join(parts)
