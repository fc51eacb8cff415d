"""What stands outside: ports with their rights, paired devices, the floor."""

from __future__ import annotations

import getpass
import grp
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

from dealer_console.app.device_refusal import driver_message
from dealer_console.app.devices import SIMULATED
from dealer_console.app.doctor.files import from_backup
from dealer_console.app.doctor.finding import Examined, Finding, Mend, ok, problem, warning
from dealer_console.game.message import Message, Term
from dealer_console.rulebook.problems import reason_of
from dealer_console.rulebook.tables import Device
from drivers.registration.registry import RegistryError, load_registry

PATIENCE = 1.0


def ports(examined: Examined) -> Iterator[Finding]:
    for device in examined.table.devices if examined.table is not None else ():
        yield _port(device, examined)


def _port(device: Device, examined: Examined) -> Finding:
    port, kind = device.port, Term("device-name", device.kind)
    if port.startswith(SIMULATED):
        if examined.simulators:
            return ok("port", Message("doctor-port-simulated", device=kind, port=port))
        real = Message("mend-name-port", file=str(examined.table_file or "TABLE.toml"))
        return problem("port", Message("doctor-port-is-simulator", device=kind, port=port), real)
    if port.startswith("socket://"):
        return _server(kind, port)
    well = ok("port", Message("doctor-port-well", device=kind, port=port))
    path = (
        Path(port.removeprefix("v4l2:").removeprefix("unix:")) if port.startswith(("/dev/", "unix:", "v4l2:")) else None
    )
    if path is None:
        return well
    if not path.exists():
        return problem("port", Message("doctor-port-not-there", device=kind, path=path), _found_by(device))
    if not os.access(path, os.R_OK | os.W_OK):
        says = Message("doctor-port-no-right", device=kind, user=getpass.getuser(), path=path)
        return problem("port", says, _right_to(path))
    return well


def _found_by(device: Device) -> Mend:
    """What brings a port that is not there: a service, or a plug."""
    if device.port.startswith("unix:"):
        return f"systemctl start dealer-console-keeper@{device.serial}.service"
    return Message("mend-plug-in", folder="/dev/v4l/by-id" if device.port.startswith("v4l2:") else "/dev/serial/by-id")


def _right_to(path: Path) -> str:
    """By the port's own group where that may use it; until the next plugging, if not: docs/operations/ports.md."""
    status = path.stat()
    try:
        group = grp.getgrgid(status.st_gid).gr_name
    except KeyError:
        group = ""
    if group not in ("", "root") and status.st_mode & 0o060 == 0o060:
        return f"usermod -aG {group} {getpass.getuser()}"
    return f"chown {getpass.getuser()} {path}"


def _server(kind: Term, port: str) -> Finding:
    parts = urlsplit(port)
    try:
        with closing(socket.create_connection((parts.hostname, parts.port or 0), PATIENCE)):
            return ok("port", Message("doctor-port-well", device=kind, port=port))
    except OSError as error:
        says = Message("doctor-port-silent", device=kind, port=port, reason=error.strerror or str(error))
        return problem("port", says, Message("mend-device-server", host=str(parts.hostname)))


def devices(examined: Examined) -> Iterator[Finding]:
    """Paired and approved, as the registry says; whether they answer is for `device check`."""
    if examined.table is None or not examined.table.devices or examined.simulators:
        return
    file = examined.places.devices
    try:
        registry = load_registry(file)
    except RegistryError as error:
        mend = f"chmod 600 {error.path}" if error.fault == "open" else from_backup(file.name, file)
        yield problem("devices", driver_message(error), mend)
        return
    approved = {approval.serial for approval in registry.approved}
    known = {device.serial for device in registry.devices}
    keyless = {device.serial for device in registry.devices if not device.key}
    options = examined.places.device_options
    for device in (device for device in examined.table.devices if device.kind != "camera"):
        kind, serial = Term("device-name", device.kind), device.serial
        pair = Message("mend-pair", device=device.kind, port=device.port, options=options)
        if device.serial not in known:
            yield problem("devices", Message("doctor-never-paired", device=kind, serial=serial), pair)
        elif device.serial not in approved:
            approve = Message("mend-approve", device=device.kind, options=options)
            yield problem("devices", Message("doctor-never-approved", device=kind, serial=serial), approve)
        elif device.serial in keyless and not device.without_key:
            yield problem("devices", Message("doctor-has-no-key", device=kind, serial=serial), pair)
        else:
            yield ok("devices", Message("doctor-device-well", device=kind, serial=serial))


def floor(examined: Examined) -> Iterator[Finding]:
    """Reachable, and of a form that this program forwards to."""
    table = examined.table
    if table is None or table.floor is None:
        return
    try:
        from dealer_console.floor import FloorError, address, migrate
    except ModuleNotFoundError:
        yield problem(
            "floor", Message("doctor-no-floor-part"), f"{sys.executable} -m pip install 'dealer-console[floor]'"
        )
        return
    try:
        with address.connect(table.floor, login=table.name, program="dealer-console doctor") as connection:
            form = migrate.form(connection)
    except FloorError as error:
        status = f"dealer-console floor status {table.floor}"
        yield warning("floor", Message("doctor-floor-away", reason=reason_of(error)), status)
        return
    says = Message("doctor-floor-form", form=str(form), known=migrate.NEWEST)
    if form == migrate.NEWEST:
        yield ok("floor", Message("doctor-floor-well", form=form))
    elif form is not None and form > migrate.NEWEST:
        yield warning("floor", says, Message("mend-update", python=sys.executable))
    else:
        yield warning("floor", says, f"dealer-console floor init {table.floor}")
