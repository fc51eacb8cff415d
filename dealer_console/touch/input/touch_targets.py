"""Everything on a window that can be touched, with its place in millimetres, its name and its key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import MAIN_ACTION, PAD_KEY, SECONDARY, SMALLEST, Box
from dealer_console.touch.input.touch_area import TouchArea
from dealer_console.touch.safe_screen import SafeScreen
from dealer_console.touch.widgets.button_rows import ButtonRow
from dealer_console.touch.widgets.buttons import ButtonWidget


@dataclass(frozen=True, slots=True, kw_only=True)
class Touchable:
    """`box` is in millimetres from the window's corner, `least` how broad and high it has to be."""

    id: str
    name: str
    key: str
    box: Box
    least: float
    widget: TouchArea


def touchables(window: QWidget) -> Iterator[Touchable]:
    """What a finger can reach now. Under the safe screen that is the safe screen alone."""
    areas = [area for area in window.findChildren(TouchArea) if area.isVisible() and area.touched]
    safe = [area for area in areas if isinstance(area, SafeScreen)]
    for area in safe or areas:
        corner = area.mapTo(window, QPoint(0, 0))
        pixels = Box(corner.x(), corner.y(), area.width(), area.height())
        yield Touchable(
            id=area.touched,
            name=area.accessibleName(),
            key=area.key,
            box=pixels.scaled(1 / area.stage.look.px_per_mm),
            least=_least(area),
            widget=area,
        )


def _least(area: TouchArea) -> float:
    """A main action in its row 20 mm, every other button 15; a key of a pad is narrower and as high as an action."""
    if isinstance(area.parent(), ButtonRow) and area.main:
        return MAIN_ACTION
    if isinstance(area, ButtonWidget):
        return PAD_KEY if area.main and area.height() >= area.stage.px(MAIN_ACTION) else SECONDARY
    return SMALLEST
