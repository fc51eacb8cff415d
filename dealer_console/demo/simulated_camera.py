"""Simulated cameras behind `sim:SEED` ports. Loaded only for a table that has one, as OpenCV takes long to load."""

from __future__ import annotations

import threading
from typing import Final

import drivers.optical  # noqa: F401  one thread for BLAS, before numpy is loaded
from drivers.errors import ImpossibleRequestError
from drivers.transports import camera as sources
from drivers.transports.camera import PacedSource, PictureSource
from hardware_sims.camera.simulator import CameraSimulator, build_camera

SIMULATED_RATE: Final = 10.0  # pictures per second: painting them costs more than reading them


class SimulatedCamera:
    """One simulator behind one `sim:` port. Pictures are taken on the camera's thread, an operator acts from any."""

    def __init__(self, simulator: CameraSimulator) -> None:
        self._simulator = simulator
        self._lock = threading.Lock()
        self._now = 0.0

    def frame(self, now: float) -> sources.Picture | None:
        with self._lock:
            self._now = now
            return self._simulator.frame(now)

    def operate(self, text: str) -> str:
        with self._lock:
            return self._simulator.operate(text, self._now)


_simulated: dict[str, SimulatedCamera] = {}


def simulated_camera(seed: str) -> SimulatedCamera:
    """The device of a port, as a plug names a device: asked for again it is the same one."""
    if not seed.isdecimal():
        raise ImpossibleRequestError(f"sim:{seed}: a simulated camera is named by its seed, for example sim:7")
    if seed not in _simulated:
        _simulated[seed] = SimulatedCamera(build_camera(seed=int(seed)))
    return _simulated[seed]


def forget_simulated_cameras() -> None:
    _simulated.clear()


def simulated_source(seed: str) -> PictureSource:
    return PacedSource(f"sim:{seed}", simulated_camera(seed).frame, rate=SIMULATED_RATE)
