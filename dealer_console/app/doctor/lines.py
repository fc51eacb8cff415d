"""What stands outside: ports with their rights, paired devices, the floor."""

from __future__ import annotations

import getpass
import grp
import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

from dealer_console.app.devices import SIMULATED
from dealer_console.app.doctor.finding import Examined, Finding, ok, problem, warning
from dealer_console.rulebook.tables import Device
from drivers.errors import ImpossibleRequestError
from drivers.registration.registry import load_registry

PATIENCE = 1.0


def ports(examined: Examined) -> Iterator[Finding]:
    for device in examined.table.devices if examined.table is not None else ():
        yield _port(device, simulators=examined.simulators)


def _port(device: Device, *, simulators: bool) -> Finding:
    port, check = device.port, f"port of the {device.kind}"
    if port.startswith(SIMULATED):
        if simulators:
            return ok(check, f"{port}, a simulator")
        return problem(check, f"{port} is a simulator", "name the real port in the table's file")
    if port.startswith("socket://"):
        return _server(check, port)
    path = (
        Path(port.removeprefix("v4l2:").removeprefix("unix:")) if port.startswith(("/dev/", "unix:", "v4l2:")) else None
    )
    if path is None:
        return ok(check, port)
    if not path.exists():
        return problem(check, f"{path} is not there", "plug the device in; then: ls -l /dev/serial/by-id")
    if not os.access(path, os.R_OK | os.W_OK):
        return problem(
            check, f"{getpass.getuser()} may not use {path}", f"usermod -aG {_group(path)} {getpass.getuser()}"
        )
    return ok(check, str(path))


def _group(path: Path) -> str:
    try:
        return grp.getgrgid(path.stat().st_gid).gr_name
    except KeyError:
        return "table"


def _server(check: str, port: str) -> Finding:
    parts = urlsplit(port)
    try:
        with closing(socket.create_connection((parts.hostname, parts.port or 0), PATIENCE)):
            return ok(check, port)
    except OSError as error:
        return problem(check, f"{port} does not answer: {error.strerror or error}", f"ping {parts.hostname}")


def devices(examined: Examined) -> Iterator[Finding]:
    """Paired and approved, as the registry says; whether they answer is for `device check`."""
    if examined.table is None or not examined.table.devices or examined.simulators:
        return
    file = examined.places.devices
    try:
        registry = load_registry(file)
    except ImpossibleRequestError as error:
        yield problem("devices", str(error), f"dealer-console restore BACKUP --to {examined.places.data}")
        return
    approved = {approval.serial for approval in registry.approved}
    known = {device.serial for device in registry.devices}
    keyless = {device.serial for device in registry.devices if not device.key}
    for device in (device for device in examined.table.devices if device.kind != "camera"):
        two = f"--technician NAME --supervisor NAME{examined.places.device_options}"
        pair = f"dealer-console device pair {device.kind} {device.port} {two}"
        if device.serial not in known:
            yield problem("devices", f"{device.kind} {device.serial} was never paired with this table", pair)
        elif device.serial not in approved:
            approve = f"dealer-console device check {device.kind} --approve {two}"
            says = f"the firmware that {device.kind} {device.serial} reports was never approved"
            yield problem("devices", says, approve)
        elif device.serial in keyless and not device.without_key:
            yield problem("devices", f"{device.kind} {device.serial} has no key, and the table's file wants one", pair)
        else:
            yield ok("devices", f"{device.kind} {device.serial} is paired and approved")


def floor(examined: Examined) -> Iterator[Finding]:
    """Reachable, and of a form that this program forwards to."""
    table = examined.table
    if table is None or table.floor is None:
        return
    try:
        from dealer_console.floor import FloorError, address, migrate
    except ModuleNotFoundError:
        yield problem("floor", "the floor's part is not installed", "pip install 'dealer-console[floor]'")
        return
    try:
        with address.connect(table.floor, login=table.name, program="dealer-console doctor") as connection:
            form = migrate.form(connection)
    except FloorError as error:
        yield warning("floor", f"{error}; the table deals without it", f"dealer-console floor status {table.floor}")
        return
    if form != migrate.NEWEST:
        init = f"dealer-console floor init {table.floor}"
        yield warning("floor", f"the floor has form {form}, this program knows {migrate.NEWEST}", init)
    else:
        yield ok("floor", f"form {form}")
