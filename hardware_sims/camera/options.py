"""How a camera is set up: its options, checked, and its name. Nothing here needs OpenCV."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware_sims.camera.designs.folders import check_design
from hardware_sims.camera.pictures.disturbances import NAMES, Disturbances, level_named
from hardware_sims.camera.pictures.scene import CLOTHS
from hardware_sims.devices.setup import Setup
from hardware_sims.errors import SetupError, unknown

BY_LEVEL = "level"
OPTIONS: dict[str, Any] = {
    "serial": "",
    "self_test": 0.0,
    "rate": 60.0,
    "width": 640,
    "height": 480,
    "scale": 3.4,
    "level": "light",
    "table": "green",
    **dict.fromkeys(NAMES, BY_LEVEL),
    "design": "",
    "deal": 0.0,
    "out": "",
    "frames": 0,
}
"""Option to its default. A disturbance that is not given is as the level has it."""

_RANGES: dict[str, tuple[float, float]] = {
    "self_test": (0, 5),
    "rate": (1, 240),
    "width": (64, 3840),
    "height": (64, 2160),
    "scale": (1, 12),
    "deal": (0, 3600),
    "frames": (0, 10**8),
    **dict.fromkeys(NAMES, (0, 1)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraSetup(Setup):
    """A camera has no address and no key; it has a letter and a channel like the devices on lines."""

    @property
    def letter(self) -> str:
        return "o"

    @property
    def channel(self) -> str:
        return f"camera{self.unit}"

    @property
    def disturbances(self) -> Disturbances:
        chosen = level_named(self.options["level"])
        for name in NAMES:
            if self.options[name] != BY_LEVEL:
                chosen = chosen.changed(name, self.options[name])
        return chosen


def read_options(texts: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a camera, the given ones checked; SetupError tells what is wrong."""
    options = dict(OPTIONS)
    for name, value in texts.items():
        if name not in OPTIONS:
            raise SetupError(f"camera: {unknown('option', name, OPTIONS)}")
        options[name] = _read(name, value)
    level_named(options["level"])
    if options["table"] not in CLOTHS:
        raise SetupError(f"camera: {unknown('table', options['table'], CLOTHS)}")
    if options["design"]:
        check_design(Path(options["design"]))
    return options


def _read(name: str, value: Any) -> Any:
    default = OPTIONS[name]
    if value == default or (isinstance(default, str) and name not in NAMES):
        return value if isinstance(value, type(default)) else type(default)(value)
    kind = int if isinstance(default, int) else float
    try:
        if isinstance(value, bool):
            raise ValueError
        number = kind(value)
    except (TypeError, ValueError):
        expected = "a whole number" if kind is int else "a number"
        raise SetupError(f"camera: option {name} takes {expected}, not {value!r}") from None
    low, high = _RANGES[name]
    if not (math.isfinite(number) and low <= number <= high):
        raise SetupError(f"camera: option {name} lies between {low:g} and {high:g}, not {number:g}")
    return number
