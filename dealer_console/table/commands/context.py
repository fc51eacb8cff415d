"""What a command is judged against: the table as it stands, who asks in which role, with whose approval, when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.message import Message
from dealer_console.journal import AnyJournal
from dealer_console.rulebook.tables import Table
from dealer_console.table.people.permissions import NO_RIGHTS, Permissions
from dealer_console.table.people.person import Person
from dealer_console.table.shift.guards import Why
from dealer_console.table.shift.state import Acting, Shift
from dealer_console.table.state.table_state import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandContext:
    """`approver` is set for what two people do together; `person` is who acts, as the book knows them.

    `table` is the table's file as it plays now. `journal` only where a command looks back into it.
    """

    state: TableState
    table: Table
    by: Acting
    now_ms: int = 0
    permissions: Permissions = NO_RIGHTS
    journal: AnyJournal | None = None
    person: Person | None = None
    approver: Acting | None = None
    elsewhere: Mapping[str, str] = field(default_factory=dict)  # cards that play at other tables, and where

    @property
    def shift(self) -> Shift:
        return self.state.shift

    @property
    def who(self) -> str:
        return self.by.person

    @property
    def second(self) -> Acting:
        """The other person. What has none here was never asked for, and cannot be done."""
        if self.approver is None:
            raise Refused(self._alone)
        return self.approver

    @property
    def why_alone(self) -> Why:
        """Why one person cannot do it, where nobody has approved it."""
        return self._alone if self.approver is None else None

    @property
    def _alone(self) -> Refusal:
        return Refusal(Message("one-asks-another-approves"))
