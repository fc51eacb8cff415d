"""May this person do this now? The one answer, asked before all else: alone, with another person, or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.irregularity.irregularities import ruling_waits
from dealer_console.game.message import Message
from dealer_console.table.approvals.request import Approval
from dealer_console.table.commands.command import Command, Source
from dealer_console.table.people.actions import Action, Standing, standing_of
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import Person, PersonId, Role
from dealer_console.table.shift.guards import Why
from dealer_console.table.shift.state import Acting
from dealer_console.table.state.table_state import TableState

# Somebody with several roles acts in the one that decides most.
_FIRST: Final = (Role.PIT_MANAGER, Role.SUPERVISOR, Role.DEALER, Role.CASHIER, Role.TECHNICIAN, Role.AUDITOR)


_RULINGS: Final = (Action.RESOLVE_IRREGULARITY, Action.RULE_IRREGULARITY)


def standing(state: TableState, action: Action | None = None) -> Standing:
    """Some irregularities wait for a ruling while play goes on: they are open for the ruling, not for play."""
    waits = action in _RULINGS and state.round is not None and ruling_waits(state.round)
    return standing_of(
        is_open=state.is_open,
        in_round=state.in_round,
        irregularity_open=state.irregularity is not None or waits,
        stopped=False,
    )


def person_behind(state: TableState, command: Command, person: Person | None) -> Person:
    """Who acts: whom a PIN or the pit has shown, or the dealer whose screen it is. Raises `Refused`."""
    if person is not None:
        return person
    if command.source is Source.PIT:
        raise Refused(Refusal(Message("not-in-book", person=command.who)))
    if command.who != state.shift.dealer or command.source is Source.SIGNED:
        raise Refused(Refusal(Message("sign-unless-dealer")))
    if state.locked:
        raise Refused(Refusal(Message("console-is-locked")))
    return Person(id=PersonId(command.who), name=state.name_of(command.who), badge="", roles=(Role.DEALER,))


# --- doing and asking ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Authorization:
    """Who acts in which role, and whether another person has to approve it."""

    by: Acting
    action: Action | None
    asks: bool = False


def authorize(permissions: Permissions, state: TableState, command: Command, person: Person) -> Authorization | Refusal:
    """The one gate: every command of every person comes through here."""
    action = command.action(state)
    now = standing(state, action)
    roles = [role for role in _FIRST if role in person.roles]
    if not roles:
        return Refusal(Message("no-role-at-house", person=person.name))
    if action is None:
        return Authorization(by=_as(person, _wanted_role(command, roles)), action=None)
    refused_to_all = []
    for role in roles:
        refusal = permissions.why_not(role, action, now)
        if refusal is None:
            return Authorization(by=_as(person, role), action=action)
        refused_to_all.append(refusal)
    for role in roles:
        if permissions.why_not_ask(role, action, now) is None:
            return Authorization(by=_as(person, role), action=action, asks=True)
    return refused_to_all[0]


def _as(person: Person, role: Role) -> Acting:
    return Acting(person=person.id, role=role)


def _wanted_role(command: Command, roles: list[Role]) -> Role:
    named = getattr(command, "role", None)
    return next((role for role in roles if role is named), roles[0])


# --- approving and declining ---------------------------------------------------------------------------------------


def why_not_approve(
    permissions: Permissions, state: TableState, approval: Approval, person: Person, now_ms: int
) -> Why:
    record = state.approvals.records.get(approval.request_id)
    now = standing(state, record.request.action if record is not None else None)
    return state.approvals.why_not_approve(approval, person, permissions=permissions, standing=now, now_ms=now_ms)


def acting_approver(permissions: Permissions, state: TableState, person: Person, action: Action) -> Acting:
    """In which role somebody approves who may: as pit manager, where that is among the roles that may."""
    now = standing(state, action)
    may = [role for role in person.roles if permissions.why_not_approve(role, action, now) is None]
    return _as(person, max(may, key=lambda role: role == Role.PIT_MANAGER))


def why_never_approves(permissions: Permissions, state: TableState, person: Person, action: Action) -> Why:
    """Declining does nothing, so it waits for no moment: what the table has left behind must not stay asked for."""
    refusals = {now: permissions.why_not_person_approves(person, action, now) for now in Standing}
    return None if None in refusals.values() else refusals[standing(state, action)]
