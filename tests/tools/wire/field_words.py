"""Which words the numbers of a field stand for, for every document that is written from the constants."""

from __future__ import annotations

from enum import IntEnum, IntFlag

from drivers.tablelink.constants import Family, Field
from drivers.tablelink.event_rows import CardFlag, EventCode, FaultCode, InhibitCause, ReaderResult, State, Verdict
from drivers.tablelink.messages import Cap, CommandStatus, Flag, MessageType, NakReason, UpCard, Why

_ANYWHERE: dict[str, type[IntEnum]] = {
    "type": MessageType,
    "state": State,
    "at": State,
    "fault": FaultCode,
    "test": FaultCode,
    "status": CommandStatus,
    "result": ReaderResult,
    "why": Why,
    "up": UpCard,
    "verdict": Verdict,
    "family": Family,
}
_BITS: dict[str, type[IntFlag]] = {"flags": Flag, "caps": Cap, "card_flags": CardFlag}


def words_of(owner: str, field: Field) -> type[IntEnum] | None:
    """The enum of a field; `owner` is the message or the event that holds it, by its name."""
    if field.name == "code":
        return NakReason if owner == "NAK" else EventCode
    if field.name == "of":
        return MessageType if owner == "NAK" else FaultCode
    if field.name == "cause":
        return InhibitCause if owner == "INHIBITED" else None
    return _ANYWHERE.get(field.name)


def bits_of(field: Field) -> type[IntFlag] | None:
    """The flags of a field, bit by bit."""
    return _BITS.get(field.name)
