"""Banners: always honest, always in sight. Side by side under the top line."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import FINGER, SPACE, Box
from dealer_console.screens.values import Banner
from dealer_console.touch.input.touch_area import TouchArea, place, rect
from dealer_console.touch.theme.symbols import sign_in
from dealer_console.touch.theme.text_layout import LEADING, Writing, breadth, write
from dealer_console.touch.widgets.paint_context import PaintContext
from dealer_console.touch.widgets.top_line import LEVEL_SIGNS

LETTERS = 3.0
SIGN = 3.2
BESIDE = 2.0
NARROWER = 0.8  # letters may be made smaller before a word is cut
REMARK_SHARE = 0.4  # of the strip, at most, for what is only a remark
LINES = 4
SMALLEST = 0.66  # letters, as a share of the usual ones
UNEVEN = 1.15  # lines do not break where it would be best


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
        side = min(box.height * 0.6, self.stage.letters(SIGN))
        left = self.stage.px(BESIDE)
        sign = "⚠" if value.level in ("warn", "bad") else LEVEL_SIGNS[value.level]
        painter.fillPath(sign_in(sign, left, (box.height - side) / 2, side), QColor(face.text))
        words = Box(left + side * 1.5, 0, box.width - left - side * 1.5 - self.stage.px(1), box.height)
        writing = Writing(size=self.stage.letters(LETTERS), bold=value.level == "bad", lines=LINES, smallest=SMALLEST)
        write(painter, words, value.text, face.text, writing)


class BannerStrip(QWidget):
    """Each as broad as its words in one line; where that is too much, remarks give way first. None is dropped."""

    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
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
        touched = any(banner.touch for banner in self._banners)
        top = max(0.0, self._box.height - max(FINGER, self._box.height - SPACE)) if touched else 0.0
        free = self._box.width - (SPACE * (len(self._banners) - 1) if touched else 0)
        x = 0.0
        widths = shares([self._claim(each) for each in self._banners], free)
        for widget, banner, width in zip(self._widgets, self._banners, widths, strict=False):
            place(widget, Box(x, top, width, self._box.height - top), self._stage.look.px_per_mm)
            widget.show_value(banner)
            x += width + (SPACE if touched else 0)
        for at, widget in enumerate(self._widgets):
            widget.setVisible(at < len(self._banners))

    def _claim(self, banner: Banner) -> Claim:
        letters, bold = round(self._stage.letters(LETTERS)), banner.level == "bad"
        density = self._stage.look.px_per_mm
        beside = 1.6 * self._stage.letters(SIGN) / density + BESIDE + 2.0
        longest = max(breadth(word, letters, bold) for word in banner.text.split(" "))
        words = breadth(banner.text, letters, bold) / density
        lines = max(1, int(self._box.height * density / (letters * SMALLEST * LEADING)))
        return Claim(
            needs=words + beside,
            packed=words * SMALLEST / min(lines, LINES) * UNEVEN + beside,
            least=longest * NARROWER / density + beside,
            remark=banner.level == "off",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a banner wants of the strip, in millimetres: its words in one line, or at least its longest word."""

    needs: float
    least: float
    packed: float  # in the smallest letters and as many lines as there may be
    remark: bool = False


def shares(claims: list[Claim], free: float) -> list[float]:
    needed = sum(claim.needs for claim in claims)
    remarks = sum(claim.needs for claim in claims if claim.remark)
    if needed <= free or remarks in (0, needed):
        return _shared(claims, free)
    packed = sum(claim.packed for claim in claims if claim.remark)
    for_remarks = max(free - (needed - remarks), min(packed, free * REMARK_SHARE))
    parts = {
        remark: iter(_shared([claim for claim in claims if claim.remark is remark], room))
        for remark, room in ((True, for_remarks), (False, free - for_remarks))
    }
    return [next(parts[claim.remark]) for claim in claims]


def _shared(claims: list[Claim], free: float) -> list[float]:
    """To each its longest word, and the rest by how much more they have to say."""
    rest = free - sum(claim.least for claim in claims)
    more = sum(claim.needs - claim.least for claim in claims)
    if rest <= 0 or more <= 0:
        return [free * claim.needs / sum(each.needs for each in claims) for claim in claims]
    return [claim.least + rest * (claim.needs - claim.least) / more for claim in claims]
