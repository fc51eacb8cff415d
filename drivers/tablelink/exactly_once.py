"""Exactly once (A5): the events of one device, and its commands that have no committed end yet.

The gate holds one event at a time: it is handed out when it first comes, and stays closed until the owner says that it
is committed. What does not fit the numbers is a gap, and a gap is a matter for people.

Of the commands at most one is unanswered, and beside it one runs. A command goes through: journaled and WAITING → sent
→ RUNNING or ENDED → settled by the owner, and forgotten here. When its answer may have been lost it becomes UNCERTAIN,
and only QUERY, never a guess, tells what became of it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Any

from drivers.errors import ImpossibleRequestError
from drivers.tablelink.event_rows import CLOSING_EVENTS, EventCode
from drivers.tablelink.link_events import CommandAnswered, EventArrived, JournaledCommand, Outcome
from drivers.tablelink.messages import MESSAGES, CommandStatus, MessageType, NakReason

# State, flags, fault and the number waiting are those of the moment of sending; the rest of an event never changes.
_AS_OF_NOW = frozenset({"state", "flags", "fault", "left"})


class EventGate:
    """`committed` is the number that the next POLL may cover."""

    def __init__(self) -> None:
        self.committed = 0
        self.left = 0
        self._pending: dict[str, Any] | None = None
        self._may_jump = False

    @property
    def waits_for_commit(self) -> bool:
        return self._pending is not None

    def start_at(self, last: int, *, after_gap: bool = False) -> None:
        """A session begins and the journal's last event is `last`; an event handed out before may still be open.

        `after_gap`: people have given up what is missing, so the first event may have any higher number.
        """
        self.committed, self._may_jump = last, after_gap
        if self._pending is not None and self._pending["no"] != last + 1:
            self._pending = None

    def commit(self, no: int) -> None:
        if no <= self.committed:
            return
        if self._pending is None or self._pending["no"] != no:
            raise ImpossibleRequestError(f"event {no} is not the one that waits to be committed")
        self.committed, self._pending = no, None

    def arrive(self, upto: int, fields: dict[str, Any]) -> EventArrived | str | None:
        """An answer to POLL(upto): the event if it is new, None if known or none, a text if it does not fit."""
        self.left = fields["left"]
        number = fields["no"]
        if number == 0:
            return None
        if number != upto + 1 and not (self._may_jump and number > upto):
            return f"event {upto + 1} was expected and {number} came"
        if number <= self.committed:
            return None
        if self._pending is not None:
            return f"event {number} came twice with different content" if _differs(self._pending, fields) else None
        self._pending, self._may_jump = fields, False
        return EventArrived(no=number, code=EventCode(fields["code"]), fields=fields)


def _differs(before: dict[str, Any], after: dict[str, Any]) -> bool:
    names = before.keys() | after.keys()
    return any(before.get(name) != after.get(name) for name in names - _AS_OF_NOW)


# A journal that still lists a command which was settled in this life must not make it happen twice.
_SETTLED_KEPT = 64


class Phase(Enum):
    WAITING = "still to be sent"
    UNCERTAIN = "sent, and its answer was lost"
    RUNNING = "running"
    ENDED = "answered, but not yet committed"


@dataclass(kw_only=True, slots=True)
class OpenCommand:
    command: JournaledCommand
    phase: Phase
    query: bool = False


_OUTCOMES = {
    CommandStatus.UNKNOWN: Outcome.NEVER_EXECUTED,
    CommandStatus.RUNNING: Outcome.RUNNING,
    CommandStatus.DONE: Outcome.DONE,
    CommandStatus.FAILED: Outcome.FAILED,
}


_BESIDE_EACH_OTHER = {MessageType.SHUFFLE, MessageType.RELEASE}


class CommandBook:
    """Which command may be sent, which must be asked for, and what an answer means."""

    def __init__(self) -> None:
        self._open: dict[int, OpenCommand] = {}
        self._settled: deque[int] = deque(maxlen=_SETTLED_KEPT)

    def why_not(self, type_code: MessageType, *, two_batches: bool = False) -> str | None:
        """Why no command of this type may be added now, or None. With `two_batches` one may go out while another is
        being shuffled (A11)."""
        for known in self._open.values():
            if two_batches and known.phase is Phase.RUNNING and {known.command.type, type_code} == _BESIDE_EACH_OTHER:
                continue
            if known.phase is not Phase.RUNNING or MESSAGES[type_code].running:
                return f"{known.command.type.name} is {known.phase.value}"
        return None

    def add(self, command: JournaledCommand) -> None:
        self._open[command.cmd] = OpenCommand(command=command, phase=Phase.WAITING)

    def recall(self, commands: tuple[JournaledCommand, ...]) -> None:
        """Commands of an earlier life of this host that never got a committed end."""
        for command in commands:
            if command.cmd not in self._open and command.cmd not in self._settled:
                self._open[command.cmd] = OpenCommand(command=command, phase=Phase.UNCERTAIN, query=True)

    def session_lost(self) -> None:
        """Even what was never sent is asked for: it stands in the journal, and the answer UNKNOWN settles it."""
        for known in self._open.values():
            if known.phase is not Phase.ENDED:
                known.query = True
                known.phase = Phase.RUNNING if known.phase is Phase.RUNNING else Phase.UNCERTAIN

    def event_seen(self, code: EventCode) -> None:
        """A closing event or a fault may have ended what runs."""
        if code in CLOSING_EVENTS:
            for known in self._open.values():
                known.query = known.query or known.phase is Phase.RUNNING

    def next(self) -> OpenCommand | None:
        """What is to be asked for (`query`); without such, what is to be sent."""
        if not self._open:  # mostly, and this is asked before every poll
            return None
        waiting = (known for known in self._open.values() if known.phase is Phase.WAITING)
        return next((known for known in self._open.values() if known.query), None) or next(waiting, None)

    def refused(self, about: OpenCommand, reason: NakReason) -> CommandAnswered:
        about.phase, about.query = Phase.ENDED, False
        return CommandAnswered(command=about.command, outcome=Outcome.REFUSED, refusal=reason.name, fields={})

    def answered(self, about: OpenCommand, *, asked: bool, fields: dict[str, Any]) -> CommandAnswered | None:
        """A CMD_IS about this command; None when it says nothing new."""
        about.query = False
        status = CommandStatus(fields["status"])
        done = status is CommandStatus.DONE
        if asked and done and about.command.type is MessageType.REVEAL and "card" not in fields:
            # The same id with the same bytes is not executed again and brings the stored answer with the card.
            about.phase = Phase.WAITING
            return None
        known_to_run = about.phase is Phase.RUNNING and status is CommandStatus.RUNNING
        about.phase = Phase.RUNNING if status is CommandStatus.RUNNING else Phase.ENDED
        if known_to_run:
            return None
        return CommandAnswered(command=about.command, outcome=_OUTCOMES[status], fields=fields)

    def settled(self, cmd: int) -> None:
        known = self._open.get(cmd)
        if known is not None and known.phase is Phase.ENDED:
            del self._open[cmd]
            self._settled.append(cmd)
