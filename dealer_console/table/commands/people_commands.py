"""Coming and going, and how two people decide together.

A touch that needs a second person is not refused: it becomes a request in the journal, and stands in the view as an
open request until somebody approves or declines it, the asker withdraws it, or its time is over.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.table.commands.base import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeIn(Command):
    """Inside `Signed`: the person is at the table from now on, in this role. A new dealer takes over and burns."""

    role: str = "dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOut(Command):
    """The person leaves. The dealer goes by the own touch; `person` is set when a supervisor records who has left."""

    role: str = "dealer"
    person: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Approve(Command):
    """Inside `Signed`: exactly what was asked is done, once. `subject_hash` is that of the request as it was shown."""

    request: str
    subject_hash: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline(Command):
    """Inside `Signed`: what was asked is not done; the reason stays in the journal."""

    request: str
    subject_hash: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveFromPit(Command):
    """An approval from elsewhere: `who` was authenticated there, at `place`. For the code of the floor only."""

    request: str
    subject_hash: str
    place: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineFromPit(Command):
    """A refusal from elsewhere, as `ApproveFromPit`."""

    request: str
    subject_hash: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRequest(Command):
    """Who asked no longer asks."""

    request: str
    reason: str = "no longer wanted"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSupervisor(Command):
    """Somebody is wanted at the table. The call stays until a supervisor says `AlarmSeen`."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteNote(Command):
    """What a person wants to have on record."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCame(Command):
    """Only at a table without a book of people (benches, simulation): somebody is there, nobody has checked who."""

    person: str
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLeft(Command):
    """The counterpart of `PersonCame`."""

    role: str
