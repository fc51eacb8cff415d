"""The commands of one device that have no committed end yet (A5): at most one unanswered, and beside it one that runs.

A command goes through: journaled and WAITING → sent → RUNNING or ENDED → settled by the owner, and forgotten here. When
its answer may have been lost it becomes UNCERTAIN, and only QUERY, never a guess, tells what became of it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Any

from drivers.tablelink.event_rows import CLOSING_EVENTS, EventCode
from drivers.tablelink.link_events import CommandAnswered, JournaledCommand, Outcome
from drivers.tablelink.messages import MESSAGES, CommandStatus, MessageType, NakReason

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

    def to_ask(self) -> OpenCommand | None:
        return next((known for known in self._open.values() if known.query), None)

    def to_send(self) -> OpenCommand | None:
        return next((known for known in self._open.values() if known.phase is Phase.WAITING), None)

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
