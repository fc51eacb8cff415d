"""People whom a table knows by name: nobody waits for a PIN, whoever is in `PEOPLE` is who they say."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Final

from dealer_console.game.message import Message
from dealer_console.table import commands as c
from dealer_console.table.commands.command import Outcome
from dealer_console.table.people import Person, PersonId, Pin, Role
from dealer_console.table.people.book import Answer, NotAdmitted
from dealer_console.table.people.ruling_keys import Signer
from dealer_console.table.people.store_tables import Change
from dealer_console.table.session.table_session import TableSession

DEALER, SUPERVISOR = "Dee", "Sue"
PEOPLE: Final = {
    name: Person(id=PersonId(name), name=name, badge=name, roles=(role,))
    for name, role in (
        (DEALER, Role.DEALER),
        ("Ann", Role.DEALER),
        (SUPERVISOR, Role.SUPERVISOR),
        ("Pat", Role.PIT_MANAGER),
        ("Ted", Role.TECHNICIAN),
    )
}
ANY_PIN: Final = Pin("0000")


class KnownPeople:
    """Admits whoever is in `PEOPLE`, at once."""

    def authenticate_later(self, name_or_badge: str, pin: Pin, *, now_ms: int) -> Future[Answer]:
        answer: Future[Answer] = Future()
        answer.set_result(PEOPLE.get(name_or_badge) or NotAdmitted(reason=Message("wrong-pin-again")))
        return answer

    def changes(self, after: int) -> tuple[Change, ...]:
        return ()

    def locked_elsewhere(self, now_ms: int) -> int:
        return 0

    def signer(self, person: PersonId) -> Signer | None:
        return Signer(person=PEOPLE[person], public_key=None) if person in PEOPLE else None


# --- commands ------------------------------------------------------------------------------------------------------


def done(session: TableSession, command: c.Command, *, wait: float = 0) -> None:
    """Done, with the supervisor's approval where it needs one. `wait`: a thread of its own does the work."""
    outcome = submitted(session, command, wait=wait)
    if outcome.request is not None:
        outcome = submitted(session, approval(session, outcome.request), wait=wait)
    assert outcome.refusal is None, outcome.refusal


def submitted(session: TableSession, command: c.Command, *, wait: float = 0) -> Outcome:
    answer = session.submit(command)
    if not wait:
        session.step()
    return answer.result(wait)


def signed(who: str, command: c.Command) -> c.Signed:
    return c.Signed(who=DEALER, badge=who, pin=ANY_PIN, command=command)


def approval(session: TableSession, request: str, by: str = SUPERVISOR) -> c.Signed:
    asked = next(
        open_request.request
        for open_request in session.state.approvals.records.values()
        if open_request.request.id == request
    )
    return signed(by, c.Approve(who="", request=request, subject_hash=asked.subject_hash))
