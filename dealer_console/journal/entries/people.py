"""Entries about people: who is at the table, who asked for what, and who approved it."""

from __future__ import annotations

from enum import StrEnum

from dealer_console.journal.entries.declaration import EntryData, entry
from dealer_console.journal.entries.forms import Hash, Members, Ordinal, SomeText


class Role(StrEnum):
    """What somebody is at the table. One person can have several."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    PIT_MANAGER = "pit-manager"
    CASHIER = "cashier"
    TECHNICIAN = "technician"
    AUDITOR = "auditor"


@entry("person-in", says="A person came to the table", more=True)
class PersonCame(EntryData):
    person: SomeText
    role: Role
    name: str | None = None
    badge: str | None = None


@entry("person-out", says="A person left the table", more=True)
class PersonLeft(EntryData):
    person: SomeText
    role: Role


@entry("desk-order", says="An order of the pit or the cage, signed there; what it does follows in the same append")
class DeskOrdered(EntryData):
    order: SomeText
    command: Members
    place: SomeText
    reason: str
    key: Hash
    signed_at_ms: int
    signature: SomeText


@entry("request", says="Somebody asks for an approval of exactly this subject")
class ApprovalRequested(EntryData):
    request: SomeText
    action: SomeText
    subject: Members
    subject_hash: Hash
    requester: SomeText
    reason: SomeText
    asked_at_ms: int
    expires_at_ms: int
    name: SomeText | None = None


@entry("approval", says="Another person approves the request with this hash")
class RequestApproved(EntryData):
    request: SomeText
    subject_hash: Hash
    approver: SomeText
    approved_at_ms: int
    name: SomeText | None = None
    reason: str | None = None
    place: SomeText | None = None
    key: Hash | None = None
    signed_at_ms: int | None = None
    signature: SomeText | None = None


@entry("declined", says="The request with this hash is not done: another person declined it, or who asked withdrew it")
class RequestDeclined(EntryData):
    request: SomeText
    subject_hash: Hash
    by: SomeText
    reason: SomeText
    declined_at_ms: int
    name: SomeText | None = None
    place: SomeText | None = None
    key: Hash | None = None
    signed_at_ms: int | None = None
    signature: SomeText | None = None


@entry("approval-used", says="An approval is used up; what it allowed stands in the same append")
class ApprovalUsed(EntryData):
    request: SomeText
    subject_hash: Hash


@entry("lock-out", says="A name is locked after wrong PINs; null for a name that nobody has")
class LockedOut(EntryData):
    person: SomeText | None
    wrong: Ordinal
    until_ms: int


@entry("people-changed", says="The book of people was changed: what was done to whom, by which two people, and when")
class PeopleChanged(EntryData):
    """`number`: of the change in the book. `second` is null where nobody could be the second person."""

    number: Ordinal
    what: SomeText
    person: SomeText
    by: SomeText
    second: SomeText | None
    detail: str
    changed_at_ms: int


PeopleEntry = (
    PeopleChanged
    | DeskOrdered
    | PersonCame
    | PersonLeft
    | ApprovalRequested
    | RequestApproved
    | RequestDeclined
    | ApprovalUsed
    | LockedOut
)
