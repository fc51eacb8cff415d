"""A refused command changes nothing but what is told to all, also where the book of people was read with it."""

from __future__ import annotations

import pytest

from dealer_console.game.errors import Refusal
from dealer_console.journal.entries.people import PeopleChanged
from dealer_console.simulation.run import SimulatedTable
from dealer_console.simulation.staffed_table import AUDITOR, signed
from dealer_console.table import commands as c
from dealer_console.table.commands.command import Outcome
from dealer_console.table.session.authentication import Authenticated
from dealer_console.table.session.table_session import TableSession

FORBIDDEN = signed(AUDITOR, c.WriteNote(who="", text="an auditor only looks"))


def first_command_refused() -> SimulatedTable:
    """Nobody has touched this table before: whoever comes first brings the book of people with them."""
    table = SimulatedTable("massachusetts-switch", 1, ())
    table.virtual.run(2.0, lambda: all(device.ready for device in table.virtual.devices.values()))
    assert isinstance(table.submit(FORBIDDEN), Refusal)
    assert any(isinstance(entry.typed, PeopleChanged) for entry in table.journal.entries())
    return table


def test_the_book_of_people_is_read_with_a_refused_command() -> None:
    assert not first_command_refused().promises.violations


def test_something_else_that_changed_with_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = TableSession._judged

    def locks_the_screen(self: TableSession, authenticated: Authenticated, now: int) -> Outcome:
        outcome = judged(self, authenticated, now)
        self.state.locked = not self.state.locked
        return outcome

    monkeypatch.setattr(TableSession, "_judged", locks_the_screen)
    assert first_command_refused().promises.violations == {"refusal": 1}


def test_a_book_that_counts_as_read_further_than_recorded_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = TableSession._judged

    def reads_on(self: TableSession, authenticated: Authenticated, now: int) -> Outcome:
        outcome = judged(self, authenticated, now)
        self.state.people_changes += 1
        return outcome

    monkeypatch.setattr(TableSession, "_judged", reads_on)
    assert first_command_refused().promises.violations == {"refusal": 1}
