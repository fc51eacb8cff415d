"""What the verbs of `dealer-console device` share: the registry, an open line, and how they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_console.cli.output import CANNOT_RUN

if TYPE_CHECKING:
    from drivers.registration.registry import KnownDevice, Registry
    from drivers.transports.interface import Transport

RegistryFile = Annotated[Path | None, typer.Option("--registry", metavar="FILE", help="help-registry-file")]

CHECK_FAILED = 1
KEY_BYTES = 32


def run(work: Callable[[], None]) -> None:
    """Turns the drivers' refusals into a line on standard error and an exit status."""
    from drivers.errors import DeviceError, DriverError

    try:
        work()
    except DriverError as problem:
        typer.echo(f"dealer-console device: {problem}", err=True)
        raise typer.Exit(CHECK_FAILED if isinstance(problem, DeviceError) else CANNOT_RUN) from None


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
