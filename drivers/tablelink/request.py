"""One request of a host link under way, and which frame is the reply to it (A2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drivers.tablelink.command_book import OpenCommand
from drivers.tablelink.constants import Family
from drivers.tablelink.event_rows import EVENTS, EventCode
from drivers.tablelink.frame import Frame
from drivers.tablelink.link_events import Identity
from drivers.tablelink.messages import MESSAGES, MessageType


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


def belongs(frame: Frame, request: Request, fields: dict[str, Any], *, family: Family, nonce: bytes) -> bool:
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


def but_its_time(payload: bytes) -> bytes:
    """The payload of an EVENT without `t` (A4): of a reply without an event nobody reads it."""
    return payload[:8] + payload[12:]


def continues(identity: Identity, last: int) -> bool:
    """The device goes on where our journal ends (A5)."""
    return identity.acked <= last < identity.next
