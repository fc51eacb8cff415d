"""Who touches? At a table with a house nothing is done before that is known, and nobody can only say so.

The dealer came in by badge and PIN, and the screen is theirs: a plain touch counts for the dealer at the table, for
nobody else. Everybody else signs each time. The PIN is looked at on a thread of its own; what reaches the table's
thread is a `Come`, and only this module makes one that knows a person.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Final

from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import AnyJournal, Draft
from dealer_console.table import commands
from dealer_console.table.approvals import entries as entries
from dealer_console.table.approvals import workflow
from dealer_console.table.approvals.workflow import Answered
from dealer_console.table.commands import house_work
from dealer_console.table.commands.authorization import judge
from dealer_console.table.commands.command_context import CommandContext
from dealer_console.table.people.book import Answer, NotAdmitted
from dealer_console.table.people.person import Person, PersonId, Role
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.state.table_state import TableState

FROM_PIT: Final = (commands.ApproveFromPit, commands.DeclineFromPit)
_ANSWERS: Final = (commands.Approve, commands.Decline, *FROM_PIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Authenticated:
    """A touch as it reaches the table: the touch itself without any PIN, and who was found to be behind it."""

    touch: commands.Command
    person: Person | None = None  # shown by a PIN here, or by the pit
    refused: NotAdmitted | None = None


def find_out(
    house: TableSetup | None, touch: commands.Command, now_ms: int, then: Callable[[Authenticated], None]
) -> None:
    """Calls `then` at once, or from the thread of the PINs when the person has been found."""
    if isinstance(touch, commands.Signed):
        inner = touch.touch
        if house is None or isinstance(inner, (commands.Signed, *FROM_PIT)):
            why = "there is no book of people at this table" if house is None else "this touch cannot be signed"
            then(Authenticated(touch=replace(inner, who=touch.who), refused=NotAdmitted(reason=why)))
            return
        found = house.people.authenticate_later(touch.badge, touch.pin, now_ms=now_ms)
        found.add_done_callback(lambda done: then(_signed(touch, done)))
        return
    if house is None or not isinstance(touch, FROM_PIT):
        then(Authenticated(touch=touch))
        return
    try:
        then(Authenticated(touch=touch, person=house.people.admitted(PersonId(touch.who))))
    except Exception as error:  # as for a PIN: nobody is admitted from a book that cannot be read
        then(Authenticated(touch=touch, refused=_unreadable(error)))


def _signed(signed: commands.Signed, done: Future[Answer]) -> Authenticated:
    try:
        found: Any = done.result()
    except Exception as error:  # the book is damaged or cannot be read: nobody is admitted from it
        found = _unreadable(error)
    if isinstance(found, NotAdmitted):
        return Authenticated(touch=replace(signed.touch, who=signed.who), refused=found)
    return Authenticated(touch=replace(signed.touch, who=found.id), person=found)


def _unreadable(error: Exception) -> NotAdmitted:
    return NotAdmitted(reason=f"the book of people cannot be read: {error}")


def refusal_drafts(come: Authenticated, refusal: Refusal) -> list[Draft]:
    """What was asked and why it was refused; never a PIN, and of a stranger not even what was typed."""
    data = {"asked": type(come.touch).__name__, "reason": refusal.reason, "clause": refusal.clause}
    drafts = [Draft(kind="refusal", data=data, who=come.touch.who or None)]
    if come.refused is not None and come.refused.locked_now:
        drafts.append(entries.lock_out(come.refused))
    return drafts


def drafts_of(
    state: TableState, house: TableSetup, journal: AnyJournal, come: Authenticated, now_ms: int
) -> list[Draft]:
    """What this person's touch records: the deed, a request for it, or the answer to a request. Raises `Refused`."""
    if come.refused is not None:
        raise Refused(Refusal(str(come.refused)))
    person = _person(state, come)
    touch = come.touch
    if isinstance(touch, _ANSWERS):
        return _answer(state, house, journal, come, person, now_ms)
    if isinstance(touch, commands.WithdrawRequest):
        return _withdraw(state, house, person, touch, now_ms)
    judged = judge(house.permissions, state, touch, person)
    if judged.refusal is not None:
        raise Refused(judged.refusal)
    deed = CommandContext(state=state, house=house, journal=journal, by=judged.by, person=person, now_ms=now_ms)
    if judged.asks and judged.action is not None:
        return workflow.request_drafts(deed, touch, judged.action)
    return house_work.drafts_of(deed, touch)


def _person(state: TableState, come: Authenticated) -> Person:
    if come.person is not None:
        return come.person
    who = come.touch.who
    if isinstance(come.touch, FROM_PIT):
        raise Refused(Refusal(f"{who} is not in the book of people, or is locked"))
    if who != state.shift.dealer or isinstance(come.touch, _ANSWERS):
        raise Refused(Refusal("only the dealer at the table touches without signing: show badge and PIN"))
    return Person(id=PersonId(who), name=state.name_of(who), badge="", roles=(Role.DEALER,))


def _answer(
    state: TableState, house: TableSetup, journal: AnyJournal, come: Authenticated, person: Person, now_ms: int
) -> list[Draft]:
    touch: Any = come.touch
    place = touch.place if isinstance(touch, FROM_PIT) else None
    answered = Answered(
        person=person, request=touch.request, subject_hash=touch.subject_hash, reason=touch.reason, place=place
    )
    if isinstance(touch, commands.Approve | commands.ApproveFromPit):
        return workflow.approval_drafts(state, house, journal, answered, now_ms)
    return workflow.decline_drafts(state, house, answered, now_ms)


def _withdraw(
    state: TableState, house: TableSetup, person: Person, touch: commands.WithdrawRequest, now_ms: int
) -> list[Draft]:
    request = workflow.open_request(state, touch.request)
    if request.requester != person.id:
        raise Refused(Refusal("only who asked withdraws a request; another person declines it"))
    answered = Answered(person=person, request=request.id, subject_hash=request.subject_hash, reason=touch.reason)
    return workflow.decline_drafts(state, house, answered, now_ms)
