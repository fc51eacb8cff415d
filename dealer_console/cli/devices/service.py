"""A new key for a paired device, whether it is genuine, and what it has counted: `rotate-key`, `verify`, `meters`."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_console.app.device_record import device_record
from dealer_console.app.device_refusal import DeviceRefused
from dealer_console.cli.devices.registry import (
    CHECK_FAILED,
    KEY_BYTES,
    RegistryFile,
    Supervisor,
    Technician,
    clock_ms,
    device_verb,
    opened,
    registry_at,
    two_people,
)
from dealer_console.cli.output import print_line, say_line
from dealer_console.cli.verbs import AsJson, PeopleFile, PepperFile
from dealer_console.game.message import Message
from dealer_console.table.people.actions import Action

if TYPE_CHECKING:
    from drivers.registration.registry import KnownDevice


@device_verb
def rotate(
    name: Annotated[str, typer.Argument(help="help-device-known")],
    technician: Technician = "",
    supervisor: Supervisor = "",
    registry: RegistryFile = None,
    people: PeopleFile = None,
    pepper: PepperFile = None,
) -> None:
    """Give a paired device a new key, agreed upon and never sent. The console must not be running on its port."""
    from drivers.registration.pairing import rotate_key

    known = registry_at(registry)
    device = known.device(name)
    key = _needed_key(device)

    with device_record(known.path) as record:
        two = two_people(Action.DEVICE_PAIR, technician, supervisor, people, pepper)

        def keep(new: bytes) -> None:
            renewed = replace(device, key=new.hex())
            known.with_device(renewed).save()
            record.note(two.change("new-key", renewed), clock_ms())

        with opened(device) as transport:
            rotate_key(transport, address=device.address, key=key, keep=keep)
    say_line("out-device-new-key", name=name, serial=device.serial)


@device_verb
def verify(
    name: Annotated[str, typer.Argument(help="help-device-known")],
    maker: Annotated[str, typer.Option(metavar="HEX", help="help-service-verify-maker")],
    firmware: Annotated[Path | None, typer.Option(metavar="FILE", help="help-service-verify-firmware")] = None,
    registry: RegistryFile = None,
) -> int:
    """Is it the device that its maker certified, and does just this firmware run in it?"""
    from drivers.registration.pairing import why_not_genuine

    device = registry_at(registry).device(name)
    image = firmware.read_bytes() if firmware is not None else None
    with opened(device) as transport:
        reason = why_not_genuine(
            transport, address=device.address, key=device.key_bytes, maker=_hex(maker), firmware=image
        )
    if reason is None:
        say_line("out-device-genuine", name=name, serial=device.serial)
        return 0
    say_line("out-device-not-genuine", name=name, serial=device.serial, reason=str(reason))
    return CHECK_FAILED


@device_verb
def meters(
    name: Annotated[str, typer.Argument(help="help-device-known")],
    registry: RegistryFile = None,
    as_json: AsJson = False,
) -> None:
    """What a device has counted in its life, its last shuffles, and where a fault is."""
    from drivers.registration.pairing import read_service

    device = registry_at(registry).device(name)
    with opened(device) as transport:
        service = read_service(transport, address=device.address, key=device.key_bytes)
    detail, counted = service.detail, service.meters
    jams = {place.name.lower(): count for place, count in counted.jams.items()}
    if as_json:
        shown = asdict(counted) | {"jams": jams, "shuffles": [asdict(shuffle) for shuffle in service.shuffles]}
        steps = [step.name for step in detail.steps]
        fault = {"place": detail.place.name, "sensor": detail.sensor.name, "steps": steps}
        print_line(json.dumps(shown | {"fault": fault if detail.fault else None}, indent=1))
        return
    say_line(
        "out-meters",
        name=name,
        hours=counted.minutes // 60,
        good=counted.good_shuffles,
        bad=counted.bad_shuffles,
        cards=counted.cards,
        faults=counted.faults,
    )
    say_line("out-jams", jams=tuple(f"{place} {count}" for place, count in jams.items()))
    if detail.fault:
        advice = ", ".join(step.name.lower().replace("_", " ") for step in detail.steps)
        place, sensor = detail.place.name.lower(), detail.sensor.name.lower()
        say_line("out-fault-at", place=place, sensor=sensor, steps=advice)
    for shuffle in service.shuffles[:8]:
        code = "out-batch-good" if shuffle.verdict == 0 else "out-batch-bad"
        say_line(code, batch=shuffle.batch, cards=shuffle.count, seconds=shuffle.seconds)


def _needed_key(device: KnownDevice) -> bytes:
    if device.key_bytes is None:
        raise DeviceRefused(Message("pairing-no-key-yet", name=device.name))
    return device.key_bytes


def _hex(text: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != KEY_BYTES:
        raise DeviceRefused(Message("pairing-public-key"))
    return value
