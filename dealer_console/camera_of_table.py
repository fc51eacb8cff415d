"""The camera of a table's file, built: its source of pictures, its designs, and one thread that hands on the pictures.

Loaded only for a table that has one: OpenCV takes longer to load than everything else.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Final

from dealer_console.rulebook.load import NoConfig, config_folder
from dealer_console.rulebook.tables import Device
from drivers.errors import ImpossibleRequestError
from drivers.events import Fault, Order
from drivers.optical.camera_runner import CameraRunner
from drivers.optical.decks.deck_store import DeckStore, user_folder
from drivers.optical.decks.design import Design
from drivers.optical_reader import OpticalReader, OpticalSetup
from drivers.transports import camera as sources
from drivers.transports.camera import PacedSource, PictureSource
from hardware_sims.camera.simulator import CameraSimulator, build_camera

SIMULATED_RATE: Final = 10.0  # pictures per second: painting them costs more than reading them


class TableCamera(OpticalReader):
    """The journal remembers a fault longer than a camera does: after a restart there may be none left to clear."""

    def clear(self, fault: Fault) -> int:
        with self._lock:
            return self._done(Order.CLEAR) if self.fault is None else super().clear(fault)


class AttendedCamera:
    """A camera and its thread, as every machine of the table."""

    def __init__(self, camera: TableCamera, source: PictureSource) -> None:
        self.device = camera
        self._attendant = CameraRunner(user=camera, source=source)
        self._started = False

    def start(self) -> None:
        self._started = True
        self._attendant.start()

    def silence(self) -> None:
        """Nothing is looked at any more."""
        self.device.ensure_inhibited()

    def stop(self) -> None:
        if self._started:
            self._attendant.stop()


def camera_of(device: Device, *, pictures: Path | None) -> AttendedCamera:
    """`pictures` is the folder for the supervisor. Raises `ImpossibleRequestError` with what is wrong."""
    source = sources.source_for(device.port)
    setup = OpticalSetup(serial=device.serial, designs=_designs(device.designs), kept_in=pictures, alone=source.alone)
    return AttendedCamera(TableCamera(setup), source)


def _designs(names: tuple[str, ...]) -> tuple[Design, ...]:
    """Those of the table's file; without any, all that are known here."""
    try:
        shelf = DeckStore(folders=(config_folder() / "decks", user_folder()))
    except NoConfig:
        shelf = DeckStore(folders=(user_folder(),))
    wanted = names or tuple(shelf.files())
    if not wanted:
        raise ImpossibleRequestError("camera: no deck design is there; dealer-console deck enrol makes one")
    return tuple(shelf.design(name) for name in wanted)


# --- simulated ------------------------------------------------------------------------------------------------------


class SimulatedCamera:
    """One simulator behind one `sim:` port. Pictures are taken on the camera's thread, hands come from any."""

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
    """The machine of a port, as a plug names a machine: asked for again it is the same one."""
    if not seed.isdecimal():
        raise ImpossibleRequestError(f"sim:{seed}: a simulated camera is named by its seed, for example sim:7")
    if seed not in _simulated:
        _simulated[seed] = SimulatedCamera(build_camera(seed=int(seed)))
    return _simulated[seed]


def forget_simulated_cameras() -> None:
    _simulated.clear()


def _simulated_source(seed: str) -> PictureSource:
    return PacedSource(f"sim:{seed}", simulated_camera(seed).frame, rate=SIMULATED_RATE)


def register_simulated_cameras() -> None:
    sources.SOURCES["sim"] = _simulated_source
