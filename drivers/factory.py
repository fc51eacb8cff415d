"""From a known device to its driver with an attendant at its port. The composition root calls this."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from drivers.families import PortDevice, family_of
from drivers.keeper.client import KeeperBackedShoe, KeeperControl
from drivers.registration.registry import KnownDevice
from drivers.tablelink.constants import POLL_SECONDS, Family, Times
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink.link import HostLink
from drivers.tablelink.link_events import DeviceJournal, Identity
from drivers.tablelink.session import LinkSetup
from drivers.tablelink_devices import ContinuousShuffler, HoleCardReader, SealedShoe, Shuffler
from drivers.transports.factory import transport_for
from drivers.transports.interface import Transport
from drivers.transports.port_runner import PortRunner
from drivers.transports.unix_socket import UnixSocketTransport

_CLASSES: dict[Family, type[TablelinkDevice]] = {
    Family.BATCH: Shuffler,
    Family.CONTINUOUS: ContinuousShuffler,
    Family.SHOE: SealedShoe,
    Family.READER: HoleCardReader,
}


DeviceT = TypeVar("DeviceT", bound=PortDevice)

Approve = Callable[[Identity], str | None]
"""Why this identity must not be worked with, or None; the registry's `why_not` is one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceRunner(Generic[DeviceT]):
    """`start` opens the port and keeps it, `silence` ends all talk, `stop` returns when the thread has ended."""

    device: DeviceT
    attendants: tuple[PortRunner, ...]
    control: KeeperControl | None = None

    def start(self) -> None:
        for attendant in self.attendants:
            attendant.start()

    def silence(self) -> None:
        for attendant in self.attendants:
            attendant.silence()

    def stop(self) -> None:
        for attendant in self.attendants:
            attendant.stop()


def link_for(known: KnownDevice, approve: Approve, journal: DeviceJournal, *, reply_wait: float) -> HostLink:
    """A link that works with this device only, with approved firmware only."""
    family = Family(known.address >> 4)
    setup = LinkSetup(
        address=known.address,
        key=known.key_bytes,
        times=Times(poll=POLL_SECONDS[family], reply_wait=reply_wait),
        serial=known.serial or None,
        approve=approve,
    )
    return HostLink(setup=setup, journal=journal, nonce=lambda: secrets.token_bytes(8))


def build_device(
    known: KnownDevice,
    approve: Approve,
    journal: DeviceJournal,
    *,
    control: str | None = None,
) -> DeviceRunner[TablelinkDevice]:
    """`control` is the path of a keeper's control socket, for a shoe behind a keeper."""
    transport = transport_for(known.port)
    link = link_for(known, approve, journal, reply_wait=transport.reply_wait)
    if control is not None:
        return _kept(KeeperBackedShoe(link), transport, control)
    return _attended(_CLASSES[link.setup.family](link), transport)


def build_installed(known: KnownDevice, journal: DeviceJournal) -> DeviceRunner[PortDevice]:
    """A device of a family that another package brings along (`drivers.families`); it judges itself what it finds."""
    family = family_of(known.family)
    return _attended(family.build(known, journal), transport_for(known.port, baud=family.baud))


def _attended(device: DeviceT, transport: Transport) -> DeviceRunner[DeviceT]:
    attendant = PortRunner(user=device, transport=transport)
    device.on_command = attendant.wake
    return DeviceRunner(device=device, attendants=(attendant,))


def _kept(shoe: KeeperBackedShoe, transport: Transport, control: str) -> DeviceRunner[TablelinkDevice]:
    people = KeeperControl(shoe)
    attendant = PortRunner(user=shoe, transport=transport)
    shoe.on_command = attendant.wake
    beside = PortRunner(user=people, transport=UnixSocketTransport(control))
    people.on_command = beside.wake
    return DeviceRunner(device=shoe, attendants=(attendant, beside), control=people)
