"""The prompt: what to say or do now, large; why, small. Beside it the last action, with the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import KEY, Box
from dealer_console.screens.values import LastAction, PromptLine
from dealer_console.touch.input.touch_area import Painted, TouchArea, place, rect
from dealer_console.touch.theme.text_layout import JOINED, LEADING, ROUNDED_LINES, fitted, write
from dealer_console.touch.widgets.buttons import ButtonWidget
from dealer_console.touch.widgets.paint_context import PaintContext

SHARES = (0.76, 0.66, 0.56, 0.46, 0.38)  # of the height, for the large line: smaller until the small one is whole
NOTE_SHARES = SHARES[2:]


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
        clause = prompt.clause.replace(" ", JOINED)
        small = f"{prompt.small} ({clause})" if clause and prompt.small else prompt.small or clause
        said = f"⚠ {note}" if note else small
        sign = "⚠ " if prompt.tone == "danger" else ""
        large = self.stage.writing(self.stage.letters(4.9), bold=True, smallest=0.62, lines=5, top=True)
        below = self.stage.writing(self.stage.letters(3.4), lines=7, smallest=0.6, top=True)
        gap = self.stage.px(0.8)
        shares = (1.0,) if not said else NOTE_SHARES if note else SHARES[:3] if self.stage.look.large_text else SHARES
        for share in shares:
            fit = fitted(sign + prompt.big, round(box.width, 2), round(box.height * share, 2), large)
            upper = Box(0, 0, box.width, len(fit.lines) * fit.px * LEADING)
            lower = Box(0, upper.bottom + gap, box.width, box.height - upper.bottom - gap - below.size * ROUNDED_LINES)
            rest = fitted(said, round(lower.width, 2), round(lower.height, 2), below)
            if rest.whole and len(rest.lines) * rest.px * LEADING <= lower.height + 1:
                break
        most = Box(0, 0, box.width, box.height * share)
        write(painter, most, sign + prompt.big, self.stage.colours.prompt[prompt.tone], large)
        write(painter, lower, said, self.stage.colours.prompt["danger"] if note else face.soft, below)


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
