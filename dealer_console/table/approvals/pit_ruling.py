"""A ruling, notice or order given at a desk of the pit or the cage, as the person signs it and the table checks it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dealer_console.journal import keys
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.stand_signatures import notice_bytes, order_bytes, ruling_bytes
from dealer_console.table.people.ruling_keys import RulingKey


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingSignature:
    """By which key, when by the stand's clock, and the signature itself."""

    key: str
    at_ms: int
    signature: str


class SignedAtStand:
    """What a person's key signs at the pit stand: every field of it, so that none can be exchanged afterwards."""

    def sign(self, key: RulingKey, at_ms: int) -> RulingSignature:
        return RulingSignature(key=key.public, at_ms=at_ms, signature=key.sign(self.signed_bytes(at_ms)))

    def is_signed(self, signature: RulingSignature, public_key: str) -> bool:
        """By the key that the book of whoever asks has for this person."""
        try:
            key, seal = bytes.fromhex(public_key), bytes.fromhex(signature.signature)
        except ValueError:
            return False
        return signature.key == public_key and keys.is_signed(key, self.signed_bytes(signature.at_ms), seal)

    def signed_bytes(self, at_ms: int) -> bytes:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class PitRuling(SignedAtStand):
    """Request and hash say exactly what, in which journal."""

    request: str
    subject_hash: str
    approves: bool
    person: str
    reason: str

    def signed_bytes(self, at_ms: int) -> bytes:
        return ruling_bytes(**vars(self), signed_at_ms=at_ms)


@dataclass(frozen=True, kw_only=True)
class PitNotice(SignedAtStand):
    """Limits or options of the table with this journal (`log`) change; `order` comes once."""

    log: str
    order: str
    changes: Mapping[str, Json]
    person: str
    reason: str

    def signed_bytes(self, at_ms: int) -> bytes:
        return notice_bytes(**vars(self), signed_at_ms=at_ms)


@dataclass(frozen=True, kw_only=True)
class DeskOrder(SignedAtStand):
    """A command for the table with this journal (`log`), as plain data; `order` comes once."""

    log: str
    order: str
    command: Mapping[str, Json]
    person: str
    reason: str

    def signed_bytes(self, at_ms: int) -> bytes:
        return order_bytes(**vars(self), signed_at_ms=at_ms)
