"""Every machine of every table as a line: serial number, firmware, state and errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealer_console.pit.board import Device
from dealer_console.pit.pages.values import Line
from dealer_console.screens.values import Level

WIDTHS: Final = (12, 11, 14, 15, 9, 10, 13, 7)
HEAD: Final = ("Table", "Device", "Serial number", "Model", "Firmware", "State", "Since", "Errors")
ERRORS: Final = 7  # their column


def device_head() -> Line:
    return Line(id="", cells=HEAD, widths=WIDTHS, amounts=(ERRORS,))


def device_line(each: Device, moment: Callable[[int], str]) -> Line:
    cells = (
        each.table,
        each.device,
        each.serial,
        each.model,
        each.firmware,
        each.state,
        moment(each.since_ms),
        str(each.errors),
    )
    return Line(id="", cells=cells, widths=WIDTHS, amounts=(ERRORS,), level=_level(each))


def _level(each: Device) -> Level | None:
    if each.state != "ready":
        return "bad"
    return "warn" if each.errors else None
