"""The devices of a table's file, built: drivers at their ports, each with a thread of its own, and one switch for all.

    lines = devices_of_table(table.devices, journal, clock_ms=clock, registry=load_registry(path))
    session = TableSession(journal, lines.devices, clock_ms=clock, publish=screen)
    lines.serve(session)
    session.start()
    lines.start()
    …
    session.stop()      # first: nobody is left to record that the own lines were closed
    lines.stop()        # returns when no thread is left and every port is closed
    journal.close()

A table that has stopped itself falls silent by itself: `serve` sees to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol
from urllib.parse import parse_qs, urlsplit

from dealer_console.app.device_journal import ADDRESSES, TableDeviceJournal
from dealer_console.app.device_refusal import DeviceRefused, driver_message
from dealer_console.game.message import Field, Message, Term, joined
from dealer_console.rulebook.tables import Device
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.table_session import TableSession
from drivers.errors import ImpossibleRequestError
from drivers.factory import DeviceRunner, build_device
from drivers.interfaces import DealerLine, TableDevice
from drivers.registration.registry import KnownDevice, Registry

SIMULATED: Final = ("sim:", "usb+sim:")
PAIRED: Final = ("shoe", "reader")
SIMULATOR_KEY: Final = bytes([0x42]) * 32


class Attended(Protocol):
    """A device, and whoever stands at its port."""

    @property
    def device(self) -> TableDevice: ...

    def start(self) -> None: ...

    def silence(self) -> None: ...

    def stop(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildContext:
    """What a device is built with, beside its entry in the table's file."""

    journal: LockedJournal
    clock_ms: Callable[[], int]
    registry: Registry | None
    simulators: bool
    recorded_in: TableDeviceJournal
    pictures: Path | None = None  # where a camera keeps what a supervisor has to see


Builder = Callable[[Device, BuildContext], Attended]


class TableDevices:
    """All devices of one table. `devices` is what the session takes; `dealer_line` stands beside a keeper's shoe."""

    def __init__(self, attended: Mapping[str, Attended], journals: Mapping[str, TableDeviceJournal]) -> None:
        self._attended = dict(attended)
        self._journals = dict(journals)
        self.devices: Mapping[str, TableDevice] = MappingProxyType(
            {kind: attended.device for kind, attended in self._attended.items()}
        )
        shoe = self._attended.get("shoe")
        self.dealer_line: DealerLine | None = shoe.control if isinstance(shoe, DeviceRunner) else None

    def serve(self, session: TableSession) -> None:
        """The session tells what the devices have said and been asked, and silences the lines when it has to stop."""
        for journal in self._journals.values():
            journal.state = lambda: session.state
        session.on_stop = self.silence
        session.dealer_line = self.dealer_line

    def start(self) -> None:
        for attended in self._attended.values():
            attended.start()

    def silence(self) -> None:
        """No line says anything any more: every device inhibits itself within two seconds. Returns at once."""
        for attended in self._attended.values():
            attended.silence()

    def stop(self) -> None:
        """Returns when every thread has ended and every port is closed."""
        self.silence()
        for attended in self._attended.values():
            attended.stop()


def devices_of_table(
    devices: Iterable[Device],
    journal: LockedJournal,
    *,
    clock_ms: Callable[[], int],
    registry: Registry | None = None,
    simulators: bool = False,
    pictures: Path | None = None,
) -> TableDevices:
    """The drivers for these entries, not started yet. Raises `DeviceRefused` with everything that is missing.

    `registry` holds the keys and the approved firmware. With `simulators`, a device that it does not know is taken for
    a simulator: with the simulators' key, and whatever firmware it has (`demo.simulated_devices` makes ports like
    `sim://shoe` known). Never set it for a table with money on it.
    `pictures` is the folder for the pictures that a camera keeps for the supervisor; without it none is kept.
    """
    attended: dict[str, Attended] = {}
    journals: dict[str, TableDeviceJournal] = {}
    problems: list[Message] = []
    for device in devices:
        recorded_in = TableDeviceJournal(journal, device.kind, clock_ms)
        context = BuildContext(
            journal=journal,
            clock_ms=clock_ms,
            registry=registry,
            simulators=simulators,
            recorded_in=recorded_in,
            pictures=pictures,
        )
        try:
            attended[device.kind] = _builder(device)(device, context)
            journals[device.kind] = recorded_in
        except ImpossibleRequestError as error:
            problems.append(driver_message(error))
    if problems:
        raise DeviceRefused(joined(problems))
    return TableDevices(attended, journals)


def _builder(device: Device) -> Builder:
    builder = BUILDERS.get(device.kind)
    if builder is None:
        raise DeviceRefused(Message("pairing-no-driver", device=Term("device", device.kind)))
    return builder


# --- one device ---------------------------------------------------------------------------------------------------


def _on_a_line(device: Device, context: BuildContext) -> Attended:
    """Shoe, reader and shufflers: a line with tablelink on it. Behind a keeper there is a second line for people."""
    _refuse_simulator(device, context)
    known = _in_registry(device, context.registry)
    approve = context.registry.why_not if known is not None and context.registry is not None else _whatever_it_is
    if known is None and context.simulators:
        known = _simulator(device)
    if known is None:
        raise DeviceRefused(Message("pairing-never-paired", **_named(device)))
    if not known.key and not (device.without_key or context.simulators):
        raise DeviceRefused(Message("pairing-no-key", **_named(device)))
    control = device.control.removeprefix("unix:").removeprefix("//") if device.control is not None else None
    return build_device(known, approve, context.recorded_in, control=control)


def _camera(device: Device, context: BuildContext) -> Attended:
    """Pictures come in, nothing goes out: no line, no key, nothing to pair."""
    from dealer_console.app.camera import camera_of

    _refuse_simulator(device, context)
    return camera_of(device, pictures=context.pictures)


def _refuse_simulator(device: Device, context: BuildContext) -> None:
    if device.port.startswith(SIMULATED) and not context.simulators:
        raise DeviceRefused(Message("pairing-simulator", device=Term("device", device.kind), port=device.port))


def _named(device: Device) -> dict[str, Field]:
    """With what its pairing needs."""
    kind = device.kind
    return {"device": Term("device", kind), "serial": device.serial, "kind": kind, "port": device.port}


def _in_registry(device: Device, registry: Registry | None) -> KnownDevice | None:
    """By serial number: the table's file says where it is plugged in today."""
    for known in registry.devices if registry is not None else ():
        if known.serial == device.serial and known.family == device.kind:
            return KnownDevice(
                name=known.name,
                family=known.family,
                port=device.port,
                address=known.address,
                serial=known.serial,
                model=known.model,
                key=known.key,
            )
    return None


def _whatever_it_is(_identity: object) -> str | None:
    return None


def _simulator(device: Device) -> KnownDevice:
    """As simulators come: unit 0 and their common key, unless the port itself says otherwise."""
    words = parse_qs(urlsplit(device.port).query) if device.port.startswith(SIMULATED) else {}
    usual = SIMULATOR_KEY.hex() if device.kind in PAIRED else ""
    key = words.get("key", [usual])[0]
    return KnownDevice(
        name=device.kind,
        family=device.kind,
        port=device.port,
        address=ADDRESSES[device.kind] + int(words.get("unit", ["0"])[0]),
        serial=device.serial,
        model="",
        key="" if key == "none" else key,
    )


BUILDERS: Final[dict[str, Builder]] = {
    "shoe": _on_a_line,
    "reader": _on_a_line,
    "batch-shuffler": _on_a_line,
    "continuous-shuffler": _on_a_line,
    "camera": _camera,
}
"""By kind of device. A kind with another way to its port is entered here and nowhere else."""
