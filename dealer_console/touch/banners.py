"""Banners: always honest, always in sight. Side by side under the top line."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import FINGER, SPACE, Box
from dealer_console.screens.values import Banner
from dealer_console.touch.lettering import Writing, write
from dealer_console.touch.stage import Stage
from dealer_console.touch.symbols import sign_in
from dealer_console.touch.top_line import LEVEL_SIGNS
from dealer_console.touch.touching import TouchArea, place, rect


class BannerWidget(TouchArea):
    value: Banner | None = None

    def show_value(self, value: Banner) -> None:
        if value == self.value:
            return
        self.value = value
        self.name(value.touch, value.text)
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value = self.value
        if value is None:
            return
        face = self.stage.colours.banners[value.level]
        painter.fillRect(rect(box), QColor(face.edge if self.isDown() else face.fill))
        painter.fillRect(rect(Box(0, box.height - 1, box.width, 1)), QColor(face.edge))
        side = min(box.height * 0.6, self.stage.letters(3.2))
        left = self.stage.px(2.0)
        sign = "⚠" if value.level in ("warn", "bad") else LEVEL_SIGNS[value.level]
        painter.fillPath(sign_in(sign, left, (box.height - side) / 2, side), QColor(face.text))
        words = Box(left + side * 1.5, 0, box.width - left - side * 1.5 - self.stage.px(1), box.height)
        writing = Writing(size=self.stage.letters(3.0), bold=value.level == "bad", lines=4, smallest=0.66)
        write(painter, words, value.text, face.text, writing)


class BannerStrip(QWidget):
    """Shares: a banner with more words gets more of the strip, within limits. All fit; none is dropped."""

    def __init__(self, stage: Stage, parent: QWidget) -> None:
        super().__init__(parent)
        self._stage = stage
        self._banners: tuple[Banner, ...] = ()
        self._widgets: list[BannerWidget] = []
        self._box = Box(0, 0, 0, 0)

    def lay_out(self, box: Box) -> None:
        self._box = box
        place(self, box, self._stage.look.px_per_mm)
        self._arrange()

    def show_banners(self, banners: tuple[Banner, ...]) -> None:
        if banners == self._banners:
            return
        self._banners = banners
        self._arrange()

    def _arrange(self) -> None:
        while len(self._widgets) < len(self._banners):
            self._widgets.append(BannerWidget(self._stage, self))
        weights = [min(60, max(24, len(banner.text))) for banner in self._banners]
        touched = any(banner.touch for banner in self._banners)
        top = max(0.0, self._box.height - max(FINGER, self._box.height - SPACE)) if touched else 0.0
        free = self._box.width - (SPACE * (len(weights) - 1) if touched else 0)
        x = 0.0
        for widget, banner, weight in zip(self._widgets, self._banners, weights, strict=False):
            width = free * weight / sum(weights)
            place(widget, Box(x, top, width, self._box.height - top), self._stage.look.px_per_mm)
            widget.show_value(banner)
            x += width + (SPACE if touched else 0)
        for at, widget in enumerate(self._widgets):
            widget.setVisible(at < len(self._banners))
