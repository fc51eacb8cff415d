"""The scrubber: a bar with a handle, dragged by finger or mouse; decisions are marked on it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QEventPoint, QMouseEvent, QPainter, QTouchEvent

from dealer_console.pit.pages.values import Scrubber
from dealer_console.screens.sizes import Box
from dealer_console.touch.input.touch_area import TouchArea, rect
from dealer_console.touch.theme.symbols import sign_in
from dealer_console.touch.theme.text_layout import Writing, write

EDGE: Final = 3.0  # millimetres from the end of the bar to the end of the widget


class ScrubberWidget(TouchArea):
    """Presses `id:POSITION` whenever the finger comes to another step."""

    value: Scrubber | None = None

    def show_value(self, value: Scrubber) -> None:
        if value != self.value:
            dragged = self.isDown()
            self.value = value
            self.touched, self.key = value.id, "Left"
            self.setAccessibleName(f"Steps of the round: {value.label}")
            self.setAccessibleDescription("Left and Right go one step, with Shift to a decision")
            self.setDown(dragged)
            self.update()

    # --- where -------------------------------------------------------------------------------------------------------

    def _x(self, step: int) -> float:
        value, edge = self.value, self.stage.px(EDGE)
        span = max(1, value.last - 1) if value is not None else 1
        return edge + (self.width() - 2 * edge) * (step - 1) / span

    def step_at(self, x: float) -> int:
        value, edge = self.value, self.stage.px(EDGE)
        if value is None:
            return 1
        share = (x - edge) / max(1.0, self.width() - 2 * edge)
        return max(1, min(value.last, 1 + round(share * (value.last - 1))))

    def _drag(self, at: QPointF) -> None:
        step = self.step_at(at.x())
        if self.value is not None and step != self.value.at:
            self.stage.press(f"{self.value.id}:{step}")

    # --- fingers and mouse -------------------------------------------------------------------------------------------

    def _touch(self, event: QTouchEvent) -> None:
        if event.type() is QEvent.Type.TouchCancel:
            self.let_go()
            return
        for point in event.points():
            if point.state() is QEventPoint.State.Pressed and self._finger is None and self._take():
                self._finger = point.id()
                self.setDown(True)
            if point.id() == self._finger:
                self._drag(point.position())
                if point.state() is QEventPoint.State.Released:
                    self.let_go()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is Qt.MouseButton.LeftButton and not self._echo(event) and self._take():
            self.setDown(True)
            self._drag(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if self.isDown() and not self._echo(event):
            self._drag(event.position())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is Qt.MouseButton.LeftButton and not self._echo(event):
            self.let_go()
        event.accept()

    def _clicked(self) -> None:
        """The space bar does nothing here: the arrow keys step."""
        self.let_go()

    # --- painting -----------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, box: Box) -> None:
        value, colours = self.value, self.stage.colours
        if value is None:
            return
        middle, thick = box.height * 0.62, self.stage.px(1.6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.row.edge))
        painter.drawRoundedRect(
            rect(Box(self._x(1), middle - thick / 2, self._x(value.last) - self._x(1), thick)), 4, 4
        )
        painter.setBrush(QColor(colours.levels["busy"]))
        done = max(1.0, self._x(value.at) - self._x(1))
        painter.drawRoundedRect(rect(Box(self._x(1), middle - thick / 2, done, thick)), 4, 4)
        side = self.stage.px(2.0)
        for step in value.marks:
            diamond = sign_in("◆", self._x(step) - side / 2, middle - side / 2, side)
            painter.fillPath(diamond, QColor(colours.panel.text))
        radius = self.stage.px(2.6)
        painter.setBrush(QColor(colours.turn))
        painter.drawEllipse(QPointF(self._x(value.at), middle), radius, radius)
        words = Box(0, 0, box.width, box.height * 0.34)
        write(painter, words, value.label, colours.panel.text, Writing(size=self.stage.letters(2.9), side="centre"))
