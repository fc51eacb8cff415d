"""Somebody does something at a table with a house: who, in which role, with whose approval, when."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import AnyJournal
from dealer_console.rulebook.tables import Table
from dealer_console.table.people.person import Person
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.state import Acting, Shift
from dealer_console.table.state.table_state import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandContext:
    """`approver` is set for what two people do together; `person` is who acts, as the book knows them."""

    state: TableState
    house: TableSetup
    journal: AnyJournal
    by: Acting
    now_ms: int
    person: Person | None = None
    approver: Acting | None = None

    @property
    def table(self) -> Table:
        return self.house.table(self.state.shift)

    @property
    def shift(self) -> Shift:
        return self.state.shift

    @property
    def second(self) -> Acting:
        """The other person. What has none here was never asked for, and cannot be done."""
        if self.approver is None:
            raise Refused(Refusal("this takes two people: one asks, another one approves"))
        return self.approver
