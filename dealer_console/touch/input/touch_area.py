"""One thing to touch: a press shows at once and acts on release inside; one finger, once, whatever the display tells.

A button whose meaning changes under the finger does nothing: what the finger went down on is not there any more. Nor
does a second touch right after the first has put something else in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QEventPoint, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QTouchEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from dealer_console.screens.sizes import Box
from dealer_console.touch.input.tap_filter import Point
from dealer_console.touch.qt_guard import QtGuard
from dealer_console.touch.widgets.paint_context import PaintContext

Painting: TypeAlias = Callable[[QPainter, Box], None]
HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
HINTS |= QPainter.RenderHint.SmoothPixmapTransform
TICK = 40  # milliseconds from one picture of a held button to the next


def box_of(widget: QWidget) -> Box:
    return Box(0, 0, widget.width(), widget.height())


def rect(box: Box) -> QRectF:
    return QRectF(box.x, box.y, box.width, box.height)


def place(widget: QWidget, box: Box, px_per_mm: float, within: Box | None = None) -> None:
    """Whole pixels. `within` is the parent's box, when `box` is measured from the same corner as that."""
    left, top = round(box.x * px_per_mm), round(box.y * px_per_mm)
    right, bottom = round(box.right * px_per_mm), round(box.bottom * px_per_mm)
    x, y = (round(within.x * px_per_mm), round(within.y * px_per_mm)) if within is not None else (0, 0)
    widget.setGeometry(left - x, top - y, right - left, bottom - top)


class Painted(QtGuard, QLabel):
    """Something to look at. A failure while painting leaves a plain surface and is told; never half a picture."""

    def __init__(self, stage: PaintContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stage = stage

    def qt_failed(self, failure: Exception) -> None:
        self.stage.trouble(failure)

    def paint(self, painter: QPainter, box: Box) -> None:
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        guarded_paint(self, self.stage, self.paint)


class TouchArea(QtGuard, QAbstractButton):
    """`touched` is the id that goes to the flow. Focus comes by Tab only: a finger leaves no frame behind."""

    def __init__(self, stage: PaintContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stage = stage
        self.touched = ""
        self.key = ""
        self.main = False
        self.hold = False
        self.rest = ""  # the id of what a resting finger does, where a tap does something else
        self.about = ""  # the hand or phase that it decides for
        self._rest: QTimer | None = None  # runs while a finger rests on what has to be held
        self._finger: int | None = None
        self._went_down_on = ""
        self._since = float("-inf")  # when it became what it is
        self._at: Point | None = None  # of the finger, in the window
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.clicked.connect(self._clicked)

    def qt_failed(self, failure: Exception) -> None:
        self.stage.trouble(failure)

    def name(self, touched: str, spoken: str, key: str = "", about: str = "") -> None:
        """What it is now. A finger that lies on it has touched something else."""
        if (touched, spoken, about) != (self.touched, self.accessibleName(), self.about):
            self.let_go()
        if (touched, about) != (self.touched, self.about):
            self._since = self.stage.bounces.now()
        self.touched, self.key, self.about = touched, key, about
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(key)

    def paint(self, painter: QPainter, box: Box) -> None:
        """Nothing by itself: an area over something painted elsewhere."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        guarded_paint(self, self.stage, self._paint_with_focus)

    def _paint_with_focus(self, painter: QPainter, box: Box) -> None:
        self.paint(painter, box)
        if self.hasFocus():
            thick = max(2.0, self.stage.px(0.6))
            painter.setPen(QPen(QColor(self.stage.colours.focus), thick))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            round_by = self.stage.px(2.2)
            painter.drawRoundedRect(rect(box.inset(thick / 2 + 1)), round_by, round_by)

    # --- fingers -----------------------------------------------------------------------------------------------------

    def let_go(self) -> None:
        self._end_rest()
        self._finger = None
        self._went_down_on = ""
        if self.stage.finger is self:
            self.stage.finger = None
        self.setDown(False)

    def _take(self, at: QPointF | None = None) -> bool:
        """False when another finger is at work, and for one that bounces. A key has no place and does not bounce."""
        if self.stage.finger not in (None, self) or not self.touched:
            return False
        in_window = self.mapTo(self.window(), at) if at is not None else None
        self._at = (in_window.x(), in_window.y()) if in_window is not None else None
        if self._at is not None and self.stage.bounces.is_bounce((self.touched, self.about), self._at, self._since):
            return False
        self.stage.finger = self
        self._went_down_on = self.touched
        if self.hold or (self.rest and at is not None):
            self._begin_rest()
        return True

    # --- what has to be held ----------------------------------------------------------------------------------------

    @property
    def rested(self) -> float:
        """How much of the time the finger has rested, from 0 to 1."""
        if self._rest is None:
            return 0.0
        return max(0.0, 1 - self._rest.remainingTime() / max(1, self._rest.interval()))

    def hold_by_key(self) -> None:
        """A key is held down instead of a finger."""
        if self._rest is None and self._take():
            self.setDown(True)

    def _begin_rest(self) -> None:
        self._rest = QTimer(self, singleShot=True, interval=round(self.stage.look.hold * 1000))
        self._rest.timeout.connect(self._held)
        ticks = QTimer(self._rest, interval=TICK)
        ticks.timeout.connect(self.update)
        self._rest.start()
        ticks.start()

    def _end_rest(self) -> None:
        if self._rest is not None:
            self._rest.stop()
            self._rest.deleteLater()
            self._rest = None
            self.update()

    def _held(self) -> None:
        rest = self.rest if not self.hold else ""
        if self._rest is not None and self.isDown() and self._went_down_on == self.touched:
            self._end_rest()
            if rest:
                self.let_go()
                self.stage.press(rest)
                return
            self._clicked()
        self.let_go()

    def _clicked(self) -> None:
        touched, self._went_down_on = self._went_down_on or self.touched, ""
        self.stage.finger = None
        if touched == self.touched and touched:
            if self._at is not None:
                self.stage.bounces.touched((touched, self.about), self._at)
            self.stage.press(touched)

    def event(self, event: QEvent) -> bool:
        kinds = QEvent.Type
        if event.type() in (kinds.TouchBegin, kinds.TouchUpdate, kinds.TouchEnd, kinds.TouchCancel):
            self.stage.touched_once = True
            self._touch(cast(QTouchEvent, event))
            event.accept()
            return True
        return super().event(event)

    def _touch(self, event: QTouchEvent) -> None:
        if event.type() is QEvent.Type.TouchCancel:
            self.let_go()
            return
        for point in event.points():
            if point.state() is QEventPoint.State.Pressed and self._finger is None and self._take(point.position()):
                self._finger = point.id()
                self.setDown(True)
            elif point.id() == self._finger:
                self._follow(point)

    def _follow(self, point: QEventPoint) -> None:
        inside = self._inside(point.position())
        if point.state() is not QEventPoint.State.Released:
            self.setDown(inside)
            return
        self._finger = None
        self.setDown(False)
        if inside and not self.hold:
            self.click()
        self.let_go()

    def _inside(self, at: QPointF) -> bool:
        return QRectF(0, 0, self.width(), self.height()).contains(at)

    def _echo(self, event: QMouseEvent) -> bool:
        """A mouse event that the system made of a touch we have had already."""
        synthesized = event.source() is not Qt.MouseEventSource.MouseEventNotSynthesized
        return self._finger is not None or (synthesized and self.stage.touched_once)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is Qt.MouseButton.LeftButton and not self._echo(event) and self._take(event.position()):
            self.setDown(True)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if self._went_down_on and not self._echo(event):
            self.setDown(self._inside(event.position()))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is Qt.MouseButton.LeftButton and self._went_down_on and not self._echo(event):
            inside = self._inside(event.position())
            self.setDown(False)
            if inside and not self.hold:
                self.click()
            self.let_go()
        event.accept()

    # --- keys --------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """The space bar touches what has the focus; every other key belongs to the whole screen."""
        if event.key() != Qt.Key.Key_Space:
            event.ignore()
        elif not event.isAutoRepeat() and self._take():
            self.setDown(True)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() != Qt.Key.Key_Space:
            event.ignore()
        elif not event.isAutoRepeat() and self._went_down_on:
            self.setDown(False)
            if not self.hold:
                self.click()
            self.let_go()


def guarded_paint(widget: QWidget, stage: PaintContext, paint: Painting) -> None:
    painter = QPainter(widget)
    try:
        painter.setRenderHints(HINTS)
        paint(painter, box_of(widget))
    except Exception as failure:
        painter.resetTransform()
        painter.setClipping(False)
        painter.setOpacity(1.0)
        painter.fillRect(widget.rect(), QColor(stage.colours.ground.fill))
        stage.trouble(failure)
    finally:
        painter.end()
