"""What a person's key signs at the pit stand, and whether an entry that came from there bears that signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from dealer_console.game.message import Message
from dealer_console.journal import keys
from dealer_console.journal.canonical import Json, canonical
from dealer_console.journal.entries.people import DeskOrdered, RequestApproved, RequestDeclined
from dealer_console.journal.entries.shift import NoticeGiven

StandEntry = RequestApproved | RequestDeclined | NoticeGiven | DeskOrdered
_LOG_DIGITS: Final = 12  # of the journal, in the name of a request


class Signer(NamedTuple):
    """Who signed, and by which key."""

    person: str
    key: str


def ruling_bytes(
    *, request: str, subject_hash: str, approves: bool, person: str, reason: str, signed_at_ms: int
) -> bytes:
    content: dict[str, Json] = {"approves": approves, "at": signed_at_ms, "person": person, "reason": reason}
    return (
        b"dealer-console ruling 1\0" + canonical({**content, "request": request, "subject_hash": subject_hash}).encode()
    )


def notice_bytes(
    *, log: str, order: str, changes: Mapping[str, Json], person: str, reason: str, signed_at_ms: int
) -> bytes:
    content: dict[str, Json] = {"at": signed_at_ms, "changes": {**changes}, "log": log, "order": order}
    return b"dealer-console notice 1\0" + canonical({**content, "person": person, "reason": reason}).encode()


def order_bytes(
    *, log: str, order: str, command: Mapping[str, Json], person: str, reason: str, signed_at_ms: int
) -> bytes:
    content: dict[str, Json] = {"at": signed_at_ms, "command": {**command}, "log": log, "order": order}
    return b"dealer-console order 1\0" + canonical({**content, "person": person, "reason": reason}).encode()


def signer_of(entry: StandEntry, who: str | None, log: str) -> Signer | Message | None:
    """Who signed it; None when nobody did, as at the table itself; or what is wrong with the signature."""
    if (entry.key, entry.signed_at_ms, entry.signature) == (None, None, None):
        return None
    if entry.key is None or entry.signed_at_ms is None or entry.signature is None:
        return Message("verify-signed-in-part")
    person, text = _signed(entry, who or "", log, entry.signed_at_ms)
    if text is None:
        return None
    if not isinstance(entry, NoticeGiven | DeskOrdered) and not entry.request.startswith(f"{log[:_LOG_DIGITS]}-"):
        return Message("verify-ruling-elsewhere")
    try:
        key, seal = bytes.fromhex(entry.key), bytes.fromhex(entry.signature)
    except ValueError:
        key, seal = b"", b""
    if not keys.is_signed(key, text, seal):
        return Message("verify-not-signed-by", person=person)
    return Signer(person, entry.key)


def _signed(entry: StandEntry, who: str, log: str, at_ms: int) -> tuple[str, bytes | None]:
    """Whose it is, and the signed bytes; none for a notice of before the reason was kept."""
    if isinstance(entry, NoticeGiven):
        if entry.reason is None or entry.order is None:
            return who, None
        return who, notice_bytes(
            log=log, order=entry.order, changes=entry.changes, person=who, reason=entry.reason, signed_at_ms=at_ms
        )
    if isinstance(entry, DeskOrdered):
        return who, order_bytes(
            log=log, order=entry.order, command=entry.command, person=who, reason=entry.reason, signed_at_ms=at_ms
        )
    approves = isinstance(entry, RequestApproved)
    person = entry.approver if isinstance(entry, RequestApproved) else entry.by
    message = ruling_bytes(
        request=entry.request,
        subject_hash=entry.subject_hash,
        approves=approves,
        person=person,
        reason=entry.reason or "",
        signed_at_ms=at_ms,
    )
    return person, message
