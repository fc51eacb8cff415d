"""The drafts of this room in a real journal: taken, kept, and folded back from it."""

from __future__ import annotations

import pytest

from dealer_console.game.message import Message
from dealer_console.journal import Draft, MemoryJournal
from dealer_console.journal.entries.people import PersonLeft
from dealer_console.table.approvals import entries
from dealer_console.table.approvals.state import Approvals
from dealer_console.table.people import Action, NotAdmitted, Role
from tests.table.people.small_book import NOW, person

DEALER, SUPERVISOR = person(1, Role.DEALER), person(2, Role.SUPERVISOR)


def new_journal() -> MemoryJournal:
    return MemoryJournal.create(table="seven", signing_key=bytes(32), at_ms=NOW, log=bytes(range(16)))


def drafts_of(log: str) -> list[Draft]:
    """One of each kind, in the order in which an evening brings them."""
    request = Approvals(log=log).new_request(
        action=Action.VOID_ROUND, subject={"round": 1}, requester=DEALER.id, reason="a card was seen", now_ms=NOW
    )
    locked = NotAdmitted(reason=Message("wrong-pin", count=0), until_ms=NOW + 60_000, wrong=5, locked_now=True)
    return [
        entries.person_in(DEALER, Role.DEALER),
        entries.lock_out(locked),
        entries.request(request),
        entries.approval(request.approved(SUPERVISOR.id, at_ms=NOW)),
        entries.approval_used(request.id, request.subject_hash, by=DEALER.id),
        Draft.of(PersonLeft(person=DEALER.id, role=Role.DEALER), who=DEALER.id),
    ]


KNOWN = drafts_of(bytes(range(16)).hex())


@pytest.mark.parametrize("draft", KNOWN, ids=[draft.kind for draft in KNOWN])
def test_the_journal_takes_the_draft_and_keeps_it_as_it_was(draft: Draft) -> None:
    journal = new_journal()
    (kept,) = journal.append([draft], at_ms=NOW)
    assert (kept.kind, kept.version, kept.who, kept.data) == (draft.kind, draft.version, draft.who, draft.data)


def test_an_evening_folds_to_one_used_request() -> None:
    journal = new_journal()
    journal.append(KNOWN, at_ms=NOW)
    state = Approvals(log=journal.log)
    for entry in journal.entries():
        state = state.apply(entry)
    kinds = {draft.kind for draft in KNOWN}
    assert len(state.records) == (1 if "request" in kinds else 0)
    assert [open_request.used_at_ms for open_request in state.records.values()] == (
        [NOW] if "approval-used" in kinds else []
    )
