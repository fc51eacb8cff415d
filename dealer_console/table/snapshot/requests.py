"""The requests that wait for a second person, with what the approver has to see."""

from __future__ import annotations

from collections.abc import Mapping

from dealer_console.game.money import show
from dealer_console.journal.canonical import Json
from dealer_console.table.commands.authorization import standing
from dealer_console.table.commands.codec import in_words, overtaken
from dealer_console.table.people.actions import Right
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.chips import chips_from_data
from dealer_console.table.shift.closing import difference, flag
from dealer_console.table.snapshot.values import OpenRequest
from dealer_console.table.state.table_state import TableState


def _difference(state: TableState, setup: TableSetup, subject: Mapping[str, Json]) -> str:
    """Who approves a closing sees what the books expect, and what the house wants done about the difference."""
    if subject.get("touch") != "CloseTable":
        return ""
    off = difference(state.shift, chips_from_data(subject["tray"]))
    words = f"; expected {show(state.shift.till.tray)}, difference {show(off)}"
    says = flag(setup.table(state.shift), off)
    return f"{words}: {says}" if says else words


def requests(state: TableState, setup: TableSetup, now_ms: int) -> tuple[OpenRequest, ...]:
    found = []
    for asked in state.approvals.waiting(now_ms):
        rights = setup.permissions.actions[asked.action]
        found.append(
            OpenRequest(
                request=asked.id,
                action=asked.action.value,
                says=rights.says,
                asks=in_words(asked.subject) + _difference(state, setup, asked.subject),
                subject=asked.subject,
                subject_hash=asked.subject_hash,
                requester=asked.requester,
                requester_name=state.name_of(asked.requester),
                reason=asked.reason,
                asked_at_ms=asked.asked_at_ms,
                expires_at_ms=asked.expires_at_ms,
                approvers=tuple(role.value for role in rights.roles((Right.APPROVE,), standing(state, asked.action))),
                overtaken=overtaken(asked, state.felt_hash()),
            )
        )
    return tuple(found)
