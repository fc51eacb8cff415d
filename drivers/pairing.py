"""Pairing a device (A3), and checking one: what a technician does at the table with the service switch in reach."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from drivers.errors import DeviceError, ImpossibleRequestError, PortError
from drivers.exchange import Exchange, NoAnswerError, RefusedByDeviceError
from drivers.tablelink.constants import ANY_ADDRESS, CommandStatus, Flag, MessageType, NakReason
from drivers.tablelink.link_events import Identity
from drivers.tablelink.translation import fault_of
from drivers.transports.interface import Transport

_TRY_AGAIN = 0.5


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What a device says about itself."""

    identity: Identity
    state: int
    enabled: bool
    door_open: bool
    service: bool
    paired: bool
    fault: str
    bad_frames: int


def look(transport: Transport, *, address: int = ANY_ADDRESS, key: bytes | None = None) -> Found:
    """HELLO and STATUS over an open transport; changes nothing at the device."""
    exchange = Exchange(transport, address=address, key=key)
    try:
        identity = exchange.hello()
    except RefusedByDeviceError as refused:
        if refused.reason is not NakReason.BAD_MAC:
            raise
        raise DeviceError(
            f"{transport.name}: the device refuses this key; its service switch is on, or it must be paired again"
            if key
            else f"{transport.name}: the device is paired, and its key is not known here; pair it again"
        ) from None
    told = exchange.request(MessageType.STATUS)
    fault = fault_of(told["fault"])
    return Found(
        identity=identity,
        state=told["state"],
        enabled=bool(told["flags"] & Flag.ENABLED),
        door_open=bool(told["flags"] & Flag.DOOR),
        service=bool(told["flags"] & Flag.SERVICE),
        paired=bool(told["flags"] & Flag.PAIRED),
        fault=fault.value if fault else "",
        bad_frames=told["bad_frames"],
    )


def give_key(transport: Transport, *, address: int = ANY_ADDRESS) -> tuple[Identity, bytes]:
    """Sends a fresh key to a device whose service switch is on. The key crosses the wire this once."""
    exchange = Exchange(transport, address=address)
    try:
        identity = exchange.hello()
    except RefusedByDeviceError as refused:
        if refused.reason is NakReason.BAD_MAC:
            raise ImpossibleRequestError("the device is paired; turn its service switch on to pair it anew") from None
        raise
    if not exchange.request(MessageType.STATUS)["flags"] & Flag.SERVICE:
        raise ImpossibleRequestError(f"turn the service switch of {identity.serial} on, then pair again")
    key = secrets.token_bytes(32)
    answer = exchange.request(MessageType.PAIR, cmd=secrets.randbits(63) | 1, key=key)
    if answer["status"] != CommandStatus.DONE:
        raise DeviceError(f"{identity.serial} did not take the key; try again")
    return identity, key


def wait_for_switch_off(
    transport: Transport,
    *,
    address: int,
    key: bytes,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Found:
    """The device answers under its new key as soon as its service switch is off again."""
    end = clock() + seconds
    while True:
        try:
            return look(transport, address=address, key=key)
        except (DeviceError, NoAnswerError):
            if clock() >= end:
                raise PortError("the service switch is still on; turn it off, then run: device check") from None
        pause(_TRY_AGAIN)
