"""The state of the approvals as plain data, for the snapshot from which a table opens quickly."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from dealer_console.game.errors import Bug
from dealer_console.journal.canonical import Json
from dealer_console.table.approvals import entries as entries
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
        "request": dict(entries.request(asked.request).data),
        "approval": None if asked.approval is None else dict(entries.approval(asked.approval).data),
        "declined": None if asked.declined is None else dict(entries.declined(asked.declined).data),
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
    except (KeyError, TypeError, AttributeError) as error:
        raise Bug(f"the snapshot of the approvals cannot be read: {error!r}") from None


def _asked(data: Mapping[str, Any]) -> Asked:
    approval, declined = data["approval"], data["declined"]
    return Asked(
        request=entries.request_from(data["request"]),
        approval=None if approval is None else entries.approval_from(approval),
        declined=None if declined is None else entries.declined_from(declined),
        used_at_ms=data["used_at_ms"],
    )
