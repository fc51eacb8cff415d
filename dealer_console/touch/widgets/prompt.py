"""The prompt: what to say or do now, large; why, small. Beside it the last action, with the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import KEY, Box
from dealer_console.screens.values import LastAction, PromptLine
from dealer_console.touch.input.touch_area import Painted, TouchArea, place, rect
from dealer_console.touch.theme.text_layout import JOINED, LEADING, Writing, fitted, fitted_whole, write
from dealer_console.touch.widgets.buttons import ButtonWidget
from dealer_console.touch.widgets.paint_context import PaintContext

LARGE, SMALL = 4.9, 3.4  # millimetres of the letters
PLAIN, CLOSE, NARROW = 100, 80, 0  # percent: how narrow letters may be
LINES = 9
READ_FIRST = 0.62  # of the large line: above it letters are rather narrower than smaller
BELOW = 0.85  # of the large line: the small one is never larger, or it would be read first
ABOVE = 0.58  # of the large line: the small one is not smaller, while letters can give way


class PromptWidget(TouchArea):
    """A refusal of the last touch stands in the small line until the next one."""

    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
        super().__init__(stage, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # it fills all of itself
        self._value: tuple[PromptLine, str] | None = None

    def lay_out(self, box: Box) -> None:
        place(self, box, self.stage.look.px_per_mm)

    def show_value(self, prompt: PromptLine, note: str) -> None:
        if (prompt, note) == self._value:
            return
        self._value = prompt, note
        self.name(prompt.touch, ". ".join(part for part in (prompt.big, note, prompt.small, prompt.clause) if part))
        self.update()

    def paint(self, painter: QPainter, box: Box) -> None:
        face = self.stage.colours.ground
        painter.fillRect(rect(box), QColor(face.edge if self.isDown() else face.fill))
        if self._value is None:
            return
        prompt, note = self._value
        laid = laid_out(self.stage, prompt, note, box)
        write(painter, laid.upper, laid.big, self.stage.colours.prompt[prompt.tone], laid.large)
        write(painter, laid.lower, laid.said, self.stage.colours.prompt["danger"] if note else face.soft, laid.small)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOut:
    """The two texts of a prompt, each with its box and its letters; `whole` where no word is cut off."""

    big: str
    upper: Box
    large: Writing
    said: str
    lower: Box
    small: Writing
    whole: bool


def laid_out(stage: PaintContext, prompt: PromptLine, note: str, box: Box) -> LaidOut:
    """The large line as large as the small one leaves it: both are read, the large one first."""
    for big, said in _texts(prompt, note):
        for narrowest, least in ((CLOSE, ABOVE), (CLOSE, 0.0), (NARROW, 0.0)):
            for large in _large(stage, narrowest):
                if _is_whole(big, _upper(box), large):
                    laid = _laid(stage, (big, large), said, box, max(stage.least, int(large.size * least)))
                    if laid.whole:
                        return laid
    return _laid(stage, (big, large), said, box, stage.least)


def _texts(prompt: PromptLine, note: str) -> Iterator[tuple[str, str]]:
    """A clause was asked for: without room for all of it, it takes the small line, or follows the large one."""
    clause = prompt.clause.replace(" ", JOINED)
    small = f"{prompt.small} ({clause})" if clause and prompt.small else prompt.small or clause
    big = ("⚠ " if prompt.tone == "danger" else "") + prompt.big
    yield big, f"⚠ {note}" if note else small
    if clause and not note:
        yield big, clause
        yield f"{big} ({clause})", ""


def _large(stage: PaintContext, narrowest: int) -> Iterator[Writing]:
    """Downwards. Large text begins higher and comes by the usual sizes, so it is never smaller."""
    end = stage.least if narrowest == NARROW else max(stage.least, round(stage.px(LARGE) * stage.grown * READ_FIRST))
    for px in range(round(stage.letters(LARGE)), end - 1, -1):
        yield _exactly(stage, px, LINES, narrowest, bold=True)
    if narrowest == NARROW:
        yield from (_exactly(stage, stage.least, lines, narrowest, bold=True) for lines in (3, 2, 1))


def _exactly(stage: PaintContext, px: int, lines: int, narrowest: int, *, bold: bool = False) -> Writing:
    return stage.writing(px, bold=bold, smallest=1.0, lines=lines, top=True, narrowest=narrowest)


def _upper(box: Box) -> Box:
    return Box(0, 0, box.width, box.height)


def _laid(stage: PaintContext, big: tuple[str, Writing], said: str, box: Box, least: int) -> LaidOut:
    text, large = big
    upper = _upper(box)
    lines = fitted(text, round(box.width, 2), round(box.height, 2), large).lines
    top = len(lines) * large.size * LEADING + stage.px(0.8)
    lower = Box(0, top, box.width, box.height - top)
    largest = max(stage.least, min(round(stage.letters(SMALL)), int(large.size * BELOW)))
    sizes = range(largest, min(largest, least) - 1, -1) if said else ()
    smaller = (_exactly(stage, px, LINES, large.narrowest if px == stage.least else PLAIN) for px in sizes)
    small = next((small for small in smaller if _is_whole(said, lower, small)), None)
    whole = _is_whole(text, upper, large) and (not said or small is not None)
    small = small or _exactly(stage, stage.least, LINES, NARROW)
    return LaidOut(big=text, upper=upper, large=large, said=said, lower=lower, small=small, whole=whole)


def _is_whole(text: str, box: Box, writing: Writing) -> bool:
    fit = fitted_whole(text, round(box.width, 2), round(box.height, 2), writing)
    return fit is not None and len(fit.lines) * fit.px * LEADING <= box.height + 1


class LastActionWidget(Painted):
    """Always in sight: what was done last, and Undo where there is one."""

    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
        super().__init__(stage, parent)
        self._value: LastAction | None = None
        self._undo = ButtonWidget(stage, self)
        self._undo.hide()

    def lay_out(self, box: Box) -> None:
        place(self, box, self.stage.look.px_per_mm)
        width = max(KEY, min(box.width * 0.5, 26.0 * self.stage.grown))
        place(self._undo, Box(box.width - width, 0, width, box.height), self.stage.look.px_per_mm)

    def show_value(self, value: LastAction | None) -> None:
        if value == self._value:
            return
        before, self._value = self._value, value
        undo = value.undo if value is not None else None
        stays = before is not None and before.undo is not None and undo is not None
        if undo is not None:
            self._undo.show_value(undo)
        else:
            self._undo.let_go()
        self._undo.setVisible(undo is not None)
        self.setAccessibleName(value.text if value is not None else "")
        # A button that stays as it is need not be painted with every word beside it.
        self.update(0, 0, self._undo.x() if stays else self.width(), self.height())

    @property
    def shows(self) -> bool:
        return self._value is not None

    def paint(self, painter: QPainter, box: Box) -> None:
        """On the cloth, which shines through."""
        if self._value is None:
            return
        right = self._undo.x() - self.stage.px(1.5) if self._value.undo is not None else box.width
        writing = self.stage.writing(self.stage.letters(3.2), side="right", lines=4, smallest=0.6)
        write(painter, Box(0, 0, right, box.height), self._value.text, self.stage.colours.felt.soft, writing)
