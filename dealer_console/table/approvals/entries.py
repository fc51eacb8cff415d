"""People and approvals as the journal keeps them: drafts out, values back.

| kind          | version | fields                                                                        |
|---------------|---------|-------------------------------------------------------------------------------|
| person-in     | 1       | person, role, name, badge                                                     |
| person-out    | 1       | person, role                                                                  |
| request       | 1       | request, action, subject, subject_hash, requester, reason, asked_at_ms, expires_at_ms |
| approval      | 1       | request, subject_hash, approver, approved_at_ms; name, reason, place          |
| declined      | 1       | request, subject_hash, by, reason, declined_at_ms; name, place                |
| approval-used | 1       | request, subject_hash                                                         |
| lock-out      | 1       | person (null for a name that nobody has), wrong, until_ms                     |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from dealer_console.game.errors import Bug, Refused
from dealer_console.journal.canonical import Json
from dealer_console.journal.entry import Draft, Entry
from dealer_console.journal.errors import BadDraft
from dealer_console.table.approvals.request import Approval, Declined, Request, RequestId
from dealer_console.table.people.actions import Action
from dealer_console.table.people.book import NotAdmitted
from dealer_console.table.people.person import Person, PersonId, Role

PERSON_IN: Final = "person-in"
PERSON_OUT: Final = "person-out"
REQUEST: Final = "request"
APPROVAL: Final = "approval"
DECLINED: Final = "declined"
USED: Final = "approval-used"
LOCK_OUT: Final = "lock-out"


# --- drafts ----------------------------------------------------------------------------------------------------------


def person_in(person: Person, role: Role) -> Draft:
    data: dict[str, Json] = {"person": person.id, "role": role.value, "name": person.name, "badge": person.badge}
    return Draft(kind=PERSON_IN, data=data, who=person.id)


def person_out(person: Person, role: Role, *, by: Person | None = None) -> Draft:
    """`by`: a supervisor records that a dealer has left."""
    return Draft(kind=PERSON_OUT, data={"person": person.id, "role": role.value}, who=(by or person).id)


def request(asked: Request) -> Draft:
    data: dict[str, Json] = {
        "request": str(asked.id),
        "action": asked.action.value,
        "subject": dict(asked.subject),
        "subject_hash": asked.subject_hash,
        "requester": asked.requester,
        "reason": asked.reason,
        "asked_at_ms": asked.asked_at_ms,
        "expires_at_ms": asked.expires_at_ms,
    }
    return Draft(kind=REQUEST, data=data, who=asked.requester)


def approval(given: Approval, name: str | None = None) -> Draft:
    data: dict[str, Json] = {
        "request": str(given.request_id),
        "subject_hash": given.subject_hash,
        "approver": given.approver,
        "approved_at_ms": given.at_ms,
        **({"reason": given.reason} if given.reason else {}),
        **({"place": given.place} if given.place else {}),
        **({"name": name} if name else {}),
    }
    return Draft(kind=APPROVAL, data=data, who=given.approver)


def declined(refused: Declined, name: str | None = None) -> Draft:
    data: dict[str, Json] = {
        "request": str(refused.request_id),
        "subject_hash": refused.subject_hash,
        "by": refused.by,
        "reason": refused.reason,
        "declined_at_ms": refused.at_ms,
        **({"place": refused.place} if refused.place else {}),
        **({"name": name} if name else {}),
    }
    return Draft(kind=DECLINED, data=data, who=refused.by)


def approval_used(request_id: RequestId, hash_: str, *, by: PersonId) -> Draft:
    """Goes into the same append as what was approved: both are kept, or neither."""
    return Draft(kind=USED, data={"request": str(request_id), "subject_hash": hash_}, who=by)


def lock_out(refused: NotAdmitted) -> Draft:
    """What was typed is not in it: people type their PIN into the field of the name."""
    if refused.until_ms is None:
        raise Bug("no lock-out without its end")
    data: dict[str, Json] = {"person": refused.person, "wrong": refused.wrong, "until_ms": refused.until_ms}
    return Draft(kind=LOCK_OUT, data=data)


# --- back from entries -----------------------------------------------------------------------------------------------


def request_of(entry: Entry) -> Request:
    with _told_by(entry):
        return request_from(entry.data)


def approval_of(entry: Entry) -> Approval:
    with _told_by(entry):
        return approval_from(entry.data)


def declined_of(entry: Entry) -> Declined:
    with _told_by(entry):
        return declined_from(entry.data)


def use_of(entry: Entry) -> tuple[RequestId, str]:
    with _told_by(entry):
        return RequestId(_text(entry.data, "request")), _text(entry.data, "subject_hash")


def request_from(data: Mapping[str, Json]) -> Request:
    subject = data.get("subject")
    if not isinstance(subject, dict):
        raise Bug("a request without a subject")
    return Request(
        id=RequestId(_text(data, "request")),
        action=Action(_text(data, "action")),
        subject=subject,
        subject_hash=_text(data, "subject_hash"),
        requester=PersonId(_text(data, "requester")),
        reason=_text(data, "reason"),
        asked_at_ms=_number(data, "asked_at_ms"),
        expires_at_ms=_number(data, "expires_at_ms"),
    )


def approval_from(data: Mapping[str, Json]) -> Approval:
    return Approval(
        request_id=RequestId(_text(data, "request")),
        subject_hash=_text(data, "subject_hash"),
        approver=PersonId(_text(data, "approver")),
        at_ms=_number(data, "approved_at_ms"),
        reason=_text(data, "reason") if "reason" in data else "",
        place=_text(data, "place") if "place" in data else None,
    )


def declined_from(data: Mapping[str, Json]) -> Declined:
    return Declined(
        request_id=RequestId(_text(data, "request")),
        subject_hash=_text(data, "subject_hash"),
        by=PersonId(_text(data, "by")),
        reason=_text(data, "reason"),
        at_ms=_number(data, "declined_at_ms"),
        place=_text(data, "place") if "place" in data else None,
    )


@contextmanager
def _told_by(entry: Entry) -> Iterator[None]:
    """What stands in a journal was checked before it was written: anything else is our own fault."""
    try:
        yield
    except (Bug, Refused, BadDraft, ValueError) as error:
        raise Bug(f"entry {entry.seq} is no {entry.kind}: {error}") from None


def _text(data: Mapping[str, Json], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise Bug(f"the field {name!r} is no text")
    return value


def _number(data: Mapping[str, Json], name: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Bug(f"the field {name!r} is no number")
    return value
