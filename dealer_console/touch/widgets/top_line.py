"""The top line: table, game, shoe, the lights of the devices with their words, round, dealer, clock."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import FINGER, GAP, SPACE, Box
from dealer_console.screens.values import Light, TopLine
from dealer_console.touch.input.touch_area import Painted, TouchArea, place, rect
from dealer_console.touch.theme.symbols import sign_in
from dealer_console.touch.theme.text_layout import LEADING, Writing, breadth, fitted, write
from dealer_console.touch.widgets.paint_context import PaintContext

# A form for each level: a lamp is known without its colour.
LEVEL_SIGNS = {"good": "●", "busy": "▶", "warn": "▲", "bad": "✗", "off": "○"}
LIGHTS_SHARE = 0.42
NARROW_LIGHTS = 0.5
RIGHT_SHARE = 0.19
NARROW_RIGHT = 0.135
LIGHT = 28.0
NARROW_LIGHT = 17.0  # below it, bold letters are too broad
LARGE, SMALL = 3.9, 3.0  # letters, in mm
SOFT = ("shoe", "dealer")
NARROW = 180.0  # millimetres: an upright display
ONE_LINE = 0.82  # letters are made so much smaller before a text takes a second line


class LightWidget(TouchArea):
    value: Light | None = None

    def show_value(self, value: Light) -> None:
        if value == self.value:
            return
        self.value = value
        percent = f", {value.percent} %" if value.percent is not None else ""
        self.name(value.id, f"{value.name}: {value.words}{percent}")
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value, colours = self.value, self.stage.colours
        if value is None:
            return
        if self.isDown():
            painter.fillRect(rect(box), QColor(colours.row.edge))
        side = max(
            self.stage.least, self.stage.px(SMALL) * self.stage.grown
        )  # words grow with large text, not the lamp
        left = self.stage.px(0.8)
        middle = box.height * (0.44 if value.percent is not None else 0.5)
        painter.fillPath(
            sign_in(LEVEL_SIGNS[value.level], left, middle - side / 2, side), QColor(colours.levels[value.level])
        )
        if value.simulated:
            painter.setPen(QPen(QColor(colours.levels["warn"]), max(1.0, self.stage.px(0.25)), Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(rect(Box(left, middle - side / 2, side, side).inset(-side * 0.2)))
        high = box.height * (0.88 if value.percent is not None else 1.0)
        words = Box(left + side * 1.3, 0, box.width - left - side * 1.3, high)
        small = self.stage.letters(SMALL)
        name = self.stage.writing(small, bold=words.width > self.stage.px(NARROW_LIGHT))
        state = self.stage.writing(small, smallest=0.55, lines=2)
        upper, lower = stacked(words, ((value.name, name), (value.words, state)))
        write(painter, upper, value.name, colours.ground.text, name)
        write(painter, lower, value.words, colours.ground.soft, state)
        if value.percent is not None:
            self._progress(painter, Box(words.x, box.height * 0.90, words.width, box.height * 0.06), value)

    def _progress(self, painter: QPainter, bar: Box, value: Light) -> None:
        painter.fillRect(rect(bar), QColor(self.stage.colours.track))
        done = Box(bar.x, bar.y, bar.width * min(100, max(0, value.percent or 0)) / 100, bar.height)
        painter.fillRect(rect(done), QColor(self.stage.colours.levels[value.level]))


class TopLineWidget(Painted):
    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
        super().__init__(stage, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # it fills all of itself
        self._value: TopLine | None = None
        self._lights: list[LightWidget] = []
        self._box = Box(0, 0, 0, 0)
        self._region = QRegion()

    def lay_out(self, box: Box) -> None:
        self._box = box
        place(self, box, self.stage.look.px_per_mm)
        self._place_lights()

    def show_value(self, value: TopLine) -> None:
        if value == self._value:
            return
        before, self._value = self._value, value
        self.setAccessibleName(
            " · ".join(
                part for part in (value.table, value.game, value.shoe, value.round, value.dealer, value.clock) if part
            )
        )
        if before is None or len(before.lights) != len(value.lights):
            self._place_lights()
        for widget, light in zip(self._lights, value.lights, strict=False):
            widget.show_value(light)
        if before is None or len(before.lights) != len(value.lights):
            self.update()
            return
        # A card that leaves the shoe changes one word: nothing else is painted again, nor are the lights between.
        if before.table != value.table:
            self.update(0, 0, round(self._lights_box().x * self.stage.look.px_per_mm), self.height())
        old = self._words(before)
        for name, box in self._words(value).items():
            if (getattr(before, name), old[name]) != (getattr(value, name), box):
                self.update(_around(box.union(old[name])))

    def _lights_box(self) -> Box:
        """As broad as its lights need: a table without devices has more room for its name."""
        number = len(self._value.lights) if self._value is not None else 0
        broad = LIGHT * max(1.0, self.stage.grown) + SPACE
        width = min(number * broad, self._box.width * (NARROW_LIGHTS if self._narrow else LIGHTS_SHARE))
        return Box(self._right().x - width, 0, width, self._box.height)

    @property
    def _narrow(self) -> bool:
        return self._box.width <= NARROW

    def _left(self) -> Box:
        return Box(SPACE, 0, self._lights_box().x - 2 * SPACE, self._box.height)

    def _right(self) -> Box:
        start = self._box.width * (1 - (NARROW_RIGHT if self._narrow else RIGHT_SHARE))
        return Box(start, 0, self._box.width - start - SPACE, self._box.height)

    def _place_lights(self) -> None:
        lights = self._value.lights if self._value is not None else ()
        while len(self._lights) < len(lights):
            self._lights.append(LightWidget(self.stage, self))
        area = self._lights_box()
        width = max(area.width / max(1, len(lights)) - SPACE, FINGER)
        for at, widget in enumerate(self._lights):
            box = Box(area.x + at * (width + SPACE), 0, width, self._box.height)
            place(widget, box, self.stage.look.px_per_mm)
            widget.setVisible(at < len(lights))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        self._region = event.region()
        super().paintEvent(event)

    def paint(self, painter: QPainter, box: Box) -> None:
        value, face = self._value, self.stage.colours.ground
        painter.fillRect(rect(box), QColor(face.fill))
        painter.fillRect(rect(Box(0, box.height - 1, box.width, 1)), QColor(face.edge))
        if value is None:
            return
        for name, at in self._words(value).items():
            text = getattr(value, name)
            if text and self._region.intersects(_around(at)):
                write(painter, at, text, face.soft if name in SOFT else face.text, self._writing(name, at, text))

    def _words(self, value: TopLine) -> dict[str, Box]:
        """Where each text stands, in pixels, by its name in `TopLine`."""
        left, right = (side.scaled(self.stage.look.px_per_mm) for side in (self._left(), self._right()))
        needed = breadth(value.table, round(self.stage.letters(LARGE)), True) + self.stage.px(2 * SPACE)
        name = min(left.width * 0.30, needed)
        table = Box(left.x, 0, max(1.0, name - self.stage.px(GAP / 2)), left.height)
        middle = Box(left.x + name, 0, left.width - name, left.height)
        game, shoe = self._stacked(value, middle, ("game", "shoe"))
        if self._narrow:  # no breadth for the clock beside them
            clock, round_box, dealer = self._stacked(value, right, ("clock", "round", "dealer"))
        else:
            clock = Box(right.right - right.width * 0.36, 0, right.width * 0.36, right.height)
            beside = Box(right.x, 0, right.width * 0.62, right.height)
            round_box, dealer = self._stacked(value, beside, ("round", "dealer"))
        return {"table": table, "game": game, "shoe": shoe, "round": round_box, "dealer": dealer, "clock": clock}

    def _stacked(self, value: TopLine, box: Box, names: tuple[str, ...]) -> tuple[Box, ...]:
        return stacked(
            box, tuple((getattr(value, name), self._writing(name, box, getattr(value, name))) for name in names)
        )

    def _writing(self, name: str, box: Box, text: str) -> Writing:
        large, small = self.stage.letters(LARGE), self.stage.letters(SMALL)
        match name:
            case "table":
                return self.stage.writing(large, bold=True, smallest=0.5, lines=2)
            case "clock":
                return self.stage.writing(large, bold=True, side="right")
            case "round" | "dealer":
                return self.stage.writing(small, smallest=0.6, side="right")
            case "game" | "shoe":
                one_line = self.stage.writing(small, smallest=ONE_LINE)
                fit = fitted(text, round(box.width, 2), round(self.stage.letters(SMALL) * LEADING, 2), one_line)
                return one_line if fit.lines == (text,) else self.stage.writing(small, smallest=0.6, lines=2)
        raise KeyError(name)


def stacked(box: Box, texts: tuple[tuple[str, Writing], ...]) -> tuple[Box, ...]:
    """One below the other, together in the middle: each as high as its lines, an empty one as high as one line."""
    share = round(box.height / len(texts), 2)
    fits = [fitted(text, round(box.width, 2), share, writing) for text, writing in texts]
    heights = [len(fit.lines) * fit.px * LEADING for fit in fits]
    squeezed = min(1.0, box.height / sum(heights))
    y = box.y + (box.height - sum(heights) * squeezed) / 2
    boxes: list[Box] = []
    for height in heights:
        boxes.append(Box(box.x, y, box.width, height * squeezed))
        y += height * squeezed
    return tuple(boxes)


def _around(box: Box) -> QRect:
    return rect(box).toAlignedRect().adjusted(-1, -1, 1, 1)
