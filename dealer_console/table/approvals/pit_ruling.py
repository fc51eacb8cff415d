"""A ruling given at the pit stand, as the person signs it and the table checks it."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.journal import keys
from dealer_console.journal.canonical import canonical
from dealer_console.table.people.ruling_keys import RulingKey


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingSignature:
    """By which key, when by the stand's clock, and the signature itself."""

    key: str
    at_ms: int
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PitRuling:
    """Request and hash say exactly what, in which journal; nothing of this can be exchanged after it was signed."""

    request: str
    subject_hash: str
    approves: bool
    person: str
    reason: str

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
        return (
            b"dealer-console ruling 1\0"
            + canonical(
                {
                    "approves": self.approves,
                    "at": at_ms,
                    "person": self.person,
                    "reason": self.reason,
                    "request": self.request,
                    "subject_hash": self.subject_hash,
                }
            ).encode()
        )
