"""What can be touched now and where it lies, written into a file after every repaint: for a robot finger outside.

Tests drive the real display by it, and so can a machine that checks touch screens before they leave the house. The file
holds nothing that is not on the screen.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import MAIN_ACTION, SECONDARY, SMALLEST, Box
from dealer_console.screens.values import Button, Screen
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
    """A main action in its row 20 mm, every other button 15."""
    if isinstance(area.parent(), ButtonRow) and area.main:
        return MAIN_ACTION
    return SECONDARY if isinstance(area, ButtonWidget) else SMALLEST


def held(window: QWidget) -> list[str]:
    """What acts only while a finger rests on it."""
    return [touchable.id for touchable in touchables(window) if touchable.widget.hold]


def boxes(window: QWidget) -> dict[str, tuple[int, int, int, int]]:
    """Each id with left, top, width and height in the window's pixels."""
    boxes: dict[str, tuple[int, int, int, int]] = {}
    for touchable in touchables(window):
        corner = touchable.widget.mapTo(window, QPoint(0, 0))
        boxes[touchable.id] = (corner.x(), corner.y(), touchable.widget.width(), touchable.widget.height())
    return boxes


def dim(screen: Screen) -> list[str]:
    """What is there and is refused now."""
    buttons: list[object] = [*screen.actions, *screen.side.buttons]
    if screen.overlay is not None:
        buttons += [element for column in screen.overlay.columns for row in column for element in row.elements]
        buttons.append(screen.overlay.done)
    return [button.id for button in buttons if isinstance(button, Button) and not button.enabled]


class Touched(Protocol):
    """A flow that tells how often it was touched, and whether the last touch still waits for its answer."""

    touches: int

    @property
    def screen(self) -> Screen: ...

    @property
    def waits(self) -> bool: ...


def write(file: Path, window: QWidget, flow: Touched) -> None:
    """Whole or not at all: a reader never sees half of it."""
    screen = flow.screen
    content = {
        "touches": flow.touches,
        "waits": flow.waits,
        "seq": screen.seq,
        "shoe": screen.top.shoe,
        "lights": {light.id: light.words for light in screen.top.lights},
        "dim": dim(screen),
        "prompt": screen.prompt.big,
        "overlay": screen.overlay.id if screen.overlay is not None else None,
        "note": screen.overlay.note if screen.overlay is not None else screen.note,
        "banners": [banner.text for banner in screen.banners],
        "hold": held(window),
        "boxes": boxes(window),
    }
    beside = file.with_suffix(".new")
    beside.write_text(json.dumps(content), "utf-8")
    os.replace(beside, file)
