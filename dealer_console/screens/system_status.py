"""What is known beside the table's journal: the health of the devices in figures, and how far the floor copy is.

Told by whoever runs drivers and forwarding, as often as it changes. None of it decides anything at the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultPlace:
    """Where in a device its fault is, and what ends it: keys of the catalogue, as `place-inlet`, `step-open_lid`."""

    place: str
    sensor: str
    steps: tuple[str, ...]
    jams: tuple[tuple[str, int], ...] = ()  # by place, in its whole life


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFigures:
    kind: str
    # Frames, errors and so on with their values. They change all the time, and only one page shows them.
    figures: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    percent: int | None = None  # progress of a device
    left: str = ""  # time left, as it is said
    fault: FaultPlace | None = None  # of a device that tells it
    pairing: str = ""  # the words to compare with those on the device
    picture: bytes = b""  # of the camera, while a technician looks through it
    live: tuple[tuple[str, str], ...] = ()  # measures of that picture
    advice: Message | None = None  # what to do about them


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCopy:
    """`behind`: so many entries have not reached the floor yet; `refuses`: it answers, and somebody has to do this."""

    connected: bool
    behind: int = 0
    refuses: Message | str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PitAnswer:
    """What somebody in the pit has answered to a request of this table; `refused` is why it does not count here."""

    number: int
    who: str
    what: str  # what had been asked, in the words of the table
    approves: bool
    reason: str
    refused: Refusal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemStatus:
    devices: tuple[DeviceFigures, ...] = ()
    floor: FloorCopy | None = None  # None: this table has no floor copy
    answer: PitAnswer | None = None  # the last one, until it is of no interest any more

    def of(self, kind: str) -> DeviceFigures | None:
        return next((device for device in self.devices if device.kind == kind), None)
