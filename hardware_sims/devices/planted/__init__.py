"""Devices broken on purpose: one for each item of the conformance list, to show that its check can fail.

Each entry of `PLANTED` bends one rule of an otherwise healthy device by replacing one of its methods or figures. Never
used unless asked for: `build(device, planted="C12")`.
"""

from __future__ import annotations

# Importing the modules enters their faults into the list.
from hardware_sims.devices.planted import links  # noqa: F401  isort: skip
from hardware_sims.devices.planted import families  # noqa: F401  isort: skip
from hardware_sims.devices.planted import limits  # noqa: F401  isort: skip
from hardware_sims.devices.planted.registry import PLANTED, Planted, plant

__all__ = ["PLANTED", "Planted", "plant"]
