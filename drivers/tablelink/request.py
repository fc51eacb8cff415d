"""One request of a host link under way, which frame is the reply to it, and what a believed one says (A2, A3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drivers.errors import ProtocolError
from drivers.events import AwayReason
from drivers.health import HealthCount
from drivers.tablelink import payloads
from drivers.tablelink.command_book import OpenCommand
from drivers.tablelink.constants import Family
from drivers.tablelink.event_rows import EVENTS, EventCode
from drivers.tablelink.frame import Frame
from drivers.tablelink.link_events import Identity
from drivers.tablelink.messages import MESSAGES, MessageType, NakReason
from drivers.tablelink.session import LinkSetup, Session

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
    if frame.seq != request.seq:
        return False
    if frame.type == MessageType.NAK:
        return frame.epoch == request.epoch
    if frame.type != MESSAGES[request.type].reply:
        return False
    return frame.epoch != 0 if request.type is MessageType.HELLO else frame.epoch == request.epoch


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


def _but_its_time(payload: bytes) -> bytes:
    """The payload of an EVENT without `t` (A4): of a reply without an event nobody reads it."""
    return payload[:8] + payload[12:]


def continues(identity: Identity, last: int) -> bool:
    """The device goes on where our journal ends (A5)."""
    return identity.acked <= last < identity.next


class ReplyReader:
    """From a frame that fits its request to the fields that it says, checked; damage and lies are counted."""

    def __init__(self, setup: LinkSetup, count: HealthCount) -> None:
        self._setup = setup
        self._count = count
        self._quiet: tuple[bytes, dict[str, Any]] = (b"", {})  # the last reply that told of no event

    def fields(self, frame: Frame, request: Request, session: Session) -> dict[str, Any] | None:
        """None for what is not believed. Most replies say that nothing is new: what the last one said."""
        if not self._believed(frame, session):
            return None
        payload = frame.payload
        if frame.type == MessageType.EVENT and _but_its_time(payload) == self._quiet[0]:
            return self._quiet[1]
        try:
            fields = payloads.decode(frame.type, payload)
        except ProtocolError as damage:
            self._count.errors[damage.kind] += 1
            session.hint, session.breach = AwayReason.PROTOCOL, str(damage)
            return None
        if not _belongs(frame, request, fields, family=self._setup.family, nonce=session.nonce):
            self._count.errors["misfit"] += 1
            return None
        if frame.type == MessageType.EVENT and fields["no"] == 0:
            self._quiet = _but_its_time(payload), fields
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
