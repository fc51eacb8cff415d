"""What is asked and what is approved: frozen values, the same whether they come from this screen or the pit stand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType
from typing import Final, Self

from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.message import Message
from dealer_console.journal.canonical import Json, canonical_object
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.people.actions import Action
from dealer_console.table.people.person import PersonId

USUAL_TIME_MS: Final = 5 * 60_000
"""Somebody is called over, looks, decides: five minutes. After that the felt may no longer be what was shown."""

LONGEST_REASON: Final = 500
_LOG_DIGITS: Final = 12  # 48 bits of the journal's identity tell the tables of a house apart
_ID: Final = re.compile(rf"([0-9a-f]{{{_LOG_DIGITS}}})-([1-9][0-9]{{0,14}})")


class RequestId(str):
    """`LOG-NUMBER`: the journal it stands in and its number there, so that no approval fits at another table."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        if not _ID.fullmatch(text):
            raise Refused(Refusal(Message("request-name")))
        return super().__new__(cls, text)

    @classmethod
    def of(cls, log: str, number: int) -> Self:
        return cls(f"{log[:_LOG_DIGITS]}-{number}")

    @property
    def log_part(self) -> str:
        return self.partition("-")[0]

    @property
    def number(self) -> int:
        return int(self.partition("-")[2])


def subject_hash(action: Action, subject: Mapping[str, Json]) -> str:
    """SHA-256 over the canonical bytes of exactly what was asked. Raises `BadDraft` for what no journal can keep."""
    text = canonical_object({"action": str(action), "subject": dict(subject)})
    return sha256(b"dealer-console request 1\0" + text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Make it with `make`, which computes the hash."""

    id: RequestId
    action: Action
    subject: Mapping[str, Json]
    subject_hash: str
    requester: PersonId
    reason: str
    asked_at_ms: int
    expires_at_ms: int

    def __post_init__(self) -> None:
        if self.subject_hash != subject_hash(self.action, self.subject):
            raise Refused(Refusal(Message("request-hash", request=self.id)))
        if not self.reason.strip() or len(self.reason) > LONGEST_REASON:
            raise Refused(Refusal(Message("request-gives-reason", count=LONGEST_REASON)))
        if self.expires_at_ms <= self.asked_at_ms:
            raise Refused(Refusal(Message("request-expired-unseen", request=self.id)))
        # A copy of our own: what the caller does to the data afterwards is not what was asked.
        own = json.loads(canonical_object(self.subject))
        object.__setattr__(self, "subject", MappingProxyType(own))

    @classmethod
    def make(
        cls,
        *,
        id: RequestId,  # noqa: A002
        action: Action,
        subject: Mapping[str, Json],
        requester: PersonId,
        reason: str,
        now_ms: int,
        lasts_ms: int = USUAL_TIME_MS,
    ) -> Self:
        return cls(
            id=id,
            action=action,
            subject=subject,
            subject_hash=subject_hash(action, subject),
            requester=requester,
            reason=reason,
            asked_at_ms=now_ms,
            expires_at_ms=now_ms + lasts_ms,
        )

    def approved(self, approver: PersonId, *, at_ms: int, reason: str = "", place: str | None = None) -> Approval:
        """The approval of what was shown. Whether it may be given is asked of `Approvals`."""
        return Approval(
            request_id=self.id,
            subject_hash=self.subject_hash,
            approver=approver,
            at_ms=at_ms,
            reason=reason,
            place=place,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """Somebody approved exactly what has this hash."""

    request_id: RequestId
    subject_hash: str
    approver: PersonId
    at_ms: int
    reason: str = ""
    place: str | None = None  # where it came from, when it was not given at the table
    signature: RulingSignature | None = None  # of the person, from there


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """What has this hash is not done: somebody declined it, or who asked withdrew it."""

    request_id: RequestId
    subject_hash: str
    by: PersonId
    reason: str
    at_ms: int
    place: str | None = None
    signature: RulingSignature | None = None
