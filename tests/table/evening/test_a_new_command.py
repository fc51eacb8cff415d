"""A command is one class: declared here and nowhere else, it is dispatched, authorized, approved and restored."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.errors import Bug, Refusal
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.table.commands import Command, all_commands
from dealer_console.table.commands.codec import command_data, command_of
from dealer_console.table.commands.command import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.chips import Chips, chips
from dealer_console.table.shift.guards import Why
from dealer_console.table.state.table_state import TableState
from tests.rigs.staffed_table import StaffedTable


class ReportLostChips(Command):
    """Chips were found under the table: on record, and above 100.00 with a second person."""

    chips: Chips
    where: str = "floor"

    def action(self, state: TableState) -> Action:
        return Action.NOTE if self.chips.cents <= 10_000 else Action.CORRECT_SETTLEMENT

    def why_not(self, context: CommandContext) -> Why:
        return Refusal(Message("chips-none"), "house") if not self.chips.rows else None

    def drafts(self, context: CommandContext) -> list[Draft]:
        approver = f", seen by {context.approver.person}" if context.approver is not None else ""
        text = f"{self.chips.words} found at {self.where}{approver}"
        return [Draft(kind="note", data={"text": text}, who=context.who)]


FEW, MANY = chips({2500: 1}), chips({10000: 2})


@pytest.fixture
def bench(tmp_path: Path) -> StaffedTable:
    opened = StaffedTable(tmp_path)
    opened.open()
    return opened


def last_notes(bench: StaffedTable) -> list[object]:
    return [entry.data["text"] for entry in bench.journal.entries() if entry.kind == "note"]


def test_it_stands_in_the_registry_and_comes_back_from_its_data() -> None:
    assert all_commands()["ReportLostChips"] is ReportLostChips
    report = ReportLostChips(who="p1", chips=MANY, where="pit 3")
    assert command_data(report) == {"touch": "ReportLostChips", "chips": {"10000": 2}, "where": "pit 3"}
    assert command_of(command_data(report), who="p1") == report


def test_it_is_done_by_whoever_has_its_right(bench: StaffedTable) -> None:
    bench.done(ReportLostChips(who=bench.dealer, chips=FEW))
    assert last_notes(bench) == ["25 found at floor"]


def test_it_is_refused_with_its_own_reason(bench: StaffedTable) -> None:
    assert bench.refused(ReportLostChips(who=bench.dealer, chips=chips({}))) == "count at least one chip [house]"


def test_it_is_refused_without_the_right(bench: StaffedTable) -> None:
    assert "not by a technician" in bench.refused(bench.signed("Ted", ReportLostChips(who="", chips=MANY)))


def test_it_becomes_a_request_that_survives_a_restart_and_is_done_by_its_approval(bench: StaffedTable) -> None:
    request = bench.asked(ReportLostChips(who=bench.dealer, chips=MANY))
    assert last_notes(bench) == []
    bench.restart()
    bench.done(bench.approve("Sam", request))
    assert last_notes(bench) == [f"100 + 100 found at floor, seen by {bench.id('Sam')}"]


def test_a_command_that_names_no_right_cannot_be_declared() -> None:
    with pytest.raises(Bug, match="which right"):
        type("Unruly", (Command,), {"__module__": __name__, "__annotations__": {}})


def test_two_commands_of_one_name_cannot_be_declared() -> None:
    with pytest.raises(Bug, match="two commands are called BuyIn"):
        type("BuyIn", (Command,), {"needs": Action.NOTE, "__module__": __name__, "__annotations__": {}})
