"""Rulings as the pit sends them: signed by the key that a PIN opens, or not."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dealer_console.floor.rulings import SignedRuling
from dealer_console.table import commands as c
from dealer_console.table.approvals.pit_ruling import PitRuling, RulingSignature
from dealer_console.table.people import NotAdmitted, PeopleBook, Person, Pin
from dealer_console.table.people.ruling_keys import RulingKey

UNSIGNED: Final = RulingSignature(key="0" * 64, at_ms=0, signature="0" * 128)


def key_of(book: PeopleBook, person: Person, pin: str, now_ms: int = 0) -> RulingKey:
    key = book.ruling_key(person.badge, Pin(pin), now_ms=now_ms)
    assert not isinstance(key, NotAdmitted), key
    return key


def signed_by(key: RulingKey, command: c.FromPit, at_ms: int = 1) -> c.FromPit:
    """The same in the name of whoever has the key."""
    named = replace(command, who=key.person.id)
    return replace(named, signature=named.ruling.sign(key, at_ms))


def carried(key: RulingKey, *, request: str, subject_hash: str, approves: bool, reason: str) -> SignedRuling:
    """As the stand puts it into the floor's database."""
    person = key.person.id
    ruling = PitRuling(request=request, subject_hash=subject_hash, approves=approves, person=person, reason=reason)
    seal = ruling.sign(key, 1)
    return SignedRuling(
        request=request,
        subject_hash=subject_hash,
        approves=approves,
        person=person,
        reason=reason,
        key=seal.key,
        signed_at_ms=seal.at_ms,
        signature=seal.signature,
    )
