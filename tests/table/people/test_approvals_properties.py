"""Whatever people try, in whatever order and at whatever time: two people, one use, in time, exactly what was asked."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dealer_console.game.errors import Bug
from dealer_console.journal.entry import Draft
from dealer_console.table.approvals import entries, state
from dealer_console.table.approvals.request import Approval, Request, subject_hash
from dealer_console.table.people import Action, Person, Right, Role, Standing, load_permissions
from tests.table.people.pages import Pages
from tests.table.people.small_book import NOW, person

PEOPLE = [
    person(1, Role.DEALER),
    person(2, Role.DEALER, Role.SUPERVISOR),
    person(3, Role.SUPERVISOR),
    person(4, Role.PIT_MANAGER),
    person(5, Role.TECHNICIAN),
    person(6, Role.AUDITOR),
]
ACTIONS = [Action.VOID_ROUND, Action.RULE_IRREGULARITY, Action.CORRECT_SETTLEMENT, Action.DEVICE_CLEAR, Action.DEAL]
SUBJECTS: list[dict[str, Any]] = [{"round": 1}, {"round": 2}, {"round": 1, "hand": "1a"}, {}]
LIVES_MS = 1000

people = st.sampled_from(PEOPLE)
others = st.sampled_from([None, None, None, *PEOPLE])  # now and then somebody writes another one's name
# What can succeed comes more often: a refusal at the first step would hide all later ones.
actions = st.sampled_from([*[Action.VOID_ROUND] * 4, *ACTIONS])
honesty = st.sampled_from([True, True, True, False])
subjects = st.sampled_from(SUBJECTS)
standings = st.sampled_from([*[Standing.IN_ROUND] * 6, *Standing])
which = st.integers(min_value=0, max_value=3)


class Table(RuleBasedStateMachine):
    """Everything is tried. What is not refused is written; a refused entry is also shown to the fold, which stops."""

    @initialize()
    def begin(self) -> None:
        self.pages = Pages()
        self.now = NOW
        self.latest = 0
        self.requests: list[Request] = []
        self.approved: dict[str, tuple[str, int]] = {}
        self.used: dict[str, int] = {}

    def write(self, draft: Draft) -> None:
        self.pages.write(draft, at_ms=self.now)
        self.latest = max(self.latest, self.now)

    def one(self, number: int) -> Request:
        return self.requests[-1 - number % len(self.requests)]

    @rule(step=st.sampled_from([1, LIVES_MS - 1, LIVES_MS, -1, -LIVES_MS]))
    def clock(self, step: int) -> None:
        self.now += step

    @rule(by=people, action=actions, subject=subjects, standing=standings, other=others)
    def ask(
        self, by: Person, action: Action, subject: dict[str, Any], standing: Standing, other: Person | None
    ) -> None:
        named = other or by
        request = self.pages.state.new_request(
            action=action,
            subject=subject,
            requester=named.id,
            reason="because",
            now_ms=self.now,
            lasts_ms=LIVES_MS,
        )
        permissions = load_permissions()
        refusal = self.pages.state.why_not_ask(request, by, permissions=permissions, standing=standing)
        may = any(permissions.right(role, action, standing) is not Right.NO for role in by.roles)
        assert (refusal is None) == (may and by == named)
        if refusal is None:
            self.write(entries.request(request))
            self.requests.append(request)
            assert request in self.pages.state.waiting(self.now)

    @precondition(lambda self: self.requests)
    @rule(
        number=which,
        by=people,
        other=others,
        standing=standings,
        action=actions,
        subject=subjects,
        honest=honesty,
    )
    def approve(
        self,
        number: int,
        by: Person,
        other: Person | None,
        standing: Standing,
        action: Action,
        subject: dict[str, Any],
        honest: bool,
    ) -> None:
        request, named = self.one(number), other or by
        hash_ = request.subject_hash if honest else subject_hash(action, subject)
        approval = Approval(request_id=request.id, subject_hash=hash_, approver=named.id, at_ms=self.now)
        permissions = load_permissions()
        refusal = self.pages.state.why_not_approve(
            approval, by, permissions=permissions, standing=standing, now_ms=self.now
        )
        sound = (
            named.id != request.requester
            and hash_ == request.subject_hash
            and request.id not in self.approved
            and max(self.now, self.latest) < request.expires_at_ms
        )
        may = any(permissions.right(role, request.action, standing) is Right.APPROVE for role in by.roles)
        assert (refusal is None) == (sound and may and by == named)
        if refusal is None:
            self.write(entries.approval(approval))
            self.approved[request.id] = (named.id, self.latest)
        elif not sound:
            self.fold_refuses(entries.approval(approval))

    @precondition(lambda self: self.requests)
    @rule(number=which, action=actions, subject=subjects, honest=honesty)
    def use(self, number: int, action: Action, subject: dict[str, Any], honest: bool) -> None:
        request = self.one(number)
        if honest:
            action, subject = request.action, dict(request.subject)
        refusal = self.pages.state.why_not_use(request.id, action=action, subject=subject, now_ms=self.now)
        sound = (
            request.id in self.approved
            and request.id not in self.used
            and (action, subject) == (request.action, request.subject)
            and max(self.now, self.latest) < request.expires_at_ms
        )
        assert (refusal is None) == sound
        draft = entries.approval_used(request.id, subject_hash(action, subject), by=request.requester)
        if sound:
            self.write(draft)
            self.used[request.id] = self.latest
        else:
            self.fold_refuses(draft)

    def fold_refuses(self, draft: Draft) -> None:
        before = self.pages.state
        try:
            self.pages.write(draft, at_ms=self.now)
        except Bug:
            assert self.pages.state == before
        else:
            raise AssertionError("the fold took what was refused")

    @invariant()
    def two_people_in_time_once_exactly(self) -> None:
        for asked in self.pages.state.records.values():
            if asked.approval is not None:
                assert asked.approval.approver != asked.request.requester
                assert asked.approval.subject_hash == asked.request.subject_hash
            if asked.used_at_ms is not None:
                assert asked.approval is not None
                assert asked.used_at_ms < asked.request.expires_at_ms
        uses = [entry.data["request"] for entry in self.pages.entries if entry.kind == "approval-used"]
        assert len(uses) == len(set(map(str, uses)))

    @invariant()
    def a_restart_comes_back_to_it(self) -> None:
        assert self.pages.folded_again() == self.pages.state
        assert state.from_data(state.to_data(self.pages.state)) == self.pages.state


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)
