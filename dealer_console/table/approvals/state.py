"""Requests and approvals: who asked, who approved, and exactly what.

    open ──approval by another person──▶ approved ──used, once──▶ used
      ├──────────── the time runs out ─────┴──▶ expired
      └── another person declines it, or who asked withdraws it ──▶ declined

A request names an action and its subject: plain data that says everything about what is to be done. The approval holds
the hash of it, and what is done in the end must have that hash. The state is a fold of the journal; it comes back after
a power cut as it was. Time is handed in, and a clock that goes back brings no expired request back.
As plain data it goes into the snapshot from which a table opens quickly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, cast

from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.message import Message
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.people import ApprovalRequested, ApprovalUsed, RequestApproved, RequestDeclined
from dealer_console.journal.entry import Entry
from dealer_console.journal.errors import BadDraft
from dealer_console.journal.value_codec import from_plain, to_plain
from dealer_console.messages import recorded_refusal
from dealer_console.table.approvals.entries import (
    approval_from,
    approved,
    declined_from,
    not_done,
    request_from,
    requested,
)
from dealer_console.table.approvals.request import USUAL_TIME_MS, Approval, Declined, Request, RequestId, subject_hash
from dealer_console.table.people.actions import Action, Standing
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import Person, PersonId
from dealer_console.table.people.pins import duration

FINISHED_KEPT: Final = 20
"""Finished requests are remembered for the words of a refusal only; their numbers alone keep them from coming back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRecord:
    """One request and what has become of it."""

    request: Request
    approval: Approval | None = None
    declined: Declined | None = None
    used_at_ms: int | None = None

    def is_finished(self, now_ms: int) -> bool:
        over = self.used_at_ms is not None or self.declined is not None
        return over or now_ms >= self.request.expires_at_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Approvals:
    """All requests of one journal. Frozen: `apply` gives the next one."""

    log: str
    last_number: int = 0
    latest_ms: int = 0
    records: Mapping[RequestId, RequestRecord] = field(default_factory=lambda: MappingProxyType({}))

    def next_id(self) -> RequestId:
        return RequestId.of(self.log, self.last_number + 1)

    def new_request(
        self,
        *,
        action: Action,
        subject: Mapping[str, Json],
        requester: PersonId,
        reason: str,
        now_ms: int,
        lasts_ms: int = USUAL_TIME_MS,
    ) -> Request:
        """The next request. Its time begins at the latest moment on record: after a clock went back it still lasts."""
        return Request.make(
            id=self.next_id(),
            action=action,
            subject=subject,
            requester=requester,
            reason=reason,
            now_ms=self._not_back(now_ms),
            lasts_ms=lasts_ms,
        )

    def waiting(self, now_ms: int) -> tuple[Request, ...]:
        """What waits for an approval, the oldest first."""
        now = self._not_back(now_ms)
        return tuple(
            open_request.request
            for open_request in self.records.values()
            if open_request.approval is None and not open_request.is_finished(now)
        )

    # --- why not ---------------------------------------------------------------------------------------------------

    def why_not_ask(
        self, request: Request, requester: Person, *, permissions: Permissions, standing: Standing
    ) -> Refusal | None:
        if request.requester != requester.id:
            return Refusal(Message("request-names-another", person=requester.name))
        if request.id != self.next_id():
            return Refusal(Message("next-request-not", a=self.next_id(), b=request.id))
        return permissions.why_not_person_asks(requester, request.action, standing)

    def why_not_approve(
        self, approval: Approval, approver: Person, *, permissions: Permissions, standing: Standing, now_ms: int
    ) -> Refusal | None:
        if approval.approver != approver.id:
            return Refusal(Message("approval-names-another", person=approver.name))
        refusal = self._why_not_approve(approval, now_ms)
        if refusal is not None:
            return refusal
        action = self.records[approval.request_id].request.action
        return permissions.why_not_person_approves(approver, action, standing)

    def _why_not_approve(self, approval: Approval, now_ms: int) -> Refusal | None:
        """What holds whatever the house allows: the fold itself refuses an entry that breaks it."""
        open_request = self.records.get(approval.request_id)
        if open_request is None:
            return self._unknown(approval.request_id)
        request = open_request.request
        if open_request.approval is not None:
            return Refusal(Message("request-approved-already", request=request.id))
        if open_request.declined is not None:
            return Refusal(Message("request-declined", request=request.id, why=open_request.declined.reason))
        if approval.approver == request.requester:
            return Refusal(Message("nobody-approves-own-request"))
        if approval.subject_hash != request.subject_hash:
            return Refusal(Message("approval-for-something-else"))
        return self._why_too_late(open_request, now_ms)

    def why_not_decline(self, declined: Declined) -> Refusal | None:
        """What holds whatever the house allows; who asked may always withdraw. Late is no harm: nothing is done."""
        open_request = self.records.get(declined.request_id)
        if open_request is None:
            return self._unknown(declined.request_id)
        if open_request.declined is not None or open_request.approval is not None:
            word = "approved" if open_request.approval is not None else "declined"
            return Refusal(Message("request-already", request=declined.request_id, step=word))
        if declined.subject_hash != open_request.request.subject_hash:
            return Refusal(Message("answers-something-else"))
        return None if declined.reason.strip() else Refusal(Message("say-why-declined"))

    def why_not_use(
        self, request_id: RequestId, *, action: Action, subject: Mapping[str, Json], now_ms: int
    ) -> Refusal | None:
        """None when exactly this may be done now, by this request, for the first time."""
        return self._why_not_use(request_id, subject_hash(action, subject), now_ms)

    def _why_not_use(self, request_id: RequestId, hash_: str, now_ms: int) -> Refusal | None:
        open_request = self.records.get(request_id)
        if open_request is None:
            return self._unknown(request_id)
        if open_request.used_at_ms is not None:
            return Refusal(Message("request-used", request=request_id))
        if open_request.approval is None:
            return Refusal(Message("request-waits-for-approval", request=request_id))
        if hash_ != open_request.request.subject_hash:
            return Refusal(Message("something-else-approved"))
        return self._why_too_late(open_request, now_ms)

    def _why_too_late(self, record: RequestRecord, now_ms: int) -> Refusal | None:
        over = self._not_back(now_ms) - record.request.expires_at_ms
        if over < 0:
            return None
        return Refusal(Message("request-expired", request=record.request.id, ago=duration(over)))

    def _unknown(self, request_id: RequestId) -> Refusal:
        if request_id.log_part != RequestId.of(self.log, 1).log_part:
            return Refusal(Message("request-of-another-table", request=request_id))
        if request_id.number <= self.last_number:
            return Refusal(Message("request-finished", request=request_id))
        return Refusal(Message("no-such-request", request=request_id))

    def _not_back(self, now_ms: int) -> int:
        return max(now_ms, self.latest_ms)

    # --- the fold --------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Approvals:
        """The state after this entry. Kinds that do not concern approvals change nothing.

        An entry that could not have been written raises `Bug`: nothing may be done by such a journal.
        """
        try:
            match entry.typed:
                case ApprovalRequested() as typed:
                    return self._with_request(request_from(typed), entry)
                case RequestApproved() as typed:
                    return self._with_approval(approval_from(typed), entry)
                case RequestDeclined() as typed:
                    return self._with_decline(declined_from(typed), entry)
                case ApprovalUsed() as typed:
                    return self._with_use(RequestId(typed.request), typed.subject_hash, entry)
                case _:
                    return self
        except (Refused, BadDraft, ValueError) as error:  # what stands in a journal was checked before it was written
            raise Bug(f"entry {entry.seq} is no {entry.kind}: {error}") from None

    def _with_request(self, request: Request, entry: Entry) -> Approvals:
        if request.id != self.next_id():
            raise Bug(f"entry {entry.seq}: request {request.id} where {self.next_id()} is the next")
        now = self._not_back(entry.at_ms)
        finished = [id_ for id_, open_request in self.records.items() if open_request.is_finished(now)]
        forgotten = set(finished[: max(0, len(finished) - FINISHED_KEPT)])
        kept = {id_: open_request for id_, open_request in self.records.items() if id_ not in forgotten}
        kept[request.id] = RequestRecord(request=request)
        return replace(self, last_number=request.id.number, latest_ms=now, records=MappingProxyType(kept))

    def _with_approval(self, approval: Approval, entry: Entry) -> Approvals:
        refusal = self._why_not_approve(approval, entry.at_ms)
        if refusal is not None:
            raise Bug(f"entry {entry.seq}: {recorded_refusal(refusal)}")
        return self._with(replace(self.records[approval.request_id], approval=approval), entry)

    def _with_decline(self, declined: Declined, entry: Entry) -> Approvals:
        refusal = self.why_not_decline(declined)
        if refusal is not None:
            raise Bug(f"entry {entry.seq}: {recorded_refusal(refusal)}")
        return self._with(replace(self.records[declined.request_id], declined=declined), entry)

    def _with_use(self, request_id: RequestId, hash_: str, entry: Entry) -> Approvals:
        refusal = self._why_not_use(request_id, hash_, entry.at_ms)
        if refusal is not None:
            raise Bug(f"entry {entry.seq}: {recorded_refusal(refusal)}")
        return self._with(replace(self.records[request_id], used_at_ms=entry.at_ms), entry)

    def _with(self, record: RequestRecord, entry: Entry) -> Approvals:
        together = MappingProxyType({**self.records, record.request.id: record})
        return replace(self, latest_ms=self._not_back(entry.at_ms), records=together)


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecordData:
    request: ApprovalRequested
    approval: RequestApproved | None
    declined: RequestDeclined | None
    used_at_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _ApprovalsData:
    log: str
    last_number: int
    latest_ms: int
    asked: tuple[_RecordData, ...]


def to_data(approvals: Approvals) -> dict[str, Json]:
    stored = _ApprovalsData(
        log=approvals.log,
        last_number=approvals.last_number,
        latest_ms=approvals.latest_ms,
        asked=tuple(_record_data(record) for record in approvals.records.values()),
    )
    return cast("dict[str, Json]", to_plain(_ApprovalsData, stored))


def _record_data(record: RequestRecord) -> _RecordData:
    return _RecordData(
        request=requested(record.request),
        approval=None if record.approval is None else approved(record.approval),
        declined=None if record.declined is None else not_done(record.declined),
        used_at_ms=record.used_at_ms,
    )


def from_data(stored: Mapping[str, Any]) -> Approvals:
    """Raises `Bug` for data that `to_data` did not write."""
    try:
        kept = from_plain(_ApprovalsData, dict(stored))
        records = [_record(record_data) for record_data in kept.asked]
    except (KeyError, TypeError, AttributeError, ValueError, Refused) as error:
        raise Bug(f"the snapshot of the approvals cannot be read: {error!r}") from None
    return Approvals(
        log=kept.log,
        last_number=kept.last_number,
        latest_ms=kept.latest_ms,
        records=MappingProxyType({RequestId(open_request.request.id): open_request for open_request in records}),
    )


def _record(kept: _RecordData) -> RequestRecord:
    return RequestRecord(
        request=request_from(kept.request),
        approval=None if kept.approval is None else approval_from(kept.approval),
        declined=None if kept.declined is None else declined_from(kept.declined),
        used_at_ms=kept.used_at_ms,
    )
