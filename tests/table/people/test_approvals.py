"""Asking, approving and using: by whom, for what, until when, how often."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from dealer_console.game.errors import Bug, Refused
from dealer_console.game.message import Message
from dealer_console.journal.canonical import canonical
from dealer_console.journal.entry import Draft
from dealer_console.journal.errors import BadDraft
from dealer_console.messages import recorded, recorded_refusal
from dealer_console.table.approvals import entries, state
from dealer_console.table.approvals.request import Approval, Request, RequestId, subject_hash
from dealer_console.table.approvals.state import FINISHED_KEPT, Approvals
from dealer_console.table.people import Action, NotAdmitted, Person, Role, Standing, load_permissions
from tests.messages.codes import said
from tests.table.people.pages import LOG, Pages, entry
from tests.table.people.small_book import NOW, person

DEALER = person(1, Role.DEALER)
SUPERVISOR = person(2, Role.SUPERVISOR)
OTHER_SUPERVISOR = person(3, Role.SUPERVISOR)
BOTH = person(4, Role.DEALER, Role.SUPERVISOR)
VOID: dict[str, Any] = {"round": 17, "move": "void", "state": "ab" * 32}
MINUTE = 60_000


def ask(pages: Pages, by: Person = DEALER, subject: dict[str, Any] = VOID, now_ms: int = NOW) -> Request:
    request = pages.state.new_request(
        action=Action.VOID_ROUND,
        subject=subject,
        requester=by.id,
        reason="two cards were seen",
        now_ms=now_ms,
    )
    pages.write(entries.request(request), at_ms=now_ms)
    return request


def why_not_approve(
    pages: Pages, approval: Approval, by: Person, *, now_ms: int = NOW, standing: Standing = Standing.IN_ROUND
) -> str | None:
    refusal = pages.state.why_not_approve(
        approval, by, permissions=load_permissions(), standing=standing, now_ms=now_ms
    )
    return None if refusal is None else recorded_refusal(refusal)


def approve(pages: Pages, request: Request, by: Person = SUPERVISOR, now_ms: int = NOW) -> None:
    approval = request.approved(by.id, at_ms=now_ms)
    assert why_not_approve(pages, approval, by, now_ms=now_ms) is None
    pages.write(entries.approval(approval), at_ms=now_ms)


def why_not_use(pages: Pages, request: Request, subject: dict[str, Any] = VOID, now_ms: int = NOW) -> str | None:
    refusal = pages.state.why_not_use(request.id, action=Action.VOID_ROUND, subject=subject, now_ms=now_ms)
    return None if refusal is None else recorded_refusal(refusal)


def use(pages: Pages, request: Request, now_ms: int = NOW) -> None:
    pages.write(entries.approval_used(request.id, request.subject_hash, by=request.requester), at_ms=now_ms)


def test_asked_approved_used() -> None:
    pages = Pages()
    request = ask(pages)
    assert pages.state.waiting(NOW) == (request,)
    assert "waits for an approval" in (why_not_use(pages, request) or "")
    approve(pages, request)
    assert pages.state.waiting(NOW) == ()
    assert why_not_use(pages, request) is None
    use(pages, request)
    assert "was used already" in (why_not_use(pages, request) or "")
    assert pages.folded_again() == pages.state


def test_nobody_approves_the_own_request_even_with_both_roles() -> None:
    pages = Pages()
    request = ask(pages, by=BOTH)
    own = request.approved(BOTH.id, at_ms=NOW)
    assert "nobody approves the own request" in (why_not_approve(pages, own, BOTH) or "")
    with pytest.raises(Bug, match="own request"):
        pages.write(entries.approval(own), at_ms=NOW)
    approve(pages, request, SUPERVISOR)


def test_a_supervisor_who_asks_needs_another_one() -> None:
    pages = Pages()
    request = ask(pages, by=SUPERVISOR)
    assert why_not_approve(pages, request.approved(SUPERVISOR.id, at_ms=NOW), SUPERVISOR) is not None
    approve(pages, request, OTHER_SUPERVISOR)


def test_who_has_no_right_approves_nothing() -> None:
    pages = Pages()
    request = ask(pages)
    for number, role in enumerate((Role.DEALER, Role.TECHNICIAN, Role.AUDITOR), start=10):
        somebody = person(number, role)
        assert "approved by a supervisor or a pit manager" in (
            why_not_approve(pages, request.approved(somebody.id, at_ms=NOW), somebody) or ""
        )
    late = request.approved(SUPERVISOR.id, at_ms=NOW)
    assert "not between rounds" in (why_not_approve(pages, late, SUPERVISOR, standing=Standing.BETWEEN_ROUNDS) or "")


def test_an_approval_under_another_name_is_refused() -> None:
    pages = Pages()
    request = ask(pages)
    assert "another person" in (
        why_not_approve(pages, request.approved(SUPERVISOR.id, at_ms=NOW), OTHER_SUPERVISOR) or ""
    )


def test_who_may_ask() -> None:
    pages = Pages()
    request = Request.make(
        id=pages.state.next_id(),
        action=Action.VOID_ROUND,
        subject=VOID,
        requester=DEALER.id,
        reason="x",
        now_ms=NOW,
    )

    def why_not(one: Request, by: Person, standing: Standing = Standing.IN_ROUND) -> str:
        return said(pages.state.why_not_ask(one, by, permissions=load_permissions(), standing=standing))

    assert why_not(request, DEALER) == ""
    assert "another person" in why_not(request, SUPERVISOR)
    assert "not while the table is closed" in why_not(request, DEALER, Standing.CLOSED)
    auditor = person(9, Role.AUDITOR)
    assert "not by an auditor" in why_not(replace(request, requester=auditor.id), auditor)
    assert "the next request is" in why_not(replace(request, id=RequestId.of(LOG, 5)), DEALER)


@pytest.mark.parametrize(
    "subject",
    [
        {**VOID, "round": 18},
        {**VOID, "extra": None},
        {key: value for key, value in VOID.items() if key != "round"},
        {**VOID, "round": "17"},
        {**VOID, "round": True},
        {},
    ],
)
def test_a_changed_subject_never_fits(subject: dict[str, Any]) -> None:
    pages = Pages()
    request = ask(pages)
    approve(pages, request)
    assert "something else was approved" in (why_not_use(pages, request, subject) or "")


def test_the_same_subject_under_another_action_does_not_fit() -> None:
    pages = Pages()
    request = ask(pages)
    approve(pages, request)
    refusal = pages.state.why_not_use(request.id, action=Action.RULE_IRREGULARITY, subject=VOID, now_ms=NOW)
    assert refusal is not None


def test_the_order_of_the_fields_does_not_matter() -> None:
    assert subject_hash(Action.VOID_ROUND, VOID) == subject_hash(Action.VOID_ROUND, dict(reversed(VOID.items())))


def test_the_hash_is_what_anybody_can_compute() -> None:
    """SHA-256 over a fixed first line and the canonical JSON of action and subject."""
    from hashlib import sha256

    text = '{"action":"void-round","subject":{"a":[1,"é"],"b":null}}'
    expected = sha256(b"dealer-console request 1\x00" + text.encode()).hexdigest()
    assert subject_hash(Action.VOID_ROUND, {"b": None, "a": [1, "é"]}) == expected


def test_an_approval_of_another_hash_is_refused() -> None:
    pages = Pages()
    request = ask(pages)
    other = replace(request.approved(SUPERVISOR.id, at_ms=NOW), subject_hash="0" * 64)
    assert "something else than what was asked" in (why_not_approve(pages, other, SUPERVISOR) or "")
    with pytest.raises(Bug):
        pages.write(entries.approval(other), at_ms=NOW)


def test_nothing_is_approved_or_used_after_its_time() -> None:
    pages = Pages()
    first, second = ask(pages), ask(pages)
    approve(pages, first, now_ms=first.expires_at_ms - 1)
    assert why_not_use(pages, first, now_ms=first.expires_at_ms - 1) is None
    assert "expired" in (why_not_use(pages, first, now_ms=first.expires_at_ms) or "")
    late = second.approved(SUPERVISOR.id, at_ms=second.expires_at_ms)
    assert "expired 1 minute ago" in (why_not_approve(pages, late, SUPERVISOR, now_ms=second.expires_at_ms + 1) or "")
    assert pages.state.waiting(second.expires_at_ms) == ()


def test_a_clock_that_goes_back_brings_nothing_back() -> None:
    pages = Pages()
    request = ask(pages)
    approve(pages, request)
    ask(pages, now_ms=request.expires_at_ms + MINUTE)
    assert "expired" in (why_not_use(pages, request, now_ms=NOW) or "")


def test_a_request_made_after_the_clock_went_back_has_its_full_time() -> None:
    pages = Pages()
    ask(pages, now_ms=NOW + 60 * MINUTE)
    request = ask(pages, now_ms=NOW)
    assert request.asked_at_ms == NOW + 60 * MINUTE
    approve(pages, request, now_ms=NOW)
    assert why_not_use(pages, request, now_ms=NOW + 64 * MINUTE) is None
    assert why_not_use(pages, request, now_ms=NOW + 65 * MINUTE) is not None


def test_an_approval_of_nothing_is_refused() -> None:
    pages = Pages()
    request = ask(Pages())
    assert "there is no request" in (
        why_not_approve(pages, request.approved(SUPERVISOR.id, at_ms=NOW), SUPERVISOR) or ""
    )


def test_a_second_approval_of_the_same_request_is_refused() -> None:
    pages = Pages()
    request = ask(pages)
    approve(pages, request)
    again = request.approved(OTHER_SUPERVISOR.id, at_ms=NOW)
    assert "approved already" in (why_not_approve(pages, again, OTHER_SUPERVISOR) or "")


def test_requests_of_another_table_unknown_ones_and_finished_ones_are_told_apart() -> None:
    pages = Pages()
    request = ask(pages)
    for other, says in (
        (RequestId.of("f" * 32, 1), "another table"),
        (RequestId.of(LOG, 2), "there is no request"),
        (request.id, "waits for an approval"),
    ):
        refusal = pages.state.why_not_use(other, action=Action.VOID_ROUND, subject=VOID, now_ms=NOW)
        assert refusal is not None
        assert says in recorded(refusal.message)


def test_finished_requests_are_forgotten_after_a_while_but_never_come_back() -> None:
    pages = Pages()
    first = ask(pages)
    approve(pages, first)
    use(pages, first)
    waiting = ask(pages)
    for _ in range(FINISHED_KEPT + 20):
        request = ask(pages)
        approve(pages, request)
        use(pages, request)
    assert len(pages.state.records) <= FINISHED_KEPT + 2
    assert "is finished" in (why_not_use(pages, first) or "")
    assert pages.state.waiting(NOW) == (waiting,)
    with pytest.raises(Bug, match="is the next"):
        pages.write(entries.request(first), at_ms=NOW)


# --- the values ------------------------------------------------------------------------------------------------------


def test_what_the_caller_does_to_the_data_afterwards_is_not_what_was_asked() -> None:
    subject: dict[str, Any] = {"hands": ["1a"], "deep": {"cards": ["Th"]}}
    request = ask(Pages(), subject=subject)
    subject["hands"].append("1b")
    subject["deep"]["cards"][0] = "2c"
    assert request.subject == {"hands": ["1a"], "deep": {"cards": ["Th"]}}
    with pytest.raises(TypeError):
        request.subject["hands"] = []  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        request.reason = "another"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"subject": {"round": 18}}, "request-hash"),
        ({"action": Action.RULE_IRREGULARITY}, "request-hash"),
        ({"reason": "  "}, "request-gives-reason"),
        ({"reason": "x" * 501}, "request-gives-reason"),
        ({"expires_at_ms": NOW}, "request-expired-unseen"),
    ],
)
def test_a_request_that_contradicts_itself_cannot_be_made(change: dict[str, Any], says: str) -> None:
    with pytest.raises(Refused, match=says):
        replace(ask(Pages()), **change)


@pytest.mark.parametrize("subject", [{"x": 1.5}, {"x": 2**60}, {"é": 1}, {"x": {1: 2}}, {"x": b"y"}])
def test_what_no_journal_can_keep_cannot_be_asked(subject: dict[str, Any]) -> None:
    with pytest.raises(BadDraft):
        subject_hash(Action.VOID_ROUND, subject)


@pytest.mark.parametrize("text", ["", "7", "0123456789ab-0", "0123456789ab-07", "0123456789AB-1", "0123456789ab-1 "])
def test_a_request_is_called_by_its_journal_and_number(text: str) -> None:
    with pytest.raises(Refused):
        RequestId(text)


# --- the journal -----------------------------------------------------------------------------------------------------


def test_other_kinds_change_nothing() -> None:
    state = Approvals(log=LOG)
    assert state.apply(entry(Draft(kind="move", data={"move": "Th"}), seq=1, at_ms=NOW)) is state


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("request", "nonsense"),
        ("request", None),
        ("action", "fly"),
        ("subject", None),
        ("subject", {"round": 18}),
        ("subject_hash", "0" * 64),
        ("requester", 7),
        ("reason", ""),
        ("asked_at_ms", "now"),
        ("expires_at_ms", True),
    ],
)
def test_a_request_in_the_journal_that_could_not_have_been_written_stops_the_fold(field: str, value: object) -> None:
    pages = Pages()
    request = ask(Pages())
    data: dict[str, Any] = {**entries.request(request).data, field: value}
    with pytest.raises(Bug, match="entry 1"):
        pages.write(Draft(kind="request", data=data), at_ms=NOW)


def test_a_use_without_an_approval_or_twice_stops_the_fold() -> None:
    pages = Pages()
    request = ask(pages)
    with pytest.raises(Bug, match="waits for an approval"):
        use(pages, request)
    approve(pages, request)
    use(pages, request)
    with pytest.raises(Bug, match="used already"):
        use(pages, request)
    with pytest.raises(Bug, match="request-name"):
        pages.write(Draft(kind="approval-used", data={"request": "x", "subject_hash": "0" * 64}), at_ms=NOW)
    with pytest.raises(Bug, match="'request' is missing"):
        pages.write(Draft(kind="approval", data={}), at_ms=NOW)


def test_the_drafts_name_who_did_it() -> None:
    request = ask(Pages())
    assert entries.request(request).who == DEALER.id
    assert entries.approval(request.approved(SUPERVISOR.id, at_ms=NOW)).who == SUPERVISOR.id
    came = entries.person_in(DEALER, Role.DEALER)
    assert (came.kind, came.who, came.data["role"]) == ("person-in", "p1", "dealer")


def test_a_lock_out_is_recorded_without_what_was_typed() -> None:
    refused = NotAdmitted(reason=Message("wrong-pin", count=0), until_ms=NOW, wrong=5, locked_now=True, person=None)
    assert entries.lock_out(refused).data == {"person": None, "wrong": 5, "until_ms": NOW}
    with pytest.raises(Bug):
        entries.lock_out(NotAdmitted(reason=Message("wrong-pin", count=4)))


def test_the_state_comes_back_from_a_snapshot() -> None:
    pages = Pages()
    first = ask(pages)
    approve(pages, first)
    use(pages, first)
    second = ask(pages)
    approve(pages, second)
    ask(pages)
    data = json.loads(canonical(state.to_data(pages.state)))
    assert state.from_data(data) == pages.state
    with pytest.raises(Bug, match="snapshot"):
        state.from_data({"log": LOG})
