"""The state of the approvals as plain data, for the snapshot from which a table opens quickly."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from dealer_console.game.errors import Bug
from dealer_console.journal import BadEntry
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries import encode, read
from dealer_console.journal.entries.people import ApprovalRequested, RequestApproved, RequestDeclined
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


def to_data(approvals: Approvals) -> dict[str, Json]:
    return {
        "log": approvals.log,
        "last_number": approvals.last_number,
        "latest_ms": approvals.latest_ms,
        "asked": [_asked_data(each) for each in approvals.asked.values()],
    }


def _asked_data(asked: Asked) -> dict[str, Json]:
    return {
        "request": encode(requested(asked.request)).data,
        "approval": None if asked.approval is None else encode(approved(asked.approval)).data,
        "declined": None if asked.declined is None else encode(not_done(asked.declined)).data,
        "used_at_ms": asked.used_at_ms,
    }


def from_data(data: Mapping[str, Any]) -> Approvals:
    """Raises `Bug` for data that `to_data` did not write."""
    try:
        asked = [_asked(each) for each in data["asked"]]
        return Approvals(
            log=data["log"],
            last_number=data["last_number"],
            latest_ms=data["latest_ms"],
            asked=MappingProxyType({RequestId(each.request.id): each for each in asked}),
        )
    except (KeyError, TypeError, AttributeError, BadEntry) as error:
        raise Bug(f"the snapshot of the approvals cannot be read: {error!r}") from None


def _asked(data: Mapping[str, Any]) -> Asked:
    approval, declined = data["approval"], data["declined"]
    return Asked(
        request=request_from(read(ApprovalRequested, data["request"])),
        approval=None if approval is None else approval_from(read(RequestApproved, approval)),
        declined=None if declined is None else declined_from(read(RequestDeclined, declined)),
        used_at_ms=data["used_at_ms"],
    )
