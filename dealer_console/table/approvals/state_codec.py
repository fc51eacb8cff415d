"""The state of the approvals as plain data, for the snapshot from which a table opens quickly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, cast

from dealer_console.game.errors import Bug, Refused
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.people import ApprovalRequested, RequestApproved, RequestDeclined
from dealer_console.journal.value_codec import from_plain, to_plain
from dealer_console.table.approvals.entries import (
    approval_from,
    approved,
    declined_from,
    not_done,
    request_from,
    requested,
)
from dealer_console.table.approvals.request import RequestId
from dealer_console.table.approvals.state import Approvals, Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class _AskedData:
    request: ApprovalRequested
    approval: RequestApproved | None
    declined: RequestDeclined | None
    used_at_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _ApprovalsData:
    log: str
    last_number: int
    latest_ms: int
    asked: tuple[_AskedData, ...]


def to_data(approvals: Approvals) -> dict[str, Json]:
    stored = _ApprovalsData(
        log=approvals.log,
        last_number=approvals.last_number,
        latest_ms=approvals.latest_ms,
        asked=tuple(_asked_data(asked) for asked in approvals.asked.values()),
    )
    return cast(dict[str, Json], to_plain(_ApprovalsData, stored))


def _asked_data(asked: Asked) -> _AskedData:
    return _AskedData(
        request=requested(asked.request),
        approval=None if asked.approval is None else approved(asked.approval),
        declined=None if asked.declined is None else not_done(asked.declined),
        used_at_ms=asked.used_at_ms,
    )


def from_data(stored: Mapping[str, Any]) -> Approvals:
    """Raises `Bug` for data that `to_data` did not write."""
    try:
        kept = from_plain(_ApprovalsData, dict(stored))
        asked = [_asked(asked_data) for asked_data in kept.asked]
    except (KeyError, TypeError, AttributeError, ValueError, Refused) as error:
        raise Bug(f"the snapshot of the approvals cannot be read: {error!r}") from None
    return Approvals(
        log=kept.log,
        last_number=kept.last_number,
        latest_ms=kept.latest_ms,
        asked=MappingProxyType({RequestId(open_request.request.id): open_request for open_request in asked}),
    )


def _asked(kept: _AskedData) -> Asked:
    return Asked(
        request=request_from(kept.request),
        approval=None if kept.approval is None else approval_from(kept.approval),
        declined=None if kept.declined is None else declined_from(kept.declined),
        used_at_ms=kept.used_at_ms,
    )
