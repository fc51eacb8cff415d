"""People and approvals as the journal keeps them: drafts out, values back."""

from __future__ import annotations

from dealer_console.game.errors import Bug
from dealer_console.journal.entries.people import (
    ApprovalRequested,
    ApprovalUsed,
    LockedOut,
    PeopleChanged,
    PersonCame,
    PersonLeft,
    RequestApproved,
    RequestDeclined,
)
from dealer_console.journal.entry import Draft
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.approvals.request import Approval, Declined, Request, RequestId
from dealer_console.table.people.actions import Action
from dealer_console.table.people.book import NotAdmitted
from dealer_console.table.people.person import Person, PersonId, Role
from dealer_console.table.people.store_tables import Change

# --- drafts ----------------------------------------------------------------------------------------------------------


def person_in(person: Person, role: Role) -> Draft:
    came = PersonCame(person=person.id, role=role, name=person.name, badge=person.badge)
    return Draft.of(came, who=person.id)


def person_out(person: Person, role: Role, *, by: Person | None = None) -> Draft:
    """`by`: a supervisor records that a dealer has left."""
    return Draft.of(PersonLeft(person=person.id, role=role), who=(by or person).id)


def request(asked: Request, name: str | None = None) -> Draft:
    """`name`: of somebody who signed and is not at the table, so that no id is shown to who approves."""
    return Draft.of(requested(asked, name), who=asked.requester)


def approval(given: Approval, name: str | None = None) -> Draft:
    return Draft.of(approved(given, name), who=given.approver)


def declined(refused: Declined, name: str | None = None) -> Draft:
    return Draft.of(not_done(refused, name), who=refused.by)


def approval_used(request_id: RequestId, hash_: str, *, by: PersonId) -> Draft:
    """Goes into the same append as what was approved: both are kept, or neither."""
    return Draft.of(ApprovalUsed(request=str(request_id), subject_hash=hash_), who=by)


def lock_out(refused: NotAdmitted) -> Draft:
    """What was typed is not in it: people type their PIN into the field of the name."""
    if refused.until_ms is None:
        raise Bug("no lock-out without its end")
    return Draft.of(LockedOut(person=refused.person, wrong=refused.wrong, until_ms=refused.until_ms))


def people_changed(change: Change) -> Draft:
    return Draft.of(
        PeopleChanged(
            number=change.number,
            what=change.what,
            person=change.person,
            by=change.by,
            second=change.second,
            detail=change.detail,
            changed_at_ms=change.at_ms,
        ),
        who=change.by,
    )


# --- values to entries and back --------------------------------------------------------------------------------------


def requested(asked: Request, name: str | None = None) -> ApprovalRequested:
    return ApprovalRequested(
        request=str(asked.id),
        action=asked.action.value,
        subject=asked.subject,
        subject_hash=asked.subject_hash,
        requester=asked.requester,
        reason=asked.reason,
        asked_at_ms=asked.asked_at_ms,
        expires_at_ms=asked.expires_at_ms,
        name=name or None,
    )


def approved(given: Approval, name: str | None = None) -> RequestApproved:
    return RequestApproved(
        request=str(given.request_id),
        subject_hash=given.subject_hash,
        approver=given.approver,
        approved_at_ms=given.at_ms,
        name=name or None,
        reason=given.reason or None,
        place=given.place or None,
        key=None if given.signature is None else given.signature.key,
        signed_at_ms=None if given.signature is None else given.signature.at_ms,
        signature=None if given.signature is None else given.signature.signature,
    )


def not_done(refused: Declined, name: str | None = None) -> RequestDeclined:
    return RequestDeclined(
        request=str(refused.request_id),
        subject_hash=refused.subject_hash,
        by=refused.by,
        reason=refused.reason,
        declined_at_ms=refused.at_ms,
        name=name or None,
        place=refused.place or None,
        key=None if refused.signature is None else refused.signature.key,
        signed_at_ms=None if refused.signature is None else refused.signature.at_ms,
        signature=None if refused.signature is None else refused.signature.signature,
    )


def request_from(entry: ApprovalRequested) -> Request:
    return Request(
        id=RequestId(entry.request),
        action=Action(entry.action),
        subject=entry.subject,
        subject_hash=entry.subject_hash,
        requester=PersonId(entry.requester),
        reason=entry.reason,
        asked_at_ms=entry.asked_at_ms,
        expires_at_ms=entry.expires_at_ms,
    )


def approval_from(entry: RequestApproved) -> Approval:
    return Approval(
        request_id=RequestId(entry.request),
        subject_hash=entry.subject_hash,
        approver=PersonId(entry.approver),
        at_ms=entry.approved_at_ms,
        reason=entry.reason or "",
        place=entry.place,
        signature=_signature_from(entry),
    )


def declined_from(entry: RequestDeclined) -> Declined:
    return Declined(
        request_id=RequestId(entry.request),
        subject_hash=entry.subject_hash,
        by=PersonId(entry.by),
        reason=entry.reason,
        at_ms=entry.declined_at_ms,
        place=entry.place,
        signature=_signature_from(entry),
    )


def _signature_from(entry: RequestApproved | RequestDeclined) -> RulingSignature | None:
    if entry.key is None or entry.signed_at_ms is None or entry.signature is None:
        return None
    return RulingSignature(key=entry.key, at_ms=entry.signed_at_ms, signature=entry.signature)
