"""How a fault is planted: the list of them, and what one entry says."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hardware_sims.devices.simulator import Simulator
from hardware_sims.errors import SetupError, unknown

TABLELINK = ("batch-shuffler", "continuous-shuffler", "shoe", "reader", "reader-usb")
BATCH = ("batch-shuffler",)
CONTINUOUS = ("continuous-shuffler",)
SHOE = ("shoe",)
READER = ("reader", "reader-usb")
ANGEL_EYE = ("angel-eye",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """One rule made wrong. `setup` names what `build` must be given for the rule to matter."""

    devices: tuple[str, ...]
    what: str
    spoil: Callable[[Any], None]
    setup: dict[str, Any] = dataclasses.field(default_factory=dict)


PLANTED: dict[str, Planted] = {}
"""Item of the conformance list to the device that fails it."""


def plant(item: str, simulator: Simulator) -> None:
    """Spoils the device of `simulator` as `PLANTED` says."""
    if item not in PLANTED:
        raise SetupError(unknown("planted fault", item, PLANTED))
    entry = PLANTED[item]
    if simulator.setup.device not in entry.devices:
        raise SetupError(f"planted fault {item} is for {', '.join(entry.devices)}, not for {simulator.setup.device}")
    entry.spoil(simulator.device)


def planted(
    item: str, devices: tuple[str, ...], what: str, **setup: Any
) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    def keep(spoil: Callable[[Any], None]) -> Callable[[Any], None]:
        PLANTED[item] = Planted(devices=devices, what=what, spoil=spoil, setup=setup)
        return spoil

    return keep


def change_events(device: Any, change: Callable[[str, int, dict[str, Any]], None]) -> None:
    """Every event passes through `change` before it is kept."""
    record = device.record

    def recorded(event: str, now: int, **fields: Any) -> None:
        change(event, now, fields)
        record(event, now, **fields)

    device.record = recorded
