"""One asks, another one approves: the request with exactly what is asked, its approval that does it, its refusal.

A command that needs a second person is not refused: it becomes a request in the journal, until somebody approves or
declines it, the asker withdraws it, or its time is over. The request holds the command as plain data, the role of who
asks, and the felt as it stood. Its approval builds the command again from the journal and judges it again: what is no
longer lawful is not done, whoever approves it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.table.approvals import entries
from dealer_console.table.approvals.pit_ruling import PitRuling, RulingSignature
from dealer_console.table.approvals.request import Approval, Declined, Request, RequestId, subject_hash
from dealer_console.table.commands import authorization
from dealer_console.table.commands.codec import command_data, command_of, overtaken
from dealer_console.table.commands.command import Command, CommandContext, JudgedByEntries, Source
from dealer_console.table.commands.round.play import NOT_YET
from dealer_console.table.people.actions import AT_THE_TABLE, Action
from dealer_console.table.people.person import Person, PersonId, Role
from dealer_console.table.shift.guards import require
from dealer_console.table.shift.state import Acting

_SOMEBODY: Final = Acting(person=NOT_YET, role=Role.PIT_MANAGER)


# --- asking --------------------------------------------------------------------------------------------------------


def request_entries(context: CommandContext, command: Command, action: Action) -> list[Draft]:
    """What is asked must be possible now, with whoever approves it."""
    command.entries(replace(context, approver=_SOMEBODY))
    subject = _subject(context, command)
    approvals, hashed = context.state.approvals, subject_hash(action, subject)
    for waiting in approvals.waiting(context.now_ms):
        if waiting.subject_hash == hashed:
            raise Refused(Refusal(Message("asked-already", request=waiting.id)))
    reason = str(getattr(command, "reason", "") or getattr(command, "why", ""))
    new = approvals.new_request(
        action=action,
        subject=subject,
        requester=PersonId(context.who),
        reason=reason or context.permissions.actions[action].says,
        now_ms=context.now_ms,
    )
    stranger = context.person if context.who not in context.state.names else None
    return [entries.request(new, stranger.name if stranger is not None else None)]


def _subject(context: CommandContext, command: Command) -> dict[str, Json]:
    state = context.state
    number = state.round_number if state.in_round else state.round_number + 1
    return {**command_data(command.as_asked()), "as": context.by.role, "round": number, "felt": state.felt_hash()}


# --- answering -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """What was shown and is answered, and from where when it is not this table."""

    request: str
    subject_hash: str
    reason: str
    place: str | None = None
    signature: RulingSignature | None = None

    def approved(self, context: CommandContext) -> list[Draft]:
        """The approval, its use, and exactly what was asked, for one append. Raises `Refused`; then nothing is done."""
        person, request = _person(context), _open_request(context, self.request)
        approval = self._approval(request, person, context.now_ms)
        require(authorization.why_not_approve(context.permissions, context.state, approval, person, context.now_ms))
        if self.place is not None and request.action in AT_THE_TABLE:
            raise Refused(Refusal(Message("approved-at-the-table")))
        approver = authorization.acting_approver(context.permissions, context.state, person, request.action)
        requester = Acting(person=request.requester, role=Role(str(request.subject["as"])))
        together = replace(context, by=requester, approver=approver, person=None)
        used = entries.approval_used(request.id, request.subject_hash, by=request.requester)
        return [entries.approval(approval, person.name), used, *_what_was_asked(together, request)]

    def _approval(self, request: Request, person: Person, now_ms: int) -> Approval:
        approval = request.approved(person.id, at_ms=now_ms, reason=self.reason, place=self.place)
        return replace(approval, subject_hash=self.subject_hash, signature=self.signature)

    def declined(self, context: CommandContext) -> list[Draft]:
        """Who may approve may decline; who asked may withdraw."""
        person, request = _person(context), _open_request(context, self.request)
        if person.id != request.requester:
            require(authorization.why_never_approves(context.permissions, context.state, person, request.action))
        declined = Declined(
            request_id=request.id,
            subject_hash=self.subject_hash,
            by=person.id,
            reason=self.reason,
            at_ms=context.now_ms,
            place=self.place,
            signature=self.signature,
        )
        require(context.state.approvals.why_not_decline(declined))
        return [entries.declined(declined, person.name)]


def _what_was_asked(context: CommandContext, request: Request) -> list[Draft]:
    command = command_of(request.subject, who=request.requester)
    if overtaken(request, context.state.felt_hash()):
        raise Refused(Refusal(Message("felt-changed")))
    try:
        return command.entries(context)
    except Refused as error:
        why = Message("asked-no-longer-possible", why=error.refusal.message)
        raise Refused(Refusal(why, error.refusal.clause)) from None


def _open_request(context: CommandContext, name: str) -> Request:
    record = context.state.approvals.records.get(RequestId(name))
    if record is None:
        raise Refused(Refusal(Message("no-open-request", request=name)))
    return record.request


def _person(context: CommandContext) -> Person:
    if context.person is None:
        raise Bug("nobody answers a request")
    return context.person


class Approve(JudgedByEntries, Command):
    """Inside `Signed`: exactly what was asked is done, once. `subject_hash` is that of the request as it was shown."""

    needs = None  # the right is that of what was asked
    source = Source.SIGNED
    request: str
    subject_hash: str
    reason: str = ""

    def entries(self, context: CommandContext) -> list[Draft]:
        answer = _Answer(request=self.request, subject_hash=self.subject_hash, reason=self.reason)
        return answer.approved(context)


class Decline(JudgedByEntries, Command):
    """Inside `Signed`: what was asked is not done; the reason stays in the journal."""

    needs = None
    source = Source.SIGNED
    request: str
    subject_hash: str
    reason: str

    def entries(self, context: CommandContext) -> list[Draft]:
        answer = _Answer(request=self.request, subject_hash=self.subject_hash, reason=self.reason)
        return answer.declined(context)


class FromPit(JudgedByEntries, Command, stored=False):
    """An answer from elsewhere, at `place`, which `who` has signed there by PIN. For the code of the floor only."""

    needs = None
    source = Source.PIT
    approves: ClassVar[bool]
    request: str
    subject_hash: str
    place: str
    reason: str = ""
    signature: RulingSignature

    @property
    def ruling(self) -> PitRuling:
        """What was signed."""
        return PitRuling(
            request=self.request,
            subject_hash=self.subject_hash,
            approves=self.approves,
            person=self.who,
            reason=self.reason,
        )

    def _answer(self) -> _Answer:
        return _Answer(
            request=self.request,
            subject_hash=self.subject_hash,
            reason=self.reason,
            place=self.place,
            signature=self.signature,
        )


class ApproveFromPit(FromPit):
    """An approval; it counts when the signature is that of the person by the table's own book."""

    approves = True

    def entries(self, context: CommandContext) -> list[Draft]:
        return self._answer().approved(context)


class DeclineFromPit(FromPit):
    """A refusal from elsewhere, as `ApproveFromPit`."""

    approves = False

    def entries(self, context: CommandContext) -> list[Draft]:
        return self._answer().declined(context)


class WithdrawRequest(JudgedByEntries, Command):
    """Who asked no longer asks."""

    needs = None
    request: str
    reason: str = "no longer wanted"

    def entries(self, context: CommandContext) -> list[Draft]:
        request = _open_request(context, self.request)
        if request.requester != context.who:
            raise Refused(Refusal(Message("only-asker-withdraws")))
        answer = _Answer(request=request.id, subject_hash=request.subject_hash, reason=self.reason)
        return answer.declined(context)
