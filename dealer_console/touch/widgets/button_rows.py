"""Buttons in places that never change, so that hands learn them: the actions, and the help."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Button
from dealer_console.touch.input.touch_area import place
from dealer_console.touch.widgets.buttons import ButtonWidget
from dealer_console.touch.widgets.paint_context import PaintContext


class ButtonRow(QWidget):
    """One widget per place; a place without a button is empty and shows nothing."""

    def __init__(self, stage: PaintContext, parent: QWidget, number: int, *, large: bool) -> None:
        super().__init__(parent)
        self._stage = stage
        self._places = tuple(ButtonWidget(stage, self, large=large) for _ in range(number))
        for widget in self._places:
            widget.hide()

    def lay_out(self, boxes: tuple[Box, ...]) -> None:
        whole = boxes[0]
        for box in boxes:
            whole = whole.union(box)
        place(self, whole, self._stage.look.px_per_mm)
        for widget, box in zip(self._places, boxes, strict=True):
            place(widget, box, self._stage.look.px_per_mm, within=whole)

    def show_buttons(self, buttons: tuple[Button, ...]) -> None:
        by_place = {button.place: button for button in buttons}
        for number, widget in enumerate(self._places):
            button = by_place.get(number)
            if button is not None:
                widget.show_value(button)
            else:
                widget.let_go()
            widget.setVisible(button is not None)
