"""Who may do this touch now: the matrix of people's rights, asked before anything else.

`judge` is the gate of a table with a house: alone, by asking another person, or not at all. `gate` is the one for a
table without a book of people, where a touch names its second person itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.table import commands
from dealer_console.table.commands.required_actions import action_of
from dealer_console.table.people.actions import Action, Right, Standing, standing_of
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import Person, Role
from dealer_console.table.shift.state import Acting
from dealer_console.table.state.table_state import TableState

RolesOf = Callable[[str], Iterable[Role]]

# Somebody with several roles acts in the one that decides most.
_FIRST: Final = (Role.PIT_MANAGER, Role.SUPERVISOR, Role.DEALER, Role.TECHNICIAN, Role.AUDITOR)


def standing(state: TableState) -> Standing:
    return standing_of(
        is_open=state.is_open,
        in_round=state.in_round,
        irregularity_open=state.irregularity is not None,
        stopped=False,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Who acts in which role, and whether another person has to approve it. A refusal: neither."""

    by: Acting
    action: Action | None
    asks: bool = False
    refusal: Refusal | None = None


def judge(permissions: Permissions, state: TableState, touch: commands.Command, person: Person) -> Judged:
    """The one gate: every touch of every person at a table with a house comes through here."""
    action, now = action_of(state, touch), standing(state)
    roles = [role for role in _FIRST if role in person.roles]
    if not roles:
        nobody = Refusal(f"{person.name} has no role at this house")
        return Judged(by=Acting(person=person.id, role=""), action=action, refusal=nobody)
    if action is None:
        return Judged(by=_as(person, _role_of(touch, roles)), action=None)
    for role in roles:
        if permissions.why_not(role, action, now) is None:
            return Judged(by=_as(person, role), action=action)
    for role in roles:
        if permissions.why_not_ask(role, action, now) is None:
            return Judged(by=_as(person, role), action=action, asks=True)
    return Judged(by=_as(person, roles[0]), action=action, refusal=permissions.why_not(roles[0], action, now))


def _as(person: Person, role: Role) -> Acting:
    return Acting(person=person.id, role=role.value)


def _role_of(touch: commands.Command, roles: list[Role]) -> Role:
    wanted = getattr(touch, "role", None)
    return next((role for role in roles if role.value == wanted), roles[0])


# --- without a book of people --------------------------------------------------------------------------------------


def approver_of(touch: commands.Command) -> str | None:
    """The second person whom the touch names, if any."""
    if isinstance(touch, commands.Play):
        return getattr(touch.move, "by", None)
    return getattr(touch, "approved_by", None)


def gate(permissions: Permissions, roles_of: RolesOf) -> Callable[[TableState, commands.Command], Refusal | None]:
    """A gate for the session: None, or why this person may not do this now."""

    def may(state: TableState, touch: commands.Command) -> Refusal | None:
        action, now, second = action_of(state, touch), standing(state), approver_of(touch)
        if action is None:
            return Refusal("this needs the book of people")
        if isinstance(touch, commands.Configure):
            return _best(roles_of(touch.who), lambda role: permissions.why_not_approve(role, action, now), touch.who)
        if second is None:
            return _best(roles_of(touch.who), lambda role: permissions.why_not(role, action, now), touch.who)
        if second == touch.who:
            return Refusal("the person who asks cannot approve: another person does")
        if permissions.actions[action].roles((Right.APPROVE,), now) == ():
            return _best(roles_of(touch.who), lambda role: permissions.why_not(role, action, now), touch.who)
        refusal = _best(roles_of(touch.who), lambda role: permissions.why_not_ask(role, action, now), touch.who)
        if refusal is not None:
            return refusal
        return _best(roles_of(second), lambda role: permissions.why_not_approve(role, action, now), second)

    return may


def _best(roles: Iterable[Role], why_not: Callable[[Role], Refusal | None], who: str) -> Refusal | None:
    refusals = [why_not(role) for role in roles]
    if not refusals:
        return Refusal(f"{who} has no role at this table")
    return None if None in refusals else refusals[0]
