"""Pairing a device (A3), and checking one: what a technician does at the table with the service switch in reach."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from drivers.errors import DeviceError, ImpossibleRequestError, PortError
from drivers.registration.exchange import Exchange, NoAnswerError, RefusedByDeviceError
from drivers.tablelink.constants import ANY_ADDRESS, Family
from drivers.tablelink.link_events import Identity
from drivers.tablelink.messages import CommandStatus, Flag, MessageType, NakReason
from drivers.tablelink.minor1 import (
    Certificate,
    Detail,
    KeyAgreement,
    Meters,
    PastShuffle,
    detail_of,
    meters_of,
    past_shuffle_of,
)
from drivers.tablelink.translation import fault_of
from drivers.transports.interface import Transport

_TRY_AGAIN = 0.5
_ASK_AGAIN = 0.2


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceStatus:
    """What a device says about itself."""

    identity: Identity
    state: int
    enabled: bool
    door_open: bool
    service: bool
    paired: bool
    fault: str
    bad_frames: int


def look(transport: Transport, *, address: int = ANY_ADDRESS, key: bytes | None = None) -> DeviceStatus:
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
    status = exchange.request(MessageType.STATUS)
    fault = fault_of(status["fault"])
    return DeviceStatus(
        identity=identity,
        state=status["state"],
        enabled=bool(status["flags"] & Flag.ENABLED),
        door_open=bool(status["flags"] & Flag.DOOR),
        service=bool(status["flags"] & Flag.SERVICE),
        paired=bool(status["flags"] & Flag.PAIRED),
        fault=fault.value if fault else "",
        bad_frames=status["bad_frames"],
    )


def give_key(transport: Transport, *, show: Callable[[str], None], seconds: float = 60.0) -> tuple[Identity, bytes]:
    """A fresh key for a device whose service switch is on.

    A device of minor 1 agrees upon it: `show` gets the six digits that its display must show too, and a person confirms
    them there within `seconds`. To one of minor 0 the key is sent; it crosses the wire this once.
    """
    exchange = Exchange(transport)
    try:
        identity = exchange.hello()
    except RefusedByDeviceError as refused:
        if refused.reason is NakReason.BAD_MAC:
            raise ImpossibleRequestError("the device is paired; turn its service switch on to pair it again") from None
        raise
    if not exchange.request(MessageType.STATUS)["flags"] & Flag.SERVICE:
        raise ImpossibleRequestError(f"turn the service switch of {identity.serial} on, then pair again")
    cmd = secrets.randbits(63) | 1
    if identity.minor < 1:
        key = secrets.token_bytes(32)
        answer = exchange.request(MessageType.PAIR, cmd=cmd, key=key)
    else:
        key, code = _offer(exchange, identity, cmd)
        show(code)
        try:
            answer = _confirmed(exchange, cmd, time.monotonic() + seconds)
        except RefusedByDeviceError:  # the switch was turned before we could ask: the key itself tells
            answer = {"status": CommandStatus.DONE if _answers(transport, identity.address, key) else 0}
    if answer["status"] != CommandStatus.DONE:
        raise DeviceError(f"{identity.serial} did not take the key: nobody confirmed it there. Try again")
    return identity, key


def _offer(exchange: Exchange, identity: Identity, cmd: int) -> tuple[bytes, str]:
    """OFFER and AGREE: the key that both sides have now, and its code."""
    agreement = KeyAgreement(identity.serial)
    public = exchange.request(MessageType.OFFER, commit=agreement.commitment)["public"]
    key = agreement.key(public)
    exchange.request(MessageType.AGREE, cmd=cmd, public=agreement.public)
    return key, agreement.code(public)


def _confirmed(exchange: Exchange, cmd: int, end: float) -> dict[str, int]:
    while True:
        answer = exchange.request(MessageType.QUERY, cmd=cmd)
        if answer["status"] != CommandStatus.RUNNING or time.monotonic() >= end:
            return answer
        time.sleep(_ASK_AGAIN)


def _answers(transport: Transport, address: int, key: bytes) -> bool:
    try:
        Exchange(transport, address=address, key=key).hello()
    except (DeviceError, NoAnswerError):
        return False
    return True


def rotate_key(transport: Transport, *, address: int, key: bytes, keep: Callable[[bytes], None]) -> Identity:
    """A new key for a paired device, without its service switch. `keep` stores it before the device uses it.

    Wherever this is cut off, one of the two keys works: the device takes the old one until it has heard the new one.
    """
    exchange = Exchange(transport, address=address, key=key)
    identity = exchange.hello()
    if identity.minor < 1:
        raise ImpossibleRequestError(f"{identity.serial} speaks minor 0 and cannot agree upon a key; pair it again")
    new, _code = _offer(exchange, identity, secrets.randbits(63) | 1)
    keep(new)
    return Exchange(transport, address=address, key=new).hello()


@dataclass(frozen=True, kw_only=True, slots=True)
class Service:
    """What a technician reads off a device: its meters, its last shuffles, and where a fault is."""

    meters: Meters
    shuffles: tuple[PastShuffle, ...]
    detail: Detail


def read_service(transport: Transport, *, address: int, key: bytes | None) -> Service:
    exchange = _of_minor_1(transport, address, key)[0]
    meters = meters_of(exchange.request(MessageType.METERS))
    shuffles: list[PastShuffle] = []
    kept = 1 if exchange.address >> 4 == Family.BATCH and meters.good_shuffles + meters.bad_shuffles else 0
    while len(shuffles) < kept:
        fields = exchange.request(MessageType.HISTORY, back=len(shuffles))
        kept = fields["kept"]
        shuffles.append(past_shuffle_of(fields))
    detail = detail_of(exchange.request(MessageType.DETAIL))
    return Service(meters=meters, shuffles=tuple(shuffles), detail=detail)


def why_not_genuine(
    transport: Transport, *, address: int, key: bytes | None, maker: bytes, firmware: bytes | None
) -> str | None:
    """None for a device that its maker certifies and that answers to a fresh seed; with the image, that it runs it."""
    exchange, identity = _of_minor_1(transport, address, key)
    reply = exchange.request(MessageType.CERTIFICATE)
    certificate = Certificate(model=identity.model, serial=identity.serial, **reply)
    seed = secrets.token_bytes(32)
    answer = exchange.request(MessageType.VERIFY, seed=seed)
    return certificate.why_not(maker) or certificate.why_not_genuine(seed=seed, firmware=firmware, **answer)


def _of_minor_1(transport: Transport, address: int, key: bytes | None) -> tuple[Exchange, Identity]:
    exchange = Exchange(transport, address=address, key=key)
    identity = exchange.hello()
    if identity.minor < 1:
        raise ImpossibleRequestError(f"{identity.serial} speaks minor 0, which has no meters and no certificate")
    return exchange, identity


def wait_for_switch_off(transport: Transport, *, address: int, key: bytes, seconds: float) -> DeviceStatus:
    """The device answers under its new key as soon as its service switch is off again."""
    end = time.monotonic() + seconds
    while True:
        try:
            return look(transport, address=address, key=key)
        except (DeviceError, NoAnswerError):
            if time.monotonic() >= end:
                raise PortError("the service switch is still on; turn it off, then run: device check") from None
        time.sleep(_TRY_AGAIN)
