"""The banner over the felt's edge: the worst of what is not as it should be, and how many more there are."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPen

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Banner, Level
from dealer_console.touch.input.touch_area import TouchArea, place, rect
from dealer_console.touch.theme.symbols import sign_in
from dealer_console.touch.theme.text_layout import write
from dealer_console.touch.widgets.top_line import LEVEL_SIGNS

LETTERS = 3.3
SIGN = 3.6
ROUND = 2.0
LINES = 5


class BannerWidget(TouchArea):
    """Always in the same place. The answer to a touch stands there first, until the next touch."""

    _value: tuple[tuple[Banner, ...], str, Level] = ((), "", "bad")

    def lay_out(self, box: Box) -> None:
        place(self, box, self.stage.look.px_per_mm)

    def show_banners(self, banners: tuple[Banner, ...], note: str = "", level: Level = "bad") -> None:
        if (banners, note, level) == self._value:
            return
        self._value = banners, note, level
        touched = banners[0].touch if banners and not note else ""
        self.name(touched, note or ". ".join(banner.text for banner in banners))
        self.update()

    @property
    def shows(self) -> bool:
        return any(self._value[:2])

    def paint(self, painter: QPainter, box: Box) -> None:
        banners, note, level = self._value
        if not banners and not note:
            return
        level = level if note else banners[0].level
        face = self.stage.colours.banners[level]
        thick = max(1.0, self.stage.px(0.3))
        painter.setPen(QPen(QColor(face.edge), thick))
        painter.setBrush(QColor(face.edge if self.isDown() else face.fill))
        painter.drawRoundedRect(rect(box.inset(thick / 2)), self.stage.px(ROUND), self.stage.px(ROUND))
        side = self.stage.letters(SIGN)
        left = self.stage.px(1.5)
        sign = "⚠" if level in ("warn", "bad") else LEVEL_SIGNS[level]
        painter.fillPath(sign_in(sign, left, (box.height - side) / 2, side), QColor(face.text))
        more = f"+{len(banners) - 1}" if len(banners) > 1 and not note else ""
        count = self.stage.letters(LETTERS) * 1.6 if more else 0.0
        x = left + side * 1.3
        words = Box(x, self.stage.px(0.6), box.width - x - count - self.stage.px(1.2), box.height - self.stage.px(1.2))
        writing = self.stage.writing(self.stage.letters(LETTERS), bold=level == "bad", lines=LINES, smallest=0.6)
        write(painter, words, note or banners[0].text, face.text, writing)
        at = Box(box.width - count - self.stage.px(1.0), 0, count, box.height)
        write(painter, at, more, face.text, self.stage.writing(self.stage.letters(LETTERS), bold=True, side="right"))
