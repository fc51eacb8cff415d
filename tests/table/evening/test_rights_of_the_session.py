"""The matrix, cell by cell, at the gate of the session: alone, by asking, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.table import commands as c
from dealer_console.table.commands.authorization import Authorization, authorize, standing
from dealer_console.table.commands.codec import command_data
from dealer_console.table.people import Person, PersonId, Right, Role, Standing, load_permissions
from dealer_console.table.state.table_state import TableState
from tests.rigs.staffed_table import TRAY, StaffedTable
from tests.table.evening.sample_commands import SAMPLES


def closed(bench: StaffedTable) -> None:
    bench.come_in()


def between(bench: StaffedTable) -> None:
    bench.ready()


def in_round(bench: StaffedTable) -> None:
    """The first hand is over, and its chips are taken."""
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 9d 7c Tc 8s ??", "1 keep", "1a hit", "Kh")
    bench.done(c.SettlementDone(who=bench.dealer, settlement=bench.state.settled[0].seq))


def irregular(bench: StaffedTable) -> None:
    in_round(bench)
    bench.play("irregularity shoe-fault")


STANDINGS: Final[dict[Standing, Callable[[StaffedTable], None]]] = {
    Standing.CLOSED: closed,
    Standing.BETWEEN_ROUNDS: between,
    Standing.IN_ROUND: in_round,
    Standing.IRREGULARITY: irregular,
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[Standing, StaffedTable]:
    benches = {where: StaffedTable(tmp_path_factory.mktemp(where.value)) for where in STANDINGS}
    for where, bench in benches.items():
        STANDINGS[where](bench)
    return benches


@pytest.mark.parametrize("where", STANDINGS)
def test_the_gate_decides_by_the_cell(tables: dict[Standing, StaffedTable], where: Standing) -> None:
    state = tables[where].state
    assert standing(state) is where
    for command in SAMPLES:
        for role in Role:
            _authorized_by_its_cell(state, command, role, where)


def _authorized_by_its_cell(state: TableState, command: c.Command, role: Role, where: Standing) -> None:
    permissions = load_permissions()
    action, person = command.action(state), _person(role)
    authorized = authorize(permissions, state, command, person)
    outcome = (isinstance(authorized, Authorization), isinstance(authorized, Authorization) and authorized.asks)
    wanted = {Right.NO: (False, False), Right.YES: (True, False), Right.ASK: (True, True), Right.APPROVE: (True, True)}
    cell = wanted[permissions.right(role, action, where)] if action is not None else (True, False)
    assert outcome == cell, (command, role, where, action)


def test_the_matrix_of_roles_commands_and_states(tables: dict[Standing, StaffedTable]) -> None:
    """Generated from the registry: whoever changes a right sees here, line by line, what it does to which command."""
    permissions, lines = load_permissions(), []
    for command in SAMPLES:
        for where, bench in tables.items():
            action = command.action(bench.state)
            rights = [_word(authorize(permissions, bench.state, command, _person(role))) for role in Role]
            lines.append(f"{_name(command):32} {where:20} {action or 'anybody':24} {' '.join(rights)}".rstrip())
    heading = f"{'command':32} {'state':20} {'action':24} {' '.join(f'{role:11}' for role in Role)}".rstrip()
    assert "\n".join([heading, *lines, ""]) == (Path(__file__).parent / "golden_commands.txt").read_text()


def _person(role: Role) -> Person:
    return Person(id=PersonId("p7"), name="x", badge="B", roles=(role,))


def _word(authorized: Authorization | Refusal) -> str:
    word = "no" if isinstance(authorized, Refusal) else "asks" if authorized.asks else "yes"
    return f"{word:11}"


def _name(command: c.Command) -> str:
    told = [value for value in command_data(command).values() if isinstance(value, str)]
    return " ".join((told[0], *(word for word in told[1:] if word != "x")))[:32]


@pytest.mark.parametrize("where", STANDINGS)
def test_whoever_has_no_right_changes_nothing(tables: dict[Standing, StaffedTable], where: Standing) -> None:
    """Every command of the registry, really submitted with the right PIN: refused, journaled, nothing changed."""
    bench, permissions, submitted = tables[where], load_permissions(), 0
    for name in ("Sam", "Paula", "Ted"):
        role = bench.people[name].roles[0]
        for command in SAMPLES:
            action = command.action(bench.state)
            if action is not None and permissions.right(role, action, where) is Right.NO:
                words = bench.refused(bench.signed(name, command))
                assert words.startswith(permissions.actions[action].says)
                submitted += 1
    assert submitted > len(SAMPLES)


def test_at_a_stopped_table_nobody_does_anything(tmp_path: Path) -> None:
    """The fifth state: whatever the matrix says, a table that has stopped records nothing more."""
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.session._stop(Message("stopped-not-written", why="the disk is full"))
    before = bench.journal.seq
    for command in SAMPLES:
        answers = [bench.session.submit(bench.signed("Paula", command)), bench.session.submit(command)]
        bench.wait(lambda answers=answers: all(answer.done() for answer in answers))  # type: ignore[misc]
        assert all(answer.result(0).refusal is not None for answer in answers), command
    assert bench.journal.seq == before


def test_every_command_of_the_registry_is_in_the_matrix() -> None:
    ours = {name for name, kind in c.all_commands().items() if kind.__module__.startswith("dealer_console.")}
    assert {type(command).__name__ for command in SAMPLES} == ours


def test_nobody_with_no_role_does_anything() -> None:
    nobody = Person(id=PersonId("p7"), name="x", badge="B", roles=())
    authorized = authorize(load_permissions(), TableState(), c.WriteNote(who="", text="x"), nobody)
    assert isinstance(authorized, Refusal)
    assert authorized.message.code == "no-role-at-house"


def test_somebody_with_two_roles_acts_in_the_one_that_is_allowed() -> None:
    drew = Person(id=PersonId("p7"), name="x", badge="B", roles=(Role.DEALER, Role.SUPERVISOR))
    permissions, state = load_permissions(), TableState()
    for role in (Role.DEALER, Role.SUPERVISOR):
        authorized = authorize(permissions, state, c.ComeIn(who="", role=role), drew)
        assert isinstance(authorized, Authorization)
        assert authorized.by.role is role
    opens = authorize(permissions, state, c.OpenTable(who="", tray=TRAY), drew)
    assert isinstance(opens, Authorization)
    assert opens.asks
