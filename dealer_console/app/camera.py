"""The camera of a table's file, built: its source of pictures, its designs, and one thread that hands on the pictures.

Loaded only for a table that has one: OpenCV takes longer to load than everything else.
"""

from __future__ import annotations

from pathlib import Path

from dealer_console.app.device_refusal import DeviceRefused
from dealer_console.game.message import Message
from dealer_console.rulebook.load import NoConfig, config_folder
from dealer_console.rulebook.tables import Device
from drivers.events import Fault, Order
from drivers.optical.camera_runner import CameraRunner
from drivers.optical.decks.deck_store import DeckStore, user_folder
from drivers.optical.decks.design import Design
from drivers.optical_reader import OpticalReader, OpticalSetup
from drivers.transports import camera as sources
from drivers.transports.camera import PictureSource


class TableCamera(OpticalReader):
    """The journal remembers a fault longer than a camera does: after a restart there may be none left to clear."""

    def clear(self, fault: Fault) -> int:
        with self._lock:
            return self._done(Order.CLEAR) if self.fault is None else super().clear(fault)


class AttendedCamera:
    """A camera and its thread, as every device of the table."""

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
    """`pictures` is the folder for the supervisor. Raises `ImpossibleRequestError` with what is wrong. Wherever its
    pictures come from, at a table two in a row must agree before a card is told."""
    source = sources.source_for(device.port)
    setup = OpticalSetup(
        serial=device.serial,
        designs=_designs(device.designs),
        kept_in=pictures,
        budget_ms=1000.0 * source.period or None,
    )
    return AttendedCamera(TableCamera(setup), source)


def _designs(names: tuple[str, ...]) -> tuple[Design, ...]:
    """Those of the table's file; without any, all that are known here."""
    try:
        shelf = DeckStore(folders=(config_folder() / "decks", user_folder()))
    except NoConfig:
        shelf = DeckStore(folders=(user_folder(),))
    designs = names or tuple(shelf.files())
    if not designs:
        raise DeviceRefused(Message("pairing-camera-no-deck"))
    return tuple(shelf.design(name) for name in designs)
