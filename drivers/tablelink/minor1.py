"""tablelink minor 1 (A11) on the host's side: words for places and steps, and the keys of sessions and pairings."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import deque
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any, ClassVar

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from drivers.errors import DeviceError
from drivers.tablelink.event_rows import EventCode
from drivers.tablelink.messages import MessageType


class Place(IntEnum):
    """Where in a device."""

    UNKNOWN = 0
    INLET = 1
    FEEDER = 2
    MIXER = 3
    ELEVATOR = 4
    OUTLET = 5
    HEAD = 6


class Sensor(IntEnum):
    """Which sensor saw it."""

    NONE = 0
    INLET_CARDS = 1
    FEED_EDGE = 2
    MIXER_POSITION = 3
    ELEVATOR_LIMIT = 4
    OUTLET_CARDS = 5
    CARD_CAMERA = 6
    DOOR_SWITCH = 7
    GATE_POSITION = 8


class Door(IntFlag):
    LID = 1
    CARD_DOOR = 2
    SERVICE_DOOR = 4


class Step(IntEnum):
    """What a person does, in this order, to end a fault."""

    OPEN_LID = 1
    REMOVE_CARDS = 2
    CLEAN_SENSOR = 3
    CLOSE_DOORS = 4
    POWER_OFF_AND_ON = 5
    RECOUNT = 6
    CALL_SERVICE = 7
    CLEAR = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Detail:
    """Where a latched fault is and what ends it; `doors` are those that stand open."""

    fault: int
    place: Place
    sensor: Sensor
    doors: Door
    steps: tuple[Step, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Meters:
    """Counted for the life of a device. `jams` by place."""

    minutes: int
    good_shuffles: int
    bad_shuffles: int
    cards: int
    faults: int
    jams: dict[Place, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class PastShuffle:
    """One of the last shuffles; `minute` counts the device's own minutes of service."""

    batch: int
    count: int
    verdict: int
    seconds: int
    minute: int


def detail_of(fields: dict[str, Any]) -> Detail:
    """A number that this program does not know is no place, no sensor and no step."""
    steps = [fields[f"step{number}"] for number in range(1, 5)]
    return Detail(
        fault=fields["fault"],
        place=Place(fields["place"]) if fields["place"] in set(Place) else Place.UNKNOWN,
        sensor=Sensor(fields["sensor"]) if fields["sensor"] in set(Sensor) else Sensor.NONE,
        doors=Door(fields["doors"] & 7),
        steps=tuple(Step(step) for step in steps if step in set(Step)),
    )


def meters_of(fields: dict[str, Any]) -> Meters:
    return Meters(
        minutes=fields["minutes"],
        good_shuffles=fields["good"],
        bad_shuffles=fields["bad"],
        cards=fields["cards"],
        faults=fields["faults"],
        jams={place: fields[f"jams_{place.name.lower()}"] for place in Place if place is not Place.UNKNOWN},
    )


def past_shuffle_of(fields: dict[str, Any]) -> PastShuffle:
    return PastShuffle(**{name: fields[name] for name in ("batch", "count", "verdict", "seconds", "minute")})


class SideQuestions:
    """Where a fault is and what was counted: asked after what may have changed it, when nothing else is to be said."""

    AFTER: ClassVar[dict[MessageType, frozenset[EventCode]]] = {
        MessageType.DETAIL: frozenset({EventCode.FAULT, EventCode.FAULT_CLEARED, EventCode.DOOR, EventCode.POWER_UP}),
        MessageType.METERS: frozenset(
            {EventCode.FAULT, EventCode.SHUFFLE_DONE, EventCode.INVENTORY, EventCode.LOADED, EventCode.EMPTY}
        ),
    }

    def __init__(self) -> None:
        self.detail: Detail | None = None
        self.meters: Meters | None = None
        self.waiting: deque[MessageType] = deque()

    def ask(self, minor: int, code: EventCode | None = None) -> None:
        """After this event; None: ask for all. A device of minor 0 cannot be asked."""
        for question, codes in self.AFTER.items():
            if minor >= 1 and (code is None or code in codes) and question not in self.waiting:
                self.waiting.append(question)

    def next(self) -> MessageType:
        return self.waiting.popleft()

    def answered(self, type_code: int, fields: dict[str, Any]) -> None:
        if type_code == MessageType.DETAIL_IS:
            self.detail = detail_of(fields)
        else:
            self.meters = meters_of(fields)


def session_key(key: bytes, *, host_nonce: bytes, device_nonce: bytes, epoch: int) -> bytes:
    """A11: known to those who know the pairing key and heard both nonces; another one in each session."""
    message = b"".join((b"tablelink session 1", host_nonce, device_nonce, epoch.to_bytes(4, "little")))
    return hmac.new(key, message, hashlib.sha256).digest()


class KeyAgreement:
    """The host's half of a pairing in which the key never crosses the wire.

    The commitment goes out before the device shows its public key, and ours only after it: so somebody in between has
    one guess at a code of six digits, and no way to search for keys that give the same one.
    """

    def __init__(self, serial: str, secret: bytes | None = None) -> None:
        self._serial = serial.encode("ascii").ljust(12, b"\0")
        self._secret = X25519PrivateKey.from_private_bytes(secret or secrets.token_bytes(32))
        self.public = self._secret.public_key().public_bytes_raw()

    @property
    def commitment(self) -> bytes:
        return hashlib.sha256(b"tablelink offer 1" + self.public).digest()

    def code(self, device_public: bytes) -> str:
        """What both displays must show."""
        digest = hashlib.sha256(b"tablelink code 1" + self._serial + self.public + device_public).digest()
        return f"{int.from_bytes(digest[:4]) % 10**6:06}"

    def key(self, device_public: bytes) -> bytes:
        try:
            shared = self._secret.exchange(X25519PublicKey.from_public_bytes(device_public))
        except ValueError:
            raise DeviceError("the device offers a public key that gives no secret; do not pair it") from None
        message = b"tablelink pair 1" + self._serial + self.public + device_public
        return hmac.new(shared, message, hashlib.sha256).digest()


@dataclass(frozen=True, kw_only=True, slots=True)
class Certificate:
    """A maker's word that this public key belongs to this device."""

    model: str
    serial: str
    public: bytes
    signature: bytes

    def why_not(self, maker: bytes) -> str | None:
        """None when the maker with this public key signed it."""
        model, serial = (text.encode("ascii").ljust(size, b"\0") for text, size in ((self.model, 8), (self.serial, 12)))
        text = b"tablelink certificate 1" + model + serial + self.public
        return None if _signed(maker, self.signature, text) else "its certificate is not signed by this maker"

    def why_not_genuine(self, *, seed: bytes, digest: bytes, signature: bytes, firmware: bytes | None) -> str | None:
        """None when the holder of this certificate answered to this seed; with the firmware, that it runs just this."""
        text = b"tablelink verify 1" + self.serial.encode("ascii").ljust(12, b"\0") + seed + digest
        if not _signed(self.public, signature, text):
            return "its answer is not signed with the key of its certificate"
        if firmware is not None and not hmac.compare_digest(digest, hmac.new(seed, firmware, hashlib.sha256).digest()):
            return "it does not run this firmware"
        return None


def _signed(public: bytes, signature: bytes, text: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True
