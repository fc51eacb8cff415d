"""The prompt: what to say or do now, large; why, small. Beside it the last action, with the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import KEY, SPACE, Box
from dealer_console.screens.values import LastAction, PromptLine
from dealer_console.touch.input.touch_area import Painted, TouchArea, place, rect
from dealer_console.touch.theme.text_layout import JOINED, Writing, write
from dealer_console.touch.widgets.buttons import ButtonWidget
from dealer_console.touch.widgets.paint_context import PaintContext


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
        left = self.stage.px(SPACE)
        width = box.width - left
        large = self.stage.letters(6.6)
        below = bool(small or note)
        share = 0.47 if note else 0.57 if below else 0.94
        upper = Box(left, box.height * 0.03, width, box.height * share)
        lower = Box(left, upper.bottom, width, box.height * (0.97 - share))
        colour = self.stage.colours.prompt[prompt.tone]
        sign = "⚠ " if prompt.tone == "danger" else ""
        write(painter, upper, sign + prompt.big, colour, Writing(size=large, bold=True, smallest=0.5, lines=2))
        said = f"⚠ {note}" if note else small
        tone = self.stage.colours.prompt["danger"] if note else face.soft
        size = self.stage.letters(3.4 if note else 3.0)
        write(painter, lower, said, tone, Writing(size=size, lines=2, smallest=0.55))


class LastActionWidget(Painted):
    """Always in sight: what was done last, and Undo where there is one."""

    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
        super().__init__(stage, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # it fills all of itself
        self._value: LastAction | None = None
        self._undo = ButtonWidget(stage, self)
        self._undo.hide()

    def lay_out(self, box: Box) -> None:
        place(self, box, self.stage.look.px_per_mm)
        width = max(KEY, min(box.width * 0.44, 26.0))
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

    def paint(self, painter: QPainter, box: Box) -> None:
        painter.fillRect(rect(box), QColor(self.stage.colours.ground.fill))
        if self._value is None:
            return
        right = self._undo.x() - self.stage.px(1.5) if self._value.undo is not None else box.width
        inner = Box(0, box.height * 0.08, right, box.height * 0.84)
        writing = Writing(size=self.stage.letters(2.9), side="right", lines=4, smallest=0.6)
        write(painter, inner, self._value.text, self.stage.colours.ground.soft, writing)
