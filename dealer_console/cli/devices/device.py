"""`dealer-console device`: the devices that this table knows. A technician pairs, checks and forgets them."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dealer_console.app.device_record import device_record
from dealer_console.app.device_refusal import DeviceRefused
from dealer_console.cli.devices import service as device_service
from dealer_console.cli.devices.registry import (
    CHECK_FAILED,
    KEY_BYTES,
    RegistryFile,
    Supervisor,
    Technician,
    TwoPeople,
    clock_ms,
    device_verb,
    registry_at,
    two_people,
)
from dealer_console.cli.output import print_line, say_line, words
from dealer_console.cli.verbs import AsJson, PeopleFile, PepperFile, group
from dealer_console.game.message import Field, Message, Quoted, Term
from dealer_console.game.similar_names import skeleton
from dealer_console.messages import recorded
from dealer_console.table.people.actions import Action

if TYPE_CHECKING:
    from drivers.registration.pairing import DeviceStatus
    from drivers.registration.registry import KnownDevice, Registry


@device_verb
def list_devices(registry: RegistryFile = None, as_json: AsJson = False) -> None:
    """All known devices with port, serial number, pairing and approved firmware."""
    known = registry_at(registry)
    rows = [_row(device, known) for device in known.devices]
    if as_json:
        print_line(json.dumps(rows, indent=1))
    elif not rows:
        say_line("out-no-device")
    for row in [] if as_json else rows:
        approved = tuple(Message("out-as-reported", firmware=firmware) for firmware in row["approved_firmware"])
        say_line(
            "out-device",
            name=row["name"],
            family=row["family"],
            serial=row["serial"],
            port=row["port"],
            paired=Message("out-key", key=row["key_id"]) if row["key_id"] else Message("out-not-paired"),
            approved=approved or Message("out-none-approved"),
        )


def _row(device: KnownDevice, registry: Registry) -> dict[str, Any]:
    shown = {name: value for name, value in asdict(device).items() if name != "key"}
    firmware = [approval.firmware for approval in registry.approved if approval.serial == device.serial]
    return shown | {"key_id": device.key_id, "approved_firmware": firmware}


@device_verb
def pair(
    name: Annotated[str, typer.Argument(help="help-device-pair-name")],
    port: Annotated[str, typer.Argument(help="help-device-pair-port")],
    technician: Technician,
    supervisor: Supervisor,
    wait: Annotated[float, typer.Option("--wait", help="help-device-pair-wait")] = 60.0,
    without_key: Annotated[bool, typer.Option("--without-key", help="help-device-pair-without-key")] = False,
    key_file: Annotated[
        Path | None,
        typer.Option("--key-file", metavar="FILE", help="help-device-pair-key-file"),
    ] = None,
    registry: RegistryFile = None,
    people: PeopleFile = None,
    pepper: PepperFile = None,
    as_json: AsJson = False,
) -> None:
    """Give a device its key and approve its firmware. Turn its service switch on first; it is off when this ends."""
    known = registry_at(registry)
    _refuse_name(name, known)
    with device_record(known.path) as record:
        two = two_people(Action.DEVICE_PAIR, technician, supervisor, people, pepper)
        if key_file is not None:
            device, unit = _with_its_key(name, port, key_file)
        else:
            device, unit = _register(name, port) if without_key else _pair(name, port, wait, known)
        _approve(known.with_device(device), unit, two).save()
        record.note(two.change("paired", device, unit.identity), clock_ms())
    row = _row(device, registry_at(registry))
    if as_json:
        print_line(json.dumps(row, indent=1))
    else:
        say_line("out-device-paired", name=name, serial=device.serial)
    if without_key and not as_json:
        say_line("out-device-no-key")


def _refuse_name(name: str, known: Registry) -> None:
    """Two people approve a device by its name: nobody may take it for another one."""
    if not name.strip() or not name.isprintable():
        raise DeviceRefused(Message("pairing-no-name", name=Quoted(name)))
    others = [device.name for device in known.devices if device.name != name]
    if alike := next((other for other in others if skeleton(other) == skeleton(name)), None):
        raise DeviceRefused(Message("people-looks-like-could", word=Quoted(name), known=Quoted(alike)))


def _pair(name: str, port: str, wait: float, known: Registry) -> tuple[KnownDevice, DeviceStatus]:
    from drivers.registration.pairing import give_key, wait_for_switch_off
    from drivers.transports.factory import transport_for

    transport = transport_for(port)
    transport.open()
    try:
        identity, key = give_key(transport, show=_show_code, seconds=wait)
        device = _known(name, port, identity, key.hex())
        # From here on the device has this key: losing it would mean pairing once more.
        known.with_device(device).save()
        _say_there("out-device-has-key", serial=identity.serial)
        return device, wait_for_switch_off(transport, address=identity.address, key=key, seconds=wait)
    finally:
        transport.close()


def _show_code(code: str) -> None:
    spoken = f"{code[:3]} {code[3:]}"
    _say_there("ask-device-shows", spoken=spoken)


def _say_there(code: str, /, **fields: Field) -> None:
    """To whoever stands at the device, beside the result."""
    typer.echo(words()(Message(code, **fields)), err=True)


def _register(name: str, port: str) -> tuple[KnownDevice, DeviceStatus]:
    from drivers.tablelink.constants import Family

    unit = _look(port, None, 0)
    if unit.identity.family in (Family.SHOE, Family.READER):
        raise DeviceRefused(Message("pairing-only-paired", device=Term("device", unit.identity.family.title)))
    return _known(name, port, unit.identity, ""), unit


def _with_its_key(name: str, port: str, file: Path) -> tuple[KnownDevice, DeviceStatus]:
    """A keeper has no service switch: whoever may read its key file enters the key, and it must answer under it."""
    key = _key_in(file)
    unit = _look(port, key, 0)
    return _known(name, port, unit.identity, key.hex()), unit


def _key_in(file: Path) -> bytes:
    try:
        if file.stat().st_mode & 0o077:
            raise DeviceRefused(Message("registry-open", file=file))
        key = bytes.fromhex(file.read_text(encoding="ascii").strip())
    except OSError as error:
        raise DeviceRefused(Message("command-cannot-read", file=file, reason=str(error.strerror))) from None
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise DeviceRefused(Message("pairing-no-key-file", file=file))
    return key


def _known(name: str, port: str, identity: Any, key: str) -> KnownDevice:
    from drivers.registration.registry import FAMILY_NAMES, KnownDevice

    family = next(word for word, named_family in FAMILY_NAMES.items() if named_family is identity.family)
    return KnownDevice(
        name=name,
        family=family,
        port=port,
        address=identity.address,
        serial=identity.serial,
        model=identity.model,
        key=key,
    )


def _approve(known: Registry, unit: DeviceStatus, two: TwoPeople) -> Registry:
    from drivers.registration.registry import Approval

    return known.with_approval(
        Approval(
            serial=unit.identity.serial,
            firmware=unit.identity.firmware,
            firmware_sha256=unit.identity.firmware_sha256,
            technician=two.technician,
            supervisor=two.supervisor,
            when=datetime.now(UTC).isoformat(timespec="seconds"),
        )
    )


def _look(port: str, key: bytes | None, address: int) -> DeviceStatus:
    from drivers.registration.pairing import look
    from drivers.transports.factory import transport_for

    transport = transport_for(port)
    transport.open()
    try:
        return look(transport, address=address, key=key)
    finally:
        transport.close()


@device_verb
def check(
    name: Annotated[str, typer.Argument(help="help-device-known")],
    approve: Annotated[bool, typer.Option("--approve", help="help-device-check-approve")] = False,
    technician: Technician = "",
    supervisor: Supervisor = "",
    registry: RegistryFile = None,
    people: PeopleFile = None,
    pepper: PepperFile = None,
    as_json: AsJson = False,
) -> int:
    """Ask a known device who it is and how it is. The console must not be running on its port."""
    known = registry_at(registry)
    device = known.device(name)
    unit = _look(device.port, device.key_bytes, device.address)
    if approve:
        _refuse_another(device, unit)
        with device_record(known.path) as record:
            two = two_people(Action.DEVICE_APPROVE, technician, supervisor, people, pepper)
            known = _approve(known, unit, two)
            known.save()
            record.note(two.change("approved", device, unit.identity), clock_ms())
    problems = _problems(device, unit, known)
    _print_status(device, unit, problems, as_json)
    return CHECK_FAILED if problems else 0


def _refuse_another(device: KnownDevice, unit: DeviceStatus) -> None:
    if unit.identity.serial != device.serial:
        raise DeviceRefused(Message("pairing-another-than-paired", expected=device.serial, serial=unit.identity.serial))


def _problems(device: KnownDevice, unit: DeviceStatus, known: Registry) -> list[Message]:
    """All of them at once, so that one visit is enough."""
    problems = []
    if unit.identity.serial != device.serial:
        problems.append(Message("out-device-other", expected=device.serial, serial=unit.identity.serial))
    refusal = known.why_not(unit.identity)
    if refusal is not None:
        problems.append(Message("out-device-firmware-refused", firmware=unit.identity.firmware, why=refusal))
    if unit.fault:
        problems.append(Message("out-device-fault-latched", fault=str(unit.fault)))
    if unit.service:
        problems.append(Message("out-device-service-on"))
    if unit.door_open:
        problems.append(Message("out-device-door-open"))
    return problems


def _print_status(device: KnownDevice, unit: DeviceStatus, problems: list[Message], as_json: bool) -> None:
    if as_json:
        data = asdict(unit)
        data["identity"]["caps"] = int(unit.identity.caps)
        print_line(
            json.dumps(
                {"name": device.name, "ok": not problems, "problems": [recorded(problem) for problem in problems]}
                | data,
                indent=1,
            )
        )
        return
    identity = unit.identity
    say_line(
        "out-device-checked",
        name=device.name,
        model=identity.model,
        serial=identity.serial,
        firmware=identity.firmware,
        frames=unit.bad_frames,
    )
    for problem in problems:
        print_line(f"  {words()(problem)}")


@device_verb
def forget(
    name: Annotated[str, typer.Argument(help="help-device-known")],
    technician: Technician,
    supervisor: Supervisor,
    registry: RegistryFile = None,
    people: PeopleFile = None,
    pepper: PepperFile = None,
) -> None:
    """Remove a device, its key and its approvals. It keeps its key until it is paired again elsewhere."""
    known = registry_at(registry)
    device, left = known.device(name), known.without(name)
    with device_record(known.path) as record:
        two = two_people(Action.DEVICE_PAIR, technician, supervisor, people, pepper)
        left.save()
        record.note(two.change("forgotten", device), clock_ms())
    say_line("out-device-forgotten", name=name)


app = group(
    "device",
    list=list_devices,
    pair=pair,
    check=check,
    forget=forget,
    rotate_key=device_service.rotate,
    verify=device_service.verify,
    meters=device_service.meters,
)
