"""The banner over the felt's edge: the worst of what is not as it should be, and how many more there are."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPen

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Banner, Level
from dealer_console.touch.input.touch_area import TouchArea, place, rect
from dealer_console.touch.theme.symbols import sign_in
from dealer_console.touch.theme.text_layout import LEADING, breadth, write
from dealer_console.touch.widgets.top_line import LEVEL_SIGNS

LETTERS = 3.3
SIGN = 3.6
ROUND = 2.0
AIR = 1.2  # between the words, the sign and the edges
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
        letters, air = self.stage.letters(LETTERS), self.stage.px(AIR)
        more = f"+{len(banners) - 1}" if len(banners) > 1 and not note else ""
        x = self._corner(painter, box, level, more) + air
        words = Box(x, air / 2, box.width - air - x, box.height - air)
        writing = self.stage.writing(letters, bold=level == "bad", lines=LINES, smallest=0.6)
        write(painter, words, note or banners[0].text, face.text, writing)

    def _corner(self, painter: QPainter, box: Box, level: Level, more: str) -> float:
        """The sign of its level, below it how many more there are: the words have all the breadth beside both."""
        face, left = self.stage.colours.banners[level], self.stage.px(AIR)
        side, letters = self.stage.letters(SIGN), self.stage.letters(LETTERS)
        count = breadth(more, round(letters), True) if more else 0.0
        wide, line = max(side, count), letters * LEADING if more else 0.0
        top = (box.height - side - line) / 2
        sign = "⚠" if level in ("warn", "bad") else LEVEL_SIGNS[level]
        painter.fillPath(sign_in(sign, left + (wide - side) / 2, top, side), QColor(face.text))
        at = Box(left - 1, top + side, wide + 2, line)
        write(painter, at, more, face.text, self.stage.writing(letters, bold=True, side="centre"))
        return left + wide
