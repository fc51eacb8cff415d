"""From a command to its entries: who is behind it, may they, alone or with another person, and is it possible now."""

from __future__ import annotations

from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import AnyJournal, Draft
from dealer_console.table.commands.authorization import Authorization, authorize, person_behind
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.commands.people.desk_orders import OrderFromDesk
from dealer_console.table.commands.people.requests import request_entries
from dealer_console.table.people.person import Person
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.state.table_state import TableState


def entries_of(
    command: Command,
    person: Person | None,
    *,
    state: TableState,
    setup: TableSetup,
    journal: AnyJournal,
    now_ms: int,
) -> list[Draft]:
    """What it records: the thing itself, a request for it, or the answer to a request. Raises `Refused`.

    `person` is whom a PIN or the pit has shown; None: only the screen says who it is.
    """
    behind = person_behind(state, command, person)
    authorized = authorize(setup.permissions, state, command, behind)
    if isinstance(authorized, Refusal):
        raise Refused(authorized)
    context = CommandContext(
        state=state,
        table=setup.table(state.shift),
        permissions=setup.permissions,
        journal=journal,
        by=authorized.by,
        person=behind,
        now_ms=now_ms,
        elsewhere=setup.elsewhere,
    )
    if isinstance(command, OrderFromDesk):
        return [*command.entries(context), *_done_or_asked(context, command.carried, authorized)]
    return _done_or_asked(context, command, authorized)


def _done_or_asked(context: CommandContext, command: Command, authorized: Authorization) -> list[Draft]:
    if authorized.asks and authorized.action is not None:
        return request_entries(context, command, authorized.action)
    return command.entries(context)
