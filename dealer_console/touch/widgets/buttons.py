"""A button as it is painted: the label large, what it means or why it cannot be below, its key in the corner."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Button
from dealer_console.touch.input.touch_area import TouchArea, rect
from dealer_console.touch.theme.symbols import SIGNS
from dealer_console.touch.theme.text_layout import LEADING, Writing, fitted_whole, inked, write
from dealer_console.touch.theme.themes import Face, contrast, mixed
from dealer_console.touch.widgets.paint_context import PaintContext

ROUND = 2.2  # millimetres
KEY_LETTERS = 3.0
KEY_HEADS = (0.0, 0.8, 1.12)  # of its letters: what a key in the corner takes of the room for the label
BESIDE_CORNER, BELOW_CORNER = 1.6, 0.5  # what a label keeps from the key and the tick
LEAST = 3.0
SHARES = (0.5, 0.36, 0.6, 0.7, 0.28)  # of a button, for its label; the first with which all is whole
KEY_NAMES = {"Escape": "Esc", "Return": "Enter", "Backspace": "", "Delete": "Del", "PgDown": "PgDn"}
HELD_BAR = 0.55  # of the text in the fill: a sign that has to be seen
CHIP_INKS = ("#14171b", "#ffffff")
CHIP_COLOURS = {
    "white": "#e8e6df",
    "pink": "#e58fb0",
    "red": "#c02430",
    "blue": "#2759b8",
    "green": "#1f7a46",
    "black": "#1b1d21",
    "purple": "#6b3fa0",
    "yellow": "#e3b72c",
    "orange": "#d9731f",
    "grey": "#8b939c",
    "brown": "#76502f",
    "lavender": "#a991cf",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """Where the label stands and what is below it; `fits` where nothing is cut off and nothing meets."""

    upper: Box
    large: Writing
    lower: Box
    small: Writing
    fits: bool


class ButtonWidget(TouchArea):
    """Paints one `Button`; equal values are not painted again."""

    def __init__(self, stage: PaintContext, parent: QWidget | None = None, *, large: bool = False) -> None:
        super().__init__(stage, parent)
        self._large = large
        self.value: Button | None = None

    def show_value(self, value: Button) -> None:
        if value == self.value:
            return
        self.value = value
        self.main = value.main
        words = value.spoken or value.label
        spoken = words if value.enabled or not value.reason else f"{words}: {value.reason}"
        self.name(value.id, spoken, value.key, value.about)
        self.hold = value.hold and value.enabled
        self.rest = value.rest if value.enabled else ""
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        value = self.value
        if value is None:
            return
        face = self.stage.colours.buttons[value.tone] if value.enabled else self.stage.colours.refused
        self._body(painter, box, face, value)
        inner = box.inset(self.stage.px(1.1), self.stage.px(1.0))
        if value.colour:
            self._chip(painter, inner, value)
        else:
            self._words(painter, inner, face, value)

    def _body(self, painter: QPainter, box: Box, face: Face, value: Button) -> None:
        fill = mixed(face.fill, face.text, self.stage.colours.pressed) if self.isDown() else face.fill
        style = Qt.PenStyle.SolidLine if value.enabled else Qt.PenStyle.DashLine
        thick = max(1.0, self.stage.px(0.5 if value.checked else 0.22))
        edge = face.text if value.checked else face.edge
        painter.setPen(QPen(QColor(edge), thick, style))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(rect(box.inset(thick / 2)), self.stage.px(ROUND), self.stage.px(ROUND))
        if self.hold or self.rest:
            self._bar(painter, box, face)

    def _bar(self, painter: QPainter, box: Box, face: Face) -> None:
        """What has to be held has a bar at its foot, which fills while the finger rests."""
        high = self.stage.px(1.1)
        bar = Box(box.width * 0.12, box.height - 2.2 * high, box.width * 0.76, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mixed(face.fill, face.text, HELD_BAR)))
        painter.drawRoundedRect(rect(bar), high / 2, high / 2)
        if self.rested:
            painter.setBrush(QColor(face.text))
            painter.drawRoundedRect(rect(Box(bar.x, bar.y, bar.width * self.rested, high)), high / 2, high / 2)

    def _chip(self, painter: QPainter, inner: Box, value: Button) -> None:
        """A chip of the table's set: its colour, six dashes on the rim, its worth in the middle; below it the count."""
        face = self.stage.colours.buttons[value.tone]
        words = value.label.split("\u00a0")
        line = max(self.stage.least * 1.25, min(self.stage.letters(4.0), inner.height * 0.22))
        below = line * 2 if len(words) > 1 else 0.0  # also without an amount: chips of one tray are of one size
        side = min(inner.height - below, inner.width) * 0.96
        body = Box(inner.middle[0] - side / 2, inner.y + (inner.height - below - side) / 2, side, side)
        self._disc(painter, body, face, value.colour, words[-1])
        for at, text in enumerate(("\u00a0".join(words[:-1]), value.hint) if below else ()):
            row = Box(inner.x, inner.bottom - below + at * line, inner.width, line)
            writing = self.stage.writing(line * 0.78, bold=at == 0, side="centre", smallest=0.8)
            write(painter, row, text, face.soft if at else face.text, writing)
        if value.checked:
            tick = self.stage.letters(3.6)
            write(painter, Box(inner.x, inner.y, tick * 1.5, tick), "✓", face.text, self.stage.writing(tick, bold=True))

    def _disc(self, painter: QPainter, body: Box, face: Face, colour: str, worth: str) -> None:
        side = body.width
        fill = CHIP_COLOURS.get(colour, colour if colour.startswith("#") else CHIP_COLOURS["grey"])
        ink = ink_on(fill)
        painter.setPen(QPen(QColor(ink), max(1.0, side * 0.04)))
        painter.setBrush(QColor(fill))
        painter.drawEllipse(rect(body))
        # Without a line around it, the rim is lost on a button that is as bright.
        painter.setPen(QPen(QColor(face.soft), max(1.0, self.stage.px(0.2))))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(rect(body.inset(-side * 0.02)))
        painter.setPen(QPen(QColor(ink), side * 0.09, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for at in range(6):
            painter.drawArc(rect(body.inset(side * 0.06)), at * 60 * 16, 18 * 16)
        writing = self.stage.writing(side * 0.34, bold=True, side="centre", smallest=0.5)
        write(painter, body.inset(side * 0.08, 0), worth, ink, writing)

    def _words(self, painter: QPainter, inner: Box, face: Face, value: Button) -> None:
        """The label, and below it what it means or why it cannot be; the key in the corner gives way to both."""
        tick = self.stage.letters(3.4)
        if value.checked:
            write(painter, Box(inner.x, inner.y, tick * 1.5, tick), "✓", face.text, self.stage.writing(tick, bold=True))
        ticked = (Box(inner.x, inner.y, tick, tick),) if value.checked else ()
        foot = self.stage.px(1.6) if self.hold or self.rest else 0.0
        room = Box(inner.x, inner.y, inner.width, inner.height - foot)
        below = value.hint if value.enabled else value.reason or value.hint
        key, corner, small = self._key(inner, value)
        laid = self._laid(room, value, below, (*ticked, *inked(key, corner, small)))
        if not laid.fits:
            key, laid = "", self._laid(room, value, below, ticked)
        if not laid.fits and value.checked:
            beside = Box(room.x + 1.3 * tick, room.y, room.width - 1.3 * tick, room.height)
            laid = self._laid(beside, value, below, ())
        if not laid.fits:
            laid = self._laid(room, value, below, ())
        write(painter, laid.upper, value.label, face.text, laid.large)
        write(painter, laid.lower, below, face.soft, laid.small)
        write(painter, corner, key, face.soft, small)

    def _key(self, inner: Box, value: Button) -> tuple[str, Box, Writing]:
        """What stands in the corner, where, and how."""
        key = KEY_NAMES.get(value.key, value.key) if value.enabled and value.key != value.label else ""
        size = self.stage.letters(KEY_LETTERS)
        corner = Box(inner.x, inner.y - self.stage.px(0.4), inner.width, size * LEADING)
        return key, corner, self.stage.writing(size, side="right")

    def _laid(self, room: Box, value: Button, below: str, corners: tuple[Box, ...]) -> Laid:
        """The first way in which all words are whole and the label keeps away from what stands in the corners."""
        large, small = self._writings(value, below)
        kept = [corner.inset(-self.stage.px(BESIDE_CORNER), -self.stage.px(BELOW_CORNER)) for corner in corners]
        shares = (1.0,) if not below else SHARES if value.enabled else SHARES[1:]
        for head in (KEY_HEADS[bool(below) :]) if corners else (0.0,):
            high = head * self.stage.letters(KEY_LETTERS)
            body = Box(room.x, room.y + high, room.width, room.height - high)
            for upper, lower in map(body.parted, shares):
                clear = not any(line.overlaps(corner) for line in inked(value.label, upper, large) for corner in kept)
                fits = clear and _whole(value.label, upper, large) and (not below or _whole(below, lower, small))
                laid = Laid(upper=upper, large=large, lower=lower, small=small, fits=fits)
                if fits:
                    return laid
        return laid

    def _writings(self, value: Button, below: str) -> tuple[Writing, Writing]:
        """Of the label and of what stands below it."""
        size = self.stage.letters(5.0 if self._large or value.main else 3.9) * (1.5 if value.label in SIGNS else 1.0)
        size *= 0.86 if below and not value.enabled else 1.0
        lines = 3 if below else min(4, len(value.label.split()))
        bold = bool(below) or self._large or value.main
        return (
            self.stage.writing(size, bold=bold, side="centre", lines=lines, smallest=0.5),
            self.stage.writing(self.stage.letters(LEAST), side="centre", lines=4, smallest=0.6),
        )


def ink_on(fill: str) -> str:
    """Of the letters and the rim of a chip: what is read best on its colour."""
    return max(CHIP_INKS, key=lambda ink: contrast(ink, fill))


def _whole(text: str, box: Box, writing: Writing) -> bool:
    return fitted_whole(text, round(box.width, 2), round(box.height, 2), writing) is not None
