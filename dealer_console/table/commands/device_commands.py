"""Touches about devices and alarms."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.table.commands.base import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmSeen(Command):
    """Somebody has read an alarm and done what it says. A call for a supervisor is seen by one (inside `Signed`)."""

    alarm: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearFault(Command):
    """The cause is gone: the device may forget its fault. Becomes a request.

    `approved_by` only at a table without a book of people.
    """

    device: str
    approved_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustAgain(Command):
    """A device that contradicted itself has been looked at, and the cards compared. Becomes a request.

    `approved_by` only at a table without a book of people.
    """

    device: str
    reason: str
    approved_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookThroughCamera(Command):
    """Inside `Signed`, by somebody who services machines: the live view, until `EndCameraView` or the next round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCameraView(Command):
    """The live view is closed again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerKeeper(Command):
    """What the keeper of a plain-value shoe asked: a new card, or a card that did come out (`yes`); or neither."""

    question: int
    yes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Command):
    """The cards lie in the batch shuffler: shuffle and check them. With a shift, `BeginShuffle` comes before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Command):
    """Take the shuffled batch out; it becomes the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCardsOut(Command):
    """A shuffler gives out all its cards, and they are not played.

    With a shift it begins the way out of a continuous shuffler (`shift.continuous`); a machine that cannot give them
    out itself is opened by hand then.
    """

    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeInventory(Command):
    """The continuous shuffler counts what it holds. After a fault the table asks for it by itself."""
