"""What people want to have on record: a note, a call for a supervisor, an alarm that somebody has seen."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.journal.entries import notices as stored
from dealer_console.messages import recorded
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why
from dealer_console.table.state.entry_drafts import alarm_draft
from dealer_console.table.state.table_state import TableState


class WriteNote(Command):
    """What a person wants to have on record."""

    needs = Action.NOTE
    text: str

    def why_not(self, context: CommandContext) -> Why:
        return None if self.text.strip() else Refusal(Message("note-empty"))

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.NoteWritten(text=self.text), who=context.who)]


class CallSupervisor(Command):
    """Somebody is wanted at the table. The call stays until a supervisor says `AlarmSeen`."""

    needs = Action.CALL_SUPERVISOR
    why: str

    def why_not(self, context: CommandContext) -> Why:
        return Refusal(Message("call-open-already")) if recorded(self._message) in context.state.alarms else None

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [alarm_draft(self._message, who=context.who, call=True)]

    @property
    def _message(self) -> Message:
        why = self.why.strip()
        return Message("supervisor-called", why=why) if why else Message("supervisor-called-to-table")


class AlarmSeen(Command):
    """Somebody has read an alarm and done what it says. A call for a supervisor is seen by one (inside `Signed`)."""

    alarm: str

    def action(self, state: TableState) -> Action:
        return Action.ACKNOWLEDGE_CALL if self.alarm in state.calls else Action.NOTE

    def why_not(self, context: CommandContext) -> Why:
        return None if self.alarm in context.state.alarms else Refusal(Message("no-such-alarm"))

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.AlarmSeen(alarm=self.alarm), who=context.who)]
