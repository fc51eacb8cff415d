"""What people want to have on record: a note, a call for a supervisor, an alarm that somebody has seen."""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.journal import Draft
from dealer_console.journal.entries import notices as stored
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why
from dealer_console.table.state.table_state import TableState

CALLED: Final = "Supervisor called: "


class WriteNote(Command):
    """What a person wants to have on record."""

    needs = Action.NOTE
    text: str

    def why_not(self, context: CommandContext) -> Why:
        return None if self.text.strip() else Refusal("a note says something")

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.NoteWritten(text=self.text), who=context.who)]


class CallSupervisor(Command):
    """Somebody is wanted at the table. The call stays until a supervisor says `AlarmSeen`."""

    needs = Action.CALL_SUPERVISOR
    why: str

    def why_not(self, context: CommandContext) -> Why:
        return Refusal("this call is open already") if self._words in context.state.alarms else None

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.AlarmRaised(alarm=self._words, call=True), who=context.who)]

    @property
    def _words(self) -> str:
        return f"{CALLED}{self.why.strip() or 'to the table'}"


class AlarmSeen(Command):
    """Somebody has read an alarm and done what it says. A call for a supervisor is seen by one (inside `Signed`)."""

    alarm: str

    def action(self, state: TableState) -> Action:
        return Action.ACKNOWLEDGE_CALL if self.alarm in state.calls else Action.NOTE

    def why_not(self, context: CommandContext) -> Why:
        return None if self.alarm in context.state.alarms else Refusal("there is no such alarm")

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.AlarmSeen(alarm=self.alarm), who=context.who)]
