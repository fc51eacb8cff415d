"""Families of devices: those of tablelink, and those that other packages bring along by an entry point.

A package that declares

    [project.entry-points."drivers.families"]
    deck-scale = "deck_scale:FAMILY"

and installs a `DeviceFamily` there is found by `build_installed` and by `Host` under that name. Nothing here has to be
changed for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, Final, Protocol

from drivers.errors import ImpossibleRequestError
from drivers.events import DeviceEvent, HostEvent
from drivers.registration.registry import FAMILY_NAMES, KnownDevice
from drivers.tablelink.link_events import DeviceJournal
from drivers.transports.interface import LineUser

GROUP: Final = "drivers.families"


class PortDevice(LineUser, Protocol):
    """A driver at a port: bytes and time in, bytes and events out. `on_event` says that something is new, `on_command`
    that something is to be sent."""

    on_event: Callable[[], None]
    on_command: Callable[[], None]

    def events(self) -> Sequence[DeviceEvent | HostEvent]: ...

    def committed(self, event: Any) -> None: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceFamily:
    """What an entry point names: how a driver is built, and how fast its line is."""

    build: Callable[[KnownDevice, DeviceJournal], PortDevice]
    baud: int = 115200


def _nobody() -> None:
    return None


class LineDevice:
    """A driver to start from: it keeps events for its owner and never sends anything. Override what your line needs."""

    def __init__(self, serial: str) -> None:
        self.serial = serial
        self.on_event: Callable[[], None] = _nobody
        self.on_command: Callable[[], None] = _nobody
        self._events: deque[DeviceEvent | HostEvent] = deque()  # appending and taking are safe between threads

    def publish(self, event: DeviceEvent | HostEvent) -> None:
        self._events.append(event)
        self.on_event()

    def events(self) -> list[DeviceEvent | HostEvent]:
        return [self._events.popleft() for _ in range(len(self._events))]

    def committed(self, event: DeviceEvent | HostEvent) -> None:
        """The event is durably recorded; a device that keeps its events may be told so now."""

    def line_opened(self, now: float) -> None:
        """The port is open."""

    def line_lost(self, text: str) -> None:
        """The port is gone; it is opened again by itself."""

    def receive(self, data: bytes, now: float) -> None:
        """Bytes have come."""

    def step(self, now: float) -> None:
        """What was due is due."""

    def due(self) -> float | None:
        return None

    def bytes_to_send(self) -> bytes:
        return b""


def family_of(name: str) -> DeviceFamily:
    """The family that an installed package declares under this name."""
    for entry in entry_points(group=GROUP, name=name):
        family = entry.load()
        if isinstance(family, DeviceFamily):
            return family
        raise ImpossibleRequestError(f"the entry point {entry.value} of the family {name!r} is no DeviceFamily")
    known = ", ".join(sorted({*FAMILY_NAMES, *entry_points(group=GROUP).names}))
    raise ImpossibleRequestError(f"no driver for the family {name!r} is installed; there are {known}")
