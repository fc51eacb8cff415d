"""A new key for a paired device, whether it is genuine, and what it has counted: `rotate-key`, `verify`, `meters`."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_console.app.device_record import device_record
from dealer_console.cli.devices.registry import CHECK_FAILED, KEY_BYTES, RegistryFile, opened, registry_at, run
from dealer_console.cli.devices.two_people import Supervisor, Technician, clock_ms, two_people
from dealer_console.cli.output import print_line
from dealer_console.cli.verbs import AsJson, PeopleFile, PepperFile
from dealer_console.table.people.actions import Action

if TYPE_CHECKING:
    from drivers.registration.registry import KnownDevice


def rotate(
    name: Annotated[str, typer.Argument(help="A known device.")],
    technician: Technician = "",
    supervisor: Supervisor = "",
    registry: RegistryFile = None,
    people: PeopleFile = None,
    pepper: PepperFile = None,
) -> None:
    """Give a paired device a new key, agreed upon and never sent. The console must not be running on its port."""
    from drivers.registration.pairing import rotate_key

    def work() -> None:
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
        print_line(f"{name}: {device.serial} has a new key")

    run(work)


def verify(
    name: Annotated[str, typer.Argument(help="A known device.")],
    maker: Annotated[str, typer.Option(metavar="HEX", help="The public key of the maker, 64 hex digits.")],
    firmware: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The firmware image that has to run in it.")
    ] = None,
    registry: RegistryFile = None,
) -> None:
    """Is it the device that its maker certified, and does just this firmware run in it?"""
    from drivers.registration.pairing import why_not_genuine

    def work() -> None:
        device = registry_at(registry).device(name)
        image = firmware.read_bytes() if firmware is not None else None
        with opened(device) as transport:
            reason = why_not_genuine(
                transport, address=device.address, key=device.key_bytes, maker=_hex(maker), firmware=image
            )
        print_line(f"{name}: {device.serial} is {'genuine' if reason is None else f'NOT GENUINE: {reason}'}")
        if reason is not None:
            raise typer.Exit(CHECK_FAILED)

    run(work)


def meters(
    name: Annotated[str, typer.Argument(help="A known device.")], registry: RegistryFile = None, as_json: AsJson = False
) -> None:
    """What a device has counted in its life, its last shuffles, and where a fault is."""
    from drivers.registration.pairing import read_service

    def work() -> None:
        device = registry_at(registry).device(name)
        with opened(device) as transport:
            service = read_service(transport, address=device.address, key=device.key_bytes)
        told, counted = service.detail, service.meters
        jams = {place.name.lower(): count for place, count in counted.jams.items()}
        if as_json:
            shown = asdict(counted) | {"jams": jams, "shuffles": [asdict(shuffle) for shuffle in service.shuffles]}
            fault = {"place": told.place.name, "sensor": told.sensor.name, "steps": [step.name for step in told.steps]}
            print_line(json.dumps(shown | {"fault": fault if told.fault else None}, indent=1))
            return
        shuffles = f"{counted.good_shuffles} good and {counted.bad_shuffles} bad shuffles"
        print_line(f"{name}: {counted.minutes // 60} h, {shuffles}, {counted.cards} cards, {counted.faults} faults")
        print_line("  jams: " + ", ".join(f"{place} {count}" for place, count in jams.items()))
        if told.fault:
            steps = ", ".join(step.name.lower().replace("_", " ") for step in told.steps)
            print_line(f"  fault at the {told.place.name.lower()} (sensor {told.sensor.name.lower()}): {steps}")
        for shuffle in service.shuffles[:8]:
            good = "good" if shuffle.verdict == 0 else "BAD"
            print_line(f"  batch {shuffle.batch}: {shuffle.count} cards, {good}, {shuffle.seconds} s")

    run(work)


def _needed_key(device: KnownDevice) -> bytes:
    from drivers.errors import ImpossibleRequestError

    if device.key_bytes is None:
        raise ImpossibleRequestError(f"{device.name} has no key yet; pair it: dealer-console device pair")
    return device.key_bytes


def _hex(text: str) -> bytes:
    from drivers.errors import ImpossibleRequestError

    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != KEY_BYTES:
        raise ImpossibleRequestError("a public key is 64 hex digits")
    return value
