"""Something that a finger drags: it keeps the finger that went down on it until that is lifted, wherever it goes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEventPoint, QMouseEvent, QTouchEvent

from dealer_console.touch.input.touch_area import TouchArea


class DragArea(TouchArea):
    def dragged(self, at: QPointF) -> None:
        """The finger is here now; first where it went down."""
        raise NotImplementedError

    def dropped(self) -> None:
        """The finger was lifted; nothing more by itself."""

    def _begin(self, at: QPointF) -> bool:
        if self.stage.finger not in (None, self):
            return False
        self.stage.finger = self
        self.setDown(True)
        self.dragged(at)
        return True

    def _end(self) -> None:
        if self.isDown():
            self.dropped()
        self.let_go()

    def _touch(self, event: QTouchEvent) -> None:
        if event.type() is QEvent.Type.TouchCancel:
            self.let_go()
            return
        for point in event.points():
            if point.state() is QEventPoint.State.Pressed and self._finger is None and self._begin(point.position()):
                self._finger = point.id()
            elif point.id() == self._finger:
                self.dragged(point.position())
                if point.state() is QEventPoint.State.Released:
                    self._end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is Qt.MouseButton.LeftButton and not self._echo(event):
            self._begin(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if self.isDown() and not self._echo(event):
            self.dragged(event.position())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if not self._echo(event):
            self._end()
        event.accept()
