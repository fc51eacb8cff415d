"""Simulated devices. `build` makes one, ready on its line, in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hardware_sims.devices.angel_eye import AngelEye
from hardware_sims.devices.batch_shuffler import BatchShuffler
from hardware_sims.devices.continuous_shuffler import ContinuousShuffler
from hardware_sims.devices.device import Device
from hardware_sims.devices.reader import Reader
from hardware_sims.devices.setup import Setup, read_key, read_options
from hardware_sims.devices.shoe import Shoe
from hardware_sims.devices.simulator import Simulator
from hardware_sims.errors import SetupError, unknown
from hardware_sims.fault import Fault, parse_fault
from hardware_sims.scenario import Scenario, load_scenario
from hardware_sims.seeds import Seeds

__all__ = ["CAMERA", "DEVICES", "Simulator", "build"]

CAMERA = "camera"
"""A device too, but none that bytes could be exchanged with: `hardware_sims.camera` builds it."""

DEVICES: dict[str, type[Device]] = {
    "batch-shuffler": BatchShuffler,
    "continuous-shuffler": ContinuousShuffler,
    "shoe": Shoe,
    "reader": Reader,
    "reader-usb": Reader,
    "angel-eye": AngelEye,
}
NO_LINE = "a camera has no line and no dialect: it gives pictures; hardware-sims run camera --option out=FOLDER"


def build(
    device: str,
    *,
    seed: int | None = None,
    key: bytes | str | None = None,
    unit: int | None = None,
    options: Mapping[str, Any] | None = None,
    scenario: Scenario | str | Path | None = None,
    faults: Iterable[Fault | str] = (),
    planted: str | None = None,
) -> Simulator:
    """A simulator with power just switched on. Arguments win over what a scenario says; SetupError tells what is wrong.

    `planted` breaks one rule of the conformance list on purpose (`planted.PLANTED`).
    """
    if device == CAMERA:
        raise SetupError(NO_LINE)
    if device not in DEVICES:
        raise SetupError(unknown("device", device, DEVICES))
    plan = _plan(device, scenario)
    setup = _setup(device, plan, seed=seed, key=key, unit=unit, options=options or {})
    built = DEVICES[device](setup)
    parsed_faults = [parse_fault(fault) if isinstance(fault, str) else fault for fault in faults]
    simulator = Simulator(built, steps=plan.steps, faults=parsed_faults)
    if planted is not None:
        from hardware_sims.devices.planted import plant

        plant(planted, simulator)
    return simulator


def _plan(device: str, scenario: Scenario | str | Path | None) -> Scenario:
    if scenario is None:
        return Scenario(device=device)
    plan = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    if plan.device not in DEVICES:
        raise SetupError(f"the scenario is for an {unknown('device', plan.device, DEVICES)}")
    if plan.device.removesuffix("-usb") != device.removesuffix("-usb"):
        raise SetupError(f"the scenario is for a {plan.device}, not for a {device}")
    return plan


def _setup(
    device: str,
    plan: Scenario,
    *,
    seed: int | None,
    key: bytes | str | None,
    unit: int | None,
    options: Mapping[str, Any],
) -> Setup:
    number = unit if unit is not None else plan.unit or 0
    if not 0 <= number <= 7:
        raise SetupError(f"a unit is a number from 0 to 7, not {number}")
    chosen = plan.seed if seed is None else seed
    if not 0 <= chosen < 2**64:
        raise SetupError(f"a seed is a number from 0 to 2⁶⁴ − 1, not {chosen}")
    return Setup(
        device=device,
        unit=number,
        key=read_key(device, key if key is not None else plan.key),
        options=read_options(device, {**plan.options, **options}),
        seeds=Seeds(chosen, f"{device.removesuffix('-usb')}{number}"),
    )
