"""Charts on the screen, painted from the same values as those on paper. Series differ in form, not in colour alone."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from dealer_console.pit.amounts import whole_amount
from dealer_console.pit.pages.values import ChartView
from dealer_console.pit.reports import Chart
from dealer_console.screens.sizes import Box
from dealer_console.touch.input.touch_area import Painted, rect
from dealer_console.touch.theme.text_layout import Writing, breadth, write

LINES: Final = 4
STEPS: Final = (1, 2, 5)


def nice_step(span: int) -> int:
    """1, 2 or 5 with zeros: so that some four of them reach over `span`."""
    power = 1
    while True:
        for step in STEPS:
            if step * power * LINES >= span:
                return step * power
        power *= 10


def scale(chart: Chart) -> tuple[int, int, int]:
    """The lowest and highest value of the axis, and the way between two of its lines; zero is always on it."""
    values = [value for _, series in chart.series for value in series] or [0]
    low, high = min(0, *values), max(0, *values)
    step = nice_step(max(1, high - low))
    return low // step * step, -(-high // step) * step or step, step


class ChartWidget(Painted):
    value: ChartView | None = None

    def show_value(self, value: ChartView) -> None:
        if value != self.value:
            self.value = value
            self.setAccessibleName(spoken(value.chart))
            self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        if self.value is None:
            return
        chart, small = self.value.chart, self.stage.letters(2.7)
        low, high, step = scale(chart)
        widest = max(breadth(_label(chart, each), round(small), False) for each in range(low, high + 1, step))
        plot = Box(widest + small, small * 2.0, box.width - widest - 1.6 * small, box.height - small * 4.2)
        self._grid(painter, plot, (low, high, step))
        self._names(painter, plot)
        for at in range(len(chart.series)):
            if chart.kind == "line":
                self._line(painter, plot, at, (low, high))
            else:
                self._bars(painter, plot, at, (low, high))
        self._legend(painter, Box(plot.x, 0, plot.width, small * 1.8))

    def _chart(self) -> Chart:
        if self.value is None:
            raise ValueError("there is no chart to paint")
        return self.value.chart

    def _ink(self, at: int) -> QColor:
        levels = self.stage.colours.levels
        return QColor((levels["busy"], levels["warn"])[at % 2])

    def _grid(self, painter: QPainter, plot: Box, axis: tuple[int, int, int]) -> None:
        low, high, step = axis
        face, small = self.stage.colours.panel, self.stage.letters(2.7)
        for each in range(low, high + 1, step):
            y = _y(plot, each, (low, high))
            painter.setPen(QPen(QColor(face.text if each == 0 else face.edge), 1.5 if each == 0 else 1.0))
            painter.drawLine(QPointF(plot.x, y), QPointF(plot.right, y))
            label = Box(0, y - small, plot.x - small * 0.4, small * 2)
            write(painter, label, _label(self._chart(), each), face.soft, Writing(size=small, side="right"))

    def _names(self, painter: QPainter, plot: Box) -> None:
        labels, small = self._chart().labels, self.stage.letters(2.7)
        room = max(1, int(plot.width / (small * 4.2)))
        every = -(-len(labels) // room)
        for at, label in enumerate(labels):
            if at % every == 0:
                x = _x(plot, at, len(labels))
                where = Box(x - small * 2, plot.bottom + small * 0.4, small * 4, small * 1.5)
                write(painter, where, label, self.stage.colours.panel.soft, Writing(size=small, side="centre"))

    def _line(self, painter: QPainter, plot: Box, at: int, axis: tuple[int, int]) -> None:
        values = self._chart().series[at][1]
        points = [QPointF(_x(plot, hour, len(values)), _y(plot, value, axis)) for hour, value in enumerate(values)]
        painter.setPen(QPen(self._ink(at), self.stage.px(0.6)))
        painter.drawPolyline(QPolygonF(points))
        painter.setBrush(self._ink(at))
        for point in points:
            painter.drawEllipse(point, self.stage.px(0.8), self.stage.px(0.8))

    def _bars(self, painter: QPainter, plot: Box, at: int, axis: tuple[int, int]) -> None:
        name_count, values = len(self._chart().series), self._chart().series[at][1]
        breadth_ = min(plot.width / max(1, len(values)) * 0.7 / name_count, self.stage.px(9))
        painter.setPen(QPen(self._ink(at), 1.0))
        painter.setBrush(self._fill(at))
        for hour, value in enumerate(values):
            x = _x(plot, hour, len(values)) + (at - name_count / 2) * breadth_
            zero, top = _y(plot, 0, axis), _y(plot, value, axis)
            painter.drawRect(rect(Box(x, min(zero, top), breadth_ * 0.92, abs(zero - top))))

    def _fill(self, at: int) -> QBrush:
        """The second series is hatched."""
        return QBrush(self._ink(at), Qt.BrushStyle.SolidPattern if at == 0 else Qt.BrushStyle.BDiagPattern)

    def _legend(self, painter: QPainter, box: Box) -> None:
        x, small = box.x, self.stage.letters(2.7)
        for at, (name, _) in enumerate(self._chart().series):
            painter.setPen(QPen(self._ink(at), 1.0))
            painter.setBrush(self._fill(at))
            painter.drawRect(rect(Box(x, box.y + small * 0.3, small, small)))
            width = breadth(name, round(small), False) + small
            where = Box(x + small * 1.5, box.y, width, small * 1.6)
            write(painter, where, name, self.stage.colours.panel.text, Writing(size=small))
            x = where.right + small


def _label(chart: Chart, value: int) -> str:
    return whole_amount(value) if chart.money else str(value)


def _x(plot: Box, at: int, count: int) -> float:
    return plot.x + plot.width * (at + 0.5) / max(1, count)


def _y(plot: Box, value: int, axis: tuple[int, int]) -> float:
    low, high = axis
    return plot.bottom - plot.height * (value - low) / (high - low)


def spoken(chart: Chart) -> str:
    parts = [chart.title]
    for name, values in chart.series:
        told = ", ".join(f"{label} {_label(chart, value)}" for label, value in zip(chart.labels, values, strict=True))
        parts.append(f"{name}: {told}")
    return ". ".join(parts)
