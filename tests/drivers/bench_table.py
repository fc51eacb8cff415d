"""A table for tests: a journal that survives the host, a device in virtual time, and a line between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from drivers.angel_eye import codec
from drivers.angel_eye.core import KeeperCore, KeeperSettings
from drivers.angel_eye.store import KeeperStore
from drivers.events import CardRevealed, DeviceEvent, DeviceReady, Event, OrderEnded
from drivers.tablelink.constants import POLL_SECONDS, Family, Times
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink.link import HostLink
from drivers.tablelink.link_events import JournaledCommand
from drivers.tablelink.session import LinkSetup
from drivers.tablelink_devices import SealedShoe

KEY = bytes([0x42]) * 32
SHOE = 0x30


@dataclass
class Journal:
    """Durable in the sense of the tests: it outlives every link and device object."""

    numbers: list[tuple[str, int]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    open: dict[int, tuple[str, JournaledCommand]] = field(default_factory=dict)
    ids: count[int] = field(default_factory=lambda: count(1))
    marks: dict[str, int] = field(default_factory=dict)
    epochs: dict[str, int] = field(default_factory=dict)

    def last_epoch(self, serial: str) -> int:
        return self.epochs.get(serial, 0)

    def last_committed(self, serial: str) -> int:
        return self.marks.get(serial, 0)

    def open_commands(self, serial: str) -> tuple[JournaledCommand, ...]:
        return tuple(command for of, command in self.open.values() if of == serial)

    def next_command_id(self) -> int:
        return next(self.ids)

    def begin(self, serial: str, command: JournaledCommand) -> None:
        self.open[command.cmd] = (serial, command)

    def record(self, event: Event) -> None:
        """Commits one event; an event that is already there would be a second effect, so it is refused loudly."""
        if isinstance(event, DeviceEvent):
            # One above the last rules out a second time, a gap and another order at once.
            assert event.number == self.last_committed(event.serial) + 1, event
            self.numbers.append((event.serial, event.number))
            self.marks[event.serial] = event.number
        if isinstance(event, DeviceReady) and event.epoch is not None:
            self.epochs[event.serial] = event.epoch
        if isinstance(event, OrderEnded | CardRevealed):
            self.open.pop(event.command, None)
        self.events.append(event)


def nonces(seed: int = 0) -> Callable[[], bytes]:
    counter = count(seed << 32 | 1)
    return lambda: next(counter).to_bytes(8, "big")


def setup_for(address: int, key: bytes | None = KEY, serial: str | None = None, reply_wait: float = 0.1) -> LinkSetup:
    times = Times(poll=POLL_SECONDS[Family(address >> 4)], reply_wait=reply_wait)
    return LinkSetup(address=address, key=key, times=times, serial=serial)


def shoe_device(journal: Journal, *, key: bytes | None = KEY, serial: str | None = None, seed: int = 0) -> SealedShoe:
    return SealedShoe(HostLink(setup=setup_for(SHOE, key, serial), journal=journal, nonce=nonces(seed)))


def commit_all(device: TablelinkDevice, journal: Journal) -> list[Event]:
    """What a table does with events: record first, then commit to the device."""
    events = device.events()
    for event in events:
        journal.record(event)
        device.committed(event)
    return events


class KeeperPeer:
    """The keeper's sealed shoe as the far end of a loopback line; `draw` plays the plain-value shoe behind it."""

    def __init__(self, folder: Path, *, settings: KeeperSettings | None = None, now: float = 0.0) -> None:
        self.settings = settings or KeeperSettings(serial="AE-1", key=KEY)
        self.path = folder / "keeper"
        self.sent = b""
        self.said: list[dict[str, object]] = []
        self.shoe_sent = b""
        self._seq = -1
        self._reply = b""
        self.start(now)

    def start(self, now: float) -> None:
        """Power comes on, or the keeper is started again over the same store."""
        self.store = KeeperStore(self.path)
        self.core = KeeperCore(settings=self.settings, store=self.store, now=now)

    def crash(self, now: float) -> None:
        self.store.close()
        self._reply = b""
        self.start(now)

    def feed(self, data: bytes, now: float) -> None:
        self._reply += self.core.host_bytes(data, now)

    def due(self) -> float | None:
        return self.core.due()

    def step(self, now: float) -> bytes:
        self.core.step(now)
        self.said += self.core.to_control()
        self.shoe_sent += self.core.bytes_to_shoe()
        reply, self._reply = self._reply, b""
        self.sent += reply
        return reply

    def report(self, code: str, data: bytes = b"", *, now: float, copies: int = 3) -> bytes:
        """One report of the shoe, with the next sequence character, as often as the shoe sends it."""
        self._seq = (self._seq + 1) % 16
        wire = codec.encode_report(seq=f"{self._seq:X}", code=code, data=data)
        self.core.shoe_bytes(wire * copies, now)
        return wire

    def draw(self, card: int, now: float) -> bytes:
        return self.report("D", bytes([0x81, 0x80 | card]), now=now)

    def control(self, now: float, **asked: object) -> dict[str, object]:
        answer = self.core.control(asked, now)
        self.said += self.core.to_control()
        return answer
