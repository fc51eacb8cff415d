"""The camera with everything that happens to it: an operator, faults, a scenario. `frame` gives what it sees.

camera = build_camera(seed=7)
camera.operate("show As", 0.0)
camera.frame(0.5)            BGR, 8 bit, of the last tick at or before 0.5 s; None: the camera is lost
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware_sims.camera.device import Camera, Exposure
from hardware_sims.camera.options import CameraSetup, read_options
from hardware_sims.devices.simulator import Simulator
from hardware_sims.errors import SetupError
from hardware_sims.fault import Fault, parse_fault
from hardware_sims.scenario import Scenario, Step, load_scenario
from hardware_sims.seeds import Seeds

if TYPE_CHECKING:
    from hardware_sims.camera.designs.canvas import Picture
    from hardware_sims.camera.pictures.photograph import Photographer


class CameraSimulator(Simulator):
    """A simulator without a line: nothing is fed to it and nothing comes out of it but pictures."""

    def __init__(self, device: Camera, steps: Iterable[Step] = (), faults: Iterable[Fault] = ()) -> None:
        self.camera = device
        self._photographer: Photographer | None = None
        self._painted: tuple[Exposure, Picture] | None = None
        super().__init__(device, steps, faults)

    @property
    def dialect(self) -> str:
        return "pictures"

    @property
    def fault_kinds(self) -> tuple[str, ...]:
        return self.camera.fault_kinds

    def frame(self, now: float) -> Picture | None:
        """What the sensor gave at the last tick, for the caller to keep; None while the camera is lost."""
        self.run_until(now)
        exposure = self.camera.exposure
        if exposure is None:
            return None
        if self._painted is None or self._painted[0] != exposure:
            self._painted = (exposure, self._paint(exposure))
        return self._painted[1].copy()

    def _paint(self, exposure: Exposure) -> Picture:
        if self._photographer is None:
            self._photographer = self._set_up_optics()
        if exposure.scene is None:
            return self._photographer.black(exposure.number)
        return self._photographer.picture(exposure.scene, grain=True)

    def _set_up_optics(self) -> Photographer:
        # OpenCV takes longer to load than all simulators together, and only a picture needs it.
        from hardware_sims.camera.designs.design import BuiltInDesign, design_at
        from hardware_sims.camera.pictures.photograph import Photographer

        options = self.setup.options
        return Photographer(
            dice=self.camera.dice,
            design=design_at(Path(options["design"])) if options["design"] else BuiltInDesign(),
            width=options["width"],
            height=options["height"],
            scale=options["scale"],
        )


def build_camera(
    *,
    seed: int | None = None,
    unit: int | None = None,
    options: Mapping[str, Any] | None = None,
    scenario: Scenario | str | Path | None = None,
    faults: Iterable[Fault | str] = (),
) -> CameraSimulator:
    """A camera just plugged in. Arguments win over what a scenario says; SetupError tells what is wrong."""
    plan = Scenario(device="camera") if scenario is None else _plan(scenario)
    number = unit if unit is not None else plan.unit or 0
    chosen = plan.seed if seed is None else seed
    if not 0 <= number <= 7:
        raise SetupError(f"a unit is a number from 0 to 7, not {number}")
    if not 0 <= chosen < 2**64:
        raise SetupError(f"a seed is a number from 0 to 2⁶⁴ − 1, not {chosen}")
    setup = CameraSetup(
        device="camera",
        unit=number,
        key=None,
        # A camera answers nothing, so the time it takes to answer is nobody's choice.
        options={**read_options({**plan.options, **(options or {})}), "reply_ms": 0.0},
        seeds=Seeds(chosen, f"camera{number}"),
    )
    parsed_faults = [parse_fault(fault) if isinstance(fault, str) else fault for fault in faults]
    return CameraSimulator(Camera(setup), steps=plan.steps, faults=parsed_faults)


def _plan(scenario: Scenario | str | Path) -> Scenario:
    plan = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    if plan.device != "camera":
        raise SetupError(f"the scenario is for a {plan.device}, not for a camera")
    if plan.key is not None:
        raise SetupError("a camera has no key; take it out of the scenario")
    return plan
