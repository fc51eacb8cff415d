"""What the verbs of `dealer-console device` share: the registry, an open line, how they end, and who signs.

Two people change the list of paired devices together: a technician, and a supervisor who approves it.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from dealer_console.app.device_refusal import DeviceRefused
from dealer_console.cli.output import CANNOT_RUN, plain, words
from dealer_console.cli.verbs import P
from dealer_console.game.message import Message
from dealer_console.journal.entries.devices import DeviceRegistryChanged
from dealer_console.table.people.actions import Action
from dealer_console.table.people.person import Person

if TYPE_CHECKING:
    from drivers.registration.registry import KnownDevice, Registry
    from drivers.tablelink.link_events import Identity
    from drivers.transports.interface import Transport

RegistryFile = Annotated[Path | None, typer.Option("--registry", metavar="FILE", help="help-registry-file")]

CHECK_FAILED = 1
KEY_BYTES = 32


def device_verb(verb: Callable[P, int | None]) -> Callable[P, int]:
    """Turns the drivers' refusals into a line on standard error and an exit status."""

    @functools.wraps(verb)
    def run(*args: P.args, **options: P.kwargs) -> int:
        from drivers.errors import DeviceError, DriverError

        try:
            return verb(*args, **options) or 0
        except DriverError as problem:
            typer.echo(plain(f"dealer-console device: {words().error(problem)}"), err=True)
            return CHECK_FAILED if isinstance(problem, DeviceError) else CANNOT_RUN

    return run


def registry_at(path: Path | None) -> Registry:
    from drivers.registration.registry import default_registry_path, load_registry

    return load_registry(path or default_registry_path())


@contextmanager
def opened(device: KnownDevice) -> Iterator[Transport]:
    from drivers.transports.factory import transport_for

    transport = transport_for(device.port)
    transport.open()
    try:
        yield transport
    finally:
        transport.close()


Technician = Annotated[str, typer.Option("--technician", metavar="WHO", help="help-two-people-technician")]
Supervisor = Annotated[str, typer.Option("--supervisor", metavar="WHO", help="help-two-people-supervisor")]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoPeople:
    """Both have typed their PINs."""

    first: Person
    second: Person

    @property
    def technician(self) -> str:
        return f"{self.first.name} ({self.first.id})"

    @property
    def supervisor(self) -> str:
        return f"{self.second.name} ({self.second.id})"

    def change(
        self,
        what: Literal["paired", "approved", "new-key", "forgotten"],
        device: KnownDevice,
        reported: Identity | None = None,
    ) -> DeviceRegistryChanged:
        """For the journal; with what the device reports of itself where that was approved."""
        return DeviceRegistryChanged(
            what=what,
            name=device.name,
            family=device.family,
            serial=device.serial,
            key=device.key_id or None,
            by=self.first.id,
            approved_by=self.second.id,
            reported_firmware=reported.firmware if reported is not None else None,
            reported_sha256=reported.firmware_sha256 if reported is not None else None,
        )


def two_people(action: Action, technician: str, supervisor: str, people: Path | None, pepper: Path | None) -> TwoPeople:
    """Both are in the book and type their PINs. Raises `DeviceRefused`."""
    from dealer_console.cli.operations.people import PeopleAdmin
    from dealer_console.table.people import PeopleDamaged, PeopleRefused

    if technician.strip().casefold() == supervisor.strip().casefold() or not supervisor.strip():
        raise DeviceRefused(Message("pairing-two-people"))
    try:
        first, second = PeopleAdmin(people=people, pepper=pepper).two(action, technician, supervisor)
    except (PeopleRefused, PeopleDamaged) as refused:
        raise DeviceRefused(refused.message) from None
    return TwoPeople(first=first, second=second)


def clock_ms() -> int:
    return time.time_ns() // 1_000_000
