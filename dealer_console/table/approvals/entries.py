"""People and approvals as the journal keeps them: drafts out, values back."""

from __future__ import annotations

from dealer_console.game.errors import Bug
from dealer_console.journal.entries.people import (
    ApprovalRequested,
    ApprovalUsed,
    LockedOut,
    PeopleChanged,
    PersonCame,
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


def request(new: Request, name: str | None = None) -> Draft:
    """`name`: of somebody who signed and is not at the table, so that no id is shown to who approves."""
    return Draft.of(requested(new, name), who=new.requester)


def approval(decision: Approval, name: str | None = None) -> Draft:
    return Draft.of(approved(decision, name), who=decision.approver)


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


def requested(new: Request, name: str | None = None) -> ApprovalRequested:
    return ApprovalRequested(
        request=str(new.id),
        action=new.action.value,
        subject=new.subject,
        subject_hash=new.subject_hash,
        requester=new.requester,
        reason=new.reason,
        asked_at_ms=new.asked_at_ms,
        expires_at_ms=new.expires_at_ms,
        name=name or None,
    )


def approved(decision: Approval, name: str | None = None) -> RequestApproved:
    return RequestApproved(
        request=str(decision.request_id),
        subject_hash=decision.subject_hash,
        approver=decision.approver,
        approved_at_ms=decision.at_ms,
        name=name or None,
        reason=decision.reason or None,
        place=decision.place or None,
        key=None if decision.signature is None else decision.signature.key,
        signed_at_ms=None if decision.signature is None else decision.signature.at_ms,
        signature=None if decision.signature is None else decision.signature.signature,
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
