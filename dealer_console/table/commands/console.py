"""The console itself: closed by somebody who may, locked by itself and opened again by PIN."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.journal.entries.journal_own import ConsoleStopped
from dealer_console.table.commands.command import Command, Source
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why


class StopConsole(Command):
    """Inside `Signed`: the window may be closed."""

    needs = Action.STOP_CONSOLE
    source = Source.SIGNED

    def why_not(self, context: CommandContext) -> Why:
        return Refusal(Message("round-running")) if context.state.in_round else None

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(ConsoleStopped(by=context.who), who=context.who)]
