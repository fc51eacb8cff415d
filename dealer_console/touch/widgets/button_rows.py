"""The actions and the menu: seven fixed places each, so that hands learn them."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Button
from dealer_console.touch.arrangement import PLACES, place_box
from dealer_console.touch.input.touch_area import place
from dealer_console.touch.widgets.buttons import ButtonWidget
from dealer_console.touch.widgets.paint_context import PaintContext


class ButtonRow(QWidget):
    """One widget per place; a place without a button is empty and shows nothing."""

    def __init__(self, stage: PaintContext, parent: QWidget, *, large: bool) -> None:
        super().__init__(parent)
        self._stage = stage
        self._places = tuple(ButtonWidget(stage, self, large=large) for _ in range(PLACES))
        for widget in self._places:
            widget.hide()

    def lay_out(self, box: Box) -> None:
        place(self, box, self._stage.look.px_per_mm)
        for number, widget in enumerate(self._places):
            place(widget, place_box(box, number), self._stage.look.px_per_mm, within=box)

    def show_buttons(self, buttons: tuple[Button, ...]) -> None:
        by_place = _placed(buttons)
        for number, widget in enumerate(self._places):
            button = by_place.get(number)
            if button is not None:
                widget.show_value(button)
            else:
                widget.let_go()
            widget.setVisible(button is not None)


def _placed(buttons: tuple[Button, ...]) -> dict[int, Button]:
    """Each in its own place. One that finds its place taken is not lost: it goes to the first free one."""
    by_place: dict[int, Button] = {}
    late: list[Button] = []
    for button in buttons:
        if 0 <= button.place < PLACES and button.place not in by_place:
            by_place[button.place] = button
        else:
            late.append(button)
    free = [number for number in range(PLACES) if number not in by_place]
    return by_place | dict(zip(free, late, strict=False))
