"""One asks, another one approves: the request with exactly what is asked, its approval that does it, its refusal.

A request holds the touch as plain data, the role of who asks, and the felt as it stood. Its approval builds the touch
again from the journal and judges it again: what is no longer lawful is not done, whoever approves it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import AnyJournal, Draft
from dealer_console.journal.canonical import Json
from dealer_console.table import commands
from dealer_console.table.approvals import entries as entries
from dealer_console.table.approvals.request import Declined, Request, RequestId, subject_hash
from dealer_console.table.commands import house_work
from dealer_console.table.commands.authorization import standing
from dealer_console.table.commands.command_codec import NOT_YET, overtaken, touch_data, touch_of, with_supervisor
from dealer_console.table.commands.command_context import CommandContext
from dealer_console.table.people.actions import Action, Standing
from dealer_console.table.people.person import Person, PersonId
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.guards import require
from dealer_console.table.shift.state import Acting
from dealer_console.table.state.table_state import TableState

_SOMEBODY: Final = Acting(person=NOT_YET, role="pit-manager")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Who answers a request, and from where when it is not this table."""

    person: Person
    request: str
    subject_hash: str
    reason: str
    place: str | None = None


def request_drafts(deed: CommandContext, touch: commands.Command, action: Action) -> list[Draft]:
    """What is asked must be possible now, with whoever approves it."""
    house_work.drafts_of(replace(deed, approver=_SOMEBODY), touch)
    subject = subject_of(deed.state, deed.by, touch)
    approvals = deed.state.approvals
    hashed = subject_hash(action, subject)
    for each in approvals.waiting(deed.now_ms):
        if each.subject_hash == hashed:
            raise Refused(Refusal(f"this has been asked already: request {each.id} waits for an approval"))
    asked = approvals.new_request(
        action=action,
        subject=subject,
        requester=PersonId(deed.by.person),
        reason=_reason(touch) or deed.house.permissions.actions[action].says,
        now_ms=deed.now_ms,
    )
    return [entries.request(asked)]


def subject_of(state: TableState, by: Acting, touch: commands.Command) -> dict[str, Json]:
    if isinstance(touch, commands.Play):
        touch = replace(touch, move=with_supervisor(touch.move, None))
    number = state.round_number if state.in_round else state.round_number + 1
    return {**touch_data(touch), "as": by.role, "round": number, "felt": state.felt_hash()}


def _reason(touch: commands.Command) -> str:
    return str(getattr(touch, "reason", "") or getattr(touch, "why", ""))


def approval_drafts(
    state: TableState, house: TableSetup, journal: AnyJournal, answered: Answered, now_ms: int
) -> list[Draft]:
    """The approval, its use, and exactly what was asked, for one append. Raises `Refused`; then nothing is done."""
    request = open_request(state, answered.request)
    given = request.approved(answered.person.id, at_ms=now_ms, reason=answered.reason, place=answered.place)
    given = replace(given, subject_hash=answered.subject_hash)
    refusal = state.approvals.why_not_approve(
        given, answered.person, permissions=house.permissions, standing=standing(state), now_ms=now_ms
    )
    if refusal is not None:
        raise Refused(refusal)
    requester = Acting(person=request.requester, role=str(request.subject["as"]))
    approver = Acting(person=answered.person.id, role=_role(house, state, answered.person, request.action))
    deed = CommandContext(state=state, house=house, journal=journal, by=requester, approver=approver, now_ms=now_ms)
    used = entries.approval_used(request.id, request.subject_hash, by=request.requester)
    return [entries.approval(given, answered.person.name), used, *_what_was_asked(deed, request)]


def _what_was_asked(deed: CommandContext, request: Request) -> list[Draft]:
    touch = touch_of(request.subject, who=request.requester)
    if overtaken(request, deed.state.felt_hash()):
        raise Refused(Refusal("the felt is no longer the one that was shown: look again, and ask anew"))
    try:
        return house_work.drafts_of(deed, touch)
    except Refused as error:
        reason = f"what was asked is no longer possible: {error.refusal.reason}"
        raise Refused(Refusal(reason, error.refusal.clause)) from None


def _role(house: TableSetup, state: TableState, person: Person, action: Action) -> str:
    now = standing(state)
    may = [role for role in person.roles if house.permissions.why_not_approve(role, action, now) is None]
    return max(may, key=lambda role: role.value == "pit-manager").value


def decline_drafts(state: TableState, house: TableSetup, answered: Answered, now_ms: int) -> list[Draft]:
    """Who may approve may decline; who asked may withdraw."""
    request = open_request(state, answered.request)
    person = answered.person
    if person.id != request.requester:
        require(_why_never_approves(house, person, request.action, standing(state)))
    declined = Declined(
        request_id=request.id,
        subject_hash=answered.subject_hash,
        by=person.id,
        reason=answered.reason,
        at_ms=now_ms,
        place=answered.place,
    )
    refusal = state.approvals.why_not_decline(declined)
    if refusal is not None:
        raise Refused(refusal)
    return [entries.declined(declined, person.name)]


def _why_never_approves(house: TableSetup, person: Person, action: Action, now: Standing) -> Refusal | None:
    """Declining does nothing, so it waits for no moment: what the table has left behind must not stay asked for."""
    found = {each: house.permissions.why_not_person_approves(person, action, each) for each in Standing}
    return None if None in found.values() else found[now]


def open_request(state: TableState, name: str) -> Request:
    found = state.approvals.asked.get(RequestId(name))
    if found is None:
        raise Refused(Refusal(f"there is no open request {name}: it is finished, or it belongs to another table"))
    return found.request
