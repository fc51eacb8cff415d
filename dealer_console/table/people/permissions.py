"""Who may do what, and when: the matrix role × action × standing of the table, read from `config/permissions.toml`.

    permissions = load_permissions()
    permissions.why_not(Role.DEALER, Action.VOID_ROUND, Standing.IN_ROUND)     # a Refusal: needs a second person
    permissions.why_not_ask(Role.DEALER, Action.VOID_ROUND, Standing.IN_ROUND)  # None: the dealer may ask for it

`why_not` is None only for what somebody may do alone. Whoever forgets the approval is refused, not let through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message, OneOf
from dealer_console.game.rules import rule_text
from dealer_console.table.people.actions import Action, Right, Standing
from dealer_console.table.people.person import Person, Role

_MAY_ASK: Final = frozenset({Right.YES, Right.ASK, Right.APPROVE})


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRights:
    """One action: in plain words, where its rights come from, and its cells; a cell that is not there says no."""

    says: str
    source: str
    cells: Mapping[tuple[Role, Standing], Right]

    def right(self, role: Role, standing: Standing) -> Right:
        return self.cells.get((role, standing), Right.NO)

    def roles(self, rights: Iterable[Right], standing: Standing | None = None) -> tuple[Role, ...]:
        """Who has one of these rights in that standing, or in any."""
        accepted = set(rights)
        roles = {role for (role, where), right in self.cells.items() if right in accepted and standing in (None, where)}
        return tuple(role for role in Role if role in roles)

    def standings(self, role: Role, rights: Iterable[Right]) -> tuple[Standing, ...]:
        accepted = set(rights)
        return tuple(standing for standing in Standing if self.right(role, standing) in accepted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """Frozen; every action is in it."""

    actions: Mapping[Action, ActionRights]
    file_hash: str | None = field(default=None, compare=False)  # SHA-256 of the file, as it was read

    def right(self, role: Role, action: Action, standing: Standing) -> Right:
        return self.actions[action].right(role, standing)

    # --- one role --------------------------------------------------------------------------------------------------

    def why_not(self, role: Role, action: Action, standing: Standing) -> Refusal | None:
        """None when this role does it alone, now."""
        right = self.right(role, action, standing)
        if right is Right.YES:
            return None
        if right in _MAY_ASK:
            return self._needs_a_second(action, standing)
        return self._refusal(role, action, standing, _MAY_ASK)

    def why_not_ask(self, role: Role, action: Action, standing: Standing) -> Refusal | None:
        """None when this role may begin it now, be it alone or by asking for an approval."""
        if self.right(role, action, standing) in _MAY_ASK:
            return None
        return self._refusal(role, action, standing, _MAY_ASK)

    def why_not_approve(self, role: Role, action: Action, standing: Standing) -> Refusal | None:
        """None when this role approves now what somebody else asked."""
        if self.right(role, action, standing) is Right.APPROVE:
            return None
        return self._refusal(role, action, standing, (Right.APPROVE,))

    # --- a person with all roles -----------------------------------------------------------------------------------

    def why_not_person(self, person: Person, action: Action, standing: Standing) -> Refusal | None:
        return _best(person, lambda role: self.why_not(role, action, standing))

    def why_not_person_asks(self, person: Person, action: Action, standing: Standing) -> Refusal | None:
        return _best(person, lambda role: self.why_not_ask(role, action, standing))

    def why_not_person_approves(self, person: Person, action: Action, standing: Standing) -> Refusal | None:
        return _best(person, lambda role: self.why_not_approve(role, action, standing))

    def are_two(self, first: Person, second: Person, action: Action, standing: Standing) -> bool:
        """Two different people, of whom one may ask for it and the other approve."""
        return first.id != second.id and any(
            self.why_not_person_asks(asks, action, standing) is None
            and self.why_not_person_approves(approves, action, standing) is None
            for asks, approves in ((first, second), (second, first))
        )

    # --- the words -------------------------------------------------------------------------------------------------

    def _source(self, action: Action) -> str:
        return f"permissions {action}: {self.actions[action].source}"

    def _needs_a_second(self, action: Action, standing: Standing) -> Refusal:
        rights = self.actions[action]
        who = _any_role(rights.roles((Right.APPROVE,), standing))
        return Refusal(Message("ask-another-approves", action=rule_text(rights.says), who=who), self._source(action))

    def _refusal(self, role: Role, action: Action, standing: Standing, rights_needed: Iterable[Right]) -> Refusal:
        rights = self.actions[action]
        rights_needed = frozenset(rights_needed)
        verb = "approved" if rights_needed == {Right.APPROVE} else "done"
        what, by = rule_text(rights.says), Message(f"a-{role.value}")
        when = rights.standings(role, rights_needed)
        if when:
            possible = OneOf(tuple(standing.message for standing in when))
            refusal = Message(f"not-now-{verb}", action=what, now=standing.message, by=by, when=possible)
        else:
            refusal = Message(f"not-by-role-{verb}", action=what, by=by, others=_any_role(rights.roles(rights_needed)))
        return Refusal(refusal, self._source(action))


NO_RIGHTS: Final = Permissions(actions={})
"""For a look at what is possible, whoever may do it."""


def _best(person: Person, why_not: Callable[[Role], Refusal | None]) -> Refusal | None:
    """None when one of the roles suffices; else the reason of the first role."""
    refusals = [why_not(role) for role in person.roles]
    if not refusals:
        return Refusal(Message("no-role-at-house", person=person.name))
    return None if None in refusals else refusals[0]


def _any_role(roles: Iterable[Role]) -> Message | OneOf:
    named = tuple(Message(f"a-{role.value}") for role in roles)
    return OneOf(named) if named else Message("nobody")
