"""A session and its requests (A2, A3).

One HELLO after the other: what a session must know, and whether the device behind an IDENTITY is the right one. One
request under way: which frame is the reply to it, and what a believed one says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from drivers.errors import ProtocolError
from drivers.events import AwayReason, Distrust
from drivers.interfaces import HealthCount
from drivers.tablelink import payloads
from drivers.tablelink.constants import HOST_ADDRESS, MINOR, Family, Times
from drivers.tablelink.event_rows import EVENTS, EventCode
from drivers.tablelink.exactly_once import OpenCommand
from drivers.tablelink.frame import Frame, encode_frame
from drivers.tablelink.link_events import Identity, Trouble
from drivers.tablelink.messages import MESSAGES, Cap, MessageType, NakReason
from drivers.tablelink.minor1 import session_key

_FOREIGN_SESSIONS = 3

_WHY_DEAD = {
    AwayReason.NO_ANSWER: "no answer to a request and its repeats; check power, cable and address",
    AwayReason.NOT_PAIRED: "the device answers as not paired, or its service switch is on; pair it again",
    AwayReason.PROTOCOL: "the device answers outside its protocol ({breach}); the line is good, check the firmware",
    AwayReason.WRONG_KEY: "the device answers under another key, or as not paired; pair it again",
}

Approval = Callable[[Identity], str | None]


def _everyone(identity: Identity) -> str | None:
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkSetup:
    """Which device is expected at which address, under which key. `approve` gives a reason, or None for approved."""

    address: int
    key: bytes | None = field(repr=False)
    times: Times
    serial: str | None = None
    approve: Approval = _everyone

    @property
    def family(self) -> Family:
        return Family(self.address >> 4)


@dataclass(kw_only=True, slots=True)
class Session:
    """`hellos` counts new nonces since the last IDENTITY: each may have opened one session that we never heard of.

    `hint` is a suspicion from frames that cannot be believed; it only names why a link died. `breach` is what a
    checked frame held that the protocol does not allow.
    """

    nonce: bytes = b""
    minor: int = 0
    key: bytes | None = field(default=None, repr=False)
    epoch: int = 0
    seq: int = 0
    hellos: int = 0
    boots: int | None = None
    hint: AwayReason | None = None
    breach: str = ""
    foreign: int = 0

    def opened_by_others(self, identity: Identity) -> bool:
        """Sessions that we did not open, on a device that did not restart.

        One may be a HELLO of our own that the line delivered late; three in a row are somebody else.
        """
        strange = self.boots == identity.boots and identity.epoch > self.epoch + self.hellos
        self.foreign = self.foreign + 1 if strange else 0
        return self.foreign >= _FOREIGN_SESSIONS

    def frame(self, setup: LinkSetup, type_code: MessageType, payload: bytes) -> tuple[int, int, bytes]:
        """The next request of this session, or a HELLO: its SEQ, its EPOCH, and its bytes."""
        hello = type_code is MessageType.HELLO
        self.seq, epoch = (0, 0) if hello else (self.seq + 1, self.epoch)
        wire = encode_frame(
            dst=setup.address,
            src=HOST_ADDRESS,
            type_code=type_code,
            seq=self.seq,
            epoch=epoch,
            payload=payload,
            key=setup.key if hello or self.key is None else self.key,
        )
        return self.seq, epoch, wire

    def agree_on_key(self, pairing_key: bytes, device_nonce: bytes) -> None:
        self.key = session_key(pairing_key, host_nonce=self.nonce, device_nonce=device_nonce, epoch=self.epoch)

    def why_dead(self, reason: AwayReason) -> str:
        return _WHY_DEAD[reason].format(breach=self.breach)

    def begin(self, identity: Identity) -> None:
        self.epoch, self.seq, self.hellos = identity.epoch, 0, 0
        self.minor, self.key = min(identity.minor, MINOR), None
        self.boots, self.hint = identity.boots, None


def identity_of(frame: Frame, fields: dict[str, Any]) -> Identity:
    return Identity(
        address=frame.src,
        family=Family(fields["family"]),
        model=fields["model"],
        serial=fields["serial"],
        firmware=fields["fw"],
        firmware_sha256=fields["fw_sha256"].hex(),
        boots=fields["boots"],
        acked=fields["acked"],
        next=fields["next"],
        ring=fields["ring"],
        caps=Cap(fields["caps"]),
        epoch=frame.epoch,
        minor=fields["minor"],
    )


def why_refuse(identity: Identity, setup: LinkSetup, known: Identity | None, session: Session) -> Trouble | None:
    """The reason not to work with this device, in the order in which a technician would look."""
    return (
        _wrong_device(identity, setup, known)
        or _second_host(identity, session)
        or _unapproved(identity, setup.approve(identity))
    )


def _wrong_device(identity: Identity, setup: LinkSetup, known: Identity | None) -> Trouble | None:
    if identity.family is not setup.family:
        text = f"a {identity.family.title} answers at the address of a {setup.family.title}; check the cable"
        return Trouble(kind=Distrust.WRONG_DEVICE, text=text)
    expected = setup.serial or (known.serial if known else identity.serial)
    if identity.serial != expected:
        text = f"expected the device {expected}, found {identity.serial}; connect the right one or pair this one"
        return Trouble(kind=Distrust.WRONG_DEVICE, text=text)
    return None


def old_epoch(identity: Identity, known: Identity | None, recorded: int, last: int) -> Trouble | None:
    """The counter of sessions only rises, over power cuts and restarts of the host (A2): one that falls is a copy, or
    forgets. `recorded` is the last session in the journal, `last` the last event."""
    heard = known.epoch if known is not None and known.serial == identity.serial else 0
    before = max(heard, recorded)
    if identity.epoch >= before:
        return None
    text = f"{identity.serial} counts session {identity.epoch} after {before}: a copy, or its memory is lost"
    text = f"{text}; look at it before it is used"
    return Trouble(kind=Distrust.OLD_EPOCH, text=text, **identity.marks(last))


def _second_host(identity: Identity, session: Session) -> Trouble | None:
    if not session.opened_by_others(identity):
        return None
    text = f"another host talks to {identity.serial}; disconnect it, then start the device again from the console"
    return Trouble(kind=Distrust.SECOND_HOST, text=text)


def _unapproved(identity: Identity, reason: str | None) -> Trouble | None:
    if reason is None:
        return None
    who = f"{identity.serial} with reported firmware {identity.firmware}"
    text = f"{who}: {reason}; technician and supervisor must approve"
    return Trouble(kind=Distrust.UNAPPROVED_IDENTITY, text=text)


_BAD_MAC = bytes([NakReason.BAD_MAC])
_SESSION_LOST = frozenset((_BAD_MAC, bytes([NakReason.BAD_EPOCH])))


@dataclass(kw_only=True, slots=True)
class Request:
    type: MessageType
    seq: int
    epoch: int
    wire: bytes
    first: float
    sent: float
    left: int
    about: OpenCommand | None = None
    upto: int = 0


def fits(frame: Frame, request: Request) -> bool:
    """A reply repeats SEQ and EPOCH of its request; only IDENTITY brings a new EPOCH."""
    if frame.seq != request.seq or frame.type not in (MESSAGES[request.type].reply, MessageType.NAK):
        return False
    return frame.epoch != 0 if frame.type == MessageType.IDENTITY else frame.epoch == request.epoch


def _belongs(frame: Frame, request: Request, fields: dict[str, Any], *, family: Family, nonce: bytes) -> bool:
    """The content of a reply belongs to this request of a device of this family, in the session with this nonce."""
    if frame.type == MessageType.NAK:
        return bool(fields["of"] == request.type)
    if frame.type == MessageType.IDENTITY:
        return bool(fields["nonce"] == nonce)
    if frame.type == MessageType.EVENT:
        return family in EVENTS[EventCode(fields["code"])].families
    if frame.type == MessageType.CMD_IS and request.about is not None:
        return bool(fields["cmd"] == request.about.command.cmd)
    return True


def continues(identity: Identity, last: int) -> bool:
    """The device goes on where our journal ends (A5)."""
    return identity.acked <= last < identity.next


class ReplyReader:
    """From a frame that fits its request to the fields that it says, checked; damage and lies are counted."""

    def __init__(self, setup: LinkSetup, count: HealthCount) -> None:
        self._setup = setup
        self._count = count
        self._quiet: tuple[bytes | None, dict[str, Any]] = (None, {})  # the last reply without an event

    def fields(self, frame: Frame, request: Request, session: Session) -> dict[str, Any] | None:
        """None for what is not believed. Most replies say that nothing is new: the very fields of the last one."""
        if not self._believed(frame, session):
            return None
        payload = frame.tail[: frame.length]
        quiet, said = self._quiet
        is_event = frame.type == MessageType.EVENT
        but_its_time = payload[:8] + payload[12:]  # `t` of an EVENT (A4) is of no interest where there is no event
        if is_event and but_its_time == quiet:
            return said
        try:
            fields = payloads.decode(frame.type, payload)
        except ProtocolError as damage:
            self._count.errors[damage.kind] += 1
            session.hint, session.breach = AwayReason.PROTOCOL, str(damage)
            return None
        if not _belongs(frame, request, fields, family=self._setup.family, nonce=session.nonce):
            self._count.errors["misfit"] += 1
            return None
        if is_event and fields["no"] == 0:
            self._quiet = but_its_time, fields
        return fields

    def _believed(self, frame: Frame, session: Session) -> bool:
        """A3: with a key nothing counts without its MAC; a bare NAK BAD_MAC only hints why a link is dead."""
        key = self._setup.key
        if key is None:
            believed = not frame.has_mac or frame.type == MessageType.NAK
        elif session.key is None or frame.type == MessageType.IDENTITY:
            believed = frame.mac_fits(key)
        else:
            # A device that lost the session knows no key of it: it may say so under the pairing key, and no more.
            lost = frame.type == MessageType.NAK and frame.payload[:1] in _SESSION_LOST
            believed = frame.mac_fits(session.key) or (lost and frame.mac_fits(key))
        if believed:
            return True
        if frame.type == MessageType.NAK and not frame.has_mac and frame.payload[:1] == _BAD_MAC:
            session.hint = AwayReason.NOT_PAIRED
        else:
            session.hint = AwayReason.WRONG_KEY
            self._count.errors["mac"] += 1
        return False
