"""Whether a record of the desks was signed by the people whom it names: a row in the database alone says nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dealer_console.journal.canonical import Json, canonical
from dealer_console.table.approvals.pit_ruling import RulingSignature, SignedAtStand
from dealer_console.table.people.person import PersonId
from dealer_console.table.people.ruling_keys import KnownKey

SigningKeys = Callable[[PersonId], Sequence[KnownKey]]
"""The keys that the staff list has or had for a person."""


@dataclass(frozen=True, kw_only=True)
class SignedRecord(SignedAtStand):
    """What the people sign."""

    kind: str
    once: str
    data: Mapping[str, Json]
    person: str
    second: str | None

    def signed_bytes(self, at_ms: int) -> bytes:
        content: dict[str, Json] = {"at": at_ms, "data": dict(self.data), "kind": self.kind, "once": self.once}
        return (
            b"dealer-console record 1\0" + canonical({**content, "person": self.person, "second": self.second}).encode()
        )


def is_genuine(row: Any, entered_ms: int, keys_of: SigningKeys | None) -> bool:
    """By a key that each of its people had then. Without a staff list: by the key that the record itself names."""
    try:
        signed = SignedRecord(
            kind=row.kind, once=row.once, data=json.loads(row.data), person=row.person, second=row.second
        )
        names = [(row.person, row.key, row.signature)]
        if row.second is not None:
            names.append((row.second, row.second_key, row.second_signature))
        return len({person for person, _, _ in names}) == len(names) and all(
            signed.is_signed(RulingSignature(key=key, at_ms=row.signed_at_ms, signature=signature), key)
            and (keys_of is None or any(known.signed(key, entered_ms) for known in keys_of(PersonId(person))))
            for person, key, signature in names
        )
    except (TypeError, ValueError, AttributeError, RecursionError):
        return False
